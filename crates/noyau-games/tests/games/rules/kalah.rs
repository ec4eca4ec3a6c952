use super::{after, refuses_moves, refuses_parameters, refuses_positions};

#[test]
fn a_last_seed_in_the_own_store_moves_again() {
    let position = after("kalah", "4,4,4,4,4,4/4,4,4,4,4,4 first 0-0", "3 1");
    assert_eq!(position, "4,4,4,4,4,4/0,5,1,6,6,5 second 1-0");
}

#[test]
fn a_last_seed_in_an_own_empty_pit_takes() {
    let against_an_empty_pit = "1,0,2/1,0,2 first 3-3";
    for (name, position, wanted) in [
        (
            "kalah:3,2",
            "1,4,0/1,0,2 first 2-2",
            "1,0,0/0,0,2 second 7-2",
        ),
        ("kalah:3,2", against_an_empty_pit, "1,0,2/0,0,2 second 4-3"),
        (
            "kalah:3,2,plain",
            against_an_empty_pit,
            "1,0,2/0,1,2 second 3-3",
        ),
    ] {
        assert_eq!(after(name, position, "1"), wanted);
    }
}

#[test]
fn refused_positions_parameters_and_moves() {
    let form = "separated by commas";
    refuses_positions(
        "kalah:2,2",
        &[
            ("2,2/2,3 first 0-0", "there are 9 seeds"),
            ("2,2/2,2 first 1-0", "0 have been won"),
            ("2,2,2/2,2 first 0-0", form),
            ("2,2/2,2/2,2 first 0-0", form),
            ("2,2/2,x first 0-0", form),
        ],
    );
    refuses_moves(
        "kalah:2,2",
        "2,2/0,3 first 1-0",
        &[("1", "pit 1 is empty"), ("3", "as in 1"), ("", "as in 1")],
    );
    let form = "two numbers with a comma";
    refuses_parameters(
        "kalah",
        &[
            ("6", form),
            ("0,4", "0 pits a side with 4 seeds each are out of range"),
            ("9,1", "9 pits a side with 1 seeds each are out of range"),
            ("6,4,full", form),
            ("6,4,plain,", form),
            ("6,9", "6 pits a side with 9 seeds each are out of range"),
            ("-1,4", form),
        ],
    );
}
