//! Exact answers: the choice of a method, and its dispatch.

use super::graph;
use super::open::Open;
use super::searching::NO_SEARCH;
use super::sieve::SIEVE_FROM;
use super::{Answer, Cursor, Method, Problem, TableGame, Wanted};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::notation::Notation;
use noyau_tables::sieve::Kernel;

/// Exact answers.
pub trait Solve: Send {
    /// The value and the other requested results by a given method, or why it does not apply.
    fn solve_by(&self, method: Method, wanted: Wanted, limits: &Limits) -> Result<Answer, Problem>;
    /// The memory in bytes for a sieve of all positions up to this one; `None` if there is no sieve.
    fn memory_of_sieve(&self) -> Option<u64>;

    /// The exact value of the position, of its moves unless `quick`, and best play, by the method that suits best.
    fn solve(&self, quick: bool, limits: &Limits) -> Answer {
        let wanted = if quick { Wanted::Best } else { Wanted::Moves };
        let answer = self.solve_by(Method::Auto, wanted, limits);
        answer.unwrap_or_else(|_| Answer::by(Method::Auto))
    }
}

/// Games with keys of at most this many bits have few enough positions to enumerate.
const SMALL_KEY_BITS: u32 = 20;

/// The methods in order of preference.
const PREFERENCE: [Method; 6] = [
    Method::Sum,
    Method::Search,
    Method::Sieve,
    Method::Table,
    Method::Graph,
    Method::Proof,
];

impl<G: Notation> Solve for Open<G> {
    fn solve_by(&self, method: Method, wanted: Wanted, limits: &Limits) -> Result<Answer, Problem> {
        let quick = wanted != Wanted::Moves;
        if matches!(method, Method::Auto | Method::Table)
            && let Some(answer) = self.answer_from_tables(quick)
        {
            return Ok(answer);
        }
        let mut refusal = NO_SEARCH;
        for candidate in PREFERENCE {
            let is_tried = match method {
                Method::Auto => self.suits(candidate, limits),
                asked => asked == candidate,
            };
            if !is_tried {
                continue;
            }
            let answer = match candidate {
                Method::Auto | Method::Graph => Ok(self.solve_by_graph(quick, limits)),
                Method::Table => self.solve_by_table(quick, limits),
                Method::Sieve => self.solve_by_sieve(quick, limits),
                Method::Search => self.solve_by_search(wanted, limits),
                Method::Proof => {
                    let decided = self.decide(Method::Proof, wanted, limits);
                    decided.ok_or(NO_SEARCH).map(Ok)
                }
                Method::Sum => self.solve_by_sum(wanted, limits),
                Method::StrategyStealing => continue,
            };
            match answer {
                Ok(answer) => {
                    let answer = answer.unwrap_or_else(Answer::unknown);
                    // What no method found within the limits may still be known to exist.
                    let is_stolen =
                        method == Method::Auto && answer.worth.is_none() && self.is_stolen();
                    return Ok(if is_stolen { Answer::stolen() } else { answer });
                }
                Err(why) => refusal = why,
            }
        }
        Err(Problem::Method {
            game: self.name(),
            method: method.name().to_owned(),
            why: refusal,
        })
    }

    fn memory_of_sieve(&self) -> Option<u64> {
        let (_, positions) = self.sieve()?;
        Some(Kernel::bytes(positions))
    }
}

/// An answer, or a limit reached; or why the method does not apply.
pub(super) type Applied = Result<Result<Answer, Unfinished>, Text>;

impl<G: Notation> Open<G> {
    /// Whether the automatic choice may use a method for this game and size.
    fn suits(&self, method: Method, limits: &Limits) -> bool {
        let game = &self.game;
        match method {
            Method::Sum => {
                let sum = self.spec.sum.as_ref();
                sum.is_some_and(|sum| (sum.is_large)(game) && self.is_sum(sum))
            }
            Method::Search => {
                let (search, decide) = (&self.spec.search, &self.spec.decide);
                let is_large = |bits| bits > SMALL_KEY_BITS;
                search
                    .as_ref()
                    .is_some_and(|s| is_large((s.key_bits)(game)))
                    || decide.as_ref().is_some_and(|d| !(d.is_small)(game))
            }
            Method::Sieve => self.sieve().is_some_and(|sieve| sieve.1 > SIEVE_FROM),
            Method::Table => self.has_large_table(limits),
            Method::Graph => true,
            Method::Auto | Method::Proof | Method::StrategyStealing => false,
        }
    }

    fn solve_by_graph(&self, quick: bool, limits: &Limits) -> Result<Answer, Unfinished> {
        let (positions, solved) = self.solve_graph(limits)?;
        let moves = |v: u32| self.texts(&positions[v as usize]);
        let start = (0, self.now().side);
        Ok(graph::answer(&solved, start, self.lead(), quick, &moves))
    }
}
