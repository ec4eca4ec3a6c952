//! Coordinates across the columns: long edges straight, vertices centred among their neighbours.
//!
//! First by blocks of aligned nodes (Brandes and Köpf 2002, "Fast and simple horizontal coordinate assignment";
//! blocks are placed by longest paths in the block graph). In graphs with many long edges that is too broad; then
//! least-squares sweeps, solved exactly in each column by pooling adjacent violators, keep the picture compact, and
//! lines are straightened where there is room. O(nodes + segments) per sweep, of which there are at most 36, plus
//! sorting.

use super::proper::Proper;
use crate::arena::Rows;

/// Minimum distances between nodes of one column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gaps {
    /// Between two vertices.
    pub(super) vertices: f64,
    /// Between a vertex and a bend.
    pub(super) mixed: f64,
    /// Between two bends.
    pub(super) bends: f64,
}

/// The coordinate of each node across its column. `half` is half the room of each vertex there; to keep lines
/// straight, the picture may be `sprawl` times as broad as its fullest column.
pub(super) fn place(proper: &Proper, half: &[f64], gaps: Gaps, sprawl: f64) -> Vec<f64> {
    let half_of = |node: u32| half.get(node as usize).copied().unwrap_or(0.0);
    let separation = |a: u32, b: u32| {
        let gap = match (proper.is_bend(a), proper.is_bend(b)) {
            (false, false) => gaps.vertices,
            (true, true) => gaps.bends,
            _ => gaps.mixed,
        };
        half_of(a) + half_of(b) + gap
    };
    let conflicts = conflicts(proper);
    let blocks: Vec<Vec<u32>> = [(false, false), (false, true), (true, false), (true, true)]
        .iter()
        .map(|&(from_right, turned)| align(proper, &conflicts, from_right, turned))
        .collect();
    let straight = straight(proper, &blocks, &separation);
    let breadth = |across: &[f64]| {
        let least = across.iter().copied().fold(f64::INFINITY, f64::min);
        across.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least
    };
    let column = |order: &Vec<u32>| -> f64 {
        let pairs = order.windows(2);
        pairs.map(|pair| separation(pair[0], pair[1])).sum()
    };
    let needed = proper.order.iter().map(column).fold(0.0, f64::max);
    if breadth(&straight) <= sprawl * needed {
        return straight;
    }
    compact_across(proper, &blocks[0], &separation)
}

/// Straightest lines, with vertices centred among their neighbours.
fn straight(
    proper: &Proper,
    blocks: &[Vec<u32>],
    separation: &impl Fn(u32, u32) -> f64,
) -> Vec<f64> {
    let mut layouts: Vec<(Vec<f64>, f64, f64)> = Vec::with_capacity(4);
    for (i, root) in blocks.iter().enumerate() {
        let turned = i % 2 == 1;
        let mut across = place_blocks(proper, root, turned, separation);
        if turned {
            for coordinate in &mut across {
                *coordinate = -*coordinate;
            }
        }
        let least = across.iter().copied().fold(f64::INFINITY, f64::min);
        let most = across.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        layouts.push((across, least, most));
    }
    let narrowest = layouts
        .iter()
        .min_by(|a, b| (a.2 - a.1).total_cmp(&(b.2 - b.1)))
        .map_or((0.0, 0.0), |&(_, least, most)| (least, most));
    let shifts: Vec<f64> = layouts
        .iter()
        .enumerate()
        .map(|(i, &(_, least, most))| {
            if i % 2 == 0 {
                narrowest.0 - least
            } else {
                narrowest.1 - most
            }
        })
        .collect();
    (0..proper.column.len())
        .map(|node| {
            let mut four = [0, 1, 2, 3].map(|i| layouts[i].0[node] + shifts[i]);
            four.sort_unstable_by(f64::total_cmp);
            f64::midpoint(four[1], four[2])
        })
        .collect()
}

/// The desired coordinate of a node given the others, and its weight.
type Want<'a> = dyn Fn(&[f64], u32) -> (f64, f64) + 'a;

/// Minimises squared distances to neighbours, then straightens lines where there is room.
fn compact_across(
    proper: &Proper,
    root: &[u32],
    separation: &impl Fn(u32, u32) -> f64,
) -> Vec<f64> {
    let columns = proper.order.len();
    let sweeps = (250_000 / proper.column.len()).clamp(8, 24);
    let mut across = vec![0.0; proper.column.len()];
    let steps: Vec<Vec<f64>> = proper
        .order
        .iter()
        .map(|order| {
            let pairs = order.windows(2);
            pairs.map(|pair| separation(pair[0], pair[1])).collect()
        })
        .collect();
    for (order, steps) in proper.order.iter().zip(&steps) {
        let mut at = -0.5 * steps.iter().sum::<f64>();
        for (i, &node) in order.iter().enumerate() {
            across[node as usize] = at;
            at += steps.get(i).copied().unwrap_or(0.0);
        }
    }
    let strength = |a: u32, b: u32| match (proper.is_bend(a), proper.is_bend(b)) {
        (true, true) => 8.0,
        (false, false) => 1.0,
        _ => 2.0,
    };
    let middle_of_neighbours = |across: &[f64], node: u32| {
        let (mut sum, mut weight) = (1e-3 * across[node as usize], 1e-3);
        for rows in [&proper.left, &proper.right] {
            for &u in rows.row(node) {
                let strength = strength(node, u);
                sum += strength * across[u as usize];
                weight += strength;
            }
        }
        (sum / weight, weight)
    };
    let mut wanted: Vec<(f64, f64)> = Vec::new();
    let mut settle = |across: &mut [f64], column: usize, want: &Want<'_>| {
        let order = &proper.order[column];
        wanted.clear();
        wanted.extend(order.iter().map(|&node| want(across, node)));
        for (&node, place) in order.iter().zip(spread(&wanted, |i| steps[column][i])) {
            across[node as usize] = place;
        }
    };
    for sweep in 0..sweeps {
        for step in 0..columns {
            let column = if sweep % 2 == 0 {
                step
            } else {
                columns - 1 - step
            };
            settle(&mut across, column, &middle_of_neighbours);
        }
    }
    // Consecutive bends of one block should form one straight line.
    let mut line: Vec<u32> = (0..root.len() as u32).collect();
    for &node in proper.order.iter().flatten() {
        let before = proper.left.row(node).iter().find(|&&u| {
            proper.is_bend(u) && proper.is_bend(node) && root[u as usize] == root[node as usize]
        });
        if let Some(&u) = before {
            line[node as usize] = line[u as usize];
        }
    }
    let mut sums = vec![(0.0, 0.0); line.len()];
    for _ in 0..sweeps / 2 {
        sums.fill((0.0, 0.0));
        for (node, &line) in line.iter().enumerate() {
            let sum = &mut sums[line as usize];
            *sum = (sum.0 + across[node], sum.1 + 1.0);
        }
        for column in 0..columns {
            settle(&mut across, column, &|across, node| {
                let (sum, bends) = sums[line[node as usize] as usize];
                if bends > 1.0 {
                    (sum / bends, 8.0 * bends)
                } else {
                    middle_of_neighbours(across, node)
                }
            });
        }
    }
    across
}

/// Segments that cross a segment between two bends and must not be straightened. Sorted.
fn conflicts(proper: &Proper) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for pair in proper.order.windows(2) {
        let mut from = 0;
        let mut scanned = 0;
        for (slot, &node) in pair[1].iter().enumerate() {
            let straight = proper
                .left
                .row(node)
                .iter()
                .find(|&&u| proper.is_bend(u) && proper.is_bend(node));
            let to = match straight {
                Some(&u) => proper.position[u as usize],
                None if slot + 1 == pair[1].len() => pair[0].len() as u32,
                None => continue,
            };
            for &w in &pair[1][scanned..=slot] {
                for &u in proper.left.row(w) {
                    let position = proper.position[u as usize];
                    let both_bends = proper.is_bend(u) && proper.is_bend(w);
                    if (position < from || position > to) && !both_bends {
                        found.push((u, w));
                    }
                }
            }
            scanned = slot + 1;
            from = to;
        }
    }
    found.sort_unstable();
    found
}

/// Aligns nodes into blocks that become straight lines. Maps each node to the root node of its block.
fn align(proper: &Proper, conflicts: &[(u32, u32)], from_right: bool, turned: bool) -> Vec<u32> {
    let nodes = proper.column.len() as u32;
    let columns = proper.order.len();
    let rows: &Rows = if from_right {
        &proper.right
    } else {
        &proper.left
    };
    let mut root: Vec<u32> = (0..nodes).collect();
    let mut neighbours: Vec<(i64, u32)> = Vec::new();
    for step in 1..columns {
        let column = if from_right { columns - 1 - step } else { step };
        let order = &proper.order[column];
        let mut reached = i64::MIN;
        for i in 0..order.len() {
            let node = order[if turned { order.len() - 1 - i } else { i }];
            neighbours.clear();
            neighbours.extend(rows.row(node).iter().map(|&u| {
                let position = i64::from(proper.position[u as usize]);
                (if turned { -position } else { position }, u)
            }));
            if neighbours.is_empty() {
                continue;
            }
            neighbours.sort_unstable();
            for middle in [(neighbours.len() - 1) / 2, neighbours.len() / 2] {
                let (position, u) = neighbours[middle];
                let segment = if from_right { (node, u) } else { (u, node) };
                if position > reached && conflicts.binary_search(&segment).is_err() {
                    root[node as usize] = root[u as usize];
                    reached = position;
                    break;
                }
            }
        }
    }
    root
}

/// Places the blocks as close together as allowed, then each as near as possible to its successors.
fn place_blocks(
    proper: &Proper,
    root: &[u32],
    turned: bool,
    separation: &impl Fn(u32, u32) -> f64,
) -> Vec<f64> {
    let nodes = root.len();
    // Minimum distances between blocks.
    let mut edges: Vec<(u32, u32)> = Vec::with_capacity(nodes);
    let mut lengths: Vec<f64> = Vec::with_capacity(nodes);
    let mut waiting = vec![0u32; nodes];
    let follow: Vec<(u32, u32)> = {
        let mut pairs = Vec::with_capacity(nodes);
        for order in &proper.order {
            for pair in order.windows(2) {
                pairs.push(if turned {
                    (pair[1], pair[0])
                } else {
                    (pair[0], pair[1])
                });
            }
        }
        pairs.sort_by_key(|&(a, _)| root[a as usize]);
        pairs
    };
    for (a, b) in follow {
        edges.push((root[a as usize], root[b as usize]));
        lengths.push(separation(a, b));
        waiting[root[b as usize] as usize] += 1;
    }
    // Already sorted by block, so rows and lengths have the same order.
    let rows = Rows::from_edges(nodes, &edges);
    let from = |block: u32| rows.offsets()[block as usize] as usize;

    let mut place = vec![0.0f64; nodes];
    let mut queue: Vec<u32> = (0..nodes as u32)
        .filter(|&node| root[node as usize] == node && waiting[node as usize] == 0)
        .collect();
    let mut head = 0;
    while let Some(&block) = queue.get(head) {
        head += 1;
        for (&next, &length) in rows.row(block).iter().zip(&lengths[from(block)..]) {
            let least = place[block as usize] + length;
            place[next as usize] = place[next as usize].max(least);
            waiting[next as usize] -= 1;
            if waiting[next as usize] == 0 {
                queue.push(next);
            }
        }
    }
    for &block in queue.iter().rev() {
        let room = rows.row(block).iter().zip(&lengths[from(block)..]);
        let most = room
            .map(|(&next, &length)| place[next as usize] - length)
            .fold(f64::INFINITY, f64::min);
        if most.is_finite() {
            place[block as usize] = place[block as usize].max(most);
        }
    }
    root.iter().map(|&block| place[block as usize]).collect()
}

/// The weighted least-squares approximation of the wanted numbers that keeps their order and leaves `step(i)`
/// between number `i` and the next.
///
/// Pool adjacent violators, O(numbers).
pub(super) fn spread(wanted: &[(f64, f64)], step: impl Fn(usize) -> f64) -> Vec<f64> {
    // Pools of (weighted sum, weight, count); within a pool all distances are minimal.
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(wanted.len());
    let mut offset = 0.0;
    for (i, &(number, weight)) in wanted.iter().enumerate() {
        if i > 0 {
            offset += step(i - 1);
        }
        let mut pool = (weight * (number - offset), weight, 1);
        while let Some(&(sum, weight, count)) = pools.last() {
            if sum / weight <= pool.0 / pool.1 {
                break;
            }
            pools.pop();
            pool = (pool.0 + sum, pool.1 + weight, pool.2 + count);
        }
        pools.push(pool);
    }
    let mut spread = Vec::with_capacity(wanted.len());
    offset = 0.0;
    for (sum, weight, count) in pools {
        for _ in 0..count {
            if !spread.is_empty() {
                offset += step(spread.len() - 1);
            }
            spread.push(sum / weight + offset);
        }
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Digraph;
    use noyau_core::random::SplitMix;

    const GAPS: Gaps = Gaps {
        vertices: 10.0,
        mixed: 8.0,
        bends: 5.0,
    };

    #[test]
    fn nodes_keep_their_order_and_distance() {
        let mut lots = SplitMix(3);
        let mut lot = || lots.below(40) as u32;
        let edges: Vec<(u32, u32)> = (0..120)
            .map(|_| (lot(), lot()))
            .filter(|&(u, v)| u / 8 < v / 8)
            .collect();
        let graph = Digraph::new(Rows::from_edges(40, &edges));
        let proper = Proper::new(&graph, (0..40).map(|v| v / 8).collect(), 5, 1000);
        let half: Vec<f64> = (0..40).map(|v| 10.0 + f64::from(v % 3)).collect();
        let across = place(&proper, &half, GAPS, 1.7);
        let half_of = |node: u32| half.get(node as usize).copied().unwrap_or(0.0);
        for order in &proper.order {
            for pair in order.windows(2) {
                let distance = across[pair[1] as usize] - across[pair[0] as usize];
                let room = half_of(pair[0]) + half_of(pair[1]) + GAPS.bends;
                assert!(distance > room - 1e-6, "{distance} < {room}");
            }
        }
    }

    #[test]
    fn a_parent_stands_between_its_children_and_a_path_is_straight() {
        let graph = Digraph::new(Rows::from_edges(5, &[(0, 1), (0, 2), (2, 3), (3, 4)]));
        let proper = Proper::new(&graph, vec![0, 1, 1, 2, 3], 4, 1000);
        let across = place(&proper, &[10.0; 5], GAPS, 1.7);
        assert!((across[0] - f64::midpoint(across[1], across[2])).abs() < 1e-9);
        assert!((across[2] - across[3]).abs() < 1e-9);
        assert!((across[3] - across[4]).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_spread_as_little_as_possible() {
        let even = |wanted: &[f64]| {
            let wanted: Vec<_> = wanted.iter().map(|&number| (number, 1.0)).collect();
            spread(&wanted, |_| 4.0)
        };
        assert_eq!(even(&[0.0, 10.0]), [0.0, 10.0]);
        assert_eq!(even(&[5.0, 5.0, 5.0]), [1.0, 5.0, 9.0]);
        assert_eq!(even(&[]), Vec::<f64>::new());
        // The heavier number moves less.
        assert_eq!(spread(&[(0.0, 3.0), (0.0, 1.0)], |_| 4.0), [-1.0, 3.0]);
    }
}
