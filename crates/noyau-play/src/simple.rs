//! Simple agents: random, first move, and textbook search.

use super::agent::{Agent, Choice, Refusal, Taste, opinion_or_first};
use noyau_core::limits::Limits;
use noyau_core::random::SplitMix;
use noyau_dynamic::OpenGame;
use noyau_search::textbook::Algorithm;

/// Plays a uniformly random legal move.
pub(super) struct Random(pub(super) SplitMix);

impl Agent for Random {
    fn choose(&mut self, game: &mut dyn OpenGame, _: &Limits) -> Result<Choice, Refusal> {
        let mv = game.draw_move(&mut self.0).ok_or(Refusal::Over)?;
        Ok(Choice::plain(mv))
    }
}

/// Plays the first legal move.
pub(super) struct First;

impl Agent for First {
    fn choose(&mut self, game: &mut dyn OpenGame, _: &Limits) -> Result<Choice, Refusal> {
        let mv = game.moves().into_iter().next().ok_or(Refusal::Over)?;
        Ok(Choice::plain(mv))
    }
}

/// Textbook search to a fixed depth (course, first text, 2.2 and 2.3).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Searcher {
    pub(super) depth: u32,
    pub(super) algorithm: Algorithm,
    /// The heuristic at the horizon; empty for the game's first.
    pub(super) heuristic: String,
    pub(super) taste: Taste,
}

impl Agent for Searcher {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        let opinion = opinion_or_first(game, &self.heuristic);
        let answer = game.search_tree(self.depth, opinion, self.algorithm, false, limits)?;
        self.taste.choose_searched(answer, game.side())
    }
}
