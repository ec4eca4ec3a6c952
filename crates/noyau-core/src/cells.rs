//! What stands on each place of a board, as small numbers: what patterns are read from.

use crate::game::Game;

/// A game on a board of places, each of which is in one of a few states.
///
/// Place `i` is the i-th cell of the game's view. States are told from the side to move: its own pieces and the other's, not
/// First's and Second's.
pub trait Cells: Game {
    /// How many states a place can be in.
    fn states(&self) -> usize;

    /// Writes the state of every place of a position that is not over. `cells` has room for each of them.
    fn read_cells(&self, position: &Self::Position, cells: &mut [u8]);
}
