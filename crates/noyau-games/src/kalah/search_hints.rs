//! Search hints of Kalah: the remaining seeds bound what can still be won, a side with more than half of them on its
//! side is likely to keep them, and of many seeds a search to a small depth tells which move to try first.

use super::Kalah;
use crate::sowing::{Pits, Rule, in_pit, marked, sum};
use noyau_core::Game;
use noyau_core::hints::{FINE, Finite, Keyed, SURE, Score, SearchHints, StaticEval};

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

    fn key(&self, pits: &Pits) -> u128 {
        self.board.rank(pits).into()
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
        let depth = seeds.saturating_sub(few).div_ceil(3).min(MOST_DEPTH);
        (depth > 0).then(|| self.fine_score(child, depth, alpha, beta))
    }
}

/// With so many seeds the static order will do.
const FEW_SEEDS: u32 = 15;

const MOST_DEPTH: u32 = 12;

impl Kalah {
    /// The score by alpha-beta to a depth, in parts of [`FINE`]. At the horizon a seed on the own side counts an eighth,
    /// and the turn half a seed: more brought orders that took several times as many positions.
    fn fine_score(&self, pits: &Pits, depth: u32, alpha: Score, beta: Score) -> Score {
        let mut legal = self.rule.legal(pits);
        if legal == 0 {
            return FINE * pits.lead();
        }
        if depth == 0 {
            return FINE / 8 * pits.lead() + FINE / 2;
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
            let score = if self.rule.keeps_turn(pits, pit) {
                gain + self.fine_score(&after, depth - 1, alpha - gain, beta - gain)
            } else {
                gain - self.fine_score(&after.turned(), depth - 1, gain - beta, gain - alpha)
            };
            best = best.max(score);
        }
        best
    }
}
