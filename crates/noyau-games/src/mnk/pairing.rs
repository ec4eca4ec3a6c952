//! Pairing strategies (Hales and Jewett 1963). If every line that is open for a side contains two free squares that are a
//! pair, and no two pairs share a square, the other side answers each stone on a pair with the other square of it: no line is
//! ever completed. A stone more never harms, so it does not matter if the square is taken already, nor who moves first.

use super::Mnk;
use std::ops::Range;

/// So many pairs are tried.
const MOST_TRIED: u32 = 100;

/// So many squares are tried for the stone that is placed before the pairs.
const MOST_STONES: usize = 3;

impl Mnk {
    /// Whether pairs keep `attacker` from completing a line, whoever moves.
    pub(super) fn pairs_block(&self, attacker: u64, defender: u64) -> bool {
        let open = self.board.masks.iter();
        let open = open.filter(|&&line| line & defender == 0);
        let mut lines: Vec<u64> = open.map(|&line| line & !attacker).collect();
        let (all, mut tried) = (0..lines.len(), 0);
        pair_up(&mut lines, all, u64::MAX, &mut tried)
    }

    /// Whether a stone of the defender, who is to move, and then pairs do so. The stone goes where it blocks most.
    pub(super) fn stone_and_pairs_block(&self, attacker: u64, defender: u64) -> bool {
        let free = self.board.full as u64 & !(attacker | defender);
        let mut counts = [0_u32; 64];
        for &line in &self.board.masks {
            if line & defender == 0 {
                let weight = 1 << (2 * (line & attacker).count_ones().min(8));
                let mut left = line & free;
                while left != 0 {
                    counts[left.trailing_zeros() as usize] += weight;
                    left &= left - 1;
                }
            }
        }
        (0..MOST_STONES).any(|_| {
            let best = (0..64).max_by_key(|&square: &usize| counts[square]);
            best.is_some_and(|best| {
                let count = std::mem::take(&mut counts[best]);
                count > 0 && self.pairs_block(attacker, defender | 1 << best)
            })
        })
    }
}

/// Whether the lines of a range contain pairs of these squares.
fn pair_up(lines: &mut Vec<u64>, range: Range<usize>, squares: u64, tried: &mut u32) -> bool {
    // The line with the fewest squares left.
    let fewest = lines[range.clone()]
        .iter()
        .map(|line| line & squares)
        .min_by_key(|line| line.count_ones());
    let Some(line) = fewest else {
        return true;
    };
    let end = range.end;
    // The pairs that serve most lines first.
    let mut pairs = Vec::new();
    let mut left = line;
    while left != 0 {
        let one = left & left.wrapping_neg();
        left ^= one;
        let mut others = left;
        while others != 0 {
            let two = others & others.wrapping_neg();
            others ^= two;
            let pair = one | two;
            let lines = lines[range.clone()].iter();
            pairs.push((lines.filter(|&&line| line & pair == pair).count(), pair));
        }
    }
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    for (_, pair) in pairs {
        if *tried == MOST_TRIED {
            return false;
        }
        *tried += 1;
        for i in range.clone() {
            let line = lines[i];
            if line & pair != pair {
                lines.push(line);
            }
        }
        let more = end..lines.len();
        let found = pair_up(lines, more, squares & !pair, tried);
        lines.truncate(end);
        if found {
            return true;
        }
    }
    false
}
