//! The agent that searches as deep as its budget allows: the exact search first, and where that is not done with half of the
//! budget, alpha-beta to depth 1, 2, 3, … (Slate and Atkin 1977), of which the last complete depth counts.
//!
//! With a budget of nodes the choice is repeatable, and the budget is kept, save that depth 1 is always searched.

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit, seen};
use super::simple::Searcher;
use crate::erased::{Answer, Method, OpenGame, Wanted};
use crate::limits::Limits;
use crate::random::SplitMix;
use crate::search::textbook::{Algorithm, Form, choose};
use std::time::Duration;

/// The agent.
pub(super) struct Deepening {
    /// The greatest depth of alpha-beta.
    pub(super) depth: u32,
    /// The most nodes.
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) heuristic: String,
    pub(super) taste: Taste,
    pub(super) random: SplitMix,
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
        let mut best: Result<Choice, Refusal> = Err(Refusal::Time);
        let mut spent = nodes.unwrap_or(0) / 2;
        for depth in 1..=self.depth {
            let mut searcher = Searcher {
                depth,
                algorithm: Algorithm::AlphaBeta(Form::Extreme),
                heuristic: self.heuristic.clone(),
                taste: self.taste,
                random: SplitMix(self.random.clone().next_u64()),
            };
            // The first depth is short, and without it there is no move.
            let bounded = depth > 1;
            let left = Limits {
                deadline: within.deadline.filter(|_| bounded),
                nodes: nodes
                    .filter(|_| bounded)
                    .map(|most| most.saturating_sub(spent)),
                ..within.clone()
            };
            match searcher.choose(game, &left) {
                Ok(choice) => {
                    spent += choice.work;
                    best = Ok(choice);
                }
                Err(refusal) => {
                    if refusal == Refusal::Nodes {
                        spent = nodes.unwrap_or(spent);
                    }
                    if best.is_err() {
                        best = Err(refusal);
                    }
                    break;
                }
            }
            if within.check(0).is_err() {
                break;
            }
        }
        self.random.next_u64();
        best.map(|choice| Choice {
            work: spent,
            ..choice
        })
    }
}

impl Deepening {
    /// The exact answer, if half of the budget finds it.
    fn exact(game: &dyn OpenGame, nodes: Option<u64>, within: &Limits) -> Option<Answer> {
        /// The most bytes of its table, which is made anew for each move.
        const BYTES: u64 = 64 << 20;
        // A budget of depth alone leaves nothing to bound this with.
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
            choose(&answer.best, &mut self.random)
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
