//! A row of coins: a move takes one from either end; who has more wins.

use noyau::points::Points;
use noyau::{Game, Outcome};

pub struct Coins(pub Vec<i32>);

/// The coins from the first number up to the second are left.
type Left = (usize, usize);

impl Game for Coins {
    type Position = Left;
    /// What is left afterwards.
    type Move = Left;

    fn start(&self) -> Left {
        (0, self.0.len())
    }

    fn outcome(&self, &(from, to): &Left) -> Option<Outcome> {
        (from == to).then_some(Outcome::Draw)
    }

    fn moves(&self, &(from, to): &Left, out: &mut Vec<Left>) {
        let moves = [(from + 1, to), (from, to.max(1) - 1)];
        out.extend(moves.iter().take(to - from));
    }

    fn play(&self, at: &mut Left, to: Left) {
        *at = to;
    }
}

impl Points for Coins {
    fn gain(&self, at: &Left, to: Left) -> i32 {
        self.0[if to.0 > at.0 { at.0 } else { to.1 }]
    }
}
