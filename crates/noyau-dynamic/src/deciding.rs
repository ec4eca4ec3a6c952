//! Outcome searches, without distances, behind the dynamic interface.

use super::explore::Explore;
use super::open::Open;
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::hints::bounds::Bounded;
use noyau_core::hints::nimbers::{PartNimbers, nimber};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_core::payoff::Rules;
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
type MakeOracle<G> = for<'a> fn(Rules<'a, G>, &'a Limits, usize) -> Box<dyn Oracle<G> + 'a>;

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
            search: |rules, limits, threads| Box::new(OutcomeSearch::new(rules, limits, threads)),
            proof: |rules, limits, _| {
                Box::new(Prover::new(BoundedGraph::new(rules, limits), limits))
            },
        }
    }
}

/// The nimber of a position, and its moves with the nimbers that they lead to, unless there are too many.
type NimberAndMoves<G> = fn(
    &G,
    &Position<G>,
    Wanted,
    &Limits,
) -> Result<(u32, Result<MovesWithNimbers<G>, Stopped>), Stopped>;

type MovesWithNimbers<G> = Vec<(<G as Game>::Move, u32)>;

type PartsWithNimbers<G> =
    fn(&G, &Position<G>, &Limits) -> Result<Vec<(Position<G>, u32)>, Stopped>;

/// The functions of an impartial sum, without the trait bound.
pub(super) struct SumOf<G: Notation> {
    applies: fn(&G, &Position<G>) -> bool,
    pub(super) is_large: fn(&G) -> bool,
    pub(super) most_moves: fn(&G, &Position<G>) -> u64,
    pub(super) nimbers: NimberAndMoves<G>,
    /// The parts of a position with their nimbers.
    pub(super) parts: PartsWithNimbers<G>,
}

impl<G: Notation + PartNimbers> SumOf<G> {
    pub(super) const fn new() -> Self {
        Self {
            applies: G::applies,
            is_large: G::is_large,
            most_moves: G::most_moves,
            nimbers: |game, position, wanted, limits| {
                let precomputed = game.precompute(limits)?;
                let (mut parts, mut moves) = (Vec::new(), Vec::new());
                let own = nimber(game, &precomputed, position, &mut parts);
                if wanted == Wanted::Value {
                    return Ok((own, Ok(Vec::new())));
                }
                // The vector of moves may grow to twice their number.
                let each = 2 * size_of::<G::Move>() + size_of::<(G::Move, u32)>();
                let bytes = game.most_moves(position).saturating_mul(each as u64);
                if let Err(stopped) = limits.check(bytes) {
                    return Ok((own, Err(stopped)));
                }
                game.moves(position, &mut moves);
                let mut after = Vec::with_capacity(moves.len());
                for (i, mv) in moves.into_iter().enumerate() {
                    if i % LOOK == LOOK - 1
                        && let Err(stopped) = limits.check(bytes)
                    {
                        return Ok((own, Err(stopped)));
                    }
                    let child = game.child(position, mv);
                    after.push((mv, nimber(game, &precomputed, &child, &mut parts)));
                }
                Ok((own, Ok(after)))
            },
            parts: |game, position, limits| {
                let precomputed = game.precompute(limits)?;
                let mut parts = Vec::new();
                game.split(position, &mut parts);
                let nimber = |part| {
                    let nimber = game.part_nimber(&precomputed, &part);
                    (part, nimber)
                };
                Ok(parts.into_iter().map(nimber).collect())
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
    pub(super) fn with_decider<T>(
        &self,
        method: Method,
        threads: usize,
        limits: &Limits,
        ask: impl FnOnce(Decider<'_, G>) -> T,
    ) -> Option<T> {
        let rules = self.rules();
        let (draws, mut oracle): (_, Box<dyn Oracle<G>>) = match (&self.spec.decide, method) {
            (Some(decide), Method::Search) => {
                (decide.draws, (decide.search)(rules, limits, threads))
            }
            (Some(decide), _) => (decide.draws, (decide.proof)(rules, limits, threads)),
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
            self.check_moves(limits)?;
            Ok(decider.decide(position, self.lead(), wanted))
        })?;
        let worth = |sign| worth(Outcome::of_margin(sign));
        Some(match solved {
            Ok(solved) => self.answer_of(method, &solved, &worth),
            Err(stopped) => Answer {
                stopped: Some(stopped),
                ..Answer::by(method)
            },
        })
    }

    /// The positions that prove the outcome, up to `most`; with the side to move if that tells them apart.
    pub(super) fn show_outcome(
        &self,
        method: Method,
        side: Option<Side>,
        most: usize,
        limits: &Limits,
    ) -> Option<Result<Vec<Shown<G::Position>>, NotProved>> {
        let position = &self.now().position;
        self.with_decider(method, 1, limits, |decider| {
            decider.show((position, side), self.lead(), most, limits)
        })
    }

    /// The answer from the nimbers of the parts: a move wins if it leaves 0.
    pub(super) fn solve_by_sum(&self, wanted: Wanted, limits: &Limits) -> Applied {
        let sum = self.spec.sum.as_ref().filter(|sum| self.is_sum(sum));
        let sum = sum.ok_or(NO_SUM)?;
        let position = &self.now().position;
        let (nimber, after) = match (sum.nimbers)(&self.game, position, wanted, limits) {
            Ok(found) => found,
            Err(stopped) => return Ok(Err(stopped.after(0))),
        };
        let outcome = outcome_of_nimber(nimber);
        let mut answer = Answer {
            worth: Some(outcome),
            bounds: [outcome.outcome; 2],
            nimber: Some(nimber),
            ..Answer::by(Method::Sum)
        };
        let listed = after.and_then(|after| {
            let text = |mv| self.game.format_move(position, mv);
            list_moves(&mut answer, nimber, &after, &text, wanted, limits)
        });
        if let Err(stopped) = listed {
            answer.best = Vec::new();
            answer.moves = Vec::new();
            answer.stopped = Some(stopped);
        }
        Ok(Ok(answer))
    }
}

/// How often limits are looked at.
const LOOK: usize = 1 << 12;

fn outcome_of_nimber(nimber: u32) -> Worth {
    worth(if nimber == 0 {
        Outcome::Loss
    } else {
        Outcome::Win
    })
}

/// Adds the moves of a position to its answer, from the nimbers that they lead to.
fn list_moves<M: Copy>(
    answer: &mut Answer,
    nimber: u32,
    after: &[(M, u32)],
    text: &dyn Fn(M) -> String,
    wanted: Wanted,
    limits: &Limits,
) -> Result<(), Stopped> {
    let mut best = after.iter().filter(|(_, after)| *after == 0 || nimber == 0);
    match wanted {
        Wanted::Value => {}
        Wanted::Best => answer.best.extend(best.next().map(|&(mv, _)| text(mv))),
        Wanted::Moves => {
            let mut bytes = size_of_val(after);
            for (i, &(mv, after)) in after.iter().enumerate() {
                let text = text(mv);
                let keeps = after == 0 || nimber == 0;
                let outcome = if after == 0 {
                    Outcome::Win
                } else {
                    Outcome::Loss
                };
                // The text, twice if it is best, with what the allocator adds.
                bytes +=
                    (1 + usize::from(keeps)) * (size_of::<(String, Worth)>() + text.len() + 16);
                if keeps {
                    answer.best.push(text.clone());
                }
                answer.moves.push((text, worth(outcome)));
                if i % LOOK == LOOK - 1 {
                    limits.check(bytes as u64)?;
                }
            }
        }
    }
    Ok(())
}
