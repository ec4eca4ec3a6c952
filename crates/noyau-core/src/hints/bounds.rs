//! Bounds on how a position ends, seen without playing on.

use super::Score;
use crate::game::{Game, Outcome};
use std::hash::Hash;

/// What is seen of a position for its side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeBounds {
    /// It ends at least so well.
    pub least: Outcome,
    /// It ends at most so well.
    pub most: Outcome,
}

impl OutcomeBounds {
    /// Nothing is seen.
    pub const OPEN: Self = Self {
        least: Outcome::Loss,
        most: Outcome::Win,
    };

    /// Whether the side to move gets at least a goal, 1 for a win, 0 for a draw and −1 for a loss, if the bounds tell.
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

/// A game of finite plays that bounds the outcome of its positions.
///
/// No position may come again in a play: a search that asks only who wins leaves cycles to others.
pub trait Bounded: Game {
    /// What is worked out before a search and during it: tables of small patterns.
    type Precomputed: Send + std::fmt::Debug;
    /// Positions with the same key end alike for the side to move.
    type Key: Clone + Eq + Hash + Send + Sync;
    /// Whether a game may be drawn.
    const DRAWS: bool = true;

    /// Works out what the search will look up.
    fn precompute(&self) -> Self::Precomputed;

    /// An opinion on how good a position is, by which moves are ordered; it never decides anything.
    fn ordering(&self, position: &Self::Position) -> Score;

    /// What is seen of a position that is not over, and its key: symmetries taken out, and whatever cannot matter any
    /// more. The bounds are proved, whatever both sides play.
    fn outcome_bounds(
        &self,
        precomputed: &mut Self::Precomputed,
        position: &Self::Position,
    ) -> (OutcomeBounds, Self::Key);

    /// Bounds that take longer to find, of a position that would else be opened; the key is its own.
    fn costly_bounds(
        &self,
        _precomputed: &mut Self::Precomputed,
        _position: &Self::Position,
        _key: &Self::Key,
    ) -> OutcomeBounds {
        OutcomeBounds::OPEN
    }
}
