//! Acceptance tests of `--memory`.

use crate::accept::{build, folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Games of every kind, each in a size that takes more than the limits where there is one.
const GAMES: &[&str] = &[
    "awele:4,3",
    "chess",
    "chomp:13x13",
    "connect4:6x5",
    "domineering:8x8",
    "dots:4x4",
    "draughts",
    "go:4",
    "kalah:4,4",
    "leapfrog:6",
    "matches:100000,3",
    "mnk:5,5,4",
    "morris:6",
    "nim:60,60,60,60",
    "octal:0.77,1000000",
    "othello:6",
    "wythoff:65535,65535",
];

/// What is asked of each game.
const QUESTIONS: &[&str] = &[
    "solve {} --method graph --quick",
    "solve {} --method search --quick",
    "solve {} --method proof --quick",
    "solve {} --method sum --quick",
    "solve {} --method sieve --quick",
    "solve {} --method table --quick",
    "solve {} --threads 2",
    "solve {} --all --save memory.table",
    "count {}",
    "judge {}",
    "puzzles {} --seed 1",
    "sample {} --seed 1",
    "graph info {}",
    "graph solve {} --quick",
    "best {} --agent search --nodes 200000",
    "best {} --agent mcts:200000",
    "best {} --agent perfect",
    "tournament {} search:nodes=2000 mcts:2000 perfect --games 1 --seed 1 --threads 2",
];

/// The limits, in mebibytes.
const LIMITS: [u64; 5] = [1, 16, 64, 256, 512];
/// What a process may take beyond them, in mebibytes.
const BEYOND: u64 = 32;
/// A run is ended after so long; what it took until then counts.
const SECONDS: f64 = 10.0;

/// Runs every question of every game within every limit.
pub(crate) fn memory() -> Result<(), String> {
    memory_of(GAMES, QUESTIONS)
}

/// Runs these questions of these games within every limit.
pub(crate) fn memory_of(games: &[&str], questions: &[&str]) -> Result<(), String> {
    let program = build()?;
    let mut over = Vec::new();
    for game in games {
        for question in questions {
            for limit in LIMITS {
                let words = question.replace("{}", game);
                let (peak, status) = peak_of(&program, &format!("{words} --memory {limit}M"))?;
                println!("{words} --memory {limit}M: {peak} MiB, {status}");
                if peak > limit + BEYOND {
                    over.push(format!("{words} --memory {limit}M takes {peak} MiB"));
                }
                // More memory changes nothing where this was not all used, or nothing was begun.
                if status == "status 2" || peak + 16 < limit {
                    break;
                }
            }
        }
    }
    if over.is_empty() {
        Ok(())
    } else {
        Err(over.join("\n"))
    }
}

/// The most memory that a run took, in mebibytes, and how it ended.
fn peak_of(program: &Path, words: &str) -> Result<(u64, String), String> {
    let folder = folder()?;
    for left in ["memory.table", "memory.table.part"] {
        let left = folder.join(left);
        let _ = fs::remove_file(&left).or_else(|_| fs::remove_dir_all(&left));
    }
    watched(program, words, SECONDS).map(|run| (run.peak, run.ended))
}

/// What a run took.
pub(crate) struct Watched {
    /// The most memory, in mebibytes.
    pub(crate) peak: u64,
    /// CPU seconds of all threads.
    pub(crate) cpu: f64,
    pub(crate) ended: String,
}

/// Runs a command in the folder of the acceptance tests for at most so many seconds.
pub(crate) fn watched(program: &Path, words: &str, seconds: f64) -> Result<Watched, String> {
    let mut child = Command::new(program)
        .args(words.split_whitespace())
        .current_dir(folder()?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    let begun = std::time::Instant::now();
    let (mut peak, mut cpu) = (0, 0.0);
    let ended = loop {
        if let Some(kibibytes) = high_water(child.id()) {
            peak = peak.max(kibibytes / 1024);
        }
        cpu = cpu_seconds(child.id()).unwrap_or(cpu);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status.code().map_or_else(
                || "ended by a signal".to_owned(),
                |code| format!("status {code}"),
            );
        }
        if begun.elapsed().as_secs_f64() > seconds {
            child.kill().map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            break "not done".to_owned();
        }
        thread::sleep(Duration::from_millis(1));
    };
    Ok(Watched { peak, cpu, ended })
}

/// The CPU time of a process so far, in seconds. The kernel counts it in hundredths.
fn cpu_seconds(process: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}

/// The most kibibytes that a process has had in memory so far.
fn high_water(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
