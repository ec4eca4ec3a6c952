//! Saute-mouton in tables: a tier for each number of cells that the men have left to go; passes stay in their tier.

use super::{Leapfrog, Row};
use noyau_core::Side;
use noyau_core::index::Index;
use noyau_core::word::Word;

/// Bits for the empty cell.
const FREE: u32 = 6;

impl Index for Leapfrog {
    fn tiers(&self) -> u32 {
        // Cells, the empty one and the side to move must fit a number.
        let cells = u32::from(self.cells());
        if cells + FREE + 1 < 64 {
            2 * u32::from(self.men) * cells
        } else {
            0
        }
    }

    fn tier(&self, row: &Row) -> u32 {
        let last = u32::from(self.cells()) - 1;
        let red = row.red.indices().map(|cell| last - cell);
        red.chain(self.blue(row).indices()).sum()
    }

    fn bound(&self, _: u32) -> u64 {
        2 << (u32::from(self.cells()) + FREE)
    }

    /// All rows, divided among the tiers.
    fn expected(&self, _: u32) -> u64 {
        let (men, cells) = (u64::from(self.men), u64::from(self.cells()));
        let rows = noyau_core::rank::binomial(2 * men, men).unwrap_or(u64::MAX);
        (rows.saturating_mul(2 * cells) / u64::from(self.tiers().max(1))).max(1)
    }

    fn number(&self, row: &Row) -> u64 {
        let rest = u64::from(row.free) | (row.side as u64) << FREE;
        row.red | rest << self.cells()
    }

    fn position(&self, tier: u32, number: u64) -> Option<Row> {
        let cells = u32::from(self.cells());
        let rest = number >> cells;
        let row = Row {
            red: number & u64::low_bits(cells),
            free: (rest & u64::low_bits(FREE)) as u8,
            side: *Side::BOTH.get((rest >> FREE) as usize)?,
        };
        let sound = row.free < self.cells()
            && row.red & 1 << row.free == 0
            && row.red.count() == u32::from(self.men);
        (sound && self.tier(&row) == tier).then_some(row)
    }
}
