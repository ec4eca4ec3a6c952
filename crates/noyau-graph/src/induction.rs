//! Backward induction level by level: the loop under [`retrograde`](crate::retrograde) and [`kernel`](crate::kernel).
//!
//! O(vertices + edges). A vertex is decided when one successor makes it won for its owner, or when the last one
//! makes it lost. Vertices decided in the same number of plies form one level, and the predecessors of a level
//! decide the next: the queue of the classical algorithm, cut where the distance grows, so that no vertex stores
//! its distance (Ströhlein 1970; the course, third text).
//!
//! In a large graph the loop is memory-bound. So the randomly accessed state is small, one byte per vertex, is
//! prefetched, and is updated without a branch, by a table. Threads share the walk from a large level to its
//! predecessors, and then the ranges of vertices that contain these: no state is ever shared, and the order of work
//! does not affect the result.

use crate::arena::Digraph;
use crate::walk::{BLOCK, Block, MANY, RANGE, Sorted, for_each_predecessor};
use noyau_core::game::{Outcome, Side};
use noyau_core::parallel::{for_each_job, in_parallel};
use noyau_core::prefetch::prefetch;

/// A state is one byte: `decided owner more open`, of 1, 1, 1 and 5 bits.
///
/// `open` counts the edges to undecided vertices; `more` says that a list counts further ones. A decided vertex
/// keeps its owner and has [`WON`] or nothing below.
const DECIDED: u8 = 0x80;
const OWNER: u8 = 0x40;
const MORE: u8 = 0x20;
const OPEN: u8 = 0x1F;
const WON: u8 = 0x01;

/// The prefetch distance in predecessors.
const STATE_AHEAD: usize = 64;

/// The update rule of one of the two queues of a level.
struct Rule {
    /// The new state of a predecessor, indexed by its old state.
    table: [u8; 256],
    /// The queue of a predecessor decided by this rule.
    next: usize,
}

impl Rule {
    /// With owners, queue 0 holds the vertices that First wins and queue 1 those that Second wins. Without, queue 0
    /// holds the vertices lost for the side to move and queue 1 those won.
    fn of_queue(queue: usize, owned: bool) -> Self {
        let mut table = [0; 256];
        for (state, after) in (0..=u8::MAX).zip(&mut table) {
            let owner = state & OWNER;
            let wins = if owned {
                (owner != 0) == (queue == 1)
            } else {
                queue == 0
            };
            *after = if state & DECIDED != 0 {
                state
            } else if wins {
                DECIDED | owner | WON
            } else if state & (MORE | OPEN) > 1 {
                state - 1
            } else {
                DECIDED | owner
            };
        }
        let next = if owned { queue } else { 1 - queue };
        Self { table, next }
    }
}

/// The queue of a terminal vertex.
fn queue_of_end(outcome: Outcome, owner: Option<Side>) -> Option<usize> {
    match owner {
        Some(owner) => outcome.winner(owner).map(|winner| winner as usize),
        None => match outcome {
            Outcome::Loss => Some(0),
            Outcome::Win => Some(1),
            Outcome::Draw => None,
        },
    }
}

/// The outcome of every vertex, for the side to move there.
///
/// `outcome` gives the outcome at a sink. Distances are written to `distances` unless it is empty.
pub(super) fn outcomes(
    graph: &Digraph,
    owners: Option<&[Side]>,
    outcome: impl Fn(u32) -> Outcome + Sync,
    distances: &mut [u32],
    threads: usize,
) -> Vec<Outcome> {
    let rules = [0, 1].map(|queue| Rule::of_queue(queue, owners.is_some()));
    let mut states = vec![0; graph.len()];
    let mut more = Vec::new();
    let mut queues = [Vec::new(), Vec::new()];
    let share = graph.len().div_ceil(threads.max(1)).max(MANY);
    let shares = states.chunks_mut(share).enumerate().map(|(i, states)| {
        let outcome = &outcome;
        move || begin(graph, owners, outcome, i * share, states)
    });
    for beginning in in_parallel(shares) {
        more.extend(beginning.more);
        for (queue, ends) in queues.iter_mut().zip(beginning.queues) {
            queue.extend(ends);
        }
    }

    let mut next = [Vec::new(), Vec::new()];
    let mut scratch = [[0; BLOCK]; 2];
    let mut sorted = Sorted::new(graph, threads);
    let mut decided_by_range = vec![Vec::new(); graph.len().div_ceil(RANGE)];
    let mut distance = 0;
    while queues.iter().any(|queue| !queue.is_empty()) {
        distance += 1;
        for (queue, rule) in queues.iter().zip(&rules) {
            let decided = &mut next[rule.next];
            let mut range = Range {
                start: 0,
                states: &mut states,
                more: &mut more,
                distances,
                distance,
                decided,
            };
            if sorted.is_worth(queue.len()) {
                sorted.find(graph, queue);
                range.apply_sorted(&rule.table, &sorted, &mut decided_by_range);
            } else {
                let [block, found] = &mut scratch;
                for_each_predecessor(graph, queue, block, |block| {
                    range.apply(&rule.table, block, found);
                });
            }
        }
        std::mem::swap(&mut queues, &mut next);
        next.iter_mut().for_each(Vec::clear);
    }
    states
        .into_iter()
        .map(|state| match (state & DECIDED, state & WON) {
            (0, _) => Outcome::Draw,
            (_, 0) => Outcome::Loss,
            _ => Outcome::Win,
        })
        .collect()
}

/// The initial data of a range of vertices.
struct Beginning {
    /// Excess edge counts that do not fit the states, ascending by vertex.
    more: Vec<(u32, u32)>,
    /// The terminal vertices.
    queues: [Vec<u32>; 2],
}

/// Initialises the states of the vertices from `first` on; only terminal vertices are decided.
fn begin(
    graph: &Digraph,
    owners: Option<&[Side]>,
    outcome: impl Fn(u32) -> Outcome,
    first: usize,
    states: &mut [u8],
) -> Beginning {
    let mut more = Vec::new();
    let mut queues = [Vec::new(), Vec::new()];
    let offsets = &graph.forward().offsets()[first..];
    let mut start = offsets[0];
    for ((v, state), &end) in (first as u32..).zip(states).zip(&offsets[1..]) {
        let owner = owners.map(|owners| owners[v as usize]);
        let degree = end - start;
        start = end;
        *state = owner.map_or(0, |owner| owner as u8 * OWNER);
        if degree > u32::from(OPEN) {
            more.push((v, degree - u32::from(OPEN)));
            *state |= MORE | OPEN;
        } else if degree > 0 {
            *state |= degree as u8;
        } else {
            let outcome = outcome(v);
            if let Some(queue) = queue_of_end(outcome, owner) {
                *state |= DECIDED | if outcome == Outcome::Win { WON } else { 0 };
                queues[queue].push(v);
            }
        }
    }
    Beginning { more, queues }
}

/// The states of a range of vertices during one level.
struct Range<'a> {
    start: usize,
    states: &'a mut [u8],
    more: &'a mut [(u32, u32)],
    distances: &'a mut [u32],
    /// The distance of vertices decided now.
    distance: u32,
    /// Collects them.
    decided: &'a mut Vec<u32>,
}

impl Range<'_> {
    /// Updates the state of each vertex of a block, once per occurrence.
    #[inline]
    fn apply(&mut self, table: &[u8; 256], block: &[u32], found: &mut Block) {
        let mut count = 0;
        for (i, &v) in block.iter().enumerate() {
            if let Some(&later) = block.get(i + STATE_AHEAD) {
                prefetch(self.states, (later as usize).wrapping_sub(self.start));
            }
            let state = &mut self.states[v as usize - self.start];
            let before = *state;
            let after = table[before as usize];
            *state = after;
            if after & !OWNER == MORE {
                self.count_more(v);
            }
            // Branch-free: always written, kept if decided. A branch would often be mispredicted.
            found[count % BLOCK] = v;
            count += usize::from((after & !before) / DECIDED);
        }
        let found = &found[..count];
        if !self.distances.is_empty() {
            for &v in found {
                self.distances[v as usize - self.start] = self.distance;
            }
        }
        self.decided.extend_from_slice(found);
    }

    /// Refills the count of a state from the list.
    #[cold]
    fn count_more(&mut self, v: u32) {
        if let Ok(i) = self.more.binary_search_by_key(&v, |&(v, _)| v) {
            let left = &mut self.more[i].1;
            let now = (*left).min(u32::from(OPEN));
            *left -= now;
            let state = &mut self.states[v as usize - self.start];
            *state = *state & OWNER | now as u8 | if *left > 0 { MORE } else { 0 };
        }
    }

    /// The same for predecessors sorted by range. `decided` is scratch space.
    fn apply_sorted(&mut self, table: &[u8; 256], sorted: &Sorted, decided: &mut [Vec<u32>]) {
        let mut jobs = Vec::with_capacity(decided.len());
        let mut more = &mut *self.more;
        let mut distances = self.distances.chunks_mut(RANGE);
        let states = self.states.chunks_mut(RANGE);
        for (i, (states, decided)) in states.zip(&mut *decided).enumerate() {
            let end = (i + 1) * RANGE;
            let here = more.partition_point(|&(v, _)| (v as usize) < end);
            let (here, later) = std::mem::take(&mut more).split_at_mut(here);
            more = later;
            let range = Range {
                start: i * RANGE,
                states,
                more: here,
                distances: distances.next().unwrap_or_default(),
                distance: self.distance,
                decided,
            };
            jobs.push((i, range));
        }
        let (jobs, scratch) = (jobs.into_iter(), || [0; BLOCK]);
        for_each_job(sorted.threads(), jobs, scratch, |found, (i, mut range)| {
            for block in sorted.blocks(i) {
                range.apply(table, block, found);
            }
        });
        for decided in decided {
            self.decided.append(decided);
        }
    }
}
