//! The proper graph of the layout: every edge leads from one column to the next, through bends where it spans
//! several.
//!
//! A bend is a point of an edge in a column between its ends. Many long edges would need very many bends, so the
//! edges of one vertex then share theirs, and beyond a budget the longest edges run straight without any.

use crate::arena::{Digraph, Rows};

/// The number of bends from which the edges of a vertex share them, if there are also [`SHARE_TIMES`] as many as
/// vertices.
const SHARE_FROM: usize = 300;
const SHARE_TIMES: usize = 3;
/// The default number of columns that all edges together may pass; beyond it the longest run straight.
pub(super) const MOST_PASSED: usize = 300_000;

/// Parallel edges between two vertices.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The number of parallel edges.
    pub(super) count: u32,
    /// Whether it leads from right to left.
    pub(super) reversed: bool,
    /// The nodes on it from left to right, both ends included.
    pub(super) path: std::ops::Range<usize>,
}

/// A graph with edges between adjacent columns only. Its nodes are the vertices and then the bends.
#[derive(Debug)]
pub(super) struct Proper {
    /// The number of vertices.
    pub(super) vertices: usize,
    /// The column of each node.
    pub(super) column: Vec<u32>,
    /// The nodes of each column, from one side to the other.
    pub(super) order: Vec<Vec<u32>>,
    /// The position of each node in its column.
    pub(super) position: Vec<u32>,
    /// The neighbours of each node in the previous column.
    pub(super) left: Rows,
    /// The neighbours of each node in the next column.
    pub(super) right: Rows,
    /// The edges, without loops.
    pub(super) links: Vec<Link>,
    /// The paths of all edges.
    pub(super) paths: Vec<u32>,
    /// The vertices with loops, and how many.
    pub(super) loops: Vec<(u32, u32)>,
}

/// Which edges share bends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Nobody,
    /// Edges with the same left end.
    Left,
    /// Edges with the same right end.
    Right,
}

impl Proper {
    /// The proper graph for vertices on the given columns, whose edges together pass at most the given number of
    /// columns.
    pub(super) fn new(
        graph: &Digraph,
        column: Vec<u32>,
        columns: usize,
        most_passed: usize,
    ) -> Self {
        let vertices = graph.len();
        let (mut links, loops) = distinct_edges(graph, &column);
        let spans = |link: &Link| column[link.from as usize].abs_diff(column[link.to as usize]);
        let span_limit = span_limit(links.iter().map(spans), columns, most_passed + 2 * vertices);
        let sharing = sharing(&links, &column, span_limit);

        let mut proper = Self {
            vertices,
            order: vec![Vec::new(); columns],
            position: Vec::new(),
            left: Rows::new(),
            right: Rows::new(),
            links: Vec::new(),
            paths: Vec::new(),
            loops,
            column,
        };
        // The bends shared by the links of one vertex, starting from it; one list per direction of play.
        let mut shared: [(u32, Vec<u32>); 2] = [(u32::MAX, Vec::new()), (u32::MAX, Vec::new())];
        let ends = |link: &Link| {
            if link.reversed {
                (link.to, link.from)
            } else {
                (link.from, link.to)
            }
        };
        let mut segments = Vec::with_capacity(links.len());
        links.sort_by_key(|link| match sharing {
            Sharing::Right => (ends(link).1, ends(link).0),
            Sharing::Nobody | Sharing::Left => ends(link),
        });
        for link in &mut links {
            let (left, right) = ends(link);
            let (first, last) = (proper.column[left as usize], proper.column[right as usize]);
            let begin = proper.paths.len();
            proper.paths.push(left);
            if last - first > 1 && last - first <= span_limit {
                let bends = (last - first - 1) as usize;
                let (owner, chain) = &mut shared[usize::from(link.reversed)];
                let (key, near) = match sharing {
                    Sharing::Right => (right, last),
                    Sharing::Nobody | Sharing::Left => (left, first),
                };
                if *owner != key || sharing == Sharing::Nobody {
                    *owner = key;
                    chain.clear();
                }
                while chain.len() < bends {
                    let steps = chain.len() as u32 + 1;
                    chain.push(proper.column.len() as u32);
                    proper.column.push(if sharing == Sharing::Right {
                        near - steps
                    } else {
                        near + steps
                    });
                }
                if sharing == Sharing::Right {
                    proper.paths.extend(chain[..bends].iter().rev());
                } else {
                    proper.paths.extend(&chain[..bends]);
                }
            }
            proper.paths.push(right);
            link.path = begin..proper.paths.len();
            if last - first == 1 || link.path.len() > 2 {
                let path = &proper.paths[link.path.clone()];
                segments.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
        segments.sort_unstable();
        segments.dedup();
        proper.right = Rows::from_edges(proper.column.len(), &segments);
        proper.left = proper.right.transposed(1);
        proper.links = links;
        for (node, &column) in (0..).zip(&proper.column) {
            proper.order[column as usize].push(node);
        }
        proper.position = vec![0; proper.column.len()];
        proper.number_positions();
        proper
    }

    /// Whether a node is a bend.
    pub(super) fn is_bend(&self, node: u32) -> bool {
        node as usize >= self.vertices
    }

    /// Recomputes the positions from the order.
    pub(super) fn number_positions(&mut self) {
        for column in &self.order {
            for (position, &node) in (0..).zip(column) {
                self.position[node as usize] = position;
            }
        }
    }
}

/// The distinct edges with their multiplicity, and the loops.
fn distinct_edges(graph: &Digraph, column: &[u32]) -> (Vec<Link>, Vec<(u32, u32)>) {
    let mut links: Vec<Link> = Vec::new();
    let mut loops = Vec::new();
    let mut row = Vec::new();
    for from in graph.vertices() {
        row.clear();
        row.extend_from_slice(graph.successors(from));
        row.sort_unstable();
        for same in row.chunk_by(|a, b| a == b) {
            let (to, count) = (same[0], same.len() as u32);
            if to == from {
                loops.push((from, count));
                continue;
            }
            links.push(Link {
                from,
                to,
                count,
                reversed: column[from as usize] > column[to as usize],
                path: 0..0,
            });
        }
    }
    (links, loops)
}

/// The greatest span such that all edges up to it stay within the budget of columns passed.
fn span_limit(spans: impl Iterator<Item = u32>, columns: usize, budget: usize) -> u32 {
    let mut by_span = vec![0usize; columns + 1];
    for span in spans {
        by_span[span as usize] += span as usize;
    }
    let mut passed = 0;
    let within = by_span.iter().take_while(|&&columns| {
        passed += columns;
        passed <= budget
    });
    within.count().saturating_sub(1) as u32
}

/// Whether edges share bends, and at which end sharing saves more.
fn sharing(links: &[Link], column: &[u32], span_limit: u32) -> Sharing {
    let n = column.len();
    let mut all = 0;
    let mut at = [
        [vec![0u32; n], vec![0u32; n]],
        [vec![0u32; n], vec![0u32; n]],
    ];
    for link in links {
        let span = column[link.from as usize].abs_diff(column[link.to as usize]);
        if span > span_limit {
            continue;
        }
        let bends = span - 1;
        all += bends as usize;
        let ends = if link.reversed {
            [link.to, link.from]
        } else {
            [link.from, link.to]
        };
        for (at, end) in at.iter_mut().zip(ends) {
            let most = &mut at[usize::from(link.reversed)][end as usize];
            *most = (*most).max(bends);
        }
    }
    if all < SHARE_FROM.max(SHARE_TIMES * n) {
        return Sharing::Nobody;
    }
    let sum = |at: &[Vec<u32>; 2]| -> u64 { at.iter().flatten().copied().map(u64::from).sum() };
    if sum(&at[0]) <= sum(&at[1]) {
        Sharing::Left
    } else {
        Sharing::Right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proper(vertices: usize, edges: &[(u32, u32)]) -> Proper {
        // Vertex v is on column v.
        let graph = Digraph::new(Rows::from_edges(vertices, edges));
        Proper::new(
            &graph,
            (0..vertices as u32).collect(),
            vertices,
            MOST_PASSED,
        )
    }

    #[test]
    fn repeated_edges_are_one_link_and_loops_none() {
        let proper = proper(3, &[(0, 1), (0, 1), (1, 1), (1, 2), (2, 1), (1, 1)]);
        let links: Vec<_> = (proper.links.iter())
            .map(|link| (link.from, link.to, link.count, link.reversed))
            .collect();
        assert_eq!(links, [(0, 1, 2, false), (1, 2, 1, false), (2, 1, 1, true)]);
        assert_eq!(proper.loops, [(1, 2)]);
    }

    #[test]
    fn every_segment_joins_neighbouring_columns() {
        for n in [5, 12, 40] {
            let edges: Vec<_> = (0..n)
                .flat_map(|u| (u + 1..n).map(move |v| if v % 3 == 0 { (v, u) } else { (u, v) }))
                .collect();
            let proper = proper(n as usize, &edges);
            assert_eq!(proper.links.len(), edges.len());
            for link in &proper.links {
                let path = &proper.paths[link.path.clone()];
                let (left, right) = (path[0], path[path.len() - 1]);
                let ends = if link.reversed {
                    (right, left)
                } else {
                    (left, right)
                };
                assert_eq!(ends, (link.from, link.to));
                for pair in path.windows(2) {
                    let columns = [pair[0], pair[1]].map(|node| proper.column[node as usize]);
                    assert_eq!(columns[0] + 1, columns[1]);
                    assert!(proper.right.row(pair[0]).contains(&pair[1]));
                }
            }
        }
    }

    #[test]
    fn many_long_edges_share_bends_and_too_many_run_straight() {
        let n = 300;
        let edges: Vec<_> = (0..n)
            .flat_map(|u| (u + 1..n).map(move |v| (u, v)))
            .collect();
        let proper = proper(n as usize, &edges);
        // Without sharing, the edges would have C(300, 3) = 4,455,100 bends.
        assert!(proper.column.len() < 50_000, "{}", proper.column.len());
        assert!(proper.paths.len() < 2 * MOST_PASSED);
        let straight = proper
            .links
            .iter()
            .filter(|link| link.path.len() == 2 && link.to - link.from > 1);
        assert!(straight.count() > 0);
    }
}
