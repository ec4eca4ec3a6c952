//! `noyau tree`: what it says of files and of games, what it draws, and what it refuses.

use super::{Folder, keys, run, run_with};
use serde_json::{Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/trees/");

fn example(name: &str, options: &str) -> Value {
    run(&format!("tree {FOLDER}{name} --json {options}")).json()
}

#[test]
fn alpha_beta_with_every_step() {
    let found = example("alpha-cut.json", "--algorithm alphabeta --trace");
    assert_eq!(found["value"], 3);
    assert_eq!(found["best"], json!(["1"]));
    assert_eq!(found["side"], "first");
    assert_eq!(found["form"], "extreme");
    assert_eq!(
        found["visited"],
        json!({"nodes": 9, "leaves": 5, "cuts": {"alpha": 2, "beta": 0}})
    );
    assert_eq!(found["minimax"], json!({"nodes": 13, "leaves": 9}));
    assert_eq!(found["formula"]["max"], 13.0);
    assert_eq!(found["formula"]["best_leaves"], 5.0);
    let trace = found["trace"].as_array().unwrap();
    assert_eq!(
        trace[0],
        json!({"step": "enter", "node": 0, "window": [null, null]})
    );
    let cuts: Vec<_> = trace.iter().filter(|step| step["step"] == "cut").collect();
    assert_eq!(
        *cuts[0],
        json!({"step": "cut", "node": 5, "cut": "alpha", "skipped": [7, 8]})
    );
    assert_eq!(cuts.len(), 2);
    assert_eq!(found["tree"].as_array().unwrap().len(), 13);
    assert_eq!(
        keys(&found),
        [
            "file",
            "side",
            "depth",
            "heuristic",
            "algorithm",
            "form",
            "order",
            "stop",
            "value",
            "best",
            "chosen",
            "seed",
            "moves",
            "visited",
            "minimax",
            "alphabeta",
            "branching",
            "formula",
            "tree",
            "trace"
        ]
    );
}

/// The two forms are called by what they return, not fail-soft and fail-hard: the second is neither.
#[test]
fn forms_of_alpha_beta_are_called_by_what_they_do() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/trees/alpha-cut.json"
    );
    for (form, english, french) in [
        ("extreme", "returns the extreme", "renvoie l'extremum"),
        ("bound", "returns the bound", "renvoie la borne"),
    ] {
        let line = format!("tree {path} --algorithm alphabeta --form {form}");
        for (line, words) in [
            (line.clone(), english),
            (format!("{line} --lang fr"), french),
        ] {
            let said = run(&line).answer();
            assert!(said.contains(words), "{words} in\n{said}");
        }
    }
    let help = run("tree --help").answer();
    assert!(!help.contains("fail"), "{help}");
    for text in ["text 1", "text 5"] {
        assert!(help.contains(text), "{text} in\n{help}");
    }
}

#[test]
fn tic_tac_toe_is_counted_as_published() {
    let found = run("tree tictactoe --depth 9 --json").json();
    assert_eq!(found["minimax"]["nodes"], 549_946);
    assert_eq!(found["alphabeta"]["bound"]["nodes"], 18_297);
    assert_eq!(found["alphabeta"]["extreme"]["nodes"], 18_297);
    assert_eq!(found["value"], 0);
    assert_eq!(found["best"].as_array().unwrap().len(), 9);
    assert!(found.get("tree").is_none());
}

#[test]
fn the_best_move_by_depth() {
    let found = example("horizon.json", "--depths 1..3");
    let rows = found["depths"].as_array().unwrap();
    let best: Vec<_> = rows.iter().map(|row| &row["best"][0]).collect();
    assert_eq!(best, ["left", "centre", "right"]);
    let near = example(
        "horizon.json",
        "--depth 2 --algorithm alphabeta --form bound",
    );
    assert_eq!(
        (&near["value"], &near["best"]),
        (&json!(5), &json!(["centre"]))
    );
}

#[test]
fn and_or_in_every_order() {
    let found = example("and-or.tree", "--algorithm andor --orders");
    assert_eq!(found["value"], true);
    assert_eq!(found["best"], json!(["b"]));
    let row = |order, stop, nodes, leaves| json!({"order": order, "stop": stop, "nodes": nodes, "leaves": leaves});
    assert_eq!(
        found["orders"],
        json!([
            row("depth", false, 15, 9),
            row("depth", true, 11, 6),
            row("breadth", false, 15, 9),
            row("breadth", true, 11, 5),
        ])
    );
    let breadth = example(
        "and-or.tree",
        "--algorithm andor --order breadth --stop --trace",
    );
    let steps = breadth["trace"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["step"] == "skip"));
}

#[test]
fn lots_come_again_from_their_seed() {
    let chosen = |seed: u32| {
        let found = run(&format!("tree tictactoe --depth 9 --json --seed {seed}")).json();
        assert_eq!(found["seed"], seed);
        found["chosen"].as_str().unwrap().to_owned()
    };
    assert_eq!(chosen(7), chosen(7));
    assert!((1..9).any(|seed| chosen(seed) != chosen(7)));
    let shuffled = |seed| {
        let file = format!("tree {FOLDER}uniform.json --shuffle --json --seed {seed}");
        run(&file).json()
    };
    assert_eq!(shuffled(3), shuffled(3));
    assert_eq!(shuffled(3)["value"], 7);
    // Without a seed one is drawn and told.
    let drawn = run(&format!("tree {FOLDER}uniform.json --shuffle --json")).json();
    let seed = drawn["seed"].as_u64().unwrap();
    let tree = run(&format!(
        "tree {FOLDER}uniform.json --shuffle --json --seed {seed}"
    ))
    .json();
    assert_eq!(tree["tree"], drawn["tree"]);
}

#[test]
fn the_best_order_meets_knuth_and_moore() {
    let best = example("uniform.json", "--sort best --algorithm alphabeta");
    assert_eq!(best["formula"]["best_leaves"], 11.0);
    assert_eq!(best["visited"]["leaves"], 11);
    let worst = example("uniform.json", "--sort worst --algorithm alphabeta");
    assert_eq!(worst["visited"]["leaves"], 27);
}

#[test]
fn pictures_and_their_steps() {
    let folder = Folder::new("tree-pictures");
    let [svg, tikz, step] = ["a.svg", "a.tikz", "step.svg"].map(|name| folder.path(name));
    let file = format!("{FOLDER}alpha-cut.json");
    run(&format!(
        "tree {file} --algorithm alphabeta --svg {svg} --tikz {tikz}"
    ))
    .answer();
    let drawn = std::fs::read_to_string(&svg).unwrap();
    assert!(drawn.contains("α cut") && drawn.contains("alpha-beta: 9 nodes, 5 leaves"));
    assert!(drawn.contains("minimax: 13 nodes, 9 leaves"));
    let drawn = std::fs::read_to_string(&tikz).unwrap();
    assert!(drawn.contains("\\begin{tikzpicture}") && drawn.contains("[strike]"));
    run(&format!(
        "tree {file} --algorithm alphabeta --svg {step} --step 3"
    ))
    .answer();
    let early = std::fs::read_to_string(&step).unwrap();
    assert!(!early.contains("α cut"));
    let beyond = run(&format!(
        "tree {file} --algorithm alphabeta --svg {step} --step 99"
    ));
    assert!(beyond.refused().contains("the last is 28"));
}

#[test]
fn the_player_at_the_root() {
    let value = |player: &str| {
        let arguments = ["tree", "-", "--json", "--player", player];
        run_with(&arguments, "[[4, 7], [1, 9], [5, 6]]").json()["value"].clone()
    };
    assert_eq!((value("first"), value("second")), (json!(5), json!(6)));
}

#[test]
fn a_game_too_large_to_keep_is_searched_all_the_same() {
    let found = run("tree connect4 --depth 8 --algorithm alphabeta --json").json();
    assert_eq!(found["minimax"], Value::Null);
    assert!(found["visited"]["nodes"].as_u64().unwrap() > 1000);
    assert_eq!(found["moves"].as_array().unwrap().len(), 7);
    let text = run("tree connect4 --depth 8 --algorithm alphabeta").answer();
    assert!(text.contains("more than 1000000 nodes"), "{text}");
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let far = "tree connect4 --depth 12";
    for (arguments, words) in [
        ("tree nothing".to_owned(), "no such game either"),
        ("tree nothing.json".to_owned(), "there is no such file"),
        (
            format!("{far} --svg x.svg"),
            "more than 1000000 nodes, and up to 400 are drawn",
        ),
        (
            "tree tictactoe --depth 3 --svg x.svg".to_owned(),
            "586 nodes, and up to 400 are drawn",
        ),
        (format!("{far} --trace"), "up to 100000 nodes"),
        (format!("{far} --order breadth"), "keeps the tree"),
        (format!("{far} --shuffle"), "another order"),
        (
            "tree tictactoe --heuristic luck".to_owned(),
            "it has alignments, zero",
        ),
        (
            "tree tictactoe --algorithm andor --heuristic zero".to_owned(),
            "does not go with",
        ),
        (
            "tree tictactoe --algorithm minimax --form bound".to_owned(),
            "does not go with",
        ),
        (
            "tree tictactoe --algorithm alphabeta --stop".to_owned(),
            "does not go with",
        ),
        ("tree tictactoe --step 3".to_owned(), "--step needs --svg"),
        (
            "tree tictactoe --player first".to_owned(),
            "for trees in files",
        ),
        ("tree tictactoe --depths 5..1".to_owned(), "as in 1..5"),
        (format!("tree {FOLDER}uniform.json --at x"), "is for games"),
        (
            format!("tree {FOLDER}uniform.json --depth 2"),
            "no value of its own",
        ),
    ] {
        let said = run(&arguments).refused();
        assert!(said.contains(words), "{arguments}: {said}");
    }
    let wrong = run_with(&["tree", "-"], "[1, []]").refused();
    assert!(wrong.starts_with("-:1:6: an empty list"), "{wrong}");
    let french = run_with(&["tree", "-", "--lang", "fr"], "[1, []]").refused();
    assert!(french.starts_with("-:1:6: une liste vide"), "{french}");
}

#[test]
fn time_is_a_limit() {
    let stopped = run("tree connect4 --depth 30 --time 0.2");
    assert_eq!(stopped.status, 1);
    assert_eq!(stopped.out, "");
}

#[test]
fn french_throughout() {
    let text = run(&format!(
        "tree {FOLDER}alpha-cut.json --algorithm alphabeta --trace --lang fr"
    ))
    .answer();
    for words in [
        "coupure α, 2 ≤ α = 3 : 2, 3 élagués",
        "meilleur cas",
        "fenêtre [−∞ ; +∞]",
        "la racine = 3",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

/// `noyau tree examples/trees/alpha-cut.json --algorithm alphabeta --svg docs/pictures/alpha-cut.svg` writes it anew.
#[test]
fn the_picture_of_the_document_is_up_to_date() {
    let folder = Folder::new("tree-document");
    let svg = folder.path("alpha-cut.svg");
    run(&format!(
        "tree {FOLDER}alpha-cut.json --algorithm alphabeta --svg {svg}"
    ))
    .answer();
    let stored = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/pictures/alpha-cut.svg"
    );
    let [drawn, stored] = [svg.as_str(), stored].map(|path| std::fs::read_to_string(path).unwrap());
    assert!(
        drawn == stored,
        "docs/pictures/alpha-cut.svg is out of date"
    );
}
