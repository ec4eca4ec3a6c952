//! Theorems of the course about games, checked by computation.

use crate::open;
use noyau::Outcome;
use noyau::arena::analysis::bipartition;
use noyau::limits::Limits;
use noyau::solve::{nimbers, retrograde};

fn outcome(name: &str) -> Outcome {
    let answer = open(name).solve(true, &Limits::default());
    answer.worth.unwrap().outcome
}

/// First text, theorem 1.1, proved there by stealing a strategy.
#[test]
fn the_first_player_wins_every_chomp_but_1x1() {
    for rows in 1..=6 {
        for columns in 1..=6 {
            let expected = if rows * columns == 1 {
                Outcome::Loss
            } else {
                Outcome::Win
            };
            assert_eq!(outcome(&format!("chomp:{rows}x{columns}")), expected);
        }
    }
}

/// First text: Chomp(p, q) has C(p + q, p) − 1 positions.
#[test]
fn chomp_has_as_many_positions_as_the_course_says() {
    for rows in 1..=6u64 {
        for columns in 1..=6u64 {
            let choices = (1..=rows).fold(1, |product, i| product * (columns + i) / i);
            let count = open(&format!("chomp:{rows}x{columns}")).count(&Limits::default());
            assert_eq!(count.unwrap().positions, choices - 1, "{rows}x{columns}");
        }
    }
}

/// Third text: the side to move loses exactly when n ≡ 1 mod 4.
#[test]
fn matches_are_lost_at_1_modulo_4() {
    // All smaller rows are positions of the largest.
    let arena = open("matches:10000").arena(&Limits::default()).unwrap();
    let solution = retrograde::solve(&arena, 1);
    assert_eq!(arena.len(), 10_000);
    for v in arena.graph().vertices() {
        let left: u32 = arena.name(v).parse().unwrap();
        let lost = solution.value(v).outcome() == Outcome::Loss;
        assert_eq!(lost, left % 4 == 1, "{left} matches");
    }
}

/// First text, theorem 1.3: the lost positions of an impartial game are those of nimber 0.
#[test]
fn lost_is_nimber_0() {
    for name in ["chomp:4x5", "matches:50,4", "matches:50,4,normal"] {
        let arena = open(name).arena(&Limits::default()).unwrap();
        let nimbers = nimbers::nimbers(arena.graph()).unwrap();
        let solution = retrograde::solve(&arena, 1);
        for v in arena.graph().vertices() {
            let lost = solution.value(v).outcome() == Outcome::Loss;
            assert_eq!(lost, nimbers[v as usize] == 0, "{name}: {}", arena.name(v));
        }
    }
}

/// Second text: the graph of saute-mouton is bipartite, since the sides take turns, and has no circuit.
#[test]
fn leapfrog_is_bipartite() {
    let arena = open("leapfrog").arena(&Limits::default()).unwrap();
    assert_eq!(arena.len(), 27);
    let sides = bipartition(arena.graph()).unwrap();
    let owners = arena.owners().unwrap();
    for (u, v) in arena.graph().forward().iter_edges() {
        assert_ne!(owners[u as usize], owners[v as usize]);
        assert_ne!(sides[u as usize], sides[v as usize]);
    }
}
