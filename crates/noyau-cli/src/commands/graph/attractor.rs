//! `noyau graph attractor`.

use super::{Loaded, find, finish, load, named_vertices, question, vertices_argument};
use crate::console::shown;
use crate::prelude::*;
use noyau::arena::Arena;
use noyau::certificate;
use noyau::documents::GraphAnswer;
use noyau::solve::attractor::{self, Attractor};

pub(super) const COMMAND: Entry = Entry::new("attractor", help::ATTRACTOR, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = question(args, command)
        .arg(args.choice("player", help::PLAYER, help::PLAYERS, "first"))
        .arg(vertices_argument(args, "target", help::TARGET))
        .arg(args.flag("layers", help::LAYERS_FLAG))
        .arg(args.flag("strategy", help::STRATEGY_FLAG))
        .arg(args.certificate());
    args.force(command, &["certificate"])
}

/// The player of `--player`, by default First.
pub(super) fn player(matches: &ArgMatches) -> Side {
    matches
        .get_one::<String>("player")
        .and_then(|name| Side::from_name(name))
        .unwrap_or(Side::First)
}

/// The targets of `--target`, by default the final positions that the player wins.
///
/// In the doubled arena of a graph without owners a target may have its name there, or its name in the graph, which
/// means the vertex with either side to move.
pub(super) fn targets(loaded: &Loaded, matches: &ArgMatches) -> Result<Vec<u32>, Failure> {
    let names = loaded.arena.names();
    let both = |name: &str| -> Option<Vec<u32>> {
        let found = Side::BOTH.map(|side| find(names, &format!("{name} {side}")));
        match found {
            [Some(first), Some(second)] => Some(vec![first, second]),
            _ => None,
        }
    };
    let named = named_vertices(matches, "target", names, |name| {
        find(names, name).map(|v| vec![v]).or_else(|| both(name))
    })?;
    if let Some(named) = named {
        return Ok(named);
    }
    loaded.refuse_points()?;
    Ok(attractor::won_endings(&loaded.arena, player(matches)))
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut loaded = load(console, matches)?;
    if loaded.arena.owners().is_none() {
        console.tell(&messages::NOTE_DOUBLED);
        loaded.double();
    }
    let player = player(matches);
    let targets = targets(&loaded, matches)?;
    let watch = Watch::start(console, messages::PHASE_SOLVE);
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
        let (layers, strategy) = (layers.as_deref(), strategy.as_deref());
        let answer = GraphAnswer::attractor(arena, &attractor, layers, strategy);
        return console.json(&answer.timed(timings));
    }
    let mut out = console.out();
    let vertices = |inside: bool| {
        let all = arena.graph().vertices();
        let some = all.filter(|&v| attractor.rank(v).is_some() == inside);
        console.counted_names(arena, some)
    };
    console
        .lines()
        .with(messages::PLAYER, &messages::side(player))
        .with(text("attractor", "attracteur"), &vertices(true))
        .with(text("outside", "en dehors"), &vertices(false))
        .write(&mut out)?;
    writeln!(out)?;
    if let Some(layers) = &layers {
        for (number, layer) in layers.iter().enumerate() {
            writeln!(out, "{}", layer_line(console, arena, number, layer))?;
        }
    } else {
        let rows = ranked(arena, &attractor)
            .map(|(v, rank)| [shown(arena.name(v)).into_owned(), rank.to_string()]);
        console.columns(&mut out, [messages::VERTEX, text("rank", "rang")], rows)?;
    }
    if let Some(moves) = &strategy {
        writeln!(out)?;
        super::strategy::print_moves(console, arena, moves, &mut out)?;
    }
    finish(console, out, timings)
}

/// A layer as the course writes it.
pub(super) fn layer_line(console: Console, arena: &Arena, number: usize, layer: &[u32]) -> String {
    let vertices = console.names(arena, layer.iter().copied());
    match number.checked_sub(1) {
        None => format!("A_{number} = {{{vertices}}}"),
        Some(before) => format!("A_{number} = A_{before} ∪ {{{vertices}}}"),
    }
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
