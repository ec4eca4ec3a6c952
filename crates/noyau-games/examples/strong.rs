//! Measures the strong solver in memory: `cargo run --release -p noyau-games --example strong -- connect4:5x5 2`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
#![allow(clippy::disallowed_types, reason = "it measures time")]

mod common;

use noyau::limits::Limits;
use noyau::solve::tiers;
use noyau::tables::checkpoint::{Checkpoints, MemoryStore};
use std::time::Instant;

fn main() -> Result<(), String> {
    let (game, [threads]) = common::start("strong GAME THREADS")?;
    let limits = Limits {
        threads: threads.parse().map_err(|_| "a number is wanted")?,
        ..Limits::default()
    };
    let by_number = game
        .by_number()
        .ok_or("this game is not laid out for tables")?;
    let plan = tiers::plan(&*by_number, &limits);
    println!(
        "at most {} positions stored, {} MiB of memory, {} MiB of disk, about {} s",
        plan.positions,
        plan.memory >> 20,
        plan.disk >> 20,
        plan.seconds
    );

    let folder = MemoryStore::default();
    let checkpoints = Checkpoints::new(&folder, "").map_err(|problem| problem.to_string())?;
    let begun = Instant::now();
    let summary =
        tiers::solve(&*by_number, &checkpoints, &limits).map_err(|problem| problem.to_string())?;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{} positions: {} won, {} lost, {} drawn, longest {}, start {}; {} stored",
        summary.positions,
        summary.won,
        summary.lost,
        summary.drawn,
        summary.longest,
        summary.start,
        summary.stored
    );
    println!(
        "{}: {seconds:.2} s, {:.0} positions/s",
        game.name(),
        summary.positions as f64 / seconds
    );
    Ok(())
}
