//! Commands on graphs, beyond the course.

use super::course::CHOMP;
use super::{Folder, keys, run, run_with};
use serde_json::json;

#[test]
fn info_shows_cycles_and_sides() {
    let square = "a b\nb c\nc d\nd a\n";
    let info = run_with(
        &["graph", "info", "-", "--format", "edges", "--json"],
        square,
    )
    .json();
    assert_eq!(info["acyclic"], false);
    assert_eq!(info["cycle"].as_array().map(Vec::len), Some(4));
    assert_eq!(info["bipartite"], true);
    assert_eq!(info["sides"], json!([["a", "c"], ["b", "d"]]));
    assert_eq!(info["longest"], json!(null));
    assert_eq!(info["reachable"], 4);
    let triangle = run_with(
        &["graph", "info", "-", "--format", "edges", "--json"],
        "a b\na c\nb c\nd a\n",
    )
    .json();
    assert_eq!(triangle["acyclic"], true);
    assert_eq!(triangle["longest_path"], json!(["d", "a", "b", "c"]));
    assert_eq!(triangle["bipartite"], false);
    assert_eq!(triangle["odd_cycle"].as_array().map(Vec::len), Some(3));
    assert_eq!(triangle["start"], "a");
    assert_eq!(triangle["reachable"], 3);
    assert_eq!(triangle["sinks"], json!(["c"]));
    let of = run_with(&["graph", "info", "-", "--json", "--of", "7"], CHOMP).json();
    assert_eq!(
        of["of"],
        json!({"vertex": "7", "predecessors": ["3", "4", "6"], "successors": ["8"]})
    );
    let text = run_with(&["graph", "info", "-"], CHOMP).answer();
    for line in [
        "vertices      9",
        "edges         21",
        "sinks         1: 8",
        "acyclic       yes",
        "longest path  5 edges: ",
        "bipartite     no, there is the odd cycle ",
        "reachable     9 of 9 from 0",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn cycles_leave_vertices_undecided_or_have_several_kernels() {
    let square = "a b\nb c\nc d\nd a\n";
    let arguments = [
        "graph", "kernel", "-", "--format", "edges", "--json", "--all",
    ];
    let answer = run_with(&arguments, square).json();
    assert_eq!(answer["kernel"], json!([]));
    assert_eq!(answer["undecided"], json!(["a", "b", "c", "d"]));
    assert_eq!(answer["kernels"], json!([["a", "c"], ["b", "d"]]));
    assert_eq!(answer["complete"], true);
    let triangle = run_with(&arguments, "a b\nb c\nc a\n").json();
    assert_eq!(triangle["kernels"], json!([]));
    let text = run_with(
        &["graph", "kernel", "-", "--format", "edges", "--steps"],
        "a b\nb a\nb c\nd d\n",
    )
    .answer();
    assert!(
        text.contains("No vertex without successor is left: d stays undecided."),
        "{text}"
    );
    run_with(&["graph", "nimbers", "-", "--format", "edges"], square).refused_for("the cycle ");
}

#[test]
fn solving_counts_and_lists() {
    let answer = run_with(&["graph", "solve", "-", "--json", "--timings"], CHOMP).json();
    assert_eq!(keys(&answer), ["counts", "vertices", "cpu_seconds"]);
    assert_eq!(
        answer["counts"],
        json!({"first": 6, "second": 3, "draw": 0, "distance_sum": 20, "distance_max": 5})
    );
    assert_eq!(
        answer["vertices"]["0"],
        json!({"outcome": "win", "distance": 5})
    );
    assert_eq!(keys(&answer["cpu_seconds"]), ["read", "build", "solve"]);
    let quick = run_with(&["graph", "solve", "-", "--json", "--quick"], CHOMP).json();
    assert_eq!(keys(&quick), ["counts"]);
    let drawn = run_with(
        &["graph", "solve", "-", "--json", "--format", "edges"],
        "a b\nb a\n",
    )
    .json();
    assert_eq!(
        drawn["vertices"]["a"],
        json!({"outcome": "draw", "distance": null})
    );
    let nobody = run_with(
        &["graph", "strategy", "-", "--json", "--format", "edges"],
        "a b\nb a\n",
    )
    .json();
    assert_eq!(nobody, json!({"winner": null, "strategy": {}}));
}

/// What a command of `graph` that ends with the name of a file writes there, and nowhere else.
fn written(folder: &Folder, name: &str, command: &str) -> String {
    let path = folder.path(name);
    assert_eq!(run(&format!("graph {command} {path}")).answer(), "");
    std::fs::read_to_string(&path).expect("a file")
}

/// A file with a graph that the program made.
fn generated(folder: &Folder, name: &str, options: &str) -> String {
    let path = folder.path(name);
    run(&format!("graph generate {options} --output {path}")).answer();
    path
}

#[test]
fn threads_do_not_change_answers() {
    let folder = Folder::new("threads");
    let path = generated(&folder, "arena.pg", "--vertices 20000 --seed 7");
    let one = run(&format!("graph solve {path} --json --threads 1")).answer();
    for threads in [0, 2, 3] {
        let several = run(&format!("graph solve {path} --json --threads {threads}")).answer();
        assert!(one == several, "{threads} threads");
    }
}

#[test]
fn certificates_are_written_and_verified() {
    let folder = Folder::new("graph_certificates");
    let chomp = folder.write("chomp.py", CHOMP);
    let arena = folder.path("arena.pg");
    run(&format!(
        "graph generate --vertices 200 --seed 1 --output {arena}"
    ))
    .answer();
    let certificate = folder.path("certificate");
    for (command, kind) in [
        (format!("kernel {chomp}"), "kernel"),
        (format!("kernel {arena}"), "kernel"),
        (format!("nimbers {chomp}"), "nimbers"),
        (format!("strategy {chomp}"), "strategy"),
        (format!("strategy {arena}"), "strategy"),
        (format!("attractor {arena} --player second"), "attractor"),
        (format!("attractor {chomp} --target 2,6"), "attractor"),
        (format!("solve {arena}"), "solve"),
    ] {
        run(&format!("graph {command} --certificate {certificate}")).answer();
        let verified = run(&format!("verify {certificate} --json")).json();
        assert_eq!(verified["verified"], true, "{command}");
        assert_eq!(verified["kind"], kind, "{command}");
        assert_eq!(run(&format!("verify {certificate}")).status, 0);
    }
    // A wrong certificate is refused with the first thing that is wrong.
    run(&format!(
        "graph nimbers {chomp} --certificate {certificate}"
    ))
    .answer();
    let text = std::fs::read_to_string(&certificate).expect("a certificate");
    let wrong = folder.write("wrong", text.replacen("\"0\":4", "\"0\":3", 1));
    let refused = run(&format!("verify {wrong}")).refused();
    assert!(refused.starts_with(&format!("{wrong}: the certificate is refused: ")));
    assert!(refused.contains("\"0\""), "{refused}");
    let refused = run(&format!("verify {wrong} --json"));
    assert_eq!(refused.status, 2);
    assert_eq!(super::document(&refused.out)["verified"], false);
    let torn = folder.write("torn", &text[..text.len() / 2]);
    let refused = run(&format!("verify {torn}")).refused();
    let place = refused
        .strip_prefix(&format!("{torn}:"))
        .expect("the place");
    assert!(place.starts_with(|c: char| c.is_ascii_digit()), "{refused}");
}

#[test]
fn graphs_are_converted() {
    let folder = Folder::new("convert");
    let chomp = folder.write("chomp.py", CHOMP);
    let expected = run(&format!("graph solve {chomp} --json")).answer();
    for format in ["json", "python", "list", "dot", "tgf", "edges", "matrix"] {
        let text = run(&format!("graph convert {chomp} --to {format}")).answer();
        let again = run_with(
            &["graph", "solve", "-", "--json", "--format", format],
            &text,
        )
        .answer();
        assert_eq!(again, expected, "{format}");
    }
    // The name of the file tells the format.
    let dot = written(&folder, "chomp.dot", &format!("convert {chomp} --output"));
    assert!(dot.starts_with("digraph"));
    // PGSolver has no graphs without owners, but the doubled arena.
    assert!(
        run(&format!("graph convert {chomp} --to pg"))
            .refused()
            .contains("owner")
    );
    let doubled = run(&format!("graph double {chomp}")).answer();
    let info = run_with(&["graph", "info", "-", "--json"], doubled).json();
    assert_eq!(info["owners"], json!({"first": 9, "second": 9}));
    let lossy = run("graph convert leapfrog --to edges");
    assert_eq!(lossy.status, 0);
    assert!(lossy.err.contains("owners"), "{}", lossy.err);
    assert!(
        run(&format!("graph convert {chomp}"))
            .refused()
            .contains("--to")
    );
}

#[test]
fn random_graphs_come_from_their_seed() {
    let generate = |options: &str| run(&format!("graph generate --vertices 50 {options}"));
    let first = generate("--seed 5");
    assert_eq!(first.err, "seed 5\n");
    assert_eq!(first.out, generate("--seed 5").out);
    assert_ne!(first.out, generate("--seed 6").out);
    for kind in ["alternating", "free", "acyclic", "path"] {
        let graph = generate(&format!("--kind {kind} --format json")).answer();
        let info = run_with(&["graph", "info", "-", "--json"], graph).json();
        assert_eq!(info["vertices"], 50, "{kind}");
        let acyclic = info["acyclic"] == true;
        assert_eq!(acyclic, kind == "acyclic" || kind == "path", "{kind}");
        assert_eq!(info["longest"] == 49, kind == "path", "{kind}");
    }
    run("graph generate --vertices 99999999999").refused();
}

#[test]
fn a_path_of_a_million_vertices_is_solved() {
    let folder = Folder::new("path");
    let path = generated(&folder, "path.edges", "--kind path --vertices 1000000");
    let solved = run(&format!("graph solve {path} --json --quick")).json();
    assert_eq!(solved["counts"]["distance_max"], 999_999);
    for command in ["kernel", "nimbers", "strategy", "info"] {
        assert_eq!(
            run(&format!("graph {command} {path} --json")).status,
            0,
            "{command}"
        );
    }
}

#[test]
fn vertices_with_awkward_names() {
    let graph = r#"{"a, b": ["c d"], "c d": ["\"e\""], "\"e\"": []}"#;
    let sum = |value: &str| run_with(&["graph", "nimbers", "-", "--json", "--sum", value], graph);
    assert_eq!(sum("c d").json()["sum"], 1);
    assert_eq!(sum("\"a, b\",\"c d\"").json()["sum"], 1);
    let near = sum("c dd").refused();
    assert!(near.contains("\"c\""), "{near}");
    let near = sum("\"c dd\"").refused();
    assert!(near.contains("did you mean c d"), "{near}");
    assert!(sum(",").refused().contains("--sum"));
    // Control characters of a name do not reach the terminal.
    let text = run_with(&["graph", "kernel", "-"], "{\"\\u001b[31m\": []}").answer();
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new("pictures");
    let chomp = folder.write("chomp.py", CHOMP);
    let svg = run(&format!(
        "graph draw {chomp} --mark kernel --mark nimbers --mark strategy"
    ))
    .answer();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{svg}");
    assert!(
        run(&format!("graph draw {chomp} --to dot --mark solve"))
            .answer()
            .contains("digraph")
    );
    let tikz = run(&format!(
        "graph draw {chomp} --to tikz --mark attractor --layers rank"
    ))
    .answer();
    assert!(tikz.contains("tikzpicture"));
    let doubled = written(&folder, "picture.svg", &format!("draw {chomp} --double -o"));
    assert!(doubled.contains("0 first"));
    let steps = folder.path("steps");
    run(&format!("graph draw {chomp} --steps {steps}")).answer();
    let mut files: Vec<_> = std::fs::read_dir(&steps)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["1.svg", "2.svg", "3.svg", "4.svg"]);
    for (options, word) in [
        ("--mark attractor --mark solve", "attractor"),
        ("--mark kernel --mark solve", "kernel"),
        ("--layers rank", "--mark"),
        ("--from 0", "--mark strategy"),
        ("--target 8 --mark kernel", "--mark attractor"),
        ("--output picture.unknown", "--to"),
    ] {
        let refused = run(&format!("graph draw {chomp} {options}")).refused();
        assert!(refused.contains(word), "{options}: {refused}");
    }
}

#[test]
fn the_graph_of_a_game_with_points_does_not_say_who_wins() {
    for command in ["solve", "strategy", "attractor", "draw --mark solve"] {
        let (command, options) = command.split_once(' ').unwrap_or((command, ""));
        run(&format!("graph {command} dots:1x1 {options}")).refused_for("noyau solve dots:1x1");
    }
    let info = run("graph info dots:1x1 --json").json();
    assert_eq!(info["longest"], 4);
}

#[test]
fn lists_name_their_vertices_and_count_in_words() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/graphs/attractor.json"
    );
    let text = run(&format!("graph attractor {path} --strategy")).answer();
    for line in [
        "attractor  0, 1, 2, 4, 7 (5 vertices)",
        "outside    3, 5, 6 (3 vertices)",
        "strategy  3 moves",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let french = run(&format!(
        "graph attractor {path} --target 7 --player second --lang fr"
    ));
    assert!(french.answer().contains("attracteur  "));
}

#[test]
fn kernels_on_cycles_are_told_from_what_induction_decides() {
    let kernels = |edges: &str, lang: &str| {
        let words = [
            "graph", "kernel", "-", "--format", "edges", "--all", "--lang", lang,
        ];
        run_with(&words, edges).answer()
    };
    let two = kernels("a b\nb a\n", "en");
    assert!(two.contains("What induction decides"), "{two}");
    assert!(two.contains("in every kernel  none"), "{two}");
    assert!(
        two.contains("The graph has 2 kernels:\n  {a}\n  {b}"),
        "{two}"
    );
    let three = kernels("a b\nb c\nc a\n", "en");
    assert!(three.contains("The graph has no kernel."), "{three}");
    let one = kernels("a b\nb c\n", "fr");
    assert!(
        one.contains("Le graphe a un seul noyau :\n  {a, c}"),
        "{one}"
    );
    assert!(!one.contains("induction"), "{one}");
}

#[test]
fn answers_of_the_graph_alone_say_what_they_do_not_tell() {
    let told = |line: &str| run(line).err;
    let draws = told("graph kernel tictactoe --json");
    assert!(
        draws.contains("declared won or drawn, so it does not tell who wins"),
        "{draws}"
    );
    let sides = told("graph nimbers domineering:2x2");
    assert!(
        sides.contains("belongs to one player, so they tell nothing of sums"),
        "{sides}"
    );
    let french = told("graph nimbers domineering:2x2 --lang fr");
    assert!(
        french.contains("chaque position appartient à un joueur"),
        "{french}"
    );
    let turns = told("graph kernel dots:1x1");
    assert!(turns.contains("so it does not tell who wins"), "{turns}");
    // Who cannot move loses, and the turns alternate: the kernel is that of the game.
    assert_eq!(told("graph kernel domineering:2x2"), "");
    assert_eq!(told("graph nimbers nim:1,2"), "");
}
