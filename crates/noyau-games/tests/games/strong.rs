//! The strong solver against published figures, and position by position against the solvers of explicit graphs.

use crate::tables::Failing;
use crate::{no_files, on_threads, open};
use noyau::dynamic::{Entry, FactKind, OpenGame};
use noyau::format::code::{Code, Numbers, SolvedTier, margin_of_code, value_of_code};
use noyau::limits::{Limits, Stopped};
use noyau::random::SplitMix;
use noyau::solve::tiers::{self, Method, NotSolved, Summary};
use noyau::solve::{nimbers, retrograde};
use noyau::tables::checkpoint::{Checkpoints, MemoryStore};
use noyau::{Side, Value};
use noyau_games::GAMES;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// All tiers of a game, and what they count.
pub(crate) fn solve(game: &dyn OpenGame, limits: &Limits) -> (Summary, BTreeMap<u32, SolvedTier>) {
    let folder = MemoryStore::default();
    let checkpoints = Checkpoints::new(&folder, "").unwrap();
    let by_number = game.by_number().unwrap();
    let summary = tiers::solve(&*by_number, &checkpoints, limits).unwrap();
    let plan = tiers::plan(&*by_number, limits);
    let tiers = plan.tiers.iter().filter_map(|planned| {
        let tier = planned.tier;
        Some((tier, checkpoints.solved(tier).unwrap()?))
    });
    (summary, tiers.collect())
}

fn summary(name: &str) -> Summary {
    solve(&*open(name), &on_threads(2)).0
}

/// The code and the nimber of the position a game stands at.
pub(crate) fn look_up(
    tiers: &BTreeMap<u32, SolvedTier>,
    game: &dyn OpenGame,
) -> (Code, Option<u16>) {
    let (tier, number) = game.place_in_table().unwrap();
    let tier = &tiers[&tier];
    let place = match &tier.numbers {
        Numbers::Dense(_) => number as usize,
        Numbers::Listed(keys) => keys.binary_search(&number).unwrap(),
    };
    let nimber = tier.nimbers.as_ref().map(|nimbers| nimbers[place]);
    (tier.values[place], nimber)
}

/// The game with all parameters that something is known about, where these have a layout.
fn laid_out(entry: &'static dyn Entry) -> Vec<Box<dyn OpenGame>> {
    let mut parameters = BTreeSet::from([entry.info().default]);
    parameters.extend(entry.facts().iter().map(|fact| fact.parameters));
    let opened = parameters.into_iter().filter_map(|parameters| {
        let game = entry.open(parameters, &no_files).ok()?;
        game.by_number()?;
        Some(game)
    });
    opened.collect()
}

fn has_margins(entry: &dyn Entry) -> bool {
    let mut facts = entry.facts().iter();
    facts.any(|fact| matches!(fact.kind, FactKind::Margin(_)))
}

/// Whether a table has all positions of a class of endgames, not only those that play can reach; `endgames.rs` is about these.
fn is_class(name: &str) -> bool {
    let of_class = ["chess:", "draughts:", "othello:4,"];
    let begins = |class: &&str| name.starts_with(class);
    let is_of_men = name.starts_with("morris:") && name.contains(',');
    name.contains(",..") || of_class.iter().any(begins) || is_of_men
}

/// Those with few positions are solved both ways.
fn small_versions(entry: &'static dyn Entry, most: u64) -> Vec<Box<dyn OpenGame>> {
    let laid_out = laid_out(entry).into_iter();
    let from_a_start = laid_out.filter(|game| !is_class(&game.name()));
    let opened = from_a_start.filter_map(|game| {
        // A few hundred bytes a position are enough to unfold a small game, and stop a large one early.
        let limits = Limits {
            memory: Some(400 * most),
            ..Limits::default()
        };
        let count = game.count(&limits).ok()?;
        (count.positions <= most).then_some(game)
    });
    opened.collect()
}

/// The games that have a layout, chess and draughts for their endgames. Others are given as a graph or a sheet of rules, or solved as sums.
const LAID_OUT: [&str; 17] = [
    "awele",
    "chess",
    "chomp",
    "connect4",
    "domineering",
    "dots",
    "draughts",
    "go",
    "kalah",
    "leapfrog",
    "matches",
    "mnk",
    "morris",
    "nim",
    "othello",
    "tictactoe",
    "wythoff",
];

#[test]
fn games_are_laid_out() {
    for name in LAID_OUT {
        let entry = noyau_games::find(name).unwrap();
        assert!(!laid_out(entry).is_empty(), "{name}");
    }
}

/// Outcomes, distances and nimbers of every position, against retrograde analysis of the unfolded graph.
#[test]
fn outcomes_agree_with_the_graph_solvers() {
    let mut compared = 0;
    for &entry in GAMES {
        for mut game in small_versions(entry, 20_000) {
            if has_margins(entry) {
                continue;
            }
            let name = game.name();
            let (summary, tiers) = solve(&*game, &on_threads(2));
            let arena = game.arena(&Limits::default()).unwrap();
            let solution = retrograde::solve(&arena, 1);
            let of_nim = nimbers::nimbers(arena.graph());
            let mut met = BTreeSet::new();
            for v in arena.graph().vertices() {
                let text = arena.name(v);
                if arena.owner(v).is_some() {
                    game.set(&text).unwrap();
                } else {
                    game.set(&format!("{text} first")).unwrap();
                }
                let (code, nimber) = look_up(&tiers, &*game);
                assert_eq!(
                    value_of_code(code),
                    Some(solution.value(v)),
                    "{name}: {text}"
                );
                if let Some(nimber) = nimber {
                    let expected = of_nim.as_ref().unwrap()[v as usize];
                    assert_eq!(u32::from(nimber), expected, "{name}: {text}");
                }
                met.insert(game.place_in_table());
            }
            let count = game_count(entry, &name);
            assert_eq!(summary.positions, count, "{name}");
            assert_eq!(summary.stored, met.len() as u64, "{name}: places");
            compared += arena.len();
        }
    }
    assert!(compared > 50_000, "{compared}");
}

fn game_count(entry: &'static dyn Entry, name: &str) -> u64 {
    let parameters = name
        .split_once(':')
        .map_or("", |(_, parameters)| parameters);
    let game = entry.open(parameters, &no_files).unwrap();
    game.count(&Limits::default()).unwrap().positions
}

/// Margins of every position, against the solver of explicit graphs.
#[test]
fn margins_agree_with_the_graph_solver() {
    let mut compared = 0;
    for &entry in GAMES {
        if !has_margins(entry) {
            continue;
        }
        for mut game in small_versions(entry, 900) {
            let name = game.name();
            let (summary, tiers) = solve(&*game, &on_threads(2));
            let board = |text: &str| match text.rsplit_once(' ') {
                Some((board, points)) if points.contains('-') => board.to_owned(),
                _ => text.to_owned(),
            };
            let mut met = BTreeSet::from([board(&game.position())]);
            let mut waiting = vec![game.position()];
            while let Some(text) = waiting.pop() {
                game.set(&text).unwrap();
                let (code, _) = look_up(&tiers, &*game);
                let worth = game.solve(true, &on_threads(1)).worth.unwrap();
                let [first, second] = game.points().unwrap_or([0, 0]);
                let so_far = match game.side() {
                    Side::First => first - second,
                    Side::Second => second - first,
                };
                let to_come = worth.margin.unwrap() - so_far;
                assert_eq!(margin_of_code(code), Some(to_come), "{name}: {text}");
                for mv in game.moves() {
                    game.play(&mv).unwrap();
                    let next = game.position();
                    game.undo();
                    if met.insert(board(&next)) {
                        waiting.push(next);
                    }
                }
            }
            assert_eq!(summary.positions, game_count(entry, &name), "{name}");
            compared += met.len();
        }
    }
    assert!(compared > 1_500, "{compared}");
}

/// Late positions of games that are too large to compare everywhere, met in random plays.
#[test]
fn late_margins_agree_with_the_graph_solver() {
    let mut random = SplitMix(4);
    for (name, most) in [
        ("othello:4", 400),
        ("kalah:3,3", 300),
        ("kalah:4,2,plain", 300),
        ("awele:3,2", 3000),
        ("dots:3x2", 300),
    ] {
        let mut game = open(name);
        let (_, tiers) = solve(&*game, &on_threads(2));
        let mut compared = 0;
        for _ in 0..10 {
            while game.undo() {}
            // Awele may go round for ever.
            for _ in 0..100 {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random.below(moves.len())]).unwrap();
                let limits = Limits {
                    memory: Some(100 * most),
                    ..on_threads(1)
                };
                let Some(worth) = game.solve(true, &limits).worth else {
                    continue;
                };
                let [first, second] = game.points().unwrap_or([0, 0]);
                let so_far = match game.side() {
                    Side::First => first - second,
                    Side::Second => second - first,
                };
                let to_come = worth.margin.unwrap() - so_far;
                let (code, _) = look_up(&tiers, &*game);
                assert_eq!(margin_of_code(code), Some(to_come), "{}", game.position());
                compared += 1;
            }
        }
        assert!(compared >= 20, "{name}: {compared}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for name in [
        "morris:3",
        "connect4:4x4",
        "othello:4",
        "kalah:3,2",
        "awele:2,3",
        "go:2",
        "dots:3x2",
        "nim:5,6,7",
    ] {
        let game = open(name);
        let one = solve(&*game, &on_threads(1));
        for threads in [2, 5] {
            assert!(solve(&*game, &on_threads(threads)) == one, "{name}");
        }
    }
}

#[test]
fn tictactoe_is_drawn_in_5478_positions() {
    let summary = summary("tictactoe");
    assert_eq!(summary.positions, 5478);
    assert_eq!(value_of_code(summary.start), Some(Value::Draw));
}

/// Tromp's table of board sizes; values from the same place.
#[test]
fn connect_4_has_as_many_positions_as_published() {
    for (size, positions) in [
        ("1x1", 2),
        ("1x13", 14),
        ("2x2", 18),
        ("2x4", 179),
        ("2x6", 1571),
        ("2x8", 13_343),
        ("2x10", 113_835),
        ("3x1", 13),
        ("3x3", 869),
        ("3x5", 38_310),
        ("4x2", 741),
        ("4x4", 161_029),
        ("5x1", 96),
        ("5x3", 158_911),
        ("6x2", 29_737),
        ("7x1", 750),
        ("9x1", 6010),
        ("11x1", 48_930),
    ] {
        assert_eq!(
            summary(&format!("connect4:{size}")).positions,
            positions,
            "{size}"
        );
    }
    for size in ["4x4", "5x4"] {
        let start = summary(&format!("connect4:{size}")).start;
        assert_eq!(value_of_code(start), Some(Value::Draw), "{size}");
    }
}

/// Wilson; Irving, Donkers and Uiterwijk 2000; the rest computed elsewhere.
#[test]
fn margins_are_those_published() {
    for (name, margin) in [
        ("dots:1x1", -1),
        ("dots:2x2", 2),
        ("othello:4", -8),
        ("kalah:1,3", 6),
        ("kalah:2,4", -12),
        ("kalah:2,4,plain", -10),
        ("kalah:3,3", 2),
        ("kalah:4,2", 6),
    ] {
        let start = margin_of_code(summary(name).start);
        assert_eq!(start, Some(margin), "{name}");
    }
}

#[test]
fn lines_on_small_boards_are_won_or_not() {
    for (name, won) in [("mnk:4,3,3", true), ("mnk:3,3,3", false)] {
        let start = value_of_code(summary(name).start).unwrap();
        assert_eq!(matches!(start, Value::Win(_)), won, "{name}");
    }
}

#[test]
fn a_run_goes_on_from_what_is_on_the_shelf() {
    for name in ["connect4:3x3", "morris:3", "kalah:2,4", "dots:2x2"] {
        let game = open(name);
        let expected = solve(&*game, &on_threads(1));
        let folder = MemoryStore::default();
        let mut runs = 0;
        let done = loop {
            let failing = Failing::new(&folder, 3);
            // The last runs end within the first few pieces; each gets at least one further.
            let checkpoints = Checkpoints::new(&failing, "same").unwrap();
            runs += 1;
            match tiers::solve(&*game.by_number().unwrap(), &checkpoints, &on_threads(2)) {
                Ok(summary) => break summary,
                Err(NotSolved::Storage(_)) => assert!(runs < 100, "{name}"),
                Err(other) => panic!("{name}: {other}"),
            }
        };
        assert!(runs > 3, "{name} was cut short");
        assert_eq!(done, expected.0, "{name}");
        let checkpoints = Checkpoints::new(&folder, "same").unwrap();
        for (tier, solved) in expected.1 {
            assert!(
                checkpoints.solved(tier).unwrap() == Some(solved),
                "{name}: tier {tier}"
            );
        }
    }
}

#[test]
fn limits_are_obeyed() {
    let game = open("connect4:5x4");
    let run = |limits: &Limits| {
        let folder = MemoryStore::default();
        let checkpoints = Checkpoints::new(&folder, "").unwrap();
        tiers::solve(&*game.by_number().unwrap(), &checkpoints, limits)
    };
    let stop = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    assert!(matches!(
        run(&stop),
        Err(NotSolved::Stopped(Stopped::Asked))
    ));
    let little = |memory: u64| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    assert!(matches!(
        run(&little(2 << 20)),
        Err(NotSolved::Stopped(Stopped::Memory))
    ));
    assert!(matches!(run(&little(1 << 10)), Err(NotSolved::TooLarge(_))));
    assert_eq!(run(&little(100 << 20)).unwrap(), summary("connect4:5x4"));
}

/// Gasser 1996 counts 7,673,759,269 states after the placing, up to symmetry; as many are planned before it.
#[test]
fn nine_mens_morris_is_planned_and_refused() {
    let game = open("morris:9");
    let limits = Limits {
        memory: Some(4 << 30),
        ..on_threads(1)
    };
    let plan = tiers::plan(&*game.by_number().unwrap(), &limits);
    let moving = plan
        .tiers
        .iter()
        .filter(|tier| tier.method == Method::Backwards);
    let moving: u64 = moving.map(|tier| tier.positions).sum();
    let published = 7_673_759_269.0;
    // He counts a position once for both sides, and leaves out what no mill can have led to.
    let ratio = moving as f64 / published;
    assert!((2.0..2.5).contains(&ratio), "{moving}");
    assert!(plan.positions > moving && plan.disk > moving && plan.seconds > 3600);
    let little = Limits {
        memory: Some(64 << 20),
        ..limits
    };
    let why = plan.refusal(&little).unwrap();
    assert!(why.en.contains("GiB") && why.fr.contains("GiB"), "{why}");
}
