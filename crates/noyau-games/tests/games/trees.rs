//! Textbook searches on the games: published counts, and agreement with the exact solver, which shares no code.

use crate::open;
use noyau::dynamic::OpenGame;
use noyau::heuristic::WON;
use noyau::limits::{Limits, Stopped};
use noyau::random::SplitMix;
use noyau::search::textbook::{Algorithm, Form, NotUnfolded};
use noyau::tree::Utility;
use noyau::{Outcome, Side};

/// Beyond the end of every game here.
const FAR: u32 = 1000;
const ALPHA_BETA: [Algorithm; 2] = [
    Algorithm::AlphaBeta(Form::Bound),
    Algorithm::AlphaBeta(Form::Extreme),
];

/// 549,946 is the number of nodes of the whole tree and 255,168 that of its leaves, as published many times; with moves
/// from `a1` along the rows to `c3`, alpha-beta looks at 18,297.
#[test]
fn tic_tac_toe_to_the_end() {
    let game = open("tictactoe");
    let limits = Limits::default();
    let found = game
        .search_tree(9, "zero", Algorithm::Minimax, false, &limits)
        .unwrap();
    assert_eq!(found.search.value, 0.into());
    assert_eq!(found.search.nodes, 549_946);
    assert_eq!(found.search.leaves, 255_168);
    assert_eq!(found.best.len(), 9);
    for algorithm in ALPHA_BETA {
        let found = game
            .search_tree(9, "zero", algorithm, false, &limits)
            .unwrap();
        assert_eq!(found.search.value, 0.into());
        assert_eq!(found.search.nodes, 18_297);
        assert_eq!(found.search.leaves, 7_330);
        assert_eq!(found.best.len(), 9);
    }
    let tree = game.tree(9, "zero", 549_946, &limits).unwrap();
    assert_eq!(tree.len(), 549_946);
    let refused = game.tree(9, "zero", 549_945, &limits);
    assert_eq!(refused, Err(NotUnfolded::TooLarge));
}

/// Every game that is small enough, from positions on the way of random games: who wins by minimax to the end is who
/// wins by working backwards through the graph, and a best move is best in both.
#[test]
fn to_the_end_minimax_agrees_with_the_solver() {
    let limits = Limits::default();
    let mut random = SplitMix(5);
    let whole = "chomp:2x3 chomp:3x3 matches:9,3 matches:8,3,normal nim:2,3 nim:2,3,misere wythoff:3,3 \
        octal:0.77,7 leapfrog:2 domineering:3x3 domineering:3x2 dots:2x1 kalah:2,1";
    let begun = [("tictactoe", 3), ("mnk:3,3,3", 4), ("connect4:4x4", 8)];
    let with_points = [("dots:2x2", 5), ("kalah:3,1", 2), ("othello:4", 6)];
    let whole = whole.split(' ').map(|name| (name, 0));
    for (name, plies) in whole.chain(begun).chain(with_points) {
        for _ in 0..6 {
            let mut game = open(name);
            for _ in 0..plies {
                let moves = game.moves();
                if !moves.is_empty() {
                    game.play(&moves[random.below(moves.len())]).unwrap();
                }
            }
            let exact = game.solve(false, &limits);
            let outcome = exact.worth.unwrap().outcome;
            let payoff = |outcome: Outcome| match outcome.winner(game.side()) {
                None => Utility::from(0),
                Some(Side::First) => Utility::from(WON),
                Some(Side::Second) => Utility::from(-WON),
            };
            for algorithm in [Algorithm::Minimax, Algorithm::Decided]
                .into_iter()
                .chain(ALPHA_BETA)
            {
                let found = game
                    .search_tree(FAR, "zero", algorithm, false, &limits)
                    .unwrap();
                let place = game.position();
                assert_eq!(
                    found.search.value,
                    payoff(outcome),
                    "{name} {place} {algorithm:?}"
                );
                let expected: Vec<_> = exact
                    .moves
                    .iter()
                    .map(|(mv, worth)| (mv.clone(), payoff(worth.outcome)))
                    .collect();
                assert_eq!(found.moves, expected, "{name} {place} {algorithm:?}");
            }
            let and_or = game
                .search_tree(FAR, "zero", Algorithm::Decided, true, &limits)
                .unwrap();
            let won = outcome.winner(game.side()) == Some(Side::First);
            assert_eq!(and_or.search.value.is_won(), won, "{name}");
        }
    }
}

/// And/or evaluation to a depth asks whether First wins within so many plies: the distance of the exact answer.
#[test]
fn and_or_within_a_depth_is_the_distance() {
    let limits = Limits::default();
    for name in "chomp:2x3 chomp:3x3 leapfrog:2 domineering:3x3 matches:8,3".split(' ') {
        let game = open(name);
        let exact = game.solve(true, &limits).worth.unwrap();
        assert_eq!(exact.outcome, Outcome::Win, "{name}");
        let distance = exact.distance.unwrap();
        for depth in 0..distance + 3 {
            let found = game
                .search_tree(depth, "zero", Algorithm::Minimax, true, &limits)
                .unwrap();
            assert_eq!(
                found.search.value.is_won(),
                depth >= distance,
                "{name} {depth}"
            );
        }
    }
}

/// Second text: the tree of saute-mouton is won by the side that begins, whatever its first move.
#[test]
fn leapfrog_of_the_course() {
    let found = open("leapfrog:2")
        .search_tree(12, "zero", Algorithm::Minimax, true, &Limits::default())
        .unwrap();
    assert!(found.search.value.is_won());
    let moves: Vec<_> = found
        .best
        .iter()
        .map(|&i| found.moves[i].0.as_str())
        .collect();
    assert_eq!(moves, ["1-3", "2-3"]);
}

/// Values are for First whoever moves: at depth 1 the best opening at Puissance 4 is the centre, worth 7 by figure 7, and
/// for Second the answer of least value.
#[test]
fn heuristics_are_for_first() {
    let mut game = open("connect4");
    let best = |game: &dyn OpenGame| {
        let found = game
            .search_tree(
                1,
                "alignments",
                Algorithm::Minimax,
                false,
                &Limits::default(),
            )
            .unwrap();
        let best: Vec<_> = found
            .best
            .iter()
            .map(|&i| found.moves[i].0.clone())
            .collect();
        (found.search.value, best)
    };
    assert_eq!(best(&*game), (7.into(), vec!["4".to_owned()]));
    game.play("1").unwrap();
    assert_eq!(best(&*game), ((3 - 7).into(), vec!["4".to_owned()]));
    let names: Vec<_> = game.opinions().iter().map(|opinion| opinion.name).collect();
    assert_eq!(names, ["alignments", "zero"]);
}

/// In games with points the points so far count.
#[test]
fn points_so_far_count() {
    let mut game = open("dots:2x1");
    for mv in ["a1-b1", "a2-b2", "a1-a2"] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.side(), Side::Second);
    let names: Vec<_> = game.opinions().iter().map(|opinion| opinion.name).collect();
    assert_eq!(names, ["points", "zero"]);
    let found = game
        .search_tree(1, "points", Algorithm::Minimax, false, &Limits::default())
        .unwrap();
    assert_eq!(found.search.value, (-1).into());
    let best: Vec<_> = found
        .best
        .iter()
        .map(|&i| found.moves[i].0.as_str())
        .collect();
    assert_eq!(best, ["b1-b2"]);
}

#[test]
fn a_limit_stops_the_search() {
    let limits = Limits::default().for_at_most(std::time::Duration::ZERO);
    let found = open("connect4").search_tree(12, "zero", Algorithm::Minimax, false, &limits);
    assert_eq!(found.err(), Some(Stopped::Time));
}
