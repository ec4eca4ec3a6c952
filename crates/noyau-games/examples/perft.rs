//! Measures perft, in CPU time: `cargo run --release -p noyau-games --example perft -- chess 6`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
#![allow(clippy::disallowed_types, reason = "it measures time")]

mod common;

use cpu_time::ProcessTime;

fn main() -> Result<(), String> {
    let (game, [depth]) = common::start("perft GAME DEPTH")?;
    let depth = depth.parse().map_err(|_| "a number is wanted")?;
    let begun = ProcessTime::now();
    let count = game.perft(depth);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} perft {depth}: {count} in {seconds:.3} s", game.name());
    Ok(())
}
