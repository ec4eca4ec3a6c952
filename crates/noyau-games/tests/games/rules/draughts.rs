use super::{at, refuses_moves, refuses_positions};
use noyau::Outcome;
use noyau::dynamic::OpenGame;

fn sorted_moves(game: &dyn OpenGame) -> Vec<String> {
    let mut moves = game.moves();
    moves.sort();
    moves
}

#[test]
fn captures_with_the_same_ends_are_told_apart_by_their_ways() {
    let mut game = at("draughts:english", "WK3:B7,8,15,16,18,20,23,24 second");
    let moves = [
        "3x10x19x26",
        "3x10x19x28",
        "3x12x19x26",
        "3x12x19x28",
        "3x3",
    ];
    assert_eq!(sorted_moves(&*game), moves);
    let refused = game.play("3x26").unwrap_err().to_string();
    assert!(refused.contains("3x10x19x26, 3x12x19x26"), "{refused}");
    game.play("3x12x19x26").unwrap();
    assert_eq!(game.position(), "WK26:B7,15,18,20,24 first");

    let mut game = at(
        "draughts:international",
        "WK19:B7,17,18,23,27,29,30,K47 first",
    );
    let moves = sorted_moves(&*game);
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[0], "19x1");
    for long in &moves[1..] {
        assert!(long.starts_with("19x") && long.ends_with("x35"), "{long}");
        game.play(long).unwrap();
        assert!(game.undo());
    }
}

#[test]
fn one_capture_by_two_ways_is_one_move() {
    // Round the square of four men, either way.
    let mut game = at("draughts:english", "WK3:B7,8,15,16 second");
    assert_eq!(game.moves(), ["3x3"]);
    for way in ["3x12x19x10x3", "3x10x19x12x3", "3X3", "3:3"] {
        game.play(way).unwrap();
        assert_eq!(game.position(), "WK3:B first");
        assert_eq!(game.outcome(), Some(Outcome::Loss));
        game.undo();
    }
    refuses_moves(
        "draughts:english",
        "WK3:B7,8,15,16 second",
        &[("3x10x3", "no capture goes that way")],
    );
}

#[test]
fn positions_of_other_programs_are_read() {
    for (parameters, text) in [
        ("international", "W:W31-50:B1-20"),
        ("international", "\"W:B1-20:W31-50.\""),
        ("international", "W:W31-50:B1-20:H0:F1"),
        ("english", "B:W21-32:B1-12."),
    ] {
        let name = format!("draughts:{parameters}");
        let start = at(&name, "").position();
        assert_eq!(at(&name, text).position(), start, "{text}");
    }
    let game = at("draughts:english", "W:B1,K2-4:W32");
    assert_eq!(game.position(), "W32:B1,K2,K3,K4 second");
}

#[test]
fn impossible_positions_are_refused() {
    refuses_positions(
        "draughts:international",
        &[
            ("W31:B1", "begins with its colour"),
            ("W31:B1 third", "begins with its colour"),
            ("G:W31:B1", "begins with its colour"),
            ("W31 first", "the men of both sides"),
            ("W31:W32 first", "given twice"),
            ("W31:B1:X4 first", "\"X4\" is neither"),
            ("W31:B31 first", "both sides cannot stand on 31"),
            ("W31,31:B1 first", "31 is named twice"),
            ("W51:B1 first", "no square 51"),
            ("W0:B1 first", "no square 0"),
            ("W31,:B1 first", "\"\" is no man"),
            ("W31,Q5:B1 first", "\"Q5\" is no man"),
            ("W9-7:B1 first", "an earlier one"),
            ("W3:B7 first", "K3"),
            ("W33:B47 first", "K47"),
            ("W6-26:B1 first", "21 men"),
            ("W31: first", "\"\" is neither"),
            ("W31:B first", "`second` moved last"),
        ],
    );
}

#[test]
fn why_a_move_is_illegal() {
    let cases = [
        ("international", "", "32", "two squares"),
        ("international", "", "32-28-23", "two squares"),
        ("international", "", "32-51", "no square 51"),
        ("international", "", "28-23", "stands on 28"),
        ("international", "", "20-25", "stands on 20"),
        ("international", "", "32-29", "not a diagonal neighbour"),
        ("international", "", "37-32", "not free"),
        ("international", "", "32x28", "nothing can be taken"),
        ("international", "W33,46:B6,29 first", "46-41", "33x24"),
        (
            "international",
            "W28:B1 first",
            "28-33",
            "only a king goes back",
        ),
        (
            "international",
            "WK46:B1 first",
            "46-47",
            "a king goes along",
        ),
        (
            "international",
            "W32,35:B18,28,30 first",
            "35x24",
            "the most must",
        ),
        ("english", "WK32:B18,27,6 second", "32x23", "goes on"),
        ("english", "WK32:B18,27,6 second", "32x22", "one is 32x14"),
    ];
    for (parameters, at, mv, why) in cases {
        refuses_moves(&format!("draughts:{parameters}"), at, &[(mv, why)]);
    }
}

#[test]
fn heuristics_count_for_the_side_to_move() {
    let game = at("draughts:english", "WK32,31:B1,6 second");
    // 32-27, 32-28, 31-26 and 31-27 against 1-5, 6-9 and 6-10.
    assert_eq!(game.scores(), [("material", 2), ("mobility", 1)]);
}
