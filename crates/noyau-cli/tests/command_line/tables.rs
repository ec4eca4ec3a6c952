//! Tables: made, killed, resumed, read, damaged, divided and joined.

use super::{Folder, document, keys, noyau, run, run_with};
use serde_json::Value;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;

/// Makes a table and gives its path.
fn make(folder: &Folder, game: &str, name: &str) -> String {
    let path = folder.path(name);
    run(&format!("solve {game} --all --force --save {path}")).answer();
    assert!(
        !fs::exists(format!("{path}.part")).unwrap(),
        "the work folder is removed"
    );
    path
}

#[test]
fn a_table_answers_as_solving_does() {
    let folder = Folder::new("table-answers");
    for (game, after) in [
        ("connect4:4x3", "1,1,2"),
        ("chomp:3x4", "b2"),
        ("dots:2x1", "a1-b1"),
        ("leapfrog:2", "2-3"),
        ("graph:../../examples/graphs/chomp23.json", ""),
    ] {
        let table = make(&folder, game, "table");
        let position: &[&str] = if after.is_empty() {
            &[]
        } else {
            &["--after", after]
        };
        let solved = run_with(&[&["solve", game, "--json"], position].concat(), "").json();
        let got = run_with(
            &[&["table", "get", &table, "--json"], position].concat(),
            "",
        )
        .json();
        let by_table = [&["solve", game, "--table", &table, "--json"], position].concat();
        let by_table = run_with(&by_table, "").json();
        assert_eq!(keys(&solved), keys(&got), "{game}");
        for key in [
            "game", "position", "side", "outcome", "distance", "margin", "best", "moves",
        ] {
            assert_eq!(solved[key], got[key], "{game} {key}");
            assert_eq!(by_table[key], got[key], "{game} {key}");
        }
        assert_eq!(got["method"], "table");
        let counted = run(&format!("count {game} --json")).json();
        let stats = run(&format!("table stats {table} --json")).json();
        assert_eq!(stats["positions"], counted["positions"], "{game}");
        let verified = run(&format!("verify {table} --json")).json();
        assert_eq!(verified["kind"], "table");
        let rows = run(&format!("table export {table}")).answer();
        let rows: Vec<_> = rows.lines().collect();
        assert_eq!(rows[0], "position,outcome,distance,margin,nimber,images");
        let images: u64 = rows[1..]
            .iter()
            .map(|row| row.rsplit(',').next().unwrap().parse::<u64>().unwrap())
            .sum();
        assert_eq!(stats["positions"], images, "{game}");
    }
}

#[test]
fn a_game_without_numbered_positions_is_solved_by_a_table_too() {
    for game in [
        "octal:0.77,12",
        "octal:0.77,9 --after 9>1,7",
        concat!(
            "gdl:",
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/gdl/nim.kif"
        ),
        concat!(
            "graph:",
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/graphs/attractor.json"
        ),
    ] {
        let answer = |method: &str| {
            let mut answer = run(&format!("solve {game} --method {method} --json")).json();
            assert_eq!(answer["method"], method);
            for key in ["method", "seconds", "nimber"] {
                answer[key] = Value::Null;
            }
            answer
        };
        assert_eq!(answer("table"), answer("graph"), "{game}");
    }
}

#[test]
fn stats_of_tic_tac_toe() {
    let folder = Folder::new("table-stats");
    let table = make(&folder, "tictactoe", "t");
    let stats = run(&format!("table stats {table} --json")).json();
    // Of the 5,478 positions, 626 are ends won by First, 316 by Second, 16 drawn; who has lost is to move.
    assert_eq!(stats["positions"], 5478);
    assert_eq!(stats["by_distance"]["loss"][0], serde_json::json!([0, 942]));
    let sum = ["win", "draw", "loss"].map(|key| stats[key].as_u64().unwrap());
    assert_eq!(sum.iter().sum::<u64>(), 5478);
    let won = stats["longest_win_position"].as_str().unwrap();
    let there = run_with(&["solve", "tictactoe", "--at", won, "--json"], "").json();
    assert_eq!(there["outcome"], "win");
    assert_eq!(there["distance"], stats["longest_win"]);
    let quick = run(&format!("table stats {table} --json --quick")).json();
    assert_eq!(quick.get("single_winning_move"), None);
    assert!(stats["single_winning_move"].as_u64().unwrap() > 0);
    for command in ["info", "stats"] {
        run(&format!("table {command} {table}")).answer();
        run(&format!("table {command} {table} --lang fr")).answer();
    }
}

/// Published: the longest mates with White to move are of 28 moves with a pawn, 10 with a queen and 16 with a rook; bishops
/// and knights do not mate alone.
#[test]
fn stats_tell_the_longest_win_of_every_class() {
    let folder = Folder::new("table-classes");
    let table = make(&folder, "chess:KPK", "t");
    let stats = run(&format!("table stats {table} --json")).json();
    let mut found = Vec::new();
    for row in stats["by_tier"].as_array().unwrap() {
        let Some(position) = row["longest_win_position"].as_str() else {
            assert_eq!(row["longest_win"], Value::Null);
            continue;
        };
        let white = position.chars().find(|c| "QRBNP".contains(*c)).unwrap();
        assert_eq!(row["longest_win_by_side"]["first"], row["longest_win"]);
        assert_eq!(row["longest_win_by_side"]["second"], Value::Null);
        let at = [
            "solve",
            "chess:KPK",
            "--table",
            &table,
            "--at",
            position,
            "--json",
        ];
        let there = run_with(&at, "").json();
        assert_eq!(there["distance"], row["longest_win"], "{position}");
        found.push((white, row["longest_win"].as_u64().unwrap()));
    }
    found.sort_unstable();
    let plies = |moves: u64| 2 * moves - 1;
    assert_eq!(
        found,
        [('P', plies(28)), ('Q', plies(10)), ('R', plies(16))]
    );
    let quick = run(&format!("table stats {table} --json --quick")).json();
    let top = quick["by_tier"].as_array().unwrap().last().unwrap();
    assert_eq!(top["longest_win"], plies(28));
    assert_eq!(top.get("longest_win_by_side"), None);
    let text = run(&format!("table stats {table}")).answer();
    assert!(
        text.lines()
            .last()
            .unwrap()
            .contains("  55           55 / -")
    );
}

#[test]
fn a_table_begins_at_several_positions() {
    let folder = Folder::new("table-starts");
    let [one, two, file] = ["one", "two", "starts"].map(|name| folder.path(name));
    let starts = ["1,1,2", "4,3"].map(|moves| {
        let shown = run(&format!("show connect4:4x3 --after {moves} --json")).json();
        shown["position"].as_str().unwrap().to_owned()
    });
    let save = |path: &str, more: &[&str]| {
        let command = ["solve", "connect4:4x3", "--all", "--json", "--save", path];
        run_with(&[&command[..], more].concat(), "")
    };
    let at = ["--at", &starts[0], "--at", &starts[1]];
    let made = save(&one, &at).json();
    assert_eq!(made["start"], starts[0]);
    assert_eq!(made["more_starts"], serde_json::json!([starts[1]]));
    fs::write(
        &file,
        format!("# two boards\n\n{}\n#\n{}\n", starts[0], starts[1]),
    )
    .unwrap();
    save(&two, &["--starts", &file, "--threads", "2"]).json();
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    run(&format!("verify {one}")).answer();
    for start in &starts {
        let got = run_with(&["table", "get", &one, "--at", start, "--json"], "").json();
        let solved = run_with(&["solve", "connect4:4x3", "--at", start, "--json"], "").json();
        assert_eq!(got["moves"], solved["moves"]);
    }
    run(&format!("table get {one} --after 1 --json")).answer();
    run(&format!("solve connect4:4x3 --table {one}")).refused_for("is not in the table");
    let info = run(&format!("table info {one} --json")).json();
    assert_eq!(info["more_starts"], made["more_starts"]);
    assert!(
        run(&format!("table info {one}"))
            .answer()
            .contains(", and another")
    );

    // The same bytes from several processes.
    let parts = folder.path("parts");
    run(&format!(
        "cluster solve connect4:4x3 --starts {file} --local 2 --save {parts}"
    ))
    .answer();
    let joined = folder.path("joined");
    run(&format!("table merge {parts} {joined}")).answer();
    assert!(fs::read(&one).unwrap() == fs::read(&joined).unwrap());

    // What is wrong is refused, with its line.
    fs::write(&file, format!("{}\n\nnonsense\n", starts[0])).unwrap();
    let wrong = folder.path("wrong");
    save(&wrong, &["--starts", &file])
        .refused_for(&format!("{file}:3: \"nonsense\" is no position"));
    fs::write(&file, "# nothing\n").unwrap();
    save(&wrong, &["--starts", &file]).refused_for("there is no position in this file");
    save(&wrong, &[&at[..], &["--after", "1"]].concat())
        .refused_for("--after goes with one position");
    run_with(&[&["solve", "connect4:4x3"][..], &at].concat(), "").refused_for("for a table only");
    assert!(!fs::exists(&wrong).unwrap());
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let folder = Folder::new("table-killed");
    let whole = fs::read(make(&folder, "connect4:5x4", "whole")).unwrap();
    let path = folder.path("killed");
    let mut killed = 0;
    // The kill comes when a piece is there; a run that was faster than that has to be begun again.
    for piece in ["keys-15", "keys-3", "solved-2", "solved-6"].repeat(3) {
        let piece = PathBuf::from(format!("{path}.part/{piece}"));
        let mut child = noyau()
            .args(["solve", "connect4:5x4", "--all", "--save", &path])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !piece.exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        if child.wait().unwrap().success() {
            fs::remove_file(&path).unwrap();
            continue;
        }
        killed += 1;
        if killed == 4 {
            break;
        }
    }
    assert!(killed > 0, "nothing was killed");
    run(&format!("solve connect4:5x4 --all --save {path}")).answer();
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn threads_change_no_byte_of_the_file() {
    let folder = Folder::new("table-threads");
    let bytes = |threads: usize| {
        let path = folder.path(&format!("{threads}"));
        run(&format!(
            "solve connect4:4x4 --all --save {path} --threads {threads}"
        ))
        .answer();
        fs::read(path).unwrap()
    };
    assert!(bytes(1) == bytes(2));
}

#[test]
fn a_work_folder_in_use_or_of_something_else_is_left_alone() {
    let folder = Folder::new("table-locked");
    let path = folder.path("t");
    let part = format!("{path}.part");
    fs::create_dir(&part).unwrap();
    let lock = File::create(format!("{part}/lock")).unwrap();
    lock.lock().unwrap();
    run(&format!("solve chomp:2x3 --all --save {path}"))
        .refused_for("another process works in this folder");
    lock.unlock().unwrap();

    fs::write(format!("{part}/thesis.txt"), "precious").unwrap();
    run(&format!("solve chomp:2x3 --all --save {path}")).refused_for("no unfinished work");
    assert!(fs::exists(format!("{part}/thesis.txt")).unwrap());
    fs::remove_dir_all(&part).unwrap();

    let stopped = run(&format!(
        "solve connect4:6x5 --all --save {path} --memory 100GiB --time 0.2"
    ));
    assert_eq!(stopped.status, 1, "{}", stopped.err);
    assert!(
        stopped.err.contains("goes on from there"),
        "{}",
        stopped.err
    );
    run(&format!("solve chomp:2x3 --all --save {path}"))
        .refused_for("unfinished work on connect4:6x5");
}

#[test]
fn what_does_not_fit_is_refused_first() {
    let folder = Folder::new("table-large");
    let path = folder.path("t");
    let refused = run(&format!("solve chess --all --save {path} --memory 20M"));
    assert_eq!(refused.status, 1, "{}", refused.err);
    assert!(refused.err.contains("positions"), "{}", refused.err);
    assert!(!fs::exists(format!("{path}.part")).unwrap());
    assert!(!fs::exists(&path).unwrap());
}

/// The numbers of the game would take more, but few of them are reached, as the plan says.
#[test]
fn what_the_plan_says_to_fit_is_solved() {
    let folder = Folder::new("table-planned");
    let path = folder.path("t");
    let solved = run(&format!(
        "solve domineering:5x5 --all --save {path} --memory 3M"
    ));
    assert_eq!(solved.status, 0, "{}", solved.err);
}

#[test]
fn what_turns_out_not_to_fit_goes_on_with_more_memory() {
    let folder = Folder::new("table-more-memory");
    let path = folder.path("t");
    let solve = format!("solve connect4:4x5 --all --save {path}");
    let stopped = run(&format!("{solve} --memory 1MiB"));
    assert_eq!(stopped.status, 1, "{}", stopped.err);
    assert!(
        stopped.err.contains("--memory may allow"),
        "{}",
        stopped.err
    );
    assert!(fs::exists(format!("{path}.part")).unwrap());
    run(&solve).answer();
    let whole = make(&folder, "connect4:4x5", "whole");
    assert!(fs::read(&path).unwrap() == fs::read(whole).unwrap());
}

#[test]
fn parts_are_read_as_one_and_joined() {
    let folder = Folder::new("table-parts");
    let table = make(&folder, "connect4:4x4", "t");
    let parts = folder.path("parts");
    run(&format!("table split {table} {parts} 4")).answer();
    let one = run(&format!("table stats {table} --json")).answer();
    assert_eq!(run(&format!("table stats {parts} --json")).answer(), one);
    let at = "--after 1,2,3 --json";
    let from = |path: &str| {
        let mut got = run(&format!("table get {path} {at}")).json();
        got["seconds"] = 0.into();
        got
    };
    assert_eq!(from(&table), from(&parts));
    run(&format!("verify {parts}")).answer();
    let joined = folder.path("joined");
    let merged = run(&format!("table merge {parts} {joined} --json")).json();
    assert_eq!(merged["parts"], 4);
    assert!(fs::read(&joined).unwrap() == fs::read(&table).unwrap());
    fs::remove_file(format!("{parts}/part-00002")).unwrap();
    run(&format!("table merge {parts} {joined}")).refused_for("part 2 of 4 is missing");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = Folder::new("table-damaged");
    let table = make(&folder, "connect4:4x3", "t");
    let bytes = fs::read(&table).unwrap();
    let refused = |bytes: &[u8]| {
        let path = folder.write("bad", bytes);
        run(&format!("verify {path}")).refused()
    };
    assert!(refused(&bytes[..bytes.len() - 9]).contains("the file is cut"));
    let last = bytes.len() - 1;
    let flip = |at: usize| {
        let mut bad = bytes.clone();
        bad[at] ^= 16;
        bad
    };
    assert!(refused(&flip(20)).contains("first 32 bytes are damaged"));
    assert!(refused(&flip(50)).contains("the header is damaged"));
    assert!(refused(&flip(last)).contains("is damaged, or stands where another should"));
    assert!(refused(&flip(0)).contains("UTF-8"));
    let path = folder.write("text", "not a table");
    for command in ["info", "stats", "export", "get"] {
        let said = run(&format!("table {command} {path}")).refused();
        assert!(said.contains("this is no table"), "{command}: {said}");
    }
    let json = run(&format!(
        "verify {} --json",
        folder.write("cut", &bytes[..100])
    ));
    assert_eq!(document(&json.out)["verified"], false);
    run(&format!("solve chomp:2x3 --table {table}")).refused_for("the table is of connect4:4x3");
}

#[test]
fn a_graph_that_changed_is_another_graph() {
    let folder = Folder::new("table-graph");
    let graph = folder.write("g.json", "{\"0\":[1,2],\"1\":[],\"2\":[1]}");
    let table = make(&folder, &format!("graph:{graph}"), "t");
    run(&format!("verify {table}")).answer();
    folder.write("g.json", "{\"0\":[1,2],\"1\":[],\"2\":[]}");
    run(&format!("verify {table}")).refused_for("is not the one of the table");
}
