//! Measures random games, in CPU time: `cargo run --release -p noyau-games --example playouts -- connect4:7x6 5`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program, which prints what it measures"
)]

use cpu_time::ProcessTime;
use noyau::limits::Limits;
use noyau::message;
use std::time::Duration;

fn main() -> Result<(), String> {
    const USAGE: &str = "usage: playouts GAME SECONDS [MOST-MOVES]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, seconds, most_plies) = match &arguments[..] {
        // Longer games are broken off, unless another number is given.
        [game, seconds] => (game, seconds, 100_000),
        [game, seconds, most] => (game, seconds, most.parse().map_err(|_| USAGE)?),
        _ => return Err(USAGE.to_owned()),
    };
    let seconds = seconds
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or(USAGE)?;
    let game = noyau_games::open(game, &|path| {
        std::fs::read(path).map_err(|why| message!("{path}: {why}", "{path} : {why}"))
    })
    .map_err(|problem| problem.to_string())?;

    let seed = 1;
    let begun = ProcessTime::now();
    let limits = Limits::default().for_at_most(seconds);
    let played = game.playouts(u64::MAX, most_plies, seed, &limits);
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{}: {} random games in {seconds:.2} s, {:.0} games/s, {:.0} moves/s, {:.2} moves a game",
        game.name(),
        played.games,
        played.games as f64 / seconds,
        played.plies as f64 / seconds,
        played.plies as f64 / played.games as f64,
    );
    let share = |count: u64| 100.0 * count as f64 / played.games as f64;
    println!(
        "first {:.2} %, second {:.2} %, drawn {:.2} %, unfinished {:.2} % (seed {seed})",
        share(played.first),
        share(played.second),
        share(played.draws),
        share(played.unfinished),
    );
    Ok(())
}
