//! Graphs and trees drawn from a seed, larger and more irregular with the level.

use super::posed::{Kind, Subject, winner};
use super::trees;
use noyau_core::game::Side;
use noyau_core::random::SplitMix;
use noyau_graph::arena::{Arena, Draft, Rows};
use noyau_graph::attractor::{attractor, won_endings};
use noyau_graph::kernel::{Mark, kernel};
use noyau_graph::retrograde;
use noyau_graph::strategy;
use noyau_search::tree::{Builder, Tree, Utility};

/// So many graphs are drawn until one asks for enough.
const TRIES: usize = 200;

/// The leaves of a tree, if one with so few is drawn in time.
const MOST_LEAVES: usize = 24;

/// The edges of a graph, by vertex.
type Edges = Vec<Vec<u32>>;

fn arena(edges: &Edges, owners: Option<Vec<Side>>, start: u32) -> Arena {
    let mut rows = Rows::new();
    for row in edges {
        let mut row = row.clone();
        row.sort_unstable();
        row.dedup();
        for v in row {
            rows.push(v);
        }
        rows.end_row();
    }
    Arena::from(Draft {
        owners,
        start,
        ..Draft::plain(rows)
    })
}

fn permutation(n: usize, random: &mut SplitMix) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

/// A graph without cycles: each vertex but the first of a hidden order has edges to 1, 2 or 3 earlier ones that `may` be
/// reached from it. The last of the order is the start.
fn acyclic(n: usize, random: &mut SplitMix, may: impl Fn(u32, u32) -> bool) -> (Edges, Vec<u32>) {
    let order = permutation(n, random);
    let mut edges = vec![Vec::new(); n];
    for place in 1..n {
        let v = order[place];
        let mut earlier: Vec<u32> = order[..place]
            .iter()
            .copied()
            .filter(|&w| may(v, w))
            .collect();
        let degree = 1 + random.below(3);
        while edges[v as usize].len() < degree && !earlier.is_empty() {
            edges[v as usize].push(earlier.swap_remove(random.below(earlier.len())));
        }
    }
    (edges, order)
}

/// An arena in which the sides alternate. At the highest level some edges lead back.
fn owned(level: u32, random: &mut SplitMix) -> Arena {
    let n = 5 + level as usize;
    let owners: Vec<Side> = (0..n)
        .map(|v| Side::BOTH[usize::from(2 * v >= n)])
        .collect();
    let (mut edges, order) = acyclic(n, random, |v, w| owners[v as usize] != owners[w as usize]);
    // Otherwise only the side of the first of the order would have sinks, and always lose.
    for v in &mut edges {
        if random.below(5) == 0 {
            v.clear();
        }
    }
    if level == 5 {
        for _ in 0..2 {
            let (u, v) = (random.below(n), random.below(n));
            if owners[u] != owners[v] && !edges[u].is_empty() {
                edges[u].push(v as u32);
            }
        }
    }
    let start = order
        .iter()
        .rev()
        .copied()
        .find(|&v| owners[v as usize] == Side::First);
    arena(&edges, Some(owners.clone()), start.unwrap_or(0))
}

/// A graph for an exercise of that kind.
pub(super) fn graph(kind: Kind, level: u32, random: &mut SplitMix) -> Subject {
    let size = 4 + level as usize;
    // The vertices of a kernel, the moves of a strategy, and the layers of an attractor after the first.
    let deep = if level > 2 { 3 } else { 2 };
    let mut last = None;
    for _ in 0..TRIES {
        let (arena, enough) = match kind {
            Kind::Attractor => {
                let arena = owned(level, random);
                let player = Side::BOTH[random.below(2)];
                let found = attractor(&arena, player, &won_endings(&arena, player)).layers();
                let inside: usize = found.iter().map(Vec::len).sum();
                let enough = found.len() > deep && inside < arena.len();
                if enough {
                    return Subject::Graph(arena, player);
                }
                (arena, enough)
            }
            Kind::Strategy => {
                // By turns a graph of positions and an arena.
                let arena = if random.below(2) == 0 {
                    owned(level, random)
                } else {
                    let (edges, order) = acyclic(size, random, |_, _| true);
                    arena(&edges, None, order.last().copied().unwrap_or(0))
                };
                let solution = retrograde::solve(&arena, 1);
                let found = strategy::winning(&arena, &solution, arena.start());
                let enough = found.winner.is_some() && found.moves.len() >= deep;
                (arena, enough)
            }
            Kind::Kernel => {
                let (mut edges, order) = acyclic(size, random, |_, _| true);
                // A cycle of three that play cannot leave: no kernel.
                if level > 3 && random.below(3) == 0 {
                    let n = edges.len() as u32;
                    edges.extend([vec![n + 1], vec![n + 2], vec![n]]);
                    for &v in order.iter().rev().take(2) {
                        edges[v as usize].push(n + random.below(3) as u32);
                    }
                }
                let arena = arena(&edges, None, order.last().copied().unwrap_or(0));
                let taken = kernel(arena.graph(), 1);
                let taken = taken.iter().filter(|mark| **mark == Mark::Lost).count();
                (arena, taken >= deep)
            }
            Kind::Doubling | Kind::Representation => {
                let (mut edges, order) = acyclic(size - 1, random, |_, _| true);
                if level > 2 {
                    // Representations know cycles.
                    let (u, v) = (random.below(size - 1), random.below(size - 1));
                    if u != v {
                        edges[u].push(v as u32);
                    }
                }
                (
                    arena(&edges, None, order.last().copied().unwrap_or(0)),
                    true,
                )
            }
            Kind::Acyclic => {
                let (mut edges, order) = acyclic(size + 1, random, |_, _| true);
                if random.below(2) == 0 {
                    // From somewhere early to somewhere late.
                    let early = order[random.below(3)] as usize;
                    edges[early].push(order[3 + random.below(size - 2)]);
                }
                (
                    arena(&edges, None, order.last().copied().unwrap_or(0)),
                    true,
                )
            }
            Kind::Bipartite => {
                let sides: Vec<bool> = (0..=size).map(|_| random.below(2) == 0).collect();
                let (mut edges, order) = acyclic(size + 1, random, |v, w| {
                    sides[v as usize] != sides[w as usize]
                });
                if random.below(2) == 0 {
                    let (u, v) = (random.below(size + 1), random.below(size + 1));
                    if u != v {
                        edges[u].push(v as u32);
                    }
                }
                let count = edges.iter().map(Vec::len).sum::<usize>();
                (
                    arena(&edges, None, order.last().copied().unwrap_or(0)),
                    count >= size,
                )
            }
            _ => {
                let (edges, order) = acyclic(size, random, |_, _| true);
                (
                    arena(&edges, None, order.last().copied().unwrap_or(0)),
                    true,
                )
            }
        };
        if enough {
            return about(kind, arena);
        }
        last = Some(arena);
    }
    // The last one, though it asks for little.
    let last = last.unwrap_or_else(|| arena(&vec![vec![1], vec![]], None, 0));
    about(kind, last)
}

/// An exercise about a graph. Attractors need owners; a strategy is that of the winner.
pub(super) fn about(kind: Kind, arena: Arena) -> Subject {
    match kind {
        Kind::Attractor => Subject::Graph(arena.doubled(), Side::First),
        Kind::Strategy => {
            let player = winner(&arena).unwrap_or(Side::First);
            Subject::Graph(arena, player)
        }
        _ => Subject::Graph(arena, Side::First),
    }
}

/// The name of the n-th inner node or leaf: A, B, … Z, AA, AB …
fn letters(mut n: usize, first: u8) -> String {
    let mut name = Vec::new();
    loop {
        name.push(first + (n % 26) as u8);
        if n < 26 {
            break;
        }
        n = n / 26 - 1;
    }
    name.reverse();
    String::from_utf8_lossy(&name).into_owned()
}

/// The same tree with names for its nodes, and numbered in the order of a walk from left to right.
pub(super) fn lettered(tree: &Tree) -> Option<Tree> {
    let mut builder = Builder::default();
    let (mut inner, mut leaves) = (0, 0);
    let mut open = vec![(0, None)];
    while let Some((v, parent)) = open.pop() {
        let name = if tree.is_leaf(v) {
            leaves += 1;
            letters(leaves - 1, b'a')
        } else {
            inner += 1;
            letters(inner - 1, b'A')
        };
        let value = tree.value(v).filter(|_| tree.is_leaf(v));
        let new = builder.add(parent, Some(tree.turn(v)), &name, value);
        let children = tree.children(v).iter().rev();
        open.extend(children.map(|&child| (child, Some(new))));
    }
    builder.finish(tree.turn(0)).ok()
}

/// A tree for an exercise of that kind.
pub(super) fn tree(kind: Kind, level: u32, random: &mut SplitMix) -> Option<Tree> {
    let mut last = None;
    for _ in 0..TRIES {
        let tree = lettered(&drawn(kind, level, random)?)?;
        let [alpha, beta] = trees::cuts(&tree);
        // Higher levels have cuts by both bounds, which needs two levels below a child of the root.
        let enough = match kind {
            Kind::AlphaBeta if level > 2 => alpha > 0 && beta > 0,
            Kind::AlphaBeta => alpha + beta > 0,
            _ => true,
        };
        // More leaves cannot be read on a page.
        let leaves = (0..tree.len() as u32).filter(|&v| tree.is_leaf(v)).count();
        last = Some(tree);
        if enough && leaves <= MOST_LEAVES {
            break;
        }
    }
    last
}

fn drawn(kind: Kind, level: u32, random: &mut SplitMix) -> Option<Tree> {
    let (depth, branching) = match level {
        1 => (2, 2),
        2 => (2, 3),
        3 => (3, 2),
        4 => (3, 3),
        _ => (4, 2),
    };
    let first = Side::BOTH[usize::from(level > 3 && random.below(2) == 0)];
    let mut builder = Builder::default();
    let mut current = vec![builder.add(None, None, "", None)];
    for below in (0..depth).rev() {
        let mut next = Vec::new();
        for &parent in &current {
            // Irregular from level 4 on.
            let children = if level > 3 {
                2 + random.below(branching)
            } else {
                branching
            };
            for _ in 0..children.min(3) {
                let ends = below == 0 || level > 3 && below < depth - 1 && random.below(5) == 0;
                let value = ends.then(|| match kind {
                    Kind::AndOr => Utility::from(random.below(2) == 0),
                    _ => Utility::from(random.below(20) as i32 - if level > 3 { 9 } else { 0 }),
                });
                let node = builder.add(Some(parent), None, "", value);
                if !ends {
                    next.push(node);
                }
            }
        }
        current = next;
    }
    builder.finish(first).ok()
}
