//! Measures perft, in CPU time: `cargo run --release -p noyau-games --example perft -- chess 6`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program, which prints what it measures"
)]

use cpu_time::ProcessTime;
use noyau::message;

fn main() -> Result<(), String> {
    const USAGE: &str = "usage: perft GAME DEPTH";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, depth] = &arguments[..] else {
        return Err(USAGE.to_owned());
    };
    let depth = depth.parse().map_err(|_| USAGE)?;
    let no_files = |_: &str| {
        Err(message!(
            "this game needs no file",
            "ce jeu se passe de fichier"
        ))
    };
    let game = noyau_games::open(game, &no_files).map_err(|problem| problem.to_string())?;
    let begun = ProcessTime::now();
    let count = game.perft(depth);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} perft {depth}: {count} in {seconds:.3} s", game.name());
    Ok(())
}
