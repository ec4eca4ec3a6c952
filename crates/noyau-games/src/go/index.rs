//! Small boards of Go in tables: stones come and go, so there is one tier; one bit per point and side, the ko
//! point, the passes and the side to move.

use super::{Go, Stones};
use noyau_core::Side;
use noyau_core::grid::turned;
use noyau_core::index::Index;
use noyau_core::symmetry::{canonical, image_count};
use noyau_core::word::Word;

/// Bits for the ko point, all set for none, and for the passes.
const KO: u32 = 5;
const PASSES: u32 = 2;

impl Go<u64> {
    fn point_count(&self) -> u32 {
        self.size * self.size
    }
}

impl Index for Go<u64> {
    fn tiers(&self) -> u32 {
        // 5 by 5 is the largest board that fits a number.
        u32::from(self.size <= 5)
    }

    fn tier(&self, _: &Stones<u64>) -> u32 {
        0
    }

    fn bound(&self, _: u32) -> u64 {
        2 << (2 * self.point_count() + KO + PASSES)
    }

    /// All colourings of the points with either side to move, up to symmetry.
    fn expected(&self, _: u32) -> u64 {
        3u64.pow(self.point_count()).div_ceil(2)
    }

    fn number(&self, stones: &Stones<u64>) -> u64 {
        let [first, second] = stones.by_side();
        let points = self.point_count();
        let ko = stones.ko.map_or((1 << KO) - 1, u64::from);
        let rest = ko | u64::from(stones.passes) << KO | (stones.side as u64) << (KO + PASSES);
        first | second << points | rest << (2 * points)
    }

    fn position(&self, _: u32, number: u64) -> Option<Stones<u64>> {
        let points = self.point_count();
        let rest = number >> (2 * points);
        let stones = [number, number >> points].map(|word| word & self.board);
        let side = *Side::BOTH.get((rest >> (KO + PASSES)) as usize)?;
        let ko = rest & u64::low_bits(KO);
        let passes = (rest >> KO & u64::low_bits(PASSES)) as u8;
        let ko = if ko == u64::low_bits(KO) {
            None
        } else if ko < u64::from(points) {
            Some(ko as u8)
        } else {
            return None;
        };
        let mut found = Stones::new(turned(stones, side), side);
        (found.ko, found.passes) = (ko, passes);
        (stones[0] & stones[1] == 0 && passes <= 2).then_some(found)
    }

    fn canonical(&self, stones: &Stones<u64>) -> Stones<u64> {
        canonical(self, stones)
    }

    fn orbit_size(&self, stones: &Stones<u64>) -> u64 {
        image_count(self, stones)
    }
}
