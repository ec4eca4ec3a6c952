use crate::{on_threads, open};
use noyau::hints::bounds::{Bounded, OutcomeBounds};
use noyau::random::SplitMix;
use noyau::{Game, Outcome, Side};
use noyau_games::domineering::{Domineering, Field};
use std::collections::HashMap;

/// Who wins on boards of 1, 2, 3… rows, and in each line of 1, 2, 3… columns: vertical, horizontal, the next to move
/// or the previous. Source: Breuker, Uiterwijk and van den Herik 2000.
const WINNERS: &[&str] = &[
    "PHHHHHHHHHHH",
    "VNNHVNNHVN",
    "VNNHHH",
    "VVVNV",
    "VHVH",
    "VNV",
    "VN",
    "VV",
    "VH",
    "VN",
    "V",
    "V",
];

#[test]
fn winners_are_the_published_ones() {
    let boards = (1..).zip(WINNERS).flat_map(|(rows, line)| {
        (1..)
            .zip(line.chars())
            .map(move |(columns, winner)| (rows, columns, winner))
    });
    for (rows, columns, winner) in boards {
        let mut game = open(&format!("domineering:{columns}x{rows}"));
        let board = vec![".".repeat(columns); rows].join("/");
        let (vertical, horizontal) = match winner {
            'V' => (Outcome::Win, Outcome::Loss),
            'H' => (Outcome::Loss, Outcome::Win),
            'N' => (Outcome::Win, Outcome::Win),
            _ => (Outcome::Loss, Outcome::Loss),
        };
        for (side, wanted) in [("first", vertical), ("second", horizontal)] {
            game.set(&format!("{board} {side}")).unwrap();
            let answers = [1, 3].map(|threads| {
                let answer = game.solve(true, &on_threads(threads));
                (answer.worth.unwrap().outcome, answer.best, answer.line)
            });
            assert_eq!(answers[0], answers[1], "{} begun by {side}", game.name());
            assert_eq!(answers[0].0, wanted, "{} begun by {side}", game.name());
        }
    }
}

/// Whether the side to move wins, by the rules alone, with all that was found on the way.
fn wins(game: &Domineering, field: Field, known: &mut HashMap<Field, bool>) -> bool {
    if let Some(&wins) = known.get(&field) {
        return wins;
    }
    let moves = game.legal_moves(&field);
    // All of them are played out, so that there is more to compare.
    let mut found = false;
    for mv in moves {
        found |= !wins(game, game.child(&field, mv), known);
    }
    known.insert(field, found);
    found
}

/// Boards with holes, and all that can follow on them.
#[test]
fn bounds_hold_and_positions_with_the_same_key_end_alike() {
    const MOST_FREE: u32 = 17;
    let mut random = SplitMix(9);
    let mut seen = [0; 2];
    for (columns, rows) in [(5, 5), (4, 5), (7, 3), (3, 7), (9, 2), (6, 6)] {
        let game = Domineering::new(columns, rows).unwrap();
        let mut precomputed = game.precompute(1 << 26);
        let mut ends = HashMap::new();
        for _ in 0..6 {
            let mut free: u128 = (1 << (columns * rows)) - 1;
            while free.count_ones() > MOST_FREE {
                free &= !(1 << random.below(columns * rows));
            }
            let mut known = HashMap::new();
            for side in [Side::First, Side::Second] {
                wins(&game, Field::new(free, side), &mut known);
            }
            for (field, won) in known {
                if game.outcome(&field).is_some() {
                    continue;
                }
                let (first, key) = game.outcome_bounds(&mut precomputed, &field);
                let second = game.costly_bounds(&mut precomputed, &field, &key);
                for (i, outcome_bounds) in [first, second].into_iter().enumerate() {
                    let told = format!("{columns}x{rows} {field:?} {outcome_bounds:?}");
                    assert!(won || outcome_bounds.least == Outcome::Loss, "{told}");
                    assert!(!won || outcome_bounds.most == Outcome::Win, "{told}");
                    seen[i] += usize::from(outcome_bounds != OutcomeBounds::OPEN);
                }
                assert_eq!(*ends.entry(key).or_insert(won), won, "{field:?}");
            }
        }
    }
    // They do say something.
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}
