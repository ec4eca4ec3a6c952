//! Assigns vertices to layers, and layers to columns.
//!
//! The layer of a vertex is the length of the longest path from it to a sink. Cycles are broken at the back edges
//! of a depth-first search from the start. With groups (the ranks of an attractor) the groups follow each other and
//! the same rule orders each group, so no edge joins two vertices of one layer.
//!
//! O(vertices + edges), iterative. Source: Sugiyama, Tagawa and Toda 1981, the first two phases.

use crate::arena::Digraph;

/// The layer of every vertex.
#[derive(Debug)]
pub(super) struct Layers {
    /// Counted from the far end: sinks are on layer 0.
    pub(super) layer: Vec<u32>,
    /// The discovery order of the search: neighbours in the graph are close to each other.
    pub(super) visit: Vec<u32>,
}

/// Assigns the layers. `groups`, if not empty, gives each vertex its group, 0 at the far end.
pub(super) fn layers(graph: &Digraph, start: u32, groups: &[u32]) -> Layers {
    const UNSEEN: u32 = u32::MAX;
    let n = graph.len();
    let same = |v: u32, w: u32| groups.is_empty() || groups[v as usize] == groups[w as usize];
    let mut layer = vec![0u32; n];
    let mut finished = vec![false; n];
    let mut visit = vec![UNSEEN; n];
    let mut visits = 0;
    let mut stack: Vec<(u32, u32)> = Vec::new();
    let sources = graph
        .vertices()
        .filter(|&v| graph.predecessors(v).is_empty());
    let roots = graph.vertices().skip(start as usize).take(1);
    for root in roots.chain(sources).chain(graph.vertices()) {
        if visit[root as usize] != UNSEEN {
            continue;
        }
        visit[root as usize] = visits;
        visits += 1;
        stack.push((root, 0));
        while let Some((v, next)) = stack.last_mut() {
            let v = *v;
            let Some(&w) = graph.successors(v).get(*next as usize) else {
                // A successor still on the stack closes a cycle; its edge does not count.
                let below = graph
                    .successors(v)
                    .iter()
                    .filter(|&&w| finished[w as usize] && same(v, w))
                    .map(|&w| layer[w as usize] + 1);
                layer[v as usize] = below.max().unwrap_or(0);
                finished[v as usize] = true;
                stack.pop();
                continue;
            };
            *next += 1;
            if visit[w as usize] == UNSEEN && same(v, w) {
                visit[w as usize] = visits;
                visits += 1;
                stack.push((w, 0));
            }
        }
    }
    if let Some(&last) = groups.iter().max() {
        let mut heights = vec![0u32; last as usize + 2];
        for (&group, &layer) in groups.iter().zip(&layer) {
            let height = &mut heights[group as usize + 1];
            *height = (*height).max(layer + 1);
        }
        for group in 0..=last as usize {
            heights[group + 1] += heights[group];
        }
        for (layer, &group) in layer.iter_mut().zip(groups) {
            *layer += heights[group as usize];
        }
    }
    Layers { layer, visit }
}

/// Groups by rank: equal ranks together, the least at the far end, unranked vertices at the near end.
pub(super) fn groups_by_rank(ranks: &[Option<u32>], vertices: usize) -> Vec<u32> {
    let rank = |v: usize| ranks.get(v).copied().flatten();
    let mut values: Vec<u32> = (0..vertices).filter_map(rank).collect();
    values.sort_unstable();
    values.dedup();
    (0..vertices)
        .map(|v| match rank(v) {
            Some(rank) => values.partition_point(|&value| value < rank) as u32,
            None => values.len() as u32,
        })
        .collect()
}

/// The column of every vertex, from 0 at the start, and the number of columns.
///
/// A layer with very many vertices takes several columns, so that a star of 200 is not one column of 200.
pub(super) fn columns(layers: &Layers) -> (Vec<u32>, usize) {
    let n = layers.layer.len();
    let Some(&last) = layers.layer.iter().max() else {
        return (Vec::new(), 0);
    };
    let most = 20.max((2.25 * n as f64).sqrt().ceil() as usize);
    let mut by_layer: Vec<Vec<u32>> = vec![Vec::new(); last as usize + 1];
    for v in 0..n as u32 {
        by_layer[layers.layer[v as usize] as usize].push(v);
    }
    let mut column = vec![0; n];
    let mut next = 0;
    for layer in by_layer.iter_mut().rev() {
        layer.sort_unstable_by_key(|&v| layers.visit[v as usize]);
        let parts = layer.len().div_ceil(most);
        for (i, &v) in layer.iter().enumerate() {
            column[v as usize] = (next + i * parts / layer.len()) as u32;
        }
        next += parts;
    }
    (column, next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Rows;

    fn graph(vertices: usize, edges: &[(u32, u32)]) -> Digraph {
        Digraph::new(Rows::from_edges(vertices, edges))
    }

    #[test]
    fn layers_count_the_longest_path_to_a_sink() {
        let graph = graph(5, &[(0, 1), (1, 2), (0, 2), (3, 2)]);
        assert_eq!(layers(&graph, 0, &[]).layer, [2, 1, 0, 1, 0]);
    }

    #[test]
    fn a_cycle_is_broken_where_the_walk_closes_it() {
        let graph = graph(4, &[(0, 1), (1, 2), (2, 0), (2, 3), (1, 1)]);
        assert_eq!(layers(&graph, 0, &[]).layer, [3, 2, 1, 0]);
        assert_eq!(layers(&graph, 2, &[]).layer, [1, 0, 2, 0]);
    }

    #[test]
    fn groups_stand_one_behind_the_other_and_share_no_layer() {
        // 2 and 3 have rank 1 and an edge between them; 0 has no rank.
        let graph = graph(4, &[(0, 1), (2, 3), (3, 1), (1, 0)]);
        let groups = groups_by_rank(&[None, Some(0), Some(7), Some(7)], 4);
        assert_eq!(groups, [2, 0, 1, 1]);
        assert_eq!(layers(&graph, 0, &groups).layer, [3, 0, 2, 1]);
    }

    #[test]
    fn a_very_wide_layer_takes_several_columns() {
        let star: Vec<(u32, u32)> = (1..=200).map(|leaf| (0, leaf)).collect();
        let (column, count) = columns(&layers(&graph(201, &star), 0, &[]));
        assert!(count > 5, "{count} columns");
        for c in 1..count as u32 {
            let height = column.iter().filter(|&&k| k == c).count();
            assert!((10..=22).contains(&height), "{height} in column {c}");
        }
    }

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let path: Vec<(u32, u32)> = (1..1_000_000).map(|v| (v - 1, v)).collect();
        let layers = layers(&graph(1_000_000, &path), 0, &[]);
        assert_eq!(layers.layer[0], 999_999);
    }
}
