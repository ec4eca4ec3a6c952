//! Searches that ask tables: each asks, and answers as it does without.

use super::{Folder, document, run, run_with};
use serde_json::Value;
use std::fs;

/// A folder with the boards of Kalah with at most 8 seeds on 3 pits a side, all of Connect 4 on 4x4, and a king and a queen
/// against a king.
fn tables(folder: &Folder) -> String {
    let path = folder.path("tables");
    fs::create_dir_all(&path).unwrap();
    for (game, name) in [
        ("kalah:3 --seeds 8", "kalah"),
        ("connect4:4x4", "connect4"),
        ("chess:KQK", "kqk"),
    ] {
        run(&format!("solve {game} --all --save {path}/{name}.table")).answer();
    }
    path
}

/// The document of a command, without tables and with them; these must have answered.
fn both(line: &[&str], tables: &str) -> (Value, Value) {
    let plain = run_with(&[line, &["--json"]].concat(), "").json();
    assert_eq!(plain["probes"], Value::Null, "{line:?}");
    let told = run_with(&[line, &["--json", "--tables", tables]].concat(), "");
    let asked = document(&told.out);
    let probes = asked["probes"].as_u64();
    assert!(probes > Some(0), "{line:?}: {}", told.err);
    let said = match probes.unwrap() {
        1 => "the tables have answered 1 position\n".to_owned(),
        many => format!("the tables have answered {many} positions"),
    };
    assert!(told.err.contains(&said), "{line:?}: {}", told.err);
    (plain, asked)
}

const LONE_QUEEN: &str = "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1";

#[test]
fn exact_answers_are_the_same_with_tables() {
    let folder = Folder::new("probing-exact");
    let tables = tables(&folder);
    for line in [
        "solve kalah:3,2 --method search",
        "solve kalah:3,2 --method proof",
        "solve kalah:3,3 --method search --threads 2",
        "solve connect4:4x4 --method search --after 1,1",
        "solve connect4:4x4 --method proof",
        "why connect4:4x4",
    ] {
        let line: Vec<_> = line.split(' ').collect();
        let (plain, asked) = both(&line, &tables);
        for key in ["outcome", "margin", "distance", "best", "moves"] {
            assert_eq!(plain[key], asked[key], "{line:?} {key}");
        }
        if line[0] == "solve" {
            assert!(
                asked["nodes"].as_u64() < plain["nodes"].as_u64(),
                "{line:?}"
            );
        }
    }
    // A position in a table is answered from it.
    let line = ["solve", "chess", "--at", LONE_QUEEN, "--tables", &tables];
    let told = run_with(&[&line[..], &["--json"]].concat(), "").json();
    assert_eq!(told["method"], "table");
    let own = ["table", "get", &format!("{tables}/kqk.table")];
    let own = run_with(&[&own[..], &["--at", LONE_QUEEN, "--json"]].concat(), "").json();
    for key in ["outcome", "distance", "best", "moves", "line"] {
        assert_eq!(told[key], own[key], "{key}");
    }
    // Castling is in no class.
    run(&format!("solve chess:KRK --all --save {tables}/krk.table")).answer();
    for (rights, opened) in [("-", false), ("K", true)] {
        let at = format!("4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1");
        let line = ["solve", "chess", "--at", &at, "--tables", &tables];
        let line = [&line[..], &["--method", "proof", "--quick", "--json"]].concat();
        let told = run_with(&line, "").json();
        assert_eq!(told["outcome"], "win");
        assert_eq!(told["nodes"].as_u64() > Some(0), opened, "{told}");
    }
}

#[test]
fn agents_and_those_who_judge_ask_the_tables() {
    let folder = Folder::new("probing-agents");
    let tables = tables(&folder);
    let moves = folder.write("moves", "Qd4 Ke6 Ke2\n");
    for line in [
        "best kalah:3,2 --agent search:depth=6 --seed 1",
        "best kalah:3,2 --agent mcts:300 --seed 1",
        "best kalah:3,2 --agent alphabeta:5 --seed 1",
        "best kalah:3,2 --agent minimax:5 --seed 1",
        "duel kalah:3,2 search:depth=3 random --games 4 --seed 1 --threads 2",
        "tree kalah:3,2 --depth 5",
    ] {
        both(&line.split(' ').collect::<Vec<_>>(), &tables);
    }
    let chess = |words: &[&str]| {
        let line = [words, &["--at", LONE_QUEEN, "--json", "--tables", &tables]].concat();
        let told = run_with(&line, "");
        let asked = document(&told.out);
        assert!(
            asked["probes"].as_u64() > Some(0),
            "{words:?}: {}",
            told.err
        );
        asked
    };
    chess(&["best", "chess", "--agent", "perfect", "--seed", "1"]);
    let judged = chess(&["judge", "chess", &moves]);
    let own = format!("judge chess:KQK {moves} --json --at");
    let own: Vec<_> = own.split(' ').chain([LONE_QUEEN]).collect();
    assert_eq!(judged["games"], run_with(&own, "").json()["games"]);
    let (_, puzzles) = both(
        &["puzzles", "connect4:4x4", "--seed", "1", "--count", "3"],
        &tables,
    );
    let puzzles = puzzles["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 3);
    for puzzle in puzzles {
        // Each has one winning move, as solving says.
        let at = puzzle["position"].as_str().unwrap();
        let solved = run_with(&["solve", "connect4:4x4", "--at", at, "--json"], "").json();
        let winning = solved["moves"].as_array().unwrap().iter();
        let mut winning = winning.filter(|mv| mv["outcome"] == "win");
        assert_eq!(winning.next().unwrap()["move"], puzzle["solution"]);
        assert!(winning.next().is_none());
    }
    let why = chess(&["why", "chess"]);
    assert_eq!(why["outcome"], "win");
    // A game is played to its end.
    let play =
        format!("play chess --first perfect --second random --seed 3 --tables {tables} --at");
    let play: Vec<_> = play.split(' ').chain([LONE_QUEEN]).collect();
    let played = run_with(&play, "");
    assert!(played.out.contains("First wins"), "{}", played.out);
    assert!(!played.err.contains("answered 0 "), "{}", played.err);
}

#[test]
fn leaves_from_tables_are_noted_in_the_trace() {
    let folder = Folder::new("probing-trace");
    let tables = tables(&folder);
    let line = "tree kalah:3,2 --algorithm alphabeta --depth 2 --trace --after 3,1 --tables";
    let traced = run(&format!("{line} {tables}")).answer();
    assert!(traced.contains("(from a table)"), "{traced}");
    let told = run(&format!("{line} {tables} --json")).json();
    let nodes = told["tree"].as_array().unwrap();
    let tabled = nodes.iter().filter(|node| node["table"] == true);
    assert!(tabled.clone().count() > 0);
    for node in tabled {
        assert_eq!(node["children"], Value::Array(Vec::new()));
        let value = node["value"].as_i64().unwrap();
        assert!([-1_000_000, 0, 1_000_000].contains(&value), "{node}");
    }
}

#[test]
fn tables_of_no_use_are_warnings() {
    let folder = Folder::new("probing-warnings");
    let tables = tables(&folder);
    let plain = run("solve kalah:3,2 --method search --json").json();
    let solve = |game: &str, tables: &str| {
        let line = format!("solve {game} --method search --json --tables {tables}");
        let told = run(&line);
        (told.err.clone(), told.json())
    };
    let same = |answer: &Value| {
        for key in ["outcome", "margin", "best", "moves"] {
            assert_eq!(answer[key], plain[key], "{key}");
        }
    };
    // 1. Missing.
    let (told, answer) = solve("kalah:3,2", &folder.path("nowhere"));
    assert!(told.contains("left out"), "{told}");
    same(&answer);
    assert_eq!(answer["probes"], 0);
    // 2. Foreign: of another rule, or of other games only.
    let (told, answer) = solve("kalah:3,2,plain", &tables);
    assert!(
        told.contains("no class of endgames of kalah:3,2,plain"),
        "{told}"
    );
    assert_eq!(answer["probes"], 0);
    let (told, answer) = solve("dots:2x2", &tables);
    assert!(told.contains("no table of dots:2x2"), "{told}");
    assert_eq!(answer["probes"], 0);
    // 3. Damaged: in its first bytes, and in a block, which is seen when it is read.
    let file = format!("{tables}/kalah.table");
    let bytes = fs::read(&file).unwrap();
    let mut cut = bytes.clone();
    cut.truncate(20);
    fs::write(&file, &cut).unwrap();
    let (told, answer) = solve("kalah:3,2", &tables);
    assert!(
        told.contains("kalah.table: this table is left out"),
        "{told}"
    );
    same(&answer);
    let mut changed = bytes;
    let last = changed.len() - 1;
    changed[last] ^= 1;
    fs::write(&file, &changed).unwrap();
    let (told, answer) = solve("kalah:3,2", &tables);
    assert!(
        told.contains("kalah.table: this table is left out"),
        "{told}"
    );
    assert!(told.contains("checksum"), "{told}");
    same(&answer);
}
