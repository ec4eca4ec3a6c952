use super::{at, refuses_moves, refuses_positions};

#[test]
fn a_mill_takes_a_man() {
    let mut game = at("morris:6", "");
    for mv in ["a1", "b2", "c1", "b3", "e1xb2"] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.position(), ".../.../.o../.../xxx 3,4 second");
}

#[test]
fn reasons_against_moves() {
    refuses_moves(
        "morris:6",
        ".../.../.o../.o./x.x 4,4 first",
        &[
            ("c1", "as in c1xb3"),
            ("c1xa1", "no man of the opponent"),
            ("a3xc2", "ends with a3"),
            ("a1", "already"),
            ("a2", "no point a2"),
            ("a1-a3", "placed"),
            ("c3xx", "placed"),
        ],
    );
    refuses_moves(
        "morris:6",
        "o../ooo/...x/xx./xo. 1,1 first",
        &[("d2xb4", "is in a mill")],
    );
    refuses_moves(
        "morris:6",
        "o.o/.x./ox../xxx/o.. 0,0 first",
        &[
            ("a1", "moves to"),
            ("b3-d3", "no line leads from b3 to d3"),
            ("a1-c1", "no man of the side to move"),
            ("b3-a3", "already"),
        ],
    );
}

#[test]
fn refused_positions() {
    let in_turn = "the sides place their 6 men in turn";
    refuses_positions(
        "morris:6",
        &[
            (".../.../..../.../... first", "the men in hand"),
            (".../.../..../.../... 6,6 second", in_turn),
            (".../.../..../.../... 6,5 first", in_turn),
            (".../.../..../.../... 7,7 first", in_turn),
            (
                ".../.../..../.../... 18446744073709551615,0 second",
                in_turn,
            ),
            (".../.../.../.../... 6,6 first", "3 points instead of 4"),
            (".../.../..../... 6,6 first", "5 rows from the top"),
            ("..#/.../..../.../... 6,6 first", "'#' on e5"),
            ("x../.../..../.../... 6,6 first", "has placed 0 men, but 1"),
            (
                "x../.../..../.../... 5,5 first",
                "second cannot have lost 1",
            ),
            ("xxx/.../..../.../..o 3,4 first", in_turn),
            (
                "xxx/.../..../.../... 3,3 first",
                "second cannot have lost 3",
            ),
            (
                "xxx/.../..../.../.oo 0,0 first",
                "second cannot have lost 4",
            ),
            (
                "xxx/.../..../.../..o 0,0 second",
                "second cannot have lost 5",
            ),
        ],
    );
    refuses_positions(
        "morris:3",
        &[
            ("xxx/oo./o.. 0,0 first", "first has a mill"),
            ("xx./oo./o.. 0,0 first", "first cannot have lost 1"),
            ("xxx/ooo/... 0,0 second", "second has a mill"),
        ],
    );
}
