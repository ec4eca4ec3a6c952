//! The agent that searches as deep as its budget allows: first the exact search, and if that does not finish within
//! half of the budget, principal-variation search to depth 1, 2, 3, …, of which the last complete depth counts.
//!
//! With a budget of nodes the choice is reproducible, and the budget is kept, except that depth 1 is always
//! searched.

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit, seen};
use noyau_core::heuristic::{Score, WON};
use noyau_core::limits::Limits;
use noyau_dynamic::{Answer, Method, OpenGame, Wanted, best_opinion};
use noyau_learn::Evaluation;
use noyau_search::iterative_deepening::Depth;
use noyau_search::textbook::choose;
use std::sync::Arc;
use std::time::Duration;

/// The agent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deepening {
    /// The maximum depth of the heuristic search.
    pub(super) depth: Depth,
    /// The maximum number of nodes.
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) heuristic: String,
    /// What judges instead of what the game comes with.
    pub(super) learned: Option<Arc<Evaluation>>,
    /// Whether half of the budget is for the exact search, where there is one.
    pub(super) exact: bool,
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
        let mut spent = 0;
        match self.solve(game, nodes, &within) {
            Exact::Solved(answer) => return self.known(game, &answer),
            Exact::Stopped => spent = nodes.unwrap_or(0) / 2,
            Exact::Impossible => {}
        }
        let left = Limits {
            nodes: nodes.map(|most| most - spent),
            ..within
        };
        game.judge_by(self.learned.clone());
        let opinion = match self.heuristic.as_str() {
            "" => best_opinion(game),
            named => named,
        };
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

/// What comes of an exact search.
enum Exact {
    Solved(Box<Answer>),
    /// It took half of the budget.
    Stopped,
    /// The game has none, or nothing would end it.
    Impossible,
}

impl Deepening {
    /// The exact answer, if half of the budget suffices.
    fn solve(&self, game: &dyn OpenGame, nodes: Option<u64>, within: &Limits) -> Exact {
        /// The maximum size of its transposition table, which is allocated anew for each move.
        const BYTES: u64 = 64 << 20;
        // A depth alone cannot bound an exact search.
        if !self.exact || nodes.is_none() && within.deadline.is_none() {
            return Exact::Impossible;
        }
        let half = Limits {
            nodes: nodes.map(|nodes| nodes / 2),
            memory: Some(within.memory.map_or(BYTES, |own| own.min(BYTES))),
            ..within.shared(2)
        };
        match game.solve_by(Method::Search, Wanted::Best, &half) {
            Ok(answer) if answer.worth.is_some() && !answer.best.is_empty() => {
                Exact::Solved(answer.into())
            }
            Ok(_) => Exact::Stopped,
            Err(_) => Exact::Impossible,
        }
    }

    /// A best move of an exact answer.
    pub(super) fn known(
        &mut self,
        game: &dyn OpenGame,
        answer: &Answer,
    ) -> Result<Choice, Refusal> {
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
