//! `noyau bench`: how many positions searches of fixed positions open, which only a change of the search changes.

use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::timing::Clock;
use clap::{ArgMatches, Command};
use noyau::erased::{Method, Wanted};
use noyau::limits::Limits;
use serde::Serialize;
use std::io::Write;

/// Games and moves to the positions: Connect 4 on boards of several sizes from the start and in middle games of the usual
/// one; then a game of every other kind that is searched, by outcome, distance and margin.
const POSITIONS: &[(&str, &str)] = &[
    ("connect4:5x4", ""),
    ("connect4:4x5", ""),
    ("connect4:6x4", ""),
    ("connect4:7x6", "23177143734231"),
    ("connect4:7x6", "316525612433755"),
    ("connect4:7x6", "14116747145345123"),
    ("connect4:7x6", "1216314252317457672"),
    ("mnk:4,4,3", ""),
    ("mnk:4,4,4", ""),
    ("domineering:7x7", ""),
    ("dots:2x3", ""),
    ("kalah:4,3", ""),
    ("othello:4", ""),
];

pub(super) fn command(grammar: Grammar) -> Command {
    grammar.command("bench", help::BENCH).arg(grammar.json())
}

#[derive(Serialize)]
struct Searched {
    game: &'static str,
    after: &'static str,
    nodes: u64,
}

#[derive(Serialize)]
struct Benched {
    signature: u64,
    positions: Vec<Searched>,
    cpu_seconds: f64,
    nodes_per_second: f64,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let limits = Limits {
        threads: 1,
        memory: Some(1 << 28),
        ..Limits::default()
    };
    let mut clock = Clock::start();
    let mut positions = Vec::new();
    for &(name, after) in POSITIONS {
        let mut game = input::open_game(name, 0)?;
        for mv in game.split_moves(after) {
            game.play(&mv)?;
        }
        let answer = game.solve_by(Method::Search, Wanted::Value, &limits)?;
        positions.push(Searched {
            game: name,
            after,
            nodes: answer.nodes.unwrap_or(0),
        });
    }
    let cpu_seconds = clock.lap();
    let signature = positions.iter().map(|searched| searched.nodes).sum();
    let nodes_per_second = (signature as f64 / cpu_seconds).round();
    if matches.get_flag("json") {
        console.json(&Benched {
            signature,
            positions,
            cpu_seconds,
            nodes_per_second,
        })?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    let rows = positions.iter().map(|searched| {
        [
            searched.game.to_owned(),
            searched.after.to_owned(),
            searched.nodes.to_string(),
        ]
    });
    let heads = [catalogue::GAME, catalogue::MOVES, catalogue::POSITIONS];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let lines = [
        (catalogue::SIGNATURE, signature.to_string()),
        (catalogue::CPU_TIME, format!("{cpu_seconds:.3} s")),
    ];
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}
