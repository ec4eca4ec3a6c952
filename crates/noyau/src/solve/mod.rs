//! Exact answers on explicit graphs. Nothing here is probable: positions are compared by equality or by number.

pub mod attractor;
mod induction;
pub mod kernel;
pub mod margins;
pub mod nimbers;
pub mod retrograde;
pub mod strategy;
mod walk;
