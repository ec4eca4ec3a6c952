//! The documents say what is: every command in them is run and its output compared, every link leads somewhere.
//!
//! In a fenced block marked `console`, a line that starts with `$ noyau` is run by a shell and the lines up to the next
//! `$` are what it must print, on either stream. `…` stands for any text within a line, and `… 5 lines` for so many
//! lines. The exit status must be 0, or what a comment after the command says: `# exit status 2`. Other commands are not
//! run, but must be among those the project knows. The commands of one document share a scratch folder in which the
//! repository's files stand under their own names, so that what one writes the next can read.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands that a document may name although they are not run here: they build, take long, or need a network.
const KNOWN: &[&str] = &[
    "cargo build --release",
    "cargo install --path crates/noyau-cli",
    "cargo run --release",
    "cargo test",
    "cargo xtask accept",
    "cargo xtask bench",
    "cargo xtask crosscheck",
    "cargo xtask dist",
    "cargo xtask mutants",
    "cargo xtask test",
    "cd noyau",
    "git clone",
];

#[test]
fn commands_print_what_the_documents_say() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(root().join(&document)).unwrap();
        let scratch = scratch(&document);
        for Example {
            line,
            command,
            expected,
        } in examples(&text)
        {
            let place = format!("{document}:{line}: $ {command}");
            if !is_noyau(&command) {
                if !is_known(&command) {
                    wrong.push(format!("{place}\nis not a command that this test knows"));
                }
                continue;
            }
            let (status, printed) = run(&command, &scratch);
            let printed: Vec<_> = printed.lines().collect();
            let wanted = wanted_status(&command);
            if status != Some(wanted) || !lines_match(&expected, &printed) {
                wrong.push(format!(
                    "{place}\n--- the document says, with exit status {wanted}\n{}\n--- it prints, with {status:?}\n{}",
                    expected.join("\n"),
                    printed.join("\n")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(root().join(&document)).unwrap();
        let folder = Path::new(&document).parent().unwrap();
        for (line, target) in links(&text) {
            let path = target.split('#').next().unwrap_or_default();
            let elsewhere = path.contains("://") || path.starts_with("mailto:");
            if !elsewhere && !path.is_empty() && !root().join(folder).join(path).exists() {
                wrong.push(format!("{document}:{line}: there is no {path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

fn root() -> PathBuf {
    fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap()
}

/// The Markdown files at the root and below `docs`, from the root.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new(), PathBuf::from("docs")];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(root().join(&folder)) else {
            continue;
        };
        for entry in entries {
            let path = folder.join(entry.unwrap().file_name());
            if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path.to_str().unwrap().to_owned());
            } else if path.starts_with("docs") && root().join(&path).is_dir() {
                open.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "there are documents");
    found
}

/// A command in a document, and what it is said to print.
#[derive(Debug, PartialEq)]
struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// The commands in the `console` blocks of a document. A command goes on in the next line after a `\`.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut block = None;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim_end();
        if let Some(info) = content.trim_start().strip_prefix("```") {
            block = if block.is_none() { Some(info) } else { None };
            continue;
        }
        if block != Some("console") {
            continue;
        }
        let unfinished = found.last_mut().filter(|last| {
            last.command.ends_with('\\') && last.expected.is_empty() && last.line < line
        });
        if let Some(last) = unfinished {
            last.command.pop();
            last.command.push_str(content.trim_start());
        } else if let Some(command) = content.strip_prefix("$ ") {
            found.push(Example {
                line,
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else if let Some(last) = found.last_mut() {
            last.expected.push(content.to_owned());
        }
    }
    for example in &mut found {
        while example.expected.last().is_some_and(String::is_empty) {
            example.expected.pop();
        }
    }
    found
}

fn is_noyau(command: &str) -> bool {
    command == "noyau" || command.starts_with("noyau ")
}

fn is_known(command: &str) -> bool {
    // `NAME=value` before a command sets a variable for it.
    let is_variable = |word: &str| {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let mut command = command;
    while let Some((word, rest)) = command.split_once(' ')
        && is_variable(word)
    {
        command = rest;
    }
    KNOWN.iter().any(|known| {
        let rest = command.strip_prefix(known);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// A folder in which the files of the repository can be read by their names and new ones do no harm.
fn scratch(document: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(document.replace('/', "-"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        let hidden = name.to_str().is_none_or(|name| name.starts_with('.'));
        if !hidden && name != "target" {
            std::os::unix::fs::symlink(entry.path(), folder.join(name)).unwrap();
        }
    }
    folder
}

/// The exit status that the comment after a command states, or 0.
fn wanted_status(command: &str) -> i32 {
    let stated = command.rsplit_once("# exit status ");
    stated.map_or(0, |(_, status)| status.trim().parse().unwrap())
}

/// Runs a command with the binary under test as `noyau`; gives its exit status and what it prints on both streams.
fn run(command: &str, folder: &Path) -> (Option<i32>, String) {
    let binary = Path::new(env!("CARGO_BIN_EXE_noyau"));
    let mut path = binary.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let printed = folder.join(".printed");
    let out = File::create(&printed).unwrap();
    let status = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(out.try_clone().unwrap())
        .stderr(out)
        .status()
        .unwrap();
    (status.code(), fs::read_to_string(&printed).unwrap())
}

/// Whether a line is what the pattern says; `…` in the pattern is any text.
fn line_matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else {
        return pattern == text;
    };
    let Some(text) = text.strip_prefix(start) else {
        return false;
    };
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.into_iter().any(|at| line_matches(rest, &text[at..]))
}

/// A line as a reader sees it: without blanks at its end, and with plain ones for those that do not break, which French
/// has before its signs.
fn as_seen(line: &str) -> String {
    line.trim_end().replace(['\u{a0}', '\u{202f}'], " ")
}

/// The number of lines that a line such as `… 5 lines` stands for.
fn left_out(line: &str) -> Option<usize> {
    line.strip_prefix("… ")?
        .strip_suffix(" lines")?
        .parse()
        .ok()
}

/// Whether these are the lines that a document says. Empty lines at the end do not count.
fn lines_match(expected: &[String], printed: &[&str]) -> bool {
    let mut printed = printed.iter();
    let same = expected.iter().all(|expected| match left_out(expected) {
        Some(count) => printed.by_ref().take(count).count() == count,
        None => printed
            .next()
            .is_some_and(|line| line_matches(&as_seen(expected), &as_seen(line))),
    });
    same && printed.all(|line| line.is_empty())
}

/// The targets of the links and pictures outside fenced blocks.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (line, content) in (1..).zip(text.lines()) {
        if content.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let targets = content.split("](").skip(1);
            found.extend(targets.filter_map(|rest| Some((line, rest.split_once(')')?.0))));
        }
    }
    found
}

#[test]
fn examples_are_found_with_their_output() {
    let text = "\
# Title
```text
$ noyau not this
```
```console
$ noyau show chomp \\
    --after b2
a board

$ cargo xtask test
$ noyau games
… 9 lines

```
";
    let example = |line, command: &str, expected: &[&str]| Example {
        line,
        command: command.to_owned(),
        expected: expected.iter().map(|&line| line.to_owned()).collect(),
    };
    let expected = [
        example(6, "noyau show chomp --after b2", &["a board"]),
        example(10, "cargo xtask test", &[]),
        example(11, "noyau games", &["… 9 lines"]),
    ];
    assert_eq!(examples(text), expected);
}

#[test]
fn dots_stand_for_what_is_left_out() {
    let matches = |expected: &[&str], printed: &[&str]| {
        let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
        lines_match(&expected, printed)
    };
    assert!(matches(&["a", "… 2 lines", "d"], &["a", "b", "c", "d"]));
    assert!(matches(&["a", "…"], &["a", "b"]));
    assert!(matches(&["took … s, … nodes"], &["took 1.5 s, 7 nodes"]));
    assert!(matches(&["erreur : …"], &["erreur\u{a0}: ici  "]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a", "b"], &["a"]));
    assert!(!matches(&["a", "… 2 lines", "d"], &["a", "b", "d"]));
    assert!(!matches(&["a", "… 2 lines"], &["a", "b"]));
    assert!(!matches(&["a", "…"], &["a", "b", "c"]));
    assert!(!matches(&["a", "…"], &["a"]));
    assert!(!matches(&["took … s, … nodes"], &["took 1.5 s"]));
    assert!(!matches(&["a…"], &["ba"]));
}

#[test]
fn the_exit_status_is_0_unless_the_document_says_another() {
    assert_eq!(wanted_status("noyau games"), 0);
    assert_eq!(wanted_status("noyau show chomp:0x3  # exit status 2"), 2);
}

#[test]
fn only_known_commands_are_known() {
    assert!(is_known("cargo xtask test --list"));
    assert!(is_known("PROPTEST_RNG_SEED=7 cargo test -p noyau"));
    assert!(!is_known("PROPTEST_RNG_SEED=7 make"));
    assert!(!is_known("cargo xtask tests"));
    assert!(!is_known("make"));
}

#[test]
fn links_are_found_outside_blocks() {
    let text = "see [a](b.md#c) and ![d](e.svg)\n```rust\nx[1](2)\n```\n";
    assert_eq!(links(text), [(1, "b.md#c"), (1, "e.svg")]);
}
