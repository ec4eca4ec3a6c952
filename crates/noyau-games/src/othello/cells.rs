//! What a learned heuristic sees of a board: edges, corners, rows and diagonals, by the number of discs (Buro 1997, in
//! Logistello), and the moves of either side.

use super::{Discs, Othello};
use noyau_core::cells::{Cells, Groups};
use noyau_core::word::Word;

/// The square in that column and row.
const fn at(column: u16, row: u16) -> u16 {
    8 * row + column
}

impl Cells for Othello {
    fn states(&self) -> usize {
        3
    }

    #[inline]
    fn read_cells(&self, discs: &Discs, cells: &mut [u8]) {
        cells.fill(0);
        for (set, state) in [(discs.own, 1), (discs.other, 2)] {
            for bit in set.indices() {
                cells[self.square(bit)] = state;
            }
        }
    }

    fn groups(&self) -> Groups {
        if self.size != 8 {
            return Groups {
                sides_alike: true,
                ..Groups::default()
            };
        }
        let row = |row: u16| (0..8).map(|column| at(column, row)).collect::<Vec<_>>();
        let diagonal = |length: u16| {
            (0..length)
                .map(|i| at(i, length - 1 - i))
                .collect::<Vec<_>>()
        };
        let block = |columns: u16, rows: u16| {
            let rows = 0..rows;
            rows.flat_map(move |row| (0..columns).map(move |column| at(column, row)))
                .collect::<Vec<_>>()
        };
        let mut edge = row(0);
        edge.extend([at(1, 1), at(6, 1)]);
        let mut cells = vec![edge, block(5, 2), block(3, 3), row(1), row(2), row(3)];
        cells.extend((4..=8).map(diagonal));
        Groups {
            cells,
            phases: vec![4, 16, 28, 40, 52, 63],
            sides_alike: true,
            margin: 12,
        }
    }

    #[inline]
    fn progress(&self, discs: &Discs) -> u32 {
        (discs.own | discs.other).count()
    }
}
