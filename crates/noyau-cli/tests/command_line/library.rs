//! What holds for all crates of the library together.

use super::run_with;
use noyau::dynamic::{OpenGame, Worth, no_files};
use noyau::limits::Limits;
use noyau::points::Points;
use noyau::{Game, Outcome, Rules, Side};
use serde_json::{Value, json};
use std::any::type_name;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

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
        noyau::play::check::SubjectProblem,
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

/// A game of the list as a stranger could write it: its positions are texts.
struct ByText {
    game: Mutex<Box<dyn OpenGame>>,
    start: String,
}

impl ByText {
    /// Asks the open game in a position.
    fn at<T>(&self, position: &str, ask: impl FnOnce(&mut dyn OpenGame) -> T) -> T {
        let mut game = self.game.lock().expect("no panic before");
        game.set_board(position).expect("a position of this game");
        ask(&mut **game)
    }

    /// What a move leads to: the position, the side to move there, and the points of both sides.
    fn after(&self, position: &str, mv: usize) -> (String, Side, [i32; 2]) {
        self.at(position, |game| {
            let text = game.moves().swap_remove(mv);
            game.play(&text).expect("a legal move");
            (game.board(), game.side(), game.points().unwrap_or_default())
        })
    }
}

impl Game for ByText {
    type Position = String;
    type Move = usize;

    fn start(&self) -> String {
        self.start.clone()
    }

    fn outcome(&self, position: &String) -> Option<Outcome> {
        self.at(position, |game| game.outcome())
    }

    fn moves(&self, position: &String, out: &mut Vec<usize>) {
        out.extend(0..self.at(position, |game| game.moves().len()));
    }

    fn play(&self, position: &mut String, mv: usize) {
        *position = self.after(position, mv).0;
    }

    fn keeps_turn(&self, position: &String, mv: usize) -> bool {
        self.after(position, mv).1 == self.at(position, |game| game.side())
    }

    fn to_move(&self, position: &String) -> Option<Side> {
        Some(self.at(position, |game| game.side()))
    }
}

impl Points for ByText {
    fn gain(&self, position: &String, mv: usize) -> i32 {
        let side = self.at(position, |game| game.side());
        self.after(position, mv).2[side as usize]
    }

    fn settle(&self, position: &String) -> (i32, i32) {
        (self.at(position, |game| game.margin()).unwrap_or(0), 0)
    }
}

/// The words for a worth in documents; distances only where they are told.
fn told(worth: Worth, units: i32, answer: &Value) -> Value {
    let distance = worth.distance.filter(|_| !answer["distance"].is_null());
    json!({
        "outcome": worth.outcome.name(),
        "distance": distance,
        "margin": worth.margin.map(|margin| margin / units),
    })
}

/// For every game of the list, from a position that its first moves lead to or that is given.
#[test]
fn library_documents_and_command_line_answer_alike() {
    let cases = [
        ("awele:2,1", 0, ""),
        ("chess", 0, "8/8/8/8/8/5k2/7p/7K w - - 0 1"),
        ("chomp:2x3", 0, ""),
        ("connect4:3x3", 0, ""),
        ("domineering:3x3", 0, ""),
        ("dots:1x1", 0, ""),
        ("draughts:english", 0, "W32:B10 first"),
        ("gdl:leapfrog.kif", 0, ""),
        ("go:2,0", 0, ""),
        ("graph:wander.json", 0, ""),
        ("kalah:2,4", 0, ""),
        ("leapfrog:2", 0, ""),
        ("matches:9,3", 0, ""),
        ("mnk:3,3,3", 3, ""),
        ("morris:3", 6, ""),
        ("nim:1,2,3", 0, ""),
        ("octal:0.77,7", 0, ""),
        ("othello:4", 7, ""),
        ("tictactoe", 3, ""),
        ("wythoff:2,5", 0, ""),
    ];
    let listed: Vec<&str> = noyau_games::GAMES
        .iter()
        .map(|game| game.info().name)
        .collect();
    let name = |case: &str| case.split(':').next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = cases.iter().map(|case| name(case.0)).collect();
    names.sort();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted, "every game of the list");
    for (game, plies, at) in cases {
        // Samples are files to the command line.
        let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../noyau-games/samples/");
        let named = game
            .replace("gdl:", &format!("gdl:{samples}gdl/"))
            .replace("graph:", &format!("graph:{samples}"));
        let read = |path: &str| fs::read(path).map_err(|_| no_files(path).unwrap_err());
        let mut open = noyau_games::open(&named, &read).unwrap();
        if !at.is_empty() {
            open.set(at).unwrap();
        }
        for _ in 0..plies {
            let first = open.moves().swap_remove(0);
            open.play(&first).unwrap();
        }
        // 1. The command line and the document.
        let position = open.position();
        let answer = run_with(&["solve", &named, "--at", &position, "--json"], "").json();
        let solved = open.solve(false, &Limits::default());
        let mut document = {
            let document = noyau::documents::solved(&*open, &solved, false, 0.0);
            serde_json::to_value(&document).unwrap()
        };
        for key in ["seconds", "nodes"] {
            document[key] = answer[key].clone();
        }
        assert_eq!(document, answer, "{game}");
        // 2. The front door, from the same position with the points still to come.
        let (has_points, units, start) = (open.has_points(), open.units(), open.board());
        let [first, second] = open.points().unwrap_or_default();
        let lead = open.side().for_first(first - second);
        let game_by_text = ByText {
            game: Mutex::new(open),
            start,
        };
        let rules = if has_points {
            Rules::by_points(&game_by_text)
        } else {
            Rules::from(&game_by_text)
        };
        let solution = noyau::solve(rules).unwrap();
        let mut worth = solution.start();
        if let Some(margin) = worth.margin {
            worth = Worth::of_margin(margin + lead);
        }
        for (key, value) in told(worth, units, &answer).as_object().unwrap() {
            assert_eq!(&answer[key], value, "{game}: {key}");
        }
        let texts = game_by_text.at(&game_by_text.start, |game| game.moves());
        let best = solution.best(&game_by_text.start).into_iter();
        let best: BTreeSet<&str> = best.map(|mv| texts[mv].as_str()).collect();
        let told = answer["best"].as_array().unwrap().iter();
        let told: BTreeSet<&str> = told.filter_map(Value::as_str).collect();
        if answer["distance"].is_null() && worth.distance.is_some() {
            // Without distances every winning move is as good as any.
            assert!(best.is_subset(&told), "{game}: {best:?} {told:?}");
        } else {
            assert_eq!(best, told, "{game}");
        }
    }
}
