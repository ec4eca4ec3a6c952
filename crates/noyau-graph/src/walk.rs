//! A walk to the predecessors of many vertices that does not wait for memory at each.
//!
//! From few vertices the walk goes straight to them. From many it first sorts the predecessors by ranges of vertices,
//! so that what is known of a range stays in the cache while it is worked on, and no two threads work on the same.

use crate::arena::Digraph;
use noyau_core::parallel::in_parallel;
use noyau_core::prefetch::prefetch;

/// The predecessors met but not yet visited.
pub(super) type Block = [u32; BLOCK];

/// The most predecessors visited at a time.
pub(super) const BLOCK: usize = 512;

/// Rows of up to so many predecessors are copied without a branch on their length, which would often be mispredicted.
const SHORT: usize = 8;

/// How many vertices ahead the bounds of a row are asked for, and then the row.
const BOUNDS_AHEAD: usize = 32;
const ROW_AHEAD: usize = 16;

/// The vertices of a range: few enough that what is known of them stays in a second-level cache.
pub(super) const RANGE: usize = 1 << 18;

/// From fewer vertices than that a walk is not worth sorting, nor sharing among threads.
pub(super) const MANY: usize = 1 << 13;

/// Visits the predecessors of the vertices, once an edge, some hundreds at a time.
///
/// The block is scratch: walks from few vertices are so short that making it would take longer.
#[inline]
pub(super) fn for_each_predecessor(
    graph: &Digraph,
    vertices: &[u32],
    block: &mut Block,
    mut visit: impl FnMut(&[u32]),
) {
    let offsets = graph.backward().offsets();
    let targets = graph.backward().targets();
    let mut filled = 0;
    for (i, &v) in vertices.iter().enumerate() {
        if let Some(&later) = vertices.get(i + BOUNDS_AHEAD) {
            prefetch(offsets, later as usize);
        }
        if let Some(&later) = vertices.get(i + ROW_AHEAD) {
            // Most rows lie in one line of memory or two.
            let start = offsets[later as usize] as usize;
            prefetch(targets, start);
            prefetch(targets, start + SHORT / 2);
        }
        let start = offsets[v as usize] as usize;
        let mut row = &targets[start..offsets[v as usize + 1] as usize];
        if row.len() <= SHORT
            && let Some(wide) = targets.get(start..start + SHORT)
        {
            block[filled..filled + SHORT].copy_from_slice(wide);
            filled += row.len();
        } else {
            while !row.is_empty() {
                let (now, rest) = row.split_at(row.len().min(BLOCK - filled));
                block[filled..filled + now.len()].copy_from_slice(now);
                filled += now.len();
                row = rest;
                if filled == BLOCK {
                    visit(&block[..filled]);
                    filled = 0;
                }
            }
        }
        if filled > BLOCK - SHORT {
            visit(&block[..filled]);
            filled = 0;
        }
    }
    visit(&block[..filled]);
}

/// The predecessors of many vertices, by the share of the walk that met them and by ranges.
#[derive(Debug)]
pub(super) struct Sorted {
    shares: Vec<Vec<Vec<u32>>>,
}

impl Sorted {
    /// For walks by so many threads.
    pub(super) fn new(graph: &Digraph, threads: usize) -> Self {
        let ranges = graph.len().div_ceil(RANGE);
        Self {
            shares: vec![vec![Vec::new(); ranges]; threads.max(1)],
        }
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.shares.len()
    }

    /// Whether a walk from so many vertices is worth it.
    pub(super) fn is_worth(&self, vertices: usize) -> bool {
        vertices >= MANY && (self.threads() > 1 || self.shares[0].len() > 1)
    }

    /// Finds the predecessors of the vertices.
    pub(super) fn find(&mut self, graph: &Digraph, vertices: &[u32]) {
        let size = vertices.len().div_ceil(self.threads()).max(1);
        let parts = vertices.chunks(size).chain(std::iter::repeat(&[][..]));
        in_parallel(self.shares.iter_mut().zip(parts).map(|(ranges, part)| {
            move || {
                ranges.iter_mut().for_each(Vec::clear);
                for_each_predecessor(graph, part, &mut [0; BLOCK], |block| {
                    for &v in block {
                        ranges[v as usize / RANGE].push(v);
                    }
                });
            }
        }));
    }

    /// The predecessors in a range, in blocks.
    pub(super) fn blocks(&self, range: usize) -> impl Iterator<Item = &[u32]> {
        let shares = self.shares.iter();
        shares.flat_map(move |ranges| ranges[range].chunks(BLOCK))
    }
}
