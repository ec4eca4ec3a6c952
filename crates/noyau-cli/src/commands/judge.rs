//! `noyau judge`: judges games move by move.

use crate::prelude::*;
use noyau::documents::Record;
use noyau::dynamic::Worth;
use noyau::play::Tables;
use noyau::play::judge::{Judgement, judge};
use serde_json::json;

pub(super) const COMMAND: Entry = Entry::new("judge", help::JUDGE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    args.position(command)
        .arg(args.place("file", help::FILE, help::JUDGE_FILE))
        .arg(args.number("number", help::JUDGE_NUMBER, None, units::number))
        .args([
            args.time(),
            args.memory(),
            args.threads(),
            args.tables(),
            args.json(),
        ])
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

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let path = args::word(matches, "file").unwrap_or("");
    let (mut game, _) = input::open_position(matches)?;
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = games(&text);
    if let Some(&number) = matches.get_one::<u64>("number") {
        lines.retain(|line| line.number == number);
    }
    if lines.is_empty() {
        return Err(Failure::File(message!(
            "{path}:1:1: there is no game in this file",
            "{path}:1:1: il n'y a aucune partie dans ce fichier"
        )));
    }
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let limits = progress::limits(matches);
    let tables = Tables::default();
    let mut judged = Vec::new();
    let json = matches.get_flag("json");
    for line in lines {
        let moves = game.split_moves(&line.moves);
        let judgement = judge(&mut *game, &moves, &tables, &limits).map_err(|why| {
            Failure::File(message!(
                "{path}:{line}:1: {why}",
                "{path}:{line}:1: {why}",
                line = line.place,
                why = Message::of(&why)
            ))
        })?;
        input::settled(&*game)?;
        if json {
            judged.push(documents::judged_game(
                line.number,
                line.names.as_ref(),
                &judgement,
            ));
        } else {
            print(console, &*game, &line, &judgement)?;
        }
    }
    probed.report();
    if json {
        let judged = json!({"game": game.name(), "games": judged});
        console.json(&documents::with_probes(judged, &*game))?;
    }
    Ok(Status::Answered)
}

fn print(
    console: Console,
    game: &dyn OpenGame,
    line: &Line,
    judgement: &Judgement,
) -> Result<(), Failure> {
    let mut out = console.out();
    if let Some([first, second]) = &line.names {
        let said = message!(
            "game {number}, {first} against {second}",
            "partie {number}, {first} contre {second}",
            number = line.number,
        );
        writeln!(out, "{}", console.phrase(&said))?;
    }
    let worth = |worth: Worth| {
        let outcome = console.say(messages::outcome(worth.outcome));
        match (worth.distance, worth.margin) {
            (Some(distance), _) => format!("{outcome} {distance}"),
            (None, Some(margin)) => format!("{outcome} {margin:+}"),
            (None, None) => outcome.to_owned(),
        }
    };
    let heads = [
        messages::TO_MOVE,
        messages::MOVE,
        text("before", "avant"),
        text("after", "après"),
        messages::BEST,
        text("mark", "marque"),
    ];
    let rows = (1..).zip(&judgement.moves).map(|(number, judged)| {
        let side = console.say(messages::side(judged.side));
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
        None => message!(
            "nobody gave the game away",
            "personne n'a laissé échapper la partie"
        ),
        Some(at) => message!(
            "{side} lost the game with move {number}, {mv}",
            "{side} a perdu la partie au coup {number}, {mv}",
            number = at + 1,
            mv = judgement.moves[at].mv.clone(),
            side = messages::side(judgement.moves[at].side)
        ),
    };
    let accuracies: Vec<String> = Side::BOTH
        .iter()
        .zip(judgement.accuracy)
        .filter_map(|(&side, accuracy)| {
            let percent = format!("{:.0}", 100.0 * accuracy?);
            let side = messages::side(side);
            Some(console.phrase(&message!(
                "{side} {percent} %",
                "{side} {percent} %",
                side = side
            )))
        })
        .collect();
    let mut lines = console.lines();
    lines.add(messages::RESULT, &said);
    if !accuracies.is_empty() {
        lines.add(text("accuracy", "précision"), &accuracies.join(", "));
    }
    lines.write(&mut out)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
