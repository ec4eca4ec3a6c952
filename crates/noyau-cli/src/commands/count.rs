//! `noyau count`: how many positions play can reach.

use crate::catalogue::{self, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::{self, Watch};
use clap::{ArgMatches, Command};
use noyau::limits::Progress;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("count", help::COUNT))
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: u64,
}

#[derive(Serialize)]
struct Counted {
    game: String,
    positions: u64,
    terminal: u64,
    moves: u64,
    by_ply: Vec<u64>,
    branching: Branching,
    longest: Option<u32>,
}

#[derive(Serialize)]
struct Uncounted {
    game: String,
    positions: Option<u64>,
    at_least: usize,
    stopped: &'static str,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = input::open_position(matches)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = Watch::start(console, catalogue::PHASE_WALK, Some(progress));
    let count = game.count(&limits);
    drop(watch);

    let json = matches.get_flag("json");
    let count = match count {
        Ok(count) => count,
        Err((stopped, at_least)) => {
            if json {
                console.json(&Uncounted {
                    game: game.name(),
                    positions: None,
                    at_least,
                    stopped: catalogue::stopped_name(stopped),
                })?;
            } else {
                let why = catalogue::stopped(stopped);
                let said = console.sentence(&Sentence::MoreThan {
                    positions: at_least,
                    why,
                });
                let lines = [(catalogue::GAME, game.name()), (catalogue::POSITIONS, said)];
                let mut out = console.out();
                console.labelled(&mut out, &lines)?;
                out.flush()?;
            }
            return Ok(Status::Unknown);
        }
    };
    if json {
        console.json(&Counted {
            game: game.name(),
            positions: count.positions,
            terminal: count.terminal,
            moves: count.moves,
            by_ply: count.by_ply,
            branching: Branching {
                mean: count.branching_mean,
                max: count.branching_max,
            },
            longest: count.longest,
        })?;
        return Ok(Status::Answered);
    }
    let by_ply: Vec<_> = count.by_ply.iter().map(u64::to_string).collect();
    let branching = Sentence::Branching {
        mean: format!("{:.2}", count.branching_mean),
        most: count.branching_max,
    };
    let longest = match count.longest {
        None => console.say(catalogue::ENDLESS).to_owned(),
        Some(plies) => console.sentence(&Sentence::Plies { plies }),
    };
    let mut out = console.out();
    console.labelled(
        &mut out,
        &[
            (catalogue::GAME, game.name()),
            (catalogue::POSITIONS, count.positions.to_string()),
            (catalogue::FINAL, count.terminal.to_string()),
            (catalogue::MOVES, count.moves.to_string()),
            (catalogue::BY_PLY, by_ply.join(" ")),
            (catalogue::BRANCHING, console.sentence(&branching)),
            (catalogue::LONGEST, longest),
        ],
    )?;
    out.flush()?;
    Ok(Status::Answered)
}
