//! Awele in tables: a tier for each number of seeds on the board, ranked as the game ranks all its boards, fewer seeds first.

use super::Awele;
use crate::awele::board::{Pits, sum};
use noyau::rank::{Ranked, binomial};
use noyau::tabular::Tabular;

impl Awele {
    /// How many boards have fewer seeds than that.
    fn before(&self, seeds: u32) -> u64 {
        let pits = 2 * self.board.pits as u64;
        let boards = |seeds: u64| binomial(seeds + pits, pits).unwrap_or(u64::MAX);
        // The same seeds may be there once or, before either side, twice.
        let times = self.ranks() / boards(self.board.total() as u64);
        seeds
            .checked_sub(1)
            .map_or(0, |seeds| times * boards(seeds.into()))
    }
}

impl Tabular for Awele {
    fn tiers(&self) -> u32 {
        self.board.total() as u32 + 1
    }

    fn tier(&self, pits: &Pits) -> u32 {
        (sum(pits.own) + sum(pits.other)) as u32
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        Some(self.before(tier + 1) - self.before(tier))
    }

    fn number(&self, pits: &Pits) -> u64 {
        self.rank(pits) - self.before(self.tier(pits))
    }

    fn position(&self, tier: u32, number: u64) -> Option<Pits> {
        let pits = self.unrank(self.before(tier).checked_add(number)?)?;
        (self.tier(&pits) == tier).then_some(pits)
    }
}
