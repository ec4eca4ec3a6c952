//! `noyau puzzles`: positions with a single winning move.

use crate::catalogue::players::{self as words, Said};
use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::{input, players, progress, quantity};
use clap::{ArgMatches, Command};
use noyau::Message;
use noyau::play::Tables;
use noyau::play::judge::{Drawn, puzzles};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    let number = |id, help, default| {
        grammar
            .option_with_default(id, help::NUMBER, help, default)
            .value_parser(grammar.parser(quantity::small_number))
    };
    grammar
        .position(grammar.command("puzzles", words::PUZZLES))
        .arg(number("count", words::PUZZLES_COUNT, "10"))
        .arg(number("least", words::PUZZLES_LEAST, "3"))
        .arg(number("most", words::PUZZLES_MOST, "1000"))
        .arg(players::seed_option(grammar))
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.threads())
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Document {
    game: String,
    seed: u64,
    drawn: &'static str,
    puzzles: Vec<One>,
}

#[derive(Serialize)]
struct One {
    position: String,
    side: &'static str,
    solution: String,
    depth: Option<u32>,
    others: usize,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    /// Random games tried where positions cannot be listed.
    const TRIES: u64 = 100_000;
    let mut game = input::open_position(matches)?;
    let number = |id| matches.get_one::<u32>(id).copied().unwrap_or(0);
    let wanted = number("count") as usize;
    let depths = number("least")..=number("most");
    let seed = players::seed(console, matches);
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let name = game.name();
    let found = puzzles(
        &mut *game,
        wanted,
        depths,
        TRIES,
        seed,
        &Tables::default(),
        &limits,
    );
    input::settled(&*game)?;
    let (found, drawn) = match found {
        Ok(found) => found,
        Err(refusal) => {
            let why = Message::of(&refusal);
            let said = Said::NoPuzzles { game: name, why };
            console.complain(&players::say(console, &said));
            return Ok(Status::Unknown);
        }
    };
    let status = if found.len() < wanted {
        Status::Unknown
    } else {
        Status::Answered
    };
    if matches.get_flag("json") {
        let puzzles = found.into_iter().map(|puzzle| One {
            position: puzzle.position,
            side: puzzle.side.name(),
            solution: puzzle.solution,
            depth: puzzle.depth,
            others: puzzle.others,
        });
        console.json(&Document {
            game: name,
            seed,
            drawn: match drawn {
                Drawn::Uniformly => "uniform",
                Drawn::FromPlay => "play",
            },
            puzzles: puzzles.collect(),
        })?;
        return Ok(status);
    }
    let mut out = console.out();
    let heads = [
        words::DEPTH,
        catalogue::TO_MOVE,
        words::SOLUTION,
        catalogue::POSITION,
    ];
    let rows = found.iter().map(|puzzle| {
        let depth = puzzle.depth;
        [
            depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
            console.say(catalogue::side(puzzle.side)).to_owned(),
            puzzle.solution.clone(),
            puzzle.position.clone(),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let drawn = match drawn {
        Drawn::Uniformly => words::UNIFORMLY,
        Drawn::FromPlay => words::FROM_PLAY,
    };
    let asked = Said::Asked {
        count: found.len(),
        wanted,
    };
    let lines = [
        (words::DRAWN, console.say(drawn).to_owned()),
        (catalogue::RESULT, players::say(console, &asked)),
    ];
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(status)
}
