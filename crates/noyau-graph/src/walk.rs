//! Visits the predecessors of many vertices without a cache miss for each.
//!
//! From few vertices the walk visits them directly. From many it first sorts the predecessors by ranges of
//! vertices, so that the state of a range stays in the cache while it is processed, and no two threads process the
//! same range.

use crate::arena::Digraph;
use noyau_core::parallel::in_parallel;
use noyau_core::prefetch::prefetch;

/// Predecessors found but not yet visited.
pub(super) type Block = [u32; BLOCK];

/// The maximum number of predecessors visited at a time.
pub(super) const BLOCK: usize = 512;

/// Rows up to this length are copied without a branch on their length, which would often be mispredicted.
const SHORT: usize = 8;

/// The prefetch distances, in vertices, for the bounds of a row and then for the row.
const BOUNDS_AHEAD: usize = 32;
const ROW_AHEAD: usize = 16;

/// The vertices of a range: few enough that their state stays in a second-level cache.
pub(super) const RANGE: usize = 1 << 18;

/// The minimum number of vertices for which sorting and threads pay off.
pub(super) const MANY: usize = 1 << 13;

/// Visits the predecessors of the vertices, once per edge, some hundreds at a time.
///
/// The block is scratch space: allocating it for walks from few vertices would dominate.
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
            // Most rows fit one or two cache lines.
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

/// The predecessors of many vertices, by the thread that found them and by range.
#[derive(Debug)]
pub(super) struct Sorted {
    shares: Vec<Vec<Vec<u32>>>,
}

impl Sorted {
    /// For walks on `threads` threads.
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

    /// Whether sorting pays off for that many vertices.
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
