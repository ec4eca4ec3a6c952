//! Measures Monte-Carlo tree search: `cargo run --release -p noyau-games --example mcts -- connect4:7x6 1000000 1 1`.
//!
//! Prints the simulations, their CPU seconds, the seconds that passed, and the nodes.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program, which prints what it measures"
)]

use cpu_time::ProcessTime;
use noyau::erased::Leaf;
use noyau::limits::Limits;
use noyau::message;
use noyau::search::mcts::{Memory, Settings};
use std::time::Instant;

fn main() -> Result<(), String> {
    const USAGE: &str = "usage: mcts GAME SIMULATIONS TREES THREADS";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, simulations, trees, threads] = &arguments[..] else {
        return Err(USAGE.to_owned());
    };
    let game = noyau_games::open(game, &|path| {
        std::fs::read(path).map_err(|why| message!("{path}: {why}", "{path} : {why}"))
    })
    .map_err(|problem| problem.to_string())?;
    let settings = Settings {
        simulations: simulations.parse().map_err(|_| USAGE)?,
        exploration: 1.0,
        trees: trees.parse().map_err(|_| USAGE)?,
        nodes: 16_000_000,
        playouts: true,
        plies: 1000,
        seed: 1,
    };
    let limits = Limits {
        threads: threads.parse().map_err(|_| USAGE)?,
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
