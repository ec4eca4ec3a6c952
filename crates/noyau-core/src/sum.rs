//! Positions that fall apart into independent ones.

use crate::game::Game;

/// A game whose positions may be sums: a move is a move in exactly one part and leaves the others as they are.
pub trait Splits: Game {
    /// Appends the parts of a position in which either side has moves, each as a position of the same game and the same
    /// side to move.
    fn split(&self, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The same position with the other side to move: what a part becomes while the sides move elsewhere. Where
    /// positions do not tell the side, that is the position itself.
    #[must_use]
    fn turned(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}
