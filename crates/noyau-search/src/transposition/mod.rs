//! Transposition tables: what a search knows of positions that it may meet again on another way.
//!
//! | table | key | used by |
//! |---|---|---|
//! | [`BoundsTable`] | an integer of up to 128 bits, kept whole | the null-window search, whose threads share it without a lock |
//! | `KeyedTable` | anything that can be hashed, kept whole | proof-number search, iterative deepening (by a hash of 64 bits) |
//! | `SharedTable` | the same | the outcome search, whose threads share it |
//!
//! All have buckets of two slots, begin small and grow when half full, up to a limit. From then on an entry that took much
//! work outlives those that took little (Breuker, Uiterwijk and van den Herik 1994). [`BoundsTable`] packs a slot into words
//! that are read and written at once, which keys and entries of any type do not fit.

mod bounds;
mod keyed;

pub use bounds::{Address, BoundsTable, Entry};
pub(super) use keyed::{Key, KeyedTable, SharedTable, Work, shares};
