//! Two-player games of perfect information: who wins, how, and why to believe it.
//!
//! The library prints nothing, reads no file and owns no global: it works on what it is handed.
//! `ARCHITECTURE.md` in the repository says how the modules stand on each other.

pub mod language;

pub mod random;
pub mod word;

pub mod game;
pub mod value;

pub mod cells;
pub mod configuration;
pub mod grid;
pub mod heuristic;
pub mod knowledge;
pub mod notation;
pub mod playout;
pub mod points;
pub mod rank;
pub mod sum;
pub mod symmetry;
pub mod tabular;
pub mod view;

pub mod estimate;
pub mod limits;
mod parallel;
mod prefetch;
pub mod statistics;

pub mod arena;

pub mod audit;
pub mod store;

pub mod tree;

pub mod search;
pub mod solve;

pub mod learn;

pub mod certificate;

pub mod conformance;
pub mod erased;

pub mod play;

pub mod answers;

pub mod verify;

pub use game::{Game, Outcome, Side};
pub use language::{Language, Localized, Message, Text};
pub use notation::Notation;
pub use value::Value;

/// Compiles and runs the Rust in the document.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
