//! `noyau graph convert` and `noyau graph double`: graphs written in another form.

use super::{source, with_graph};
use crate::catalogue::{self, Complaint, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::output;
use clap::{ArgMatches, Command};
use noyau::arena::Arena;
use noyau::arena::format::{self, Format, LeftOut, WriteError};
use noyau::{Message, Text};
use std::path::{Path, PathBuf};

pub(super) fn command(grammar: Grammar) -> Command {
    source(grammar, grammar.command("convert", help::CONVERT))
        .arg(grammar.choice("to", help::CONVERT_TO, help::FORMATS))
        .arg(grammar.output())
}

pub(super) fn double_command(grammar: Grammar) -> Command {
    source(grammar, grammar.command("double", help::DOUBLE))
        .arg(grammar.choice_with_default("to", help::GENERATE_FORMAT, help::FORMATS, "json"))
        .arg(grammar.output())
        .arg(grammar.json().conflicts_with("to"))
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
    let format = wanted(
        matches,
        "to",
        path,
        &Format::ALL.map(Format::name),
        |name| Format::from_name(name).or_else(|| Format::from_path(name)),
    )?;
    with_graph(console, matches, |loaded| {
        write(console, &loaded.arena, format, path)?;
        Ok(Status::Answered)
    })
}

pub(super) fn run_double(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
    let to = matches.get_one::<String>("to");
    let format = to
        .and_then(|name| Format::from_name(name))
        .unwrap_or(Format::Json);
    with_graph(console, matches, |mut loaded| {
        if loaded.arena.owners().is_some() {
            console.note(catalogue::NOTE_HAS_OWNERS);
        }
        loaded.double();
        write(console, &loaded.arena, format, path)?;
        Ok(Status::Answered)
    })
}

/// What an option asks to be written, else what the name of the file tells.
pub(super) fn wanted<T>(
    matches: &ArgMatches,
    option: &str,
    path: Option<&Path>,
    known: &[&str],
    find: impl Fn(&str) -> Option<T>,
) -> Result<T, Failure> {
    let named = matches
        .get_one::<String>(option)
        .and_then(|name| find(name));
    let told = || find(&path?.to_string_lossy());
    named.or_else(told).ok_or_else(|| {
        let options = known.join("|");
        Complaint::WhichFormat { options }.into()
    })
}

/// Writes an arena, and tells what the format has no place for.
pub(super) fn write(
    console: Console,
    arena: &Arena,
    format: Format,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let mut problem = None;
    let left_out = output::to_file_or_console(console, path, |out| {
        match format::write(arena, format, out) {
            Ok(left_out) => Ok(left_out),
            Err(WriteError::Io(error)) => Err(error),
            Err(WriteError::Problem(found)) => {
                problem = Some(found);
                Ok(LeftOut::default())
            }
        }
    })?;
    if let Some(problem) = problem {
        return Err(Failure::Request(Message::of(&problem)));
    }
    let left: Vec<_> = [
        (left_out.owners, catalogue::LEFT_OWNERS),
        (left_out.endings, catalogue::LEFT_ENDINGS),
        (left_out.start, catalogue::LEFT_START),
        (left_out.repeats, catalogue::LEFT_REPEATS),
        (left_out.order, catalogue::LEFT_ORDER),
    ]
    .into_iter()
    .filter(|(left, _)| *left)
    .map(|(_, word): (bool, Text)| console.say(word))
    .collect();
    if !left.is_empty() {
        let note = console.grammar().colon(catalogue::NOTE_LEFT_OUT);
        console.tell(&format!("{note} {}", left.join(", ")));
    }
    Ok(())
}
