//! The exact values of all positions that play can reach, kept to be asked for often.

use super::graph::SolvedGraph;
use super::open::{Open, State};
use super::{Answer, Worth};
use noyau_core::game::Side;
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A table of exact values of one game, cheap to share. Only a game of the same kind understands it.
#[derive(Clone)]
pub struct Known {
    /// The positions by number, a `Vec` of the game's own type.
    positions: Arc<dyn Any + Send + Sync>,
    numbers: Arc<Interner>,
    solved: Arc<SolvedGraph>,
    /// The game, with its parameters.
    game: Arc<str>,
    /// Whom the first position belongs to, where the positions do not tell.
    side: Side,
    bytes: u64,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({}, {} positions)", self.game, self.len())
    }
}

impl Known {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.solved.graph.len()
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<G: Notation> Open<G> {
    fn own_name(&self) -> String {
        format!("{}:{}", self.spec.info.name, self.game.parameters())
    }

    pub(super) fn tabulate(&self, limits: &Limits) -> Result<Known, (Stopped, usize)> {
        let (positions, solved) = self.solve_graph(limits)?;
        let mut numbers = Interner::default();
        for (number, position) in (0..).zip(&positions) {
            numbers.insert(numbers.hash(position), number);
        }
        let bytes =
            positions.capacity() * size_of::<G::Position>() + numbers.bytes() + solved.bytes();
        Ok(Known {
            positions: Arc::new(positions),
            numbers: Arc::new(numbers),
            solved: Arc::new(solved),
            game: self.own_name().into(),
            side: self.now().side,
            bytes: bytes as u64,
        })
    }

    /// The positions of a table, if it is of this game.
    fn positions<'a>(&self, known: &'a Known) -> Option<&'a Vec<G::Position>> {
        let same = *known.game == *self.own_name();
        known.positions.downcast_ref().filter(|_| same)
    }

    /// The positions of a table and the number of the one at hand, if the table has it.
    fn find<'a>(&self, known: &'a Known) -> Option<(&'a Vec<G::Position>, u32)> {
        let positions = self.positions(known)?;
        let here = &self.now().position;
        let hash = known.numbers.hash(here);
        let number = known
            .numbers
            .find(hash, |v| positions[v as usize] == *here)?;
        Some((positions, number))
    }

    pub(super) fn look_up(&self, known: &Known) -> Option<Vec<(String, Worth)>> {
        let (_, number) = self.find(known)?;
        let State { position, side, .. } = self.now();
        let worths = known.solved.worths(number, *side, self.lead());
        Some(self.texts(position).into_iter().zip(worths).collect())
    }

    /// The whole answer from a table, best play included, if it has the position.
    pub(super) fn answer_by(&self, known: &Known) -> Option<Answer> {
        let (positions, number) = self.find(known)?;
        let start = (number, self.now().side);
        let moves = |v: u32| self.texts(&positions[v as usize]);
        Some(known.solved.answer(start, self.lead(), false, &moves))
    }

    pub(super) fn set_up(&mut self, known: &Known, number: usize) -> bool {
        let positions = self.positions(known);
        let Some(position) = positions
            .and_then(|positions| positions.get(number))
            .cloned()
        else {
            return false;
        };
        let side = self.game.to_move(&position).unwrap_or(known.side);
        // Who won what on the way is not known: it is shared out evenly.
        let won = self.spec.points.as_ref();
        let won = won.and_then(|points| (points.won)(&self.game, &position));
        let won = won.unwrap_or(0);
        let points = [won - won / 2, won / 2];
        self.line = vec![State {
            position,
            side,
            points,
        }];
        true
    }
}
