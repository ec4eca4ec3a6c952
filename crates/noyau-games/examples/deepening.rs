//! Measures ever deeper searches: `cargo run --release -p noyau-games --example deepening -- connect4:7x6 alignments 14`.
//!
//! Prints the nodes, horizon included, their CPU seconds, and the score of the best move.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
#![allow(clippy::disallowed_types, reason = "it measures time")]

mod common;

use cpu_time::ProcessTime;
use noyau::limits::Limits;
use noyau::search::iterative_deepening::Depth;

fn main() -> Result<(), String> {
    let (game, [opinion, depth]) = common::start("deepening GAME OPINION DEPTH")?;
    let depth = depth.parse().map_err(|_| "a number is wanted")?;
    let begun = ProcessTime::now();
    let found = game.search_deeper(Depth::Full(depth), &opinion, 0, &Limits::default());
    let seconds = begun.elapsed().as_secs_f64();
    let score = found.moves.first().map_or(0, |&(_, score)| score);
    println!("{} {seconds:.4} {score}", found.nodes);
    Ok(())
}
