//! Search hints of k in a row: complete a line if possible, block one if necessary, and a side without open lines
//! cannot win. A line is open for a side if the other has no stone on it.
//!
//! A stone more never harms its side: it could follow the strategy that it has without it, and play anywhere when that
//! strategy asks for the square. So a move to a square on no open line is at most as good as any other, and is not tried.

use super::Mnk;
use crate::in_a_row::{Board, Stones};
use noyau_core::hints::{Finite, Keyed, SURE, Score, SearchHints, StaticEval, loss, win};
use noyau_core::symmetry::canonical;
use noyau_core::word::Word;

/// Above this many stones symmetric positions seldom both occur in a search.
const TURNED_STONES: u32 = 12;

/// What the open lines say. Boards of more than 64 squares are not searched.
struct Survey {
    /// The squares on lines that are open for the side to move, and for the other.
    open: [u64; 2],
    /// The squares where one more stone completes a line, of either side.
    completing: [u64; 2],
    /// The open lines of the side to move less those of the other, by the stones on them.
    ordering: Score,
}

impl Mnk {
    #[inline]
    fn survey(&self, own: u64, other: u64) -> Survey {
        let length = self.board.length;
        let (mut open, mut completing, mut ordering) = ([0; 2], [0; 2], 0);
        for &line in &self.board.masks {
            for (side, stones, against) in [(0, own, other), (1, other, own)] {
                if line & against == 0 {
                    let count = (line & stones).count_ones();
                    open[side] |= line;
                    if count + 1 == length {
                        completing[side] |= line & !stones;
                    }
                    let weight = 1 << (2 * count.min(MOST_WEIGHED));
                    ordering += if side == 0 { weight } else { -weight };
                }
            }
        }
        Survey {
            open,
            completing,
            ordering,
        }
    }
}

/// More stones on a line than this count no more in the move ordering.
const MOST_WEIGHED: u32 = 6;

impl Finite for Mnk {
    fn most_plies(&self, stones: &Stones<u128>) -> u32 {
        self.free(stones).count()
    }
}

impl Keyed for Mnk {
    fn key_bits(&self) -> u32 {
        2 * self.board.full.count()
    }

    /// A stone on no open line of its side only blocks: whose it is does not matter, and the key has it for both.
    fn key(&self, stones: &Stones<u128>) -> u128 {
        let Survey { open, .. } = self.survey(stones.own as u64, stones.other as u64);
        let blocks = stones.own & !u128::from(open[0]) | stones.other & !u128::from(open[1]);
        let few = (stones.own | stones.other).count() <= TURNED_STONES;
        let stones = Stones {
            own: stones.own | blocks,
            other: stones.other | blocks,
        };
        let stones = if few {
            canonical(self, &stones)
        } else {
            stones
        };
        // On boards of more than 64 squares the two overlap, but the search checks the number of bits first and
        // does not start.
        stones.own | stones.other << self.board.full.count().min(64)
    }
}

impl SearchHints for Mnk {
    /// The squares worth trying.
    type Sight = u64;
    const WINS_ON_OWN_MOVE: bool = true;

    fn static_eval(&self, stones: &Stones<u128>) -> StaticEval<u8, u64> {
        let free = self.free(stones) as u64;
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
        let Survey {
            open: [own, other],
            completing: [wins, threats],
            ordering,
        } = self.survey(stones.own as u64, stones.other as u64);
        if wins != 0 {
            return known(win(1));
        }
        if threats.count_ones() > 1 {
            return known(loss(2));
        }
        if own | other == 0 || free.is_power_of_two() {
            return known(0);
        }
        StaticEval::Open {
            low: if other == 0 {
                0
            } else {
                loss(if threats == 0 { 4 } else { 2 })
            },
            high: if own == 0 { 0 } else { win(3) },
            forced: (threats != 0).then(|| threats.trailing_zeros() as u8),
            sight: free & (own | other),
            ordering,
        }
    }

    fn candidates(&self, _: &Stones<u128>, &sight: &u64, out: &mut Vec<u8>) {
        let squares = self.board.by_lines.iter().copied();
        out.extend(squares.filter(|&square| sight >> square & 1 != 0));
    }

    fn move_number(&self, square: u8) -> Option<u8> {
        Some(square)
    }

    fn bounds(&self, stones: &Stones<u128>, _: &u64, wanted: Score) -> (Score, Score) {
        let (own, other) = (stones.own as u64, stones.other as u64);
        let most = if wanted > 0 { SURE - wanted } else { SURE };
        let [_, threats] = self.survey(own, other).completing;
        if let Some(plies) = self.won_by_threats(own, other, threats, most as u32) {
            return (win(plies), SURE);
        }
        if wanted > 0 {
            if self.pairs_block(own, other) {
                return (-SURE, 0);
            }
        } else if self.pairs_block(other, own) || self.stone_and_pairs_block(other, own) {
            return (0, SURE);
        }
        (-SURE, SURE)
    }
}
