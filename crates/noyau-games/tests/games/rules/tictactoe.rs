use super::{at, refuses_positions};
use noyau::index::Index;
use noyau_games::tictactoe::GAME;

#[test]
fn impossible_boards_are_refused() {
    refuses_positions(
        "tictactoe",
        &[
            ("x../.../...", "ends with the side to move"),
            ("x../... first", "3 rows"),
            ("x../..../... second", "row 2 has 4 squares"),
            ("x../.z./... second", "'z' on b2"),
            ("x../.../... first", "as many x as o, not 1 x and 0 o"),
            ("o../.../... second", "one x more than o"),
            ("xxx/ooo/... first", "cannot both"),
            ("xxx/oo./o.. first", "x had a line already"),
            ("xxx/.../... second", "one x more"),
        ],
    );
    // Two lines at once are fine if one stone completes both.
    let crossing = "xxx/xoo/xoo second";
    assert_eq!(at("tictactoe", crossing).position(), crossing);
}

/// A stone counts the lines through its square, against the side to move.
#[test]
fn alignments_count_lines() {
    for (square, lines) in [3, 2, 3, 2, 4, 2, 3, 2, 3].into_iter().enumerate() {
        let mut board: Vec<char> = ".../.../...".chars().collect();
        board[square + square / 3] = 'x';
        let position = board.iter().collect::<String>() + " second";
        let scores = at("tictactoe", &position).scores();
        assert!(scores.contains(&("alignments", -lines)), "{position}");
    }
}

#[test]
fn numbers_without_a_board_are_refused() {
    assert_eq!(GAME.position(8, 2), None, "one o and no x");
    assert_eq!(GAME.position(7, 1 + 3), None, "two x and no o");
    assert_eq!(GAME.position(8, GAME.bound(8) + 1), None);
}
