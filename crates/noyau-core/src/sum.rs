//! Positions that decompose into independent parts.

use crate::game::{Game, Side};

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

/// A game in which a move takes free cells and does nothing else, under normal play: a side without a move loses.
///
/// Free cells and the side to move determine a position. A move is a set of cells, and legal on every set of free cells
/// that contains it, whatever else is free.
pub trait PlacementGame: Game {
    /// The free cells.
    fn free(&self, position: &Self::Position) -> u128;

    /// Appends the sets of cells that the moves of a side take if these cells are free.
    fn placements(&self, free: u128, side: Side, out: &mut Vec<u128>);
}
