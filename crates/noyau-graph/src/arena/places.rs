//! Places: vertices paired with the side to move, numbered in order of visit.
//!
//! In a graph of positions a vertex may be visited with either side to move; with owners a place is a vertex.

use super::Arena;
use noyau_core::game::Side;

const UNSEEN: u32 = u32::MAX;

/// The visited places.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    arena: &'a Arena,
    list: Vec<(u32, Side)>,
    /// By vertex, for each side to move; with owners the second is unused.
    numbers: [Vec<u32>; 2],
}

impl<'a> Places<'a> {
    /// The starting place: `from`, with its owner to move, or `side` in a graph of positions.
    pub fn starting(arena: &'a Arena, from: u32, side: Side) -> Self {
        let second = if arena.owners().is_some() {
            0
        } else {
            arena.len()
        };
        let mut places = Self {
            arena,
            list: Vec::new(),
            numbers: [vec![UNSEEN; arena.len()], vec![UNSEEN; second]],
        };
        places.enter(from, side);
        places
    }

    /// The number of the place that `side` reaches by moving to `v`.
    pub fn after(&mut self, side: Side, v: u32) -> u32 {
        self.enter(v, side.other())
    }

    fn enter(&mut self, v: u32, side: Side) -> u32 {
        let (side, layer) = match self.arena.owner(v) {
            Some(owner) => (owner, 0),
            None => (side, side as usize),
        };
        let number = &mut self.numbers[layer][v as usize];
        if *number == UNSEEN {
            *number = self.list.len() as u32;
            self.list.push((v, side));
        }
        *number
    }

    /// The vertex of a place and the side to move there; `None` beyond the last.
    pub fn get(&self, number: u32) -> Option<(u32, Side)> {
        self.list.get(number as usize).copied()
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no place; never true.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
