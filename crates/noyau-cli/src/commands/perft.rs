//! `noyau perft`: how many sequences of moves there are.

use crate::catalogue::help;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::quantity;
use clap::{ArgMatches, Command};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("perft", help::PERFT))
        .arg(
            grammar
                .place("depth", help::NUMBER, help::DEPTH)
                .required(true)
                .value_parser(grammar.parser(quantity::small_number)),
        )
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Counted {
    game: String,
    depth: u32,
    count: u64,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = input::open_position(matches)?;
    let depth = matches.get_one("depth").copied().unwrap_or(0);
    let count = game.perft(depth);
    input::settled(&*game)?;
    if matches.get_flag("json") {
        let game = game.name();
        console.json(&Counted { game, depth, count })?;
    } else {
        writeln!(console.out(), "{count}")?;
    }
    Ok(Status::Answered)
}
