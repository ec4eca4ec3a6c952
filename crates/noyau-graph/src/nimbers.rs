//! Nimbers (Sprague–Grundy values) of a graph without cycles.
//!
//! The nimber of a vertex is the least number that none of its successors has. O(vertices + edges): a vertex that gets
//! its nimber tells it to its predecessors, and one that has heard of all its successors gets its own.

use crate::arena::Digraph;
use crate::arena::analysis::{Cycle, topological_order};
use crate::walk::{BLOCK, Block, RANGE, Sorted, for_each_predecessor};
use noyau_core::prefetch::prefetch;

/// How many predecessors ahead a cell is asked for.
const CELL_AHEAD: usize = 64;

/// The nimber of a sum of games with those nimbers.
pub fn sum(nimbers: impl IntoIterator<Item = u32>) -> u32 {
    nimbers.into_iter().fold(0, |sum, nimber| sum ^ nimber)
}

/// The nimber of every vertex, or a cycle where there is one.
pub fn nimbers(graph: &Digraph) -> Result<Vec<u32>, Cycle> {
    let mut cells = Cells::new(graph);
    let mut ready = vec![Vec::new(); cells.classes()];
    let mut next = ready.clone();
    ready[0].extend(graph.vertices().filter(|&v| graph.is_sink(v)));
    let mut done = 0;
    let mut sorted = Sorted::new(graph, 1);
    let mut scratch = [[0; BLOCK]; 2];
    // No vertex of a later class was ever ready.
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
        // What is left waits for itself, so that there is no such order, but a cycle.
        topological_order(graph)?;
    }
    Ok(cells.known)
}

/// What is known of each vertex, in 32 bits.
///
/// While it waits: how many edges to vertices without nimber it has, in as many bits as the largest degree takes; in the
/// bits above that, which nimbers its successors have, as far as there are bits. When it is done: its nimber. Few
/// nimbers lack a bit: below a vertex of nimber n there are at least n + (n - 1) + … + 1 edges.
struct Cells<'a> {
    graph: &'a Digraph,
    known: Vec<u32>,
    /// The bits that count.
    count_bits: u32,
    /// For a nimber that has no bit: when a number was met last among the successors.
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

    /// Vertices are ready in classes: one for each nimber that has a bit, and one for all others.
    fn classes(&self) -> usize {
        (u32::BITS - self.count_bits) as usize + 1
    }

    /// Tells the vertices of a block, once for each time they stand there, that a successor has a nimber of that class;
    /// gives those that now know all their successors.
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
            // Written always and kept if done: a branch here would often be mispredicted.
            found[count % BLOCK] = v;
            count += usize::from(*cell & counted == 0);
        }
        &found[..count]
    }

    /// Gives a vertex that knows all its successors its nimber, and tells its class.
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

    /// The least number that no successor has.
    #[cold]
    fn least_missing(&mut self, v: u32) -> u32 {
        let successors = self.graph.successors(v);
        if self.stamps.len() <= successors.len() {
            self.stamps.resize(successors.len() + 1, 0);
        }
        // Each vertex comes here once at most, and there are fewer vertices than stamps.
        self.stamp += 1;
        for &w in successors {
            // What exceeds the number of successors cannot matter.
            if let Some(stamp) = self.stamps.get_mut(self.known[w as usize] as usize) {
                *stamp = self.stamp;
            }
        }
        let missing = self.stamps.iter().position(|&stamp| stamp != self.stamp);
        missing.unwrap_or(successors.len()) as u32
    }
}
