//! Games of sowing in tables: a tier for each number of seeds on the board, ranked as the game ranks all its boards, fewer
//! seeds first.

use noyau::rank::Ranked;

/// Lays a game with `board: Board` and positions `Pits` out for tables.
macro_rules! in_tiers_of_seeds {
    ($game:ty) => {
        impl $game {
            /// How many boards have fewer seeds than that.
            fn before(&self, seeds: u32) -> u64 {
                let pits = 2 * self.board.pits as u64;
                let boards =
                    |seeds: u64| noyau::rank::binomial(seeds + pits, pits).unwrap_or(u64::MAX);
                // The same seeds may be there once or, before either side, twice.
                let times = self.ranks() / boards(self.board.total() as u64);
                seeds
                    .checked_sub(1)
                    .map_or(0, |seeds| times * boards(seeds.into()))
            }
        }

        impl noyau::index::Index for $game {
            fn tiers(&self) -> u32 {
                self.board.total() as u32 + 1
            }

            fn tier(&self, pits: &Self::Position) -> u32 {
                ($crate::awele::board::sum(pits.own) + $crate::awele::board::sum(pits.other)) as u32
            }

            fn dense(&self, tier: u32) -> Option<u64> {
                Some(self.before(tier + 1) - self.before(tier))
            }

            fn number(&self, pits: &Self::Position) -> u64 {
                self.rank(pits) - self.before(self.tier(pits))
            }

            fn position(&self, tier: u32, number: u64) -> Option<Self::Position> {
                let pits = self.unrank(self.before(tier).checked_add(number)?)?;
                (self.tier(&pits) == tier).then_some(pits)
            }
        }
    };
}

pub(crate) use in_tiers_of_seeds;

in_tiers_of_seeds!(super::Awele);
