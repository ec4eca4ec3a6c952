//! The kernel of a graph: take a sink, drop it and its predecessors, repeat (course, first text, 1.2).
//!
//! A kernel is stable (no edge within it) and absorbing (every vertex outside has an edge into it). A graph without
//! cycles has exactly one, found in O(vertices + edges). On a graph with cycles the same loop is backward
//! induction, and the remaining vertices are undecided: no side can force an end there. That differs from a kernel
//! of the whole graph, of which there may be none or several ([`all`] searches for them): a cycle of two vertices
//! is undecided throughout and has two kernels, a cycle of three has none.

use crate::arena::Digraph;
use crate::induction::outcomes;
use noyau_core::game::Outcome;
use noyau_core::limits::Limits;

/// The result of backward induction for a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mark {
    /// Drawn by infinite play: neither lost nor won.
    Undecided,
    /// In the kernel: lost for the side to move.
    Lost,
    /// A predecessor of the kernel: won for the side to move.
    Won,
}

/// One step of the course's algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The sink that joins the kernel.
    pub take: u32,
    /// Its predecessors still present, ascending.
    pub drop: Vec<u32>,
}

/// The mark of every vertex. The result does not depend on the number of threads.
///
/// ```
/// use noyau_graph::arena::format::{Format, read};
/// use noyau_graph::arena::Arena;
/// use noyau_graph::kernel::{Mark, kernel};
///
/// // One match or two are taken from a heap of four.
/// let graph = br#"{"4":["3","2"],"3":["2","1"],"2":["1","0"],"1":["0"],"0":[]}"#;
/// let arena = Arena::from(read(graph, Format::Json).unwrap());
/// let marks = kernel(arena.graph(), 1);
/// let lost: Vec<_> = (0..).zip(&marks).filter(|(_, mark)| **mark == Mark::Lost).collect();
/// assert_eq!(lost.iter().map(|&(v, _)| arena.name(v)).collect::<Vec<_>>(), ["3", "0"]);
/// ```
pub fn kernel(graph: &Digraph, threads: usize) -> Vec<Mark> {
    let outcomes = outcomes(graph, None, |_| Outcome::Loss, &mut [], threads);
    outcomes
        .into_iter()
        .map(|outcome| match outcome {
            Outcome::Draw => Mark::Undecided,
            Outcome::Loss => Mark::Lost,
            Outcome::Win => Mark::Won,
        })
        .collect()
}

/// The steps of the course's algorithm: sinks are taken in the order in which they became sinks, initial sinks in
/// the order of the file. It ends when no sink is left.
pub fn steps(graph: &Digraph) -> Vec<Step> {
    let mut open: Vec<u32> = graph
        .vertices()
        .map(|v| graph.forward().degree(v))
        .collect();
    let mut here = vec![true; graph.len()];
    let mut sinks: Vec<u32> = graph.vertices().filter(|&v| graph.is_sink(v)).collect();
    let mut steps = Vec::new();
    let mut taken = 0;
    while let Some(&take) = sinks.get(taken) {
        taken += 1;
        here[take as usize] = false;
        let mut drop = graph.predecessors(take).to_vec();
        drop.dedup();
        drop.retain(|&v| std::mem::take(&mut here[v as usize]));
        let first_new = sinks.len();
        for &dropped in &drop {
            for &u in graph.predecessors(dropped) {
                open[u as usize] -= 1;
                if open[u as usize] == 0 && here[u as usize] {
                    sinks.push(u);
                }
            }
        }
        sinks[first_new..].sort_unstable();
        steps.push(Step { take, drop });
    }
    steps
}

/// The kernels found by search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernels {
    /// The kernels, each ascending, in lexicographic order.
    pub kernels: Vec<Vec<u32>>,
    /// Whether the list is complete.
    pub complete: bool,
}

/// Lists up to `most` kernels of a small graph by search: a graph with cycles may have none or several.
///
/// Decisions of backward induction hold in every kernel. Elsewhere a vertex is tried inside, then outside, with
/// unit propagation. Deciding whether a kernel exists is NP-complete (Chvátal 1973), so the time may grow
/// exponentially with the undecided part. The search ends early at the limits.
pub fn all(graph: &Digraph, most: usize, limits: &Limits) -> Kernels {
    let mut kernels = Vec::new();
    let mut search = Search::new(graph);
    let mut consistent = search.follow();
    // The open choices: the vertex tried, the length of `known` before, and whether it has only been tried inside.
    let mut choices: Vec<(u32, usize, bool)> = Vec::new();
    let mut bytes = graph.len() as u64 * Search::BYTES_A_VERTEX;
    let mut rounds = 0u32;
    loop {
        rounds = rounds.wrapping_add(1);
        if rounds.is_multiple_of(256) && limits.check(bytes).is_err() {
            break;
        }
        if consistent {
            // Unknown vertices come after the last choice: all before it were known when it was made.
            let from = choices.last().map_or(0, |&(v, ..)| v);
            match (from..graph.len() as u32).find(|&v| search.place[v as usize].is_none()) {
                Some(v) => {
                    choices.push((v, search.known.len(), true));
                    search.put(v, Place::Inside);
                    consistent = search.follow();
                    continue;
                }
                None if kernels.len() == most => break,
                None => {
                    let inside = |&v: &u32| search.place[v as usize] == Some(Place::Inside);
                    let kernel: Vec<u32> = graph.vertices().filter(inside).collect();
                    bytes += (kernel.len() * size_of::<u32>()) as u64;
                    kernels.push(kernel);
                }
            }
        }
        // Backtrack to the last choice with an untried alternative.
        while let Some((_, known, false)) = choices.last() {
            search.forget(*known);
            choices.pop();
        }
        let Some((v, known, only_inside)) = choices.last_mut() else {
            return Kernels {
                kernels,
                complete: true,
            };
        };
        *only_inside = false;
        search.forget(*known);
        search.put(*v, Place::Outside);
        consistent = search.follow();
    }
    Kernels {
        kernels,
        complete: false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Outside,
}

/// A partial assignment. A set is a kernel if a vertex is inside exactly when no successor is.
struct Search<'a> {
    graph: &'a Digraph,
    place: Vec<Option<Place>>,
    /// For each vertex, the number of edges to successors not known to be outside.
    open: Vec<u32>,
    /// For each vertex, the number of edges to successors inside.
    inside: Vec<u32>,
    /// The assigned vertices, in order of assignment.
    known: Vec<u32>,
    /// How many of them have been propagated.
    followed: usize,
    contradiction: bool,
}

impl<'a> Search<'a> {
    const BYTES_A_VERTEX: u64 = 14;

    /// Only sinks are assigned.
    fn new(graph: &'a Digraph) -> Self {
        let n = graph.len();
        let mut search = Self {
            graph,
            place: vec![None; n],
            open: graph
                .vertices()
                .map(|v| graph.forward().degree(v))
                .collect(),
            inside: vec![0; n],
            known: Vec::new(),
            followed: 0,
            contradiction: false,
        };
        for v in graph.vertices() {
            if graph.is_sink(v) {
                search.put(v, Place::Inside);
            } else if graph.successors(v).contains(&v) {
                search.put(v, Place::Outside);
            }
        }
        search
    }

    fn put(&mut self, v: u32, place: Place) {
        match self.place[v as usize] {
            None => {
                self.place[v as usize] = Some(place);
                self.known.push(v);
            }
            Some(known) => self.contradiction |= known != place,
        }
    }

    /// Propagates; returns whether the assignment is consistent.
    fn follow(&mut self) -> bool {
        let graph = self.graph;
        while self.followed < self.known.len() {
            let v = self.known[self.followed];
            self.followed += 1;
            // Counts are updated even on a contradiction, so that backtracking can undo them.
            if self.place[v as usize] == Some(Place::Inside) {
                for &u in graph.predecessors(v) {
                    self.inside[u as usize] += 1;
                    self.put(u, Place::Outside);
                }
                for &w in graph.successors(v) {
                    self.put(w, Place::Outside);
                }
            } else {
                for &u in graph.predecessors(v) {
                    self.open[u as usize] -= 1;
                    self.check_open(u);
                }
                self.check_open(v);
            }
            if self.contradiction {
                return false;
            }
        }
        true
    }

    /// Propagates from the successors of `v` that are not known to be outside.
    fn check_open(&mut self, v: u32) {
        let open = self.open[v as usize];
        if open == 0 {
            self.put(v, Place::Inside);
        } else if self.place[v as usize] == Some(Place::Outside) && self.inside[v as usize] == 0 {
            // The last candidate must be inside; repeated edges lead to the same one.
            let mut candidates = self
                .graph
                .successors(v)
                .iter()
                .filter(|&&w| self.place[w as usize] != Some(Place::Outside));
            if let Some(&last) = candidates.next()
                && candidates.all(|&w| w == last)
            {
                self.put(last, Place::Inside);
            }
        }
    }

    /// Undoes all but the first `known` assignments.
    fn forget(&mut self, known: usize) {
        let graph = self.graph;
        while self.known.len() > known {
            let at = self.known.len() - 1;
            let v = self.known[at];
            self.known.pop();
            if at < self.followed {
                for &u in graph.predecessors(v) {
                    match self.place[v as usize] {
                        Some(Place::Inside) => self.inside[u as usize] -= 1,
                        _ => self.open[u as usize] += 1,
                    }
                }
            }
            self.place[v as usize] = None;
        }
        self.followed = self.followed.min(known);
        self.contradiction = false;
    }
}
