//! Verifies certificates and tables. Depends on no solver, no search and no game: the caller passes the rules.
//!
//! ```
//! use noyau_core::cursor::Problem;
//! use noyau_core::message;
//! use noyau_verify::certificate::check;
//!
//! let text = br#"{"noyau":"certificate","version":1,"kind":"kernel",
//! "graph":{"edges":{
//! "a":["b"],
//! "b":[]},"start":"a"},
//! "claim":{"marks":{
//! "a":["won",1],
//! "b":["lost",0]}}}"#;
//! let no_games = |name: &str| {
//!     Err(Problem::UnknownGame { name: name.to_owned(), near: message!("", ""), known: String::new() })
//! };
//! assert_eq!(check(text, &no_games).unwrap().vertices, 2);
//! ```
#![forbid(unsafe_code)]

pub mod certificate;
mod messages;
pub mod table;
