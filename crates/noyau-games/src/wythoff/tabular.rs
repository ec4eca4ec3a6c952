//! Wythoff's game in tables: all squares in one tier, where every move leads to a lower number.

use super::{Square, Wythoff};
use noyau::rank::Ranked;
use noyau::tabular::Tabular;

impl Tabular for Wythoff {
    fn tiers(&self) -> u32 {
        1
    }

    fn tier(&self, _: &Square) -> u32 {
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

    fn number(&self, queen: &Square) -> u64 {
        self.rank(queen)
    }

    fn position(&self, _: u32, number: u64) -> Option<Square> {
        self.unrank(number)
    }
}
