//! Search hints of Othello: moves that leave the opponent few replies, and no corner, come first (fastest first); stable
//! discs bound the margin; the last squares have a search of their own.

use super::{Discs, Othello, Placement, endgame, stability};
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval};
use noyau_core::word::Word;

impl Finite for Othello {
    /// There is at least one placement between two passes.
    fn most_plies(&self, discs: &Discs) -> u32 {
        let passes = self.targets(discs.own, discs.other) == 0;
        2 * (self.board & !(discs.own | discs.other)).count() + u32::from(passes)
    }
}

impl Keyed for Othello {
    fn key_bits(&self) -> u32 {
        self.size * self.row_bits()
    }

    /// Each row as a number in base 3. The margin does not depend on which side is First, and symmetric positions
    /// hardly both occur late in the game.
    fn key(&self, discs: &Discs) -> u128 {
        let (own, other) = (discs.own.to_le_bytes(), discs.other.to_le_bytes());
        let rows = own.into_iter().zip(other).take(self.size as usize);
        rows.fold(0, |key, (own, other)| {
            let row = TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(other)];
            key << self.row_bits() | u128::from(row)
        })
    }
}

impl Othello {
    /// The bits of a row in base 3.
    fn row_bits(&self) -> u32 {
        3u32.pow(self.size).ilog2() + 1
    }
}

/// The bits of a byte read as digits in base 3.
const TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ternary[byte] = 3 * ternary[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    ternary
};

/// The static features of a position.
#[derive(Debug, Clone, Copy)]
pub struct Sight {
    targets: u64,
}

impl SearchHints for Othello {
    type Sight = Sight;

    fn static_eval(&self, discs: &Discs) -> StaticEval<Placement, Sight> {
        let targets = self.targets(discs.own, discs.other);
        if targets == 0 && !self.may_pass(discs) {
            return StaticEval::Over;
        }
        let all = self.board.count() as Score;
        StaticEval::Open {
            low: -all,
            high: all,
            forced: (targets == 0).then_some(Placement::Pass),
            sight: Sight { targets },
            ordering: (targets.count() + 2 * (targets & self.corners).count()) as Score,
        }
    }

    fn candidates(&self, _: &Discs, sight: &Sight, out: &mut Vec<Placement>) {
        let corners = sight.targets & self.corners;
        for set in [corners, sight.targets & !corners] {
            out.extend(set.indices().map(|bit| Placement::At(bit as u8)));
        }
    }

    /// A position with few empty squares is searched at once; before others stable discs are counted.
    fn bounds(&self, discs: &Discs, _: &Sight, wanted: Score) -> (Score, Score) {
        let Discs { own, other, .. } = *discs;
        let all = self.board.count() as Score;
        let left = (self.board & !(own | other)).count();
        let (mut least, mut most) = (-all, all);
        if left <= endgame::SQUARES {
            let margin = self.finish(own, other, wanted);
            if margin >= wanted {
                least = margin;
            } else {
                most = margin;
            }
        } else if stability::worthwhile(wanted, left) {
            most -= 2 * self.stable(other, own).count() as Score;
        } else if stability::worthwhile(1 - wanted, left) {
            least += 2 * self.stable(own, other).count() as Score;
        }
        (least, most)
    }
}
