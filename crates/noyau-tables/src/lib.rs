//! Solves every position of a game by number: tier by tier, or by a sieve, with checkpoints.

pub mod checkpoint;
pub mod heaps;
pub mod sieve;
pub mod tiers;
