//! Search hints of Othello.
//!
//! A disc that can never be flipped again is stable: one in a corner, and one beside stable discs of its own side,
//! or the edge, or full lines in every direction. A side keeps its stable discs, so neither can win by more than
//! all squares minus twice the other's. Moves that leave the opponent few replies, and no corner, come first
//! (fastest first).

use super::{Discs, LINES, Othello, Placement};
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval};
use noyau_core::word::Word;

/// The first column of the 8 by 8 field that contains the board.
const WEST: u64 = 0x0101_0101_0101_0101;

impl Othello {
    /// The squares whose neighbour in a direction is off the board.
    fn beyond(&self, shift: u32, up: bool) -> u64 {
        let board = self.board;
        let last = WEST << (self.size - 1);
        // A step that leaves the column must not wrap around.
        let (first_column, last_column) = (board & WEST, board & last);
        let side = match (shift, up) {
            (1 | 9, true) | (7, false) => last_column,
            (1 | 9, false) | (7, true) => first_column,
            _ => 0,
        };
        let moved = if up { board >> shift } else { board << shift };
        board & (!moved | side)
    }

    /// The squares of full lines in a direction.
    fn full(&self, discs: u64, shift: u32) -> u64 {
        let mut broken = self.board & !discs;
        let (up_stop, down_stop) = (self.beyond(shift, true), self.beyond(shift, false));
        loop {
            let grown = broken
                | (broken & !up_stop) << shift & self.board
                | (broken & !down_stop) >> shift & self.board;
            if grown == broken {
                return self.board & !broken;
            }
            broken = grown;
        }
    }

    /// The stable discs of a side.
    fn stable(&self, own: u64, other: u64) -> u64 {
        if own & self.corners == 0 && own | other != self.board {
            return 0;
        }
        let discs = own | other;
        let safe = LINES.map(|(shift, _)| {
            let edge = self.beyond(shift, true) | self.beyond(shift, false);
            (shift, self.full(discs, shift) | edge)
        });
        let mut stable = 0;
        loop {
            let mut grown = own;
            for (shift, safe) in safe {
                let near = (stable & !self.beyond(shift, true)) << shift
                    | (stable & !self.beyond(shift, false)) >> shift;
                grown &= safe | near;
            }
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}

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
        let theirs = self.targets(discs.other, discs.own);
        if targets | theirs == 0 {
            return StaticEval::Over;
        }
        let all = self.board.count() as Score;
        let corners = |set: u64| (set & self.corners).count() as Score;
        StaticEval::Open {
            low: -all,
            high: all,
            forced: (targets == 0).then_some(Placement::Pass),
            sight: Sight { targets },
            ordering: targets.count() as Score + 2 * corners(targets),
        }
    }

    fn candidates(&self, _: &Discs, sight: &Sight, out: &mut Vec<Placement>) {
        let corners = sight.targets & self.corners;
        for set in [corners, sight.targets & !corners] {
            out.extend(set.indices().map(|bit| Placement::At(bit as u8)));
        }
    }

    fn bounds(&self, discs: &Discs, _: &Sight) -> (Score, Score) {
        let all = self.board.count() as Score;
        let secure = |own, other| 2 * self.stable(own, other).count() as Score;
        (
            secure(discs.own, discs.other) - all,
            all - secure(discs.other, discs.own),
        )
    }
}
