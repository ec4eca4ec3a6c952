//! Tic-tac-toe in tables: a tier for each number of empty squares.

use super::{SQUARES, TicTacToe};
use crate::in_a_row::Stones;
use noyau::index::Index;
use noyau::rank::Ranked;
use noyau::symmetry::{canonical, image_count};

impl Index for TicTacToe {
    fn tiers(&self) -> u32 {
        SQUARES as u32 + 1
    }

    fn tier(&self, stones: &Stones<u16>) -> u32 {
        self.free(stones).count_ones()
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn bound(&self, _: u32) -> u64 {
        self.ranks()
    }

    fn number(&self, stones: &Stones<u16>) -> u64 {
        self.rank(stones)
    }

    fn position(&self, tier: u32, number: u64) -> Option<Stones<u16>> {
        self.unrank(number)
            .filter(|stones| self.tier(stones) == tier)
    }

    fn canonical(&self, stones: &Stones<u16>) -> Stones<u16> {
        canonical(self, stones)
    }

    fn orbit_size(&self, stones: &Stones<u16>) -> u64 {
        image_count(self, stones)
    }
}
