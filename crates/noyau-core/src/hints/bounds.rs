//! Static bounds on the outcome of a position.

use super::Score;
use crate::game::{Game, Outcome, Side};
use std::hash::Hash;

/// Proved bounds on the outcome of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeBounds {
    /// The outcome is at least this.
    pub least: Outcome,
    /// The outcome is at most this.
    pub most: Outcome,
}

impl OutcomeBounds {
    /// No information.
    pub const OPEN: Self = Self {
        least: Outcome::Loss,
        most: Outcome::Win,
    };

    /// Whether the side to move reaches the goal (1 a win, 0 a draw, −1 a loss), if the bounds decide it.
    #[inline]
    pub const fn reach(self, goal: i32) -> Option<bool> {
        if self.least.sign() >= goal {
            Some(true)
        } else if self.most.sign() < goal {
            Some(false)
        } else {
            None
        }
    }
}

/// A game with finite plays that bounds the outcome of its positions.
///
/// No position may repeat in a play: the outcome search does not handle cycles.
pub trait Bounded: Game {
    /// Tables of small patterns, built before a search and extended during it. Each thread has a clone: what one adds may
    /// serve all of them.
    type Precomputed: Clone + Send + std::fmt::Debug;
    /// Positions with the same key have the same outcome for the side to move.
    type Key: Clone + Eq + Hash + Send + Sync;
    /// Whether draws are possible.
    const DRAWS: bool = true;

    /// Builds the tables that the search looks up; with what it adds to them they take at most that many bytes, or
    /// as few as they can.
    fn precompute(&self, bytes: u64) -> Self::Precomputed;

    /// A heuristic score for move ordering; it never affects the result.
    fn ordering(&self, position: &Self::Position) -> Score;

    /// Bounds and key of a position that is not terminal. The key is canonical under symmetry and omits irrelevant
    /// features. The bounds are proved for all play.
    fn outcome_bounds(
        &self,
        precomputed: &mut Self::Precomputed,
        position: &Self::Position,
    ) -> (OutcomeBounds, Self::Key);

    /// More expensive bounds, called before a position is expanded.
    fn costly_bounds(
        &self,
        _precomputed: &mut Self::Precomputed,
        _position: &Self::Position,
        _key: &Self::Key,
    ) -> OutcomeBounds {
        OutcomeBounds::OPEN
    }

    /// Parts of the free cells of a placement game whose sum `owner` provably wins while it plays only inside the
    /// parts: the reason for a bound, where there is one of that kind. It depends on nothing but the position.
    fn winning_parts(
        &self,
        _precomputed: &mut Self::Precomputed,
        _position: &Self::Position,
        _owner: Side,
    ) -> Option<Vec<u128>> {
        None
    }
}
