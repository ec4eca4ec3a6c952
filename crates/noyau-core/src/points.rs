//! Games that are decided by points.

use crate::game::Game;

/// A game with points: who has more at the end has won.
///
/// A position does not hold the points already won, because they do not change what can still be won: searches and
/// tables work on the margin still to come, and so does [`Game::outcome`], which at an end is the sign of what the end
/// itself brings.
pub trait Points: Game {
    /// Whether points are won along moves. Where they are all counted at the end, positions are written without them.
    const ALONG_MOVES: bool;

    /// How many units a point has, in which gains, ends and margins are counted: 2 where there are half points.
    fn units(&self) -> i32 {
        1
    }

    /// What the side to move wins by a move.
    fn gain(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// What the end brings to the side to move and to the other, in a position without moves.
    fn settle(&self, position: &Self::Position) -> (i32, i32);

    /// What both sides together have won on the way to a position, where the position tells; points that someone
    /// writes beside a position must add up to it.
    fn won(&self, _position: &Self::Position) -> Option<i32> {
        None
    }
}
