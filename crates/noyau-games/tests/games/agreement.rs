//! All exact methods give the same answer wherever more than one applies.

use crate::open;
use noyau::dynamic::{FactKind, Method, Wanted};
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau_games::GAMES;

/// Games with few enough positions to be walked through from every position that is met.
const SMALL: &[&str] = &[
    "awele:2,2",
    "awele:3,1",
    "chomp:3x5",
    "connect4:3x4",
    "connect4:4x3",
    "connect4:4x4",
    "domineering:3x5",
    "domineering:4x4",
    "dots:1x4",
    "dots:2x2",
    "go:2,0",
    "go:2,1",
    "kalah:2,3",
    "kalah:3,2",
    "leapfrog:2",
    "leapfrog:3",
    "matches:30",
    "mnk:3,3,3",
    "mnk:4,3,3",
    "morris:3",
    "nim:3,3,2,misere",
    "nim:3,4,5",
    "octal:0.07,14",
    "octal:0.77,12",
    "othello:4",
    "tictactoe",
    "wythoff:6,9",
];

/// The games that are too large in every size, or made from files.
const NONE_SMALL: &[&str] = &["chess", "draughts", "gdl", "graph"];

/// The small sizes of all games; of games that are not listed, the size of the smallest counted graph.
fn small_sizes() -> Vec<String> {
    let mut sizes: Vec<String> = SMALL.iter().map(|&size| size.to_owned()).collect();
    for game in GAMES {
        let name = game.info().name;
        let is_listed = SMALL
            .iter()
            .any(|size| size.split(':').next() == Some(name));
        if is_listed || NONE_SMALL.contains(&name) {
            continue;
        }
        let counts = game.facts().iter().filter_map(|fact| match fact.kind {
            FactKind::Count { positions, .. } => Some((positions, fact.parameters)),
            _ => None,
        });
        let Some((_, parameters)) = counts.min() else {
            panic!("{name} needs a `Fact::count` of a small size");
        };
        sizes.push(format!("{name}:{parameters}"));
    }
    sizes
}

/// Distances and margins too, where a method gives them.
#[test]
fn all_methods_agree() {
    const PLAYS: u64 = 3;
    const MOST_PLIES: usize = 12;
    let limits = Limits::default();
    for name in &small_sizes() {
        for seed in 0..PLAYS {
            let mut random = SplitMix(seed);
            let mut game = open(name);
            for _ in 0..MOST_PLIES {
                let graph = game
                    .solve_by(Method::Graph, Wanted::Moves, &limits)
                    .unwrap();
                let worth = graph.worth.unwrap();
                for method in Method::ALL {
                    let told = format!("{name} {} by {}", game.position(), method.name());
                    let found = match game.solve_by(method, Wanted::Moves, &limits) {
                        Ok(found) => found,
                        // A table can be made of every small game, with and without numbered positions.
                        Err(problem) => {
                            assert_ne!(method, Method::Table, "{told}: {problem}");
                            continue;
                        }
                    };
                    let same = found.worth.unwrap_or_else(|| panic!("{told}: unknown"));
                    assert_eq!(same.outcome, worth.outcome, "{told}");
                    if same.distance.is_some() {
                        assert_eq!(same.distance, worth.distance, "{told}");
                    }
                    if same.margin.is_some() {
                        assert_eq!(same.margin, worth.margin, "{told}");
                    }
                    assert_eq!(found.moves.len(), graph.moves.len(), "{told}");
                    for (mv, of_move) in &graph.moves {
                        let found = found.moves.iter().find(|found| found.0 == *mv);
                        let found = found.unwrap_or_else(|| panic!("{told}: {mv} is missing"));
                        assert_eq!(found.1.outcome, of_move.outcome, "{told}: {mv}");
                    }
                    for best in &found.best {
                        let of_best = graph.moves.iter().find(|mv| mv.0 == *best).unwrap().1;
                        assert_eq!(of_best.outcome, worth.outcome, "{told}: {best}");
                    }
                }
                let moves = game.moves();
                let Some(mv) = moves.get(random.below(moves.len().max(1))) else {
                    break;
                };
                game.play(mv).unwrap();
            }
        }
    }
}
