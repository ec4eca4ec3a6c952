//! The documents that every face writes: what the command line prints with `--json` and the page's server answers.
//!
//! A document is made from what the library found and has a fixed order of keys. Who needs more than one document says
//! flattens it into one of its own.

mod contest;
mod games;
mod judgement;
pub mod page;
mod solved;
mod stats;
mod steps;

pub use contest::{CONFIDENCE, Duel, Rated, Tested, Tournament};
pub use games::{Header, Record};
pub use judgement::{JudgedMove, Worthy};
pub use solved::{Margin, MoveWorth, Solved};
pub use stats::{ByDistance, Stats};
pub use steps::{Number, StepDetails, Stepped, Teller};
