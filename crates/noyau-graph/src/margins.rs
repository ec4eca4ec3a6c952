//! Margins of games with points: the final lead of the side to move, counting only points still to come.
//!
//! Strongly connected components are solved one by one, sinks first. A single position takes the best of its moves.
//! In a larger component nothing is won along a cycle, and infinite play wins nothing more: there the margin of a
//! position is at least k > 0 exactly when the side to move can force an exit worth k, which is an attractor for
//! each k. O(vertices + edges) without cycles, times the number of distinct exit margins with them.

use crate::arena::Rows;
use crate::arena::analysis::for_each_component;
use crate::arena::unfold::GameGraph;
use noyau_core::value::MoveEffect;

/// The graph of a game with points.
#[derive(Debug, Clone, Copy)]
pub struct Pointed<'a> {
    /// The moves.
    pub successors: &'a Rows,
    /// The gain of the mover along each edge; none along a cycle.
    pub gains: &'a [i32],
    /// Which edges keep the turn; empty if none does.
    pub kept: &'a [bool],
    /// The margin settled for the side to move, by vertex; read for sinks only.
    pub settled: &'a [i32],
}

impl<'a> From<&'a GameGraph> for Pointed<'a> {
    fn from(graph: &'a GameGraph) -> Self {
        Self {
            successors: &graph.successors,
            gains: &graph.gains,
            kept: &graph.kept,
            settled: &graph.settled,
        }
    }
}

impl Pointed<'_> {
    /// The moves of a vertex: successor, effect on margins.
    fn moves(&self, v: u32) -> impl Iterator<Item = (u32, MoveEffect)> + '_ {
        let from = self.successors.offsets()[v as usize] as usize;
        (from..).zip(self.successors.row(v)).map(|(e, &w)| {
            let (gain, keeps_turn) = (self.gains[e], self.kept.get(e).copied().unwrap_or(false));
            (w, MoveEffect { gain, keeps_turn })
        })
    }
}

/// Marks a vertex outside the current component.
const OUTSIDE: u32 = u32::MAX;

/// The margin still to come at every vertex, for the side to move.
pub fn margins(game: &Pointed<'_>) -> Vec<i32> {
    let mut margins = vec![0; game.successors.len()];
    let mut place = vec![OUTSIDE; game.successors.len()];
    for_each_component(game.successors, |component| {
        if let &[v] = component
            && game.successors.row(v).iter().all(|&w| w != v)
        {
            margins[v as usize] = game
                .moves(v)
                .map(|(w, effect)| effect.score(margins[w as usize]))
                .max()
                .unwrap_or(game.settled[v as usize]);
            return;
        }
        for (&v, i) in component.iter().zip(0..) {
            place[v as usize] = i;
        }
        solve_component(game, component, &place, &mut margins);
        for &v in component {
            place[v as usize] = OUTSIDE;
        }
    });
    margins
}

/// Solves a component with cycles whose exits are solved. `place` holds the index of each member, `OUTSIDE`
/// elsewhere.
fn solve_component(game: &Pointed<'_>, component: &[u32], place: &[u32], margins: &mut [i32]) {
    // 1. For each vertex the best exit, and the number of moves that stay; the reversed edges inside.
    let size = component.len();
    let mut best: Vec<Option<i32>> = vec![None; size];
    let mut open = vec![0u32; size];
    let mut inside = Vec::new();
    for (&v, i) in component.iter().zip(0..) {
        for (w, effect) in game.moves(v) {
            let j = place[w as usize];
            if j == OUTSIDE {
                let exit = effect.score(margins[w as usize]);
                best[i as usize] = best[i as usize].max(Some(exit));
            } else {
                open[i as usize] += 1;
                inside.push((j, 2 * i + u32::from(effect.keeps_turn)));
            }
        }
    }
    inside.sort_unstable();
    let mut sizes: Vec<i32> = best.iter().flatten().map(|exit| exit.abs()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    // 2. For each k, greatest first: +k where the side to move can force it, −k where it cannot avoid losing it.
    let mut decided: Vec<Option<i32>> = vec![None; size];
    let verdict = |k: i32, best: Option<i32>, open: u32| match best {
        Some(best) if best >= k => Some(k),
        Some(best) if open == 0 && best <= -k => Some(-k),
        _ => None,
    };
    let mut queue: Vec<u32> = Vec::new();
    for &k in sizes.iter().rev().take_while(|&&k| k > 0) {
        for i in 0..size {
            if decided[i].is_none() {
                decided[i] = verdict(k, best[i], open[i]);
                queue.extend(decided[i].map(|_| i as u32));
            }
        }
        while let Some(j) = queue.pop() {
            let after = decided[j as usize].unwrap_or(0);
            let from = inside.partition_point(|edge| edge.0 < j);
            for &(_, edge) in inside[from..].iter().take_while(|edge| edge.0 == j) {
                let i = (edge / 2) as usize;
                if decided[i].is_some() {
                    continue;
                }
                open[i] -= 1;
                let (gain, keeps_turn) = (0, edge % 2 == 1);
                best[i] = best[i].max(Some(MoveEffect { gain, keeps_turn }.score(after)));
                decided[i] = verdict(k, best[i], open[i]);
                queue.extend(decided[i].map(|_| i as u32));
            }
        }
    }
    // 3. All other vertices are level: an exit worth nothing, or infinite play.
    for (&v, decided) in component.iter().zip(decided) {
        margins[v as usize] = decided.unwrap_or(0);
    }
}
