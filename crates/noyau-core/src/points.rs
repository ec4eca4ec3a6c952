//! Games that are decided by points.

use crate::game::Game;

/// A game with points: the side with more at the end wins.
///
/// A position does not hold the points already won, because they do not change what can still be won. Searches and
/// tables work on the margin still to come, and so does [`Game::outcome`]: in a terminal position it is the sign of
/// the settlement.
pub trait Points: Game {
    /// Whether points are won along moves. If all are counted at the end, positions are written without them.
    const ALONG_MOVES: bool = true;

    /// The number of units per point, in which gains, settlements and margins are counted: 2 if there are half
    /// points.
    fn units(&self) -> i32 {
        1
    }

    /// The points that the side to move wins by a move.
    fn gain(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// The points settled in a terminal position for the side to move and the opponent.
    fn settle(&self, _position: &Self::Position) -> (i32, i32) {
        (0, 0)
    }

    /// The total points won by both sides before a position, if the position determines it; points written beside a
    /// position must add up to it.
    fn won(&self, _position: &Self::Position) -> Option<i32> {
        None
    }
}
