//! Properties of a graph: cycles, bipartition, longest paths, reachability.
//!
//! All in O(vertices + edges), and iterative. Sources: Kahn 1962 for the order, Tarjan 1972 for the strongly
//! connected components, Kőnig's theorem for odd cycles.

use super::{Digraph, Rows};
use std::error::Error;
use std::fmt;

/// A simple cycle, as the vertices along it; the last leads back to the first. A loop is one vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle(pub Vec<u32>);

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 20;
        f.write_str("the graph has a cycle:")?;
        for vertex in self.0.iter().take(SHOWN) {
            write!(f, " {vertex}")?;
        }
        f.write_str(if self.0.len() > SHOWN { " …" } else { "" })
    }
}

impl Error for Cycle {}

/// Denotes no vertex.
const NONE: u32 = u32::MAX;

/// The vertices in topological order, or a cycle.
pub fn topological_order(graph: &Digraph) -> Result<Vec<u32>, Cycle> {
    let mut open: Vec<u32> = graph
        .vertices()
        .map(|v| graph.backward().degree(v))
        .collect();
    let mut order: Vec<u32> = graph
        .vertices()
        .filter(|&v| open[v as usize] == 0)
        .collect();
    let mut head = 0;
    while head < order.len() {
        let u = order[head];
        head += 1;
        for &v in graph.successors(u) {
            open[v as usize] -= 1;
            if open[v as usize] == 0 {
                order.push(v);
            }
        }
    }
    let Some(left) = graph.vertices().find(|&v| open[v as usize] > 0) else {
        return Ok(order);
    };
    // Every vertex left has a predecessor left: walk back until a vertex repeats.
    let mut walk = Vec::new();
    let mut when = vec![usize::MAX; graph.len()];
    let mut v = left;
    while when[v as usize] == usize::MAX {
        when[v as usize] = walk.len();
        walk.push(v);
        let mut before = graph.predecessors(v).iter();
        v = before
            .find(|&&u| open[u as usize] > 0)
            .copied()
            .unwrap_or(v);
    }
    let mut cycle = walk.split_off(when[v as usize]);
    cycle.reverse();
    Err(Cycle(cycle))
}

/// A longest path, as its vertices, or a cycle. Ties go to the vertex first in the file, for the end of the path
/// and then for each vertex before it.
pub fn longest_path(graph: &Digraph) -> Result<Vec<u32>, Cycle> {
    let order = topological_order(graph)?;
    let mut length = vec![0u32; graph.len()];
    for &u in &order {
        for &v in graph.successors(u) {
            length[v as usize] = length[v as usize].max(length[u as usize] + 1);
        }
    }
    let mut path = Vec::new();
    let mut next = graph.vertices().rev().max_by_key(|&v| length[v as usize]);
    while let Some(v) = next {
        path.push(v);
        let mut before = graph.predecessors(v).iter();
        next = before
            .find(|&&u| length[u as usize] + 1 == length[v as usize])
            .copied();
    }
    path.reverse();
    Ok(path)
}

/// The two sides of a bipartite graph (`false` for the side of the first vertex of each connected component), or an
/// odd cycle, ignoring the directions of its edges.
pub fn bipartition(graph: &Digraph) -> Result<Vec<bool>, Cycle> {
    let n = graph.len();
    let mut side = vec![false; n];
    let mut depth = vec![NONE; n];
    let mut parent = vec![NONE; n];
    let mut queue = Vec::new();
    for root in graph.vertices() {
        if depth[root as usize] != NONE {
            continue;
        }
        depth[root as usize] = 0;
        queue.clear();
        queue.push(root);
        let mut head = 0;
        while head < queue.len() {
            let u = queue[head];
            head += 1;
            for &v in graph.successors(u).iter().chain(graph.predecessors(u)) {
                if depth[v as usize] == NONE {
                    depth[v as usize] = depth[u as usize] + 1;
                    side[v as usize] = !side[u as usize];
                    parent[v as usize] = u;
                    queue.push(v);
                } else if side[u as usize] == side[v as usize] {
                    return Err(odd_cycle(u, v, &depth, &parent));
                }
            }
        }
    }
    Ok(side)
}

/// The cycle that the edge between `u` and `v` closes in the search tree.
fn odd_cycle(u: u32, v: u32, depth: &[u32], parent: &[u32]) -> Cycle {
    let (mut a, mut b) = (u, v);
    let (mut up, mut down) = (vec![a], vec![b]);
    while a != b {
        if depth[a as usize] >= depth[b as usize] {
            a = parent[a as usize];
            up.push(a);
        } else {
            b = parent[b as usize];
            down.push(b);
        }
    }
    // Both branches end with their common vertex.
    down.pop();
    up.extend(down.into_iter().rev());
    Cycle(up)
}

/// The vertices reachable from one, itself included.
pub fn reachable(graph: &Digraph, from: u32) -> Vec<bool> {
    let mut reached = vec![false; graph.len()];
    reached[from as usize] = true;
    let mut stack = vec![from];
    while let Some(u) = stack.pop() {
        for &v in graph.successors(u) {
            if !reached[v as usize] {
                reached[v as usize] = true;
                stack.push(v);
            }
        }
    }
    reached
}

/// The vertices on a cycle: those in a strongly connected component of several vertices, and those with a loop.
pub fn on_cycles(graph: &Digraph) -> Vec<bool> {
    let mut on = vec![false; graph.len()];
    for_each_component(graph.forward(), |component| {
        let alone = component.len() == 1;
        for &v in component {
            on[v as usize] = !alone || graph.successors(v).contains(&v);
        }
    });
    on
}

/// Calls `visit` for each strongly connected component, successors before predecessors (Tarjan 1972, iterative).
pub fn for_each_component(rows: &Rows, mut visit: impl FnMut(&[u32])) {
    const UNSEEN: u32 = u32::MAX;
    let n = rows.len();
    let mut index = vec![UNSEEN; n];
    let mut low = vec![0u32; n];
    let mut on_stack = vec![false; n];
    let mut stack = Vec::new();
    let mut calls: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    for root in 0..n as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (v, ref mut edge)) = calls.last_mut() {
            let at = v as usize;
            if *edge == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                stack.push(v);
                on_stack[at] = true;
            }
            let row = rows.row(v);
            if let Some(&w) = row.get(*edge as usize) {
                *edge += 1;
                let to = w as usize;
                if index[to] == UNSEEN {
                    calls.push((w, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let from = stack.iter().rposition(|&w| w == v).unwrap_or(0);
                for &w in &stack[from..] {
                    on_stack[w as usize] = false;
                }
                visit(&stack[from..]);
                stack.truncate(from);
            }
        }
    }
}

/// The number of each vertex's strongly connected component, in an order where a vertex reaches only components
/// with numbers up to its own.
pub fn components(rows: &Rows) -> Vec<u32> {
    let mut component = vec![0; rows.len()];
    let mut count = 0;
    for_each_component(rows, |members| {
        for &v in members {
            component[v as usize] = count;
        }
        count += 1;
    });
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_that_are_reached_come_first() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 0), (4, 4)];
        let component = components(&Rows::from_edges(5, &edges));
        assert_eq!(component[1], component[2]);
        assert!(component[3] < component[1] && component[1] < component[0]);
        assert!(component[0] < component[4]);
    }
}
