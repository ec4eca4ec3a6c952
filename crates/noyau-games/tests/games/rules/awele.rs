use super::{after, refuses_moves, refuses_positions};

#[test]
fn how_seeds_are_sown_and_taken() {
    let leads_to = |from, pit, to| assert_eq!(after("awele", from, pit), to);
    // Twos and threes are taken backwards.
    let from = "4,4,1,2,1,4/4,4,4,5,4,4 first 4-3";
    leads_to(from, "4", "4,4,1,0,0,5/4,4,4,0,5,5 second 9-3");
    // Taking everything takes nothing.
    let from = "0,0,0,0,1,1/1,0,0,0,0,2 first 21-22";
    leads_to(from, "6", "0,0,0,0,2,2/1,0,0,0,0,0 second 21-22");
    // The lifted pit is passed over.
    let from = "0,0,0,0,0,0/12,0,0,0,0,0 first 18-18";
    leads_to(from, "1", "1,1,1,1,1,1/0,2,1,1,1,1 second 18-18");
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
