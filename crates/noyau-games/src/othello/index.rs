//! Othello in tables: a tier for each number of empty squares; passes stay in their tier; one bit per square and
//! side, and one for the side to move.

use super::{Discs, Othello};
use noyau_core::Side;
use noyau_core::grid::turned;
use noyau_core::index::Index;
use noyau_core::rank::binomial;
use noyau_core::symmetry::{canonical, image_count};
use noyau_core::word::Word;

impl Othello {
    fn square_count(&self) -> u32 {
        self.size * self.size
    }
}

impl Index for Othello {
    fn tiers(&self) -> u32 {
        // Only the smallest board has few enough squares for a number.
        let squares = self.square_count();
        if squares < 32 { squares + 1 } else { 0 }
    }

    fn tier(&self, discs: &Discs) -> u32 {
        self.square_count() - (discs.own | discs.other).count()
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (tier.saturating_sub(1)..=tier).collect()
    }

    fn bound(&self, _: u32) -> u64 {
        2 << (2 * self.square_count())
    }

    /// All sets of squares around the middle with all colours, up to symmetry.
    fn expected(&self, tier: u32) -> u64 {
        let Some(discs) = (self.square_count() - 4).checked_sub(tier) else {
            return 0;
        };
        let sets = binomial(u64::from(self.square_count()) - 4, discs.into());
        (sets.unwrap_or(u64::MAX)).saturating_mul(1 << (discs + 2))
    }

    fn number(&self, discs: &Discs) -> u64 {
        let [first, second] = self.by_side(discs);
        let squares = self.square_count();
        (first | second << squares | (discs.side as u128) << (2 * squares)) as u64
    }

    fn position(&self, tier: u32, number: u64) -> Option<Discs> {
        let squares = self.square_count();
        let side = *Side::BOTH.get((number >> (2 * squares)) as usize)?;
        let discs = [number, number >> squares].map(|word| {
            let word = word & u64::low_bits(squares);
            word.indices()
                .fold(0, |bits, square| bits | 1 << self.bit(square))
        });
        let [own, other] = turned(discs, side);
        let discs = Discs { own, other, side };
        (own & other == 0 && self.tier(&discs) == tier).then_some(discs)
    }

    fn canonical(&self, discs: &Discs) -> Discs {
        canonical(self, discs)
    }

    fn orbit_size(&self, discs: &Discs) -> u64 {
        image_count(self, discs)
    }
}
