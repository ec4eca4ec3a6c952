//! A game of your own, from an empty file to solved and played.
//!
//! *Squares*: a heap of stones; a move takes 1, 4, 9 … stones, any square number; who cannot move loses.
//!
//! Run it with `cargo run --package own-game`.

use noyau::arena::unfold::unfold;
use noyau::conformance::{check_impartial, check_rules};
use noyau::game::{Impartial, perft};
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::solve::{nimbers, retrograde};
use noyau::{Game, Message, Notation, Outcome, Side, Value, message};

// 1. The rules hold the parameters; a position holds what decides the future, here how many stones are left.

struct Squares {
    stones: u32,
}

impl Game for Squares {
    type Position = u32;
    /// How many stones are taken.
    type Move = u32;

    fn start(&self) -> u32 {
        self.stones
    }

    fn outcome(&self, &left: &u32) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
        out.extend((1..).map(|n| n * n).take_while(|&square| square <= left));
    }

    fn play(&self, left: &mut u32, taken: u32) {
        *left -= taken;
    }
}

// That is enough to count, to solve and to play. The rest is what people and other programs need of it.

// 2. Both sides have the same moves and who cannot move loses, so its positions have nimbers.

impl Impartial for Squares {}

// 3. A text for positions and moves. The picture is the one that the text draws.

impl Notation for Squares {
    fn parameters(&self) -> String {
        self.stones.to_string()
    }

    fn format_board(&self, left: &u32, _: Side) -> String {
        left.to_string()
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<u32, Message> {
        let most = self.stones;
        text.parse()
            .ok()
            .filter(|&left| left <= most)
            .ok_or_else(|| {
                message!(
                    "a number of stones from 0 to {most} is wanted",
                    "il faut un nombre de pierres de 0 à {most}"
                )
            })
    }

    fn format_move(&self, _: &u32, taken: u32) -> String {
        taken.to_string()
    }
}

// 4. The laws of games catch rules that contradict themselves.

fn check(game: &Squares) -> Result<(), noyau::conformance::Broken> {
    check_rules(game, 1, 100)?;
    check_impartial(game, 1, 100)
}

/// The lost heaps, by solving the graph of all positions.
fn lost_heaps(game: &Squares) -> Vec<u32> {
    let Ok(all) = unfold(game, &game.start(), &Limits::default()) else {
        return Vec::new(); // only with limits
    };
    let arena = all.arena();
    let solution = retrograde::solve(&arena, 1);
    let mut lost: Vec<u32> = arena
        .graph()
        .vertices()
        .filter(|&v| solution.value(v).outcome() == Outcome::Loss)
        .map(|v| *all.position(v))
        .collect();
    lost.sort_unstable();
    lost
}

/// Who wins the start and how far the end is, and the nimber.
fn solve(game: &Squares) -> Option<(Value, u32)> {
    let all = unfold(game, &game.start(), &Limits::default()).ok()?;
    let arena = all.arena();
    let nimbers = nimbers::nimbers(arena.graph()).ok()?;
    Some((retrograde::solve(&arena, 1).value(0), nimbers[0]))
}

/// Plays random moves to the end.
fn play(game: &Squares, seed: u64) -> String {
    let mut random = SplitMix(seed);
    let mut position = game.start();
    let mut line = Vec::new();
    let mut room = Vec::new();
    while let Some(mv) = game.random_move(&position, &mut random, &mut room) {
        line.push(game.format_move(&position, mv));
        game.play(&mut position, mv);
    }
    line.join(" ")
}

#[allow(clippy::print_stdout, reason = "a program for people")]
fn main() -> Result<(), noyau::conformance::Broken> {
    let game = Squares { stones: 20 };
    check(&game)?;
    println!("the laws hold");
    println!("sequences of 3 moves: {}", perft(&game, &game.start(), 3));
    println!("lost heaps: {:?}", lost_heaps(&game));
    if let Some((value, nimber)) = solve(&game) {
        println!("20 stones: {value:?}, nimber {nimber}");
    }
    println!("a random game: {}", play(&game, 1));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_hold() {
        check(&Squares { stones: 100 }).unwrap();
    }

    /// OEIS A030193: numbers from which subtracting squares loses.
    #[test]
    fn lost_heaps_are_the_published_ones() {
        let lost = lost_heaps(&Squares { stones: 72 });
        assert_eq!(
            lost,
            [
                0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72
            ]
        );
    }

    #[test]
    fn lost_is_nimber_0() {
        for stones in 0..60 {
            let (value, nimber) = solve(&Squares { stones }).unwrap();
            assert_eq!(value.outcome() == Outcome::Loss, nimber == 0);
        }
    }

    #[test]
    fn random_games_end() {
        let taken: u32 = play(&Squares { stones: 50 }, 7)
            .split(' ')
            .map(|mv| mv.parse::<u32>().unwrap())
            .sum();
        assert_eq!(taken, 50);
    }
}
