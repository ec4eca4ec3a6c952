//! All that play can reach from a position, read without the lock of the session and without the interpreter.

use super::{Inner, State};
use noyau::arena::Rows;
use noyau::{Outcome, Side};

/// Fewer positions are read from the session itself.
const MANY: usize = 4096;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing: play does not reach it.
    Nothing,
    Open,
    Ended(Outcome),
}

/// The positions that play can reach from one, by their numbers in the session.
pub(crate) struct Filled {
    known: Vec<Known>,
    sides: Vec<Option<Side>>,
    children: Rows,
}

impl std::fmt::Debug for Filled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filled").finish_non_exhaustive()
    }
}

impl Filled {
    /// What play can reach from a position from which all is open; `None` if it is little, too much for the numbers of
    /// a graph, or if points decide, which are found move by move.
    pub(super) fn new(inner: &Inner, from: u32) -> Option<Self> {
        let has_points = inner.methods.as_ref().is_none_or(|m| m.has_points());
        let nodes = inner.nodes.len();
        if has_points || nodes < MANY {
            return None;
        }
        let mut known = vec![Known::Nothing; nodes];
        known[from as usize] = Known::Open;
        // Breadth-first, as positions are numbered: one follows the other in memory.
        let (mut queue, mut done, mut edges) = (vec![from], 0, 0);
        while let Some(&id) = queue.get(done) {
            done += 1;
            let mut meet = |child: u32| {
                let known = &mut known[child as usize];
                if *known == Known::Nothing {
                    *known = Known::Open;
                    queue.push(child);
                }
                edges += 1;
            };
            match &inner.nodes[id as usize].state {
                State::Open(moves) => moves.iter().for_each(|mv| meet(mv.1.child)),
                State::Linked(linked) => linked
                    .of(&inner.links)
                    .iter()
                    .for_each(|&child| meet(child)),
                State::Ended(outcome) => known[id as usize] = Known::Ended(*outcome),
                State::Unopened | State::Going => return None,
            }
        }
        if done < MANY || edges > Rows::MOST {
            return None;
        }
        let mut children = Rows::new();
        for (node, known) in inner.nodes.iter().zip(&known) {
            match &node.state {
                _ if *known == Known::Nothing => {}
                State::Open(moves) => moves.iter().for_each(|mv| children.push(mv.1.child)),
                State::Linked(linked) => {
                    for &child in linked.of(&inner.links) {
                        children.push(child);
                    }
                }
                _ => {}
            }
            children.end_row();
        }
        let sides = inner.nodes.iter().map(|node| node.side).collect();
        Some(Self {
            known,
            sides,
            children,
        })
    }

    /// Whether all that play can reach from a position is here.
    pub(super) fn covers(&self, id: u32) -> bool {
        let known = self.known.get(id as usize);
        known.is_some_and(|known| *known != Known::Nothing)
    }

    pub(crate) fn end(&self, id: u32) -> Option<Outcome> {
        match self.known[id as usize] {
            Known::Ended(outcome) => Some(outcome),
            Known::Open | Known::Nothing => None,
        }
    }

    pub(crate) fn side(&self, id: u32) -> Option<Side> {
        self.sides[id as usize]
    }

    pub(crate) fn children(&self, id: u32) -> &[u32] {
        self.children.row(id)
    }
}
