//! Measures Monte-Carlo tree search: `cargo run --release -p noyau-games --example mcts -- connect4:7x6 1000000 1 1`.
//!
//! Prints the simulations, their CPU seconds, the seconds that passed, and the nodes.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
#![allow(clippy::disallowed_types, reason = "it measures time")]

mod common;

use cpu_time::ProcessTime;
use noyau::dynamic::Leaf;
use noyau::limits::Limits;
use noyau::search::mcts::{Memory, Settings};
use std::time::Instant;

fn main() -> Result<(), String> {
    let (game, [simulations, trees, threads]) =
        common::start("mcts GAME SIMULATIONS TREES THREADS")?;
    let settings = Settings {
        simulations: simulations.parse().map_err(|_| "a number is wanted")?,
        exploration: 1.0,
        trees: trees.parse().map_err(|_| "a number is wanted")?,
        nodes: 16_000_000,
        plies: 1000,
        seed: 1,
    };
    let limits = Limits {
        threads: threads.parse().map_err(|_| "a number is wanted")?,
        ..Limits::default()
    };
    let (begun, wall) = (ProcessTime::now(), Instant::now());
    let found = game.search_by_sampling(&settings, &Leaf::Playout, &mut Memory::default(), &limits);
    println!(
        "{} {:.3} {:.3} {}",
        found.simulations,
        begun.elapsed().as_secs_f64(),
        wall.elapsed().as_secs_f64(),
        found.nodes,
    );
    Ok(())
}
