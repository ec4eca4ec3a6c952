use super::{at, refuses_moves, refuses_positions};
use crate::open;
use noyau::{Outcome, Side};

#[test]
fn the_shortest_rout() {
    let mut game = open("othello");
    for mv in game.split_moves("e6f4e3f6g5d6e7f5c5") {
        game.play(&mv).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Loss));
    assert_eq!(game.side(), Side::Second);
    assert_eq!(
        game.position(),
        "......../......../....x.../...xxx../..xxxxx./...xxx../....x.../........ second"
    );
}

#[test]
fn heuristics_count_for_the_side_to_move() {
    let mut game = open("othello:4");
    game.play("b1").unwrap();
    let scores: Vec<_> = game.scores();
    assert_eq!(scores, [("material", -3), ("mobility", 0), ("corners", 0)]);
    game.play("a1").unwrap();
    assert_eq!(game.scores()[2], ("corners", -1));
}

#[test]
fn move_lists_run_together() {
    let mut game = open("othello");
    let moves = "F5d6 c3,d3c4PASSf4";
    let split = game.split_moves(moves);
    assert_eq!(split, ["F5", "d6", "c3", "d3", "c4", "PASS", "f4"]);
    for mv in &split[..5] {
        game.play(mv).unwrap();
    }
    assert_eq!(
        game.position(),
        "......../......../..xo..../..xxx.../...oxx../...o..../......../........ second"
    );
    assert_eq!(game.split_moves("f5d"), ["f5d"]);
    assert_eq!(game.split_moves("é5 passe"), ["é5", "passe"]);
}

#[test]
fn positions_of_other_programs_are_read() {
    let mut game = open("othello");
    let start = game.position();
    for text in [
        "---------------------------OX------XO--------------------------- X",
        "---------------------------O*------*O--------------------------- Black",
        "......../......../......../...OX.../...XO.../......../......../........ first",
    ] {
        game.set(text).unwrap();
        assert_eq!(game.position(), start);
    }
}

#[test]
fn impossible_positions_are_refused() {
    refuses_positions(
        "othello:4",
        &[
            ("..../.ox./.xo./....", "a space and the side"),
            ("..../.ox./.xo./.... third", "no side"),
            ("..../.ox./.xo./.. first", "row 4 has 2 squares"),
            ("..../.ox./.xo. first", "4 rows"),
            ("..../.ox./.xq./.... first", "'q' on c3"),
            ("..../.o../.xo./.... first", "c2 is empty"),
            ("..../.ox./.xo./.... X X", "a space and the side"),
            ("-----OX--XO---- X", "row 4 has 3 squares"),
        ],
    );
    refuses_positions(
        "othello:6",
        &[(
            "x...../....../..ox../..xo../....../...... first",
            "a1 is cut off",
        )],
    );
}

#[test]
fn why_a_move_is_illegal() {
    refuses_moves(
        "othello:4",
        "",
        &[
            ("pass", "no other move"),
            ("b2", "b2 is taken"),
            ("d4", "turn none over"),
            ("e1", "no square e1"),
            ("4", "its column and its row"),
        ],
    );
    let passing = "..../xxxo/.xoo/.ooo first";
    refuses_moves("othello:4", passing, &[("a1", "only move is `pass`")]);
    let mut game = at("othello:4", passing);
    assert_eq!(game.moves(), ["pass"]);
    game.play("PASS").unwrap();
    assert_eq!(game.side(), Side::Second);
}
