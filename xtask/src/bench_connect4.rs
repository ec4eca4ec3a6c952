//! `cargo xtask bench connect4`: exact scores of Connect 4 compared with the crate connect-four-ai, in the same
//! run, on one thread, in CPU time, without a book, with an empty table for each position.
//!
//! The sets are random endgames, middle games and openings; the hard ones are those that take the crate long. Both
//! must agree on every score. Further sets are files of moves, one line each, given after the command.
//!
//! Then the empty board, with 1 GiB, on one thread and on two. The time on two idle cores is derived from CPU time,
//! which other load hardly affects: each thread has half of it.

use crate::accept::build;
use crate::bench_playouts::{number, said};
use crate::peers;
use crate::steps::target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A set: its name, the range of moves per line, the number of lines, the minimum milliseconds that the crate takes
/// for one, and the required ratio of times.
const SETS: &[(&str, [&str; 4], f64)] = &[
    ("ends", ["28", "37", "1000", "0"], 0.8),
    ("middle games", ["14", "28", "300", "0"], 0.8),
    ("hard middle games", ["14", "28", "100", "2"], 0.5),
    ("openings", ["8", "12", "20", "60"], 0.5),
    ("hard openings", ["4", "9", "4", "1500"], 0.5),
];

pub(crate) fn run(files: &[String]) -> Result<(), String> {
    let peer = peers::build("connect4")?;
    build()?;
    let folder = target().join("bench-connect4");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sets = Vec::new();
    for (name, [from, to, count, least], bar) in SETS {
        let file = folder.join(name.replace(' ', "-"));
        let lines = said(Command::new(&peer).args(["draw", from, to, count, "1", least]))?;
        fs::write(&file, lines + "\n").map_err(|error| format!("{}: {error}", file.display()))?;
        sets.push(((*name).to_owned(), file, *bar));
    }
    sets.extend(
        files
            .iter()
            .map(|file| (file.clone(), PathBuf::from(file), 0.8)),
    );

    println!(
        "\n| set | positions | nodes | noyau, µs | connect-four-ai 1.0, µs | ratio | wanted |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut missed = Vec::new();
    for (name, file, bar) in sets {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let moves: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        let batch = folder.join("batch");
        fs::write(&batch, moves.join("\n") + "\n").map_err(|error| error.to_string())?;
        let others = said(Command::new(&peer).arg("solve").arg(&batch))?;
        let ours = said(
            Command::new(target().join("release/noyau"))
                .args(["solve", "connect4", "--batch"])
                .arg(&batch),
        )?;
        let (mut own, mut other, mut nodes) = (0.0, 0.0, 0.0);
        for (ours, others) in ours.lines().zip(others.lines()) {
            let words: Vec<&str> = ours.split(' ').collect();
            let theirs: Vec<&str> = others.split(' ').collect();
            let ([line, outcome, distance, _, opened, time], [_, score, peer_time]) =
                (&words[..], &theirs[..])
            else {
                return Err(format!("{ours:?} and {others:?} are not as expected"));
            };
            let found = score_of(line, outcome, distance)?;
            if found.to_string() != *score {
                return Err(format!("{line} scores {found}, in connect-four-ai {score}"));
            }
            own += number(time)?;
            other += number(peer_time)?;
            nodes += number(opened)?;
        }
        let count = moves.len() as f64;
        let ratio = own / other;
        println!(
            "| {name} | {count} | {:.0} | {:.1} | {:.1} | {ratio:.2} | {bar} |",
            nodes / count,
            own / count,
            other / count
        );
        if ratio > bar {
            missed.push(format!("{name}: {ratio:.2}, where {bar} is wanted"));
        }
    }
    missed.extend(empty_board(&folder)?);
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("missed:\n{}", missed.join("\n")))
    }
}

/// Solves the empty board; returns the missed targets.
fn empty_board(folder: &Path) -> Result<Vec<String>, String> {
    /// CPU seconds on one thread, and the fraction of that time allowed for two.
    const SECONDS: f64 = 45.0;
    const TWO_THREADS: f64 = 0.6;
    let batch = folder.join("empty-board");
    fs::write(&batch, "\n").map_err(|error| error.to_string())?;
    println!("\n| empty board, 1 GiB | nodes | CPU, s | time of one thread |");
    println!("|---|---|---|---|");
    let mut times = Vec::new();
    for threads in ["1", "2"] {
        let solve = [
            "solve",
            "connect4",
            "--memory",
            "1GiB",
            "--threads",
            threads,
        ];
        let mut command = Command::new(target().join("release/noyau"));
        let found = said(command.args(solve).arg("--batch").arg(&batch))?;
        let words: Vec<&str> = found.split(' ').collect();
        let ["-", "win", "41", _, nodes, time] = words[..] else {
            return Err(format!("the empty board is said to be {found:?}"));
        };
        let seconds = number(time)? / 1e6;
        times.push(seconds / number(threads)?);
        let part = times[times.len() - 1] / times[0];
        println!("| {threads} | {nodes} | {seconds:.1} | {part:.2} |");
    }
    let mut missed = Vec::new();
    if times[0] > SECONDS {
        missed.push(format!(
            "empty board: {:.1} s, where {SECONDS} are allowed",
            times[0]
        ));
    }
    if times[1] > TWO_THREADS * times[0] {
        let part = times[1] / times[0];
        missed.push(format!(
            "two threads: {part:.2}, where {TWO_THREADS} is wanted"
        ));
    }
    Ok(missed)
}

/// 22 minus the number of the winner's last stone, negative for a loss.
fn score_of(line: &str, outcome: &str, distance: &str) -> Result<i64, String> {
    if outcome == "draw" {
        return Ok(0);
    }
    let stones = line.len() as i64 + number(distance)? as i64;
    let size = 22 - (stones + 1) / 2;
    Ok(if outcome == "win" { size } else { -size })
}
