//! Chomp in tables: all bars in one tier, where every move leads to a lower number. Its kernel alone is found much faster
//! by a sieve.

use super::{Bar, Chomp};
use noyau::rank::Ranked;
use noyau::tabular::Tabular;

impl Tabular for Chomp {
    fn tiers(&self) -> u32 {
        1
    }

    fn tier(&self, _: &Bar) -> u32 {
        0
    }

    fn dense(&self, _: u32) -> Option<u64> {
        Some(self.ranks())
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn descends(&self, _: u32) -> bool {
        true
    }

    fn number(&self, bar: &Bar) -> u64 {
        self.rank(bar)
    }

    fn position(&self, _: u32, number: u64) -> Option<Bar> {
        self.unrank(number)
    }
}
