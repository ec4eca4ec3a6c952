//! Search hints of Kalah: the remaining seeds bound what can still be won, and a side with more than half of them
//! on its side is likely to keep them.

use super::Kalah;
use crate::sowing::{Pits, Rule, in_pit, marked, sum};
use noyau_core::Game;
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval};

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
}
