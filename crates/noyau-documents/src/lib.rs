//! The JSON documents of noyau: the output of `--json` on the command line, and the responses of the page's server
//! ([`page`]).
//!
//! A document is made from a result of the library, and its keys have a fixed order. Larger documents flatten it.
//!
//! ```
//! use noyau_documents::Number;
//! use noyau_search::tree::{Utility, draw::Kind};
//!
//! let numbers = [Utility::from(3), Utility::LOWEST].map(|value| Number(value, Kind::MinMax));
//! assert_eq!(serde_json::to_string(&numbers).unwrap(), "[3,null]");
//! ```

mod agents;
mod check;
mod contest;
mod count;
pub mod csv;
mod exercise;
mod experiment;
mod games;
mod graph;
mod judgement;
pub mod page;
mod position;
mod sequence;
mod solved;
mod steps;
mod tables;
mod why;

pub use agents::{best, certain, judged_game, learned, puzzles, sampled};
pub use check::{function_mark, marks, marks_csv};
pub use contest::{CONFIDENCE, Rated, Tournament, duel};
pub use count::Counts;
pub use exercise::{dictionary, exercise, marked};
pub use experiment::{combinations_csv, effects_csv, experiment, levels};
pub use games::{Header, Record};
pub use graph::{CpuSeconds, GraphAnswer, GraphInfo};
pub use position::{example, listed_game, perft, position, size_order};
pub use sequence::{benched, sequence, signatures};
pub use solved::{Margin, solved};
pub use steps::{Number, StepDetails, Teller, step};
pub use tables::{
    LongestWins, Stored, refused, table_info, table_made, table_merged, table_stats, verified,
};
pub use why::{reasons, why};

use noyau_dynamic::OpenGame;
use noyau_format::codes::ProbeTables;
use serde_json::{Value, json};

/// Merges objects, keeping the order of their keys; other values are ignored.
pub fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let objects = parts.into_iter().filter_map(|part| match part {
        Value::Object(keys) => Some(keys),
        _ => None,
    });
    objects.flatten().collect()
}

/// Adds to a document how many positions the tables of its game have answered, if there are tables.
pub fn with_probes(document: Value, game: &dyn OpenGame) -> Value {
    let probes = game.tables_in_use().map(ProbeTables::answered);
    let probes = probes.map_or(Value::Null, |probes| json!({"probes": probes}));
    joined([document, probes])
}
