//! Exact values: win, draw or loss for the side to move, with the distance to the end.

use crate::game::Outcome;
use std::cmp::Ordering;

/// The exact value of a position for the side to move. Distances are in plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost in that many plies, however long the loser resists.
    Loss(u32),
    /// Drawn, at an end or by endless play.
    Draw,
    /// Won in that many plies.
    Win(u32),
}

impl Value {
    /// The value of a finished game.
    pub const fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss(0),
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win(0),
        }
    }

    /// The value of a child seen by its parent, one ply earlier.
    ///
    /// This is the only place where a value changes sides.
    #[must_use]
    pub const fn seen_by_parent(self, keeps_turn: bool) -> Self {
        match (self, keeps_turn) {
            (Self::Draw, _) => Self::Draw,
            (Self::Loss(n), true) | (Self::Win(n), false) => Self::Loss(n + 1),
            (Self::Win(n), true) | (Self::Loss(n), false) => Self::Win(n + 1),
        }
    }

    /// The outcome without the distance.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Loss(_) => Outcome::Loss,
            Self::Draw => Outcome::Draw,
            Self::Win(_) => Outcome::Win,
        }
    }

    /// Plies to the end when the winner hurries and the loser delays; `None` for a draw.
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Loss(n) | Self::Win(n) => Some(n),
            Self::Draw => None,
        }
    }

    /// The value with that outcome and distance.
    pub const fn new(outcome: Outcome, distance: u32) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss(distance),
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win(distance),
        }
    }

    const fn key(self) -> (i8, i64) {
        match self {
            Self::Loss(n) => (-1, n as i64),
            Self::Draw => (0, 0),
            Self::Win(n) => (1, -(n as i64)),
        }
    }
}

/// The margin of a move for the side that makes it, given the margin of the position it leads to.
///
/// This is the only place where a margin changes sides.
#[inline]
#[must_use]
pub const fn margin_of_move(gain: i32, keeps_turn: bool, after: i32) -> i32 {
    gain + if keeps_turn { after } else { -after }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Better for the side to move is greater: quick wins above slow wins, slow losses above quick ones.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
