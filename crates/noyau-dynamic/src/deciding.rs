//! Outcome searches, without distances, behind the dynamic interface.

use super::open::{Open, State};
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::{Game, Outcome};
use noyau_core::hints::bounds::Bounded;
use noyau_core::hints::nimbers::{PartNimbers, nimber};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::answer::Wanted;
use noyau_search::decide::Decider;
use noyau_search::dfpn::{BoundedGraph, PlainGraph, Prover};
use noyau_search::oracle::Oracle;
use noyau_search::outcome_search::OutcomeSearch;
use noyau_search::solution_tree::NotProved;
use noyau_search::solution_tree::margins::Shown;

/// Why the method does not apply.
pub(super) const NO_SUM: Text = Text::new(
    "a sum is for impartial games under normal play that fall apart into parts of known nimbers, such as nim and octal",
    "une somme est pour les jeux impartiaux sous la règle normale qui se décomposent en parties de nimbers connus, comme nim et octal",
);

type Position<G> = <G as Game>::Position;

/// Makes an outcome search on up to that many threads.
type MakeOracle<G> = for<'a> fn(&'a G, &'a Limits, usize) -> Box<dyn Oracle<G> + 'a>;

/// The functions of `Bounded` that deciding outcomes needs, without the trait bound.
pub(super) struct DecideOf<G: Notation> {
    /// Whether enumerating all positions is as good.
    pub(super) is_small: fn(&G) -> bool,
    draws: bool,
    /// Depth-first outcome search.
    search: MakeOracle<G>,
    /// Proof-number search.
    proof: MakeOracle<G>,
}

impl<G: Notation + Bounded> DecideOf<G> {
    pub(super) const fn new(is_small: fn(&G) -> bool) -> Self {
        Self {
            is_small,
            draws: G::DRAWS,
            search: |game, limits, threads| Box::new(OutcomeSearch::new(game, limits, threads)),
            proof: |game, limits, _| Box::new(Prover::new(BoundedGraph::new(game), limits)),
        }
    }
}

/// The nimber of a position, and of each of its successors.
type NimberAndMoves<G> = fn(&G, &Position<G>, &Limits) -> Result<(u32, Vec<u32>), Stopped>;

/// The functions of an impartial sum, without the trait bound.
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

/// An outcome without distance or margin.
pub(super) fn worth(outcome: Outcome) -> Worth {
    Worth {
        outcome,
        distance: None,
        margin: None,
    }
}

impl<G: Notation> Open<G> {
    /// Whether the nimbers of parts determine the outcome of the position.
    pub(super) fn is_sum(&self, sum: &SumOf<G>) -> bool {
        (sum.applies)(&self.game, &self.now().position)
    }

    /// Runs an outcome search, if the game supports that method.
    fn with_decider<T>(
        &self,
        method: Method,
        threads: usize,
        limits: &Limits,
        ask: impl FnOnce(Decider<'_, G>) -> T,
    ) -> Option<T> {
        let (rules, game) = (self.rules(), &self.game);
        let (draws, mut oracle): (_, Box<dyn Oracle<G>>) = match (&self.spec.decide, method) {
            (Some(decide), Method::Search) => {
                (decide.draws, (decide.search)(game, limits, threads))
            }
            (Some(decide), _) => (decide.draws, (decide.proof)(game, limits, threads)),
            (None, Method::Search) => return None,
            (None, _) => {
                let graph = PlainGraph::new(rules);
                (true, Box::new(Prover::new(graph, limits)))
            }
        };
        Some(ask(Decider {
            rules,
            draws,
            oracle: &mut *oracle,
        }))
    }

    /// The outcome by depth-first or proof-number search.
    pub(super) fn decide(&self, method: Method, wanted: Wanted, limits: &Limits) -> Option<Answer> {
        let position = &self.now().position;
        let solved = self.with_decider(method, limits.threads(), limits, |decider| {
            decider.decide(position, self.lead(), wanted)
        })?;
        let worth = |sign| worth(Outcome::of_margin(sign));
        Some(self.answer_of(method, &solved, &worth))
    }

    /// The positions that prove the outcome, up to `most`.
    pub(super) fn show_outcome(
        &self,
        method: Method,
        most: usize,
        limits: &Limits,
    ) -> Option<Result<Vec<Shown<G::Position>>, NotProved>> {
        let State { position, side, .. } = self.now();
        self.with_decider(method, 1, limits, |decider| {
            decider.show((position, *side), self.lead(), most, limits)
        })
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
        Ok(Ok(sum_answer(nimber, &after, self.texts(position), wanted)))
    }
}

/// The answer from the nimbers of a position and of its successors.
fn sum_answer(nimber: u32, after: &[u32], texts: Vec<String>, wanted: Wanted) -> Answer {
    let of = |wins: bool| worth(if wins { Outcome::Win } else { Outcome::Loss });
    let judged = texts.into_iter().zip(after.iter().map(|&after| after == 0));
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
            let best = judged.filter(|mv| keeps(mv.1)).map(|mv| mv.0);
            answer.best = best.take(1).collect();
        }
        Wanted::Moves => {
            let all: Vec<_> = judged.collect();
            let best = all.iter().filter(|mv| keeps(mv.1));
            answer.best = best.map(|mv| mv.0.clone()).collect();
            answer.moves = all.into_iter().map(|(mv, wins)| (mv, of(wins))).collect();
        }
    }
    answer
}
