//! `noyau graph strategy`: the winning strategy, or the judgement of a given one.

use super::{Loaded, from_argument, near, print_timings, question, with_graph};
use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::{Console, Listed, Mapped, shown, walk};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::Watch;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::arena::{Arena, format};
use noyau::certificate;
use noyau::solve::retrograde;
use noyau::solve::strategy::{self, Verdict};
use noyau::{Localized, Message, Side};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("strategy", help::STRATEGY))
        .arg(from_argument(grammar))
        .arg(
            grammar
                .option("check", help::FILE, help::CHECK)
                .conflicts_with("certificate"),
        )
        .arg(
            grammar
                .choice("player", help::CHECK_PLAYER, help::PLAYERS)
                .requires("check"),
        )
        .arg(grammar.threads())
        .arg(grammar.certificate())
}

#[derive(Serialize)]
struct Answer<S: Serialize> {
    winner: Option<&'static str>,
    strategy: S,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

#[derive(Serialize)]
struct Judgement<L: Serialize> {
    player: &'static str,
    verdict: &'static str,
    line: L,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |loaded| {
        loaded.refuse_points()?;
        let from = loaded.start(matches)?;
        match matches.get_one::<String>("check") {
            None => find_winning(console, matches, loaded, from),
            Some(path) => check(console, matches, loaded, from, path),
        }
    })
}

fn find_winning(
    console: Console,
    matches: &ArgMatches,
    mut loaded: Loaded,
    from: u32,
) -> Result<Status, Failure> {
    let watch = Watch::start(console, catalogue::PHASE_SOLVE, None);
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
        console.json(&Answer {
            winner: winning.winner.map(Side::name),
            strategy: Mapped(|| {
                let moves = winning.moves.iter();
                moves.map(|&(v, w)| (arena.name(v), arena.name(w)))
            }),
            cpu_seconds: timings,
        })?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    let from = shown(arena.name(from)).into_owned();
    let said = match winning.winner {
        None => Sentence::NobodyWins { from },
        Some(winner) => Sentence::WinsFrom {
            winner: catalogue::side(winner),
            from,
        },
    };
    writeln!(out, "{}", console.bold(&console.sentence(&said)))?;
    print_moves(console, arena, &winning.moves, &mut out)?;
    print_timings(console, &mut out, timings)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// Prints a strategy for people, a move a line.
pub(super) fn print_moves(
    console: Console,
    arena: &Arena,
    moves: &[(u32, u32)],
    out: &mut dyn Write,
) -> io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    console.labelled(out, &[(catalogue::STRATEGY, moves.len().to_string())])?;
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
) -> Result<Status, Failure> {
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let given = format::read_strategy(&bytes).map_err(|error| {
        Failure::File(Message {
            en: format!("{path}:{}", error.localized(noyau::Language::English)),
            fr: format!("{path}:{}", error.localized(noyau::Language::French)),
        })
    })?;
    let arena = &loaded.arena;
    let index = arena.names().index();
    let vertex = |name: &str| {
        index.find(name).ok_or_else(|| {
            Failure::File(Message::of(&Complaint::StrategyVertex {
                path: path.to_owned(),
                name: name.to_owned(),
                near: near(arena.names(), name),
            }))
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
    let (word, said, line) = match &verdict {
        Verdict::NotApplicable { line } => (
            "not applicable",
            catalogue::VERDICT_NOT_APPLICABLE,
            line.clone(),
        ),
        Verdict::Applicable { line } => ("applicable", catalogue::VERDICT_APPLICABLE, line.clone()),
        Verdict::Winning { line } => ("winning", catalogue::VERDICT_WINNING, line.clone()),
        Verdict::NotAMove { from, to } => {
            return Err(Failure::File(Message::of(&Complaint::NotAMove {
                path: path.to_owned(),
                from: name(*from),
                to: name(*to),
            })));
        }
        Verdict::NotOwned { vertex } => {
            return Err(Failure::File(Message::of(&Complaint::NotOwned {
                path: path.to_owned(),
                vertex: name(*vertex),
                player: catalogue::side(player),
            })));
        }
    };
    let timings = loaded.timings(matches);
    let arena = &loaded.arena;
    if matches.get_flag("json") {
        console.json(&Judgement {
            player: player.name(),
            verdict: word,
            line: Listed(|| line.iter().map(|&v| arena.name(v))),
            cpu_seconds: timings,
        })?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    console.labelled(
        &mut out,
        &[
            (
                catalogue::PLAYER,
                console.say(catalogue::side(player)).to_owned(),
            ),
            (catalogue::STRATEGY, console.bold(console.say(said))),
            (catalogue::LINE, walk(arena, &line)),
        ],
    )?;
    print_timings(console, &mut out, timings)?;
    out.flush()?;
    Ok(Status::Answered)
}
