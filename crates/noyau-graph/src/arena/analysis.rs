//! What can be said of a graph before anybody plays on it: cycles, two sides, longest paths, what can be reached.
//!
//! All in O(vertices + edges), and iterative. Sources: Kahn 1962 for the order, Tarjan 1972 for the strongly connected
//! components, Kőnig's theorem for odd cycles.

use super::Digraph;

/// A simple cycle, as the vertices along it; the last leads back to the first. A loop is one vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle(pub Vec<u32>);

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

/// The vertices in an order in which every edge goes forward, or a cycle.
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
    // Every vertex left has a predecessor left: walk back until one comes again.
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

/// A longest path, as its vertices, or a cycle. Among several, the end that comes first in the file, and before it each
/// time the vertex that comes first.
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

/// The two sides of a bipartite graph (`false` for the side of the first vertex of each part), or a cycle of odd
/// length, whatever the directions of its edges.
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

/// The cycle that the edge between `u` and `v` closes in the tree of a walk.
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
    // Both branches end with the vertex where they meet.
    down.pop();
    up.extend(down.into_iter().rev());
    Cycle(up)
}

/// Which vertices can be reached from one, itself included.
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

/// Which vertices lie on a cycle: those in a strongly connected component of several vertices, and those with a loop.
pub fn on_cycles(graph: &Digraph) -> Vec<bool> {
    let n = graph.len();
    let mut on = vec![false; n];
    // Tarjan: the order of discovery, and the earliest vertex of the unfinished component that a vertex leads back to.
    let mut found = vec![NONE; n];
    let mut low = vec![0u32; n];
    let mut closed = vec![false; n];
    let mut unfinished = Vec::new();
    let mut calls: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    for root in graph.vertices() {
        if found[root as usize] != NONE {
            continue;
        }
        calls.push((root, 0));
        while let Some((v, edge)) = calls.pop() {
            if edge == 0 {
                found[v as usize] = next;
                low[v as usize] = next;
                next += 1;
                unfinished.push(v);
            }
            if let Some(&w) = graph.successors(v).get(edge as usize) {
                calls.push((v, edge + 1));
                if found[w as usize] == NONE {
                    calls.push((w, 0));
                } else if !closed[w as usize] {
                    low[v as usize] = low[v as usize].min(found[w as usize]);
                    on[v as usize] |= v == w;
                }
                continue;
            }
            if low[v as usize] == found[v as usize] {
                let alone = unfinished.last() == Some(&v);
                while let Some(w) = unfinished.pop() {
                    closed[w as usize] = true;
                    on[w as usize] |= !alone;
                    if w == v {
                        break;
                    }
                }
            }
            if let Some(&(u, _)) = calls.last() {
                low[u as usize] = low[u as usize].min(low[v as usize]);
            }
        }
    }
    on
}
