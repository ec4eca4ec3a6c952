//! Generators of regular and random arenas for tests and benchmarks. The same seed gives the same arena everywhere.

use super::{Draft, Rows};
use noyau_core::game::Side;
use noyau_core::random::SplitMix;

/// A random arena in which the sides alternate: vertex `i` belongs to First if `i` is even, and its moves lead to
/// uniformly random vertices of the other side. `sink_percent` of the vertices are sinks; the others have 1 to 7
/// moves. With 5 % sinks, about 40 % of the vertices are drawn.
pub fn random_alternating(vertices: usize, seed: u64, sink_percent: f64) -> Draft {
    let mut random = SplitMix(seed);
    let sinks = sink_percent / 100.0;
    let offsets = offsets(vertices, |_| {
        // A single vertex has no vertex of the other side.
        if vertices < 2 || random.unit() < sinks {
            0
        } else {
            1 + random.below(7)
        }
    });
    let targets = targets(&offsets, |i| {
        (2 * random.below(vertices / 2) + 1 - i % 2) as u32
    });
    Draft {
        owners: Some(Side::BOTH.into_iter().cycle().take(vertices).collect()),
        ..Draft::plain(Rows::from_parts(offsets, targets))
    }
}

/// A random arena without structure: random owners, 0 to 8 moves to uniformly random vertices. Almost no vertex is
/// drawn.
pub fn random_free(vertices: usize, seed: u64) -> Draft {
    let mut random = SplitMix(seed);
    let mut owners = Vec::with_capacity(vertices);
    let offsets = offsets(vertices, |_| {
        let degree = random.below(9);
        owners.push(Side::BOTH[(random.next_u64() & 1) as usize]);
        degree
    });
    let targets = targets(&offsets, |_| random.below(vertices) as u32);
    Draft {
        owners: Some(owners),
        ..Draft::plain(Rows::from_parts(offsets, targets))
    }
}

/// A random acyclic graph of positions: each vertex has 0 to `2 * mean_degree` moves to uniformly random earlier
/// vertices of a hidden random order, so that vertex numbers reveal nothing about the order.
pub fn random_acyclic(vertices: usize, mean_degree: usize, seed: u64) -> Draft {
    let mut random = SplitMix(seed);
    let mut order: Vec<u32> = (0..vertices as u32).collect();
    for i in (1..vertices).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut place = vec![0u32; vertices];
    for (i, &v) in (0..).zip(&order) {
        place[v as usize] = i;
    }
    let offsets = offsets(vertices, |v| {
        if place[v] == 0 {
            0
        } else {
            random.below(2 * mean_degree + 1)
        }
    });
    let targets = targets(&offsets, |v| order[random.below(place[v] as usize)]);
    Draft::plain(Rows::from_parts(offsets, targets))
}

/// A path: each vertex has one move, to the next, and the last is a sink.
pub fn path(vertices: usize) -> Draft {
    let offsets = offsets(vertices, |v| usize::from(v + 1 < vertices));
    let targets = targets(&offsets, |v| v as u32 + 1);
    Draft::plain(Rows::from_parts(offsets, targets))
}

/// The offsets of rows of those lengths.
///
/// # Panics
/// If there are more edges than a graph may have.
fn offsets(vertices: usize, mut degree: impl FnMut(usize) -> usize) -> Vec<u32> {
    let mut offsets = Vec::with_capacity(vertices + 1);
    let mut end = 0;
    offsets.push(0);
    for v in 0..vertices {
        end += degree(v);
        assert!(end <= Rows::MOST, "too many edges");
        offsets.push(end as u32);
    }
    offsets
}

/// The targets of all rows, each generated from its source.
fn targets(offsets: &[u32], mut target: impl FnMut(usize) -> u32) -> Vec<u32> {
    let edges = *offsets.last().unwrap_or(&0) as usize;
    let mut targets = Vec::with_capacity(edges);
    for v in 0..offsets.len() - 1 {
        for _ in offsets[v]..offsets[v + 1] {
            targets.push(target(v));
        }
    }
    targets
}
