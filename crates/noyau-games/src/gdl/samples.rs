//! The sheets that come with noyau, and what is known of their games from elsewhere.

use noyau::Outcome;
use noyau::erased::{CountFact, Facts, PerftFact, Sample, ValueFact};

macro_rules! samples {
    ($($name:literal),+ $(,)?) => {
        &[$(Sample {
            path: $name,
            content: include_str!(concat!("../../../../examples/gdl/", $name)),
        }),+]
    };
}

pub(super) const SAMPLES: &[Sample] = samples![
    "tictactoe.kif",
    "chomp.kif",
    "connect4.kif",
    "domineering.kif",
    "dots.kif",
    "leapfrog.kif",
    "matches.kif",
    "nim.kif",
];

pub(super) const FACTS: Facts = Facts {
    perft: &[
        PerftFact {
            parameters: "tictactoe.kif",
            at: "",
            counts: &[1, 9, 72, 504, 3024, 15_120, 54_720],
            source: "published: 255168 games, of which none ends before the fifth ply",
        },
        PerftFact {
            parameters: "matches.kif",
            at: "",
            counts: &[1, 3, 9, 17, 15],
            source: "by hand: sequences of 1, 2 and 3 with a sum of at most 6",
        },
    ],
    counts: &[
        CountFact {
            parameters: "tictactoe.kif",
            positions: 5478,
            terminal: 958,
            longest: Some(9),
            source: "published: 626 ends won by x, 316 by o, 16 drawn",
        },
        CountFact {
            parameters: "leapfrog.kif",
            positions: 27,
            terminal: 4,
            longest: Some(7),
            source: "course, second text",
        },
    ],
    values: &[
        ValueFact {
            parameters: "tictactoe.kif",
            at: "",
            outcome: Outcome::Draw,
            distance: None,
            source: "published",
        },
        ValueFact {
            parameters: "matches.kif",
            at: "",
            outcome: Outcome::Win,
            distance: Some(3),
            source: "by hand: leave 5, then 1",
        },
        ValueFact {
            parameters: "nim.kif",
            at: "(heap 1 1) (heap 2 4) (heap 3 5) (control right) second",
            outcome: Outcome::Loss,
            distance: None,
            source: "Bouton 1901",
        },
    ],
    ..Facts::NONE
};
