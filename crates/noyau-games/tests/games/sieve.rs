//! The sieve against the graph of all positions, and against what is known from elsewhere.

use noyau::Game;
use noyau::arena::unfold::unfold;
use noyau::index::Index;
use noyau::limits::Limits;
use noyau::solve::{nimbers, retrograde, sieve};
use noyau::{Outcome, Value};
use noyau_games::chomp::Chomp;

#[test]
fn a_sieve_finds_what_the_graph_finds() {
    for rows in 1..=5 {
        for columns in 1..=6 {
            let game = Chomp::new(rows, columns).unwrap();
            let limits = Limits::default();
            let all = unfold(&game, &game.start(), &limits).unwrap();
            let arena = all.arena();
            let solution = retrograde::solve(&arena, 1);
            let graph_nimbers = nimbers::nimbers(arena.graph()).unwrap();
            let kernel = sieve::kernel(&game, game.bound(0), &limits).unwrap();
            let nimbers = sieve::nimbers(&game, game.bound(0), &limits).unwrap();
            let mut lost = 0;
            for v in arena.graph().vertices() {
                let number = game.number(all.position(v));
                let is_lost = Value::outcome(solution.value(v)) == Outcome::Loss;
                assert_eq!(
                    kernel.is_lost(number),
                    is_lost,
                    "{rows}x{columns}, number {number}"
                );
                assert_eq!(nimbers.get(number), graph_nimbers[v as usize]);
                lost += u64::from(is_lost);
            }
            assert_eq!(kernel.positions, all.positions.len() as u64);
            assert_eq!(kernel.lost, lost);
        }
    }
}

/// 322 lost positions on 8x8 and the only first move that wins there, b2, are known from tables of Chomp (A029900 to
/// A029902 in the encyclopedia of integer sequences list first moves); 85,555 among the 10,400,599 of 13x13 were found by
/// forward marking elsewhere.
#[test]
fn large_bars_are_sieved() {
    for (size, positions, lost) in [(8, 12_869, 322), (13, 10_400_599, 85_555)] {
        let game = Chomp::new(size, size).unwrap();
        let kernel = sieve::kernel(&game, game.bound(0), &Limits::default()).unwrap();
        assert_eq!((kernel.positions, kernel.lost), (positions, lost));
        // On a square bar b2 wins: each later move can be mirrored.
        let after = game.child(&game.start(), (1, 1));
        assert!(kernel.is_lost(game.number(&after)));
    }
}
