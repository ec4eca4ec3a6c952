//! Answers by the sieve, for impartial games whose numbers descend.

use super::open::Open;
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::Outcome;
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_core::rank::{Descending, Ranked};
use noyau_tables::sieve::{self, Kernel, Nimbers};

/// From so many positions on, a graph takes seconds and a sieve a moment; below, the graph's distances are worth more.
pub(super) const SIEVE_FROM: u64 = 300_000;

/// Up to so many positions nimbers are found too: each move is looked at, not each winning move alone.
const NIMBERS_UP_TO: u64 = 3_000_000;

/// Why the method does not apply.
pub(super) const NO_SIEVE: Text = Text::new(
    "a sieve is for impartial games under normal play whose positions are numbered so that moves descend, such as chomp",
    "un crible est pour les jeux impartiaux sous la règle normale dont les positions se numérotent en descendant, comme chomp",
);

type Sieve<G, T> = fn(&G, u64, &Limits) -> Result<T, (Stopped, u64)>;

/// What a sieve needs of a game, without the type of the trait.
pub(super) struct Sifted<G: Notation> {
    number: fn(&G, &G::Position) -> u64,
    kernel: Sieve<G, Kernel>,
    nimbers: Sieve<G, Nimbers>,
}

impl<G: Notation + Descending> Sifted<G> {
    pub(super) const fn new() -> Self {
        Self {
            number: <G as Ranked>::rank,
            kernel: sieve::kernel::<G>,
            nimbers: sieve::nimbers::<G>,
        }
    }
}

impl<G: Notation> Open<G> {
    /// The sieve of all positions up to this one, if the game has one, and how many these are.
    pub(super) fn sieve(&self) -> Option<(&Sifted<G>, u64)> {
        let sifted = self
            .spec
            .sifted
            .as_ref()
            .filter(|_| self.is_normal_play())?;
        let number = (sifted.number)(&self.game, &self.now().position);
        Some((sifted, number + 1))
    }

    /// Who wins, by sieving all positions up to this one. A sieve knows no distances. The nimber is found too unless
    /// `quick`, where positions are few enough.
    pub(super) fn solve_by_sieve(&self, quick: bool, limits: &Limits) -> Applied {
        let (sifted, positions) = self.sieve().ok_or(NO_SIEVE)?;
        Ok(self.sift(sifted, positions, quick, limits))
    }

    fn sift(
        &self,
        sifted: &Sifted<G>,
        positions: u64,
        quick: bool,
        limits: &Limits,
    ) -> Result<Answer, (Stopped, usize)> {
        let met = |(stopped, done)| (stopped, done as usize);
        let position = &self.now().position;
        let kernel = (sifted.kernel)(&self.game, positions, limits).map_err(met)?;
        let nimber = if quick || positions > NIMBERS_UP_TO {
            None
        } else {
            let nimbers = (sifted.nimbers)(&self.game, positions, limits).map_err(met)?;
            Some(nimbers.get(positions - 1))
        };
        let outcome = |position: &G::Position| {
            if kernel.is_lost((sifted.number)(&self.game, position)) {
                Outcome::Loss
            } else {
                Outcome::Win
            }
        };
        let worth = |outcome| Worth {
            outcome,
            distance: None,
            margin: None,
        };
        let moves = |position: &G::Position| -> Vec<(G::Move, Outcome)> {
            let moves = self.legal(position).into_iter();
            moves
                .map(|mv| (mv, outcome(&self.game.child(position, mv)).reversed()))
                .collect()
        };
        let here = moves(position);
        let texts = self.texts(position);
        let best = here.iter().map(|mv| mv.1).max();
        // Any winning move will do for the line; the loser takes the first move there is.
        let mut line = Vec::new();
        let mut at = position.clone();
        while let Some((mv, _)) = moves(&at)
            .into_iter()
            .rev()
            .max_by_key(|&(_, outcome)| outcome)
        {
            line.push(self.game.format_move(&at, mv));
            self.game.play(&mut at, mv);
        }
        let told = here.iter().zip(&texts);
        Ok(Answer {
            worth: Some(worth(outcome(position))),
            nimber,
            best: told
                .clone()
                .filter(|(mv, _)| Some(mv.1) == best)
                .map(|(_, text)| text.clone())
                .collect(),
            line,
            moves: told
                .take(if quick { 0 } else { here.len() })
                .map(|(mv, text)| (text.clone(), worth(mv.1)))
                .collect(),
            positions: Some(positions),
            lost: Some(kernel.lost),
            ..Answer::by(Method::Sieve)
        })
    }
}
