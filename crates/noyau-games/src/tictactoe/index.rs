//! Tic-tac-toe in tables: a tier for each number of empty squares.

use super::{SQUARES, TicTacToe};
use crate::in_a_row::Stones;
use noyau_core::grid::turned;
use noyau_core::index::Index;
use noyau_core::symmetry::{canonical, image_count};
use noyau_core::word::Word;
use noyau_core::{Game, Side};

/// A board is a number in base 3: 1 for a stone of First, 2 for one of Second.
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
        3u64.pow(SQUARES as u32)
    }

    fn number(&self, stones: &Stones<u16>) -> u64 {
        let side = self.to_move(stones).unwrap_or(Side::First);
        let [first, second] = turned([stones.own, stones.other], side);
        let value = |stones: u16| -> u64 { stones.indices().map(|square| 3u64.pow(square)).sum() };
        value(first) + 2 * value(second)
    }

    fn position(&self, tier: u32, number: u64) -> Option<Stones<u16>> {
        let mut stones = [0u16, 0];
        let mut rest = number;
        for square in 0..SQUARES {
            match rest % 3 {
                0 => {}
                digit => stones[digit as usize - 1] |= 1 << square,
            }
            rest /= 3;
        }
        let stones = Stones::of_sides(stones)?;
        (rest == 0 && self.tier(&stones) == tier).then_some(stones)
    }

    fn canonical(&self, stones: &Stones<u16>) -> Stones<u16> {
        canonical(self, stones)
    }

    fn orbit_size(&self, stones: &Stones<u16>) -> u64 {
        image_count(self, stones)
    }
}
