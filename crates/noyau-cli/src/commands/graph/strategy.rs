//! `noyau graph strategy`: computes a winning strategy, or checks a given one.

use super::{Loaded, finish, from_argument, load, near, question};
use crate::console::{shown, walk};
use crate::prelude::*;
use noyau::arena::{Arena, format};
use noyau::certificate;
use noyau::documents::GraphAnswer;
use noyau::solve::retrograde;
use noyau::solve::strategy::{self, Verdict};
use std::io;

pub(super) const COMMAND: Entry = Entry::new("strategy", help::STRATEGY, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = question(args, command)
        .arg(from_argument(args))
        .arg(
            args.option("check", help::FILE, help::CHECK)
                .conflicts_with("certificate"),
        )
        .arg(
            args.choice("player", help::CHECK_PLAYER, help::PLAYERS, None)
                .requires("check"),
        )
        .args([args.threads(), args.certificate()]);
    args.force(command, &["certificate"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let loaded = load(console, matches)?;
    loaded.refuse_points()?;
    let from = loaded.start(matches)?;
    match matches.get_one::<String>("check") {
        None => find_winning(console, matches, loaded, from),
        Some(path) => check(console, matches, loaded, from, path),
    }
}

fn find_winning(console: Console, matches: &ArgMatches, mut loaded: Loaded, from: u32) -> Exit {
    let watch = Watch::start(console, messages::PHASE_SOLVE);
    let threads = input::limits(matches).threads();
    let solution = retrograde::solve(&loaded.arena, threads);
    let winning = strategy::winning(&loaded.arena, &solution, from);
    drop(watch);
    let timings = loaded.timings(matches);
    loaded.certify(matches, |arena, out| {
        certificate::write_strategy(arena, from, &winning, out)
    })?;
    let arena = &loaded.arena;
    if matches.get_flag("json") {
        return console.json(&GraphAnswer::strategy(arena, &winning).timed(timings));
    }
    let mut out = console.out();
    let from = shown(arena.name(from)).into_owned();
    let sentence = match winning.winner {
        None => message!("nobody wins from {from}", "personne ne gagne depuis {from}"),
        Some(winner) => message!(
            "{winner} wins from {from}",
            "{winner} gagne depuis {from}",
            winner = messages::side(winner)
        ),
    };
    writeln!(out, "{}", console.bold(&console.phrase(&sentence)))?;
    print_moves(console, arena, &winning.moves, &mut out)?;
    finish(console, out, timings)
}

/// Prints a strategy for people, one move per line.
pub(super) fn print_moves(
    console: Console,
    arena: &Arena,
    moves: &[(u32, u32)],
    out: &mut dyn Write,
) -> io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let count = match moves.len() {
        1 => message!("1 move", "1 coup"),
        count => message!("{count} moves", "{count} coups"),
    };
    console
        .lines()
        .with(messages::STRATEGY, &console.phrase(&count))
        .write(out)?;
    for &(v, w) in moves {
        writeln!(out, "  {} → {}", shown(arena.name(v)), shown(arena.name(w)))?;
    }
    Ok(())
}

fn check(
    console: Console,
    matches: &ArgMatches,
    mut loaded: Loaded,
    from: u32,
    path: &str,
) -> Exit {
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let given = format::read_strategy(&bytes).map_err(|error| Failure::in_file(path, &error))?;
    let arena = &loaded.arena;
    let index = arena.names().index();
    let vertex = |name: &str| {
        index.find(name).ok_or_else(|| {
            Failure::File(message!(
                "{path}: the strategy names {name:?}, and no vertex is called so{near}",
                "{path} : la stratégie nomme {name:?}, et aucun sommet ne s'appelle ainsi{near}",
                near = near(arena.names(), name)
            ))
        })
    };
    let moves = given
        .iter()
        .map(|(from, to)| Ok((vertex(from)?, vertex(to)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let player = matches
        .get_one::<String>("player")
        .and_then(|name| Side::from_name(name))
        .or_else(|| arena.owner(from))
        .unwrap_or(Side::First);
    let verdict = strategy::check(arena, player, from, &moves);
    let name = |v: u32| shown(arena.name(v)).into_owned();
    let (word, text_of_verdict, line) = match &verdict {
        Verdict::NotApplicable { line } => (
            "not applicable",
            messages::VERDICT_NOT_APPLICABLE,
            line.clone(),
        ),
        Verdict::Applicable { line } => ("applicable", messages::VERDICT_APPLICABLE, line.clone()),
        Verdict::Winning { line } => ("winning", text("winning", "gagnante"), line.clone()),
        Verdict::NotAMove { from, to } => {
            return Err(Failure::File(message!(
                "{path}: the strategy goes from {from} to {to}, and no edge does",
                "{path} : la stratégie va de {from} à {to}, et aucune arête n'y mène",
                from = name(*from),
                to = name(*to)
            )));
        }
        Verdict::NotOwned { vertex } => {
            return Err(Failure::File(message!(
                "{path}: the strategy moves at {vertex}, which does not belong to {player}",
                "{path} : la stratégie joue en {vertex}, qui n'appartient pas à {player}",
                vertex = name(*vertex),
                player = messages::side(player)
            )));
        }
    };
    let timings = loaded.timings(matches);
    let arena = &loaded.arena;
    if matches.get_flag("json") {
        let answer = GraphAnswer::judged_strategy(arena, player, word, line);
        return console.json(&answer.timed(timings));
    }
    let mut out = console.out();
    console
        .lines()
        .with(messages::PLAYER, &messages::side(player))
        .with(
            messages::STRATEGY,
            &console.bold(console.say(text_of_verdict)),
        )
        .with(messages::LINE, &walk(arena, &line))
        .write(&mut out)?;
    finish(console, out, timings)
}
