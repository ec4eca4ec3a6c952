//! Wrong usage, help, completions, manual pages.

use super::{Folder, run};

#[test]
fn wrong_usage_is_explained() {
    for (arguments, words) in [
        (
            "slove chomp",
            &[
                "there is no command \"slove\"",
                "Did you mean: serve, solve",
            ][..],
        ),
        ("solve", &["this is missing: <GAME>", "Usage: noyau solve"]),
        (
            "solve chomp --jsn",
            &["no option --jsn", "Did you mean: --json"],
        ),
        ("solve chomp extra", &["\"extra\" is one too many"]),
        (
            "solve chomp --method grph",
            &["\"grph\" is no value", "Did you mean: graph", "auto, graph"],
        ),
        (
            "solve chomp --memory lots",
            &["a number of bytes is wanted"],
        ),
        ("solve chomp --threads 1025", &["0 to 1024"]),
        ("cluster plan chomp --hosts 0", &["from 1 to 1000000"]),
        (
            "cluster solve chomp --save x --workers 0",
            &["from 1 to 1024"],
        ),
        ("solve chomp --time", &["--time <SECONDS> needs a value"]),
        ("solve chomp --json --json", &["--json is given twice"]),
        ("solve chomp --batch - --json", &["cannot be used with"]),
        ("graph", &["a command is missing", "kernel, attractor"]),
        (
            "graph strategy chomp:2x3 --player first",
            &["this is missing: --check <FILE>"],
        ),
        ("help nothing", &["there is no command \"nothing\""]),
        ("games --lang de", &["\"de\" is no value", "en, fr"]),
        ("show chmop", &["no game called \"chmop\"", "chomp, "]),
        (
            "show chomp:3",
            &["bad parameters \"3\" for chomp", "as in chomp:4x7"],
        ),
        (
            "show chomp:2x3 --after b2,b2",
            &["\"b2\" is no legal move in \"3,1 second\"", "eaten"],
        ),
        ("show chomp:2x3 --at 9,9", &["is no position of this game"]),
        ("show graph", &["graph:chomp-2x3.json"]),
        ("perft chomp deep", &["a whole number"]),
        ("completions tcsh", &["bash, elvish, fish, powershell, zsh"]),
    ] {
        let said = run(arguments).refused();
        for word in words {
            assert!(said.contains(word), "{arguments}: {word} in\n{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use super::noyau;
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let output = noyau()
        .args(["solve"])
        .arg(argument)
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not UTF-8"));
}

#[test]
fn help_is_complete() {
    let help = run("--help").answer();
    for command in [
        "games",
        "show",
        "perft",
        "count",
        "solve",
        "graph",
        "tree",
        "verify",
        "completions",
        "man",
        "help",
    ] {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command} in {help}"
        );
        assert!(
            run(&format!("{command} -h"))
                .answer()
                .contains("Usage: noyau")
        );
        assert_eq!(
            run(&format!("{command} --help")).answer(),
            run(&format!("help {command}")).answer()
        );
    }
    assert_eq!(
        run("--version").answer(),
        format!("noyau {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&format!("completions {shell}")).answer();
        for word in ["noyau", "attractor", "certificate"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
}

#[test]
fn manual_pages() {
    let page = run("man").answer();
    assert!(page.contains(".TH noyau 1"), "{page}");
    assert!(page.contains(".SH NAME"), "{page}");
    let folder = Folder::new("man");
    let pages = folder.path("pages");
    run(&format!("man {pages}")).answer();
    for name in ["noyau", "noyau-solve", "noyau-graph", "noyau-graph-kernel"] {
        let page = std::fs::read_to_string(format!("{pages}/{name}.1")).expect(name);
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
}

#[test]
fn no_colours_in_pipes() {
    for arguments in [
        "--help",
        "solve chomp:2x3",
        "games",
        "graph solve chomp:2x3",
    ] {
        assert!(!run(arguments).answer().contains('\u{1b}'), "{arguments}");
    }
    assert!(!run("slove").refused().contains('\u{1b}'));
}

#[test]
fn words_for_commands_lead_to_them() {
    for (typed, meant) in [
        (
            "kernel examples/graphs/chomp23.py",
            "Did you mean: noyau graph kernel",
        ),
        ("graph noyau chomp23.py", "Did you mean: noyau graph kernel"),
        ("attracteur g.json", "Did you mean: noyau graph attractor"),
        ("jouer morpion", "Did you mean: noyau play"),
        ("--lang fr arbre t.json", "noyau tree"),
        ("pourquoi nim", "Did you mean: noyau why"),
        ("corriger tp.py", "Did you mean: noyau check"),
        (
            "morpion",
            "Did you mean: noyau show morpion, noyau play morpion",
        ),
        (
            "graph morpion",
            "Did you mean: noyau graph info morpion, noyau graph draw morpion",
        ),
        (
            "graph ../../examples/graphs/chomp23.py",
            "Did you mean: noyau graph info ../../examples/graphs/chomp23.py",
        ),
        (
            "../../examples/graphs/chomp23.py",
            "Did you mean: noyau graph info ../../examples/graphs/chomp23.py",
        ),
        ("exercise noyau", "Did you mean: kernel"),
        ("exercise représentation", "Did you mean: representation"),
        ("graph draw chomp:2x2 --mark noyau", "Did you mean: kernel"),
    ] {
        let complaint = run(typed).refused();
        assert!(complaint.contains(meant), "{typed}: {complaint}");
    }
}

#[test]
fn games_answer_to_the_names_that_people_use() {
    for (name, game) in [
        ("morpion", "tictactoe"),
        ("Morpion", "tictactoe"),
        ("tic-tac-toe", "tictactoe"),
        ("gaufre:2x3", "chomp:2x3"),
        ("dames", "draughts:international"),
        ("checkers", "draughts:english"),
        ("Échecs", "chess"),
        ("echecs", "chess"),
        ("MARELLE", "morris:9"),
        ("pipopipette:2x2", "dots:2x2"),
        ("puissance4", "connect4:7x6"),
        ("Puissance-4:4x4", "connect4:4x4"),
        ("saute-mouton", "leapfrog:6"),
        ("awélé", "awele:6,4"),
        ("awe\u{301}le\u{301}", "awele:6,4"),
        ("allumettes", "matches:21,3"),
    ] {
        let answer = run(&format!("show {name} --json")).json();
        let found = answer["game"].as_str().unwrap_or_default().to_owned();
        let wanted = game.split(':').next().unwrap_or_default();
        assert_eq!(found.split(':').next(), Some(wanted), "{name}: {answer}");
        if name.contains(':') || !game.contains(':') {
            assert_eq!(found, game);
        }
    }
    for (name, near) in [
        ("conect4", "connect4"),
        ("morpio", "tictactoe"),
        ("otello", "othello"),
        ("chmop:3x4", "chomp"),
        ("nmi", "nim"),
    ] {
        let complaint = run(&format!("solve {name}")).refused();
        let suggestion = format!("did you mean {near}?");
        assert!(complaint.contains(&suggestion), "{complaint}");
    }
    assert!(!run("solve zzz").refused().contains("did you mean"));
}
