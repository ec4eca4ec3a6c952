//! The examples of the course, exactly.

use super::{Folder, document, run, run_with};
use serde_json::json;

/// The dictionary of Chomp(2,3), as the course writes it.
pub(crate) const CHOMP: &str = {
    let example = include_str!("../../../../examples/graphs/chomp23.py");
    example
        .split_at("# Chomp (2, 3), as in the course.\nd = ".len())
        .1
};

fn on_chomp(arguments: &[&str]) -> serde_json::Value {
    let (command, options) = arguments.split_first().expect("a command");
    let mut all = vec!["graph", command, "-", "--format", "python", "--json"];
    all.extend(options);
    run_with(&all, CHOMP).json()
}

#[test]
fn kernel_with_its_steps() {
    assert_eq!(
        on_chomp(&["kernel", "--steps"]),
        json!({
            "kernel": ["2", "6", "8"],
            "undecided": [],
            "steps": [
                {"take": "8", "drop": ["4", "5", "7"]},
                {"take": "6", "drop": ["1", "3"]},
                {"take": "2", "drop": ["0"]},
            ],
        })
    );
    let text = run_with(&["graph", "kernel", "-", "--steps"], CHOMP).answer();
    assert_eq!(
        text,
        "\
8 has no successor: it joins the kernel and is removed with its predecessors 4, 5, 7.
6 has no successor left: it joins the kernel and is removed with its predecessors 1, 3.
2 has no successor left: it joins the kernel and is removed with its predecessor 0.
No vertex is left.

kernel     2, 6, 8
won        0, 1, 3, 4, 5, 7
undecided  none
"
    );
}

#[test]
fn strategy_defined_where_play_can_come() {
    let strategy = json!({"0": "2", "1": "6", "3": "6", "4": "8", "5": "8", "7": "8"});
    assert_eq!(
        on_chomp(&["strategy"]),
        json!({"winner": "first", "strategy": strategy})
    );
    // From 2, whoever moves there loses: Second wins, and is never at 0.
    assert_eq!(
        on_chomp(&["strategy", "--from", "2"]),
        json!({"winner": "second", "strategy": {"1": "6", "3": "6", "4": "8", "5": "8", "7": "8"}})
    );
}

#[test]
fn nimbers_and_their_sum() {
    assert_eq!(
        on_chomp(&["nimbers"]),
        json!({"nimber": {"0": 4, "1": 3, "2": 0, "3": 2, "4": 2, "5": 1, "6": 0, "7": 1, "8": 0}})
    );
    assert_eq!(on_chomp(&["nimbers", "--sum", "0,1"])["sum"], 4 ^ 3);
    assert_eq!(
        on_chomp(&["nimbers", "--sum", "0", "--sum", "3"])["sum"],
        4 ^ 2
    );
}

#[test]
fn the_attractor_exercise() {
    let folder = Folder::new("attractor_exercise");
    let path = folder.write(
        "game.json",
        r#"{"owner": {"0": "first", "1": "first", "2": "first", "3": "first",
                      "4": "second", "5": "second", "6": "second", "7": "second"},
            "edges": {"0": [4, 5], "1": [4, 5, 6], "2": [7], "3": [], "4": [2], "5": [3], "6": [3], "7": []}}"#,
    );
    let alice = run(&format!(
        "graph attractor {path} --json --layers --strategy"
    ))
    .json();
    assert_eq!(
        alice,
        json!({
            "player": "first",
            "rank": {"0": 3, "1": 3, "2": 1, "4": 2, "7": 0},
            "layers": [["7"], ["2"], ["4"], ["0", "1"]],
            "strategy": {"0": "4", "1": "4", "2": "7"},
        })
    );
    let bob = run(&format!("graph attractor {path} --json --player second")).json();
    assert_eq!(
        bob,
        json!({"player": "second", "rank": {"3": 0, "5": 1, "6": 1}})
    );
    let layers = run(&format!("graph attractor {path} --layers")).answer();
    assert!(
        layers.contains("A_0 = {7}\nA_1 = A_0 ∪ {2}\nA_2 = A_1 ∪ {4}\nA_3 = A_2 ∪ {0, 1}\n"),
        "{layers}"
    );
}

#[test]
fn chomp_2x3_as_a_game_has_the_arena_of_figure_3() {
    let counts = &run("graph solve chomp:2x3 --json --quick").json()["counts"];
    assert_eq!(["first", "second"].map(|side| &counts[side]), [6, 3]);
    let info = run("graph info chomp:2x3 --json").json();
    let sizes = ["vertices", "edges", "longest"].map(|key| &info[key]);
    assert_eq!(sizes, [9, 21, 5]);
}

#[test]
fn matches_are_lost_exactly_at_1_modulo_4() {
    for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 2024, 2025, 9_999, 10_000] {
        let answer = run(&format!("solve matches:{n} --quick --json")).json();
        let expected = if n % 4 == 1 { "loss" } else { "win" };
        assert_eq!(answer["outcome"], expected, "{n} matches");
    }
    // All of them from one graph: the vertex n leads to n - 1, n - 2 and n - 3, down to 1.
    let lines = (1..=10_000_u32).map(|n| {
        let to: Vec<_> = (n.saturating_sub(3).max(1)..n)
            .map(|m| m.to_string())
            .collect();
        format!("\"{n}\": [{}]", to.join(", "))
    });
    let graph = format!("{{{}}}", lines.collect::<Vec<_>>().join(",\n"));
    let kernel = run_with(&["graph", "kernel", "-", "--json"], &graph).json();
    let expected: Vec<_> = (1..=10_000)
        .step_by(4)
        .map(|n: u32| n.to_string())
        .collect();
    assert_eq!(kernel["kernel"], json!(expected));
}

#[test]
fn chomp_has_as_many_positions_as_the_course_says() {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for (rows, columns) in [(1, 1), (1, 7), (2, 3), (3, 3), (4, 7), (5, 6), (8, 8)] {
        let count = run(&format!("count chomp:{rows}x{columns} --json")).json();
        assert_eq!(
            count["positions"],
            binomial(rows + columns, rows) - 1,
            "{rows}x{columns}"
        );
        assert_eq!(count["terminal"], 1);
        assert_eq!(count["longest"], rows * columns - 1);
    }
}

#[test]
fn leapfrog() {
    let count = run("count leapfrog --json").json();
    let counts = ["positions", "terminal", "longest"].map(|key| &count[key]);
    assert_eq!(counts, [27, 4, 7]);
    let answer = run("solve leapfrog --json").json();
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["side"], "first");
}

#[test]
fn a_given_strategy_is_judged() {
    let folder = Folder::new("strategies");
    let graph = folder.write("chomp.py", CHOMP);
    let judge = |name: &str, strategy: &str, options: &str| {
        let path = folder.write(name, strategy);
        run(&format!(
            "graph strategy {graph} --check {path} --json {options}"
        ))
    };
    let course = "{ 0:2 , 1:6 , 3:6 , 4:8 , 5:8 , 7:8 }";
    let winning = judge("course.py", course, "").json();
    assert_eq!(winning["verdict"], "winning");
    assert_eq!(winning["player"], "first");
    assert_eq!(winning["line"].as_array().map(Vec::len), Some(6));
    let silent = judge("silent.json", r#"{"0":"2","1":"6"}"#, "").json();
    assert_eq!(silent["verdict"], "not applicable");
    assert_eq!(silent["line"], json!(["0", "2", "3"]));
    let losing = judge("losing.json", r#"{"0":"5"}"#, "").json();
    assert_eq!(losing["verdict"], "applicable");
    assert_eq!(losing["line"], json!(["0", "5", "8"]));
    // The whole answer of the command is a strategy file as well.
    let found = run(&format!("graph strategy {graph} --json")).answer();
    assert_eq!(judge("found.json", &found, "").json()["verdict"], "winning");
    let second = judge("second.json", &found, "--player second --from 2").json();
    assert_eq!(second["verdict"], "winning");

    judge("nowhere.json", r#"{"0":"8"}"#, "").refused_for("from 0 to 8");
    judge("unknown.json", r#"{"0":"22"}"#, "").refused_for("\"22\"");
    judge("broken.json", r#"{"0":"#, "").refused_for("broken.json:1:");
}

#[test]
fn the_doubled_arena() {
    let doubled = run_with(&["graph", "double", "-", "--json"], CHOMP).json();
    assert_eq!(doubled["owner"]["8 second"], "second");
    assert_eq!(doubled["edges"]["4 first"], json!(["7 second", "8 second"]));
    assert_eq!(doubled["start"], "0 first");
    let info = run_with(&["graph", "info", "-", "--json"], doubled.to_string()).json();
    assert_eq!(info["bipartite"], true);
    assert_eq!(info["vertices"], 18);
    // The attractor of a graph without owners is that of its doubled arena.
    let ranks = document(&run_with(&["graph", "attractor", "-", "--json"], CHOMP).answer());
    let same = run_with(&["graph", "attractor", "-", "--json"], doubled.to_string()).json();
    assert_eq!(ranks, same);
    assert_eq!(ranks["rank"]["8 second"], 0);
    assert_eq!(ranks["rank"]["0 first"], 5);
}
