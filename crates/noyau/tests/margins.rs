//! Margins against the definition: the best of one side's strategies against the worst of the other's, each tried.
#![allow(missing_docs, reason = "test")]

use noyau::arena::Rows;
use noyau::solve::margins::{Pointed, margins};
use proptest::prelude::*;

const VERTICES: usize = 5;

#[derive(Debug)]
struct Random {
    rows: Rows,
    gains: Vec<i32>,
    kept: Vec<bool>,
    settled: Vec<i32>,
}

/// Vertices stand on floors. An edge stays on its floor and wins nothing, or goes down and wins something.
fn random() -> impl Strategy<Value = Random> {
    let edge = (0..VERTICES, 0..VERTICES, -3..=3i32, any::<bool>());
    let floors = prop::collection::vec(0..3u8, VERTICES);
    let settled = prop::collection::vec(-4..=4i32, VERTICES);
    (floors, prop::collection::vec(edge, 0..12), settled).prop_map(|(floors, edges, settled)| {
        let mut edges: Vec<_> = edges
            .into_iter()
            .filter(|&(u, v, _, _)| floors[u] >= floors[v])
            .map(|(u, v, gain, keeps)| {
                let down = i32::from(floors[u] > floors[v]);
                (u as u32, v as u32, gain * down, keeps)
            })
            .collect();
        edges.sort_by_key(|edge| edge.0);
        // Two moves a vertex at most, so that strategies are few.
        let mut moves = [0; VERTICES];
        edges.retain(|edge| {
            moves[edge.0 as usize] += 1;
            moves[edge.0 as usize] <= 2
        });
        let pairs: Vec<_> = edges.iter().map(|edge| (edge.0, edge.1)).collect();
        Random {
            rows: Rows::from_edges(VERTICES, &pairs),
            gains: edges.iter().map(|edge| edge.2).collect(),
            kept: edges.iter().map(|edge| edge.3).collect(),
            settled,
        }
    })
}

/// What is won from `start` on by the side to move there when both sides follow their strategies; bit `v` of a strategy
/// says which of the two moves at `v` it takes. Play that comes back wins nothing more.
fn play(game: &Random, start: u32, strategies: [u32; 2]) -> i32 {
    let mut seen = [[false; 2]; VERTICES];
    let (mut v, mut side, mut won) = (start, 0, 0);
    loop {
        let sign = if side == 0 { 1 } else { -1 };
        let row = game.rows.row(v);
        if row.is_empty() {
            return won + sign * game.settled[v as usize];
        }
        if std::mem::replace(&mut seen[v as usize][side], true) {
            return won;
        }
        let choice = (strategies[side] >> v & 1) as usize % row.len();
        let edge = game.rows.offsets()[v as usize] as usize + choice;
        won += sign * game.gains[edge];
        side ^= usize::from(!game.kept[edge]);
        v = row[choice];
    }
}

fn by_definition(game: &Random, v: u32) -> i32 {
    let all = 0..1u32 << VERTICES;
    let worst = |own| {
        let replies = all.clone().map(|other| play(game, v, [own, other]));
        replies.min().unwrap()
    };
    all.clone().map(worst).max().unwrap()
}

proptest! {
    #[test]
    fn margins_are_those_of_the_best_strategies(game in random()) {
        let found = margins(&Pointed {
            successors: &game.rows,
            gains: &game.gains,
            kept: &game.kept,
            settled: &game.settled,
        });
        let wanted: Vec<_> = (0..VERTICES as u32).map(|v| by_definition(&game, v)).collect();
        prop_assert_eq!(found, wanted);
    }
}
