//! `cargo xtask bench mcts`: simulations per second of Monte-Carlo tree search on Connect 4, compared with the
//! crate board-game, in the same run, on one thread, in CPU time; and the speed-up of two threads.
//!
//! Two trees of half the simulations each share two threads; in a duel, games do. The time on two idle cores is
//! derived from CPU time, which other load hardly affects: each thread has half the work, so the wall time is half
//! the CPU time. The measured wall time is printed too, and is meaningful on an otherwise idle machine.

use crate::accept::build;
use crate::bench_playouts::{number, said};
use crate::peers;
use crate::steps::{cargo, execute, target};
use std::process::Command;
use std::time::Instant;

/// The targets: the ratio of simulations to board-game, and to one thread.
const BOARD_GAME: f64 = 1.5;
const TWO_THREADS: f64 = 1.6;

/// The number of alternating runs of each side, of which the best counts.
const RUNS: usize = 3;

pub(crate) fn run() -> Result<(), String> {
    let peers = peers::build("games")?;
    execute(cargo(&["build", "--release", "--locked", "--workspace"]).args(["--example", "mcts"]))?;
    let mut missed = Vec::new();
    println!(
        "\n| simulations | noyau, a second | board-game 0.8, a second | ratio | wanted | two threads, by CPU time | by time passed | wanted |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for simulations in ["100000", "1000000"] {
        let (mut own, mut both, mut other) = (0.0, 0.0, 0.0);
        let (mut passed, mut passed_by_both) = (f64::MAX, f64::MAX);
        for _ in 0..RUNS {
            let one = own_rate(simulations, "1", "1")?;
            let two = own_rate(simulations, "2", "2")?;
            (own, passed) = (f64::max(own, one.0), passed.min(one.1));
            (both, passed_by_both) = (f64::max(both, 2.0 * two.0), passed_by_both.min(two.1));
            let text = said(Command::new(&peers).args(["mcts", simulations]))?;
            let (visits, seconds) = text.split_once(' ').unwrap_or_default();
            other = f64::max(other, number(visits)? / number(seconds)?);
        }
        let (ratio, gain, seen) = (own / other, both / own, passed / passed_by_both);
        println!(
            "| {simulations} | {own:.0} | {other:.0} | {ratio:.2} | {BOARD_GAME} | {gain:.2} | {seen:.2} | {TWO_THREADS} |"
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
    games_on_two_threads()?;
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("missed:\n{}", missed.join("\n")))
    }
}

/// The wall time of the same duel on one thread and on two.
fn games_on_two_threads() -> Result<(), String> {
    let program = build()?;
    let mut passed = [f64::MAX; 2];
    for _ in 0..RUNS {
        for (threads, best) in ["1", "2"].into_iter().zip(&mut passed) {
            let begun = Instant::now();
            said(Command::new(&program).args([
                "duel",
                "connect4",
                "alphabeta:5",
                "alphabeta:4",
                "--games",
                "100",
                "--seed",
                "1",
                "--threads",
                threads,
            ]))?;
            *best = best.min(begun.elapsed().as_secs_f64());
        }
    }
    let [one, two] = passed;
    println!(
        "\n100 games of a duel take {one:.2} s on one thread and {two:.2} s on two: {:.2} times as fast",
        one / two
    );
    Ok(())
}

/// Simulations per CPU second, and the wall seconds.
fn own_rate(simulations: &str, trees: &str, threads: &str) -> Result<(f64, f64), String> {
    let example = target().join("release/examples/mcts");
    let text = said(Command::new(example).args(["connect4:7x6", simulations, trees, threads]))?;
    match text.split(' ').collect::<Vec<_>>()[..] {
        [simulations, seconds, passed, ..] => {
            Ok((number(simulations)? / number(seconds)?, number(passed)?))
        }
        _ => Err(format!("the example printed {text:?}")),
    }
}
