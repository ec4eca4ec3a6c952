//! `noyau graph convert` and `noyau graph double`: write a graph in another form.

use super::{load, source};
use crate::prelude::*;
use noyau::arena::Arena;
use noyau::arena::format::{self, Format, WriteError};
use std::fs;
use std::io;
use std::path::Path;

pub(super) const COMMAND: Entry = Entry::new("convert", help::CONVERT, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = source(args, command)
        .arg(args.choice("to", help::CONVERT_TO, help::FORMATS, None))
        .arg(args.output());
    args.force(command, &["output"])
}

pub(super) const DOUBLE: Entry = Entry::new("double", help::DOUBLE, double_arguments, run_double);

fn double_arguments(args: Args, command: Command) -> Command {
    let command = source(args, command)
        .arg(args.choice("to", help::GENERATE_FORMAT, help::FORMATS, "json"))
        .arg(args.output())
        .arg(args.json().conflicts_with("to"));
    args.force(command, &["output"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let path = args::path(matches, "output");
    let format = wanted(
        matches,
        "to",
        path,
        &Format::ALL.map(Format::name),
        |name| Format::from_name(name).or_else(|| Format::from_path(name)),
    )?;
    let loaded = load(console, matches)?;
    write(console, matches, &loaded.arena, format, path)?;
    Ok(Status::Answered)
}

fn run_double(console: Console, matches: &ArgMatches) -> Exit {
    let path = args::path(matches, "output");
    let to = matches.get_one::<String>("to");
    let format = to
        .and_then(|name| Format::from_name(name))
        .unwrap_or(Format::Json);
    let mut loaded = load(console, matches)?;
    if loaded.arena.owners().is_some() {
        console.tell(&messages::NOTE_HAS_OWNERS);
    }
    loaded.double();
    write(console, matches, &loaded.arena, format, path)?;
    Ok(Status::Answered)
}

/// The format given by an option, or implied by the file name.
pub(super) fn wanted<T>(
    matches: &ArgMatches,
    option: &str,
    path: Option<&Path>,
    known: &[&str],
    find: impl Fn(&str) -> Option<T>,
) -> Result<T, Failure> {
    let named = args::word(matches, option).and_then(&find);
    let implied = || find(&path?.to_string_lossy());
    named.or_else(implied).ok_or_else(|| {
        let options = known.join("|");
        Failure::Request(message!(
            "say what to write: --to {options}, or a name after --output that tells",
            "dites quoi écrire : --to {options}, ou un nom après --output qui le dise"
        ))
    })
}

/// Writes an arena, and notes what the format cannot represent.
pub(super) fn write(
    console: Console,
    matches: &ArgMatches,
    arena: &Arena,
    format: Format,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let mut problem = None;
    // An earlier graph of the same format may be replaced.
    let is_graph =
        |there: &Path| fs::read(there).is_ok_and(|content| format::read(&content, format).is_ok());
    let written =
        output::to_file_or_console(console, matches, path, is_graph, |out| match format::write(
            arena, format, out,
        ) {
            Ok(left_out) => Ok(left_out),
            Err(WriteError::Io(error)) => Err(error),
            Err(WriteError::Problem(found)) => {
                problem = Some(found);
                Err(io::ErrorKind::InvalidData.into())
            }
        });
    if let Some(problem) = problem {
        return Err(Failure::Request(Message::of(&problem)));
    }
    let left_out = written?;
    let left: Vec<_> = [
        (left_out.owners, text("owners", "propriétaires")),
        (
            left_out.endings,
            text("final positions", "positions finales"),
        ),
        (left_out.start, text("the start", "le départ")),
        (left_out.repeats, text("repeated edges", "arêtes répétées")),
        (
            left_out.order,
            text("the order of successors", "l'ordre des successeurs"),
        ),
    ]
    .into_iter()
    .filter(|(left, _)| *left)
    .map(|(_, word): (bool, Text)| console.say(word))
    .collect();
    if !left.is_empty() {
        let note = console.args().colon(messages::NOTE_LEFT_OUT);
        console.tell(&format!("{note} {}", left.join(", ")));
    }
    Ok(())
}
