//! How a game whose outcomes can be decided without distances answers, behind its face.

use super::open::Open;
use super::searching::{At, Found};
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::Outcome;
use noyau_core::hints::bounds::Bounded;
use noyau_core::hints::nimbers::{PartNimbers, nimber};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::answer::Wanted;
use noyau_search::decide::{self, Decided};
use noyau_search::solution_tree::goals::Shown;

/// Why the method does not apply.
pub(super) const NO_SUM: Text = Text {
    en: "a sum is for impartial games under normal play that fall apart into parts of known nimbers, such as nim and octal",
    fr: "une somme est pour les jeux impartiaux sous la règle normale qui se décomposent en parties de nimbers connus, comme nim et octal",
};

type Position<G> = <G as noyau_core::game::Game>::Position;
type Decide<G> = fn(&G, &Position<G>, Wanted, &Limits) -> Decided<G>;
type Show<G> = fn(&G, At<'_, G>, usize, &Limits) -> Found<Shown<Position<G>>>;

/// What deciding a game by its bounds needs, without the type of the trait.
pub(super) struct DecideOf<G: Notation> {
    /// Whether all positions can as well be walked through.
    pub(super) is_small: fn(&G) -> bool,
    pub(super) search: Decide<G>,
    pub(super) proof: Decide<G>,
    /// The positions that prove an outcome, of at most so many, found by either.
    pub(super) show_by_search: Show<G>,
    pub(super) show_by_proof: Show<G>,
}

impl<G: Notation + Bounded> DecideOf<G> {
    pub(super) const fn new(is_small: fn(&G) -> bool) -> Self {
        Self {
            is_small,
            search: decide::by_search,
            proof: decide::by_informed_proof,
            show_by_search: decide::show_by_search,
            show_by_proof: decide::show_by_informed_proof,
        }
    }
}

/// The nimber of a position, and those after each of its moves.
type NimberAndMoves<G> = fn(&G, &Position<G>, &Limits) -> Result<(u32, Vec<u32>), Stopped>;

/// What an impartial game is asked by its parts.
pub(super) struct SumOf<G: Notation> {
    applies: fn(&G, &Position<G>) -> bool,
    pub(super) is_large: fn(&G) -> bool,
    nimbers: NimberAndMoves<G>,
}

impl<G: Notation + PartNimbers> SumOf<G> {
    pub(super) const fn new() -> Self {
        Self {
            applies: G::applies,
            is_large: G::is_large,
            nimbers: |game, position, limits| {
                let precomputed = game.precompute(limits)?;
                let (mut parts, mut moves) = (Vec::new(), Vec::new());
                let own = nimber(game, &precomputed, position, &mut parts);
                game.moves(position, &mut moves);
                let after = moves.into_iter().map(|mv| {
                    let child = game.child(position, mv);
                    nimber(game, &precomputed, &child, &mut parts)
                });
                Ok((own, after.collect()))
            },
        }
    }
}

/// An outcome without a distance or a margin.
fn worth(outcome: Outcome) -> Worth {
    Worth {
        outcome,
        distance: None,
        margin: None,
    }
}

impl<G: Notation> Open<G> {
    /// Whether the nimbers of parts tell the outcome of the position.
    pub(super) fn is_sum(&self, sum: &SumOf<G>) -> bool {
        (sum.applies)(&self.game, &self.now().position)
    }

    /// The outcome by proof numbers.
    pub(super) fn decide_by_proof(&self, wanted: Wanted, limits: &Limits) -> Answer {
        let position = &self.now().position;
        let decided = if let Some(decide) = &self.spec.decide {
            (decide.proof)(&self.game, position, wanted, limits)
        } else {
            let points = self.spec.points.as_ref();
            let points = points.map(|points| (points.gain, points.settle));
            decide::by_proof(&self.game, points, self.lead(), position, wanted, limits)
        };
        self.decided(Method::Proof, decided)
    }

    /// The answer where only outcomes were decided.
    pub(super) fn decided(&self, method: Method, decided: Decided<G>) -> Answer {
        let position = &self.now().position;
        let mut line = Vec::new();
        let mut now = position.clone();
        for mv in decided.line {
            line.push(self.game.format_move(&now, mv));
            self.game.play(&mut now, mv);
        }
        let text = |mv: G::Move| self.game.format_move(position, mv);
        let [least, most] = decided.bounds;
        Answer {
            worth: (least == most).then(|| worth(least)),
            bounds: decided.bounds,
            best: decided.best.into_iter().map(text).collect(),
            line,
            moves: decided
                .moves
                .into_iter()
                .map(|(mv, outcome)| (text(mv), worth(outcome)))
                .collect(),
            nodes: Some(decided.nodes),
            stopped: decided.stopped,
            ..Answer::by(method)
        }
    }

    /// The answer from the nimbers of the parts: a move wins if it leaves 0.
    pub(super) fn solve_by_sum(&self, wanted: Wanted, limits: &Limits) -> Applied {
        let sum = self.spec.sum.as_ref().filter(|sum| self.is_sum(sum));
        let sum = sum.ok_or(NO_SUM)?;
        let position = &self.now().position;
        let (nimber, after) = match (sum.nimbers)(&self.game, position, limits) {
            Ok(found) => found,
            Err(stopped) => return Ok(Err((stopped, 0))),
        };
        let of = |wins: bool| worth(if wins { Outcome::Win } else { Outcome::Loss });
        let moves = self.texts(position).into_iter().zip(after);
        let told = moves.map(|(text, after)| (text, after == 0));
        let keeps = |wins: bool| wins || nimber == 0;
        let outcome = of(nimber != 0);
        let mut answer = Answer {
            worth: Some(outcome),
            bounds: [outcome.outcome; 2],
            nimber: Some(nimber),
            ..Answer::by(Method::Sum)
        };
        match wanted {
            Wanted::Value => {}
            Wanted::Best => {
                let best = told.filter(|mv| keeps(mv.1)).map(|mv| mv.0);
                answer.best = best.take(1).collect();
            }
            Wanted::Moves => {
                let all: Vec<_> = told.collect();
                let best = all.iter().filter(|mv| keeps(mv.1));
                answer.best = best.map(|mv| mv.0.clone()).collect();
                answer.moves = all.into_iter().map(|(mv, wins)| (mv, of(wins))).collect();
            }
        }
        Ok(Ok(answer))
    }
}
