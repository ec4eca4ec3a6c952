use super::{at, refuses_moves, refuses_parameters, refuses_positions};
use crate::open;
use noyau::dynamic::Worth;
use noyau::limits::Limits;
use noyau::{Game, Outcome};
use noyau_games::connect4::Connect4;

#[test]
fn the_figures_of_the_course() {
    // Figure 6 is a picture; these stones stand on squares with the values that its sum names.
    let mut game = at(
        "connect4",
        "......./......./..o..../..xxo../.xoox../oxxxoo. first",
    );
    assert_eq!(game.scores(), [("alignments", 2)]);
    game.play("1").unwrap();
    assert_eq!(game.scores(), [("alignments", -2 - 4)]);
}

/// Moves and scores from Pons' set of easy endgames, `Test_L3_R1`.
const END_EASY: &[(&str, i32)] = &[
    ("26512741647245111351472255277", -5),
    ("75671334317317336771215665546", -4),
    ("12514726155174536522772517671", -3),
    ("12156756715535615116237724723", -2),
    ("34365567111741774461456416762", -1),
    ("52677675164321472411331752454", 0),
    ("31161436231375514162762677336", 1),
    ("66333444714334751354116675176", 2),
    ("11617255152412223243461443755", 3),
    ("56166146423261152341216473547", 4),
    ("31156377761323521533645257757", 5),
    ("67152117737262713366376314254", 6),
];

/// The score in Pons' sets of a position after those moves: who wins with stone number s of 21 scores 22 − s.
pub(crate) fn score_after(moves: &str, worth: &Worth) -> i32 {
    let stones = moves.len() as u32 + worth.distance.unwrap_or(0);
    let size = 22 - stones.div_ceil(2) as i32;
    match worth.outcome {
        Outcome::Win => size,
        Outcome::Draw => 0,
        Outcome::Loss => -size,
    }
}

#[test]
fn easy_endgames_have_their_scores() {
    for &(moves, score) in END_EASY {
        let mut game = open("connect4");
        game.play_line(moves).unwrap();
        let worth = game.solve(true, &Limits::default()).worth.unwrap();
        assert_eq!(score_after(moves, &worth), score, "{moves}");
    }
}

#[test]
fn moves_run_together_only_up_to_nine_columns() {
    for text in ["4453", "4,4,5,3", "4 4 5 3", "44 5,3"] {
        assert_eq!(open("connect4").split_moves(text), ["4", "4", "5", "3"]);
    }
    assert_eq!(
        open("connect4:12x4").split_moves("4 12,5"),
        ["4", "12", "5"]
    );
    assert_eq!(open("connect4:12x4").split_moves("445"), ["445"]);
    let why = open("connect4:12x4").play("445").unwrap_err().to_string();
    assert!(why.contains("separated by spaces or commas"), "{why}");
}

#[test]
fn impossible_boards_are_refused() {
    refuses_positions(
        "connect4:4x4",
        &[
            ("..../..../.x../.... second", "floats in column 2"),
            ("..../..../..../ooxx second", "one x more"),
            ("..../x.../x.../x... first", "as many x as o"),
            ("xxxx/oooo/..../.... first", "floats"),
            ("..../..../oooo/xxxx first", "both"),
            ("..../o.../oo.o/xxxx first", "x had a line already"),
            ("..../..../x.x./o.o. first", "in turn"),
            ("o.../o.../x.../x... first", "in turn"),
        ],
    );
}

#[test]
fn why_a_move_is_illegal() {
    refuses_moves(
        "connect4:4x2",
        "o.../x... first",
        &[
            ("1", "column 1 is full"),
            ("0", "1 to 4"),
            ("5", "1 to 4"),
            ("a", "1 to 4"),
            ("+2", "1 to 4"),
        ],
    );
}

#[test]
fn sizes_out_of_range_are_refused() {
    let form = "two sizes from 1";
    let size = "is not between 2 and 128";
    refuses_parameters(
        "connect4",
        &[
            ("0x6", form),
            ("7x0", form),
            ("99x99", size),
            ("16x8", size),
            ("7", form),
            ("7x6x1", form),
            ("18446744073709551615x2", size),
        ],
    );
    for parameters in [
        "1x1", "1x63", "1x127", "64x1", "9x6", "16x7", "2x31", "3x41",
    ] {
        let name = format!("connect4:{parameters}");
        assert_eq!(open(&name).name(), name);
    }
}

#[test]
fn a_line_in_the_last_column_of_a_wide_board_wins() {
    let mut game = open("connect4:16x7");
    game.play_line("16 1 15 1 14 2 13").unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Loss));
}

#[test]
fn wide_boards_obey_the_same_rules() {
    let wide = Connect4::<u128>::new(7, 6).unwrap();
    assert_eq!(noyau::game::perft(&wide, &wide.start(), 7), 823_536);
    // 16 columns of 7 with the free row fill 128 bits.
    let wide = Connect4::<u128>::new(16, 7).unwrap();
    let aligned = |cells: [(u32, u32); 4]| {
        let cells = cells.map(|(column, row)| 1 << (8 * (column - 1) + row - 1));
        wide.aligned(cells.into_iter().fold(0, |all, cell: u128| all | cell))
    };
    for line in [
        [(16, 4), (16, 5), (16, 6), (16, 7)],
        [(13, 7), (14, 7), (15, 7), (16, 7)],
        [(13, 4), (14, 5), (15, 6), (16, 7)],
        [(13, 7), (14, 6), (15, 5), (16, 4)],
    ] {
        assert!(aligned(line), "{line:?}");
    }
    for no_line in [
        [(15, 6), (15, 7), (16, 1), (16, 2)],
        [(13, 6), (14, 7), (15, 1), (16, 2)],
        [(13, 2), (14, 1), (15, 7), (16, 6)],
        [(12, 7), (13, 7), (15, 7), (16, 7)],
    ] {
        assert!(!aligned(no_line), "{no_line:?}");
    }
}
