//! What holds for all crates of the library together.

use std::any::type_name;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The short names of error types, each of which turns into a `Box<dyn Error>` by `?`.
macro_rules! errors {
    ($($error:ty),+ $(,)?) => {{
        fn boxed<E: Error + Send + Sync + 'static>(error: E) -> Result<(), Box<dyn Error>> {
            Err(error)?
        }
        [$({
            let _ = boxed::<$error>;
            let name = type_name::<$error>().split('<').next().unwrap_or_default();
            name.rsplit("::").next().unwrap_or_default()
        }),+]
    }};
}

#[test]
fn every_public_error_is_an_error() {
    let mut known = BTreeSet::from(errors![
        noyau::Message,
        noyau::arena::analysis::Cycle,
        noyau::arena::format::ReadError,
        noyau::arena::format::WriteError,
        noyau::certificate::NotWritten,
        noyau::dynamic::FileProblem,
        noyau::dynamic::Problem,
        noyau::dynamic::Unsolved,
        noyau::dynamic::Unvisited,
        noyau::format::Damage,
        noyau::format::Unusable,
        noyau::format::block::Unread,
        noyau::format::proof::ProofProblem,
        noyau::learn::NotLearned,
        noyau::limits::Stopped,
        noyau::limits::Unfinished,
        noyau::play::Refusal,
        noyau::play::contest::Stop,
        noyau::play::experiment::ExperimentProblem,
        noyau::play::judge::NotJudged,
        noyau::play::AgentProblem,
        noyau::search::solution_tree::NotProved,
        noyau::search::textbook::NotUnfolded,
        noyau::solve::tiers::NotSolved,
        noyau::tree::ReadError,
        noyau::tree::Valueless,
        noyau::tree::draw::TooLarge,
        noyau::verify::certificate::Refused,
        noyau::verify::table::Refused,
        noyau_files::Refused,
        noyau_files::Unread,
        noyau_files::Unusable,
        noyau_games::gdl::Defect,
        noyau_games::gdl::Excess,
        noyau_games::gdl::Problems,
        noyau_games::gdl::Uncounted,
    ]);
    // Other names for such types, the laws that only tests run, and errors of others.
    known.extend(["ReadError", "Unreadable", "Broken", "Error", "E"]);
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for name in [
        "",
        "-core",
        "-documents",
        "-dynamic",
        "-files",
        "-format",
        "-games",
        "-graph",
        "-learn",
        "-play",
        "-search",
        "-tables",
        "-verify",
    ] {
        let mut open = vec![crates.join(format!("noyau{name}/src"))];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(&path).expect("a folder can be read");
                open.extend(entries.map(|entry| entry.expect("an entry").path()));
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source file can be read");
            for error in public_errors(&source) {
                seen += 1;
                if !known.contains(error.rsplit("::").next().unwrap_or(error)) {
                    wrong.push(format!("{}: {error}", path.display()));
                }
            }
        }
    }
    assert!(seen > 150, "{seen} public functions that may fail");
    assert!(wrong.is_empty(), "not in the list above: {wrong:#?}");
}

/// The errors of the public functions and the methods of traits of a source file.
fn public_errors(source: &str) -> Vec<&str> {
    let source = source.split("\nmod tests {").next().unwrap_or(source);
    let mut found = Vec::new();
    for (at, _) in source.match_indices("fn ") {
        let before = source[..at].trim_end_matches("const ");
        let line = before.rsplit('\n').next().unwrap_or(before).trim_start();
        let end = source[at..].find([';', '{']).unwrap_or(0);
        let is_declared = line.is_empty() && source[at + end..].starts_with(';');
        if line != "pub " && !is_declared {
            continue;
        }
        let returned = source[at..at + end].rsplit_once("-> Result<");
        if let Some((_, returned)) = returned {
            found.extend(second_argument(returned));
        }
    }
    found
}

/// The second argument of a generic type, after its opening bracket; `None` if it has one.
fn second_argument(arguments: &str) -> Option<&str> {
    let mut depth = 0;
    let mut from = None;
    for (i, c) in arguments.char_indices() {
        match c {
            '>' if depth == 0 => {
                return from
                    .map(|from: usize| arguments[from..i].trim_matches([' ', '\n', ',']).trim());
            }
            ',' if depth == 0 && from.is_none() => from = Some(i + 1),
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}
