//! What a learned heuristic sees of a board, as the side to move sees it: every six squares in three rows beside each other, and
//! how many men and kings either side has, by the number of pieces.

use super::{Draughts, Men};
use noyau_core::cells::{Cells, Groups};
use noyau_core::game::Side;
use noyau_core::word::Word;

/// Below which number the counts are: men and kings of the side to move, and of the other.
const COUNTS: [u16; 4] = [21, 8, 21, 8];

impl Cells for Draughts {
    /// Empty, a man or a king of the side to move, or of the other.
    fn states(&self) -> usize {
        5
    }

    fn read_cells(&self, men: &Men, cells: &mut [u8]) {
        cells.fill(0);
        let squares = self.squares() as usize;
        let plain = !men.kings;
        let sets = [
            men.own & plain,
            men.own & men.kings,
            men.other & plain,
            men.other & men.kings,
        ];
        for (i, set) in sets.into_iter().enumerate() {
            for bit in set.indices() {
                let shown = self.square(bit) as usize;
                cells[self.seen(shown, men.side)] = i as u8 + 1;
            }
            cells[squares + i] = set.count().min(u32::from(COUNTS[i]) - 1) as u8;
        }
    }

    fn counts(&self) -> Vec<u16> {
        COUNTS.to_vec()
    }

    /// Men of the side to move go up.
    fn seen(&self, shown: usize, side: Side) -> usize {
        if self.goes_down(side) {
            self.squares() as usize - 1 - shown
        } else {
            shown
        }
    }

    fn groups(&self) -> Groups {
        let width = self.width as u16;
        let squares = self.squares() as u16;
        let rows = 2 * width - 2;
        let six = |row: u16, column: u16| {
            let rows = row..row + 3;
            rows.flat_map(move |row| [row * width + column, row * width + column + 1])
                .collect::<Vec<_>>()
        };
        let mut cells: Vec<Vec<u16>> = (0..rows)
            .flat_map(|row| (0..width - 1).map(move |column| six(row, column)))
            .collect();
        cells.push((squares..squares + 4).collect());
        Groups {
            cells,
            phases: vec![2, self.squares() / 3, self.squares() * 3 / 4],
            sides_alike: true,
            margin: 0,
        }
    }

    #[inline]
    fn progress(&self, men: &Men) -> u32 {
        (men.own | men.other).count()
    }
}
