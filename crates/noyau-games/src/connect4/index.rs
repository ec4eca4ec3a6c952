//! Connect 4 in tables: a tier for each number of empty cells.
//!
//! The key of a position has for each column the stones of First and one bit above the highest stone of either
//! side, so that one word holds stones and heights. A stone of First adds two at that bit, a stone of Second adds
//! one: children have keys in the order of their parents, column by column.

use super::{Connect4, Stones, mirrored};
use noyau_core::index::Index;
use noyau_core::rank::binomial;

impl Connect4<u64> {
    fn cell_count(&self) -> u32 {
        self.columns * self.rows
    }

    /// The key of the mirror image.
    #[inline]
    fn mirrored_key(&self, key: u64) -> u64 {
        mirrored(key, self.stride, self.columns)
    }

    #[inline]
    fn key(&self, stones: &Stones<u64>) -> u64 {
        let first = if stones.all.count_ones().is_multiple_of(2) {
            stones.own
        } else {
            stones.own ^ stones.all
        };
        first | stones.all.wrapping_add(self.bottom)
    }

    #[inline]
    fn of_key(&self, key: u64) -> Stones<u64> {
        // In each column all bits below the highest one.
        let mut filled = key;
        let mut step = 1;
        while step < self.stride {
            let within = self.bottom.wrapping_mul((1 << (self.stride - step)) - 1);
            filled |= (filled >> step) & within;
            step *= 2;
        }
        let all = (filled >> 1) & self.full;
        let first = key & all;
        let own = if all.count_ones().is_multiple_of(2) {
            first
        } else {
            first ^ all
        };
        Stones { own, all }
    }
}

impl Index for Connect4<u64> {
    fn tiers(&self) -> u32 {
        self.cell_count() + 1
    }

    #[inline]
    fn tier(&self, stones: &Stones<u64>) -> u32 {
        self.cell_count() - stones.all.count_ones()
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn bound(&self, _: u32) -> u64 {
        let bits = self.columns * self.stride;
        1u64.checked_shl(bits).unwrap_or(u64::MAX)
    }

    /// The number of ways to fill and colour the columns with that many stones, up to reflection.
    fn expected(&self, tier: u32) -> u64 {
        let stones = (self.cell_count() - tier) as usize;
        let mut fillings = vec![0u64; stones + 1];
        fillings[0] = 1;
        for _ in 0..self.columns {
            for n in (0..=stones).rev() {
                let fewest = n.saturating_sub(self.rows as usize);
                fillings[n] = fillings[fewest..=n]
                    .iter()
                    .fold(0, |sum, &ways| sum.saturating_add(ways));
            }
        }
        let colours = binomial(stones as u64, stones as u64 / 2).unwrap_or(u64::MAX);
        fillings[stones].saturating_mul(colours).div_ceil(2)
    }

    #[inline]
    fn number(&self, stones: &Stones<u64>) -> u64 {
        self.key(stones)
    }

    #[inline]
    fn position(&self, tier: u32, number: u64) -> Option<Stones<u64>> {
        let stones = self.of_key(number);
        (self.key(&stones) == number && self.tier(&stones) == tier).then_some(stones)
    }

    #[inline]
    fn canonical(&self, stones: &Stones<u64>) -> Stones<u64> {
        let key = self.key(stones);
        self.of_key(key.min(self.mirrored_key(key)))
    }

    #[inline]
    fn orbit_size(&self, stones: &Stones<u64>) -> u64 {
        let key = self.key(stones);
        1 + u64::from(key != self.mirrored_key(key))
    }

    #[inline]
    fn for_each_child(
        &self,
        stones: &Stones<u64>,
        _: &mut Vec<u8>,
        mut each: impl FnMut(u8, u32, u64),
    ) {
        if self.aligned(stones.own ^ stones.all) || stones.all == self.full {
            return;
        }
        let key = self.key(stones);
        let image = self.mirrored_key(key);
        let tier = self.tier(stones) - 1;
        let colour = u32::from(stones.all.count_ones().is_multiple_of(2));
        let landings = self.landings(stones.all);
        let column = (1u64 << self.rows) - 1;
        for i in 0..self.columns {
            let (here, there) = (i * self.stride, (self.columns - 1 - i) * self.stride);
            let landing = (landings >> here) & column;
            if landing != 0 {
                let cell = here + landing.trailing_zeros();
                let added = landing << colour;
                let child = (key + (added << here)).min(image + (added << there));
                each(cell as u8, tier, child);
            }
        }
    }
}
