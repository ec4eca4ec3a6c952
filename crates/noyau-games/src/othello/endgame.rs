//! The last squares of a game of Othello, searched without a table: whether the margin is at least so much.
//!
//! Few squares are left, so lists, keys and tables would take longer than the moves. Squares in regions with an odd number
//! of empty ones come first, for the side that moves into them moves last there (parity); with more than five squares
//! left, moves that leave the other side few replies (fastest first). The last four squares have code of their own, and
//! the last disc is not placed: the discs it flips are counted.

use super::{Othello, WEST, stability};
use noyau_core::hints::Score;
use noyau_core::word::Word;

/// Positions with at most so many empty squares are searched here.
pub(super) const SQUARES: u32 = 9;

/// With at most so many empty squares moves are ordered by parity alone.
const BY_PARITY: u32 = 5;

/// The quarters of the field, whose empty squares are counted as regions.
const QUARTERS: [u64; 4] = [
    0x0000_0000_0F0F_0F0F,
    0x0000_0000_F0F0_F0F0,
    0x0F0F_0F0F_0000_0000,
    0xF0F0_F0F0_0000_0000,
];

/// For each square the squares around it.
const AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut at = 0;
    while at < 64 {
        let disc = 1u64 << at;
        let row = disc | (disc & !WEST) >> 1 | (disc & !(WEST << 7)) << 1;
        around[at] = (row | row << 8 | row >> 8) & !disc;
        at += 1;
    }
    around
};

/// For each place in a line of eight, and each set of own discs in it, the discs that a disc there flips if all others are
/// opposing ones.
const FLIPPED: [[u8; 256]; 8] = {
    let mut flipped = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0;
        while own < 256 {
            let (below, above) = (own & ((1 << at) - 1), own >> (at + 1));
            let down = if below == 0 {
                0
            } else {
                at as u32 - 1 - (below as u32).ilog2()
            };
            let up = if above == 0 {
                0
            } else {
                (above as u32).trailing_zeros()
            };
            flipped[at][own] = (down + up) as u8;
            own += 1;
        }
        at += 1;
    }
    flipped
};

/// The diagonals through each square, towards higher and towards lower columns of the rows above.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (at as i32 / 8, at as i32 % 8);
            let (rows, columns) = (other / 8 - row, other % 8 - column);
            if rows == columns {
                diagonals[at][0] |= 1 << other;
            }
            if rows == -columns {
                diagonals[at][1] |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    diagonals
};

/// How many discs are flipped by a disc on the last empty square, where `own` are those of its side.
#[inline]
fn flipped_by_last(own: u64, at: u32) -> Score {
    let (row, column) = (at as usize / 8, at as usize % 8);
    let [rising, falling] = DIAGONALS[at as usize];
    let across = |line: u64| usize::from((line.wrapping_mul(WEST) >> 56) as u8);
    let down = ((own >> column) & WEST).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let lines = [
        FLIPPED[column][usize::from((own >> (8 * row)) as u8)],
        FLIPPED[row][usize::from(down as u8)],
        FLIPPED[column][across(own & rising)],
        FLIPPED[column][across(own & falling)],
    ];
    lines.iter().map(|&flipped| Score::from(flipped)).sum()
}

/// The margin of a position with one empty square.
#[inline]
fn last(own: u64, other: u64, at: u32) -> Score {
    let margin = margin(own, other);
    let flipped = flipped_by_last(own, at);
    if flipped > 0 {
        return margin + 2 * flipped + 1;
    }
    match flipped_by_last(other, at) {
        0 => margin,
        flipped => margin - 2 * flipped - 1,
    }
}

#[inline]
fn margin(own: u64, other: u64) -> Score {
    own.count() as Score - other.count() as Score
}

/// The position after a disc on a square, from the other side, if it flips any.
#[inline]
fn placed(own: u64, other: u64, at: u32) -> Option<(u64, u64)> {
    if AROUND[at as usize] & other == 0 {
        return None;
    }
    let turned = Othello::turned_over(own, other, at);
    (turned != 0).then_some((other ^ turned, own | 1 << at | turned))
}

/// The best of the moves on the last squares, in their order, up to one that answers the question; `None` if there are
/// none. `rest` searches the position after the disc on the square with that place in the list.
#[inline]
fn best_of<const N: usize>(
    own: u64,
    other: u64,
    squares: [u32; N],
    wanted: Score,
    rest: impl Fn(u64, u64, usize, Score) -> Score,
) -> Option<Score> {
    let mut best = None;
    for (i, &at) in squares.iter().enumerate() {
        if let Some((own, other)) = placed(own, other, at) {
            best = best.max(Some(-rest(own, other, i, 1 - wanted)));
            if best >= Some(wanted) {
                break;
            }
        }
    }
    best
}

/// The same for either side: one without a move passes, and if neither has one play is over.
#[inline]
fn few<const N: usize>(
    own: u64,
    other: u64,
    squares: [u32; N],
    wanted: Score,
    rest: impl Fn(u64, u64, usize, Score) -> Score,
) -> Score {
    best_of(own, other, squares, wanted, &rest)
        .or_else(|| best_of(other, own, squares, 1 - wanted, &rest).map(|best| -best))
        .unwrap_or_else(|| margin(own, other))
}

fn last_two(own: u64, other: u64, squares: [u32; 2], wanted: Score) -> Score {
    let rest = |own, other, i: usize, _| last(own, other, squares[1 - i]);
    few(own, other, squares, wanted, rest)
}

fn last_three(own: u64, other: u64, squares: [u32; 3], wanted: Score) -> Score {
    let [a, b, c] = squares;
    let others = [[b, c], [a, c], [a, b]];
    let rest = |own, other, i: usize, wanted| last_two(own, other, others[i], wanted);
    few(own, other, squares, wanted, rest)
}

fn last_four(own: u64, other: u64, squares: [u32; 4], wanted: Score) -> Score {
    let [a, b, c, d] = squares;
    let others = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]];
    let rest = |own, other, i: usize, wanted| last_three(own, other, others[i], wanted);
    few(own, other, squares, wanted, rest)
}

/// The empty squares in quarters that have an odd number of them.
#[inline]
fn odd(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count() % 2 == 1 {
            odd |= empty & quarter;
        }
    }
    odd
}

impl Othello {
    /// Whether the margin of a position with few empty squares is at least `wanted`: if it is, a lower bound that is, too;
    /// if not, an upper bound below `wanted`.
    pub(super) fn finish(&self, own: u64, other: u64, wanted: Score) -> Score {
        let empty = self.board & !(own | other);
        let odd = odd(empty);
        let left = empty.count();
        if left <= BY_PARITY {
            let mut order = [0; BY_PARITY as usize];
            let squares = odd.indices().chain((empty & !odd).indices());
            for (place, at) in order.iter_mut().zip(squares) {
                *place = at;
            }
            let [a, b, c, d, _] = order;
            return match left {
                0 => margin(own, other),
                1 => last(own, other, a),
                2 => last_two(own, other, [a, b], wanted),
                3 => last_three(own, other, [a, b, c], wanted),
                4 => last_four(own, other, [a, b, c, d], wanted),
                _ => few(own, other, order, wanted, |own, other, _, wanted| {
                    self.finish(own, other, wanted)
                }),
            };
        }
        // The side to move cannot have the stable discs of the other.
        let all = self.board.count() as Score;
        if stability::worthwhile(wanted, left) {
            let most = all - 2 * self.stable(other, own).count() as Score;
            if most < wanted {
                return most;
            }
        }
        let targets = self.targets(own, other);
        let mut moves = [(0, 0, 0); SQUARES as usize];
        let mut count = 0;
        for at in (targets & odd).indices().chain((targets & !odd).indices()) {
            let turned = Self::turned_over(own, other, at);
            let (own, other) = (other ^ turned, own | 1 << at | turned);
            let replies = self.targets(own, other);
            let weight = replies.count() + (replies & self.corners).count();
            // Insertion: there are few.
            let mut place = count;
            while place > 0 && moves[place - 1].0 > weight {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = (weight, own, other);
            count += 1;
        }
        let mut best = Score::MIN;
        for &(_, own, other) in &moves[..count] {
            best = best.max(-self.finish(own, other, 1 - wanted));
            if best >= wanted {
                break;
            }
        }
        if count > 0 {
            return best;
        }
        if self.targets(other, own) == 0 {
            margin(own, other)
        } else {
            -self.finish(other, own, 1 - wanted)
        }
    }
}
