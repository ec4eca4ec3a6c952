//! The agent that searches as deep as its budget allows: first the exact search, and if that does not finish within
//! half of the budget, principal-variation search to depth 1, 2, 3, …, of which the last complete depth counts.
//!
//! With a budget of nodes the choice is reproducible, and the budget is kept, except that depth 1 is always
//! searched.

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit, opinion_or_first, seen};
use noyau_core::heuristic::{Score, WON};
use noyau_core::limits::Limits;
use noyau_dynamic::{Answer, Method, OpenGame, Wanted};
use noyau_search::textbook::choose;
use std::time::Duration;

/// The agent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deepening {
    /// The maximum depth of the heuristic search.
    pub(super) depth: u32,
    /// The maximum number of nodes.
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) heuristic: String,
    pub(super) taste: Taste,
}

impl Agent for Deepening {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        let within = match self.time {
            None => limits.clone(),
            Some(time) => limits.clone().for_at_most(time),
        };
        let nodes = match (self.nodes, limits.nodes) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        if let Some(answer) = Self::exact(game, nodes, &within) {
            return self.known(game, &answer);
        }
        let spent = nodes.unwrap_or(0) / 2;
        let left = Limits {
            nodes: nodes.map(|most| most - spent),
            ..within
        };
        let opinion = opinion_or_first(game, &self.heuristic);
        let slack = self.taste.margin.clamp(0.0, f64::from(2 * WON)) as Score;
        let found = game.search_deeper(self.depth, opinion, slack, &left);
        let considered: Vec<_> = found
            .moves
            .iter()
            .map(|(mv, score)| Considered::new(mv.clone(), f64::from(*score)))
            .collect();
        let work = spent + found.nodes;
        let choice = self.taste.choose(&considered, Unit::Score, work)?;
        Ok(if found.line.first() == Some(&choice.mv) {
            Choice {
                line: found.line,
                ..choice
            }
        } else {
            choice
        })
    }
}

impl Deepening {
    /// The exact answer, if half of the budget suffices.
    fn exact(game: &dyn OpenGame, nodes: Option<u64>, within: &Limits) -> Option<Answer> {
        /// The maximum size of its transposition table, which is allocated anew for each move.
        const BYTES: u64 = 64 << 20;
        // A depth alone cannot bound an exact search.
        if nodes.is_none() && within.deadline.is_none() {
            return None;
        }
        let half = Limits {
            nodes: nodes.map(|nodes| nodes / 2),
            memory: Some(within.memory.map_or(BYTES, |own| own.min(BYTES))),
            ..within.shared(2)
        };
        let answer = game.solve_by(Method::Search, Wanted::Best, &half).ok()?;
        (answer.worth.is_some() && !answer.best.is_empty()).then_some(answer)
    }

    fn known(&mut self, game: &dyn OpenGame, answer: &Answer) -> Result<Choice, Refusal> {
        let best = if self.taste.first {
            answer.best.first()
        } else {
            choose(&answer.best, &mut self.taste.random)
        };
        let mv = best.ok_or(Refusal::Over)?;
        let (score, unit) = answer
            .worth
            .map_or((0.0, Unit::Sight), |worth| seen(worth, game.units()));
        let line = if answer.line.first() == Some(mv) {
            answer.line.clone()
        } else {
            vec![mv.clone()]
        };
        Ok(Choice {
            mv: mv.clone(),
            score: Some(score),
            unit: Some(unit),
            line,
            considered: vec![Considered {
                worth: answer.worth,
                ..Considered::new(mv.clone(), score)
            }],
            work: answer.nodes.unwrap_or(0),
        })
    }
}
