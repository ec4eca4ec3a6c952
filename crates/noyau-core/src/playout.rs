//! Random games: every move drawn uniformly from the legal ones.

use crate::game::{Game, Side};
use crate::limits::Limits;
use crate::random::SplitMix;

/// Results of random games from one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Playouts {
    /// The number of games.
    pub games: u64,
    /// The total number of moves.
    pub plies: u64,
    /// Wins of First.
    pub first: u64,
    /// Wins of Second.
    pub second: u64,
    /// Draws.
    pub draws: u64,
    /// Games cut off before their end.
    pub unfinished: u64,
}

impl Playouts {
    /// Adds a game with its winner, if any.
    pub fn add(&mut self, plies: u32, winner: Option<Side>) {
        self.games += 1;
        self.plies += u64::from(plies);
        match winner {
            Some(Side::First) => self.first += 1,
            Some(Side::Second) => self.second += 1,
            None => self.draws += 1,
        }
    }

    /// Adds a game that was cut off.
    pub fn add_unfinished(&mut self, plies: u32) {
        self.games += 1;
        self.plies += u64::from(plies);
        self.unfinished += 1;
    }
}

/// How often a game looks at its limits, in moves listed. Only positions with very many moves take that long.
const LOOK: usize = 1 << 16;

/// Plays random moves until the game ends, `most` have been played or a limit is reached, and calls `each` before
/// every move. Returns the number of moves if the game ended. `moves` is scratch space.
#[inline]
pub fn playout<G: Game>(
    game: &G,
    position: &mut G::Position,
    most: u32,
    random: &mut SplitMix,
    moves: &mut Vec<G::Move>,
    limits: &Limits,
    mut each: impl FnMut(&G::Position, G::Move),
) -> Option<u32> {
    let mut listed = 0;
    for plies in 0..most {
        let Some(mv) = game.random_move(position, random, moves) else {
            return Some(plies);
        };
        listed += moves.len();
        if listed >= LOOK {
            limits.check(0).ok()?;
            listed = 0;
        }
        each(position, mv);
        game.play(position, mv);
    }
    game.outcome(position).map(|_| most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;

    /// One match is taken at a time.
    struct Row;

    impl Game for Row {
        type Position = u32;
        type Move = ();

        fn start(&self) -> u32 {
            3
        }

        fn outcome(&self, &left: &u32) -> Option<Outcome> {
            (left == 0).then_some(Outcome::Loss)
        }

        fn moves(&self, &left: &u32, out: &mut Vec<()>) {
            out.extend((left > 0).then_some(()));
        }

        fn play(&self, left: &mut u32, (): ()) {
            *left -= 1;
        }
    }

    #[test]
    fn a_game_ends_or_is_broken_off() {
        let mut random = SplitMix(1);
        for (most, expected) in [(2, None), (3, Some(3)), (9, Some(3))] {
            let (mut left, mut seen) = (Row.start(), 0);
            let plies = playout(
                &Row,
                &mut left,
                most,
                &mut random,
                &mut Vec::new(),
                &Limits::default(),
                |_, ()| {
                    seen += 1;
                },
            );
            assert_eq!((plies, seen), (expected, most.min(3)));
        }
    }
}
