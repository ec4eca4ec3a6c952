//! Malformed files get one clear message each, at the right place, in both languages.

use noyau::arena::format::{Format, LONGEST_NAME, ReadError, ReadProblem, read, read_strategy};
use noyau::{Language, Localized};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/malformed")
}

/// What each file is refused with: `file:line:column: message`.
const EXPECTED: &str = include_str!("../malformed/EXPECTED");

#[test]
fn every_malformed_file_is_refused_where_it_is_wrong() {
    let mut expected: BTreeMap<&str, &str> = EXPECTED
        .lines()
        .map(|line| {
            line.split_once(':')
                .expect("a file and what is wrong with it")
        })
        .collect();
    assert!(expected.len() >= 40);
    for entry in std::fs::read_dir(folder()).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if name == "EXPECTED" {
            continue;
        }
        let format = Format::from_path(&name).expect("a known extension");
        let bytes = std::fs::read(&path).expect("a file");
        let found = read(&bytes, format).expect_err(&name);
        let wanted = expected.remove(&*name);
        assert_eq!(Some(&*found.to_string()), wanted, "{name}");
        let french = found.localized(Language::French);
        assert_ne!(french, found.to_string(), "{name} is not translated");
    }
    assert!(expected.is_empty(), "no such files: {expected:?}");
}

#[test]
fn a_bad_strategy_is_refused_where_it_is_wrong() {
    for (text, expected) in [
        ("", "1:1: the file is empty"),
        ("[1]", "1:1: expected `{` and a dictionary, found `[`"),
        (
            r#"{"0": "1", "0": "2"}"#,
            "1:12: the key `0` is given a second time: keep one of the two",
        ),
        (
            r#"{"0": ["1"]}"#,
            "1:7: expected a vertex (a string, a whole number or a tuple), found `[`",
        ),
        (
            "{\"winner\": \"first\",\n \"strategy\": {\"0\": null}}",
            "2:20: a vertex is called by a whole number or a string: put any other name between quotes",
        ),
        (
            r#"{"0": "1""#,
            "1:10: expected `,` or `}`, found the end of the file",
        ),
        (
            "{} {}",
            "1:4: nothing may follow here: the file is complete without it",
        ),
    ] {
        let error = read_strategy(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

/// Refuses a text on a stack that no recursion over its length would fit in.
fn refuse_on_a_small_stack(text: String, format: Format) -> ReadError {
    let reader = std::thread::Builder::new().stack_size(1 << 17);
    let reader = reader.spawn(move || read(text.as_bytes(), format));
    let answer = reader.expect("a thread").join().expect("no panic");
    answer.expect_err("a malformed text")
}

#[test]
fn nesting_a_million_deep_is_refused_without_recursion() {
    const DEEP: usize = 1_000_000;
    let deep = |before: &str, open: &str, close: &str| {
        let (open, close) = (open.repeat(DEEP), close.repeat(DEEP));
        [format!("{before}{open}"), format!("{before}{open}{close}")]
    };
    for (format, before, open, close) in [
        (Format::Json, "", "[", "]"),
        (Format::Json, "", "{\"0\":", "}"),
        (Format::Json, "{\"0\":[", "[", "]"),
        (Format::Json, "{\"edges\":", "{\"0\":", "}"),
        (
            Format::Json,
            "{\"edges\":{\"0\":[]},\"owner\":",
            "{\"0\":",
            "}",
        ),
        (Format::Json, "{\"edges\":{\"0\":[]},\"owner\":", "[", "]"),
        (Format::Python, "", "(", ")"),
        (Format::Python, "{", "(", ")"),
        (Format::Python, "{0:", "{", "}"),
        (Format::Python, "{(", "(1,", ")"),
        (Format::List, "", "[", "]"),
        (Format::Dot, "digraph ", "{", ""),
        (Format::Dot, "digraph ", "{", "}"),
        (Format::Dot, "digraph { a [label=", "<", ">"),
        (Format::Matrix, "", "[", "]"),
        (Format::Pg, "0 0 0 ", "(", ")"),
    ] {
        for text in deep(before, open, close) {
            let error = refuse_on_a_small_stack(text, format);
            assert_eq!(error.line, 1, "{before}{open}");
        }
    }
}

#[test]
fn names_and_numbers_of_a_million_characters_are_refused() {
    let limit = LONGEST_NAME;
    for (format, before, after, column) in [
        (Format::Json, "{\"", "\":[]}", 2),
        (Format::Json, "{\"0\":[", "]}", 7),
        (Format::Python, "{'", "':[]}", 2),
        (Format::Python, "{(0, '", "'):[]}", 6),
        (Format::Python, "{", ":[]}", 2),
        (Format::Python, "{-", ":[]}", 2),
        (Format::List, "[[", "]]", 3),
        (Format::Dot, "digraph{", "}", 9),
        (Format::Dot, "digraph{a", "}", 9),
        (Format::Dot, "digraph{\"", "\"}", 9),
        (Format::Tgf, "", "\n#\n", 1),
        (Format::Tgf, "1 ", "\n#\n", 3),
        (Format::Tgf, "1 \"", "\"\n#\n", 3),
        (Format::Edges, "a ", "", 3),
        (Format::Edges, "a \"", "\"", 3),
        (Format::Matrix, "", ",1\n", 1),
        (Format::Matrix, "\"", "\"", 1),
        (Format::Pg, "0 0 0 0 \"", "\";", 9),
    ] {
        let text = format!("{before}{}{after}", "1".repeat(1_000_000));
        let error = refuse_on_a_small_stack(text, format);
        let problem = ReadProblem::LongName { limit };
        assert_eq!(
            (error.problem, error.column),
            (problem, column),
            "{format:?} {before}"
        );
    }
    let text = format!("{} 0 0 1;", "1".repeat(1_000_000));
    let error = refuse_on_a_small_stack(text, Format::Pg);
    assert_eq!(error.problem, ReadProblem::LargeIdentifier);
    // A name of the greatest length is read.
    let text = format!("{} b", "é".repeat(limit / 2));
    assert!(read(text.as_bytes(), Format::Edges).is_ok());
}

fn examples() -> Vec<(Format, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs");
    let mut examples = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        let format = Format::from_path(&path.to_string_lossy()).expect("a known extension");
        examples.push((format, std::fs::read_to_string(path).expect("a text")));
    }
    examples
}

/// Whether an error stands at a place that the text has.
fn is_in_text(error: &ReadError, text: &str) -> bool {
    let line = text.split('\n').nth(error.line - 1);
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column))
}

#[test]
fn a_text_cut_anywhere_is_refused_or_is_another_graph() {
    for (format, text) in examples() {
        for end in 0..text.len() {
            let Some(cut) = text.get(..end) else { continue };
            match read(cut.as_bytes(), format) {
                Err(error) => assert!(is_in_text(&error, cut), "{error} in {cut}"),
                // Where brackets tell the end, nothing but blanks may be missing.
                Ok(_)
                    if !matches!(
                        format,
                        Format::Json | Format::Python | Format::List | Format::Dot
                    ) => {}
                Ok(_) => assert_eq!(cut.trim_end(), text.trim_end(), "{format:?}"),
            }
        }
    }
}

#[test]
fn lines_may_end_as_on_windows() {
    for (format, text) in examples() {
        let windows = text.replace('\n', "\r\n");
        let (unix, windows) = (
            read(text.as_bytes(), format),
            read(windows.as_bytes(), format),
        );
        let (unix, windows) = (unix.expect("read"), windows.expect("read"));
        assert_eq!(unix.successors, windows.successors);
        assert!(unix.names.iter().eq(windows.names.iter()));
    }
}

proptest::proptest! {
    /// An example with a few characters changed is read, or refused at a place that it has.
    #[test]
    fn errors_stand_in_the_text(
        which in 0usize..100,
        changes in proptest::collection::vec((0usize..1000, "[-0-9a-z\"'{}(),:;#é \n\\\\]{0,3}"), 1..4),
    ) {
        let examples = examples();
        let (format, text) = &examples[which % examples.len()];
        let mut characters: Vec<char> = text.chars().collect();
        for (at, with) in changes {
            let at = at % characters.len();
            characters.splice(at..(at + 1).min(characters.len()), with.chars());
            if characters.is_empty() {
                characters.push('0');
            }
        }
        let text: String = characters.into_iter().collect();
        if let Err(error) = read(text.as_bytes(), *format) {
            proptest::prop_assert!(is_in_text(&error, &text), "{} in {}", error, text);
        }
    }
}
