//! `noyau solve`: the exact value of a position.

pub(super) mod all;
mod batch;

use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::output::Draft;
use crate::progress::{self, Watch};
use crate::tables::{TableFile, amount};
use clap::{ArgMatches, Command};
use noyau::answers::{Margin, Solved};
use noyau::certificate::{self, NotWritten};
use noyau::erased::{Answer, Method, OpenGame, Wanted, Worth};
use noyau::limits::{Limits, Progress, Stopped};
use noyau::solve::retrograde;
use noyau::{Localized, Message, Outcome, Text, message};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("solve", help::SOLVE))
        .arg(grammar.choice_with_default("method", help::METHOD, help::METHODS, "auto"))
        .arg(grammar.threads())
        .arg(grammar.memory())
        .arg(grammar.time())
        .arg(grammar.nodes())
        .arg(grammar.flag("quick", help::QUICK))
        .arg(grammar.certificate())
        .arg(
            grammar
                .option("batch", help::FILE, help::BATCH)
                .conflicts_with_all(["certificate", "json"]),
        )
        .arg(
            grammar
                .flag("all", help::SOLVE_ALL)
                .requires("save")
                .conflicts_with_all(["batch", "certificate", "quick"]),
        )
        .arg(
            grammar
                .option("save", help::FILE, help::SAVE)
                .requires("all")
                .value_parser(clap::value_parser!(PathBuf)),
        )
        .arg(
            grammar
                .table()
                .conflicts_with_all(["all", "batch", "certificate"]),
        )
        .arg(grammar.json())
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let (game, content) = input::open_with_content(matches)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    if let Some(save) = matches.get_one::<PathBuf>("save") {
        let json = matches.get_flag("json");
        let request = all::Request {
            game: &*game,
            content,
            save,
            json,
        };
        return all::run(console, request, limits);
    }
    if let Some(path) = matches.get_one::<String>("batch") {
        return batch::run(console, game, path, matches, &limits);
    }
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    // Before the work, so that a file that cannot be written is not found out after it.
    let path = matches.get_one::<PathBuf>("certificate");
    let draft = path.map(|path| Draft::create(path)).transpose()?;
    let solved = solve(
        console,
        &*game,
        content.as_ref(),
        matches,
        &limits,
        progress,
    );
    let (Some(path), Some(draft)) = (path, draft) else {
        return Ok(solved?.1);
    };
    match solved {
        Err(failure) => {
            draft.abandon();
            Err(failure)
        }
        Ok((answer, status)) => {
            let why = match answer.stopped {
                None => write_certificate(console, &*game, answer.method, &limits, draft)?,
                Some(stopped) => {
                    draft.abandon();
                    Some(catalogue::stopped(stopped))
                }
            };
            let Some(why) = why else {
                return Ok(status);
            };
            let path = path.display().to_string();
            let missing = Complaint::NoCertificate { path, why };
            console.tell(&missing.localized(console.language));
            Ok(status.max(Status::Unknown))
        }
    }
}

/// Solves the position and prints the answer.
fn solve(
    console: Console,
    game: &dyn OpenGame,
    content: Option<&String>,
    matches: &ArgMatches,
    limits: &Limits,
    progress: Arc<Progress>,
) -> Result<(Answer, Status), Failure> {
    let quick = matches.get_flag("quick");
    let began = Instant::now();
    if let Some(path) = matches.get_one::<String>("table") {
        let file = TableFile::open(path)?;
        let answer = file.answer(game, content, quick).map_err(Failure::File)?;
        let seconds = began.elapsed().as_secs_f64();
        let status = print(console, game, &answer, matches, seconds)?;
        return Ok((answer, status));
    }
    let watch = Watch::start(console, catalogue::PHASE_SOLVE, Some(progress));
    let wanted = if quick { Wanted::Best } else { Wanted::Moves };
    let answer = game.solve_by(method(matches), wanted, limits);
    drop(watch);
    let answer = answer?;
    input::settled(game)?;
    let seconds = began.elapsed().as_secs_f64();
    let status = print(console, game, &answer, matches, seconds)?;
    tell_need(console, game, &answer, method(matches), limits);
    Ok((answer, status))
}

/// Says how much memory would have been enough, where that is known.
fn tell_need(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    method: Method,
    limits: &Limits,
) {
    let sieved = matches!(method, Method::Auto | Method::Sieve);
    if answer.stopped != Some(Stopped::Memory) || !sieved {
        return;
    }
    let needed = game.memory_of_sieve();
    if let Some(bytes) = needed.filter(|&bytes| limits.memory.is_some_and(|most| bytes > most)) {
        let bytes = amount(bytes);
        console.tell(&Complaint::SieveNeeds { bytes }.localized(console.language));
    }
}

/// Prints an answer, for people or for programs.
pub(super) fn print(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    matches: &ArgMatches,
    seconds: f64,
) -> Result<Status, Failure> {
    let quick = matches.get_flag("quick");
    if matches.get_flag("json") {
        print_json(console, game, answer, quick, seconds)?;
    } else {
        print_text(console, game, answer, quick, seconds)?;
    }
    if let (Some(stopped), Some(_)) = (answer.stopped, answer.worth) {
        let missing = Complaint::MovesLeftOut {
            why: catalogue::stopped(stopped),
        };
        console.tell(&missing.localized(console.language));
    }
    Ok(match answer.stopped {
        Some(_) => Status::Unknown,
        None => Status::Answered,
    })
}

/// The method that was asked for.
fn method(matches: &ArgMatches) -> Method {
    let name = matches.get_one::<String>("method");
    name.and_then(|name| Method::from_name(name))
        .unwrap_or(Method::Auto)
}

/// A longer line of play is for programs.
const LINE_SHOWN: usize = 60;

/// Writes what proves the answer, or gives why it was not written. A certificate of a user's own graph holds the graph,
/// for its file may change.
fn write_certificate(
    console: Console,
    game: &dyn OpenGame,
    method: Method,
    limits: &Limits,
    mut draft: Draft,
) -> Result<Option<Text>, Failure> {
    let watch = Watch::start(console, catalogue::PHASE_PROVE, limits.progress.clone());
    let written = if game.info().name == "graph" {
        let arena = game.arena(limits).map_err(NotWritten::from);
        arena.and_then(|arena| {
            let solution = retrograde::solve(&arena, limits.threads());
            let written = certificate::write_solution(&arena, &solution, draft.out());
            Ok(written?)
        })
    } else {
        game.write_certificate(method, limits, draft.out())
    };
    drop(watch);
    let why = match written {
        Ok(()) => {
            draft.finish()?;
            return Ok(None);
        }
        Err(NotWritten::Io(error)) => return Err(draft.failed(&error)),
        Err(NotWritten::Stopped(stopped, _)) => catalogue::stopped(stopped),
        Err(NotWritten::TooLarge(_)) => catalogue::CERTIFICATE_TOO_LARGE,
        Err(NotWritten::NoProof) => catalogue::NO_PROOF,
    };
    draft.abandon();
    Ok(Some(why))
}

fn print_json(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    quick: bool,
    seconds: f64,
) -> Result<(), Failure> {
    console.json(&Solved::new(game, answer, quick, seconds))
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
            but: but(answer.bounds),
        },
        Some(worth) => Sentence::Solved {
            side,
            does: catalogue::does(worth.outcome),
            by: by(worth, game),
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
    let seconds = format!("{seconds:.3}");
    let method = answer.method.name();
    let found = match answer.nodes {
        Some(nodes) => Sentence::Searched {
            method,
            nodes,
            seconds,
        },
        None => Sentence::FoundBy {
            method,
            positions: answer.positions.unwrap_or(0),
            seconds,
        },
    };
    lines.push((catalogue::METHOD, console.sentence(&found)));
    if let Some(lost) = answer.lost {
        lines.push((catalogue::LOST_POSITIONS, lost.to_string()));
    }
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    if !quick && !answer.moves.is_empty() {
        writeln!(out)?;
        let points = answer.moves.iter().any(|(_, worth)| worth.margin.is_some());
        let rows = answer.moves.iter().map(|(text, worth)| {
            let best = answer.best.contains(text);
            let number = if points {
                Margin::of(*worth, game).map(|margin| format!("{:+}", margin.points()))
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

/// What is excluded although the value is not known.
fn but(bounds: [Outcome; 2]) -> Message {
    match bounds {
        [Outcome::Win, _] => message!("; but it wins", " ; mais il gagne"),
        [_, Outcome::Loss] => message!("; but it loses", " ; mais il perd"),
        [Outcome::Draw, _] => message!("; but it does not lose", " ; mais il ne perd pas"),
        [_, Outcome::Draw] => message!("; but it does not win", " ; mais il ne gagne pas"),
        _ => message!("", ""),
    }
}

/// In how many plies, or by how many points.
fn by(worth: Worth, game: &dyn OpenGame) -> Message {
    let margin = Margin::of(worth, game).map(|margin| margin.points().abs());
    match (margin, worth.distance) {
        (Some(0.0), _) | (None, None) => message!("", ""),
        (Some(1.0), _) => message!(" by 1 point", " d'un point"),
        (Some(points), _) => message!(" by {points} points", " de {points} points"),
        (None, Some(1)) => message!(" in 1 ply", " en 1 demi-coup"),
        (None, Some(plies)) => message!(" in {plies} plies", " en {plies} demi-coups"),
    }
}
