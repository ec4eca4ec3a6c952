//! Othello in tables: a tier for each number of empty squares; passes stay in their tier; one bit per square and
//! side, and one for the side to move.

use super::{Discs, Othello};
use noyau_core::Side;
use noyau_core::grid::turned;
use noyau_core::index::{Coverage, Index};
use noyau_core::rank::binomial;
use noyau_core::symmetry::{Symmetric, canonical, image_count};
use noyau_core::word::Word;

impl Othello {
    fn square_count(&self) -> u32 {
        self.size * self.size
    }
}

impl Index for Othello {
    fn tiers(&self) -> u32 {
        if let Some(empty) = self.most_empty() {
            return empty + 1;
        }
        // Only the smallest board has few enough squares for a number.
        let squares = self.square_count();
        if squares < 32 { squares + 1 } else { 0 }
    }

    #[inline]
    fn tier(&self, discs: &Discs) -> u32 {
        let empty = self.square_count() - (discs.own | discs.other).count();
        match self.most_empty() {
            Some(most) if empty > most => u32::MAX,
            _ => empty,
        }
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (tier.saturating_sub(1)..=tier).collect()
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        Some(self.last.as_ref()?.size(tier))
    }

    fn coverage(&self) -> Coverage {
        if self.last.is_some() {
            Coverage::Class
        } else {
            Coverage::Reachable
        }
    }

    fn bound(&self, tier: u32) -> u64 {
        let words = 2 << (2 * self.square_count());
        self.dense(tier).unwrap_or(words)
    }

    /// All sets of squares around the middle with all colours, up to symmetry.
    fn expected(&self, tier: u32) -> u64 {
        if let Some(size) = self.dense(tier) {
            return size;
        }
        let Some(discs) = (self.square_count() - 4).checked_sub(tier) else {
            return 0;
        };
        let sets = binomial(u64::from(self.square_count()) - 4, discs.into());
        (sets.unwrap_or(u64::MAX)).saturating_mul(1 << (discs + 2))
    }

    fn number(&self, discs: &Discs) -> u64 {
        if let Some(last) = &self.last {
            return self.number_in_class(last, discs).0;
        }
        let [first, second] = self.by_side(discs);
        let squares = self.square_count();
        (first | second << squares | (discs.side as u128) << (2 * squares)) as u64
    }

    fn position(&self, tier: u32, number: u64) -> Option<Discs> {
        if let Some(last) = &self.last {
            return self.position_in_class(last, tier, number);
        }
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
        if self.last.is_some() {
            let (tier, number) = self.locate(discs);
            return self.position(tier, number).unwrap_or(*discs);
        }
        canonical(self, discs)
    }

    #[inline]
    fn locate(&self, discs: &Discs) -> (u32, u64) {
        let held = if self.last.is_some() {
            *discs
        } else {
            canonical(self, discs)
        };
        (self.tier(&held), self.number(&held))
    }

    fn orbit_size(&self, discs: &Discs) -> u64 {
        match &self.last {
            // The colours may be exchanged too.
            Some(last) => 2 * self.symmetries() as u64 / self.number_in_class(last, discs).1,
            None => image_count(self, discs),
        }
    }

    /// A pass is taken back.
    fn predecessors_in_tier(&self, discs: &Discs, out: &mut Vec<Discs>) -> bool {
        let before = Discs {
            own: discs.other,
            other: discs.own,
            side: discs.side.other(),
        };
        if self.targets(before.own, before.other) == 0 && self.may_pass(&before) {
            out.push(before);
        }
        true
    }
}
