//! Discs that can never be flipped again: one in a corner, and one that in each of the four directions is in a full line,
//! at the edge, or beside a stable disc of its own side. A side keeps its stable discs, so the other cannot win by more
//! than all squares minus twice their number.

use super::{INNER, Othello, WEST};
use noyau_core::hints::Score;

/// The four lines: the shift along the line, and the squares of the field where such lines end.
const ENDS: [(u32, u64); 4] = [
    (1, !INNER),
    (8, 0xFF00_0000_0000_00FF),
    (7, 0xFF81_8181_8181_81FF),
    (9, 0xFF81_8181_8181_81FF),
];

/// Whether stable discs of the other side may answer the question with so many squares left: a side that has to win by
/// little hardly meets so many.
#[inline]
pub(super) fn worthwhile(wanted: Score, left: u32) -> bool {
    wanted > 2 * left as Score
}

/// The squares of the field whose line along a shift has no empty square: what is broken spreads by doubling.
#[inline]
fn full(discs: u64, shift: u32) -> u64 {
    let (mut up, mut down) = (!discs, !discs);
    let (mut upwards, mut downwards) = through(shift);
    for distance in [shift, 2 * shift, 4 * shift] {
        up |= (up << distance) & upwards;
        down |= (down >> distance) & downwards;
        upwards &= upwards << distance;
        downwards &= downwards >> distance;
    }
    !(up | down)
}

/// The squares that a step up, or down, along a shift can end on.
const fn through(shift: u32) -> (u64, u64) {
    match shift {
        1 => (!WEST, !(WEST << 7)),
        8 => (!0xFF, !(0xFF << 56)),
        7 => (!(WEST << 7) & !0xFF, !WEST & !(0xFF << 56)),
        _ => (!WEST & !0xFF, !(WEST << 7) & !(0xFF << 56)),
    }
}

impl Othello {
    /// The stable discs of a side.
    pub(super) fn stable(&self, own: u64, other: u64) -> u64 {
        if own & self.corners == 0 {
            return 0;
        }
        // Squares of the field outside a smaller board are as good as its edge.
        let outside = !self.board;
        let safe = ENDS.map(|(shift, ends)| (shift, full(own | other | outside, shift) | ends));
        let mut stable = 0;
        loop {
            let near = stable | outside;
            let mut grown = own;
            for (shift, safe) in safe {
                let (up, down) = through(shift);
                grown &= safe | (near << shift & up) | (near >> shift & down);
            }
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}
