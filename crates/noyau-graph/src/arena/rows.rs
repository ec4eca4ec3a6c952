//! Compressed rows: for each vertex a slice of vertices, all slices in one array.

use super::reverse;

/// Lists of vertices, one per vertex, concatenated in one array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// Row `v` is `targets[offsets[v]..offsets[v + 1]]`.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            offsets: vec![0],
            targets: Vec::new(),
        }
    }
}

impl Rows {
    /// The maximum number of vertices, and of edges, of a graph.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// Empty rows, extended with [`push`](Self::push) and [`end_row`](Self::end_row).
    pub fn new() -> Self {
        Self::default()
    }

    /// Rows from their parts.
    ///
    /// # Panics
    /// If the offsets do not start at 0, ascend and end at the number of targets, or a target is not a row.
    pub fn from_parts(offsets: Vec<u32>, targets: Vec<u32>) -> Self {
        assert_eq!(offsets.first(), Some(&0), "offsets start at 0");
        assert_eq!(
            offsets.last().map(|&end| end as usize),
            Some(targets.len()),
            "offsets end at the number of edges"
        );
        assert!(offsets.is_sorted(), "offsets ascend");
        let rows = (offsets.len() - 1) as u32;
        assert!(targets.iter().all(|&v| v < rows), "targets are vertices");
        Self { offsets, targets }
    }

    /// Appends a vertex to the current row.
    #[inline]
    pub fn push(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// Ends the current row.
    #[inline]
    pub fn end_row(&mut self) {
        self.offsets.push(self.targets.len() as u32);
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        4 * (self.offsets.len() + self.targets.len())
    }

    /// The rows without duplicates, keeping first occurrences, in linear time.
    #[must_use]
    pub fn without_repeats(&self) -> Self {
        let mut once = Self::new();
        let mut last_row = vec![u32::MAX; self.len()];
        for u in 0..self.len() as u32 {
            for &v in self.row(u) {
                if last_row[v as usize] != u {
                    last_row[v as usize] = u;
                    once.push(v);
                }
            }
            once.end_row();
        }
        once
    }

    /// The rows of a graph given by its edges, in linear time; within a row the order is that of the edges.
    pub fn from_edges(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let mut offsets = vec![0u32; vertices + 1];
        for &(u, _) in edges {
            offsets[u as usize + 1] += 1;
        }
        for v in 0..vertices {
            offsets[v + 1] += offsets[v];
        }
        let mut cursor = offsets.clone();
        let mut targets = vec![0; edges.len()];
        for &(u, v) in edges {
            targets[cursor[u as usize] as usize] = v;
            cursor[u as usize] += 1;
        }
        Self { offsets, targets }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The total length of all rows.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// A row.
    #[inline]
    pub fn row(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// The length of a row.
    #[inline]
    pub fn degree(&self, v: u32) -> u32 {
        self.offsets[v as usize + 1] - self.offsets[v as usize]
    }

    /// The starts of the rows, and the end of the last.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// All rows concatenated.
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// All edges in order.
    pub fn iter_edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len() as u32).flat_map(|u| self.row(u).iter().map(move |&v| (u, v)))
    }

    /// The rows of the reversed graph, each in ascending order, in linear time. The result does not depend on the
    /// number of threads.
    #[must_use]
    pub fn transposed(&self, threads: usize) -> Self {
        let (offsets, targets) = reverse::reversed(&self.offsets, &self.targets, threads);
        Self { offsets, targets }
    }
}
