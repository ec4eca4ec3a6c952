//! Two-player games of perfect information: who wins, how, and why to believe it.
//!
//! # A graph
//!
//! ```
//! use noyau::arena::Arena;
//! use noyau::arena::format::{Format, read};
//! use noyau::solve::{retrograde, strategy};
//! use noyau::{Side, Value};
//!
//! let arena = Arena::from(read(br#"{"0":[1,2],"1":[2],"2":[]}"#, Format::Json)?);
//! let solution = retrograde::solve(&arena, 1);
//! assert_eq!(solution.value(0), Value::Win(1));
//! let winning = strategy::winning(&arena, &solution, 0);
//! assert_eq!((winning.winner, winning.moves), (Some(Side::First), vec![(0, 2)]));
//! # Ok::<_, noyau::arena::format::ReadError>(())
//! ```
//!
//! # A named game
//!
//! The games of the list are in the crate `noyau-games`. `open` gives a [`dynamic::OpenGame`], whose positions and moves
//! are text:
//!
#![doc = "```ignore"]
#![doc = include_str!("named_game.txt")]
#![doc = "```"]
//!
//! # A game of your own
//!
//! The trait [`Game`] is all that has to be written; every question is one call.
//!
//! ```
//! use noyau::{Game, Outcome};
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
//! let game = Heap(20);
//! let solution = noyau::solve(&game)?;
//! assert_eq!(solution.start().outcome, Outcome::Win);
//! assert_eq!(noyau::best_move(&game, &20, &Default::default()), Some(2));
//! let mut player = noyau::mcts(&game, 500, 1);
//! let tally = noyau::duel(&game, |at| solution.best(at).first().copied(), &mut player, 10);
//! // The start is won, and perfect play begins every second game.
//! assert!(tally.wins >= 5);
//! let table = noyau::make_table(&game)?;
//! assert_eq!(table.verify()?.entries, 21);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | call | needs | answers |
//! |---|---|---|
//! | [`solve`](solve()) | [`Game`] | every position: outcome, distance or margin, best moves |
//! | [`best_move`] | [`Game`] | the best move within limits |
//! | [`alpha_beta`], [`mcts`] | [`Game`] | a player |
//! | [`duel`] | [`Game`] | wins, draws and losses of two players |
//! | [`make_table`] | [`Game`] | a table of all positions, which [`GameTable::verify`] checks |
//! | [`search_exactly`] | [`hints::Finite`], [`hints::Keyed`] | the exact value of a large game, without its other positions |
//! | [`open`] | [`Game`] | agents by name, certificates, documents, pictures: see [`dynamic`] and [`play`] |
//!
//! Where points decide, implement [`points::Points`] and pass [`Rules::by_points`]`(&game)`.
//!
//! # Features
//!
//! All are on by default but `laws`. Without them there are the rules and the graphs, with `hashbrown` as the one dependency.
//!
//! | feature | adds |
//! |---|---|
//! | `search` | game trees and searches: [`search`], [`tree`], [`best_move`], [`alpha_beta`], [`mcts`], [`search_exactly`] |
//! | `tables` | tables by number: [`format`](mod@format), [`tables`] |
//! | `verify` | the verifier: [`verify`] |
//! | `dynamic` | games whose types are erased: [`dynamic`], [`learn`], [`play`]; has `search` and `tables` |
//! | `documents` | JSON documents: [`documents`]; has `dynamic` |
//! | `own` | [`open`], [`make_table`]; has `dynamic` and `verify` |
//! | `laws` | the laws that every game obeys, for tests of a game: `conformance` |
//!
//! The library prints nothing, reads no file and owns no global: it works on what it is handed.

mod front;
#[cfg(feature = "own")]
mod game_table;
#[cfg(feature = "own")]
mod own;

pub use front::{Solution, Tally, duel, solve, solve_within};
#[cfg(feature = "search")]
pub use front::{alpha_beta, best_move, mcts, search_exactly};
#[cfg(feature = "own")]
pub use game_table::{GameTable, make_table};
#[cfg(feature = "own")]
pub use own::{open, open_by_points};

#[cfg(feature = "laws")]
pub use noyau_core::conformance;
pub use noyau_core::payoff::Rules;
pub use noyau_core::{
    Game, Language, Localized, Message, Notation, Outcome, Side, Text, Value, by_number, cells,
    configuration, drawing, estimate, game, grid, heuristic, hints, index, language, limits,
    message, messages, notation, parallel, payoff, playout, points, random, rank, side_names, sum,
    symmetry, table_rules, value, view, word,
};
#[cfg(feature = "documents")]
pub use noyau_documents as documents;
#[cfg(feature = "dynamic")]
pub use noyau_dynamic as dynamic;
#[cfg(feature = "dynamic")]
pub use noyau_dynamic::certificate;
#[cfg(feature = "tables")]
pub use noyau_format as format;
pub use noyau_graph::arena;
#[cfg(feature = "dynamic")]
pub use noyau_learn as learn;
#[cfg(feature = "dynamic")]
pub use noyau_play as play;
#[cfg(feature = "dynamic")]
pub use noyau_play::statistics;
#[cfg(feature = "search")]
pub use noyau_search as search;
#[cfg(feature = "search")]
pub use noyau_search::tree;
#[cfg(feature = "tables")]
pub use noyau_tables as tables;
#[cfg(feature = "verify")]
pub use noyau_verify as verify;

/// What the author of a game needs.
pub mod prelude {
    pub use noyau_core::prelude::*;
    #[cfg(feature = "dynamic")]
    pub use noyau_dynamic::{Fact, Info, Spec};
}

/// Exact answers on explicit graphs and on positions that are numbered.
pub mod solve {
    pub use noyau_graph::{attractor, kernel, margins, nimbers, retrograde, strategy};
    #[cfg(feature = "tables")]
    pub use noyau_tables::{heaps, sieve, tiers};
}

/// Compiles and runs the Rust in the document.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
