//! A token on a ring: a move goes one place on or back; who is left on place 0 has lost. Play can go on for ever, which is
//! a draw.

use noyau::{Game, Outcome};

pub struct Ring(pub u32);

impl Game for Ring {
    type Position = u32;
    /// Where to.
    type Move = u32;

    fn start(&self) -> u32 {
        self.0 / 2
    }

    fn outcome(&self, &place: &u32) -> Option<Outcome> {
        (place == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, &place: &u32, out: &mut Vec<u32>) {
        let steps = [1, self.0 - 1].map(|by| (place + by) % self.0);
        out.extend(steps.iter().filter(|_| place > 0));
    }

    fn play(&self, place: &mut u32, to: u32) {
        *place = to;
    }
}
