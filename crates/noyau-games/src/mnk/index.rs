//! m,n,k-games in tables: a tier for each number of empty squares, one bit per square and side.

use super::Mnk;
use crate::in_a_row::Stones;
use noyau_core::grid::turned;
use noyau_core::index::Index;
use noyau_core::rank::binomial;
use noyau_core::symmetry::{canonical, image_count};
use noyau_core::word::Word;
use noyau_core::{Game, Side};

impl Mnk {
    fn square_count(&self) -> u32 {
        self.board.grid.squares() as u32
    }
}

impl Index for Mnk {
    fn tiers(&self) -> u32 {
        // Two bits per square must fit a number.
        let squares = self.square_count();
        if squares < 32 { squares + 1 } else { 0 }
    }

    fn tier(&self, stones: &Stones<u128>) -> u32 {
        self.free(stones).count()
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn bound(&self, _: u32) -> u64 {
        1 << (2 * self.square_count())
    }

    /// All placements of the stones, up to symmetry.
    fn expected(&self, tier: u32) -> u64 {
        let squares = u64::from(self.square_count());
        let stones = squares - u64::from(tier);
        let sets = |of: u64, among: u64| binomial(among, of).unwrap_or(u64::MAX);
        let placed = sets(stones, squares).saturating_mul(sets(stones / 2, stones));
        placed.div_ceil(self.board.images.len() as u64)
    }

    fn number(&self, stones: &Stones<u128>) -> u64 {
        let side = self.to_move(stones).unwrap_or(Side::First);
        let [first, second] = turned([stones.own, stones.other], side);
        (first | second << self.square_count()) as u64
    }

    fn position(&self, tier: u32, number: u64) -> Option<Stones<u128>> {
        let number = u128::from(number);
        let stones = [number, number >> self.square_count()].map(|word| word & self.board.full);
        let stones = Stones::of_sides(stones)?;
        (stones.own & stones.other == 0 && self.tier(&stones) == tier).then_some(stones)
    }

    fn canonical(&self, stones: &Stones<u128>) -> Stones<u128> {
        canonical(self, stones)
    }

    fn orbit_size(&self, stones: &Stones<u128>) -> u64 {
        image_count(self, stones)
    }
}
