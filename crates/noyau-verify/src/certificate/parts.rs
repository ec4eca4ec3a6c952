//! Sums of parts in placement games: lower bounds of parts, worked out from the moves alone.
//!
//! A side, the *owner*, that plays only inside disjoint parts of the free cells gives up moves and gains none; if every
//! move of the other side lies inside one part, the position is worth at least the sum of the parts (one hand tied: Berlekamp,
//! Conway and Guy, Winning Ways). Of each part three numbers are worked out, in quarters of a move:
//!
//! ```text
//!   number   the part is at least this: the other, moving first in the difference, loses
//!   first    at least this once the owner has moved in it
//!   left     at least this once the other has moved in it
//! ```
//!
//! So a part is at least its number, and at least the switch {first | left}. In a sum of numbers and switches both sides
//! do best to take the switch with the largest gap; when none is left, the owner wins if the sum is positive, or zero
//! with the other to move. Complexity: the sets of cells that play inside a part can leave, each once.

use hashbrown::HashMap;
use noyau_core::game::Side;
use noyau_core::walk::Walk;

/// No part has more cells.
pub(super) const MOST_CELLS: u32 = 22;
/// So many sets of cells are remembered, for each owner.
const REMEMBERED: usize = 7 << 17;

/// What a part is worth to its owner, at least.
#[derive(Debug, Clone, Copy)]
struct Worth {
    number: i32,
    /// `None` if the owner has no move.
    first: Option<i32>,
    /// `None` if the other has none.
    left: Option<i32>,
}

/// The worths of parts, for First and for Second as owner.
#[derive(Debug, Default)]
pub(super) struct Worths([HashMap<u128, Worth>; 2]);

/// The options of the owner and of the other in a number of quarters: in an integer only the side whose moves it counts can
/// move.
fn options(number: i32) -> (Option<i32>, Option<i32>) {
    let step = [4, 1, 2, 1][number.rem_euclid(4) as usize];
    let less = (step < 4 || number > 0).then(|| number.saturating_sub(step));
    let more = (step < 4 || number < 0).then(|| number.saturating_add(step));
    (less, more)
}

impl Worth {
    /// Less than any part is worth.
    const NOTHING: Self = Self {
        number: -1 << 20,
        first: None,
        left: None,
    };

    /// The worth of a part by the worths after each move of the owner and of the other.
    fn of(owner: &[Self], other: &[Self]) -> Self {
        let first = owner.iter().map(|after| after.number).max();
        let left = other.iter().map(|after| after.number).min();
        if left.is_none() {
            // The other never has a move here, so the part is the number of moves of the owner.
            let number = first.map_or(0, |first| first.saturating_add(4));
            return Self {
                number,
                first,
                left,
            };
        }
        let best = |after: &Self| after.number.max(after.first.unwrap_or(after.number));
        let mut number = other.iter().map(best).min().unwrap_or(0);
        loop {
            let (less, more) = options(number);
            // The other moves in the part, and the owner answers in the part or in the number.
            let answered = other.iter().all(|after| {
                after.first >= Some(number) || more.is_some_and(|more| after.number >= more)
            });
            // The other moves in the number, and the owner answers in the part.
            if answered && less.is_none_or(|less| first >= Some(less)) {
                return Self {
                    number,
                    first,
                    left,
                };
            }
            number = number.saturating_sub(1);
        }
    }

    /// The gap of a switch that is worth more than the number, and what the other leaves of it.
    fn as_switch(self) -> Option<(i32, i32)> {
        let (first, left) = (self.first?, self.left?);
        let mean = first.saturating_add(left);
        let better = first > left && mean > self.number.saturating_mul(2);
        better.then_some((first.saturating_sub(left), left))
    }
}

impl Worths {
    /// Whether a side wins the sum of some parts of the current position, each of at most [`MOST_CELLS`] cells.
    pub(super) fn wins(
        &mut self,
        walk: &dyn Walk,
        parts: &[u128],
        owner: Side,
        moves: bool,
    ) -> bool {
        let mut gaps = Vec::new();
        let mut total = 0i32;
        let mut cost: Option<i32> = None;
        for &part in parts {
            let worth = self.worth(walk, part, owner);
            if let Some((gap, left)) = worth.as_switch() {
                gaps.push(gap);
                total = total.saturating_add(left);
            } else {
                total = total.saturating_add(worth.number);
                let given = worth.first.map(|first| worth.number.saturating_sub(first));
                cost = [cost, given].into_iter().flatten().min();
            }
        }
        gaps.sort_unstable_by(|a, b| b.cmp(a));
        let taken = |from: usize| gaps.iter().skip(from).step_by(2).sum::<i32>();
        // Whether the owner wins if the other is to move, after so many moves in switches.
        let wins = |sum: i32, moves: usize| sum > 0 || (sum == 0 && moves.is_multiple_of(2));
        if !moves {
            return wins(total.saturating_add(taken(1)), gaps.len());
        }
        let in_switch = gaps
            .split_first()
            .is_some_and(|(_, rest)| wins(total.saturating_add(taken(0)), rest.len()));
        let in_number = |cost: i32| {
            let sum = total.saturating_add(taken(1)).saturating_sub(cost);
            wins(sum, gaps.len())
        };
        in_switch || cost.is_some_and(in_number)
    }

    fn worth(&mut self, walk: &dyn Walk, cells: u128, owner: Side) -> Worth {
        if let Some(&known) = self.0[owner as usize].get(&cells) {
            return known;
        }
        let mut after = |side: Side| -> Vec<Worth> {
            let mut moves = Vec::new();
            walk.placements(cells, side, &mut moves);
            let after = moves.into_iter().map(|taken| match cells & !taken {
                // A move takes free cells, or play inside a part would not end.
                rest if rest != cells && rest | taken == cells => self.worth(walk, rest, owner),
                _ => Worth::NOTHING,
            });
            after.collect()
        };
        let worth = Worth::of(&after(owner), &after(owner.other()));
        let known = &mut self.0[owner as usize];
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(cells, worth);
        worth
    }
}
