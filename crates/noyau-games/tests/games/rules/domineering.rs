use crate::{on_threads, open};
use noyau::Outcome;

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
