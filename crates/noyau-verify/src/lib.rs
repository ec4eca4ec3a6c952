//! Checks certificates and tables. It names no solver, no search and no game: rules are handed in.

pub mod certificate;
pub mod table;
