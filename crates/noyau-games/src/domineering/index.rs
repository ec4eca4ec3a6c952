//! Domineering in tables: a tier for each number of empty squares; one bit per square, and one for the side to
//! move.

use super::{Domineering, Field};
use noyau_core::Side;
use noyau_core::index::Index;
use noyau_core::symmetry::{canonical, image_count};

impl Domineering {
    fn square_count(&self) -> u32 {
        (self.columns * self.rows) as u32
    }
}

impl Index for Domineering {
    fn tiers(&self) -> u32 {
        let squares = self.square_count();
        if squares < 63 { squares + 1 } else { 0 }
    }

    fn tier(&self, field: &Field) -> u32 {
        field.free().count_ones()
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(2).into_iter().collect()
    }

    fn bound(&self, _: u32) -> u64 {
        2 << self.square_count()
    }

    /// An estimate: at most as many as the choices of the dominoes' first squares, or the sets of squares.
    fn expected(&self, tier: u32) -> u64 {
        let covered = self.square_count() - tier;
        if !covered.is_multiple_of(2) {
            return 0;
        }
        let sets = noyau_core::rank::binomial(self.square_count().into(), covered.into());
        sets.unwrap_or(u64::MAX).div_ceil(4)
    }

    fn number(&self, field: &Field) -> u64 {
        field.free() as u64 | (field.side() as u64) << self.square_count()
    }

    fn position(&self, tier: u32, number: u64) -> Option<Field> {
        let side = *Side::BOTH.get((number >> self.square_count()) as usize)?;
        let field = Field::new(u128::from(number) & self.board, side);
        (self.tier(&field) == tier).then_some(field)
    }

    fn canonical(&self, field: &Field) -> Field {
        canonical(self, field)
    }

    fn orbit_size(&self, field: &Field) -> u64 {
        image_count(self, field)
    }
}
