//! `noyau graph generate`: random graphs for experiments.

use super::convert;
use crate::prelude::*;
use noyau::arena::format::Format;
use noyau::arena::{Arena, Rows, generate};

pub(super) const COMMAND: Entry = Entry::new("generate", help::GENERATE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = command
        .arg(args.number("vertices", help::GENERATE_VERTICES, "20", units::number))
        .arg(args.choice("kind", help::GENERATE_KIND, help::KINDS, "alternating"))
        .arg(args.number("seed", help::GENERATE_SEED, "0", units::number))
        .arg(args.choice("format", help::GENERATE_FORMAT, help::FORMATS, None))
        .arg(args.output());
    args.force(command, &["output"])
}

/// The percentage of sinks in an alternating arena.
const SINK_PERCENT: f64 = 5.0;
/// The mean number of moves per vertex of an acyclic graph.
const MEAN_DEGREE: usize = 4;
/// The maximum number of edges per vertex, which bounds the number of vertices.
const MOST_DEGREE: usize = 8;

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let number = |id| args::number::<u64>(matches, id);
    let (vertices, seed) = (number("vertices"), number("seed"));
    let most = Rows::MOST / MOST_DEGREE;
    if vertices > most as u64 {
        return Err(Failure::Request(message!(
            "a graph has at most {most} vertices",
            "un graphe a au plus {most} sommets"
        )));
    }
    let vertices = vertices as usize;
    let path = args::path(matches, "output");
    let draft = match args::word(matches, "kind") {
        Some("free") => generate::random_free(vertices, seed),
        Some("acyclic") => generate::random_acyclic(vertices, MEAN_DEGREE, seed),
        Some("path") => generate::path(vertices),
        _ => generate::random_alternating(vertices, seed, SINK_PERCENT),
    };
    let format = match (matches.get_one::<String>("format"), path) {
        (None, None) if draft.owners.is_some() => Format::Pg,
        (None, None) => Format::Edges,
        _ => convert::wanted(
            matches,
            "format",
            path,
            &Format::ALL.map(Format::name),
            |name| Format::from_name(name).or_else(|| Format::from_path(name)),
        )?,
    };
    convert::write(console, matches, &Arena::from(draft), format, path)?;
    console.tell(&message!("seed {seed}", "graine {seed}"));
    Ok(Status::Answered)
}
