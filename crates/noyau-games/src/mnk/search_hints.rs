//! Search hints of k in a row: complete a line if possible, block one if necessary, and a side without open lines
//! cannot win.

use super::Mnk;
use crate::in_a_row::{Board, Stones};
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval, loss, win};
use noyau_core::symmetry::canonical;
use noyau_core::word::Word;

/// Above this many stones symmetric positions seldom both occur in a search.
const TURNED_STONES: u32 = 8;

impl Mnk {
    /// The empty squares where one more stone completes a line.
    ///
    /// ```text
    ///   x x . x     the first three places without the missing one, shifted to the start of the line
    /// ```
    fn completing(&self, stones: u128, free: u128) -> u128 {
        let mut squares = 0;
        for &(step, starts) in &self.board.lines {
            for missing in 0..self.board.length {
                let mut lines = starts;
                for place in (0..self.board.length).filter(|&place| place != missing) {
                    lines &= stones >> (place * step);
                }
                squares |= lines << (missing * step);
            }
        }
        squares & free
    }

    /// The number of lines that a side could still complete against those stones.
    fn open_lines(&self, against: u128) -> u32 {
        let lines = self.board.lines.iter().map(|&(step, starts)| {
            let places = 0..self.board.length;
            places
                .fold(starts, |lines, place| lines & !(against >> (place * step)))
                .count()
        });
        lines.sum()
    }
}

impl Finite for Mnk {
    fn most_plies(&self, stones: &Stones<u128>) -> u32 {
        self.free(stones).count()
    }
}

impl Keyed for Mnk {
    fn key_bits(&self) -> u32 {
        2 * self.board.full.count()
    }

    fn key(&self, stones: &Stones<u128>) -> u128 {
        let few = (stones.own | stones.other).count() <= TURNED_STONES;
        let stones = if few {
            canonical(self, stones)
        } else {
            *stones
        };
        // On boards of more than 64 squares the two overlap, but the search checks the number of bits first and
        // does not start.
        stones.own | stones.other << self.board.full.count().min(64)
    }
}

impl SearchHints for Mnk {
    /// The squares worth trying.
    type Sight = u128;
    const WINS_ON_OWN_MOVE: bool = true;

    fn static_eval(&self, stones: &Stones<u128>) -> StaticEval<u8, u128> {
        let free = self.free(stones);
        if free == 0 || self.board.aligned(stones.other) {
            return StaticEval::Over;
        }
        let known = |score: Score| StaticEval::Open {
            low: score,
            high: score,
            forced: None,
            sight: free,
            ordering: score,
        };
        if self.completing(stones.own, free) != 0 {
            return known(win(1));
        }
        let threats = self.completing(stones.other, free);
        let plies = free.count();
        match threats.count() {
            0 | 1 => {}
            _ => return known(loss(2)),
        }
        let (own, other) = (self.open_lines(stones.other), self.open_lines(stones.own));
        if own + other == 0 || plies == 1 {
            return known(0);
        }
        StaticEval::Open {
            low: if other == 0 {
                0
            } else {
                loss(if threats == 0 { 4 } else { 2 })
            },
            high: if own == 0 { 0 } else { win(3) },
            forced: threats.indices().next().map(|square| square as u8),
            sight: free,
            ordering: own as Score - other as Score,
        }
    }

    fn candidates(&self, _: &Stones<u128>, &sight: &u128, out: &mut Vec<u8>) {
        let squares = self.board.by_lines.iter().copied();
        out.extend(squares.filter(|&square| sight >> square & 1 != 0));
    }

    fn move_number(&self, square: u8) -> Option<u8> {
        Some(square)
    }
}
