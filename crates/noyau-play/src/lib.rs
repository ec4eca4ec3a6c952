//! Agents that choose moves, and their uses: contests, judgements of games, puzzles, random sampling.
//!
//! Everything here works on an open game, whose positions and moves are text; expensive work happens behind it. An
//! agent is made from a [`Recipe`], which is parsed from a text such as `alphabeta:4` or `mcts:1000,exploration=1`.
//!
//! ```
//! use noyau_play::Recipe;
//! use noyau_play::statistics::wilson;
//!
//! let recipe: Recipe = "alphabeta:4".parse().unwrap();
//! assert!(recipe.is_repeatable());
//! // 60 of 100 games won: the share lies in this interval with 95 % confidence.
//! let [low, high] = wilson(0.6, 100.0, 1.96);
//! assert!(0.50 < low && high < 0.70);
//! ```

mod agent;
pub mod check;
pub mod contest;
mod deepening;
mod exact;
pub mod exercise;
pub mod experiment;
pub mod judge;
mod kinds;
mod learned;
pub mod learning;
mod montecarlo;
mod plot;
pub mod program;
mod recipe;
pub mod sample;
mod sampling;
mod simple;
pub mod statistics;
mod strength;
pub mod why;

pub use agent::{Agent, Choice, Considered, Refusal, Unit};
pub use exact::Tables;
pub use kinds::{AGENTS, Kind, Setting, Takes};
pub use learned::Library;
pub use recipe::{AgentProblem, Recipe, Resources};
pub use strength::LEVELS;
