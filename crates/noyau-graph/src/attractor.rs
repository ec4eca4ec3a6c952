//! Attractors: the vertices from which a side can force a target set, in how many moves, and how (course, fifth
//! text, 4.9).
//!
//! A vertex of the set has rank 0. A vertex of the player has one more than the least rank of its successors; a
//! vertex of the opponent that is not final has one more than the greatest, once all successors have one.
//!
//! O(vertices + edges), on any arena, cycles included: breadth-first backwards from the set, so that ranks come in
//! order.

use crate::arena::{Arena, Ending};
use noyau_core::game::Side;

/// The attractor of a set of vertices for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attractor {
    player: Side,
    ranks: Vec<u32>,
}

/// The rank outside the attractor.
const OUTSIDE: u32 = u32::MAX;

/// The final positions that a side wins, the default targets: those declared as won, and the sinks of the other
/// side without a declared ending.
pub fn won_endings(arena: &Arena, player: Side) -> Vec<u32> {
    let won = |v: u32| match arena.ending(v) {
        Ending::Unsaid => arena.graph().is_sink(v) && arena.owner(v) == Some(player.other()),
        ending => ending == Ending::won_by(player),
    };
    arena.graph().vertices().filter(|&v| won(v)).collect()
}

/// The attractor of the targets for a side.
///
/// ```
/// use noyau_graph::arena::format::{Format, read};
/// use noyau_graph::arena::Arena;
/// use noyau_core::Side;
/// use noyau_graph::attractor::attractor;
///
/// // The token is on `a`, where First moves; `b` belongs to Second, who can go back.
/// let graph = br#"{"edges":{"a":["b","c"],"b":["a","c"],"c":[]},
///     "owner":{"a":"first","b":"second","c":"second"}}"#;
/// let arena = Arena::from(read(graph, Format::Json).unwrap());
/// let found = attractor(&arena, Side::First, &[2]);
/// assert_eq!([0, 1, 2].map(|v| found.rank(v)), [Some(1), Some(2), Some(0)]);
/// ```
///
/// # Panics
/// If the arena has no owners (see [`Arena::doubled`]), or a target is not a vertex.
pub fn attractor(arena: &Arena, player: Side, targets: &[u32]) -> Attractor {
    let graph = arena.graph();
    assert!(
        arena.owners().is_some(),
        "an attractor belongs to a side: the arena has owners"
    );
    // For each vertex, the number of edges that must still lead into the attractor before it joins; 0 once it has.
    // One is enough for the player. Repeated edges count each time, here and below. A sink has no edges, so its
    // number is unused.
    let mut wanted: Vec<u32> = graph
        .vertices()
        .map(|v| {
            if arena.owner(v) == Some(player) {
                1
            } else {
                graph.forward().degree(v)
            }
        })
        .collect();
    let mut ranks = vec![OUTSIDE; arena.len()];
    // The attractor in order of rank, and one spare slot for writing.
    let mut queue = vec![0; arena.len() + 1];
    let mut end = 0;
    for &v in targets {
        wanted[v as usize] = 0;
        if ranks[v as usize] == OUTSIDE {
            ranks[v as usize] = 0;
            queue[end] = v;
            end += 1;
        }
    }
    let (mut begin, mut rank) = (0, 0);
    while begin < end {
        rank += 1;
        let layer = begin..end;
        begin = end;
        for i in layer {
            for &u in graph.predecessors(queue[i]) {
                // Branch-free: every vertex is written, and overwritten unless it joins.
                let wanted = &mut wanted[u as usize];
                queue[end] = u;
                end += usize::from(*wanted == 1);
                *wanted = wanted.saturating_sub(1);
            }
        }
        for &u in &queue[begin..end] {
            ranks[u as usize] = rank;
        }
    }
    Attractor { player, ranks }
}

impl Attractor {
    /// The side whose attractor it is.
    pub fn player(&self) -> Side {
        self.player
    }

    /// The least j such that the vertex is in `A_j`; `None` outside the attractor.
    pub fn rank(&self, v: u32) -> Option<u32> {
        let rank = self.ranks[v as usize];
        (rank != OUTSIDE).then_some(rank)
    }

    /// A positional strategy that lowers the rank with every move, on the player's vertices of rank at least 1,
    /// ascending by vertex. Ties go to the first move in the file.
    pub fn strategy(&self, arena: &Arena) -> Vec<(u32, u32)> {
        let graph = arena.graph();
        let moves = graph.vertices().filter_map(|v| {
            let rank = self.rank(v).filter(|&rank| rank > 0)?;
            if arena.owner(v) != Some(self.player) {
                return None;
            }
            let mut successors = graph.successors(v).iter();
            let nearer = successors.find(|&&w| self.rank(w) == Some(rank - 1))?;
            Some((v, *nearer))
        });
        moves.collect()
    }

    /// The vertices that each `A_j` adds to the previous one, each ascending.
    pub fn layers(&self) -> Vec<Vec<u32>> {
        let mut layers = Vec::new();
        for (v, &rank) in (0..).zip(&self.ranks) {
            if rank != OUTSIDE {
                if layers.len() <= rank as usize {
                    layers.resize(rank as usize + 1, Vec::new());
                }
                layers[rank as usize].push(v);
            }
        }
        layers
    }
}
