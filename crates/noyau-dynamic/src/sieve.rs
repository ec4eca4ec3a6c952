//! Answers by the sieve, for impartial games whose numbers descend.

use super::deciding::worth;
use super::open::Open;
use super::solve::Applied;
use super::{Answer, Method};
use noyau_core::game::Outcome;
use noyau_core::index::Descending;
use noyau_core::index::Index;
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::notation::Notation;
use noyau_tables::sieve::{self, Kernel, Nimbers};

/// From this many positions on, a graph takes seconds and a sieve is instant; below, the graph's distances are
/// worth more.
pub(super) const SIEVE_FROM: u64 = 300_000;

/// Up to this many positions nimbers are computed too, which examines every move and not only winning ones.
const NIMBERS_UP_TO: u64 = 3_000_000;

/// Why the method does not apply.
pub(super) const NO_SIEVE: Text = Text::new(
    "a sieve is for impartial games under normal play whose positions are numbered so that moves descend, such as chomp",
    "un crible est pour les jeux impartiaux sous la règle normale dont les positions se numérotent en descendant, comme chomp",
);

type Sieve<G, T> = fn(&G, u64, &Limits) -> Result<T, Unfinished>;

/// The functions of a sieve, without the trait bound.
pub(super) struct Sifted<G: Notation> {
    number: fn(&G, &G::Position) -> u64,
    /// The legal moves of a position by number: texts and successors.
    moves: fn(&G, u64) -> Vec<(String, u64)>,
    kernel: Sieve<G, Kernel>,
    nimbers: Sieve<G, Nimbers>,
}

impl<G: Notation + Descending> Sifted<G> {
    pub(super) const fn new() -> Self {
        Self {
            number: <G as Index>::number,
            moves: |game, number| {
                let Some(position) = game.position(0, number) else {
                    return Vec::new();
                };
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let numbered = moves.into_iter().map(|mv| {
                    let child = game.child(&position, mv);
                    (game.format_move(&position, mv), game.number(&child))
                });
                numbered.collect()
            },
            kernel: sieve::kernel::<G>,
            nimbers: sieve::nimbers::<G>,
        }
    }
}

impl<G: Notation> Open<G> {
    /// The sieve of all positions up to this one, if the game has one, and their number.
    pub(super) fn sieve(&self) -> Option<(&Sifted<G>, u64)> {
        let sifted = self.spec.sifted.as_ref();
        let sifted = sifted.filter(|_| self.is_normal_play())?;
        let number = (sifted.number)(&self.game, &self.now().position);
        Some((sifted, number + 1))
    }

    /// The winner, by sieving all positions up to this one. A sieve has no distances. Also computes the nimber,
    /// unless `quick` or if there are too many positions.
    pub(super) fn solve_by_sieve(&self, quick: bool, limits: &Limits) -> Applied {
        let (sifted, positions) = self.sieve().ok_or(NO_SIEVE)?;
        let kernel = (sifted.kernel)(&self.game, positions, limits);
        let nimbers = if quick || positions > NIMBERS_UP_TO || kernel.is_err() {
            None
        } else {
            Some((sifted.nimbers)(&self.game, positions, limits))
        };
        let moves = |number| (sifted.moves)(&self.game, number);
        Ok(answer(positions, kernel, nimbers, quick, &moves))
    }
}

/// The result of a sieve, or the limit reached after how many positions.
type Found<T> = Result<T, Unfinished>;

/// The answer about the last position; `moves` returns the texts of a position's moves and their successors.
fn answer(
    positions: u64,
    kernel: Found<Kernel>,
    nimbers: Option<Found<Nimbers>>,
    quick: bool,
    moves: &dyn Fn(u64) -> Vec<(String, u64)>,
) -> Result<Answer, Unfinished> {
    let kernel = kernel?;
    let nimbers = nimbers.transpose()?;
    let last = positions - 1;
    let outcome = |number| {
        if kernel.is_lost(number) {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    };
    let judged = |number| {
        let moves = moves(number).into_iter();
        moves.map(|(text, after)| (text, after, outcome(after).reversed()))
    };
    // Any winning move continues the line; the loser takes its first move.
    let mut line = Vec::new();
    let mut at = last;
    while let Some((text, after, _)) = judged(at).rev().max_by_key(|mv| mv.2) {
        line.push(text);
        at = after;
    }
    let best = judged(last).map(|mv| mv.2).max();
    let best = judged(last).filter(|mv| Some(mv.2) == best);
    let listed = if quick { 0 } else { usize::MAX };
    Ok(Answer {
        worth: Some(worth(outcome(last))),
        nimber: nimbers.map(|nimbers| nimbers.get(last)),
        best: best.map(|mv| mv.0).collect(),
        line,
        moves: judged(last)
            .map(|mv| (mv.0, worth(mv.2)))
            .take(listed)
            .collect(),
        positions: Some(positions),
        lost: Some(kernel.lost),
        ..Answer::by(Method::Sieve)
    })
}
