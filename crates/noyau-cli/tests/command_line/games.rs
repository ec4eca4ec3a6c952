//! Commands on games.

use super::{Folder, keys, run, run_with};
use serde_json::json;

/// The process itself stays within `--memory` and 32 MiB, whatever holds it. The system tells only while it runs.
#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_is_that_of_the_process() {
    use super::noyau;
    let folder = Folder::new("memory");
    let table = folder.path("table");
    for (command, limit) in [
        ("solve go:4 --method graph", 128),
        ("count othello:6", 100),
        ("best awele:4,3 --agent perfect", 100),
        ("best go:7 --agent mcts:100000", 1),
        ("solve wythoff:65535,65535 --quick", 64),
        ("solve domineering:8x8 --quick --nodes 300000", 1),
        (&format!("solve connect4:6x4 --all --save {table}"), 40),
        // A million moves in a position.
        ("solve octal:0.77,1000000 --method proof --quick", 16),
        ("count octal:0.77,1000000", 64),
        ("best octal:0.77,1000000 --agent random", 64),
        ("tournament octal:0.77,1000000 random perfect --games 1", 64),
        (
            &format!("solve wythoff:65535,65535 --all --save {table}2"),
            16,
        ),
        (&format!("learn go:9 --games 100 --save {table}3"), 100),
    ] {
        let mut child = noyau()
            .args(command.split_whitespace())
            .args(["--memory", &format!("{limit}M")])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the binary starts");
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().expect("a child").is_none() {
            let status = std::fs::read_to_string(&status).unwrap_or_default();
            let line = status.lines().find(|line| line.starts_with("VmHWM:"));
            let kibibytes = line.and_then(|line| line.split_whitespace().nth(1));
            peak = peak.max(kibibytes.map_or(0, |number| number.parse().unwrap_or(0)));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(
            peak / 1024 <= limit + 32,
            "{command} --memory {limit}M: {} MiB",
            peak / 1024
        );
    }
}

#[test]
fn every_game_is_listed_and_its_example_opens() {
    let list = run("games --json").json();
    let games = list["games"].as_array().expect("a list");
    assert_eq!(games.len(), noyau_games::GAMES.len());
    for game in games {
        let name = game["name"].as_str().expect("a name");
        assert_eq!(
            keys(game),
            [
                "name",
                "rules",
                "parameters",
                "default",
                "example",
                "version",
                "can"
            ]
        );
        let from_file = |game: &dyn noyau::dynamic::Entry| !game.samples().is_empty();
        if !noyau_games::find(name).is_some_and(from_file) {
            let example = game["example"].as_str().expect("an example");
            let shown = run(&format!("show {example} --json")).json();
            assert_eq!(shown["game"], example);
            assert!(!shown["moves"].as_array().expect("a list").is_empty());
        }
    }
    let text = run("games").answer();
    for game in noyau_games::GAMES {
        assert!(text.contains(game.info().summary.en));
        assert!(text.contains(game.info().parameters.en));
    }
}

#[test]
fn a_rule_sheet_is_described_for_any_number_of_roles() {
    let sheet = "(role left) (role right) (init on) (legal left stay) (<= (legal ?r go) (role ?r))
        (<= (next off) (does right go)) (<= terminal (true off)) (<= (goal ?r 50) (role ?r))";
    let told = run_with(&["gdl", "-", "--depth", "3", "--json"], sheet).json();
    assert_eq!(told["roles"], json!(["left", "right"]));
    assert_eq!(told["start"], json!(["on"]));
    assert_eq!(
        told["legal"],
        json!({"left": ["stay", "go"], "right": ["go"]})
    );
    assert_eq!(told["perft"], json!([2, 0, 0]));
    assert_eq!(told["game"], json!(true));
    run_with(
        &["gdl", "-"],
        sheet.replace("(role ?r))\n", "(not (role ?r)))\n"),
    )
    .refused_for("-:1:58: ?r is unsafe");
}

#[test]
fn a_position_is_shown() {
    let text = run("show leapfrog --after 1-3").answer();
    assert_eq!(
        text,
        "  1  2  3  4  5
  ·  R  R  B  B

game      leapfrog:2
position  _RRBB second
to move   Second
moves     4-1 5-1 (2)
"
    );
    let shown = run_with(&["show", "leapfrog", "--at", "_RRBB second", "--json"], "").json();
    assert_eq!(
        shown,
        json!({"game": "leapfrog:2", "position": "_RRBB second", "side": "second", "outcome": null,
               "moves": ["4-1", "5-1"]})
    );
    let over = run_with(&["show", "chomp:2x3", "--at", "1,0 second"], "").answer();
    assert!(over.contains("First wins"), "{over}");
}

#[test]
fn sequences_of_moves_are_counted() {
    for (depth, count) in [1, 5, 13, 19, 15, 5, 0].into_iter().enumerate() {
        let counted = run(&format!("perft chomp:2x3 {depth} --json")).json();
        assert_eq!(
            counted,
            json!({"game": "chomp:2x3", "depth": depth, "count": count})
        );
    }
    assert_eq!(run("perft chomp:2x3 2 --after c2").answer(), "9\n");
    // A line far longer than a stack is deep.
    assert_eq!(run("perft matches:2000001,1 2000000").answer(), "1\n");
}

#[test]
fn positions_are_counted() {
    let count = run("count chomp:2x3 --json").json();
    assert_eq!(
        keys(&count),
        [
            "game",
            "positions",
            "terminal",
            "moves",
            "by_ply",
            "branching",
            "longest",
            "configurations"
        ]
    );
    assert_eq!(count["configurations"], 64);
    assert_eq!(count["moves"], 21);
    assert_eq!(count["by_ply"], json!([1, 5, 3]));
    assert_eq!(count["branching"], json!({"mean": 21.0 / 8.0, "max": 5}));
    assert_eq!(
        run_with(&["count", "chomp:2x3", "--at", "2,1 first", "--json"], "").json()["positions"],
        4
    );
}

#[test]
fn one_position_is_counted_in_the_singular() {
    let one = run("solve chomp:1x1").answer();
    assert!(one.contains("graph, 1 position, "), "{one}");
    let two = run("solve chomp:1x2 --lang fr --method graph").answer();
    assert!(two.contains("graph, 2 positions, "), "{two}");
}

#[test]
fn solving_has_every_key() {
    let answer = run("solve chomp:2x3 --json").json();
    let all = [
        "game",
        "position",
        "side",
        "outcome",
        "distance",
        "margin",
        "nimber",
        "best",
        "line",
        "moves",
        "method",
        "exact",
        "nodes",
        "positions",
        "seconds",
    ];
    assert_eq!(keys(&answer), all);
    assert_eq!(answer["position"], "3,3 first");
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["distance"], 5);
    assert_eq!(answer["nimber"], 4);
    assert_eq!(answer["best"], json!(["c2"]));
    assert_eq!(answer["line"].as_array().map(Vec::len), Some(5));
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["positions"], 9);
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        answer["moves"][0],
        json!({"move": "b1", "outcome": "loss", "distance": 2, "margin": null})
    );
    let quick = run("solve chomp:2x3 --json --quick --method graph --threads 2").json();
    assert_eq!(
        keys(&quick),
        all.into_iter()
            .filter(|&key| key != "moves")
            .collect::<Vec<_>>()
    );
    assert_eq!(quick["best"], json!(["c2"]));
}

#[test]
fn limits_give_unknown_and_status_1() {
    for limit in ["--time 0.01", "--memory 100K"] {
        let run = run(&format!("solve chomp:14x14 --after n14 --json {limit}"));
        assert_eq!(run.status, 1, "{}", run.err);
        let answer = super::document(&run.out);
        assert_eq!(answer["outcome"], "unknown");
        assert_eq!(answer["bounds"], json!(["loss", "win"]));
        assert_eq!(answer["exact"], false);
    }
    let count = run("count chomp:14x14 --json --time 0.01");
    assert_eq!(count.status, 1);
    let count = super::document(&count.out);
    assert_eq!(count["positions"], json!(null));
    assert_eq!(count["stopped"], "time");
    assert!(count["at_least"].as_u64() > Some(0));
    let graph = run("graph kernel chomp:14x14 --memory 100K");
    assert_eq!((graph.status, graph.out.as_str()), (1, ""));
    let text = run("solve chomp:14x14 --after n14 --time 0");
    assert_eq!(text.status, 1);
    assert!(text.out.contains("unknown"), "{}", text.out);
}

#[test]
fn a_batch_answers_line_by_line() {
    let batch = run_with(
        &["solve", "chomp:2x3", "--batch", "-"],
        "c2\n\nc2 c1\r\nc2,c1,b2,b1,a2",
    );
    let lines: Vec<Vec<_>> = batch
        .out
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    let without_time: Vec<_> = lines.iter().map(|line| line[..5].join(" ")).collect();
    assert_eq!(
        without_time,
        [
            "c2 loss 4 - -",
            "- win 5 - -",
            "c2,c1 win 3 - -",
            "c2,c1,b2,b1,a2 loss 0 - -"
        ]
    );
    for line in &lines {
        assert_eq!(line.len(), 6);
        assert!(line[5].parse::<u64>().is_ok(), "{line:?}");
    }
    assert_eq!(batch.status, 0);
}

#[test]
fn a_wrong_line_of_a_batch_does_not_stop_the_others() {
    let folder = Folder::new("batch");
    let mut lines = b"c2\nzz\nc2,zz\n\xff\n".to_vec();
    lines.extend(vec![b'x'; 3 << 20]);
    lines.extend(b"\nc2\n");
    let path = folder.write("lines", lines);
    let batch = run(&format!("solve chomp:2x3 --batch {path}"));
    assert_eq!(batch.status, 2);
    assert_eq!(batch.out.lines().count(), 2);
    assert!(batch.out.lines().all(|line| line.starts_with("c2 loss 4 ")));
    let errors: Vec<_> = batch.err.lines().collect();
    assert_eq!(errors.len(), 4, "{}", batch.err);
    for (error, number) in errors.iter().zip(2..) {
        assert!(error.starts_with(&format!("{path}:{number}: ")), "{error}");
    }
    assert!(errors[0].contains("\"zz\" is no legal move"));
    assert_eq!(run("solve chomp --batch no-such-file").status, 2);
}

#[test]
fn a_batch_within_limits() {
    let batch = run_with(
        &["solve", "chomp:14x14", "--batch", "-", "--memory", "100K"],
        "n14\nn13\n",
    );
    assert_eq!(batch.status, 1, "{}", batch.err);
    for line in batch.out.lines() {
        assert!(line.contains(" unknown - - - "), "{line}");
    }
    assert_eq!(batch.out.lines().count(), 2);
}

#[test]
fn certificates_of_games_are_verified() {
    let folder = Folder::new("game_certificates");
    for game in ["chomp:3x4", "leapfrog", "matches:20"] {
        let path = folder.path("certificate");
        run(&format!(
            "solve {game} --quick --force --certificate {path}"
        ))
        .answer();
        let verified = run(&format!("verify {path} --json")).json();
        assert_eq!(verified["verified"], true);
        assert_eq!(verified["kind"], "game");
    }
    for (command, kind) in [
        ("dots:2x1", "proof"),
        ("dots:2x1 --method search", "proof"),
        ("dots:2x1 --method proof", "outcome"),
        ("dots:2x1 --after a1-b1", "proof"),
        ("kalah:2,2 --method table", "proof"),
        ("othello:4 --after d3", "proof"),
        ("domineering:4x4 --method search", "outcome"),
        ("domineering:5x5 --lang fr", "outcome"),
        ("connect4:4x3 --method search", "proof"),
        ("connect4:4x3 --method proof", "outcome"),
        ("matches:9 --method proof", "outcome"),
    ] {
        let path = folder.path("certificate");
        run(&format!(
            "solve {command} --quick --force --certificate {path}"
        ))
        .answer();
        let verified = run(&format!("verify {path} --json")).json();
        assert_eq!(verified["verified"], true, "{command}");
        assert_eq!(verified["kind"], kind, "{command}");
    }
    let path = folder.path("stopped");
    let stopped = run(&format!(
        "solve chomp:14x14 --after n14 --memory 100K --certificate {path}"
    ));
    assert_eq!(stopped.status, 1, "{}", stopped.err);
    assert!(stopped.out.contains("unknown"));
    assert!(!std::path::Path::new(&path).exists());
}

/// The answer is told all the same, and what had the name keeps it.
#[test]
fn a_certificate_that_is_too_large_is_not_written() {
    let folder = Folder::new("large_certificate");
    let path = folder.write("certificate", "what was there before");
    let large = run(&format!(
        "solve nim:3000,4000,5000 --quick --force --certificate {path}"
    ));
    assert_eq!(large.status, 1, "{}", large.err);
    assert!(large.out.contains("wins"), "{}", large.out);
    assert!(
        large.err.contains("more than ten million positions"),
        "{}",
        large.err
    );
    let left = std::fs::read_to_string(&path).expect("what was there before");
    assert_eq!(left, "what was there before");
    let part = format!("{path}.part");
    assert!(!std::path::Path::new(&part).exists());
    // Whatever is cut off the end is noticed.
    run(&format!(
        "solve dots:1x1 --method search --quick --force --certificate {path}"
    ))
    .answer();
    let whole = std::fs::read_to_string(&path).expect("a certificate");
    for half in (0..whole.trim_end().len()).step_by(7) {
        std::fs::write(&part, &whole[..half]).expect("a file");
        run(&format!("verify {part}")).refused();
    }
}

/// A name that ends in `.proof` asks for a proof file. One that was broken off goes on, and ends with the same bytes.
#[test]
fn a_proof_is_written_resumed_and_verified() {
    let folder = Folder::new("proof");
    let path = folder.path("seven.proof");
    let solve = format!("solve domineering:7x7 --quick --certificate {path}");
    let answer = run(&solve);
    assert_eq!(answer.status, 0, "{}", answer.err);
    assert!(answer.err.contains("a proof of"), "{}", answer.err);
    let verified = run(&format!("verify {path} --json")).json();
    assert_eq!(verified["kind"], "outcome");
    let whole = std::fs::read(&path).expect("a proof");
    let part = format!("{path}.part");
    for cut in [0, 40, whole.len() / 2, whole.len()] {
        std::fs::remove_file(&path).expect("a proof");
        std::fs::write(&part, &whole[..cut]).expect("a file");
        assert_eq!(run(&solve).status, 0);
        assert!(std::fs::read(&path).expect("a proof") == whole, "{cut}");
        assert!(!std::path::Path::new(&part).exists());
    }
    // Cut short, it is refused with the place.
    std::fs::write(&part, &whole[..whole.len() - 9]).expect("a file");
    let cut = run(&format!("verify {part}")).refused();
    assert!(cut.contains("block 1"), "{cut}");
    std::fs::remove_file(&part).expect("a file");
    // A limit leaves what is there for the next time.
    let later = folder.path("later.proof");
    let stopped = run(&format!(
        "solve connect4:6x5 --method search --quick --nodes 250000 --certificate {later}"
    ));
    assert_eq!(stopped.status, 1, "{}", stopped.err);
    assert!(stopped.err.contains("later.proof.part"), "{}", stopped.err);
    assert!(!std::path::Path::new(&later).exists());
    // A graph is held by its certificate, which is JSON.
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../noyau-games/samples/wander.json"
    );
    let graph = format!("graph:{sample}");
    let refused = run_with(&["solve", &graph, "--certificate", &later], "");
    assert_eq!(refused.status, 1, "{}", refused.err);
    assert!(refused.err.contains("JSON"), "{}", refused.err);
}

#[test]
fn a_graph_is_a_game() {
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../noyau-games/samples/wander.json"
    );
    let game = format!("graph:{sample}");
    let answer = run_with(&["solve", &game, "--json"], "").json();
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["best"], json!(["north, east"]));
    let after = run_with(
        &[
            "show",
            &game,
            "--after",
            "\"north, east\" \"the bridge\"",
            "--json",
        ],
        "",
    );
    assert_eq!(after.json()["position"], "the bridge first");
    let folder = Folder::new("graph_certificate");
    let path = folder.path("certificate");
    run_with(&["solve", &game, "--certificate", &path], "").answer();
    assert_eq!(
        run(&format!("verify {path} --json")).json()["kind"],
        "solve"
    );
    run_with(&["show", &game, "--after", "nowhere"], "")
        .refused_for("no vertex is called \"nowhere\"");
}

/// Whether a process has a handler for interrupts.
#[cfg(target_os = "linux")]
fn catches_interrupts(process: u32) -> bool {
    const SIGINT: u64 = 2;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("a number");
    caught >> (SIGINT - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_is_answered() {
    use std::process::{Command, Stdio};
    let child = super::noyau()
        .args(["count", "chomp:32x32", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    while !catches_interrupts(child.id()) {
        std::thread::yield_now();
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(interrupted.success());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(1));
    let answer = super::document(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(answer["stopped"], "interrupted");
}

#[test]
fn large_bars_of_chomp_are_sieved() {
    let found = run("solve chomp:11x11 --quick --json").json();
    assert_eq!(found["method"], "sieve");
    assert_eq!(found["outcome"], "win");
    assert_eq!(found["distance"], json!(null));
    assert_eq!(found["best"], json!(["b2"]));
    assert_eq!(found["positions"], 705_431);
    // The same kernel by both methods.
    let sieve = run("solve chomp:4x7 --method sieve --json").json();
    let graph = run("solve chomp:4x7 --method graph --json").json();
    for key in ["outcome", "nimber", "best", "positions"] {
        assert_eq!(sieve[key], graph[key], "{key}");
    }
    let text = run("solve chomp:4x7 --method sieve --quick").answer();
    assert!(text.contains("lost positions"), "{text}");
    // 40 116 599 bits are refused before any is asked for.
    let without = run("solve chomp:14x14 --after n14 --quick --memory 1MiB --lang fr");
    assert_eq!(without.status, 1);
    assert!(without.err.contains("prend 4,8 Mio"), "{}", without.err);
    run("solve connect4 --method sieve").refused_for("does not apply to connect4:7x6");
}

#[test]
fn heaps_of_octal_games_have_proved_periods() {
    let kayles = run("sequence 0.77 --heaps 100000 --json").json();
    assert_eq!(kayles["period"], 12);
    assert_eq!(kayles["preperiod"], 71);
    assert_eq!(kayles["greatest"], 8);
    assert_eq!(kayles["nimbers"].as_array().expect("a list").len(), 100_001);
    let dawson = run("sequence 0.07").answer();
    assert!(dawson.contains("34, from heap 53 on"), "{dawson}");
    assert!(dawson.contains("5 5 2 (3 3 0 1"), "{dawson}");
    let open = run("sequence 0.007 --heaps 500 --lang fr").answer();
    assert!(open.contains("n'en prouvent aucune"), "{open}");
    for wrong in [
        "sequence 77",
        "sequence 0.8",
        "sequence 0.77 --heaps 4000000000",
    ] {
        run(wrong).refused();
    }
}

#[test]
fn long_lists_are_cut_for_people_and_whole_for_programs() {
    let solved = run("solve octal:0.77,30000").answer();
    assert!(solved.len() < 20_000, "{} bytes", solved.len());
    assert!(
        solved.ends_with("… and 29,900 more; --json lists them\n"),
        "{}",
        &solved[solved.len() - 100..]
    );
    let french = run("solve octal:0.77,30000 --lang fr").answer();
    assert!(french.ends_with("… et 29\u{202f}900 de plus ; --json les liste\n"));
    let solved = run("solve octal:0.77,30000 --json").json();
    assert_eq!(solved["moves"].as_array().map(Vec::len), Some(30_000));
    let shown = run("show octal:0.77,30000").answer();
    assert!(shown.contains("… and 29,900 more; --json lists them (30000)"));
    let shown = run("show octal:0.77,30000 --json").json();
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(30_000));
}

/// One position takes longer than the limit where it has a million moves.
#[test]
fn limits_of_time_hold_within_positions_of_many_moves() {
    for command in [
        "best octal:0.77,1000000 --agent mcts:2000",
        "best octal:0.77,1000000 --agent montecarlo:2000",
        "solve octal:0.77,1000000 --method proof --quick",
    ] {
        let begun = std::time::Instant::now();
        run(&format!("{command} --time 0.5"));
        let took = begun.elapsed().as_secs();
        assert!(took < 60, "{command} took {took} s");
    }
}

/// What does not apply is refused as such, whatever the limits are.
#[test]
fn a_method_that_does_not_apply_is_no_matter_of_memory() {
    run("solve octal:0.77,1000000 --method search --quick --memory 16M")
        .refused_for("does not apply");
}

/// The value fits into less memory than the list of moves.
#[test]
fn more_moves_than_memory_are_not_listed() {
    let little = run("solve octal:0.77,1000000 --memory 8M");
    assert_eq!(little.status, 1, "{}", little.err);
    assert!(
        little.out.contains("First, to move, wins"),
        "{}",
        little.out
    );
    assert!(little.out.len() < 1000, "{}", little.out);
    assert!(
        little.err.contains("not all moves have their values"),
        "{}",
        little.err
    );
}

/// Nobody reads the answer: there is nothing to finish and report.
#[cfg(unix)]
#[test]
fn the_first_signal_ends_the_writing() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = super::noyau()
        .args(["solve", "octal:0.77,30000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut first = [0];
    let out = child.stdout.as_mut().expect("a pipe");
    out.read_exact(&mut first).expect("it writes");
    let sent = Command::new("kill").arg(child.id().to_string()).status();
    assert!(sent.expect("kill is there").success());
    for _ in 0..1000 {
        if child.try_wait().expect("a child").is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it is ended");
    panic!("it is deaf");
}
