//! Exact values of all reachable positions, kept for repeated queries.

use super::graph;
use super::open::{Open, State};
use super::{Answer, Nimbered, Worth};
use noyau_core::game::Side;
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::notation::Notation;
use noyau_graph::solved::SolvedGraph;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A table of exact values of one game, cheap to clone. Only valid for a game of the same type.
#[derive(Clone)]
pub struct Known {
    /// The positions by number, a `Vec` of the game's own type.
    positions: Arc<dyn Any + Send + Sync>,
    numbers: Arc<Interner>,
    solved: Arc<SolvedGraph>,
    /// The game, with its parameters.
    game: Arc<str>,
    /// The side to move in the first position, if positions do not determine it.
    side: Side,
    bytes: u64,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({}, {} positions)", self.game, self.len())
    }
}

impl Known {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.solved.graph.len()
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Exact values of all positions, computed once and queried often.
pub trait Recall: Send {
    /// Computes the exact value of every position reachable from here.
    fn know(&self, limits: &Limits) -> Result<Known, Unfinished>;
    /// The worth of each legal move, if the table has the current position.
    fn recall(&self, known: &Known) -> Option<Vec<(String, Worth)>>;
    /// The same answer as [`Solve::solve`](super::Solve::solve) with all moves, if the table has the current
    /// position.
    fn answer_from(&self, known: &Known) -> Option<Answer>;
    /// Sets up the position with that number in the table and clears the history; `false` if there is none or the
    /// table is of another game.
    fn set_known(&mut self, known: &Known, number: usize) -> bool;
}

impl<G: Notation> Recall for Open<G> {
    fn know(&self, limits: &Limits) -> Result<Known, Unfinished> {
        let (positions, solved) = self.solve_graph(limits)?;
        let held = positions.len() * size_of::<G::Position>() + solved.bytes();
        let numbers = Interner::default().bytes_with(positions.len());
        let checked = limits.check_growth(held as u64, numbers as u64);
        checked.map_err(|stopped| stopped.after(positions.len() as u64))?;
        let bytes = held + numbers;
        let numbers = Interner::of(&positions);
        Ok(Known {
            positions: Arc::new(positions),
            numbers: Arc::new(numbers),
            solved: Arc::new(solved),
            game: self.own_name().into(),
            side: self.now().side,
            bytes: bytes as u64,
        })
    }

    fn recall(&self, known: &Known) -> Option<Vec<(String, Worth)>> {
        let (_, number) = self.find(known)?;
        let State { position, side, .. } = self.now();
        let worths = known.solved.worths(number, *side, self.lead());
        Some(self.texts(position).into_iter().zip(worths).collect())
    }

    fn answer_from(&self, known: &Known) -> Option<Answer> {
        let (positions, number) = self.find(known)?;
        let start = (number, self.now().side);
        let moves = |v: u32| self.texts(&positions[v as usize]);
        Some(graph::answer(
            &known.solved,
            start,
            self.lead(),
            false,
            &moves,
        ))
    }

    fn set_known(&mut self, known: &Known, number: usize) -> bool {
        let positions = self.positions(known);
        let Some(position) = positions
            .and_then(|positions| positions.get(number))
            .cloned()
        else {
            return false;
        };
        let side = self.game.to_move(&position).unwrap_or(known.side);
        // The split of the points so far is unknown: share them evenly.
        let won = self.spec.payoff.won(&self.game, &position).unwrap_or(0);
        let points = [won - won / 2, won / 2];
        self.line = vec![State {
            position,
            side,
            points,
            reversible: 0,
        }];
        true
    }
}

impl<G: Notation> Open<G> {
    fn own_name(&self) -> String {
        format!("{}:{}", self.spec.info.name, self.game.parameters())
    }

    /// The positions of a table, if it is of this game.
    fn positions<'a>(&self, known: &'a Known) -> Option<&'a Vec<G::Position>> {
        let same = *known.game == *self.own_name();
        known.positions.downcast_ref().filter(|_| same)
    }

    /// The nimbers of the options of the current position, if the table has them.
    pub(super) fn nimbers_from(&self, known: &Known) -> Option<Nimbered> {
        let (_, number) = self.find(known)?;
        let State { position, side, .. } = self.now();
        let moves = known.solved.moves_at(known.solved.vertex(number, *side));
        let texts = self.texts(position).into_iter();
        let nimber = |(text, (vertex, _)): (String, (u32, _))| {
            Some((text, known.solved.nimber(known.solved.number(vertex))?))
        };
        Some(Nimbered {
            nimber: known.solved.nimber(number)?,
            options: texts.zip(moves).map(nimber).collect::<Option<_>>()?,
        })
    }

    /// The positions of a table and the number of the current one, if the table has it.
    fn find<'a>(&self, known: &'a Known) -> Option<(&'a Vec<G::Position>, u32)> {
        let positions = self.positions(known)?;
        let here = &self.now().position;
        let hash = known.numbers.hash(here);
        let number = known
            .numbers
            .find(hash, |v| positions[v as usize] == *here)?;
        Some((positions, number))
    }
}
