//! Nimbers (Sprague–Grundy values) of a graph without cycles.
//!
//! The nimber of a vertex is the mex of its successors' nimbers. O(vertices + edges): a solved vertex reports its
//! nimber to its predecessors, and a vertex with all reports gets its own.

use crate::arena::Digraph;
use crate::arena::analysis::{Cycle, topological_order};
use crate::walk::{BLOCK, Block, RANGE, Sorted, for_each_predecessor};
use noyau_core::prefetch::prefetch;

/// The prefetch distance in predecessors.
const CELL_AHEAD: usize = 64;

/// The nimber of a sum of games with those nimbers.
pub fn sum(nimbers: impl IntoIterator<Item = u32>) -> u32 {
    nimbers.into_iter().fold(0, |sum, nimber| sum ^ nimber)
}

/// The nimber of every vertex, or a cycle if there is one.
///
/// ```
/// use noyau_graph::arena::format::{Format, read};
/// use noyau_graph::arena::Arena;
/// use noyau_graph::nimbers::nimbers;
///
/// let graph = br#"{"2":["1","0"],"1":["0"],"0":[]}"#;
/// let arena = Arena::from(read(graph, Format::Json).unwrap());
/// assert_eq!(nimbers(arena.graph()), Ok(vec![2, 1, 0]));
/// ```
pub fn nimbers(graph: &Digraph) -> Result<Vec<u32>, Cycle> {
    let mut cells = Cells::new(graph);
    let mut ready = vec![Vec::new(); cells.classes()];
    let mut next = ready.clone();
    ready[0].extend(graph.vertices().filter(|&v| graph.is_sink(v)));
    let mut done = 0;
    let mut sorted = Sorted::new(graph, 1);
    let mut scratch = [[0; BLOCK]; 2];
    // No vertex of a later class has been ready so far.
    let mut used = 1;
    while ready[..used].iter().any(|class| !class.is_empty()) {
        let now = used;
        for (class, vertices) in (0..).zip(&ready[..now]) {
            let [block, found] = &mut scratch;
            let mut tell = |block: &[u32]| {
                for &v in cells.tell(class, block, found) {
                    let class = cells.finish(v);
                    used = used.max(class + 1);
                    next[class].push(v);
                }
            };
            if sorted.is_worth(vertices.len()) {
                sorted.find(graph, vertices);
                for range in 0..graph.len().div_ceil(RANGE) {
                    sorted.blocks(range).for_each(&mut tell);
                }
            } else {
                for_each_predecessor(graph, vertices, block, tell);
            }
            done += vertices.len();
        }
        std::mem::swap(&mut ready, &mut next);
        next[..used].iter_mut().for_each(Vec::clear);
    }
    if done < graph.len() {
        // Unsolved vertices remain, so there is a cycle.
        topological_order(graph)?;
    }
    Ok(cells.known)
}

/// The state of each vertex in 32 bits.
///
/// While it waits, the low bits count its edges to vertices without nimber, in as many bits as the largest degree
/// takes; the bits above are the set of its successors' nimbers, as far as they fit. When it is done: its nimber.
/// Few nimbers do not fit: below a vertex of nimber n there are at least n + (n - 1) + … + 1 edges.
struct Cells<'a> {
    graph: &'a Digraph,
    known: Vec<u32>,
    /// The number of counter bits.
    count_bits: u32,
    /// For nimbers without a bit: the stamp of the last vertex with such a successor.
    stamps: Vec<u32>,
    stamp: u32,
}

impl<'a> Cells<'a> {
    fn new(graph: &'a Digraph) -> Self {
        let degrees = graph.forward().offsets().windows(2);
        let known: Vec<u32> = degrees.map(|row| row[1] - row[0]).collect();
        let greatest = known.iter().max().copied().unwrap_or(0);
        Self {
            graph,
            known,
            count_bits: u32::BITS - greatest.leading_zeros(),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// Ready vertices are grouped in classes: one per nimber that has a bit, and one for all others.
    fn classes(&self) -> usize {
        (u32::BITS - self.count_bits) as usize + 1
    }

    /// Reports a nimber of that class to the vertices of a block, once per occurrence; returns those with no
    /// unsolved successor left.
    #[inline]
    fn tell<'f>(&mut self, class: u32, block: &[u32], found: &'f mut Block) -> &'f [u32] {
        let bit = 1u32.checked_shl(self.count_bits + class).unwrap_or(0);
        let counted = u32::MAX
            .checked_shl(self.count_bits)
            .map_or(u32::MAX, |bits| !bits);
        let mut count = 0;
        for (i, &v) in block.iter().enumerate() {
            if let Some(&later) = block.get(i + CELL_AHEAD) {
                prefetch(&self.known, later as usize);
            }
            let cell = &mut self.known[v as usize];
            *cell = (*cell | bit) - 1;
            // Branch-free: always written, kept if done. A branch would often be mispredicted.
            found[count % BLOCK] = v;
            count += usize::from(*cell & counted == 0);
        }
        &found[..count]
    }

    /// Computes the nimber of a vertex whose successors are all solved, and returns its class.
    #[inline]
    fn finish(&mut self, v: u32) -> usize {
        let met = self.known[v as usize]
            .checked_shr(self.count_bits)
            .unwrap_or(0);
        let mut nimber = met.trailing_ones();
        let last = u32::BITS - self.count_bits;
        if nimber == last {
            nimber = self.least_missing(v);
        }
        self.known[v as usize] = nimber;
        nimber.min(last) as usize
    }

    /// The mex of the successors' nimbers.
    #[cold]
    fn least_missing(&mut self, v: u32) -> u32 {
        let successors = self.graph.successors(v);
        if self.stamps.len() <= successors.len() {
            self.stamps.resize(successors.len() + 1, 0);
        }
        // Each vertex comes here at most once, and there are fewer vertices than stamps.
        self.stamp += 1;
        for &w in successors {
            // Nimbers above the number of successors do not affect the mex.
            if let Some(stamp) = self.stamps.get_mut(self.known[w as usize] as usize) {
                *stamp = self.stamp;
            }
        }
        let missing = self.stamps.iter().position(|&stamp| stamp != self.stamp);
        missing.unwrap_or(successors.len()) as u32
    }
}
/// The order in which vertices get their nimbers by hand: one whose successors all have one, the first of the file first.
/// Vertices on a cycle, or with a way to one, get none. O(vertices + edges).
///
/// ```
/// use noyau_graph::arena::{Digraph, Rows};
/// let graph = Digraph::new(Rows::from_edges(3, &[(0, 1), (0, 2), (1, 2)]));
/// assert_eq!(noyau_graph::nimbers::order(&graph), [2, 1, 0]);
/// ```
pub fn order(graph: &Digraph) -> Vec<u32> {
    let mut open: Vec<u32> = graph
        .vertices()
        .map(|v| graph.forward().degree(v))
        .collect();
    let mut order: Vec<u32> = graph.vertices().filter(|&v| graph.is_sink(v)).collect();
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &u in graph.predecessors(v) {
            open[u as usize] -= 1;
            if open[u as usize] == 0 {
                order.push(u);
            }
        }
    }
    order
}
