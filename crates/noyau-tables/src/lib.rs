//! Solves every position of a game by number: tier by tier, or by a sieve, with checkpoints.
//!
//! ```
//! use noyau_core::limits::Limits;
//! use noyau_tables::heaps::sequence;
//!
//! // Kayles is the octal game 0.77; its nimbers repeat with period 12.
//! let kayles = sequence(&[0, 7, 7], 1000, &Limits::default()).unwrap();
//! assert_eq!(kayles.nimbers[..8], [0, 1, 2, 3, 1, 4, 3, 2]);
//! assert_eq!(kayles.period.unwrap().period, 12);
//! ```

pub mod checkpoint;
pub mod heaps;
pub mod sieve;
pub mod tiers;
