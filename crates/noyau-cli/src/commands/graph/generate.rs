//! `noyau graph generate`: random graphs to try things on.

use super::convert;
use crate::catalogue::{Complaint, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::quantity;
use clap::{ArgMatches, Command};
use noyau::arena::format::Format;
use noyau::arena::{Arena, Rows, generate};
use std::path::PathBuf;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("generate", help::GENERATE)
        .arg(
            grammar
                .option_with_default("vertices", help::NUMBER, help::GENERATE_VERTICES, "20")
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.choice_with_default("kind", help::GENERATE_KIND, help::KINDS, "alternating"))
        .arg(
            grammar
                .option_with_default("seed", help::NUMBER, help::GENERATE_SEED, "0")
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.choice("format", help::GENERATE_FORMAT, help::FORMATS))
        .arg(grammar.output())
}

/// So many in a hundred vertices of an alternating arena are sinks.
const SINK_PERCENT: f64 = 5.0;
/// So many moves a vertex of an acyclic graph has on average.
const MEAN_DEGREE: usize = 4;
/// So many edges a vertex has at most; more vertices than this allows may not fit.
const MOST_DEGREE: usize = 8;

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let number = |id| matches.get_one::<u64>(id).copied().unwrap_or(0);
    let (vertices, seed) = (number("vertices"), number("seed"));
    let most = Rows::MOST / MOST_DEGREE;
    if vertices > most as u64 {
        return Err(Complaint::TooManyVertices { most }.into());
    }
    let vertices = vertices as usize;
    let path = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
    let draft = match matches.get_one::<String>("kind").map(String::as_str) {
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
    convert::write(console, &Arena::from(draft), format, path)?;
    console.tell(&console.sentence(&Sentence::Seed { seed }));
    Ok(Status::Answered)
}
