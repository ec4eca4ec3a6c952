//! `noyau bench`: the node counts of searches of fixed positions, which change only with the search.

use crate::prelude::*;
use crate::timing::Clock;
use noyau::dynamic::{Method, Wanted};

/// Games and moves to the positions: Connect 4 on several boards from the start and in middle games of the usual
/// one; then a game of every other kind of search, by outcome, distance and margin.
const POSITIONS: &[(&str, &str)] = &[
    ("connect4:5x4", ""),
    ("connect4:4x5", ""),
    ("connect4:6x4", ""),
    ("connect4:7x6", "23177143734231"),
    ("connect4:7x6", "316525612433755"),
    ("connect4:7x6", "14116747145345123"),
    ("connect4:7x6", "1216314252317457672"),
    ("mnk:4,4,3", ""),
    ("mnk:5,5,4", ""),
    ("mnk:6,5,4", ""),
    ("domineering:7x7", ""),
    ("dots:2x3", ""),
    ("kalah:4,3", ""),
    ("othello:4", ""),
];

pub(super) const COMMAND: Entry = Entry::new("bench", help::BENCH, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command.arg(args.json())
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let limits = Limits {
        threads: 1,
        memory: Some(1 << 28),
        ..Limits::default()
    };
    let mut clock = Clock::start();
    let mut searched = Vec::new();
    for &(name, after) in POSITIONS {
        let (mut game, _) = input::open_game(name, 0)?;
        for mv in game.split_moves(after) {
            game.play(&mv)?;
        }
        let answer = game.solve_by(Method::Search, Wanted::Value, &limits)?;
        searched.push((name, after, answer.nodes.unwrap_or(0)));
    }
    let cpu_seconds = clock.lap();
    if matches.get_flag("json") {
        return console.json(&documents::benched(&searched, cpu_seconds));
    }
    let signature: u64 = searched.iter().map(|&(_, _, nodes)| nodes).sum();
    let mut out = console.out();
    let rows = searched.iter();
    let rows = rows
        .map(|(game, after, nodes)| [(*game).to_owned(), (*after).to_owned(), nodes.to_string()]);
    let heads = [messages::GAME, messages::MOVES, messages::POSITIONS];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let mut lines = console.lines();
    for (game, signature) in documents::signatures(&searched) {
        lines.add(text(game, game), &signature.to_string());
    }
    lines.add(text("signature", "signature"), &signature.to_string());
    lines.add(
        help::CPU_TIME,
        &message!(
            "{seconds} s",
            "{seconds} s",
            seconds = units::decimal(cpu_seconds, 3)
        ),
    );
    lines.end(out)
}
