//! Attractors: from where a side can force a set of vertices, in how many moves, and how (course, fifth text, 4.9).
//!
//! A vertex of the set has rank 0. A vertex of the player has one more than the least rank of its successors; a vertex
//! of the opponent that is not final has one more than the greatest, once all successors have one.
//!
//! O(vertices + edges), on any arena, cycles included: backward from the set, by a queue, so that ranks come in order.

use crate::arena::{Arena, Ending};
use crate::game::Side;

/// The attractor of a set of vertices for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attractor {
    player: Side,
    ranks: Vec<u32>,
}

/// The rank of what is outside.
const OUTSIDE: u32 = u32::MAX;

/// The final positions that a side wins: the targets where none are named. They are those declared as won, and the
/// sinks of the other side about which nothing is said.
pub fn won_endings(arena: &Arena, player: Side) -> Vec<u32> {
    let won = |v: u32| match arena.ending(v) {
        Ending::Unsaid => arena.graph().is_sink(v) && arena.owner(v) == Some(player.other()),
        ending => ending == Ending::won_by(player),
    };
    arena.graph().vertices().filter(|&v| won(v)).collect()
}

/// The attractor of the targets for a side.
///
/// # Panics
/// If the arena has no owners (see [`Arena::doubled`]), or a target is no vertex.
pub fn attractor(arena: &Arena, player: Side, targets: &[u32]) -> Attractor {
    let graph = arena.graph();
    assert!(
        arena.owners().is_some(),
        "an attractor belongs to a side: the arena has owners"
    );
    let mut ranks = vec![OUTSIDE; arena.len()];
    let mut queue = Vec::with_capacity(targets.len());
    for &v in targets {
        if ranks[v as usize] == OUTSIDE {
            ranks[v as usize] = 0;
            queue.push(v);
        }
    }
    // Edges out of each vertex that do not lead into the attractor yet; repeated edges count each time, here and below.
    let mut open: Vec<u32> = graph
        .vertices()
        .map(|v| graph.forward().degree(v))
        .collect();
    let mut head = 0;
    while head < queue.len() {
        let v = queue[head];
        head += 1;
        for &u in graph.predecessors(v) {
            if ranks[u as usize] != OUTSIDE {
                continue;
            }
            open[u as usize] -= 1;
            if arena.owner(u) == Some(player) || open[u as usize] == 0 {
                ranks[u as usize] = ranks[v as usize] + 1;
                queue.push(u);
            }
        }
    }
    Attractor { player, ranks }
}

impl Attractor {
    /// Whose attractor it is.
    pub fn player(&self) -> Side {
        self.player
    }

    /// The least j such that the vertex is in `A_j`; `None` outside the attractor.
    pub fn rank(&self, v: u32) -> Option<u32> {
        let rank = self.ranks[v as usize];
        (rank != OUTSIDE).then_some(rank)
    }

    /// A positional strategy that comes nearer with every move, on the player's vertices of rank at least 1, ascending
    /// by vertex. Among the moves that come nearer, the first in the file.
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

    /// What each `A_j` adds to the one before it, each ascending.
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
