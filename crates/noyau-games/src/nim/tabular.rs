//! Nim in tables: all heaps in one tier, where every move leads to a lower number.

use super::{Heaps, Nim};
use noyau::rank::Ranked;
use noyau::tabular::Tabular;

impl Tabular for Nim {
    fn tiers(&self) -> u32 {
        1
    }

    fn tier(&self, _: &Heaps) -> u32 {
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

    fn number(&self, heaps: &Heaps) -> u64 {
        self.rank(heaps)
    }

    fn position(&self, _: u32, number: u64) -> Option<Heaps> {
        self.unrank(number)
    }
}
