//! Two-player games of perfect information: who wins, how, and why to believe it.
//!
//! This crate has no code of its own: it is the one name to depend on, and re-exports the layers below it.
//! The library prints nothing, reads no file and owns no global: it works on what it is handed.
//! `ARCHITECTURE.md` in the repository says how the layers stand on each other.
//!
//! ```
//! use noyau::arena::format::{Format, read};
//! use noyau::arena::Arena;
//! use noyau::solve::{retrograde, strategy};
//! use noyau::{Side, Value};
//!
//! let arena = Arena::from(read(br#"{"0":[1,2],"1":[2],"2":[]}"#, Format::Json).unwrap());
//! let solution = retrograde::solve(&arena, 1);
//! assert_eq!(solution.value(0), Value::Win(1));
//! let winning = strategy::winning(&arena, &solution, 0);
//! assert_eq!(winning.winner, Some(Side::First));
//! assert_eq!(winning.moves, [(0, 2)]);
//! ```

#[cfg(feature = "laws")]
pub use noyau_core::conformance;
pub use noyau_core::{
    Game, Language, Localized, Message, Notation, Outcome, Side, Text, Value, by_number, cells,
    configuration, estimate, game, grid, heuristic, hints, index, language, limits, message,
    messages, notation, parallel, payoff, playout, points, random, rank, sum, symmetry,
    table_rules, value, view, word,
};
pub use noyau_documents as documents;
pub use noyau_dynamic as dynamic;
pub use noyau_dynamic::certificate;
pub use noyau_format as format;
pub use noyau_graph::arena;
pub use noyau_learn as learn;
pub use noyau_play as play;
pub use noyau_play::statistics;
pub use noyau_search as search;
pub use noyau_search::tree;
pub use noyau_tables as tables;
pub use noyau_verify as verify;

/// What the author of a game needs.
pub mod prelude {
    pub use noyau_core::cells::Cells;
    pub use noyau_core::configuration::{Magnitude, RandomConfiguration};
    pub use noyau_core::game::{Impartial, Reversible};
    pub use noyau_core::grid::{Grid, RowOne};
    pub use noyau_core::heuristic::{Heuristic, Score};
    pub use noyau_core::index::Index;
    pub use noyau_core::points::Points;
    pub use noyau_core::random::SplitMix;
    pub use noyau_core::sum::{PlacementGame, Splits};
    pub use noyau_core::symmetry::Symmetric;
    pub use noyau_core::view::{Line, Piece, Shape, Touch, View};
    pub use noyau_core::{Game, Message, Notation, Outcome, Side, Text, message};
    pub use noyau_dynamic::{Fact, Info, Spec};
}

/// Exact answers on explicit graphs and on positions that are numbered.
pub mod solve {
    pub use noyau_graph::{attractor, kernel, margins, nimbers, retrograde, strategy};
    pub use noyau_tables::{heaps, sieve, tiers};
}

/// Compiles and runs the Rust in the document.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
