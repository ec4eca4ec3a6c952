//! Core vocabulary of noyau: rules, positions, values, notation, views, limits, and the optional traits of a game.
//!
//! All other crates of noyau depend on this one.
//!
//! Rules are an object, positions are plain data, values belong to the side to move:
//!
//! ```
//! use noyau_core::game::perft;
//! use noyau_core::{Game, Outcome, Value};
//!
//! /// A heap of stones: a move takes one or two; who cannot move has lost.
//! struct Heap(u32);
//!
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!
//!     fn outcome(&self, &left: &u32) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome::Loss)
//!     }
//!
//!     fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
//!         out.extend(1..=left.min(2));
//!     }
//!
//!     fn play(&self, left: &mut u32, taken: u32) {
//!         *left -= taken;
//!     }
//! }
//!
//! let game = Heap(4);
//! assert_eq!(perft(&game, &game.start(), 2), 4);
//! assert_eq!(Value::Loss(2).seen_by_parent(false), Value::Win(3));
//! ```

pub mod by_number;
pub mod cells;
pub mod configuration;
#[cfg(feature = "laws")]
pub mod conformance;
pub mod cursor;
pub mod drawing;
pub mod estimate;
pub mod game;
pub mod grid;
pub mod guide;
pub mod hash;
pub mod heuristic;
pub mod hints;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host_clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod host_threads;
pub mod index;
pub mod intern;
pub mod json;
pub mod language;
pub mod limits;
pub mod notation;
pub mod orbits;
pub mod parallel;
pub mod payoff;
pub mod playout;
pub mod points;
pub mod prefetch;
pub mod random;
pub mod rank;
pub mod reason;
pub mod side_names;
pub mod source;
pub mod sum;
pub mod symmetry;
pub mod table_rules;
pub mod tactics;
pub mod value;
pub mod view;
pub mod walk;
pub mod word;

pub use game::{Game, Outcome, Side};
pub use language::{Language, Localized, Message, Text};
pub use notation::Notation;
pub use value::Value;

/// What the author of a game needs.
pub mod prelude {
    pub use crate::cells::Cells;
    pub use crate::configuration::{Magnitude, RandomConfiguration};
    pub use crate::game::{Impartial, Reversible};
    pub use crate::grid::{Grid, RowOne};
    pub use crate::guide::{Expected, Guide};
    pub use crate::heuristic::{Heuristic, Score};
    pub use crate::index::{Coverage, Index};
    pub use crate::points::Points;
    pub use crate::random::SplitMix;
    pub use crate::sum::{PlacementGame, Splits};
    pub use crate::symmetry::Symmetric;
    pub use crate::tactics::Tactics;
    pub use crate::view::{Line, Piece, Shape, Touch, View};
    pub use crate::{Game, Message, Notation, Outcome, Side, Text, message};
}
