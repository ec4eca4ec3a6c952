//! `noyau solve`: the exact value of a position.

mod batch;

use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::output;
use crate::progress::{self, Watch};
use clap::{ArgMatches, Command};
use noyau::certificate::{self, NotWritten};
use noyau::erased::{Answer, OpenGame, Worth};
use noyau::limits::{Limits, Progress};
use noyau::solve::retrograde;
use noyau::{Localized, Message, Text, message};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("solve", help::SOLVE))
        .arg(grammar.choice_with_default("method", help::METHOD, help::METHODS, "auto"))
        .arg(grammar.threads())
        .arg(grammar.memory())
        .arg(grammar.time())
        .arg(grammar.flag("quick", help::QUICK))
        .arg(grammar.certificate())
        .arg(
            grammar
                .option("batch", help::FILE, help::BATCH)
                .conflicts_with_all(["certificate", "json"]),
        )
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<i32>,
}

#[derive(Serialize)]
struct Solved<'a> {
    game: String,
    position: String,
    side: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[&'static str; 2]>,
    distance: Option<u32>,
    margin: Option<i32>,
    nimber: Option<u32>,
    best: &'a [String],
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move<'a>>>,
    method: &'static str,
    exact: bool,
    nodes: Option<u64>,
    positions: u64,
    seconds: f64,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = input::open_position(matches)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    if let Some(path) = matches.get_one::<String>("batch") {
        return batch::run(console, game, path, matches, &limits);
    }
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let quick = matches.get_flag("quick");
    let began = Instant::now();
    let watch = Watch::start(console, catalogue::PHASE_WALK, Some(progress));
    let answer = game.solve(quick, &limits);
    drop(watch);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(path) = matches.get_one::<PathBuf>("certificate") {
        match answer.stopped {
            None => write_certificate(&*game, &limits, path)?,
            Some(stopped) => {
                let missing = no_certificate(path, catalogue::stopped(stopped));
                console.tell(&missing.localized(console.language));
            }
        }
    }
    if matches.get_flag("json") {
        print_json(console, &*game, &answer, quick, seconds)?;
    } else {
        print_text(console, &*game, &answer, quick, seconds)?;
    }
    Ok(match answer.worth {
        None => Status::Unknown,
        Some(_) => Status::Answered,
    })
}

/// A longer line of play is for programs.
const LINE_SHOWN: usize = 60;

/// Writes what proves the answer. A certificate of a user's own graph holds the graph, for its file may change.
fn write_certificate(game: &dyn OpenGame, limits: &Limits, path: &Path) -> Result<(), Failure> {
    let mut file = output::create(path)?;
    let written = if game.info().name == "graph" {
        game.arena(limits)
            .map_err(NotWritten::from)
            .and_then(|arena| {
                let solution = retrograde::solve(&arena, limits.threads());
                Ok(certificate::write_solution(&arena, &solution, &mut file)?)
            })
    } else {
        game.write_certificate(limits, &mut file)
    };
    let why = match written {
        Ok(()) => return output::finish(file, path),
        Err(NotWritten::Io(error)) => return Err(Failure::writing(path, &error)),
        Err(NotWritten::Stopped(stopped, _)) => catalogue::stopped(stopped),
        Err(NotWritten::Points) => catalogue::NO_CERTIFICATE_OF_POINTS,
    };
    // Nothing has been written yet, and an empty file would pass for a broken certificate.
    drop(file);
    let _ = std::fs::remove_file(path);
    Err(Failure::File(Message::of(&no_certificate(path, why))))
}

fn no_certificate(path: &Path, why: Text) -> Complaint {
    Complaint::NoCertificate {
        path: path.display().to_string(),
        why,
    }
}

fn print_json(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    quick: bool,
    seconds: f64,
) -> Result<(), Failure> {
    let moves = || {
        let moves = answer.moves.iter().map(|(text, worth)| Move {
            text,
            outcome: worth.outcome.name(),
            distance: worth.distance,
            margin: worth.margin,
        });
        moves.collect()
    };
    console.json(&Solved {
        game: game.name(),
        position: game.position(),
        side: game.side().name(),
        outcome: answer.worth.map_or("unknown", |worth| worth.outcome.name()),
        bounds: answer.worth.is_none().then_some(["loss", "win"]),
        distance: answer.worth.and_then(|worth| worth.distance),
        margin: answer.worth.and_then(|worth| worth.margin),
        nimber: answer.nimber,
        best: &answer.best,
        line: &answer.line,
        moves: (!quick).then(moves),
        method: answer.method,
        exact: answer.worth.is_some(),
        nodes: None,
        positions: answer.positions,
        seconds,
    })
}

fn print_text(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    quick: bool,
    seconds: f64,
) -> Result<(), Failure> {
    let side = catalogue::side(game.side());
    let result = match answer.worth {
        None => Sentence::UnknownBecause {
            side,
            why: answer
                .stopped
                .map_or(catalogue::UNKNOWN, catalogue::stopped),
        },
        Some(worth) => Sentence::Solved {
            side,
            does: catalogue::does(worth.outcome),
            by: by(worth),
        },
    };
    let mut lines = vec![
        (catalogue::GAME, game.name()),
        (catalogue::POSITION, game.position()),
        (catalogue::RESULT, console.bold(&console.sentence(&result))),
    ];
    if let Some(nimber) = answer.nimber {
        lines.push((catalogue::NIMBER, nimber.to_string()));
    }
    if !answer.best.is_empty() {
        lines.push((catalogue::BEST, game.join_moves(&answer.best)));
        let count = answer.line.len();
        let listed = game.join_moves(&answer.line[..count.min(LINE_SHOWN)]);
        let line = if count > LINE_SHOWN {
            console.sentence(&Sentence::AndMore { listed, count })
        } else {
            listed
        };
        lines.push((catalogue::LINE, line));
    }
    let found = Sentence::FoundBy {
        method: answer.method,
        positions: answer.positions,
        seconds: format!("{seconds:.3}"),
    };
    lines.push((catalogue::METHOD, console.sentence(&found)));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    if !quick && !answer.moves.is_empty() {
        writeln!(out)?;
        let points = answer.moves.iter().any(|(_, worth)| worth.margin.is_some());
        let rows = answer.moves.iter().map(|(text, worth)| {
            let best = answer.best.contains(text);
            let number = if points {
                worth.margin.map(|margin| format!("{margin:+}"))
            } else {
                worth.distance.map(|distance| distance.to_string())
            };
            [
                game.join_moves(std::slice::from_ref(text)),
                console.say(catalogue::outcome(worth.outcome)).to_owned(),
                number.unwrap_or_else(|| "-".to_owned()),
                if best { "*".to_owned() } else { String::new() },
            ]
        });
        let number = if points {
            catalogue::MARGIN
        } else {
            catalogue::DISTANCE
        };
        let heads = [catalogue::MOVE, catalogue::OUTCOME, number, catalogue::BEST];
        console.columns(&mut out, heads, rows)?;
    }
    Ok(out.flush()?)
}

/// In how many plies, or by how many points.
fn by(worth: Worth) -> Message {
    match (worth.margin.map(i32::abs), worth.distance) {
        (Some(0), _) | (None, None) => message!("", ""),
        (Some(1), _) => message!(" by 1 point", " d'un point"),
        (Some(points), _) => message!(" by {points} points", " de {points} points"),
        (None, Some(1)) => message!(" in 1 ply", " en 1 demi-coup"),
        (None, Some(plies)) => message!(" in {plies} plies", " en {plies} demi-coups"),
    }
}
