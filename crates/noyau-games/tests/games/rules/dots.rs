use super::{after, at, refuses_positions};

#[test]
fn points_fit_the_board() {
    for good in ["-./||./-- first 1-0", "-./||./-- first 0-1"] {
        assert_eq!(at("dots:2x1", good).position(), good);
    }
    let form = "ends with the points";
    refuses_positions(
        "dots:2x1",
        &[
            ("-./||./-- first 0-0", "add up to 0, but 1"),
            ("-./||./-- first 2-0", "add up to 2, but 1"),
            ("-./||./-- first 1-1", "add up to 2, but 1"),
            ("-./||./-- first 1--0", form),
            ("-./||./-- first +1-0", form),
            (
                "-./||./-- first 2147483647-2147483647",
                "add up to 4294967294",
            ),
            ("-./||./-- first 1", form),
        ],
    );
}

/// One edge may close two boxes, and whoever closes moves again.
#[test]
fn closing_two_boxes_wins_two_points() {
    let position = after("dots:2x1", "--/|.|/-. second 0-0", "b1-c1 b2-b1");
    assert_eq!(position, "--/|||/-- first 2-0");
}
