//! `cargo xtask bench mcts`: simulations a second of Monte-Carlo tree search on Connect 4, beside the crate board-game, in
//! the same run, on one thread, in CPU time; and how much two threads give.
//!
//! Two trees of half the simulations each share two threads; of a duel, games do. What two free cores would give is told
//! from CPU time, which other work on the machine hardly changes: each thread has half the work, so the time that passes
//! is half the CPU time. The time that did pass is told beside it, and means what it says on a machine that does nothing
//! else.

use crate::accept::build;
use crate::bench_playouts::{number, said};
use crate::peers;
use crate::steps::{cargo, execute, target};
use std::process::Command;
use std::time::Instant;

/// What is demanded: so many times the simulations of board-game, and so many times those of one thread.
const BOARD_GAME: f64 = 1.5;
const TWO_THREADS: f64 = 1.6;

/// Each side is measured so often, in turn, and its best run counts.
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

/// The same games of a duel on one thread and on two: how long they take, by the clock on the wall.
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

/// Simulations a second of CPU time, and the seconds that passed.
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
