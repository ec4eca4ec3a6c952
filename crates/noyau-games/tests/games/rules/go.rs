use super::{at, refuses_moves, refuses_parameters, refuses_positions};
use crate::open;
use noyau::conformance::check_random_moves;
use noyau::{Game, Outcome};
use noyau_games::go::{Go, Stones};
use std::collections::HashSet;

#[test]
fn parameters_and_impossible_positions_are_refused() {
    let sizes = ["0", "12", "x"].map(|wrong| (wrong, "the size is a number"));
    refuses_parameters("go", &sizes);
    let komis = ["5,", "5,6.3", "5,-1", "5,401", "5,0,0"];
    refuses_parameters("go", &komis.map(|wrong| (wrong, "the komi is a number")));
    assert_eq!(open("go:9").name(), "go:9,0");
    refuses_positions(
        "go:3",
        &[
            (".../.../...", "the side to move"),
            (".../... first", "3 rows"),
            (".../.../..# first", "'#' on c1"),
            ("ox./x../... first", "a3 have no liberty"),
            ("xox/oxo/xox first", "have no liberty"),
            (".../.../... ko:b2 first", "taken on b2"),
            (".x./x.x/.x. ko:b2 first", "taken on b2"),
            (".x./x.x/.x. ko:b2 second", "taken on b2"),
            ("xx./xxo/x.x ko:d1 second", "no square d1"),
            ("xx./xxo/x.x ko:b1 ko:b1 second", "one ko"),
            ("xx./xxo/x.x ko:b1 passed second", "no ko after a pass"),
            ("... passed first", "3 rows"),
            (".../.../... passed passed passed first", "\"passed\" is no"),
            (".../.../... late first", "\"late\" is no"),
        ],
    );
}

#[test]
fn why_a_move_is_illegal() {
    refuses_moves("go:3", "", &[("d1", "no square d1"), ("pas", "`pass`")]);
    let refuses = |at, mv, why| refuses_moves("go:3", at, &[(mv, why)]);
    refuses(".../.x./... second", "b2", "b2 is taken");
    refuses(".x./x../... second", "a3", "suicide");
    refuses("xx./xxo/x.x ko:b1 second", "b1", "taking back");
}

#[test]
fn ko_lasts_for_one_move() {
    let mut game = at("go:4", ".xo./xo.o/.xo./.... first");
    game.play("C3").unwrap();
    assert_eq!(game.position(), ".xo./x.xo/.xo./.... ko:b3 second");
    let refused = game.play("b3").unwrap_err().to_string();
    assert!(refused.contains("taking back"), "{refused}");
    game.play("a1").unwrap();
    game.play("PASS").unwrap();
    assert_eq!(game.position(), ".xo./x.xo/.xo./o... passed second");
    game.play("b3").unwrap();
    assert_eq!(game.position(), ".xo./xo.o/.xo./o... ko:c3 first");
}

#[test]
fn two_passes_end_the_game() {
    let mut game = open("go:2,1");
    game.play("a1").unwrap();
    game.play("pass").unwrap();
    assert_eq!(game.outcome(), None);
    game.play("pass").unwrap();
    assert_eq!(game.position(), "../x. passed passed second");
    assert_eq!(game.outcome(), Some(Outcome::Loss));
    let refused = game.play("pass").unwrap_err().to_string();
    assert!(refused.contains("the game is over"), "{refused}");
}

/// Tromp's numbers of legal boards (Combinatorics of Go, 2007), all of which play reaches.
#[test]
fn all_legal_boards_are_reached() {
    for (size, boards) in [(1, 1), (2, 57), (3, 12_675)] {
        let go = Go::<u64>::new(size, 0).unwrap();
        let mut seen = HashSet::from([go.start()]);
        let mut waiting = vec![go.start()];
        let mut moves = Vec::new();
        while let Some(stones) = waiting.pop() {
            moves.clear();
            go.moves(&stones, &mut moves);
            for &mv in &moves {
                let next = go.child(&stones, mv);
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        let distinct: HashSet<_> = seen.iter().map(Stones::by_side).collect();
        assert_eq!(distinct.len(), boards, "size {size}");
    }
}

/// Boards of more than 64 points are too large for all laws in every run of the tests.
#[test]
fn random_moves_on_wide_boards_are_fair() {
    for size in [8, 9, 11] {
        if let Ok(go) = Go::<u64>::new(size, 0) {
            check_random_moves(&go, 1, 2).unwrap();
        }
        check_random_moves(&Go::<u128>::new(size, 0).unwrap(), 1, 2).unwrap();
    }
}
