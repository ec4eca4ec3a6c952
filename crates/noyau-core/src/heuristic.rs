//! Heuristic evaluation functions, separate from the rules (course, first text, 2.1 and fifth text, 4.12).

use crate::game::{Game, Side};
use crate::language::Text;
use std::fmt;
use std::sync::Arc;

/// A heuristic score. Larger is better for the side to move.
pub type Score = i32;

/// The score of a won position, the course's M: heuristic scores lie strictly between −`WON` and `WON`.
pub const WON: Score = 1_000_000;

/// The score of a position that is not terminal, for the side to move.
pub type ScoreOf<G> = fn(&G, &<G as Game>::Position) -> Score;

/// A named evaluation function.
pub struct Heuristic<G: Game> {
    /// Short, lowercase, unique within the game.
    pub name: &'static str,
    /// What it measures.
    pub summary: Text,
    /// The score of a position that is not terminal, for the side to move.
    pub score: ScoreOf<G>,
}

impl<G: Game> fmt::Debug for Heuristic<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heuristic")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Heuristic<G> {
    /// The score of any position for the side to move: M, 0 or −M at the end, otherwise the heuristic score clamped
    /// strictly between −M and M.
    pub fn of(&self, game: &G, position: &G::Position) -> Score {
        match game.outcome(position) {
            Some(outcome) => outcome.sign() * WON,
            None => (self.score)(game, position).clamp(1 - WON, WON - 1),
        }
    }

    /// The course's h: the score for First, whichever side is to move.
    pub fn for_first(&self, game: &G, position: &G::Position, side: Side) -> Score {
        side.for_first(self.of(game, position))
    }
}

/// A heuristic that is data and not code, such as a learned one.
pub trait Judge<G: Game>: Send + Sync {
    /// The score of a position that is not terminal, for the side to move, which is ahead by `lead`.
    fn score(&self, game: &G, position: &G::Position, lead: i32) -> Score;
}

/// What judges positions that are not terminal.
pub enum Opinion<G: Game> {
    /// A heuristic of the game.
    Own(ScoreOf<G>),
    /// A learned one, which knows what a lead is worth.
    Learned(Arc<dyn Judge<G>>),
}

impl<G: Game> fmt::Debug for Opinion<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own(_) => "Own",
            Self::Learned(_) => "Learned",
        })
    }
}

/// The static evaluation of a search: a heuristic or none, plus the lead in points where points count.
pub struct Evaluator<G: Game> {
    /// The heuristic; without one, every position is worth 0.
    pub heuristic: Option<Opinion<G>>,
    /// Whether to add the lead.
    pub with_points: bool,
}

impl<G: Game> Evaluator<G> {
    /// The score of a position that is not terminal, for the side to move, which is ahead by `lead`.
    #[inline]
    pub fn score(&self, game: &G, position: &G::Position, lead: i32) -> Score {
        let own = match &self.heuristic {
            None => 0,
            Some(Opinion::Own(own)) => own(game, position),
            Some(Opinion::Learned(judge)) => return judge.score(game, position, lead),
        };
        own.saturating_add(if self.with_points { lead } else { 0 })
    }
}

impl<G: Game> fmt::Debug for Evaluator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator")
            .field("heuristic", &self.heuristic.is_some())
            .field("with_points", &self.with_points)
            .finish()
    }
}
