//! Files that are missing, too long, malformed; pipes that close.

use super::course::CHOMP;
use super::{Folder, Run, noyau, run, run_with};
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn missing_and_unreadable_files() {
    let folder = Folder::new("unreadable");
    let missing = folder.path("missing.json");
    let directory = folder.path("");
    let reads = ["graph kernel ", "verify ", "show graph:"];
    for command in reads.into_iter().chain(["solve chomp --batch "]) {
        let refused = run(&format!("{command}{missing}")).refused();
        let said = format!("{missing}: there is no such file\n");
        assert_eq!(refused, said, "{command}");
        run(&format!("{command}{directory}")).refused_for("this is a folder");
    }
    let nowhere = folder.path("no/such/folder/file");
    for command in [
        format!("graph convert chomp:2x3 --to json --output {nowhere}"),
        format!("graph kernel chomp:2x3 --certificate {nowhere}"),
        // Before the work, which would take for ever.
        format!("solve chess --certificate {nowhere}"),
    ] {
        let refused = run(&command).refused();
        let said = "the file cannot be written: there is no such folder\n";
        assert!(refused.ends_with(said), "{command}: {refused}");
    }
    run(&format!("solve chess --certificate {directory}")).refused_for("this is a folder");
    let neither = run("graph kernel chmop:2x3").refused();
    assert!(neither.contains("the games are "), "{neither}");
    assert!(neither.contains(" chomp, "), "{neither}");
}

#[test]
fn files_beyond_the_limit_are_refused() {
    let folder = Folder::new("limit");
    let path = folder.write("chomp.py", CHOMP);
    let refused = run(&format!("graph kernel {path} --max-bytes 20")).refused();
    assert!(
        refused.starts_with(&format!("{path}:1:1: ")) && refused.contains("limit of 20 bytes"),
        "{refused}"
    );
    let refused = run_with(&["graph", "kernel", "-", "--max-bytes", "20"], CHOMP).refused();
    assert!(refused.starts_with("-:1:1: "), "{refused}");
    let length = CHOMP.len();
    assert_eq!(
        run(&format!("graph kernel {path} --max-bytes {length}")).status,
        0
    );
    // Four gigabytes that nobody has to write: a file with a hole.
    let huge = folder.path("huge.json");
    let file = std::fs::File::create(&huge).expect("a file");
    if file.set_len(4 << 30).is_ok() {
        // A process that may not have so much memory could not read it.
        let limited = Command::new("sh")
            .args(["-c", "ulimit -v 3000000 && exec \"$0\" graph kernel \"$1\""])
            .args([noyau().get_program(), std::ffi::OsStr::new(&huge)])
            .output();
        let refused = Run::from(limited.expect("a shell")).refused();
        assert!(refused.contains("--max-bytes"), "{refused}");
    }
}

#[test]
fn the_format_is_told_by_name_content_or_option() {
    let folder = Folder::new("formats");
    let plain = folder.write("chomp", CHOMP);
    assert_eq!(run(&format!("graph kernel {plain}")).status, 0);
    let edges = folder.write("graph", "a b\n");
    let refused = run(&format!("graph kernel {edges}")).refused();
    assert!(
        refused.starts_with(&format!("{edges}:1:1: ")) && refused.contains("--format"),
        "{refused}"
    );
    assert_eq!(
        run(&format!("graph kernel {edges} --format edges")).status,
        0
    );
    for content in [
        "{\"a\": []}",
        "[[1], []]",
        "digraph { a -> b }",
        "parity 0;\n0 0 0 0;\n",
    ] {
        assert_eq!(
            run_with(&["graph", "info", "-"], content).status,
            0,
            "{content}"
        );
    }
    run("graph kernel chomp:2x3 --format json").refused();
    run(&format!("graph kernel {plain} --memory 1G")).refused();
}

#[test]
fn a_reader_that_leaves_is_no_trouble() {
    let folder = Folder::new("pipe");
    let path = folder.path("arena.pg");
    run(&format!("graph generate --vertices 100000 --output {path}")).answer();
    for options in [&["--json"][..], &[]] {
        let mut child = noyau()
            .args(["graph", "solve", &path])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut start = [0; 100];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut start).expect("an answer begins");
        drop(out);
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn every_malformed_file_gets_one_message_with_its_place() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../noyau/tests/malformed");
    let mut files = 0;
    for file in std::fs::read_dir(folder).expect("the malformed files") {
        let path = file.expect("a file").path();
        let path = path.to_str().expect("UTF-8");
        if noyau::arena::format::Format::from_path(path).is_none() {
            continue;
        }
        files += 1;
        let refused = run(&format!("graph kernel {path}")).refused();
        let place = refused
            .strip_prefix(&format!("{path}:"))
            .unwrap_or_else(|| panic!("{refused}"));
        let mut parts = place.splitn(3, ':');
        for what in ["line", "column"] {
            let number = parts.next().expect(what).parse::<usize>();
            assert!(number.is_ok_and(|number| number > 0), "{what} in {refused}");
        }
        let message = parts.next().expect("a message");
        assert_eq!(message.trim().lines().count(), 1, "{refused}");
    }
    assert!(files >= 40, "only {files} malformed files");
}
