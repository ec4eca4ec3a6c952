//! What a learned heuristic sees of a board: the seeds in every two pits, by the seeds that are left.

use super::{Pits, Rule, Sowing, sum};
use noyau_core::cells::{Cells, Groups};
use noyau_core::game::Side;

/// More seeds in a pit are not told apart.
const MOST_SEEDS: u8 = 23;

impl<R: Rule> Cells for Sowing<R> {
    fn states(&self) -> usize {
        usize::from(MOST_SEEDS) + 1
    }

    /// The pits of the side to move, then those of the other.
    fn read_cells(&self, pits: &Pits, cells: &mut [u8]) {
        let (own, other) = cells.split_at_mut(self.board.pits);
        for (row, seeds) in [(own, pits.own), (other, pits.other)] {
            for (cell, seeds) in row.iter_mut().zip(seeds.to_le_bytes()) {
                *cell = seeds.min(MOST_SEEDS);
            }
        }
    }

    fn seen(&self, shown: usize, side: Side) -> usize {
        let pits = self.board.pits;
        match side {
            Side::First => shown,
            Side::Second => (shown + pits) % (2 * pits),
        }
    }

    fn groups(&self) -> Groups {
        let (pits, seeds) = (2 * self.board.pits as u16, self.board.total() as u32);
        let pairs = (0..pits).flat_map(|one| (0..one).map(move |other| vec![other, one]));
        let mut phases = vec![0, seeds / 4, seeds / 2, seeds];
        phases.dedup();
        Groups {
            cells: pairs.collect(),
            phases,
            sides_alike: true,
            margin: 8,
        }
    }

    #[inline]
    fn progress(&self, pits: &Pits) -> u32 {
        (sum(pits.own) + sum(pits.other)) as u32
    }
}
