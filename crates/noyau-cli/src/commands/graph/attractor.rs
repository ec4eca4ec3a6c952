//! `noyau graph attractor`.

use super::{
    Loaded, find, named_vertices, near, print_timings, question, vertices_argument, with_graph,
};
use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::{Console, Listed, Mapped, shown};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::progress::Watch;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::Side;
use noyau::arena::Arena;
use noyau::certificate;
use noyau::solve::attractor::{self, Attractor};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("attractor", help::ATTRACTOR))
        .arg(grammar.choice_with_default("player", help::PLAYER, help::PLAYERS, "first"))
        .arg(vertices_argument(grammar, "target", help::TARGET))
        .arg(grammar.flag("layers", help::LAYERS_FLAG))
        .arg(grammar.flag("strategy", help::STRATEGY_FLAG))
        .arg(grammar.certificate())
}

#[derive(Serialize)]
struct Answer<R: Serialize, L: Serialize, S: Serialize> {
    player: &'static str,
    rank: R,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<L>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

/// The player that `--player` names, First if it names none.
pub(super) fn player(matches: &ArgMatches) -> Side {
    matches
        .get_one::<String>("player")
        .and_then(|name| Side::from_name(name))
        .unwrap_or(Side::First)
}

/// The targets that `--target` names, or the final positions that the player wins.
///
/// In the doubled arena of a graph without owners a vertex may be named as it is called there, or as it was called in
/// the graph, which means it whoever is to move.
pub(super) fn targets(loaded: &Loaded, matches: &ArgMatches) -> Result<Vec<u32>, Failure> {
    let names = loaded.arena.names();
    let both = |name: &str| -> Option<Vec<u32>> {
        let found = Side::BOTH.map(|side| find(names, &format!("{name} {side}")));
        match found {
            [Some(first), Some(second)] => Some(vec![first, second]),
            _ => None,
        }
    };
    let named = named_vertices(
        matches,
        "target",
        |name| find(names, name).map(|v| vec![v]).or_else(|| both(name)),
        |name| {
            Complaint::UnknownVertex {
                name: name.to_owned(),
                near: near(names, name),
            }
            .into()
        },
    )?;
    if let Some(named) = named {
        return Ok(named);
    }
    loaded.refuse_points()?;
    Ok(attractor::won_endings(&loaded.arena, player(matches)))
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |mut loaded| {
        if loaded.arena.owners().is_none() {
            console.note(catalogue::NOTE_DOUBLED);
            loaded.double();
        }
        let player = player(matches);
        let targets = targets(&loaded, matches)?;
        let watch = Watch::start(console, catalogue::PHASE_SOLVE, None);
        let attractor = attractor::attractor(&loaded.arena, player, &targets);
        drop(watch);
        let timings = loaded.timings(matches);
        loaded.certify(matches, |arena, out| {
            certificate::write_attractor(arena, &targets, &attractor, out)
        })?;
        let arena = &loaded.arena;
        let layers = matches.get_flag("layers").then(|| attractor.layers());
        let strategy = matches
            .get_flag("strategy")
            .then(|| attractor.strategy(arena));
        if matches.get_flag("json") {
            console.json(&Answer {
                player: player.name(),
                rank: Mapped(|| ranked(arena, &attractor).map(|(v, rank)| (arena.name(v), rank))),
                layers: layers.as_ref().map(|layers| {
                    Listed(move || {
                        layers.iter().map(move |layer| {
                            Listed(move || layer.iter().map(move |&v| arena.name(v)))
                        })
                    })
                }),
                strategy: strategy.as_ref().map(|moves| {
                    Mapped(move || {
                        moves
                            .iter()
                            .map(move |&(v, w)| (arena.name(v), arena.name(w)))
                    })
                }),
                cpu_seconds: timings,
            })?;
            return Ok(Status::Answered);
        }
        let mut out = console.out();
        let inside = ranked(arena, &attractor).count();
        console.labelled(
            &mut out,
            &[
                (
                    catalogue::PLAYER,
                    console.say(catalogue::side(player)).to_owned(),
                ),
                (catalogue::ATTRACTOR, inside.to_string()),
                (catalogue::OUTSIDE, (arena.len() - inside).to_string()),
            ],
        )?;
        writeln!(out)?;
        if let Some(layers) = &layers {
            for (number, layer) in layers.iter().enumerate() {
                let vertices = console.names(arena, layer.iter().copied());
                let line = match number.checked_sub(1) {
                    None => Sentence::LayerFirst { number, vertices },
                    Some(before) => Sentence::LayerNext {
                        number,
                        before,
                        vertices,
                    },
                };
                writeln!(out, "{}", console.sentence(&line))?;
            }
        } else {
            let rows = ranked(arena, &attractor)
                .map(|(v, rank)| [shown(arena.name(v)).into_owned(), rank.to_string()]);
            console.columns(&mut out, [catalogue::VERTEX, catalogue::RANK], rows)?;
        }
        if let Some(moves) = &strategy {
            writeln!(out)?;
            super::strategy::print_moves(console, arena, moves, &mut out)?;
        }
        print_timings(console, &mut out, timings)?;
        out.flush()?;
        Ok(Status::Answered)
    })
}

fn ranked<'a>(
    arena: &'a Arena,
    attractor: &'a Attractor,
) -> impl Iterator<Item = (u32, u32)> + Clone + 'a {
    arena
        .graph()
        .vertices()
        .filter_map(|v| Some((v, attractor.rank(v)?)))
}
