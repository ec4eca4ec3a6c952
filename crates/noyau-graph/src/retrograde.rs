//! Retrograde analysis: outcome and distance of every vertex, for both sides at once.
//!
//! O(vertices + edges). Correct on graphs with cycles: vertices where no side can force an end are drawn by
//! infinite play.

use crate::arena::Arena;
use crate::induction::outcomes;
use noyau_core::game::{Outcome, Side};
use noyau_core::value::Value;

/// The value of every vertex, for the side to move there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    outcomes: Vec<Outcome>,
    distances: Vec<u32>,
}

/// Counts of vertices by winner, and distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Vertices from which First wins (in a graph of positions: won for the side to move).
    pub first: u64,
    /// Vertices from which Second wins (in a graph of positions: lost for the side to move).
    pub second: u64,
    /// Vertices from which nobody wins.
    pub draw: u64,
    /// The sum of all distances.
    pub distance_sum: u64,
    /// The greatest distance.
    pub distance_max: u32,
}

impl Solution {
    /// The value of a vertex.
    #[inline]
    pub fn value(&self, v: u32) -> Value {
        Value::new(self.outcomes[v as usize], self.distances[v as usize])
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The value of moving from `u` to `v`, for the side to move at `u`.
    pub fn value_of_move(&self, arena: &Arena, u: u32, v: u32) -> Value {
        self.value(v).seen_by_parent(arena.keeps_turn(u, v))
    }

    /// Counts vertices by the side that wins.
    pub fn counts(&self, arena: &Arena) -> Counts {
        let mut counts = Counts::default();
        for v in 0..self.len() as u32 {
            let value = self.value(v);
            match value
                .outcome()
                .winner(arena.owner(v).unwrap_or(Side::First))
            {
                Some(Side::First) => counts.first += 1,
                Some(Side::Second) => counts.second += 1,
                None => counts.draw += 1,
            }
            if let Some(distance) = value.distance() {
                counts.distance_sum += u64::from(distance);
                counts.distance_max = counts.distance_max.max(distance);
            }
        }
        counts
    }
}

/// Solves the arena. The result does not depend on the number of threads.
///
/// ```
/// use noyau_graph::arena::format::{Format, read};
/// use noyau_graph::arena::Arena;
/// use noyau_core::Value;
/// use noyau_graph::retrograde::solve;
///
/// // From `b` one can move to the end `c`, or back to `a`.
/// let graph = br#"{"a":["b"],"b":["a","c"],"c":[]}"#;
/// let arena = Arena::from(read(graph, Format::Json).unwrap());
/// let solution = solve(&arena, 1);
/// assert_eq!([0, 1, 2].map(|v| solution.value(v)), [Value::Loss(2), Value::Win(1), Value::Loss(0)]);
/// ```
pub fn solve(arena: &Arena, threads: usize) -> Solution {
    let mut distances = vec![0; arena.len()];
    let outcomes = outcomes(
        arena.graph(),
        arena.owners(),
        |v| arena.outcome(v).unwrap_or(Outcome::Draw),
        &mut distances,
        threads,
    );
    Solution {
        outcomes,
        distances,
    }
}
