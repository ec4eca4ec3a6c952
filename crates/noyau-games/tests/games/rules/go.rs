use super::{at, refuses_moves, refuses_parameters, refuses_positions};
use crate::open;
use noyau::conformance::check_random_moves;
use noyau::notation::Notation;
use noyau::symmetry::Symmetric;
use noyau::{Game, Outcome, Side};
use noyau_games::go::{Go, Placement, Stones};
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

/// A board of 5x5 with First to move, and a point of it.
fn board(rows: &str, point: &str) -> (Go<u64>, Stones<u64>, u32) {
    let go = Go::new(5, 0).unwrap();
    let stones = go.parse_board(rows, Side::First).unwrap();
    let &[column, row] = point.as_bytes() else {
        unreachable!("a column and a row")
    };
    let point = u32::from(row - b'1') * 5 + u32::from(column - b'a');
    (go, stones, point)
}

#[test]
fn eyes_are_own_and_not_false() {
    for (rows, point, is_eye) in [
        ("...../...../...../xx.../.x...", "a1", true),
        ("...../...../...../xo.../.x...", "a1", false),
        ("...../...../.xo../x.x../.xo..", "b2", false),
        ("...../...../.xo../x.x../.x...", "b2", true),
        ("...../...../.x.../x.o../.x...", "b2", false),
        ("...../...../...../oo.../.o...", "a1", false),
    ] {
        let (go, stones, point) = board(rows, point);
        assert_eq!(go.is_eye(&stones, point), is_eye, "{rows}");
    }
}

#[test]
fn what_is_in_atari_is_saved_or_taken() {
    for (rows, last, points) in [
        // It runs.
        ("...../...../..o../.oxo./.....", "c3", "c1"),
        // It cannot, and nothing else helps.
        ("...../...../...../oo.../x.o..", "a2", ""),
        // Or a chaser is taken.
        ("...../...../.ox../oxo../..x..", "b3", "b1 d2"),
        // The last stone is.
        ("...../...../.x.../xo.../.x...", "b2", "c2"),
    ] {
        let (go, stones, last) = board(rows, last);
        let urgent = go.urgent(&stones, last);
        let urgent = (0..25).filter(|point| urgent >> point & 1 == 1);
        let names = urgent.map(|point| go.format_move(&stones, Placement::At(point)));
        assert_eq!(names.collect::<Vec<_>>().join(" "), points, "{rows}");
    }
}

#[test]
fn self_atari_takes_nothing_and_leaves_one_liberty() {
    for (rows, point, is_self_atari) in [
        ("...../...../...../o..../..o..", "a1", true),
        ("...../...../...../.o.../o....", "b1", true),
        ("...../...../...../ox.../..o..", "b1", false),
        ("...../...../...../...../.....", "a1", false),
        ("...../...../x..../oxx../.o...", "a1", false),
    ] {
        let (go, stones, point) = board(rows, point);
        let found = go.is_self_atari(&stones, point);
        assert_eq!(found, is_self_atari, "{rows}");
    }
}

#[test]
fn shapes_look_alike_from_all_sides() {
    let (go, stones, _) = board("...../..ox./...../...../.....", "a1");
    let mut found = 0;
    let mut moves = Vec::new();
    go.moves(&stones, &mut moves);
    for mv in moves {
        let Placement::At(point) = mv else { continue };
        let is_shape = go.is_shape(&stones, point.into());
        found += u32::from(is_shape);
        for s in 0..go.symmetries() {
            let turned = go.transform(&stones, s);
            let Placement::At(image) = go.transform_move(&stones, mv, s) else {
                unreachable!("a point becomes a point")
            };
            assert_eq!(go.is_shape(&turned, image.into()), is_shape, "{point} {s}");
        }
    }
    assert!(found > 0);
    let empty = go.start();
    assert!((0..25).all(|point| !go.is_shape(&empty, point)));
}
