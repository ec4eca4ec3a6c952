//! `noyau solve --method search` and `noyau bench`.

use super::{run, run_with};
use serde_json::Value;

/// What `noyau bench` prints of each game. A change of the search that changes it says so in its message, with the old and the
/// new number; any other change leaves it as it is.
const SIGNATURES: [(&str, u64); 6] = [
    ("connect4", 179_225),
    ("domineering", 391),
    ("dots", 701),
    ("kalah", 7136),
    ("mnk", 2017),
    ("othello", 17),
];

#[test]
fn the_signatures_of_the_search_are_the_committed_ones() {
    let run = run("bench --json");
    assert_eq!(run.status, 0, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let committed: Value = SIGNATURES.into_iter().collect();
    assert_eq!(found["signatures"], committed, "{found}");
    let sum: u64 = SIGNATURES.iter().map(|game| game.1).sum();
    assert_eq!(found["signature"], sum);
}

#[test]
fn a_search_says_how_many_positions_it_opened() {
    let run = run("solve connect4 --after 52753311433677442422121 --json");
    assert_eq!(run.status, 0, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["method"], "search");
    assert_eq!(found["outcome"], "win");
    assert_eq!(found["exact"], true);
    assert_eq!(found["positions"], Value::Null);
    assert!(found["nodes"].as_u64().unwrap() > 0);
    let line = found["line"].as_array().unwrap();
    assert_eq!(line.len() as u64, found["distance"].as_u64().unwrap());
}

#[test]
fn too_few_positions_leave_bounds() {
    let run = run("solve connect4 --nodes 3000 --json");
    assert_eq!(run.status, 1);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["outcome"], "unknown");
    let bounds: Vec<_> = found["bounds"].as_array().unwrap().iter().collect();
    assert_eq!(bounds.len(), 2);
}

/// With `--quick` nothing more is wanted than the position: best play is shown as far as it costs little.
#[test]
fn a_quick_search_is_done_when_the_position_is_decided() {
    let found = run("solve mnk:6,5,4 --nodes 5000 --quick --json").json();
    assert_eq!(found["outcome"], "win");
    assert_eq!(found["best"].as_array().unwrap().len(), 1);
    // All moves are more than it has found by then.
    let run = run("solve mnk:6,5,4 --nodes 5000 --json");
    assert_eq!(run.status, 1, "{}", run.err);
}

#[test]
fn a_batch_has_nodes_and_goes_on_after_a_wrong_line() {
    let lines = "32164625\n0\n6146\n";
    let run = run_with(&["solve", "connect4", "--batch", "-"], lines);
    assert_eq!(run.status, 2);
    let rows: Vec<Vec<&str>> = run
        .out
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(rows.len(), 2, "{}", run.out);
    assert_eq!(rows[0][..3], ["32164625", "win", "13"]);
    assert_eq!(rows[1][..3], ["6146", "win", "3"]);
    assert!(rows[0][4].parse::<u64>().unwrap() > 0);
}

#[test]
fn a_game_that_cannot_be_searched_says_why() {
    let run = run("solve leapfrog --method search");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("every play ends"), "{}", run.err);
}
