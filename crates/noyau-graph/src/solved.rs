//! Exact values from the graph of all positions of a game: outcomes with distances, or margins. Independent of the types of
//! a game, so that one compiled copy serves all.

use crate::arena::unfold::GameGraph;
use crate::arena::{Arena, Rows};
use crate::margins::{Pointed, margins};
use crate::nimbers;
use crate::retrograde::{self, Solution};
use noyau_core::game::Side;
use noyau_core::value::{MoveEffect, Value, Worth};

/// A game graph with the exact value of every position.
#[derive(Debug)]
pub struct SolvedGraph {
    /// The graph.
    pub graph: GameGraph,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Outcomes {
        arena: Box<Arena>,
        solution: Solution,
        /// By vertex, in impartial games under normal play.
        nimbers: Option<Vec<u32>>,
    },
    /// The margins still to come, by position.
    Margins(Vec<i32>),
}

/// The value of a move for the side that makes it; greater is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveValue {
    /// The outcome with its distance.
    Outcome(Value),
    /// The margin still to come.
    Margin(i32),
}

impl MoveValue {
    /// The worth to a side that is ahead by `lead`.
    pub fn worth(self, lead: i32) -> Worth {
        match self {
            Self::Outcome(value) => value.into(),
            Self::Margin(margin) => Worth::of_margin(lead.saturating_add(margin)),
        }
    }
}

impl SolvedGraph {
    /// Solves a graph: for margins if it has points, otherwise for outcomes, and for nimbers on request.
    pub fn new(mut graph: GameGraph, nimbers: bool, threads: usize) -> Self {
        let values = if graph.settled.is_empty() {
            let arena = Box::new(graph.take_arena());
            Values::Outcomes {
                solution: retrograde::solve(&arena, threads),
                nimbers: nimbers
                    .then(|| nimbers::nimbers(arena.graph()).ok())
                    .flatten(),
                arena,
            }
        } else {
            Values::Margins(margins(&Pointed::from(&graph)))
        };
        Self { graph, values }
    }

    /// The memory in bytes that [`new`](Self::new) takes at most, beside the graph itself.
    pub fn bytes_to_solve(graph: &GameGraph) -> usize {
        let rows = graph.successors.bytes();
        if !graph.settled.is_empty() {
            // Margins, places, and the indices and stacks of the search for components.
            return 32 * graph.len();
        }
        // Predecessors; owners, endings, outcomes, distances, nimbers, and the queues of two levels.
        if graph.is_doubled() {
            4 * rows + 56 * graph.len()
        } else {
            rows + 28 * graph.len()
        }
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
            + match &self.values {
                Values::Outcomes { arena, nimbers, .. } => {
                    let graph = arena.graph();
                    let nimbers = nimbers.as_ref().map_or(0, Vec::len);
                    // Owners, endings, outcomes and distances.
                    graph.forward().bytes()
                        + graph.backward().bytes()
                        + 7 * arena.len()
                        + 4 * nimbers
                }
                Values::Margins(margins) => 4 * margins.len(),
            }
    }

    /// The moves of each position.
    pub fn successors(&self) -> &Rows {
        match &self.values {
            Values::Outcomes { arena, .. } if !self.graph.is_doubled() => arena.graph().forward(),
            _ => &self.graph.successors,
        }
    }

    /// The margins still to come, in games with points.
    pub fn margins(&self) -> Option<&[i32]> {
        match &self.values {
            Values::Outcomes { .. } => None,
            Values::Margins(margins) => Some(margins),
        }
    }

    /// The vertex of a position with that side to move; margins are indexed by position.
    pub fn vertex(&self, number: u32, side: Side) -> u32 {
        match self.values {
            Values::Outcomes { .. } => self.graph.vertex(number, side),
            Values::Margins(_) => number,
        }
    }

    /// The number of the position at a vertex.
    pub fn number(&self, vertex: u32) -> u32 {
        match self.values {
            Values::Outcomes { .. } => self.graph.number(vertex),
            Values::Margins(_) => vertex,
        }
    }

    /// The arena with its solution; `None` in games with points.
    pub fn solution(&self) -> Option<(&Arena, &Solution)> {
        match &self.values {
            Values::Outcomes {
                arena, solution, ..
            } => Some((arena, solution)),
            Values::Margins(_) => None,
        }
    }

    /// The value of a position with that side to move.
    pub fn value(&self, number: u32, side: Side) -> MoveValue {
        match &self.values {
            Values::Outcomes { solution, .. } => {
                MoveValue::Outcome(solution.value(self.graph.vertex(number, side)))
            }
            Values::Margins(margins) => MoveValue::Margin(margins[number as usize]),
        }
    }

    /// The nimber of a position, if nimbers were requested.
    pub fn nimber(&self, number: u32) -> Option<u32> {
        match &self.values {
            Values::Outcomes { nimbers, .. } => {
                let nimbers = nimbers.as_ref()?;
                Some(nimbers[self.graph.vertex(number, Side::First) as usize])
            }
            Values::Margins(_) => None,
        }
    }

    /// The moves at a vertex: successor and value.
    pub fn moves_at(&self, v: u32) -> Vec<(u32, MoveValue)> {
        match &self.values {
            Values::Outcomes {
                arena, solution, ..
            } => {
                let value = |w| MoveValue::Outcome(solution.value_of_move(arena, v, w));
                let successors = arena.graph().successors(v).iter();
                successors.map(|&w| (w, value(w))).collect()
            }
            Values::Margins(margins) => {
                let moves = self.graph.moves(v);
                let margin = |(edge, w): (usize, u32)| {
                    let effect = MoveEffect {
                        gain: self.graph.gains[edge],
                        keeps_turn: self.graph.keeps_turn(edge),
                    };
                    (w, MoveValue::Margin(effect.score(margins[w as usize])))
                };
                moves.map(margin).collect()
            }
        }
    }

    /// The worth of each move of a position, in order, to a side that is ahead by `lead`.
    pub fn worths(&self, number: u32, side: Side, lead: i32) -> Vec<Worth> {
        let moves = self.moves_at(self.vertex(number, side));
        moves.iter().map(|mv| mv.1.worth(lead)).collect()
    }
}
