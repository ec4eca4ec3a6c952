//! A heap from which First takes 1 or 2 and Second takes 1 or 3; who cannot move loses. Each side has moves of its own,
//! so a position says who is to move.

use noyau::hints::{Finite, Keyed};
use noyau::{Game, Outcome, Side};

pub struct Take(pub u32);

impl Game for Take {
    type Position = (u32, Side);
    type Move = u32;

    fn start(&self) -> (u32, Side) {
        (self.0, Side::First)
    }

    fn outcome(&self, &(left, _): &(u32, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, &(left, side): &(u32, Side), out: &mut Vec<u32>) {
        out.extend([1, 2 + side as u32].iter().filter(|&&n| n <= left));
    }

    fn play(&self, at: &mut (u32, Side), take: u32) {
        *at = (at.0 - take, at.1.other());
    }

    fn to_move(&self, at: &(u32, Side)) -> Option<Side> {
        Some(at.1)
    }
}

// The exact search needs to know that play ends, and a number for every position.

impl Finite for Take {
    fn most_plies(&self, &(left, _): &(u32, Side)) -> u32 {
        left
    }
}

impl Keyed for Take {
    fn key(&self, &(left, side): &(u32, Side)) -> u128 {
        u128::from(left * 2 + side as u32)
    }
}
