//! Search hints of Kalah: the remaining seeds bound what can still be won, a side with more than half of them on its
//! side is likely to keep them, and of many seeds a search to a small depth tells which move to try first.

use super::Kalah;
use crate::sowing::{Pits, Rule, in_pit, marked, sum};
use noyau_core::Game;
use noyau_core::hints::{FINE, Finite, Keyed, Recent, SURE, Score, SearchHints, StaticEval};

impl Finite for Kalah {
    /// Every play ends. A move that stores nothing empties a pit and fills only pits to its right: the non-empty
    /// pits except the last, read as a binary number with the leftmost first, decrease. A move that stores
    /// something leaves fewer seeds.
    fn most_plies(&self, pits: &Pits) -> u32 {
        let inner = self.board.pits - 1;
        let number = |side: u64| {
            let digits = (0..inner).map(|pit| u32::from(in_pit(side, pit) > 0));
            digits.fold(0, |number, digit| 2 * number + digit)
        };
        let seeds = (sum(pits.own) + sum(pits.other)) as u32;
        seeds * ((2 << inner) - 1) + number(pits.own) + number(pits.other)
    }
}

impl Keyed for Kalah {
    fn key_bits(&self) -> u32 {
        u64::BITS - self.board.ranks().leading_zeros()
    }

    /// The pits are those of the side to move and of the other: which side that is changes nothing.
    fn key(&self, pits: &Pits) -> u128 {
        self.number(pits).into()
    }
}

impl SearchHints for Kalah {
    /// The non-empty pits.
    type Sight = u64;

    fn static_eval(&self, pits: &Pits) -> StaticEval<u8, u64> {
        let legal = self.rule.legal(pits);
        if legal == 0 {
            return StaticEval::Over;
        }
        let seeds = sum(pits.own) + sum(pits.other);
        StaticEval::Open {
            low: -seeds,
            high: seeds,
            forced: legal
                .is_power_of_two()
                .then(|| (legal.trailing_zeros() / 8) as u8),
            sight: legal,
            ordering: pits.lead() as Score / 2,
        }
    }

    /// From the right: moves that end in the store and keep the turn are there.
    fn candidates(&self, pits: &Pits, &legal: &u64, out: &mut Vec<u8>) {
        let first = out.len();
        out.extend(marked(legal));
        out[first..].reverse();
        let mut kept = first;
        for at in first..out.len() {
            if self.keeps_turn(pits, out[at]) {
                out[kept..=at].rotate_right(1);
                kept += 1;
            }
        }
    }

    fn near_end(&self, pits: &Pits) -> bool {
        (sum(pits.own) + sum(pits.other)) as usize <= self.few_seeds()
    }

    /// The margin itself: boards with few seeds are few, and come up again and again.
    fn finish(&self, pits: &Pits, _: &u64, _: Score, recent: &mut Recent) -> (Score, Score) {
        let margin = self.margin(pits, recent);
        (margin, margin)
    }

    /// The more seeds there are, the more positions lie below, and the deeper it is worth looking.
    fn look_ahead(
        &self,
        parent: &Pits,
        child: &Pits,
        (alpha, beta): (Score, Score),
        solved: u32,
    ) -> Option<Score> {
        let seeds = (sum(parent.own) + sum(parent.other)) as u32;
        let few = FEW_SEEDS.max(solved.saturating_sub(1));
        // What tables hold is nearer, and worth a closer look.
        let pace = if solved > FEW_SEEDS { 2 } else { 3 };
        let depth = seeds.saturating_sub(few).div_ceil(pace).min(MOST_DEPTH);
        (depth > 0).then(|| self.fine_score(child, depth, alpha, beta))
    }
}

/// With so many seeds the static order will do.
const FEW_SEEDS: u32 = 15;

const MOST_DEPTH: u32 = 12;

impl Kalah {
    /// The rank of a board, whichever side is to move.
    fn number(&self, pits: &Pits) -> u64 {
        self.board.rank(pits) / 2
    }

    /// Boards with at most so many seeds are near the end; there are less than six million.
    fn few_seeds(&self) -> usize {
        let most = if self.board.pits > 6 { 9 } else { 13 };
        (3 * self.board.total() / 10).min(most)
    }

    /// The margin by plain minimax; every board is looked at once.
    fn margin(&self, pits: &Pits, recent: &mut Recent) -> Score {
        const ZERO: Score = 1 << 7;
        let mut legal = self.rule.legal(pits);
        if legal == 0 {
            return pits.lead();
        }
        let number = self.number(pits) as usize;
        if let Some(data) = recent.numbered(number) {
            return Score::from(data) - ZERO;
        }
        recent.open();
        let mut best = -SURE;
        while legal != 0 {
            let pit = (legal.trailing_zeros() / 8) as u8;
            legal &= legal - 1;
            let (after, gain) = self.rule.sow(pits, pit);
            best = best.max(if self.rule.keeps_turn(pits, pit) {
                gain + self.margin(&after, recent)
            } else {
                gain - self.margin(&after.turned(), recent)
            });
        }
        let boards = self.board.ranks_up_to(self.few_seeds()) / 2;
        recent.put_numbered(number, (best + ZERO) as u8, boards as usize);
        best
    }

    /// The score by alpha-beta to a depth of at least 1, in parts of [`FINE`]. At the horizon a seed on the own side counts
    /// an eighth, and the turn a seed and a half: other weights brought orders that took several times as many positions.
    fn fine_score(&self, pits: &Pits, depth: u32, alpha: Score, beta: Score) -> Score {
        let mut legal = self.rule.legal(pits);
        if legal == 0 {
            return FINE * pits.lead();
        }
        let mut best = -SURE;
        while legal != 0 && best < beta {
            // From the right, as the candidates.
            let bit = u64::BITS - 1 - legal.leading_zeros();
            legal &= !(1 << bit);
            let pit = (bit / 8) as u8;
            let (after, gain) = self.rule.sow(pits, pit);
            let gain = FINE * gain;
            let alpha = alpha.max(best);
            let keeps_turn = self.rule.keeps_turn(pits, pit);
            let score = if depth == 1 {
                let turn = if keeps_turn { 3 } else { -3 };
                gain + if after.own == 0 || after.other == 0 {
                    FINE * after.lead()
                } else {
                    FINE / 8 * after.lead() + FINE / 2 * turn
                }
            } else if keeps_turn {
                gain + self.fine_score(&after, depth - 1, alpha - gain, beta - gain)
            } else {
                gain - self.fine_score(&after.turned(), depth - 1, gain - beta, gain - alpha)
            };
            best = best.max(score);
        }
        best
    }
}
