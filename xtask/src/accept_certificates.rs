//! Proofs of large games: their size, what they take, and what happens to false ones.

use crate::accept::{build, folder, noyau};
use crate::accept_memory::watched;
use crate::steps::{execute, release_tests};
use crate::{python, venv};
use std::fs;

/// Games whose proofs are written and checked, each in less than ten minutes and 2 GiB.
const GAMES: &[&str] = &[
    "domineering:8x8",
    "connect4:6x5",
    "connect4:7x4",
    "connect4:7x5",
    "connect4:6x6",
    "dots:4x3",
    "othello:4",
    "kalah:4,4",
];
/// In seconds, for writing and for checking together.
const LONGEST: f64 = 600.0;
/// In mebibytes.
const MOST_MEMORY: u64 = 2048;
/// Moves checked in a second of CPU.
const LEAST_MOVES: f64 = 2e6;
/// Changes of steps and claims, for each of some games.
const MUTATIONS: &str = "720";
/// Certificates that both checkers judge come in rounds of about 550.
const ROUNDS: &str = "2";

/// Writes and checks the proofs.
pub(crate) fn sizes() -> Result<(), String> {
    let program = build()?;
    let file = folder()?.join("accept.proof");
    for game in GAMES {
        let _ = fs::remove_file(&file);
        let path = file.display();
        let write = format!(
            "solve {game} --method search --quick --threads 1 --memory 1G --certificate {path}"
        );
        let written = watched(&program, &write, LONGEST)?;
        let bytes = fs::metadata(&file).map_err(|error| format!("{game}: {error}"))?;
        let checked = watched(&program, &format!("verify {path}"), LONGEST)?;
        if [&written.ended, &checked.ended] != ["status 0"; 2] {
            let (written, checked) = (written.ended, checked.ended);
            return Err(format!("{game}: {written} and {checked}"));
        }
        let document = noyau(&program, &["verify", &path.to_string(), "--json"])?.out;
        let moves = number(&document, "edges")?;
        let (steps, bytes) = (number(&document, "vertices")?, bytes.len());
        println!(
            "{game}: {steps} steps, {bytes} bytes; written in {:.1} CPU s and {} MiB; checked in {:.1} CPU s and {} MiB, {:.1} million moves a second",
            written.cpu,
            written.peak,
            checked.cpu,
            checked.peak,
            moves as f64 / checked.cpu / 1e6
        );
        let peak = written.peak.max(checked.peak);
        let slow = moves > 1_000_000 && (moves as f64) < LEAST_MOVES * checked.cpu;
        if written.cpu + checked.cpu > LONGEST || peak > MOST_MEMORY || slow {
            return Err(format!("{game}: too slow, or too much memory"));
        }
    }
    Ok(())
}

pub(crate) fn number(document: &str, key: &str) -> Result<u64, String> {
    let rest = document.split(&format!("\"{key}\":")).nth(1);
    let digits: String = rest
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .map_err(|_| format!("no {key} in {document}"))
}

/// Ten thousand changed proofs, and a thousand certificates that both checkers judge.
pub(crate) fn forgeries() -> Result<(), String> {
    let mut tests = release_tests("games", "nothing_false_is_proved")?;
    execute(tests.env("NOYAU_MUTATIONS", MUTATIONS))?;
    let python = venv::venv("python-compare", &[])?;
    python::compare_checkers(&python, &build()?, ROUNDS)
}
