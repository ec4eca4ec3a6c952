//! Game trees and the searches in them: the textbook ones with every step, exact ones, and heuristic ones.
//!
//! ```
//! use noyau_core::Side;
//! use noyau_core::limits::Limits;
//! use noyau_search::textbook::{Algorithm, Form, search};
//! use noyau_search::tree::{Format, read};
//!
//! let tree = read(b"[[3, 5], [2, 9]]", Format::Json, Side::First).unwrap();
//! let algorithm = Algorithm::AlphaBeta(Form::Extreme);
//! let found = search(&tree, algorithm, &Limits::default(), &mut |_| ()).unwrap();
//! assert_eq!(found.value.number(), 3.0);
//! // The leaf 9 is never looked at.
//! assert_eq!(found.nodes, 6);
//! ```

mod abdada;
pub mod answer;
pub mod decide;
pub mod dfpn;
pub mod iterative_deepening;
pub mod mcts;
pub mod null_window;
pub mod oracle;
pub mod outcome_search;
pub mod scoring;
pub mod solution_tree;
pub mod textbook;
pub mod transposition;
pub mod tree;
