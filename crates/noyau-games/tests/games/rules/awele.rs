use super::{after, refuses_moves, refuses_positions};

#[test]
fn twos_and_threes_are_taken_backwards() {
    let position = after("awele", "4,4,1,2,1,4/4,4,4,5,4,4 first 4-3", "4");
    assert_eq!(position, "4,4,1,0,0,5/4,4,4,0,5,5 second 9-3");
}

#[test]
fn taking_everything_takes_nothing() {
    let position = after("awele", "0,0,0,0,1,1/1,0,0,0,0,2 first 21-22", "6");
    assert_eq!(position, "0,0,0,0,2,2/1,0,0,0,0,0 second 21-22");
}

#[test]
fn the_lifted_pit_is_passed_over() {
    let position = after("awele", "0,0,0,0,0,0/12,0,0,0,0,0 first 18-18", "1");
    assert_eq!(position, "1,1,1,1,1,1/0,2,1,1,1,1 second 18-18");
}

#[test]
fn refused_positions_and_moves() {
    let form = "separated by commas";
    refuses_positions(
        "awele",
        &[
            ("4,4,4,4,4,4/4,4,4,4,4,4 first", "ends with the points"),
            ("4,4,4,4,4,4/4,4,4,4,4,5 first 0-0", "there are 49 seeds"),
            ("4,4,4,4,4,4/4,4,4,4,4,3 first 1-0", "one seed is missing"),
            ("4,4,4,4,4/4,4,4,4,4,4 first 4-0", form),
            ("4,4,4,4,4,4,4,4,4,4,4,4 first 0-0", form),
            ("4,4,4,4,4,4/4,4,4,4,4,-4 first 0-0", form),
            (
                "0,0,0,0,0,0/1,0,0,0,3,2 second 21-21",
                "the side to move always has a seed",
            ),
            (
                "18446744073709551615,1,0,0,0,0/0,0,0,0,0,1 first 0-0",
                "there are 18446744073709551615 seeds",
            ),
        ],
    );
    refuses_moves(
        "awele",
        "0,0,0,0,0,0/1,0,0,0,3,2 first 21-21",
        &[
            ("1", "brings none over"),
            ("2", "pit 2 is empty"),
            ("7", "as in 1"),
            ("b2", "as in 1"),
        ],
    );
}
