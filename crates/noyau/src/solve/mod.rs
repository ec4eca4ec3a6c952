//! Exact answers, on explicit graphs and on positions that are numbered. Nothing here is probable: positions are compared by equality or by number.

pub mod attractor;
pub mod heaps;
mod induction;
pub mod kernel;
pub mod margins;
pub mod nimbers;
pub mod retrograde;
pub mod sieve;
pub mod strategy;
pub mod tiers;
mod walk;
