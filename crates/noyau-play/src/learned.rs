//! The agent with a learned heuristic: alpha-beta to a fixed depth.

use super::agent::{Agent, Choice, Refusal, Taste};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_dynamic::OpenGame;
use noyau_learn::Learned;
use std::sync::Arc;

/// A source of learned heuristics.
pub trait Library: Send + Sync {
    /// The heuristic in that file, or why it cannot be used.
    fn learned(&self, path: &str) -> Result<Arc<Learned>, Message>;
}

/// The agent.
pub(super) struct LearnedAgent {
    pub(super) learned: Arc<Learned>,
    pub(super) depth: u32,
    pub(super) taste: Taste,
}

impl Agent for LearnedAgent {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        if !game.is_about(&self.learned) {
            return Err(Refusal::OtherGame {
                learned: self.learned.about.game.clone(),
                game: game.name(),
            });
        }
        let answer = game.search_learned(&self.learned, self.depth, limits)?;
        self.taste.choose_searched(answer, game.side())
    }
}
