//! The documents say what is: every command in them is run and its output compared, every link leads somewhere.
//!
//! In a fenced block marked `console`, a line that starts with `$ noyau` is run by a shell and the lines up to the next
//! `$` are what it must print, on either stream. `…` stands for any text within a line, and `… 5 lines` for so many
//! lines. In French documents commands speak French. The exit status must be 0, or what a comment after the command says: `# exit status 2`. Other commands are not
//! run, but must be among those the project knows. The commands of one document share a scratch folder in which the
//! repository's files stand under their own names, so that what one writes the next can read.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
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
            let (status, printed) = run(&command, &scratch, is_french(&document));
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

/// Every document for users exists in English and in French, with the same structure and the same commands.
#[test]
fn documents_are_the_same_in_both_languages() {
    let all = documents();
    let mut wrong = Vec::new();
    for english in all.iter().filter(|document| is_translated(document)) {
        let french = french_of(english);
        if !all.contains(&french) {
            wrong.push(format!("{english}: there is no {french}"));
            continue;
        }
        let texts = [english, &french].map(|name| fs::read_to_string(root().join(name)).unwrap());
        let [en, fr] = texts.each_ref().map(|text| outline(text));
        for (number, (en, fr)) in en.iter().zip(&fr).enumerate() {
            if en != fr {
                wrong.push(format!(
                    "{english} and {french} differ at part {number}: {en:?} and {fr:?}"
                ));
                break;
            }
        }
        if en.len() != fr.len() {
            wrong.push(format!(
                "{english} has {} parts, {french} {}",
                en.len(),
                fr.len()
            ));
        }
    }
    let french = all.iter().filter(|document| is_french(document));
    for french in french {
        let english = french.replace("docs/fr/", "docs/").replace(".fr.md", ".md");
        if !all.contains(&english) {
            wrong.push(format!("{french}: there is no {english}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The tables of the course: every command in them answers, and the page knows every address.
#[test]
fn what_the_course_asks_for_is_there() {
    let text = fs::read_to_string(root().join("docs/course.md")).unwrap();
    let scratch = scratch("course-tables");
    let mut wrong = Vec::new();
    let (mut commands, mut addresses) = (0, 0);
    let mut seen = std::collections::BTreeSet::new();
    let server = Server::start(&scratch);
    for (line, content) in (1..)
        .zip(text.lines())
        .filter(|(_, content)| content.starts_with('|'))
    {
        let before = commands + addresses;
        for code in content.split('`').skip(1).step_by(2) {
            if is_noyau(code) {
                commands += 1;
                if !seen.insert(code) {
                    continue;
                }
                let (status, printed) = run(code, &scratch, false);
                if status != Some(0) {
                    wrong.push(format!("docs/course.md:{line}: $ {code}\n{printed}"));
                }
            } else if code.starts_with('/') {
                addresses += 1;
                if let Err(why) = server.knows(code) {
                    wrong.push(format!("docs/course.md:{line}: {code}: {why}"));
                }
            }
        }
        let is_head = content.starts_with("| in the text") || content.starts_with("|--");
        if !is_head && before == commands + addresses {
            wrong.push(format!("docs/course.md:{line}: no command, no address"));
        }
    }
    assert!(
        commands > 100 && addresses > 40,
        "{commands} commands, {addresses} addresses"
    );
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// `noyau serve` on a port of its own.
struct Server {
    child: std::process::Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_noyau"))
            .args(["serve", "--port", "0", "--lang", "en"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let (_, rest) = line
            .split_once("http://")
            .unwrap_or_else(|| panic!("no address: {line}"));
        let address = rest.split(['/', ' ']).next().unwrap_or_default().to_owned();
        Self { child, address }
    }

    /// The status and the body of an answer.
    fn asked(&self, method: &str, path: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        (status, body.to_owned())
    }

    /// Whether the page answers there, with the part and the game that the address names.
    fn knows(&self, address: &str) -> Result<(), String> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (status, body) = self.asked("GET", path, "");
        if status != "200" || !body.contains("<script") {
            return Err(format!("the page answers {status}"));
        }
        // The scripts have one file for each part, and the page shows the gallery for a part it does not know.
        let part = if path == "/" { "gallery" } else { &path[1..] };
        let (status, _) = self.asked("GET", &format!("/pages/{part}.js"), "");
        if status != "200" {
            return Err(format!("there is no part {part}"));
        }
        let value = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let Some(game) = value("game") else {
            return Ok(());
        };
        let api = if path == "/arena" {
            "/api/arena"
        } else {
            "/api/game"
        };
        let double = value("double") == Some("1");
        let body = if path == "/arena" {
            format!("{{\"game\":\"{game}\",\"double\":{double}}}")
        } else {
            format!("{{\"game\":\"{game}\"}}")
        };
        let (status, body) = self.asked("POST", api, &body);
        if status != "200" {
            return Err(format!("{api} answers {status}: {body}"));
        }
        let steps = body
            .matches("\"take\"")
            .count()
            .max(body.matches("\"name\"").count());
        let step = value("step").map_or(0, |step| step.parse().unwrap());
        if step > steps {
            return Err(format!("there are {steps} steps"));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a document is for users: those for who works on noyau are English.
fn is_translated(document: &str) -> bool {
    let is_for_users = document == "README.md" || document.starts_with("docs/");
    is_for_users && !is_french(document)
}

fn is_french(document: &str) -> bool {
    document.starts_with("docs/fr/") || document.ends_with(".fr.md")
}

fn french_of(document: &str) -> String {
    match document.strip_prefix("docs/") {
        Some(name) => format!("docs/fr/{name}"),
        None => document.replace(".md", ".fr.md"),
    }
}

/// What a document and its translation share, in order: the levels of headings, rows of tables, items of lists, pictures,
/// fenced blocks with their code, and commands.
fn outline(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut block: Option<&str> = None;
    let mut continued = false;
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(info) = line.trim_start().strip_prefix("```") {
            block = if block.is_none() { Some(info) } else { None };
            parts.push(format!("```{info}"));
            continue;
        }
        let before = std::mem::replace(&mut continued, line.ends_with('\\'));
        let continued = before;
        match block {
            Some("console") if line.starts_with("$ ") || continued => parts.push(line.to_owned()),
            // Output, and comments of shell scripts, are in the language of the document.
            Some("console" | "sh") => {}
            Some(_) => parts.push(line.to_owned()),
            None if line.starts_with('#') => {
                parts.push(line.chars().take_while(|&c| c == '#').collect());
            }
            None if line.starts_with('|') => {
                parts.push(format!("row of {}", line.matches(" |").count()));
                let code = line.split('`').skip(1).step_by(2);
                parts.extend(code.filter(|code| is_noyau(code)).map(str::to_owned));
            }
            None if line.trim_start().starts_with("- ") => parts.push("item".to_owned()),
            None if line.starts_with("![") => {
                let target = line.rsplit_once('(').map_or("", |(_, target)| target);
                parts.push(target.replace("../", ""));
            }
            None => {}
        }
    }
    parts
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
fn run(command: &str, folder: &Path, french: bool) -> (Option<i32>, String) {
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
        .env("NOYAU_LANG", if french { "fr" } else { "en" })
        .env_remove("NOYAU_NAMES")
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

/// The number of lines that a line such as `… 5 lines`, in French `… 5 lignes`, stands for.
fn left_out(line: &str) -> Option<usize> {
    let number = line.strip_prefix("… ")?;
    let number = number
        .strip_suffix(" lines")
        .or_else(|| number.strip_suffix(" lignes"))?;
    number.parse().ok()
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
    assert!(matches(&["a", "… 2 lignes"], &["a", "b", "c"]));
}

#[test]
fn an_outline_has_what_translations_share() {
    let english =
        outline("# A\ntext\n| a | b |\n- one\n```console\n$ noyau games\nout\n```\n![x](p.svg)\n");
    let french = outline(
        "# B\nun texte\n| c | d |\n- un\n```console\n$ noyau games\nsortie\n```\n![y](../p.svg)\n",
    );
    assert_eq!(english, french);
    assert_eq!(english.len(), 7);
    assert_ne!(english, outline("## A\n"));
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
