//! The state of each cell of a board as a small number: the input of learned patterns.

use crate::game::{Game, Side};

/// A game on a board of cells, each in one of a few states.
///
/// Cell `i` is the i-th cell of the game's view, unless [`seen`](Self::seen) says otherwise. States are relative to the side
/// to move: its own pieces and the opponent's, not First's and Second's.
pub trait Cells: Game {
    /// The number of states of a cell.
    fn states(&self) -> usize;

    /// Writes the state of every cell of a position that is not terminal, and then the counts. `cells` has room for all
    /// of them.
    fn read_cells(&self, position: &Self::Position, cells: &mut [u8]);

    /// The small numbers after the cells, such as men in hand or moves of a piece: below which number each of them is.
    fn counts(&self) -> Vec<u16> {
        Vec::new()
    }

    /// Which cell that of the view is to a side, if the two see the board from opposite ends.
    fn seen(&self, shown: usize, _side: Side) -> usize {
        shown
    }

    /// The groups of cells that a heuristic looks at, if the game names them.
    fn groups(&self) -> Groups {
        Groups::default()
    }

    /// How far a game has gone, on the scale of [`Groups::phases`].
    fn progress(&self, _position: &Self::Position) -> u32 {
        0
    }
}

/// The groups of cells that a heuristic looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Groups {
    /// The cells of each group. Images under the symmetries of the game belong to the group. None: they are drawn by lot.
    pub cells: Vec<Vec<u16>>,
    /// Where weights are learned, ascending; between two of them they are interpolated. None: all positions share them.
    pub phases: Vec<u32>,
    /// Whether a position is worth the same whichever side is to move.
    pub sides_alike: bool,
    /// A final lead of so many points is worth 0.7 of a win; 0: only the outcome counts.
    pub margin: u32,
}
