//! All that play can reach from a position, read without the lock of the session and without the interpreter.

use super::{Inner, State, UNKNOWN};
use crate::ffi::use_huge_pages;
use noyau::arena::Rows;
use noyau::dynamic::Count;
use noyau::limits::{Limits, Unfinished};
use noyau::{Outcome, Side};
use std::panic::resume_unwind;

/// Fewer positions are read from the session itself.
const MANY: usize = 4096;

/// How many positions are counted between two looks at the limits.
const BETWEEN: usize = 1 << 16;

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
    from: u32,
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
    /// What play can reach from a position from which all is open, and it can reach so many; `None` if they are few, too
    /// many for the numbers of a graph, or if points decide, which are found move by move.
    pub(super) fn new(inner: &Inner, from: u32, positions: usize) -> Option<Self> {
        let has_points = inner.methods.as_ref().is_none_or(|m| m.has_points());
        if has_points || positions < MANY {
            return None;
        }
        // In the order of memory; play is followed in the rows alone.
        let nodes = inner.nodes.len();
        let mut known = Vec::with_capacity(nodes);
        let mut sides = Vec::with_capacity(nodes);
        let mut offsets = Vec::with_capacity(nodes + 1);
        let mut targets = Vec::with_capacity(inner.links.len());
        use_huge_pages(&targets);
        offsets.push(0);
        for node in &inner.nodes {
            sides.push(node.side);
            known.push(match &node.state {
                State::Open(moves) if moves.iter().all(|mv| mv.1.child != UNKNOWN) => {
                    targets.extend(moves.iter().map(|mv| mv.1.child));
                    Known::Open
                }
                State::Linked(linked) => {
                    targets.extend_from_slice(linked.of(&inner.links));
                    Known::Open
                }
                State::Ended(outcome) => Known::Ended(*outcome),
                State::Open(_) | State::Unopened | State::Going => Known::Nothing,
            });
            offsets.push(targets.len() as u32);
        }
        if targets.len() > Rows::MOST {
            return None;
        }
        let children = Rows::from_parts(offsets, targets);
        // Otherwise it can reach all of them.
        if positions < nodes {
            let met = reached(&children, from);
            for (known, met) in known.iter_mut().zip(met) {
                if !met {
                    *known = Known::Nothing;
                }
            }
        }
        let open = known.iter().filter(|&&known| known != Known::Nothing);
        if open.count() != positions {
            return None;
        }
        Some(Self {
            from,
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

    /// The statistics of what play can reach from a position, in linear time; by two threads if `together`.
    pub(crate) fn count(
        &self,
        from: u32,
        limits: &Limits,
        together: bool,
    ) -> Result<Count, Unfinished> {
        let words = (self.children.len() * 3 * size_of::<u32>()) as u64;
        let check = |done: usize| limits.check(words).map_err(|why| why.after(done as u64));
        check(0)?;
        let longest = || self.longest(from, check);
        let (count, longest) = if together {
            std::thread::scope(|scope| {
                let longest = scope.spawn(longest);
                let count = self.by_plies(from, check);
                let longest = longest.join();
                (count, longest.unwrap_or_else(|panic| resume_unwind(panic)))
            })
        } else {
            (self.by_plies(from, check), longest())
        };
        Ok(Count {
            longest: longest?,
            ..count?
        })
    }

    /// All but the longest play: a walk by plies.
    fn by_plies(
        &self,
        from: u32,
        check: impl Fn(usize) -> Result<(), Unfinished>,
    ) -> Result<Count, Unfinished> {
        let mut met = vec![false; self.children.len()];
        met[from as usize] = true;
        let (mut order, mut done) = (vec![from], 0);
        let (mut by_ply, mut terminal, mut moves, mut branching_max) = (Vec::new(), 0, 0, 0);
        while done < order.len() {
            let end = order.len();
            by_ply.push((end - done) as u64);
            for at in done..end {
                if at.is_multiple_of(BETWEEN) {
                    check(at)?;
                }
                let row = self.children.row(order[at]);
                terminal += u64::from(row.is_empty());
                moves += row.len() as u64;
                branching_max = branching_max.max(row.len() as u64);
                for &child in row {
                    if !std::mem::replace(&mut met[child as usize], true) {
                        order.push(child);
                    }
                }
            }
            done = end;
        }
        let positions = order.len() as u64;
        let inner = positions - terminal;
        Ok(Count {
            positions,
            terminal,
            moves,
            by_ply,
            branching_mean: if inner == 0 {
                0.0
            } else {
                moves as f64 / inner as f64
            },
            branching_max,
            longest: None,
        })
    }

    /// The length of the longest play from a position: Kahn's order, whose rounds are its moves; `None` if there is a
    /// cycle.
    fn longest(
        &self,
        from: u32,
        check: impl Fn(usize) -> Result<(), Unfinished>,
    ) -> Result<Option<u32>, Unfinished> {
        let met = (from != self.from).then(|| reached(&self.children, from));
        let counts = |id: usize| match &met {
            Some(met) => met[id],
            None => self.known[id] != Known::Nothing,
        };
        let mut incoming = vec![0_u32; self.children.len()];
        let mut positions = 0;
        for id in 0..self.children.len() {
            if counts(id) {
                positions += 1;
                for &child in self.children.row(id as u32) {
                    incoming[child as usize] += 1;
                }
            }
        }
        let mut order = Vec::with_capacity(positions);
        if incoming[from as usize] == 0 {
            order.push(from);
        }
        let (mut rounds, mut done) = (0, 0);
        while done < order.len() {
            let end = order.len();
            rounds += 1;
            for at in done..end {
                if at.is_multiple_of(BETWEEN) {
                    check(positions)?;
                }
                for &child in self.children.row(order[at]) {
                    incoming[child as usize] -= 1;
                    if incoming[child as usize] == 0 {
                        order.push(child);
                    }
                }
            }
            done = end;
        }
        // On a cycle every position waits for another.
        Ok((order.len() == positions).then(|| rounds - 1))
    }
}

/// Whether each vertex is among those that one can reach.
fn reached(children: &Rows, from: u32) -> Vec<bool> {
    let mut met = vec![false; children.len()];
    met[from as usize] = true;
    let (mut queue, mut done) = (vec![from], 0);
    while let Some(&id) = queue.get(done) {
        done += 1;
        for &child in children.row(id) {
            if !std::mem::replace(&mut met[child as usize], true) {
                queue.push(child);
            }
        }
    }
    met
}
