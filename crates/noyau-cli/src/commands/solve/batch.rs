//! `noyau solve --batch`: one line of moves in, one answer out.

use crate::prelude::*;
use crate::progress::Writing;
use crate::timing::Clock;
use noyau::dynamic::{Method, Wanted};
use noyau::limits::Stopped;
use std::io::{BufRead, Read, Write};
use std::time::Duration;

/// The maximum length of a line of moves.
const LONGEST_LINE: usize = 1 << 20;

/// Solves the lines of a file, each from the game's current position.
///
/// An invalid line is reported with its number, and the others are still answered.
pub(super) fn run(
    console: Console,
    mut game: Box<dyn OpenGame>,
    path: &str,
    matches: &ArgMatches,
    limits: &Limits,
) -> Exit {
    let time = matches.get_one::<Duration>("time").copied();
    let (mut lines, length) = input::lines(path)?;
    let bar = progress::bar(
        console,
        text("solving the lines", "résolution des lignes"),
        length,
    );
    let mut out = console.out_during_work();
    let mut status = Status::Answered;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = lines
            .by_ref()
            .take(LONGEST_LINE as u64)
            .read_until(b'\n', &mut line)
            .map_err(|error| input::unreadable(path, &error))?;
        if read == 0 {
            break;
        }
        bar.inc(read as u64);
        let mut limits = limits.clone();
        if let Some(time) = time {
            limits = limits.for_at_most(time);
        }
        // Lines without a position take no step that would notice it.
        if limits.check(0) == Err(Stopped::Asked) {
            status = status.max(Status::Unknown);
            break;
        }
        let answered = match text_of(&line) {
            Ok(text) => answer(&mut *game, text, super::method(matches), &limits),
            Err(complaint) => Err(complaint),
        };
        match answered {
            Ok(answer) => {
                if answer.stopped == Some(Stopped::Asked) {
                    status = status.max(Status::Unknown);
                    break;
                }
                if answer.stopped.is_some() {
                    status = status.max(Status::Unknown);
                }
                let writing = Writing::start();
                writeln!(out, "{}", answer.text)?;
                // From a pipe, each answer is flushed before the next line.
                if length == 0 {
                    out.flush()?;
                }
                drop(writing);
            }
            Err(why) => {
                let complaint = message!(
                    "{path}:{line}: {why}",
                    "{path}:{line}: {why}",
                    line = number,
                    why = why
                );
                bar.suspend(|| console.tell(&complaint));
                status = Status::Refused;
                if line.len() == LONGEST_LINE && !line.ends_with(b"\n") {
                    skip_line(&mut lines)
                        .map_err(|error| input::unreadable(path_of(matches), &error))?;
                }
            }
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(status)
}

fn path_of(matches: &ArgMatches) -> &str {
    args::word(matches, "batch").unwrap_or("-")
}

fn text_of(line: &[u8]) -> Result<&str, Message> {
    if line.len() == LONGEST_LINE && !line.ends_with(b"\n") {
        return Err(message!(
            "the line is longer than {most} bytes",
            "la ligne dépasse {most} octets",
            most = LONGEST_LINE
        ));
    }
    std::str::from_utf8(line).map(str::trim).map_err(|_| {
        message!(
            "the line is not UTF-8 text",
            "la ligne n'est pas du texte UTF-8"
        )
    })
}

/// Skips to the end of the line.
fn skip_line(lines: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let buffer = lines.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        lines.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

struct Line {
    text: String,
    stopped: Option<Stopped>,
}

/// Plays the moves, solves, and takes them back.
fn answer(
    game: &mut dyn OpenGame,
    text: &str,
    method: Method,
    limits: &Limits,
) -> Result<Line, Message> {
    let moves = game.split_moves(text);
    let mut played = 0;
    let mut wrong = None;
    for mv in &moves {
        if let Err(problem) = game.play(mv) {
            wrong = Some(Message::of(&problem));
            break;
        }
        played += 1;
    }
    let mut clock = Clock::start();
    let answer = match wrong {
        None => game
            .solve_by(method, Wanted::Value, limits)
            .map_err(|problem| Message::of(&problem)),
        Some(wrong) => Err(wrong),
    };
    let answer = answer.and_then(|answer| game.defect().map_or(Ok(answer), Err));
    let microseconds = (clock.lap() * 1e6).round() as u64;
    for _ in 0..played {
        game.undo();
    }
    let answer = answer?;
    let moves = match text {
        "" => "-".to_owned(),
        _ if text.contains(char::is_whitespace) => {
            let quoted = moves
                .iter()
                .map(|mv| game.join_moves(std::slice::from_ref(mv)));
            quoted.collect::<Vec<_>>().join(",")
        }
        _ => text.to_owned(),
    };
    let known = answer.worth;
    let outcome = known.map_or("unknown", |worth| worth.outcome.name());
    let or_dash = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
    let distance = or_dash(known.and_then(|worth| worth.distance).map(i64::from));
    let margin = known.and_then(|worth| super::Margin::of(worth, game));
    let margin = margin.map_or("-".to_owned(), |margin| margin.points().to_string());
    let nodes = or_dash(answer.nodes.and_then(|nodes| i64::try_from(nodes).ok()));
    Ok(Line {
        text: format!("{moves} {outcome} {distance} {margin} {nodes} {microseconds}"),
        stopped: known.is_none().then_some(answer.stopped).flatten(),
    })
}
