//! Exact values: win, draw or loss for the side to move, with the distance to the end.

use crate::game::Outcome;
use std::cmp::Ordering;

/// The exact value of a position for the side to move. Distances are in plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost in that many plies against the longest resistance.
    Loss(u32),
    /// Drawn, in a terminal position or by infinite play.
    Draw,
    /// Won in that many plies.
    Win(u32),
}

impl Value {
    /// The value of a terminal position.
    #[inline]
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
    #[inline]
    #[must_use]
    pub const fn seen_by_parent(self, keeps_turn: bool) -> Self {
        match (self, keeps_turn) {
            (Self::Draw, _) => Self::Draw,
            (Self::Loss(n), true) | (Self::Win(n), false) => Self::Loss(n + 1),
            (Self::Win(n), true) | (Self::Loss(n), false) => Self::Win(n + 1),
        }
    }

    /// The outcome without the distance.
    #[inline]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Loss(_) => Outcome::Loss,
            Self::Draw => Outcome::Draw,
            Self::Win(_) => Outcome::Win,
        }
    }

    /// Plies to the end when the winner hurries and the loser delays; `None` for a draw.
    #[inline]
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Loss(n) | Self::Win(n) => Some(n),
            Self::Draw => None,
        }
    }

    /// The value with that outcome and distance.
    #[inline]
    pub const fn new(outcome: Outcome, distance: u32) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss(distance),
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win(distance),
        }
    }

    #[inline]
    const fn key(self) -> (i8, i64) {
        match self {
            Self::Loss(n) => (-1, n as i64),
            Self::Draw => (0, 0),
            Self::Win(n) => (1, -(n as i64)),
        }
    }
}

/// The effect of a move on scores: the points it wins, and whether its side moves again.
///
/// This is the only place where a score or a margin changes sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveEffect {
    /// The points that the side to move wins.
    pub gain: i32,
    /// Whether it moves again.
    pub keeps_turn: bool,
}

impl MoveEffect {
    /// The neutral effect: no move.
    pub const NONE: Self = Self {
        gain: 0,
        keeps_turn: true,
    };

    /// Converts a number between the side that moved and the side to move next.
    #[inline]
    #[must_use]
    const fn turned(self, number: i32) -> i32 {
        if self.keeps_turn { number } else { -number }
    }

    /// The score of the move, given that of the position it leads to.
    #[inline]
    #[must_use]
    pub const fn score(self, after: i32) -> i32 {
        self.gain + self.turned(after)
    }

    /// The score of the successor, given the score of the move.
    #[inline]
    #[must_use]
    pub const fn score_after(self, score: i32) -> i32 {
        self.turned(score - self.gain)
    }

    /// The lead of the side to move after the move, given the lead before it.
    #[inline]
    #[must_use]
    pub const fn lead_after(self, lead: i32) -> i32 {
        self.turned(lead + self.gain)
    }

    /// Translates the question "does the move score at least `goal`?" into a threshold for the successor, and the
    /// answer there that means yes.
    #[inline]
    #[must_use]
    pub const fn question_after(self, goal: i32) -> (i32, bool) {
        // If the turn passes: gain − theirs ≥ goal, that is, not theirs ≥ gain − goal + 1.
        let after = self.score_after(goal);
        if self.keeps_turn {
            (after, true)
        } else {
            (after + 1, false)
        }
    }

    /// The effect of this move followed by the next.
    #[inline]
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        Self {
            gain: self.score(next.gain),
            keeps_turn: self.keeps_turn == next.keeps_turn,
        }
    }
}

impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Greater is better for the side to move: quick wins above slow ones, slow losses above quick ones.
impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The worth of a position or a move to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// The outcome.
    pub outcome: Outcome,
    /// The distance in plies; `None` for draws and in games with points.
    pub distance: Option<u32>,
    /// The final margin including the points so far, in games with points; in the units of the game.
    pub margin: Option<i32>,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            distance: value.distance(),
            margin: None,
        }
    }
}

impl Worth {
    /// The worth of a final margin.
    pub fn of_margin(margin: i32) -> Self {
        Self {
            outcome: Outcome::of_margin(margin),
            distance: None,
            margin: Some(margin),
        }
    }

    /// The worth to a side that has won `lead` points more so far.
    #[must_use]
    pub fn ahead_by(self, lead: i32) -> Self {
        match self.margin {
            None => self,
            Some(margin) => Self::of_margin(margin.saturating_add(lead)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MoveEffect;

    fn effects() -> impl Iterator<Item = MoveEffect> + Clone {
        (-2..=2).flat_map(|gain| [true, false].map(|keeps_turn| MoveEffect { gain, keeps_turn }))
    }

    #[test]
    fn scores_change_sides_and_back() {
        for effect in effects() {
            for score in -3..=3 {
                assert_eq!(effect.score_after(effect.score(score)), score);
                assert_eq!(effect.then(MoveEffect::NONE), effect);
                for next in effects() {
                    let both = effect.then(next);
                    assert_eq!(both.score(score), effect.score(next.score(score)));
                    let lead = next.lead_after(effect.lead_after(score));
                    assert_eq!(both.lead_after(score), lead);
                }
            }
        }
    }

    #[test]
    fn a_question_after_a_move_answers_the_one_before_it() {
        for effect in effects() {
            for (goal, after) in (-3..=3).flat_map(|goal| (-3..=3).map(move |after| (goal, after)))
            {
                let (asked, wanted) = effect.question_after(goal);
                assert_eq!((after >= asked) == wanted, effect.score(after) >= goal);
            }
        }
    }
}
