//! `noyau judge`: games marked move by move.

use crate::catalogue::players::{self as words, Said};
use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::{input, players, progress, quantity};
use clap::{ArgMatches, Command};
use noyau::answers::{JudgedMove, Record};
use noyau::erased::{OpenGame, Worth};
use noyau::play::Tables;
use noyau::play::judge::{Judgement, judge};
use noyau::{Message, Side};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("judge", words::JUDGE))
        .arg(
            grammar
                .place("file", help::FILE, words::JUDGE_FILE)
                .required(true),
        )
        .arg(
            grammar
                .option("number", help::NUMBER, words::JUDGE_NUMBER)
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.threads())
        .arg(grammar.json())
}

/// A game to judge, from a line of the file.
struct Line {
    place: usize,
    number: u64,
    names: Option<[String; 2]>,
    moves: String,
}

/// The games of the file: records, or lines of moves. A line that starts with `#` is a comment.
fn games(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("{\"noyau\"") {
            continue;
        }
        let number = found.len() as u64 + 1;
        found.push(match serde_json::from_str::<Record>(line) {
            Ok(record) => Line {
                place: i + 1,
                number: record.game,
                names: Some([record.first, record.second]),
                moves: record.moves,
            },
            Err(_) => Line {
                place: i + 1,
                number,
                names: None,
                moves: line.to_owned(),
            },
        });
    }
    found
}

#[derive(Serialize)]
struct Document {
    game: String,
    games: Vec<OneGame>,
}

#[derive(Serialize)]
struct OneGame {
    number: u64,
    first: Option<String>,
    second: Option<String>,
    accuracy: [Option<f64>; 2],
    lost_at: Option<usize>,
    moves: Vec<JudgedMove>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = matches.get_one::<String>("file").map_or("", String::as_str);
    let mut game = input::open_position(matches)?;
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = games(&text);
    if let Some(&number) = matches.get_one::<u64>("number") {
        lines.retain(|line| line.number == number);
    }
    if lines.is_empty() {
        let path = path.to_owned();
        return Err(Failure::File(Message::of(&Said::NoGames { path })));
    }
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let tables = Tables::default();
    let mut documents = Vec::new();
    let json = matches.get_flag("json");
    for line in lines {
        let moves = game.split_moves(&line.moves);
        let judgement = judge(&mut *game, &moves, &tables, &limits).map_err(|why| {
            Failure::File(Message::of(&Said::InGame {
                path: path.to_owned(),
                line: line.place,
                why: Message::of(&why),
            }))
        })?;
        input::settled(&*game)?;
        if json {
            documents.push(document(line, judgement));
        } else {
            print(console, &*game, &line, &judgement)?;
        }
    }
    if json {
        let game = game.name();
        console.json(&Document {
            game,
            games: documents,
        })?;
    }
    Ok(Status::Answered)
}

fn document(line: Line, judgement: Judgement) -> OneGame {
    let [first, second] = line.names.map_or([None, None], |names| names.map(Some));
    OneGame {
        number: line.number,
        first,
        second,
        accuracy: judgement.accuracy,
        lost_at: judgement.lost_at.map(|at| at + 1),
        moves: judgement
            .moves
            .into_iter()
            .map(|judged| JudgedMove::new(judged, None))
            .collect(),
    }
}

fn print(
    console: Console,
    game: &dyn OpenGame,
    line: &Line,
    judgement: &Judgement,
) -> Result<(), Failure> {
    let mut out = console.out();
    if let Some([first, second]) = &line.names {
        let said = Said::GameOf {
            number: line.number,
            first: first.clone(),
            second: second.clone(),
        };
        writeln!(out, "{}", players::say(console, &said))?;
    }
    let worth = |worth: Worth| {
        let outcome = console.say(catalogue::outcome(worth.outcome));
        match (worth.distance, worth.margin) {
            (Some(distance), _) => format!("{outcome} {distance}"),
            (None, Some(margin)) => format!("{outcome} {margin:+}"),
            (None, None) => outcome.to_owned(),
        }
    };
    let heads = [
        catalogue::TO_MOVE,
        catalogue::MOVE,
        words::BEFORE,
        words::AFTER,
        catalogue::BEST,
        words::MARK,
    ];
    let rows = (1..).zip(&judgement.moves).map(|(number, judged)| {
        let side = console.say(catalogue::side(judged.side));
        [
            format!("{number}. {side}"),
            judged.mv.clone(),
            worth(judged.before),
            worth(judged.after),
            game.join_moves(&judged.best),
            console.say(judged.mark.text()).to_owned(),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    let said = match judgement.lost_at {
        None => Said::NobodyLost,
        Some(at) => Said::LostBy {
            number: at + 1,
            mv: judgement.moves[at].mv.clone(),
            side: catalogue::side(judgement.moves[at].side),
        },
    };
    let accuracies: Vec<String> = Side::BOTH
        .iter()
        .zip(judgement.accuracy)
        .filter_map(|(&side, accuracy)| {
            let percent = format!("{:.0}", 100.0 * accuracy?);
            let side = catalogue::side(side);
            Some(players::say(console, &Said::Accuracy { side, percent }))
        })
        .collect();
    let mut lines = vec![(catalogue::RESULT, players::say(console, &said))];
    if !accuracies.is_empty() {
        lines.push((words::ACCURACY, accuracies.join(", ")));
    }
    console.labelled(&mut out, &lines)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
