//! Margins, and certificates of them, against the definition: the best of one side's strategies against the worst of the
//! other's, each tried.
use noyau::arena::Rows;
use noyau::dynamic::{Info, Method, Problem, Spec, Walkable};
use noyau::limits::Limits;
use noyau::points::Points;
use noyau::random::SplitMix;
use noyau::solve::margins::{Pointed, margins};
use noyau::verify::certificate::{self, Refused, Verified, Wrong};
use noyau::view::View;
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

const VERTICES: usize = 5;

#[derive(Debug, Clone)]
struct Random {
    rows: Rows,
    gains: Vec<i32>,
    kept: Vec<bool>,
    settled: Vec<i32>,
}

/// Vertices stand on floors. An edge stays on its floor and wins nothing, or goes down and wins something.
fn random() -> impl Strategy<Value = Random> {
    let edge = (0..VERTICES, 0..VERTICES, -3..=3i32, any::<bool>());
    let floors = prop::collection::vec(0..3u8, VERTICES);
    let settled = prop::collection::vec(-4..=4i32, VERTICES);
    (floors, prop::collection::vec(edge, 0..12), settled).prop_map(|(floors, edges, settled)| {
        let mut edges: Vec<_> = edges
            .into_iter()
            .filter(|&(u, v, _, _)| floors[u] >= floors[v])
            .map(|(u, v, gain, keeps)| {
                let down = i32::from(floors[u] > floors[v]);
                (u as u32, v as u32, gain * down, keeps)
            })
            .collect();
        edges.sort_by_key(|edge| edge.0);
        // Two moves a vertex at most, so that strategies are few.
        let mut moves = [0; VERTICES];
        edges.retain(|edge| {
            moves[edge.0 as usize] += 1;
            moves[edge.0 as usize] <= 2
        });
        let pairs: Vec<_> = edges.iter().map(|edge| (edge.0, edge.1)).collect();
        Random {
            rows: Rows::from_edges(VERTICES, &pairs),
            gains: edges.iter().map(|edge| edge.2).collect(),
            kept: edges.iter().map(|edge| edge.3).collect(),
            settled,
        }
    })
}

/// What is won from `start` on by the side to move there when both sides follow their strategies; bit `v` of a strategy
/// says which of the two moves at `v` it takes. Play that comes back wins nothing more.
fn play(game: &Random, start: u32, strategies: [u32; 2]) -> i32 {
    let mut seen = [[false; 2]; VERTICES];
    let (mut v, mut side, mut won) = (start, 0, 0);
    loop {
        let sign = if side == 0 { 1 } else { -1 };
        let row = game.rows.row(v);
        if row.is_empty() {
            return won + sign * game.settled[v as usize];
        }
        if std::mem::replace(&mut seen[v as usize][side], true) {
            return won;
        }
        let choice = (strategies[side] >> v & 1) as usize % row.len();
        let edge = game.rows.offsets()[v as usize] as usize + choice;
        won += sign * game.gains[edge];
        side ^= usize::from(!game.kept[edge]);
        v = row[choice];
    }
}

fn by_definition(game: &Random, v: u32) -> i32 {
    let all = 0..1u32 << VERTICES;
    let worst = |own| {
        let replies = all.clone().map(|other| play(game, v, [own, other]));
        replies.min().unwrap()
    };
    all.clone().map(worst).max().unwrap()
}

proptest! {
    #[test]
    fn margins_are_those_of_the_best_strategies(game in random()) {
        let found = margins(&Pointed {
            successors: &game.rows,
            gains: &game.gains,
            kept: &game.kept,
            settled: &game.settled,
        });
        let wanted: Vec<_> = (0..VERTICES as u32).map(|v| by_definition(&game, v)).collect();
        prop_assert_eq!(found, wanted);
    }
}

/// The vertex is the position, the place of the edge among those of the vertex the move.
impl Game for Random {
    type Position = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn outcome(&self, &v: &u8) -> Option<Outcome> {
        let over = self.rows.row(v.into()).is_empty();
        over.then(|| Outcome::of_margin(self.settled[usize::from(v)]))
    }

    fn moves(&self, &v: &u8, out: &mut Vec<u8>) {
        out.extend(0..self.rows.row(v.into()).len() as u8);
    }

    fn play(&self, v: &mut u8, mv: u8) {
        *v = self.rows.row((*v).into())[usize::from(mv)] as u8;
    }

    fn keeps_turn(&self, &v: &u8, mv: u8) -> bool {
        self.kept[self.edge(v, mv)]
    }
}

impl Random {
    fn edge(&self, v: u8, mv: u8) -> usize {
        self.rows.offsets()[usize::from(v)] as usize + usize::from(mv)
    }
}

impl Points for Random {
    const ALONG_MOVES: bool = true;

    fn gain(&self, &v: &u8, mv: u8) -> i32 {
        self.gains[self.edge(v, mv)]
    }

    fn settle(&self, &v: &u8) -> (i32, i32) {
        (self.settled[usize::from(v)], 0)
    }
}

impl Notation for Random {
    fn parameters(&self) -> String {
        String::new()
    }

    fn format_board(&self, v: &u8, _: Side) -> String {
        v.to_string()
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<u8, Message> {
        let v = text.parse().ok();
        v.filter(|&v| usize::from(v) < VERTICES)
            .ok_or_else(|| message!("a vertex is wanted", "il faut un sommet"))
    }

    fn format_move(&self, _: &u8, mv: u8) -> String {
        mv.to_string()
    }

    fn view(&self, _: &u8, _: Side) -> View {
        View::default()
    }
}

const NOTHING: Text = Text { en: "", fr: "" };

static SPEC: Spec<Random> = Spec::new(
    Info {
        name: "random",
        summary: NOTHING,
        parameters: NOTHING,
        default: "",
        version: 1,
    },
    &[],
    |_, _| Err(message!("it is made in a test", "il est fait dans un test")),
)
.with_points();

fn check(game: &Random, text: &str) -> Result<Verified, Refused> {
    let open = |_: &str| -> Result<Box<dyn Walkable>, Problem> { Ok(SPEC.opened(game.clone())) };
    certificate::check(text.as_bytes(), &open)
}

/// Whether all margins that a certificate claims are those of the best strategies.
fn is_true(game: &Random, text: &str) -> bool {
    let file: Json = serde_json::from_str(text).unwrap();
    let bounds = file["claim"]["bounds"].as_object().unwrap();
    bounds.iter().all(|(position, bounds)| {
        let (v, _) = position.split_once(' ').unwrap();
        let truth = i64::from(by_definition(game, v.parse().unwrap()));
        bounds[0].as_i64().is_none_or(|least| least <= truth)
            && bounds[1].as_i64().is_none_or(|most| truth <= most)
    })
}

proptest! {
    #[test]
    fn certificates_of_margins_hold_where_play_goes_round(game in random(), seed in any::<u64>()) {
        let mut random = SplitMix(seed);
        for v in 0..VERTICES {
            let mut open = SPEC.opened(game.clone());
            open.set_board(&format!("{v} first")).unwrap();
            for method in [Method::Graph, Method::Proof] {
                let mut out = Vec::new();
                open.write_certificate(method, &Limits::default(), &mut out).unwrap();
                let text = String::from_utf8(out).unwrap();
                check(&game, &text).unwrap_or_else(|why| panic!("{why} {text}"));
                prop_assert!(is_true(&game, &text), "{}", text);
                // Some claims in favour of First, by one point or two, with ranks as they come.
                for _ in 0..10 {
                    let mut file: Json = serde_json::from_str(&text).unwrap();
                    let bounds = file["claim"]["bounds"].as_object_mut().unwrap();
                    let by = 1 + random.below(2) as i64;
                    for (position, claimed) in bounds {
                        if random.below(3) == 0 {
                            continue;
                        }
                        let sign = if position.ends_with("first") { by } else { -by };
                        let rank = random.below(20);
                        let shifted = [0, 1].map(|i| claimed[i].as_i64().map(|m| m + sign));
                        *claimed = json!([shifted[0], shifted[1], rank]);
                    }
                    let changed = file.to_string();
                    if check(&game, &changed).is_ok() {
                        prop_assert!(is_true(&game, &changed), "{}", changed);
                    }
                }
            }
        }
    }
}

/// Each of the two promises what only the other could keep.
#[test]
fn a_promise_that_goes_round_is_refused() {
    let game = Random {
        rows: Rows::from_edges(VERTICES, &[(0, 1), (1, 0)]),
        gains: vec![0, 0],
        kept: vec![false, false],
        settled: vec![0; VERTICES],
    };
    let claim = |ranks: [&str; 2]| {
        let text = format!(
            r#"{{"noyau":"certificate","version":1,"kind":"proof","game":"random","rules":1,
"position":"0 first 0-0","claim":{{"bounds":{{
"0 first":[1,1{0}],"1 second":[-1,-1{1}],"0 second":[1,1{0}],"1 first":[-1,-1{1}]}}}}}}"#,
            ranks[0], ranks[1]
        );
        check(&game, &text).unwrap_err()
    };
    for ranks in [
        ["", ""],
        [",3", ",2"],
        [",2", ",3"],
        [",2", ",2"],
        [",9", ""],
    ] {
        let refused = claim(ranks);
        assert!(
            matches!(
                refused,
                Refused::Wrong(Wrong::EndlessReached { .. } | Wrong::EndlessBounded { .. })
            ),
            "{refused}"
        );
    }
    let level = r#"{"noyau":"certificate","version":1,"kind":"proof","game":"random","rules":1,
"position":"0 first 0-0","claim":{"bounds":{"0 first":[0,0],"1 second":[0,0]}}}"#;
    check(&game, level).unwrap();
}
