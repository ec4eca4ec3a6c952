//! Exact answers about games too large to tabulate, and opinions about the rest.

pub mod answer;
mod busy;
pub mod decide;
pub mod deepening;
pub mod evidence;
pub mod exact;
pub mod goal;
pub mod ground;
pub mod mcts;
mod memory;
pub mod oracle;
pub mod proof;
pub mod table;
pub mod textbook;
pub mod winner;
mod worker;
