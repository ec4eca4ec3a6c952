//! What the binary writes replaces only what it may, and only as a whole.

use super::{Folder, run};
use std::fs::{self, File};

/// One command for each kind of file, without its path, with the beginning of what it writes.
const WRITERS: [(&str, &str); 9] = [
    ("solve nim:1,2 --all --save", "\u{89}noyau"),
    ("solve nim:1,2 --certificate", "{\"noyau\":\"certificate\""),
    (
        "graph kernel chomp:2x2 --certificate",
        "{\"noyau\":\"certificate\"",
    ),
    ("graph convert chomp:2x2 --to json --output", "{"),
    ("graph generate --vertices 3 --format tgf --output", "0"),
    ("graph draw chomp:2x2 --to svg --output", "<svg"),
    ("graph draw chomp:2x2 --to dot --output", "digraph"),
    ("tree nim:1,2 --depth 1 --svg", "<svg"),
    ("tree nim:1,2 --depth 1 --tikz", "%"),
];

/// Those that refuse every other file without a question, and go on with their own.
const JOURNALS: [&str; 2] = [
    "learn nim:1,2 --games 1 --every 1 --pairs 1 --seed 1 --against random --save",
    "duel nim:1,2 random random --games 2 --seed 1 --save",
];

fn begins(path: &str, with: &str) -> bool {
    let content = fs::read(path).expect("a file");
    // A table begins with a byte that is no text.
    content.starts_with(with.trim_start_matches('\u{89}').as_bytes())
        || content
            .get(1..)
            .is_some_and(|rest| rest.starts_with(b"noyau"))
}

#[test]
fn what_is_not_the_same_work_is_replaced_by_force_only() {
    let folder = Folder::new("same_work");
    for (command, begin) in WRITERS {
        let path = folder.write("file", "Dear Bob, remember the milk.\n");
        let refused = run(&format!("{command} {path}")).refused();
        assert!(
            refused.contains("--force replaces it"),
            "{command}: {refused}"
        );
        let kept = fs::read_to_string(&path).expect("the letter");
        assert_eq!(kept, "Dear Bob, remember the milk.\n", "{command}");
        run(&format!("{command} {path} --force")).answer();
        assert!(begins(&path, begin), "{command}");
        // The same again, and into an empty file.
        run(&format!("{command} {path}")).answer();
        fs::write(&path, "").expect("a file");
        run(&format!("{command} {path}")).answer();
        assert!(begins(&path, begin), "{command}");
        let left: Vec<_> = fs::read_dir(folder.path("")).expect("a folder").collect();
        assert_eq!(left.len(), 1, "{command}: {left:?}");
    }
    for command in JOURNALS {
        for letter in ["Dear Bob, remember the milk.\n", "Dear Bob"] {
            let path = folder.write("file", letter);
            run(&format!("{command} {path}")).refused();
            let kept = fs::read_to_string(&path).expect("the letter");
            assert_eq!(kept, letter, "{command}");
        }
    }
    let french = folder.write("file", "Chère Anne");
    run(&format!("solve nim:1,2 --certificate {french} --lang fr"))
        .refused_for("--force le remplace");
    run("solve nim:1,2 --force").refused();
}

#[test]
fn the_table_and_the_certificate_of_another_game_are_kept() {
    let folder = Folder::new("another_game");
    let path = folder.path("table");
    for game in ["nim:1,2", "nim:2,2", "nim:1,2 --after 2:1"] {
        run(&format!("solve {game} --all --force --save {path}")).answer();
        let table = fs::read(&path).expect("a table");
        for other in ["nim:3", "nim:1,2 --after 1:1"] {
            run(&format!("solve {other} --all --save {path}")).refused_for("--force");
            assert_eq!(fs::read(&path).expect("a table"), table, "{game}, {other}");
        }
        run(&format!("solve {game} --all --save {path}")).answer();
    }
    let parts = folder.path("parts");
    run(&format!("table split {path} {parts} 2")).answer();
    let other = folder.path("other");
    run(&format!("solve nim:3 --all --save {other}")).answer();
    run(&format!("table merge {parts} {other}")).refused_for("--force");
    run(&format!("table merge {parts} {other} --force")).answer();
    run(&format!("table merge {parts} {other}")).answer();
    assert_eq!(
        fs::read(&path).expect("a table"),
        fs::read(&other).expect("a table")
    );

    let csv = folder.write("csv", "name,age\n");
    run(&format!("table export {path} --output {csv}")).refused_for("--force");
    run(&format!("table export {path} --output {csv} --force")).answer();
    run(&format!("table export {path} --output {csv}")).answer();

    let certificate = folder.path("certificate");
    run(&format!("solve nim:1,2 --certificate {certificate}")).answer();
    run(&format!("solve nim:1,3 --certificate {certificate}")).refused_for("--force");
    for more in ["--after 2:1", "--quick --method proof"] {
        run(&format!("solve nim:1,2 {more} --certificate {certificate}")).answer();
    }
}

#[cfg(unix)]
#[test]
fn links_stay_and_what_is_no_regular_file_is_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new("special");
    let tables = [
        "solve nim:1,2 --all --force --save",
        "table merge PARTS --force",
    ];
    let table = folder.path("table");
    let parts = folder.path("parts");
    run(&format!("solve nim:1,2 --all --save {table}")).answer();
    run(&format!("table split {table} {parts} 2")).answer();
    let pipe = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let null = folder.path("null");
    symlink("/dev/null", &null).expect("a link");
    for command in tables.into_iter().chain(JOURNALS) {
        let command = command.replace("PARTS", &parts);
        for path in [&pipe, &null] {
            let refused = run(&format!("{command} {path}")).refused();
            assert!(refused.contains("no regular file"), "{command}: {refused}");
        }
    }
    // Everything else is streamed to it.
    for (command, begin) in &WRITERS[1..] {
        run(&format!("{command} {null} --force")).answer();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).expect("a text")
        });
        run(&format!("{command} {pipe}")).answer();
        let text = reader.join().expect("a reader");
        assert!(text.starts_with(begin), "{command}: {text}");
    }
    let kind = fs::symlink_metadata(&pipe).expect("a pipe").file_type();
    assert!(kind.is_fifo());
    assert_eq!(
        fs::read_link(&null).expect("a link").to_str(),
        Some("/dev/null")
    );

    // A link to a file, a link to it, and one to a file that is not there yet.
    fs::create_dir(folder.path("far")).expect("a folder");
    symlink("far/file", folder.path("near")).expect("a link");
    symlink("near", folder.path("nearer")).expect("a link");
    let nearer = folder.path("nearer");
    for (command, begin) in WRITERS {
        for _ in 0..2 {
            run(&format!("{command} {nearer}")).answer();
            assert!(begins(&folder.path("far/file"), begin), "{command}");
        }
        for link in ["near", "nearer"] {
            let there = fs::symlink_metadata(folder.path(link)).expect("a link");
            assert!(there.is_symlink(), "{command}");
        }
        let left = fs::read_dir(folder.path("far")).expect("a folder").count();
        assert_eq!(left, 1, "{command}");
        fs::remove_file(folder.path("far/file")).expect("a file");
    }
    for command in JOURNALS {
        run(&format!("{command} {nearer}")).answer();
        run(&format!("{command} {nearer}")).answer();
        assert!(fs::symlink_metadata(&nearer).expect("a link").is_symlink());
        fs::remove_file(folder.path("far/file")).expect("a file");
    }
    symlink("round", folder.path("round")).expect("a link");
    let round = folder.path("round");
    run(&format!("solve nim:1,2 --certificate {round}")).refused_for("too many symbolic links");
}

#[test]
fn two_processes_do_not_write_the_same_file() {
    let folder = Folder::new("two_writers");
    for (command, _) in &WRITERS[1..] {
        let path = folder.path("file");
        run(&format!("{command} {path}")).answer();
        let before = fs::read(&path).expect("a file");
        let part = format!("{path}.part");
        let other = File::create(&part).expect("a file");
        other.lock().expect("a lock");
        run(&format!("{command} {path}")).refused_for("another process is writing this file");
        assert_eq!(fs::read(&path).expect("a file"), before, "{command}");
        // What a killed process left is in nobody's way.
        drop(other);
        run(&format!("{command} {path}")).answer();
        assert!(!fs::exists(&part).expect("a folder"), "{command}");
        fs::remove_file(&path).expect("a file");
    }
    for (command, lock) in JOURNALS.into_iter().zip([".part", ""]) {
        let path = folder.path("journal");
        run(&format!("{command} {path}")).answer();
        let before = fs::read(&path).expect("a file");
        let lock = format!("{path}{lock}");
        let other = File::options().create(true).append(true).open(lock);
        let other = other.expect("a file");
        other.lock().expect("a lock");
        run(&format!("{command} {path}")).refused_for("another process is writing this file");
        assert_eq!(fs::read(&path).expect("a file"), before, "{command}");
        drop(other);
        run(&format!("{command} {path}")).answer();
        fs::remove_file(&path).expect("a file");
    }
}

/// A limit on the length of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_write_that_fails_loses_nothing() {
    let folder = Folder::new("full");
    let path = folder.path("graph.json");
    run(&format!("graph generate --vertices 5 --output {path}")).answer();
    let before = fs::read(&path).expect("a graph");
    let binary = super::noyau()
        .get_program()
        .to_str()
        .expect("UTF-8")
        .to_owned();
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {binary} graph generate --vertices 20000 --output {path}"
    );
    let full = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{said}");
    assert!(said.contains("the file cannot be written: "), "{said}");
    assert_eq!(fs::read(&path).expect("a graph"), before);
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 1);

    let full = "graph generate --vertices 20000 --format json --output /dev/full";
    run(full).refused_for("/dev/full: the file cannot be written: the disk is full");
    run(&format!("{full} --lang fr")).refused_for("le disque est plein");
    run("solve nim:1 --certificate /proc/certificate").refused_for("cannot be written");
}
