//! `noyau show`: a position.

use crate::catalogue::{self, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use clap::{ArgMatches, Command};
use noyau::Outcome;
use noyau::erased::OpenGame;
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("show", help::SHOW))
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    side: &'static str,
    outcome: Option<&'static str>,
    moves: Vec<String>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = input::open_position(matches)?;
    let moves = game.moves();
    input::settled(&*game)?;
    if matches.get_flag("json") {
        console.json(&Shown {
            game: game.name(),
            position: game.position(),
            side: game.side().name(),
            outcome: game.outcome().map(Outcome::name),
            moves,
        })?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    writeln!(out, "{}", game.view().to_text())?;
    let side = console.say(catalogue::side(game.side()));
    let mut lines = vec![
        (catalogue::GAME, game.name()),
        (catalogue::POSITION, game.position()),
        (catalogue::TO_MOVE, side.to_owned()),
    ];
    if let Some([first, second]) = game.points() {
        lines.push((catalogue::POINTS, format!("{first}-{second}")));
    }
    match game.outcome() {
        None => {
            let count = moves.len();
            let listed = game.join_moves(&moves);
            lines.push((catalogue::MOVES, format!("{listed} ({count})")));
        }
        Some(_) => lines.push((catalogue::RESULT, console.sentence(&ended(&*game)))),
    }
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// How a finished game ended.
pub(super) fn ended(game: &dyn OpenGame) -> Sentence {
    let winner = game.outcome().and_then(|end| end.winner(game.side()));
    match winner {
        None => Sentence::OverDrawn,
        Some(winner) => Sentence::OverWon {
            winner: catalogue::side(winner),
        },
    }
}
