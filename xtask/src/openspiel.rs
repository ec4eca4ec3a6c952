//! `cargo xtask crosscheck`: compares the games that `OpenSpiel` has too.
//!
//! A Python program, `xtask/openspiel.py`, writes the results of `OpenSpiel` as a transcript in noyau's notation,
//! and a test of `noyau-games`, `tests/games/openspiel.rs`, replays it. A small transcript is committed, so that
//! every run of the tests compares with it without Python; this command checks that `OpenSpiel` still agrees with
//! it, and compares many more plays.

use crate::steps::{execute, release_tests, root, target};
use crate::venv::venv;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version of the committed transcript.
const VERSION: &str = "2.0.2";

const PROGRAM: &str = "xtask/openspiel.py";
const COMMITTED: &str = "crates/noyau-games/tests/games/openspiel.txt";

/// How many times more plays are compared than are committed, and their seed.
const SCALE: &str = "10";
const SEED: &str = "2";

/// `cargo xtask crosscheck`.
pub(crate) fn command(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => crosscheck(),
        ["--seed", seed] => compare(&python()?, SCALE, seed),
        ["--write"] => {
            let text = transcript(&python()?, "1", "1")?;
            let path = root().join(COMMITTED);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        }
        _ => Err(format!(
            "{:?} is not understood; nothing, --seed N or --write is",
            words.join(" ")
        )),
    }
}

/// Checks that the committed transcript matches `OpenSpiel`, and that many more plays agree.
pub(crate) fn crosscheck() -> Result<(), String> {
    let python = python()?;
    let path = root().join(COMMITTED);
    let committed = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if transcript(&python, "1", "1")? != committed {
        return Err(format!(
            "{COMMITTED} is not what OpenSpiel {VERSION} says; `cargo xtask crosscheck --write` writes it anew"
        ));
    }
    println!("{COMMITTED} is what OpenSpiel {VERSION} says");
    compare(&python, SCALE, SEED)
}

fn compare(python: &Path, scale: &str, seed: &str) -> Result<(), String> {
    let path = target().join("openspiel/transcript.txt");
    let text = transcript(python, scale, seed)?;
    let lines = || text.split(|&byte| byte == b'\n');
    let plays = lines().filter(|line| line == b"play").count();
    println!("{plays} plays, {} lines, from seed {seed}", lines().count());
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    execute(release_tests("games", "openspiel::random_plays")?.env("NOYAU_TRANSCRIPT", &path))
}

fn transcript(python: &Path, scale: &str, seed: &str) -> Result<Vec<u8>, String> {
    output(Command::new(python).args([PROGRAM, "transcript", scale, seed]))
}

/// The speed of `OpenSpiel`'s own loop in Python: for each shared game its name, games per second, moves per second
/// and moves per game.
pub(crate) fn playouts(seconds: &str, most: &str) -> Result<Vec<(String, [f64; 3])>, String> {
    let text = output(Command::new(python()?).args([PROGRAM, "playouts", seconds, most]))?;
    let text = String::from_utf8_lossy(&text);
    let mut rows = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers: Vec<f64> = words[1..]
            .iter()
            .filter_map(|word| word.parse().ok())
            .collect();
        let numbers = numbers
            .try_into()
            .map_err(|_| format!("{PROGRAM} printed {line:?}"))?;
        rows.push((words[0].to_owned(), numbers));
    }
    Ok(rows)
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("python did not start: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{PROGRAM} ended with {}", output.status))
    }
}

/// A Python with `OpenSpiel`.
fn python() -> Result<PathBuf, String> {
    let folder = target().join("openspiel");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    venv("openspiel", &[&format!("open_spiel=={VERSION}")])
}
