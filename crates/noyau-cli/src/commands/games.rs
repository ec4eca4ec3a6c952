//! `noyau games`: the list of games.

use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use clap::{ArgMatches, Command};
use noyau::erased::Ability;
use noyau_games::GAMES;
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar.command("games", help::GAMES).arg(grammar.json())
}

/// What can be asked of every game.
const COMMANDS: [&str; 5] = ["show", "perft", "count", "solve", "graph"];

#[derive(Serialize)]
struct Row {
    name: &'static str,
    rules: &'static str,
    parameters: &'static str,
    default: &'static str,
    example: String,
    version: u32,
    can: Vec<&'static str>,
    #[serde(skip)]
    abilities: Vec<Ability>,
}

#[derive(Serialize)]
struct List {
    games: Vec<Row>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let games: Vec<_> = GAMES
        .iter()
        .map(|entry| {
            let info = entry.info();
            let parameters = match entry.samples().first() {
                Some(sample) => sample.path,
                None => info.default,
            };
            let abilities = entry.abilities();
            let mut can = COMMANDS.to_vec();
            can.extend(abilities.iter().map(|ability| ability.text().en));
            Row {
                name: info.name,
                rules: console.say(info.summary),
                parameters: console.say(info.parameters),
                default: info.default,
                example: match parameters {
                    "" => info.name.to_owned(),
                    _ => format!("{}:{parameters}", info.name),
                },
                version: info.version,
                can,
                abilities,
            }
        })
        .collect();
    if matches.get_flag("json") {
        console.json(&List { games })?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    let width = games.iter().map(|row| row.example.len()).max().unwrap_or(0);
    for row in &games {
        let space = " ".repeat(width - row.example.len() + 2);
        writeln!(out, "{}{space}{}", console.bold(&row.example), row.rules)?;
        let below = " ".repeat(width + 2);
        let label = |word| console.grammar().colon(word);
        let parameters = label(catalogue::PARAMETERS);
        writeln!(out, "{below}{parameters} {}", row.parameters)?;
        let can = row
            .abilities
            .iter()
            .map(|ability| console.say(ability.text()));
        let can: Vec<_> = can.collect();
        if !can.is_empty() {
            writeln!(out, "{below}{} {}", label(catalogue::CAN), can.join(", "))?;
        }
    }
    out.flush()?;
    Ok(Status::Answered)
}
