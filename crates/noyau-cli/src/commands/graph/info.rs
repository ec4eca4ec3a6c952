//! `noyau graph info`: structural properties of a graph.

use super::{finish, load, question};
use crate::console::{shown, undirected_walk, walk};
use crate::prelude::*;
use noyau::arena::Arena;
use noyau::arena::analysis::Cycle;
use noyau::documents::CpuSeconds;
use noyau::documents::GraphInfo;

pub(super) const COMMAND: Entry = Entry::new("info", help::INFO, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    question(args, command).arg(
        args.option("of", help::VERTEX, help::OF)
            .allow_hyphen_values(true),
    )
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut loaded = load(console, matches)?;
    let of = matches
        .get_one::<String>("of")
        .map(|name| loaded.vertex(name))
        .transpose()?;
    let info = GraphInfo::of(&loaded.arena);
    let timings = loaded.timings(matches);
    if matches.get_flag("json") {
        return console.json(&info.document(&loaded.arena, of).timed(timings));
    }
    print(console, &loaded.arena, &info, of, timings)
}

fn print(
    console: Console,
    arena: &Arena,
    found: &GraphInfo,
    of: Option<u32>,
    timings: Option<CpuSeconds>,
) -> Exit {
    let graph = arena.graph();
    let closed = |cycle: &Cycle| {
        let mut closed = cycle.0.clone();
        closed.extend(cycle.0.first());
        closed
    };
    let owners = match found.owners {
        None => message!(
            "none, both sides move alike",
            "aucun, les deux joueurs ont les mêmes coups"
        ),
        Some([first, second]) => message!(
            "First {first}, Second {second}",
            "Premier {first}, Second {second}"
        ),
    };
    let sinks = message!(
        "{count}: {names}",
        "{count} : {names}",
        count = found.sinks.len(),
        names = console.names(arena, found.sinks.iter().copied())
    );
    let mut lines = console.lines();
    lines.add(text("vertices", "sommets"), &graph.len().to_string());
    lines.add(text("edges", "arêtes"), &graph.edges().to_string());
    lines.add(text("owners", "propriétaires"), &owners);
    lines.add(text("sinks", "puits"), &sinks);
    let yes = console.say(messages::YES);
    let no = |what: Text, cycle: String| {
        message!(
            "no, there is the {what} {cycle}",
            "non, il y a le {what} {cycle}",
            what = what
        )
    };
    match &found.path {
        Ok(path) => {
            lines.add(messages::ACYCLIC, &yes.to_owned());
            let (edges, path) = (path.len().saturating_sub(1), walk(arena, path));
            let longest = match edges {
                1 => message!("1 edge: {path}", "1 arête : {path}"),
                // In French none is singular.
                0 => message!("0 edges: {path}", "0 arête : {path}"),
                _ => message!("{edges} edges: {path}", "{edges} arêtes : {path}"),
            };
            lines.add(text("longest path", "plus long chemin"), &longest);
        }
        Err(cycle) => {
            let cycle = walk(arena, &closed(cycle));
            lines.add(messages::ACYCLIC, &no(text("cycle", "cycle"), cycle));
        }
    }
    match &found.sides {
        Ok([a, b]) => {
            let [a, b] = [a, b].map(|side| console.names(arena, side.iter().copied()));
            lines.add(messages::BIPARTITE, &format!("{yes} {{{a}}} | {{{b}}}"));
        }
        Err(cycle) => {
            let (odd, cycle) = (
                text("odd cycle", "cycle impair"),
                undirected_walk(arena, &closed(cycle)),
            );
            lines.add(messages::BIPARTITE, &no(odd, cycle));
        }
    }
    if !graph.is_empty() {
        let reachable = message!(
            "{count} of {of} from {from}",
            "{count} sur {of} depuis {from}",
            count = found.reachable,
            of = graph.len(),
            from = shown(arena.name(arena.start())).into_owned()
        );
        lines.add(text("reachable", "accessibles"), &reachable);
    }
    if let Some(v) = of {
        let names = |vertices: &[u32]| console.names(arena, vertices.iter().copied());
        lines.add(messages::VERTEX, &shown(arena.name(v)).into_owned());
        lines.add(
            text("predecessors", "prédécesseurs"),
            &names(graph.predecessors(v)),
        );
        lines.add(
            text("successors", "successeurs"),
            &names(graph.successors(v)),
        );
    }
    let mut out = console.out();
    lines.write(&mut out)?;
    finish(console, out, timings)
}
