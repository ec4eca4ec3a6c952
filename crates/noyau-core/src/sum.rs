//! Positions that decompose into independent parts.

use crate::game::Game;

/// A game whose positions may be sums: a move is a move in exactly one part and leaves the others unchanged.
pub trait Splits: Game {
    /// Appends the parts of a position in which either side has moves, each as a position of the same game with the
    /// same side to move.
    fn split(&self, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The same position with the other side to move, needed for a part when play continues elsewhere. Where
    /// positions do not determine the side, it is the position itself.
    #[must_use]
    fn turned(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}
