//! Wins by threats: every move of the attacker threatens to complete a line, so that the other side has one reply, until
//! a move threatens two (threat-space search with the forced replies; Allis, van den Herik and Huntjens 1996).

use super::Mnk;

/// So many moves of the attacker are tried.
const MOST_TRIED: u32 = 256;

impl Mnk {
    /// The plies in which the side to move wins by threats, if it does in at most so many. It cannot complete a line at
    /// once; the other side could on the squares of `threats`.
    pub(super) fn won_by_threats(
        &self,
        own: u64,
        other: u64,
        threats: u64,
        most: u32,
    ) -> Option<u32> {
        self.threaten(own, other, threats, most, &mut 0)
    }

    fn threaten(
        &self,
        own: u64,
        other: u64,
        threats: u64,
        most: u32,
        tried: &mut u32,
    ) -> Option<u32> {
        if most < 3 || threats.count_ones() > 1 {
            return None;
        }
        let two_short = self.board.length.checked_sub(2)?;
        for &line in &self.board.masks {
            if line & other != 0 || (line & own).count_ones() != two_short {
                continue;
            }
            let free = line & !own;
            let lowest = free & free.wrapping_neg();
            for square in [lowest, free ^ lowest] {
                if threats & !square != 0 {
                    continue;
                }
                if *tried == MOST_TRIED {
                    return None;
                }
                *tried += 1;
                let reply = free ^ square;
                let own = own | square;
                if self.completing_through(own, other, square) != reply {
                    return Some(3);
                }
                let other = other | reply;
                let threats = self.completing_through(other, own, reply);
                let later = self.threaten(own, other, threats, most - 2, tried);
                if let Some(plies) = later {
                    return Some(plies + 2);
                }
            }
        }
        None
    }

    /// The squares that complete a line through a stone.
    fn completing_through(&self, stones: u64, against: u64, square: u64) -> u64 {
        let lines = self.board.through[square.trailing_zeros() as usize].iter();
        let completes = |&&line: &&u64| {
            line & against == 0 && (line & stones).count_ones() + 1 == self.board.length
        };
        lines
            .filter(completes)
            .fold(0, |squares, line| squares | line & !stones)
    }
}
