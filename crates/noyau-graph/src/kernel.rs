//! The kernel of a graph: take a sink, drop it and its predecessors, go on (course, first text, 1.2).
//!
//! A kernel is stable (no edge within it) and absorbing (an edge into it from every vertex outside). A graph without
//! cycles has exactly one, found in O(vertices + edges). On a graph with cycles the same loop is backward induction, and
//! what it leaves is undecided: nobody can force an end there. That is another notion than a kernel of the whole graph,
//! of which there may be none or several ([`all`] searches for them): a cycle of two vertices is undecided throughout
//! and has two kernels, a cycle of three has none.

use crate::arena::Digraph;
use crate::induction::outcomes;
use noyau_core::game::Outcome;
use noyau_core::limits::Limits;

/// What backward induction says of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mark {
    /// Drawn by endless play: neither lost nor won.
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
    /// Its predecessors that were still there, ascending.
    pub drop: Vec<u32>,
}

/// The mark of every vertex. The threads change nothing but the time it takes.
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

/// The steps of the course's algorithm: of the sinks there are, the one that became a sink first is taken first, and
/// among the first ones the first in the file. It ends when no sink is left.
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

/// The kernels of a graph found by search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernels {
    /// The kernels, each ascending, in lexicographic order.
    pub kernels: Vec<Vec<u32>>,
    /// Whether these are all.
    pub complete: bool,
}

/// Lists the kernels of a small graph, at most so many, by search: a graph with cycles may have none or several.
///
/// What backward induction decides is so in every kernel. On the rest a vertex is tried inside, then outside, and what
/// follows is drawn at once; deciding whether there is any kernel is NP-complete (Chvátal 1973), and so the time may
/// grow exponentially with the undecided part. The search ends early at the limits.
pub fn all(graph: &Digraph, most: usize, limits: &Limits) -> Kernels {
    let mut kernels = Vec::new();
    let mut search = Search::new(graph);
    let mut consistent = search.follow();
    // The choices under way: the vertex tried, how much was known before, and whether it was tried inside only.
    let mut choices: Vec<(u32, usize, bool)> = Vec::new();
    let mut bytes = graph.len() as u64 * Search::BYTES_A_VERTEX;
    let mut rounds = 0u32;
    loop {
        rounds = rounds.wrapping_add(1);
        if rounds.is_multiple_of(256) && limits.check(bytes).is_err() {
            break;
        }
        if consistent {
            // What is unknown lies behind the last choice: everything before it was known when that was made.
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
        // Back to the last choice of which only one half was tried.
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

/// What is known of a kernel looked for. A set is a kernel if a vertex is inside exactly when no successor is.
struct Search<'a> {
    graph: &'a Digraph,
    place: Vec<Option<Place>>,
    /// For each vertex the edges to successors that are not known to be outside.
    open: Vec<u32>,
    /// For each vertex the edges to successors that are inside.
    inside: Vec<u32>,
    /// The vertices whose place is known, in the order in which it was found.
    known: Vec<u32>,
    /// How many of them have been followed up.
    followed: usize,
    contradiction: bool,
}

impl<'a> Search<'a> {
    const BYTES_A_VERTEX: u64 = 14;

    /// Nothing is known but the sinks.
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

    /// Draws all conclusions; tells whether they agree.
    fn follow(&mut self) -> bool {
        let graph = self.graph;
        while self.followed < self.known.len() {
            let v = self.known[self.followed];
            self.followed += 1;
            // Counts are kept even when a contradiction shows, so that forgetting can undo them.
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

    /// Draws what follows from the successors of `v` that are not known to be outside.
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

    /// Forgets all but the first so many places that were found.
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
