//! Why a position of an octal game is won or lost: the copycat where heaps are equal in pairs. Nimbers say the rest.

use super::{Change, Heaps, NOTHING, ONE_HEAP, Octal, TWO_HEAPS};
use noyau_core::reason::{Explains, MOST_REPLIES, Reason, Situation, symmetry};
use noyau_dynamic::prelude::*;

impl Explains for Octal {
    fn reasons(&self, heaps: &Heaps, _: Option<Situation>) -> Vec<Reason> {
        self.copycat(heaps).into_iter().collect()
    }
}

impl Octal {
    /// The sizes, ascending, of which there is an odd number of heaps with moves.
    fn unpaired(&self, heaps: &Heaps) -> Vec<u32> {
        let live = heaps.0.iter().filter(|&&heap| self.is_live(heap));
        let live: Vec<u32> = live.copied().collect();
        let groups = live.chunk_by(|a, b| a == b);
        let odd = groups.filter(|group| !group.len().is_multiple_of(2));
        odd.map(|group| group[0]).collect()
    }

    /// A move after which the heaps with moves are equal in pairs.
    fn pairing(&self, odd: &[u32]) -> Option<Change> {
        match *odd {
            [heap] => (0..self.digits.len() as u32)
                .take_while(|&taken| taken <= heap)
                .find_map(|taken| {
                    let (digit, left) = (self.digit(taken), heap - taken);
                    if digit & NOTHING != 0 && left == 0 {
                        Some((heap, 0, 0))
                    } else if digit & TWO_HEAPS != 0 && left > 0 && left.is_multiple_of(2) {
                        Some((heap, left / 2, left / 2))
                    } else if digit & ONE_HEAP != 0 && left > 0 && !self.is_live(left) {
                        Some((heap, 0, left))
                    } else {
                        None
                    }
                }),
            [low, high] => {
                let may_stay = self.digit(high - low) & ONE_HEAP != 0;
                may_stay.then_some((high, 0, low))
            }
            _ => None,
        }
    }

    fn copycat(&self, heaps: &Heaps) -> Option<Reason> {
        let odd = self.unpaired(heaps);
        let mv = match odd[..] {
            [] => None,
            _ => Some(self.pairing(&odd)?),
        };
        let after = mv.map_or_else(|| heaps.clone(), |mv| self.child(heaps, mv));
        let mut moves = Vec::new();
        // A long list is no explanation, and there may be millions.
        let mut last = 0;
        for &heap in after.0.iter().filter(|&&heap| heap <= 1000) {
            if heap != last && moves.len() < MOST_REPLIES {
                self.changes(heap, &mut moves);
            }
            last = heap;
        }
        let copied = moves.into_iter().take(MOST_REPLIES).map(|change| {
            let text = self.format_move(&after, change);
            (text.clone(), text)
        });
        let replies = copied.collect();
        let left = self.format_board(&after, Side::First);
        let mv = mv.map(|mv| self.format_move(heaps, mv));
        let text = match &mv {
            None if after.0.iter().all(|&heap| !self.is_live(heap)) => {
                message!("No heap has a move.", "Aucun tas n'a de coup.")
            }
            None => message!(
                "The heaps with moves are equal in pairs: the other side copies every move in the twin of the heap.",
                "Les tas où l'on peut jouer sont égaux deux à deux : l'adversaire copie chaque coup dans le tas jumeau."
            ),
            Some(mv) => message!(
                "{mv} leaves {left}, where the heaps with moves are equal in pairs; then copy every move of the other side in the twin of the heap.",
                "{mv} laisse {left}, où les tas jouables sont égaux deux à deux ; ensuite, copiez chaque coup de l'adversaire dans le tas jumeau."
            ),
        };
        Some(symmetry(mv, replies, text))
    }
}
