//! `cargo xtask bench playouts`: random games of noyau compared with others, in the same run, on one thread, in CPU
//! time.
//!
//! The others are the crate board-game, built in a separate crate in the target folder, and `OpenSpiel`'s loop in
//! Python; perft of chess is compared with cozy-chess, the crate behind noyau's chess. Some games end there by
//! rules that do not exist here, or never end here: so moves per second are compared, and both sides cut games off
//! after the same number of moves.

use crate::openspiel;
use crate::peers;
use crate::steps::{cargo, execute, target};
use std::process::Command;

/// The targets: the ratio of moves to board-game and to `OpenSpiel`, and of time to cozy-chess.
const BOARD_GAME: f64 = 1.5;
const OPENSPIEL: f64 = 10.0;
const COZY_CHESS: f64 = 3.0;

/// The games of both noyau and board-game.
const SHARED: [&str; 3] = ["tictactoe", "connect4:7x6", "awele:6,4"];

/// The number of moves after which random games are cut off.
const MOST_MOVES: &str = "200";

/// The number of alternating runs of each side, of which the best counts.
const RUNS: usize = 3;

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let seconds = match words[..] {
        [] => "2",
        ["--seconds", seconds] => seconds,
        _ => {
            return Err(format!(
                "{:?} is not understood; nothing or --seconds N is",
                words.join(" ")
            ));
        }
    };
    let peers = peers::build("games")?;
    execute(
        cargo(&["build", "--release", "--locked", "--workspace"]).args([
            "--example",
            "playouts",
            "--example",
            "perft",
        ]),
    )?;
    let mut missed = Vec::new();
    let mut judge = |what: &str, ratio: f64, holds: bool, bar: f64| {
        if !holds {
            missed.push(format!("{what}: {ratio:.2}, where {bar} is wanted"));
        }
    };

    println!("\n| game | noyau, moves/s | board-game 0.8, moves/s | ratio | wanted |");
    println!("|---|---|---|---|---|");
    for game in SHARED {
        let (mut own, mut other) = (0.0, 0.0);
        for _ in 0..RUNS {
            own = f64::max(own, moves_a_second(game, seconds)?);
            let text = said(Command::new(&peers).args([game, seconds, MOST_MOVES]))?;
            other = f64::max(other, number(text.split(' ').nth(1).unwrap_or_default())?);
        }
        let ratio = own / other;
        println!("| `{game}` | {own:.0} | {other:.0} | {ratio:.2} | {BOARD_GAME} |");
        judge(game, ratio, ratio >= BOARD_GAME, BOARD_GAME);
    }

    println!("\n| game | noyau, moves/s | OpenSpiel in Python, moves/s | ratio | wanted |");
    println!("|---|---|---|---|---|");
    for (game, [_, other, _]) in openspiel::playouts(seconds, MOST_MOVES)? {
        let own = moves_a_second(&game, seconds)?;
        let ratio = own / other;
        println!("| `{game}` | {own:.0} | {other:.0} | {ratio:.0} | {OPENSPIEL} |");
        judge(&game, ratio, ratio >= OPENSPIEL, OPENSPIEL);
    }

    println!("\n| perft 6 of chess | seconds | ratio | wanted |");
    println!("|---|---|---|---|");
    let (mut own, mut other) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        let example = target().join("release/examples/perft");
        let text = said(Command::new(example).args(["chess", "6"]))?;
        let words: Vec<&str> = text.split(' ').collect();
        let [.., count, "in", time, "s"] = words[..] else {
            return Err(format!("the example printed {text:?}"));
        };
        own = own.min(number(time)?);
        let peer = said(Command::new(&peers).args(["perft", "6"]))?;
        let (peer_count, time) = peer.split_once(' ').unwrap_or_default();
        other = other.min(number(time)?);
        if count != peer_count {
            return Err(format!("noyau counts {count}, cozy-chess {peer_count}"));
        }
    }
    let ratio = own / other;
    println!("| cozy-chess | {other:.2} | 1 | |");
    println!("| noyau | {own:.2} | {ratio:.2} | below {COZY_CHESS} |");
    judge("perft of chess", ratio, ratio < COZY_CHESS, COZY_CHESS);
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("missed:\n{}", missed.join("\n")))
    }
}

/// Moves per second of noyau's random games.
fn moves_a_second(game: &str, seconds: &str) -> Result<f64, String> {
    let example = target().join("release/examples/playouts");
    let text = said(Command::new(example).args([game, seconds, MOST_MOVES]))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = words.iter().position(|word| word.starts_with("moves/s"));
    match place {
        Some(place) if place > 0 => number(words[place - 1]),
        _ => Err(format!("the example printed {text:?}")),
    }
}

pub(crate) fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

/// The output of a program, without its last line break.
pub(crate) fn said(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?} did not start: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{command:?} ended with {}:\n{said}", output.status))
    }
}
