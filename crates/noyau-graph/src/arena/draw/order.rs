//! Orders the nodes of each column to reduce edge crossings.
//!
//! Sweeps over the columns move each node to the barycentre or the median of its neighbours in the previous column,
//! then neighbours are exchanged while that helps; the best order found is kept. Small graphs start from several
//! initial orders. Each sweep takes O((nodes + segments) log nodes). Sources: Sugiyama, Tagawa and Toda 1981;
//! Gansner, Koutsofios, North and Vo 1993 (exchanges); Barth, Jünger and Mutzel 2002 (counting crossings).

use super::proper::Proper;
use crate::arena::Rows;
use noyau_core::random::SplitMix;

/// Reorders the columns and returns the number of crossings left.
pub(super) fn reduce_crossings(proper: &mut Proper) -> u64 {
    let segments = proper.right.edges();
    if segments == 0 {
        return 0;
    }
    let starts = match segments {
        0..=700 => 8,
        701..=3000 => 3,
        _ => 1,
    };
    let rounds = (240_000 / segments).clamp(4, 24);
    let exchanges = (100_000 / segments).clamp(1, 10);
    let mut best: Option<(u64, Vec<Vec<u32>>)> = None;
    for start in 0..starts {
        match start {
            0 => walk_order(proper, false),
            1 => walk_order(proper, true),
            seed => shuffled_order(proper, seed),
        }
        let mut unchanged = 0;
        for round in 0..rounds {
            sweep(proper, round);
            exchange_neighbours(proper, exchanges);
            let crossings = crossings(proper);
            if best.as_ref().is_none_or(|(least, _)| crossings < *least) {
                best = Some((crossings, proper.order.clone()));
                unchanged = 0;
            } else {
                unchanged += 1;
            }
            if crossings == 0 || unchanged == 8 {
                break;
            }
        }
        if matches!(best, Some((0, _))) {
            break;
        }
    }
    let Some((crossings, order)) = best else {
        return 0;
    };
    proper.order = order;
    proper.number_positions();
    crossings
}

/// Orders each column by depth-first discovery: trees then have no crossing.
fn walk_order(proper: &mut Proper, from_right: bool) {
    let columns = proper.order.len();
    let mut seen = vec![false; proper.column.len()];
    let mut order = vec![Vec::new(); columns];
    let rows = if from_right {
        &proper.left
    } else {
        &proper.right
    };
    let mut stack = Vec::new();
    for step in 0..columns {
        let column = if from_right { columns - 1 - step } else { step };
        for &root in &proper.order[column] {
            stack.push(root);
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                order[proper.column[node as usize] as usize].push(node);
                // Continuing nodes go to the middle, ending ones half above and half below: the picture is
                // narrower.
                let row = || rows.row(node).iter().rev();
                let ends = |&&u: &&u32| rows.row(u).is_empty();
                let half = row().filter(ends).count() / 2;
                stack.extend(row().filter(ends).take(half));
                stack.extend(row().filter(|u| !ends(u)));
                stack.extend(row().filter(ends).skip(half));
            }
        }
    }
    proper.order = order;
    proper.number_positions();
}

/// Shuffles each column, reproducibly.
fn shuffled_order(proper: &mut Proper, seed: u64) {
    let mut lots = SplitMix(seed);
    for column in &mut proper.order {
        column.sort_unstable();
        for i in (1..column.len()).rev() {
            column.swap(i, lots.below(i + 1));
        }
    }
    proper.number_positions();
}

/// One pass over all columns, from the left in even rounds and from the right in odd ones.
fn sweep(proper: &mut Proper, round: usize) {
    let columns = proper.order.len();
    let by_median = round % 8 >= 4;
    let ties_turned = round % 4 >= 2;
    let mut keyed: Vec<(f64, u32, u32)> = Vec::new();
    let mut slots: Vec<usize> = Vec::new();
    let mut neighbours: Vec<u32> = Vec::new();
    for step in 1..columns {
        let (column, rows) = if round.is_multiple_of(2) {
            (step, &proper.left)
        } else {
            (columns - 1 - step, &proper.right)
        };
        keyed.clear();
        slots.clear();
        // Nodes without neighbours there keep their positions.
        for (slot, &node) in proper.order[column].iter().enumerate() {
            let row = rows.row(node);
            if row.is_empty() {
                continue;
            }
            let key = if by_median {
                neighbours.clear();
                neighbours.extend(row.iter().map(|&u| proper.position[u as usize]));
                neighbours.sort_unstable();
                let middle = neighbours.len() / 2;
                let before = neighbours[(neighbours.len() - 1) / 2];
                f64::from(before + neighbours[middle]) / 2.0
            } else {
                let sum: u64 = row
                    .iter()
                    .map(|&u| u64::from(proper.position[u as usize]))
                    .sum();
                sum as f64 / row.len() as f64
            };
            let tie = if ties_turned {
                u32::MAX - slot as u32
            } else {
                slot as u32
            };
            keyed.push((key, tie, node));
            slots.push(slot);
        }
        keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (&slot, &(_, _, node)) in slots.iter().zip(&keyed) {
            proper.order[column][slot] = node;
            proper.position[node as usize] = slot as u32;
        }
    }
}

/// Exchanges neighbours in the columns while that reduces crossings, in at most `passes` passes.
fn exchange_neighbours(proper: &mut Proper, passes: usize) {
    let mut sides = [Sorted::default(), Sorted::default()];
    for _ in 0..passes {
        let mut improved = false;
        for column in 0..proper.order.len() {
            sides[0].fill(&proper.order[column], &proper.left, &proper.position);
            sides[1].fill(&proper.order[column], &proper.right, &proper.position);
            // `at[slot]` is the list of `sides` that belongs to the node now in that slot.
            let mut at: Vec<usize> = (0..proper.order[column].len()).collect();
            for _ in 0..4 * passes {
                let mut exchanged = false;
                for slot in 1..at.len() {
                    let (a, b) = (at[slot - 1], at[slot]);
                    let gain: i64 = sides.iter().map(|side| side.gain(a, b)).sum();
                    if gain > 0 {
                        at.swap(slot - 1, slot);
                        exchanged = true;
                    }
                }
                if !exchanged {
                    break;
                }
                improved = true;
            }
            let old = std::mem::take(&mut proper.order[column]);
            proper.order[column] = at.iter().map(|&i| old[i]).collect();
            for (slot, &node) in (0..).zip(&proper.order[column]) {
                proper.position[node as usize] = slot;
            }
        }
        if !improved {
            break;
        }
    }
}

/// For each node of a column, the sorted positions of its neighbours on one side.
#[derive(Default)]
struct Sorted {
    ends: Vec<usize>,
    positions: Vec<u32>,
}

impl Sorted {
    fn fill(&mut self, column: &[u32], rows: &Rows, position: &[u32]) {
        self.ends.clear();
        self.positions.clear();
        for &node in column {
            let begin = self.positions.len();
            let row = rows.row(node).iter();
            self.positions.extend(row.map(|&u| position[u as usize]));
            self.positions[begin..].sort_unstable();
            self.ends.push(self.positions.len());
        }
    }

    fn list(&self, i: usize) -> &[u32] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.positions[begin..self.ends[i]]
    }

    /// The number of crossings removed by moving `b` before `a`.
    fn gain(&self, a: usize, b: usize) -> i64 {
        let (first, second) = (self.list(a), self.list(b));
        let (mut below, mut not_above) = (0, 0);
        let mut gain = 0;
        for &p in first {
            while below < second.len() && second[below] < p {
                below += 1;
            }
            while not_above < second.len() && second[not_above] <= p {
                not_above += 1;
            }
            gain += below as i64 - (second.len() - not_above) as i64;
        }
        gain
    }
}

/// The number of crossings between segments.
fn crossings(proper: &Proper) -> u64 {
    let mut count = 0;
    let mut tree: Vec<u32> = Vec::new();
    let mut row: Vec<u32> = Vec::new();
    for pair in proper.order.windows(2) {
        // A binary indexed tree that counts the segments so far by end position.
        tree.clear();
        tree.resize(pair[1].len() + 1, 0);
        let mut before: u32 = 0;
        for &node in &pair[0] {
            row.clear();
            let neighbours = proper.right.row(node).iter();
            row.extend(neighbours.map(|&w| proper.position[w as usize]));
            for &position in &row {
                let mut i = position as usize + 1;
                let mut not_above = 0;
                while i > 0 {
                    not_above += tree[i];
                    i &= i - 1;
                }
                count += u64::from(before - not_above);
            }
            for &position in &row {
                let mut i = position as usize + 1;
                while i < tree.len() {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
            before += row.len() as u32;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::proper::MOST_PASSED;
    use super::*;
    use crate::arena::Digraph;

    fn proper(columns: &[u32], edges: &[(u32, u32)]) -> Proper {
        let graph = Digraph::new(Rows::from_edges(columns.len(), edges));
        let count = columns.iter().max().map_or(0, |&last| last as usize + 1);
        Proper::new(&graph, columns.to_vec(), count, MOST_PASSED)
    }

    /// Counts by definition.
    fn crossings_by_pairs(proper: &Proper) -> u64 {
        let segments: Vec<(u32, u32)> = proper.right.iter_edges().collect();
        let mut count = 0;
        for (i, &(a, b)) in segments.iter().enumerate() {
            for &(c, d) in &segments[..i] {
                if proper.column[a as usize] == proper.column[c as usize] {
                    let place = |node: u32| i64::from(proper.position[node as usize]);
                    count += u64::from((place(a) - place(c)) * (place(b) - place(d)) < 0);
                }
            }
        }
        count
    }

    #[test]
    fn crossings_are_counted_as_defined() {
        let mut lots = SplitMix(7);
        let mut lot = || lots.below(10) as u32;
        let edges: Vec<(u32, u32)> = (0..60).map(|_| (lot(), 10 + lot())).collect();
        let columns: Vec<u32> = (0..20).map(|v| v / 10).collect();
        let mut proper = proper(&columns, &edges);
        for seed in 0..5 {
            shuffled_order(&mut proper, seed);
            assert_eq!(crossings(&proper), crossings_by_pairs(&proper));
        }
    }

    #[test]
    fn an_exchange_gains_what_the_count_says() {
        let edges: Vec<(u32, u32)> = vec![(0, 3), (0, 4), (0, 4), (1, 2), (1, 3), (1, 4)];
        let mut proper = proper(&[0, 0, 1, 1, 1], &edges);
        let before = crossings(&proper) as i64;
        let mut side = Sorted::default();
        side.fill(&proper.order[0], &proper.right, &proper.position);
        let gain = side.gain(0, 1);
        proper.order[0].swap(0, 1);
        proper.number_positions();
        assert_eq!(before - gain, crossings(&proper) as i64);
    }

    #[test]
    fn a_tree_has_no_crossing() {
        let edges: Vec<(u32, u32)> = (1..63).map(|v| ((v - 1) / 2, v)).collect();
        let columns: Vec<u32> = (1..64u32).map(u32::ilog2).collect();
        let mut proper = proper(&columns, &edges);
        assert_eq!(reduce_crossings(&mut proper), 0);
        assert_eq!(crossings(&proper), 0);
    }
}
