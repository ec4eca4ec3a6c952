//! Certificates of games: written by the solvers, checked from the rules alone.

use crate::samples;
use noyau::certificate::NotWritten;
use noyau::dynamic::{FactKind, Method, OpenGame, Problem, Walkable};
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::verify::certificate::{self, Refused, Verified, Wrong};
use noyau::{Language, Localized, Outcome, Side};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};

fn open(name: &str) -> Result<Box<dyn OpenGame>, Problem> {
    noyau_games::open(name, &samples)
}

fn check(text: &str) -> Result<Verified, Refused> {
    certificate::check(
        text.as_bytes(),
        &|name| Ok(open(name)? as Box<dyn Walkable>),
    )
}

fn certificate_by(method: Method, game: &dyn OpenGame) -> String {
    let mut out = Vec::new();
    game.write_certificate(method, &Limits::default(), &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

fn certificate(game: &dyn OpenGame) -> String {
    certificate_by(Method::Graph, game)
}

#[test]
fn every_game_is_certified() {
    for entry in noyau_games::GAMES {
        for fact in entry.facts() {
            let FactKind::Count { positions, .. } = fact.kind else {
                continue;
            };
            let name = format!("{}:{}", entry.info().name, fact.parameters);
            let game = open(&name).unwrap();
            let text = certificate(&*game);
            let verified = check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            // A game that is a graph is certified with the graph itself.
            let kind = match (entry.info().name, game.has_points()) {
                ("graph", _) => "solve",
                (_, true) => "proof",
                (_, false) => "game",
            };
            assert_eq!(verified.kind, kind);
            // A position that both sides can come to is there twice. Of margins only what proves one is there.
            let least = if game.has_points() { 1 } else { positions };
            assert!(
                (least..=2 * positions).contains(&verified.vertices),
                "{name}"
            );
        }
    }
}

#[test]
fn a_small_one_reads_well() {
    let text = certificate(&*open("matches:3").unwrap());
    assert_eq!(
        text,
        r#"{"noyau":"certificate","version":1,"kind":"game",
"game":"matches:3,3","rules":1,"position":"3 first",
"claim":{"values":{
"3 first":["win",1],
"2 second":["win",1],
"1 second":["loss",0],
"1 first":["loss",0]}}}
"#
    );
}

/// It begins at the position that is set up, not at the start of the game.
#[test]
fn a_later_position_has_a_smaller_certificate() {
    let mut game = open("leapfrog").unwrap();
    let whole = check(&certificate(&*game)).unwrap();
    let mv = game.moves()[0].clone();
    game.play(&mv).unwrap();
    let text = certificate(&*game);
    assert!(text.contains(&format!("\"position\":\"{}\"", game.position())));
    assert!(check(&text).unwrap().vertices < whole.vertices);
}

/// Any other value of any position is refused: all values are exact.
#[test]
fn every_change_of_a_value_is_refused() {
    let mut random = SplitMix(3);
    for name in ["chomp:2x3", "matches:9", "leapfrog"] {
        let text = certificate(&*open(name).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        // Two lines come before the values, and the one that opens them.
        for i in 3..lines.len() {
            let (position, value) = lines[i].split_once("\":").unwrap();
            let end = value.find(']').unwrap() + 1;
            let distance = random.below(6);
            for other in [
                format!("[\"win\",{distance}]"),
                format!("[\"loss\",{distance}]"),
                "[\"draw\"]".to_owned(),
            ] {
                if other == value[..end] {
                    continue;
                }
                let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                changed[i] = format!("{position}\":{other}{}", &value[end..]);
                let refused = check(&changed.join("\n")).unwrap_err();
                assert!(matches!(refused, Refused::Wrong(_)), "{refused}");
                assert_ne!(refused.localized(Language::French), refused.to_string());
            }
            // Without the line, some move leads nowhere, or the claim is about nothing.
            if i + 1 < lines.len() {
                let mut shorter = lines.clone();
                shorter.remove(i);
                assert!(matches!(
                    check(&shorter.join("\n")),
                    Err(Refused::Wrong(
                        Wrong::ChildMissing { .. } | Wrong::PositionMissing { .. }
                    ))
                ));
            }
        }
    }
}

#[test]
fn what_the_rules_do_not_know_is_refused() {
    let good = certificate(&*open("matches:3").unwrap());
    let change = |from: &str, to: &str| {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        check(&text).unwrap_err().to_string()
    };
    assert_eq!(
        change("\"rules\":1", "\"rules\":7"),
        "this is about version 7 of the rules of matches:3,3; here they have version 1"
    );
    assert!(change("matches:3,3", "match").starts_with("there is no game called \"match\""));
    assert!(change("matches:3,3", "matches:x").starts_with("bad parameters \"x\" for matches"));
    assert_eq!(
        change("\"2 second\"", "\" 2  second\""),
        "from \"3 first\" the move 1 leads to \"2 second\", for which no value is given"
    );
    assert_eq!(
        change("\"3 first\":[", "\"03 first\":[\"win\",1],\n\"3 first\":["),
        "the position \"03 first\" is to be written \"3 first\""
    );
    assert!(
        change("\"3 first\":[", "\"9 first\":[\"win\",1],\n\"3 first\":[")
            .starts_with("a value is claimed for \"9 first\", which is no position")
    );
    assert_eq!(
        change("\"position\":\"3 first\"", "\"position\":\"3 second\""),
        "the claim is about \"3 second\", but no value is given for it"
    );
    assert_eq!(
        change("\"1 first\":[\"loss\",0]", "\"1 first\":[\"win\",0]"),
        "\"2 second\" is claimed won in 1, but its best move leads to \"1 first\", which is claimed won in 0: so it is lost in 1"
    );
}

fn proof(game: &dyn OpenGame) -> String {
    certificate_by(Method::Search, game)
}

#[test]
fn what_a_search_proves_is_checked_without_it() {
    for (name, moves, value) in [
        ("connect4:4x4", "", r#"[["draw"],["draw"]]"#),
        ("connect4:4x3", "1", r#"[["draw"],["draw"]]"#),
        ("mnk:3,3,3", "", r#"[["draw"],["draw"]]"#),
        ("mnk:4,3,3", "", r#"[["win",7],["win",7]]"#),
        // Pons' public sets: with stone 18 of 21, and lost to the last one.
        (
            "connect4",
            "5554224333234511764415115",
            r#"[["win",11],["win",11]]"#,
        ),
        (
            "connect4",
            "1233722555341451114725221333",
            r#"[["loss",14],["loss",14]]"#,
        ),
    ] {
        let mut game = open(name).unwrap();
        game.play_line(moves).unwrap();
        let text = proof(&*game);
        let verified = check(&text).unwrap_or_else(|why| panic!("{name} {moves}: {why}"));
        assert_eq!(verified.kind, "proof");
        let root = format!("{:?}:{value}", game.position());
        assert!(text.contains(&root), "{name} {moves}: no {root}");
        // With every fifth line left out it proves nothing.
        let lines: Vec<&str> = text.lines().collect();
        let fewer: Vec<&str> = (0..lines.len())
            .filter(|&i| i < 4 || i + 1 == lines.len() || i % 5 > 0)
            .map(|i| lines[i])
            .collect();
        assert!(
            matches!(check(&fewer.join("\n")), Err(Refused::Wrong(_))),
            "{name}"
        );
    }
}

#[test]
fn a_false_proof_is_refused() {
    let mut game = open("connect4:4x4").unwrap();
    game.play_line("1223").unwrap();
    let text = proof(&*game);
    check(&text).unwrap();
    let root = format!("{:?}:", game.position());
    let refuted = |bounds: &str| {
        let lines = text.lines().map(|line| match line.strip_prefix(&root) {
            Some(_) if line.ends_with("}}}") => format!("{root}{bounds}}}}}}}"),
            Some(_) => format!("{root}{bounds},"),
            None => line.to_owned(),
        });
        let text: Vec<String> = lines.collect();
        match check(&text.join("\n")) {
            Err(Refused::Wrong(wrong)) => wrong,
            other => panic!("{bounds}: {other:?}"),
        }
    };
    assert!(matches!(
        refuted(r#"[["win",3],["win",3]]"#),
        Wrong::NotReached { .. }
    ));
    assert!(matches!(
        refuted(r#"[["loss",4],["loss",4]]"#),
        Wrong::NotBounded { .. }
    ));
    assert!(matches!(
        refuted(r#"[null,["win",3]]"#),
        Wrong::NotExact { .. }
    ));
}

#[test]
fn a_game_that_is_not_searched_leaves_no_proof() {
    let game = open("leapfrog").unwrap();
    let written = game.write_certificate(Method::Search, &Limits::default(), &mut Vec::new());
    assert!(matches!(written, Err(NotWritten::NoProof)));
}

#[test]
fn more_than_ten_million_positions_are_not_written() {
    let game = open("nim:2000,2000,2000").unwrap();
    let mut out = Vec::new();
    let written = game.write_certificate(Method::Sum, &Limits::default(), &mut out);
    assert!(matches!(written, Err(NotWritten::TooLarge(10_000_000))));
    assert!(out.is_empty());
}

/// What is claimed of each position: the least and the most.
type Claims = BTreeMap<String, [Option<i64>; 2]>;

/// The claims of a certificate of bounds. Outcomes are 1, 0 and −1.
fn claims(text: &str) -> Claims {
    let file: Json = serde_json::from_str(text).unwrap();
    let bounds = file["claim"]["bounds"].as_object().unwrap();
    let number = |bound: &Json| match bound[0].as_str() {
        Some("win") => Some(1),
        Some("draw") => Some(0),
        Some("loss") => Some(-1),
        _ => bound.as_i64(),
    };
    bounds
        .iter()
        .map(|(position, bounds)| (position.clone(), [0, 1].map(|i| number(&bounds[i]))))
        .collect()
}

/// The margins and outcomes by definition, in a game whose plays all end.
#[derive(Default)]
struct Truth(HashMap<String, i64>);

impl Truth {
    /// What is still to come for the side to move.
    fn of(&mut self, game: &mut dyn OpenGame) -> i64 {
        let board = game.board();
        if let Some(&known) = self.0.get(&board) {
            return known;
        }
        let lead = |game: &dyn OpenGame, side: Side| {
            let [first, second] = game.points().unwrap_or_default().map(i64::from);
            match side {
                Side::First => first - second,
                Side::Second => second - first,
            }
        };
        let side = game.side();
        let before = lead(game, side);
        let worth = match (game.outcome(), game.margin()) {
            (Some(_), Some(margin)) => i64::from(margin) - before,
            (Some(outcome), None) => outcome as i64 - Outcome::Draw as i64,
            (None, _) => {
                let mut best = i64::MIN;
                for mv in game.moves() {
                    game.play(&mv).unwrap();
                    let after = self.of(game);
                    let own = if game.side() == side { after } else { -after };
                    best = best.max(lead(game, side) - before + own);
                    game.undo();
                }
                best
            }
        };
        self.0.insert(board, worth);
        worth
    }

    /// Whether all claims hold.
    fn has(&mut self, game: &mut dyn OpenGame, claims: &Claims) -> bool {
        claims.iter().all(|(position, &[least, most])| {
            game.set_board(position).unwrap();
            let truth = self.of(game);
            least.is_none_or(|least| least <= truth) && most.is_none_or(|most| truth <= most)
        })
    }
}

/// The facts come from elsewhere.
#[test]
fn margins_are_proved_by_every_method() {
    let mut proved = 0;
    for entry in noyau_games::GAMES {
        let info = entry.info();
        let facts = entry.facts().iter();
        let counted = facts.filter(|fact| matches!(fact.kind, FactKind::Count { .. }));
        let small: Vec<&str> = counted.map(|fact| fact.parameters).collect();
        for fact in entry.facts() {
            let FactKind::Margin(margin) = fact.kind else {
                continue;
            };
            if !small.contains(&fact.parameters) {
                continue;
            }
            let name = format!("{}:{}", info.name, fact.parameters);
            let mut game = open(&name).unwrap();
            if !fact.at.is_empty() {
                game.set(fact.at).unwrap();
            }
            let [first, second] = game.points().unwrap_or_default();
            let lead = if game.side() == Side::First {
                first - second
            } else {
                second - first
            };
            let (board, to_come) = (game.board(), i64::from(margin - lead));
            for method in [Method::Graph, Method::Search, Method::Proof] {
                let mut out = Vec::new();
                match game.write_certificate(method, &Limits::default(), &mut out) {
                    Err(NotWritten::NoProof) if method == Method::Search => continue,
                    written => written.unwrap(),
                }
                let text = String::from_utf8(out).unwrap();
                let verified = check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
                let [least, most] = claims(&text)[&board];
                if method == Method::Proof {
                    assert_eq!(verified.kind, "outcome");
                    assert!(least.is_none_or(|least| least <= to_come));
                    assert!(most.is_none_or(|most| to_come <= most));
                } else {
                    assert_eq!(verified.kind, "proof");
                    assert_eq!([least, most], [Some(to_come); 2], "{name} {}", fact.at);
                }
                proved += 1;
            }
        }
    }
    assert!(proved > 30, "only {proved}");
}

/// Breuker, Uiterwijk and van den Herik 2000: whether First, the vertical player, wins when he begins. Columns come first.
#[test]
fn domineering_is_proved_without_what_it_knows() {
    for (board, wins) in [
        ("2x2", true),
        ("4x3", false),
        ("4x4", true),
        ("5x4", true),
        ("4x5", false),
        ("5x5", false),
        ("6x6", true),
    ] {
        let name = format!("domineering:{board}");
        let game = open(&name).unwrap();
        for method in [Method::Search, Method::Proof] {
            let text = certificate_by(method, &*game);
            let verified = check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(verified.kind, "outcome");
            let claimed = claims(&text)[&game.board()];
            let right = if wins {
                [Some(1), None]
            } else {
                [None, Some(-1)]
            };
            assert_eq!(claimed, right, "{name}");
        }
    }
}

/// Play may go round for ever in these: draws need no end, and a win comes to one.
#[test]
fn outcomes_are_proved_where_play_may_go_round() {
    for (name, at, least, most) in [
        ("morris:3", "", Some(0), Some(0)),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Some(1), None),
        ("chess", "7k/8/5QK1/8/8/8/8/8 b - - 0 1", None, Some(-1)),
        ("go:2,0", "", None, None),
    ] {
        let mut game = open(name).unwrap();
        if !at.is_empty() {
            game.set(at).unwrap();
        }
        let text = certificate_by(Method::Proof, &*game);
        let verified = check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(verified.kind, "outcome");
        if least.is_some() || most.is_some() {
            assert_eq!(claims(&text)[&game.board()], [least, most], "{name} {at}");
        }
    }
}

/// A certificate with the claim of one position changed, or without it.
fn corrupted(text: &str, random: &mut SplitMix) -> String {
    let mut file: Json = serde_json::from_str(text).unwrap();
    let bounds = file["claim"]["bounds"].as_object_mut().unwrap();
    let position = {
        let at = random.below(bounds.len());
        bounds.keys().nth(at).unwrap().clone()
    };
    if random.below(4) == 0 {
        bounds.remove(&position);
        return file.to_string();
    }
    let which = random.below(2);
    let decided = json!((["win", "loss"][which], random.below(9)));
    let old = &mut bounds[&position][which];
    *old = match (old[0].as_str(), old.as_i64()) {
        (Some("draw"), _) => decided,
        (Some(_), _) => json!(["draw"]),
        (None, Some(margin)) => json!(margin + [-2, -1, 1, 2][random.below(4)]),
        (None, None) if text.contains("[\"") => decided,
        (None, None) => json!(random.below(7) as i64 - 3),
    };
    file.to_string()
}

/// Whatever is changed in a certificate: if it is accepted still, all it says is true by definition.
#[test]
fn nothing_false_is_accepted() {
    let mut random = SplitMix(11);
    for (name, moves, method) in [
        ("dots:2x2", "", Method::Search),
        ("dots:2x2", "", Method::Graph),
        ("dots:3x1", "", Method::Proof),
        ("kalah:2,2", "", Method::Search),
        ("othello:4", "b1 a1", Method::Search),
        ("domineering:4x4", "", Method::Search),
        ("domineering:4x3", "", Method::Proof),
        ("mnk:3,3,3", "a1", Method::Proof),
    ] {
        let mut game = open(name).unwrap();
        game.play_line(moves).unwrap();
        let text = certificate_by(method, &*game);
        check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut truth = Truth::default();
        assert!(truth.has(&mut *game, &claims(&text)), "{name}");
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..60 {
            let changed = corrupted(&text, &mut random);
            match check(&changed) {
                Ok(_) => {
                    accepted += 1;
                    let said = claims(&changed);
                    assert!(truth.has(&mut *game, &said), "{name}: {changed}");
                }
                Err(refusal) => {
                    refused += 1;
                    assert!(matches!(refusal, Refused::Wrong(_)), "{refusal}");
                    assert_ne!(refusal.localized(Language::French), refusal.to_string());
                }
            }
        }
        assert!(refused > 20, "{name}: {accepted} accepted");
    }
}

/// The margin of the position itself, one more or one less, or of another game.
#[test]
fn a_margin_that_is_off_by_one_is_refused() {
    for (name, method) in [
        ("dots:2x2", Method::Search),
        ("dots:2x2", Method::Graph),
        ("kalah:3,2", Method::Search),
        ("othello:4", Method::Search),
        ("awele:2,2", Method::Graph),
        ("go:2,0.5", Method::Graph),
    ] {
        let game = open(name).unwrap();
        let text = certificate_by(method, &*game);
        let [margin, _] = claims(&text)[&game.board()];
        let margin = margin.unwrap();
        for off in [-2, -1, 1, 2] {
            let mut file: Json = serde_json::from_str(&text).unwrap();
            *claimed_of(&mut file, &game.board()) = json!([margin + off, margin + off, 1_000_000]);
            let refused = check(&file.to_string()).unwrap_err();
            assert!(
                matches!(
                    refused,
                    Refused::Wrong(Wrong::NotReached { .. } | Wrong::NotBounded { .. })
                ),
                "{name} {off:+}: {refused}"
            );
            *claimed_of(&mut file, &game.board()) = json!([margin, margin + off.abs(), 1_000_000]);
            assert!(matches!(
                check(&file.to_string()),
                Err(Refused::Wrong(Wrong::NotExact { .. }))
            ));
        }
    }
    let text = certificate_by(Method::Search, &*open("dots:2x2").unwrap());
    for other in ["dots:1x4", "dots:2x3", "domineering:2x2", "kalah:2,2"] {
        check(&text.replacen("dots:2x2", other, 1)).unwrap_err();
    }
    let text = certificate_by(Method::Search, &*open("domineering:4x4").unwrap());
    for other in [
        "domineering:4x5",
        "domineering:2x8",
        "mnk:4,4,3",
        "dots:2x2",
    ] {
        check(&text.replacen("domineering:4x4", other, 1)).unwrap_err();
    }
}

fn claimed_of<'a>(file: &'a mut Json, position: &str) -> &'a mut Json {
    &mut file["claim"]["bounds"][position]
}

#[test]
fn a_small_margin_reads_well() {
    let text = certificate_by(Method::Search, &*open("dots:1x1").unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            r#"{"noyau":"certificate","version":1,"kind":"proof","#,
            r#""game":"dots:1x1","rules":1,"position":"./../. first 0-0","#,
            r#""claim":{"bounds":{"#,
        ]
    );
    assert!(text.contains("\"./../. first\":[-1,-1,4]"), "{text}");
}
