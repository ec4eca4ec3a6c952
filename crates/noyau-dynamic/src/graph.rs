//! Exact values from the graph of all reachable positions. Independent of the types of a game.

use super::{Answer, Method, Worth};
use crate::certificate::GameSheet;
use noyau_core::game::Side;
use noyau_core::value::{MoveEffect, Value};
use noyau_format::code::{Code, GAP, Numbers, SolvedTier, code_of_margin, code_of_value};
use noyau_graph::arena::unfold::GameGraph;
use noyau_graph::arena::{Arena, Places, Rows};
use noyau_graph::margins::{Pointed, margins};
use noyau_graph::nimbers;
use noyau_graph::retrograde::{self, Solution};
use std::collections::HashSet;
use std::io;

/// A game graph with the exact value of every position.
pub(super) struct SolvedGraph {
    pub(super) graph: GameGraph,
    values: Values,
}

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
pub(super) enum MoveValue {
    Outcome(Value),
    /// The margin still to come.
    Margin(i32),
}

impl MoveValue {
    /// The worth to a side that is ahead by `lead`.
    pub(super) fn worth(self, lead: i32) -> Worth {
        match self {
            Self::Outcome(value) => value.into(),
            Self::Margin(margin) => Worth::of_margin(lead.saturating_add(margin)),
        }
    }
}

impl SolvedGraph {
    /// Solves a graph: for margins if it has points, otherwise for outcomes, and for nimbers on request.
    pub(super) fn new(mut graph: GameGraph, nimbers: bool, threads: usize) -> Self {
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
    pub(super) fn bytes_to_solve(graph: &GameGraph) -> usize {
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
    pub(super) fn bytes(&self) -> usize {
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
    pub(super) fn successors(&self) -> &Rows {
        match &self.values {
            Values::Outcomes { arena, .. } if !self.graph.is_doubled() => arena.graph().forward(),
            _ => &self.graph.successors,
        }
    }

    /// The margins still to come, in games with points.
    pub(super) fn margins(&self) -> Option<&[i32]> {
        match &self.values {
            Values::Outcomes { .. } => None,
            Values::Margins(margins) => Some(margins),
        }
    }

    /// The vertex of a position with that side to move; margins are indexed by position.
    fn vertex(&self, number: u32, side: Side) -> u32 {
        match self.values {
            Values::Outcomes { .. } => self.graph.vertex(number, side),
            Values::Margins(_) => number,
        }
    }

    /// The number of the position at a vertex.
    fn number(&self, vertex: u32) -> u32 {
        match self.values {
            Values::Outcomes { .. } => self.graph.number(vertex),
            Values::Margins(_) => vertex,
        }
    }

    /// The value of a position with that side to move.
    pub(super) fn value(&self, number: u32, side: Side) -> MoveValue {
        match &self.values {
            Values::Outcomes { solution, .. } => {
                MoveValue::Outcome(solution.value(self.graph.vertex(number, side)))
            }
            Values::Margins(margins) => MoveValue::Margin(margins[number as usize]),
        }
    }

    /// The code of a position in tables; `None` if its value is out of their range. If positions are doubled, both
    /// halves are equal.
    pub(super) fn code(&self, number: u32) -> Option<u32> {
        match self.value(number, Side::First) {
            MoveValue::Outcome(value) => code_of_value(value),
            MoveValue::Margin(margin) => code_of_margin(margin),
        }
    }

    /// A tier of a table from the tier, number in the tier and number in the graph of its positions, ascending; with
    /// so many places if they are dense.
    pub(super) fn tier(
        &self,
        tier: u32,
        dense: Option<u64>,
        places: &[(u32, u64, u32)],
    ) -> Option<SolvedTier> {
        let len = dense.map_or(places.len(), |len| len as usize);
        let has_nimbers = self.nimber(0).is_some();
        let mut values = vec![GAP; len];
        let mut nimbers = vec![0; if has_nimbers { len } else { 0 }];
        for (place, &(_, number, i)) in places.iter().enumerate() {
            let place = dense.map_or(place, |_| number as usize);
            values[place] = Code::try_from(self.code(i)?).ok()?;
            if has_nimbers {
                nimbers[place] = u16::try_from(self.nimber(i)?).ok()?;
            }
        }
        Some(SolvedTier {
            tier,
            numbers: match dense {
                Some(len) => Numbers::Dense(len),
                None => Numbers::Listed(places.iter().map(|place| place.1).collect()),
            },
            values,
            nimbers: has_nimbers.then_some(nimbers),
            counts: Vec::new(),
        })
    }

    /// The nimber of a position, if nimbers were requested.
    pub(super) fn nimber(&self, number: u32) -> Option<u32> {
        match &self.values {
            Values::Outcomes { nimbers, .. } => {
                let nimbers = nimbers.as_ref()?;
                Some(nimbers[self.graph.vertex(number, Side::First) as usize])
            }
            Values::Margins(_) => None,
        }
    }

    /// The moves at a vertex: successor and value.
    fn moves_at(&self, v: u32) -> Vec<(u32, MoveValue)> {
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
    pub(super) fn worths(&self, number: u32, side: Side, lead: i32) -> Vec<Worth> {
        let moves = self.moves_at(self.vertex(number, side));
        moves.iter().map(|mv| mv.1.worth(lead)).collect()
    }

    /// The answer about a position; `moves` returns the texts of its legal moves.
    pub(super) fn answer(
        &self,
        (number, side): (u32, Side),
        lead: i32,
        quick: bool,
        moves: &dyn Fn(u32) -> Vec<String>,
    ) -> Answer {
        let start = self.vertex(number, side);
        let best_of = |moves: &[(u32, MoveValue)]| {
            let best = moves.iter().map(|mv| mv.1).max();
            let all = 0..moves.len();
            all.filter(|&i| Some(moves[i].1) == best)
                .collect::<Vec<_>>()
        };
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        let mut v = start;
        while seen.insert(v) {
            let here = self.moves_at(v);
            let Some(&i) = best_of(&here).first() else {
                break;
            };
            line.push(moves(self.number(v)).swap_remove(i));
            v = here[i].0;
        }
        let texts = moves(number);
        let here = self.moves_at(start);
        let listed = if quick { 0 } else { here.len() };
        Answer {
            worth: Some(self.value(number, side).worth(lead)),
            nimber: self.nimber(number),
            best: best_of(&here).iter().map(|&i| texts[i].clone()).collect(),
            line,
            moves: texts
                .into_iter()
                .zip(&here)
                .map(|(text, mv)| (text, mv.1.worth(lead)))
                .take(listed)
                .collect(),
            positions: Some(self.graph.len() as u64),
            ..Answer::by(Method::Graph)
        }
    }

    /// Writes the values of all positions reachable from the first, where `side` moves; `text` formats a position.
    pub(super) fn write_values(
        &self,
        side: Side,
        mut sheet: GameSheet<'_>,
        text: &dyn Fn(u32, Side) -> String,
    ) -> io::Result<()> {
        if let Values::Outcomes {
            arena, solution, ..
        } = &self.values
        {
            let mut places = Places::starting(arena, self.graph.vertex(0, side), side);
            let mut at = 0;
            while let Some((v, side)) = places.get(at) {
                at += 1;
                sheet.value(&text(self.graph.number(v), side), solution.value(v))?;
                for &w in arena.graph().successors(v) {
                    places.after(side, w);
                }
            }
        }
        sheet.end()
    }
}
