//! Measures ever deeper searches: `cargo run --release -p noyau-games --example deepening -- connect4:7x6 alignments 14`.
//!
//! Prints the nodes, horizon included, their CPU seconds, and the score of the best move.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program, which prints what it measures"
)]

use cpu_time::ProcessTime;
use noyau::limits::Limits;
use noyau::message;

fn main() -> Result<(), String> {
    const USAGE: &str = "usage: deepening GAME OPINION DEPTH";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, opinion, depth] = &arguments[..] else {
        return Err(USAGE.to_owned());
    };
    let game = noyau_games::open(game, &|path| {
        std::fs::read(path).map_err(|why| message!("{path}: {why}", "{path} : {why}"))
    })
    .map_err(|problem| problem.to_string())?;
    let depth = depth.parse().map_err(|_| USAGE)?;
    let begun = ProcessTime::now();
    let found = game.search_deeper(depth, opinion, 0, &Limits::default());
    let seconds = begun.elapsed().as_secs_f64();
    let score = found.moves.first().map_or(0, |&(_, score)| score);
    println!("{} {seconds:.4} {score}", found.nodes);
    Ok(())
}
