//! The state of each cell of a board as a small number: the input of learned patterns.

use crate::game::Game;

/// A game on a board of cells, each in one of a few states.
///
/// Cell `i` is the i-th cell of the game's view. States are relative to the side to move: its own pieces and the
/// opponent's, not First's and Second's.
pub trait Cells: Game {
    /// The number of states of a cell.
    fn states(&self) -> usize;

    /// Writes the state of every cell of a position that is not terminal. `cells` has room for all of them.
    fn read_cells(&self, position: &Self::Position, cells: &mut [u8]);
}
