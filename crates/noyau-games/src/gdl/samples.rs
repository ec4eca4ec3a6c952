//! The sample sheets of noyau, and published facts about their games.

use noyau_core::Outcome;
use noyau_dynamic::{Fact, Sample};

macro_rules! samples {
    ($($name:literal),+ $(,)?) => {
        &[$(Sample {
            path: $name,
            content: include_str!(concat!("../../samples/gdl/", $name)),
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

pub(super) const FACTS: &[Fact] = &[
    Fact::perft("tictactoe.kif", &[1, 9, 72, 504, 3024, 15_120, 54_720])
        .source("published: 255168 games, of which none ends before the fifth ply"),
    Fact::perft("matches.kif", &[1, 3, 9, 17, 15])
        .source("by hand: sequences of 1, 2 and 3 with a sum of at most 6"),
    Fact::count("tictactoe.kif", 5478, 958, Some(9))
        .source("published: 626 ends won by x, 316 by o, 16 drawn"),
    Fact::count("leapfrog.kif", 27, 4, Some(7)).source("course, second text"),
    Fact::value("tictactoe.kif", Outcome::Draw, None).source("published"),
    Fact::value("matches.kif", Outcome::Win, Some(3)).source("by hand: leave 5, then 1"),
    Fact::value("nim.kif", Outcome::Loss, None)
        .at("(heap 1 1) (heap 2 4) (heap 3 5) (control right) second")
        .source("Bouton 1901"),
];
