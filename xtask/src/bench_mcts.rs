//! `cargo xtask bench mcts`: simulations a second of Monte-Carlo tree search on Connect 4, beside the crate board-game, in
//! the same run, on one thread, in CPU time; and how much two threads give.
//!
//! Two trees of half the simulations each share two threads. What two free cores would give is told from CPU time, which
//! other work on the machine hardly changes: each thread has half the work, so the time that passes is half the CPU time.

use crate::bench_playouts::{build_peers, number, said};
use crate::steps::{cargo, execute, target};
use std::process::Command;

/// What is demanded: so many times the simulations of board-game, and so many times those of one thread.
const BOARD_GAME: f64 = 1.5;
const TWO_THREADS: f64 = 1.6;

/// Each side is measured so often, in turn, and its best run counts.
const RUNS: usize = 3;

pub(crate) fn run() -> Result<(), String> {
    let peers = build_peers()?;
    execute(
        cargo(&["build", "--release", "--locked", "--package", "noyau-games"])
            .args(["--example", "mcts"]),
    )?;
    let mut missed = Vec::new();
    println!(
        "\n| simulations | noyau, a second | board-game 0.8, a second | ratio | wanted | two threads | wanted |"
    );
    println!("|---|---|---|---|---|---|---|");
    for simulations in ["100000", "1000000"] {
        let (mut own, mut both, mut other) = (0.0, 0.0, 0.0);
        for _ in 0..RUNS {
            own = f64::max(own, own_rate(simulations, "1", "1")?);
            both = f64::max(both, 2.0 * own_rate(simulations, "2", "2")?);
            let text = said(Command::new(&peers).args(["mcts", simulations]))?;
            let (visits, seconds) = text.split_once(' ').unwrap_or_default();
            other = f64::max(other, number(visits)? / number(seconds)?);
        }
        let (ratio, gain) = (own / other, both / own);
        println!(
            "| {simulations} | {own:.0} | {other:.0} | {ratio:.2} | {BOARD_GAME} | {gain:.2} | {TWO_THREADS} |"
        );
        if ratio < BOARD_GAME {
            missed.push(format!(
                "{simulations} simulations: {ratio:.2}, where {BOARD_GAME} is wanted"
            ));
        }
        if gain < TWO_THREADS {
            missed.push(format!(
                "two threads: {gain:.2}, where {TWO_THREADS} is wanted"
            ));
        }
    }
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("missed:\n{}", missed.join("\n")))
    }
}

/// Simulations a second of CPU time.
fn own_rate(simulations: &str, trees: &str, threads: &str) -> Result<f64, String> {
    let example = target().join("release/examples/mcts");
    let text = said(Command::new(example).args(["connect4:7x6", simulations, trees, threads]))?;
    match text.split(' ').collect::<Vec<_>>()[..] {
        [simulations, seconds, ..] => Ok(number(simulations)? / number(seconds)?),
        _ => Err(format!("the example printed {text:?}")),
    }
}
