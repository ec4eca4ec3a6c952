//! The vocabulary of games: rules, positions, values, notation, views, limits, and the traits a game may add to its rules.
//!
//! Every other crate of noyau stands on this one.

pub mod cells;
pub mod configuration;
#[cfg(feature = "laws")]
pub mod conformance;
pub mod cursor;
pub mod drawing;
pub mod estimate;
pub mod game;
pub mod grid;
pub mod hash;
pub mod heuristic;
pub mod hints;
pub mod index;
pub mod intern;
pub mod language;
pub mod limits;
pub mod notation;
pub mod parallel;
pub mod payoff;
pub mod playout;
pub mod points;
pub mod prefetch;
pub mod random;
pub mod rank;
pub mod sum;
pub mod symmetry;
pub mod value;
pub mod view;
pub mod word;

pub use game::{Game, Outcome, Side};
pub use language::{Language, Localized, Message, Text};
pub use notation::Notation;
pub use value::Value;
