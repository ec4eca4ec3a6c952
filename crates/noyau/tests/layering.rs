//! Who may name whom. Reads the sources and fails with the file, the line and the rule.
//!
//! `ARCHITECTURE.md` says why the modules stand on each other so; this table is what holds them there. Code under
//! `#[cfg(test)]` may name every module: a test may check one layer with another.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// For each module of the library the modules it may name, besides itself.
#[rustfmt::skip]
const MAY_NAME: &[(&str, &[&str])] = &[
    // The means: bounds, threads, hints, lots, bits.
    ("limits", &[]),
    ("parallel", &[]),
    ("prefetch", &[]),
    ("random", &[]),
    ("word", &[]),
    // The words: what a person reads, what a game is, what it may offer beyond its rules.
    ("language", &[]),
    ("game", &["random"]),
    ("value", &["game"]),
    ("view", &["game"]),
    ("notation", &["language", "game", "view"]),
    ("heuristic", &["language", "game"]),
    ("points", &["game"]),
    ("rank", &["game"]),
    ("sum", &["game"]),
    ("symmetry", &["game"]),
    ("tabular", &["game"]),
    ("cells", &["game"]),
    ("playout", &["game", "random"]),
    ("statistics", &[]),
    ("knowledge", &["game", "limits", "sum"]),
    ("configuration", &["game", "notation", "random", "rank"]),
    ("estimate", &["configuration", "game", "limits", "random", "rank"]),
    // What several games share.
    ("grid", &["language", "game", "view", "notation", "random", "word"]),
    // Graphs, and exact answers about them.
    ("arena", &["language", "game", "value", "limits", "parallel", "prefetch", "random"]),
    ("solve", &["language", "game", "value", "limits", "parallel", "prefetch", "arena", "store", "points", "rank", "tabular"]),
    // Trees, and searches in them, which stand beside the exact answers: neither names the other.
    ("tree", &["language", "game", "arena"]),
    ("search", &["language", "game", "value", "heuristic", "points", "sum", "knowledge", "limits", "parallel", "playout", "prefetch", "random", "tree"]),
    ("store", &["language", "game", "value", "limits", "parallel"]),
    ("certificate", &["language", "game", "value", "limits", "arena", "solve"]),
    // What checks a table names neither `solve` nor `arena`: it shares nothing with what made it.
    ("audit", &["language", "game", "value", "notation", "tabular", "limits", "parallel", "store"]),
    // What is made of all of it.
    // What learns from self-play looks ahead by itself, and names no search.
    ("learn", &["language", "game", "view", "limits", "parallel", "random"]),
    ("conformance", &["cells", "language", "game", "view", "notation", "heuristic", "knowledge", "points", "rank", "sum", "symmetry", "tabular", "random"]),
    ("erased", &["cells", "learn", "language", "game", "value", "view", "notation", "heuristic", "knowledge", "points", "rank", "sum", "symmetry", "tabular", "limits", "random",
                 "configuration", "estimate", "playout", "arena", "store", "solve", "tree", "search", "certificate", "audit", "conformance"]),
    // Who plays a game by its face: agents, contests, judgements.
    ("play", &["arena", "language", "game", "heuristic", "learn", "limits", "parallel", "random", "search", "statistics", "tree", "erased"]),
    // What every face writes of the answers.
    ("answers", &["language", "game", "search", "statistics", "store", "tree", "erased", "play"]),
    // Neither `solve` nor `certificate`, nor even `arena`: what checks an answer shares nothing with what found it.
    ("verify", &["language", "game", "value", "erased"]),
];

/// Macros live at the root of the crate wherever they are written.
const MACROS: &[(&str, &str)] = &[("message", "language"), ("messages", "language")];

/// The crates of this workspace that each crate may depend on. Tests may depend on more.
const STANDS_ON: &[(&str, &[&str])] = &[
    ("noyau", &[]),
    ("noyau-games", &["noyau"]),
    ("noyau-files", &["noyau"]),
    ("noyau-web", &["noyau", "noyau-files", "noyau-games"]),
    (
        "noyau-cli",
        &[
            "noyau",
            "noyau-cluster",
            "noyau-files",
            "noyau-games",
            "noyau-web",
        ],
    ),
    ("noyau-py", &["noyau", "noyau-files", "noyau-games"]),
    ("noyau-cluster", &["noyau"]),
];

/// The crates from elsewhere that the library and the games may use: none that does input or output.
const FROM_ELSEWHERE: &[(&str, &[&str])] = &[
    (
        "noyau",
        &["hashbrown", "lz4_flex", "serde", "serde_json", "twox-hash"],
    ),
    ("noyau-games", &["cozy-chess", "hashbrown"]),
];

/// The only files in which `unsafe` may stand.
const UNSAFE: &[&str] = &[
    "crates/noyau-cli/src/pages.rs",
    "crates/noyau/src/prefetch.rs",
    "crates/noyau-files/src/mapping.rs",
    "crates/noyau-py/src/borrowed.rs",
];

/// What the library may not name outside tests, the only file that may, and why.
const NOT_IN_THE_LIBRARY: &[(&str, Option<&str>, &str)] = &[
    ("println", None, "the library prints nothing"),
    ("print", None, "the library prints nothing"),
    ("eprintln", None, "the library prints nothing"),
    ("eprint", None, "the library prints nothing"),
    ("dbg", None, "the library prints nothing"),
    ("stdout", None, "the library prints nothing"),
    ("stderr", None, "the library prints nothing"),
    ("stdin", None, "the library reads only what it is handed"),
    ("fs", None, "the library reads only what it is handed"),
    ("env", None, "the library reads only what it is handed"),
    ("net", None, "the library talks to nobody"),
    ("process", None, "the library starts nothing"),
    (
        "Instant",
        Some("crates/noyau/src/limits.rs"),
        "clocks are read through `Limits`",
    ),
    ("SystemTime", None, "clocks are read through `Limits`"),
    ("OnceLock", None, "the library owns no global"),
    ("LazyLock", None, "the library owns no global"),
    ("thread_local", None, "the library owns no global"),
];

/// Types that make a `static` a global that changes.
const CHANGING: &[&str] = &["Mutex", "RwLock", "Cell", "RefCell", "UnsafeCell", "Atomic"];

#[test]
fn modules_name_only_what_they_stand_on() {
    let mut broken = Vec::new();
    let mut met = BTreeSet::new();
    for source in sources(&["crates/noyau/src"]) {
        let home = module_of(&source.path);
        let Some(own) = home.first() else {
            continue; // lib.rs names everything, it is the list
        };
        met.insert(own.clone());
        let Some((_, allowed)) = MAY_NAME.iter().find(|(module, _)| module == own) else {
            broken.push(source.breaks(1, &format!("`{own}` has no row in the table of this test")));
            continue;
        };
        for (line, named) in names_in(&source.tokens, &home) {
            let named = MACROS
                .iter()
                .find(|(name, _)| *name == named)
                .map_or(named.as_str(), |(_, module)| module);
            if named == own || allowed.contains(&named) {
                continue;
            }
            let rule = if MAY_NAME.iter().any(|(module, _)| *module == named) {
                format!("`{own}` may not name `{named}`, only {allowed:?}")
            } else {
                format!("`crate::{named}` is no module; name it by the module it stands in")
            };
            broken.push(source.breaks(line, &rule));
        }
    }
    for (module, _) in MAY_NAME {
        if !met.contains(*module) {
            broken.push(format!(
                "`{module}` has a row in the table of this test and no file"
            ));
        }
    }
    none(&broken);
}

#[test]
fn crates_depend_only_on_what_they_stand_on() {
    let mut broken = Vec::new();
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let path = folder.unwrap().path().join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        let own = path.parent().unwrap().file_name().unwrap();
        let own = own.to_str().unwrap();
        let Some((_, below)) = STANDS_ON.iter().find(|(name, _)| *name == own) else {
            broken.push(format!("crates/{own} has no row in the table of this test"));
            continue;
        };
        let elsewhere = FROM_ELSEWHERE.iter().find(|(name, _)| *name == own);
        for (line, dependency) in dependencies(&manifest) {
            let ours = STANDS_ON.iter().any(|(name, _)| *name == dependency);
            let allowed = if ours {
                below.contains(&dependency.as_str())
            } else {
                elsewhere.is_none_or(|(_, allowed)| allowed.contains(&dependency.as_str()))
            };
            if !allowed {
                broken.push(format!(
                    "crates/{own}/Cargo.toml:{line}: `{own}` may not depend on `{dependency}`"
                ));
            }
        }
    }
    none(&broken);
}

#[test]
fn unsafe_stands_where_it_may() {
    let mut broken = Vec::new();
    for source in sources(&["crates", "xtask"]) {
        if UNSAFE.contains(&source.path.as_str()) {
            continue;
        }
        for token in source.tokens.iter().filter(|token| token.text == "unsafe") {
            let rule = format!("`unsafe` may stand only in {UNSAFE:?}");
            broken.push(source.breaks(token.line, &rule));
        }
    }
    none(&broken);
}

#[test]
fn no_test_is_switched_off() {
    let mut broken = Vec::new();
    for source in sources(&["crates", "xtask"]) {
        for window in source.tokens.windows(3) {
            if ["#", "[", "ignore"] == [&window[0].text, &window[1].text, &window[2].text] {
                broken.push(source.breaks(window[2].line, "no test is ignored"));
            }
        }
    }
    none(&broken);
}

#[test]
fn the_library_does_no_input_output_and_owns_no_global() {
    let mut broken = Vec::new();
    for source in sources(&["crates/noyau/src", "crates/noyau-games/src"]) {
        let mut in_use = false;
        for (i, token) in source.tokens.iter().enumerate() {
            match token.text.as_str() {
                "use" => in_use = true,
                ";" => in_use = false,
                _ => {}
            }
            if token.in_test {
                continue;
            }
            let next = |n: usize| source.tokens.get(i + n).map_or("", |t| t.text.as_str());
            let previous = |n: usize| i.checked_sub(n).map_or("", |i| &source.tokens[i].text);
            // A word counts where it is imported, called as a macro or part of a path, not as a name of one's own.
            let reached = in_use
                || next(1) == "!"
                || previous(1) == ":" && previous(2) == ":"
                || next(1) == ":" && next(2) == ":";
            let forbidden = NOT_IN_THE_LIBRARY
                .iter()
                .find(|(word, only, _)| *word == token.text && *only != Some(&source.path));
            if let Some((word, _, why)) = forbidden
                && reached
            {
                broken.push(source.breaks(token.line, &format!("`{word}`: {why}")));
            }
            if token.text == "static" {
                let of_type = source.tokens[i..].iter().take_while(|t| t.text != "=");
                for part in of_type {
                    let changing = CHANGING.contains(&part.text.as_str())
                        || part.text.starts_with("Atomic")
                        || part.text == "mut";
                    if changing {
                        let rule =
                            format!("`static` of `{}`: the library owns no global", part.text);
                        broken.push(source.breaks(part.line, &rule));
                    }
                }
            }
        }
    }
    none(&broken);
}

/// A source file in words and signs, without comments and strings.
struct Source {
    /// From the root of the repository, with `/`.
    path: String,
    tokens: Vec<Token>,
}

#[derive(Debug, Clone, PartialEq)]
struct Token {
    text: String,
    line: usize,
    /// Whether it stands under `#[cfg(test)]`.
    in_test: bool,
}

impl Source {
    fn breaks(&self, line: usize, rule: &str) -> String {
        format!("{}:{line}: {rule}", self.path)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn none(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

/// All sources below those folders, in order of their paths.
fn sources(folders: &[&str]) -> Vec<Source> {
    let mut open: Vec<String> = folders.iter().map(|&folder| folder.to_owned()).collect();
    let mut sources = Vec::new();
    while let Some(path) = open.pop() {
        let full = root().join(&path);
        if full.is_dir() {
            for entry in fs::read_dir(full).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if name != "target" {
                    open.push(format!("{path}/{name}"));
                }
            }
        } else if full.extension().is_some_and(|extension| extension == "rs") {
            let mut tokens = tokens(&fs::read_to_string(full).unwrap());
            mark_tests(
                &mut tokens,
                path.ends_with("/tests.rs") || path.contains("/tests/"),
            );
            sources.push(Source { path, tokens });
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!sources.is_empty(), "no sources in {folders:?}");
    sources
}

/// The module that a file of `crates/noyau/src` is, from the root of the crate.
fn module_of(path: &str) -> Vec<String> {
    let inside = path.strip_prefix("crates/noyau/src/").unwrap();
    let inside = inside.strip_suffix(".rs").unwrap();
    let parts = inside.split('/');
    let own = parts.filter(|part| !matches!(*part, "mod" | "lib"));
    own.map(str::to_owned).collect()
}

/// Words and signs with their lines; comments, strings, characters and lifetimes are left out.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            '"' => i = after_string(&chars, i),
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            '\'' => {
                i += 1;
                while is_word(at(i)) {
                    i += 1;
                }
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let raw = matches!(word.as_str(), "r" | "br" | "cr");
                let hashes = chars[i.min(chars.len())..]
                    .iter()
                    .take_while(|&&c| c == '#')
                    .count();
                if raw && at(i + hashes) == '"' {
                    i += hashes + 1;
                    let end: Vec<char> = std::iter::once('"')
                        .chain(std::iter::repeat_n('#', hashes))
                        .collect();
                    while i < chars.len() && !chars[i..].starts_with(&end) {
                        i += 1;
                    }
                    i += end.len();
                } else if matches!(word.as_str(), "b" | "c") && at(i) == '"' {
                    i = after_string(&chars, i);
                } else if !(word == "b" && at(i) == '\'') {
                    tokens.push((word, line));
                }
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push((c.to_string(), line));
                }
                i += 1;
            }
        }
        let passed = &chars[start..i.min(chars.len())];
        line += passed.iter().filter(|&&c| c == '\n').count();
    }
    let tokens = tokens.into_iter();
    tokens
        .map(|(text, line)| Token {
            text,
            line,
            in_test: false,
        })
        .collect()
}

/// Where a string that starts at `i` is over.
fn after_string(chars: &[char], mut i: usize) -> usize {
    i += 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// Marks what follows each `#[cfg(test)]`, to the end of the item.
fn mark_tests(tokens: &mut [Token], whole_file: bool) {
    for token in tokens.iter_mut() {
        token.in_test = whole_file;
    }
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut i = 0;
    while i + attribute.len() <= tokens.len() {
        let here = &tokens[i..i + attribute.len()];
        if !here
            .iter()
            .zip(attribute)
            .all(|(token, text)| token.text == text)
        {
            i += 1;
            continue;
        }
        i += attribute.len();
        let mut depth = 0;
        while let Some(token) = tokens.get_mut(i) {
            token.in_test = true;
            i += 1;
            match token.text.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => {
                    depth -= 1;
                    if depth == 0 && token.text == "}" {
                        break;
                    }
                }
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
}

/// The first words after the root of the crate in all paths outside tests, with their lines. `home` is the module of
/// the file.
fn names_in(tokens: &[Token], home: &[String]) -> Vec<(usize, String)> {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let separator = |i: usize| text(i) == ":" && text(i + 1) == ":";
    let mut names = Vec::new();
    // The modules written inside the file that are open, each with the depth of braces inside it.
    let mut inner: Vec<usize> = Vec::new();
    let mut depth = 0;
    for i in 0..tokens.len() {
        match text(i) {
            "{" => {
                depth += 1;
                if i >= 2 && text(i - 2) == "mod" {
                    inner.push(depth);
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                }
                depth -= 1;
            }
            "crate" if separator(i + 1) && !tokens[i].in_test => {
                names.extend(first_words(tokens, i + 3));
            }
            "super" if separator(i + 1) && !tokens[i].in_test => {
                let continued = i >= 3 && separator(i - 2) && text(i - 3) == "super";
                let mut up = 1;
                let mut next = i + 3;
                while text(next) == "super" && separator(next + 1) {
                    up += 1;
                    next += 3;
                }
                if !continued && up >= home.len() + inner.len() {
                    names.extend(first_words(tokens, next));
                }
            }
            _ => {}
        }
    }
    names
}

/// The word at `i`, or the first words of the group of paths that opens there.
fn first_words(tokens: &[Token], i: usize) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut depth = 0;
    let mut wanted = true;
    for token in &tokens[i.min(tokens.len())..] {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => wanted = true,
            word if wanted => {
                words.push((token.line, word.to_owned()));
                wanted = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    words
}

/// The names of the dependencies in a manifest but those of tests, with their lines.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(manifest.lines()) {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let for_tests = section.contains("dev-dependencies");
            inside = section.ends_with("dependencies") && !for_tests;
            if let Some((_, name)) = section.split_once("dependencies.")
                && !for_tests
            {
                found.push((number, name.to_owned()));
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            found.push((number, name.trim_matches('"').to_owned()));
        }
    }
    found
}

/// What this test would see of a source: the names and their lines.
fn seen(text: &str, home: &str) -> Vec<(usize, String)> {
    let mut tokens = tokens(text);
    mark_tests(&mut tokens, false);
    let home: Vec<String> = home.split("::").map(str::to_owned).collect();
    names_in(&tokens, &home)
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let text = r##"
        // crate::comment
        /* crate::nested /* crate::deeper */ crate::outer */
        use crate::game::Side;
        use crate::{value::{Value, Score}, view};
        const WORDS: &str = "crate::string \" crate::quoted";
        const RAW: &str = r#"crate::raw "quoted" "#;
        fn quote<'a>(c: &'a char) -> bool { *c == '"' || *c == '\'' || crate::limits::test(c) }
    "##;
    let seen = seen(text, "arena");
    let expected = [(4, "game"), (5, "value"), (5, "view"), (8, "limits")];
    assert_eq!(seen, expected.map(|(line, name)| (line, name.to_owned())));
}

#[test]
fn parents_count_as_paths_when_they_reach_the_root() {
    let text = "use super::Rows;\nuse super::super::solve;\nmod inner { use super::super::Rows; use super::super::super::game; }";
    let seen = seen(text, "arena::format");
    assert_eq!(seen, [(2, "solve".to_owned()), (3, "game".to_owned())]);
}

#[test]
fn tests_may_name_everything() {
    let text = "use crate::game;\n#[cfg(test)]\nmod tests {\n use crate::solve;\n}\n#[cfg(test)]\nuse crate::view;\nuse crate::value;";
    let seen = seen(text, "arena");
    assert_eq!(seen, [(1, "game".to_owned()), (8, "value".to_owned())]);
}

#[test]
fn dependencies_are_found_in_every_form_but_those_of_tests() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\nb = \"1\"\n\n[dev-dependencies]\n\"c\" = { path = \"c\" }\n[target.'cfg(unix)'.dependencies.d]\nversion = \"1\"\n[lints]\nworkspace = true\n";
    let names: Vec<_> = dependencies(manifest)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["a", "b", "d"]);
}
