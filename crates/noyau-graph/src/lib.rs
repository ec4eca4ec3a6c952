//! Games as explicit graphs: arenas, their files and pictures, and exact answers in linear time.
//!
//! Every algorithm is iterative and compares positions by number.

pub mod arena;
pub mod attractor;
mod induction;
pub mod kernel;
pub mod margins;
pub mod nimbers;
pub mod retrograde;
pub mod strategy;
mod walk;
