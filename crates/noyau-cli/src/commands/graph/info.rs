//! `noyau graph info`: what can be said of a graph before anybody plays on it.

use super::{print_timings, question, with_graph};
use crate::catalogue::{self, Sentence, help};
use crate::console::{Console, Listed, shown, undirected_walk, walk};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::Side;
use noyau::arena::Arena;
use noyau::arena::analysis::{self, Cycle};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("info", help::INFO)).arg(
        grammar
            .option("of", help::VERTEX, help::OF)
            .allow_hyphen_values(true),
    )
}

#[derive(Serialize)]
struct Answer<S: Serialize, N: Serialize> {
    vertices: usize,
    edges: usize,
    start: Option<String>,
    owners: Option<Owners>,
    sinks: S,
    acyclic: bool,
    cycle: Option<N>,
    bipartite: bool,
    sides: Option<[N; 2]>,
    odd_cycle: Option<N>,
    longest: Option<usize>,
    longest_path: Option<N>,
    reachable: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Neighbours<N>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

#[derive(Serialize, Clone, Copy)]
struct Owners {
    first: usize,
    second: usize,
}

#[derive(Serialize)]
struct Neighbours<N: Serialize> {
    vertex: String,
    predecessors: N,
    successors: N,
}

struct Found {
    sinks: Vec<u32>,
    path: Result<Vec<u32>, Cycle>,
    sides: Result<[Vec<u32>; 2], Cycle>,
    reachable: usize,
    owners: Option<Owners>,
    of: Option<u32>,
    timings: Option<CpuSeconds>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |mut loaded| {
        let of = matches
            .get_one::<String>("of")
            .map(|name| loaded.vertex(name))
            .transpose()?;
        let graph = loaded.arena.graph();
        let sides = analysis::bipartition(graph).map(|sides| {
            [false, true].map(|side| {
                let on = graph.vertices().filter(|&v| sides[v as usize] == side);
                on.collect()
            })
        });
        let found = Found {
            sinks: graph.vertices().filter(|&v| graph.is_sink(v)).collect(),
            path: analysis::longest_path(graph),
            sides,
            reachable: if graph.is_empty() {
                0
            } else {
                let reached = analysis::reachable(graph, loaded.arena.start());
                reached.into_iter().filter(|&reached| reached).count()
            },
            owners: loaded.arena.owners().map(|owners| {
                let first = owners.iter().filter(|&&side| side == Side::First).count();
                Owners {
                    first,
                    second: owners.len() - first,
                }
            }),
            of,
            timings: None,
        };
        let timings = loaded.timings(matches);
        let found = Found { timings, ..found };
        if matches.get_flag("json") {
            print_json(console, &loaded.arena, &found)?;
        } else {
            print_text(console, &loaded.arena, &found)?;
        }
        Ok(Status::Answered)
    })
}

/// The names of vertices, all in the type of one function so that they can stand in one document.
fn listed<'a>(arena: &'a Arena, vertices: &'a [u32]) -> impl Serialize + 'a {
    Listed(move || vertices.iter().map(move |&v| arena.name(v)))
}

fn print_json(console: Console, arena: &Arena, found: &Found) -> Result<(), Failure> {
    let graph = arena.graph();
    let names = |vertices| listed(arena, vertices);
    console.json(&Answer {
        vertices: graph.len(),
        edges: graph.edges(),
        start: (!graph.is_empty()).then(|| arena.name(arena.start()).into_owned()),
        owners: found.owners,
        sinks: names(&found.sinks),
        acyclic: found.path.is_ok(),
        cycle: found.path.as_ref().err().map(|cycle| names(&cycle.0)),
        bipartite: found.sides.is_ok(),
        sides: found.sides.as_ref().ok().map(|[a, b]| [names(a), names(b)]),
        odd_cycle: found.sides.as_ref().err().map(|cycle| names(&cycle.0)),
        longest: found
            .path
            .as_ref()
            .ok()
            .map(|path| path.len().saturating_sub(1)),
        longest_path: found.path.as_ref().ok().map(|path| names(path)),
        reachable: found.reachable,
        of: found.of.map(|v| Neighbours {
            vertex: arena.name(v).into_owned(),
            predecessors: names(graph.predecessors(v)),
            successors: names(graph.successors(v)),
        }),
        cpu_seconds: found.timings,
    })
}

fn print_text(console: Console, arena: &Arena, found: &Found) -> Result<(), Failure> {
    let graph = arena.graph();
    let closed = |cycle: &Cycle| {
        let mut closed = cycle.0.clone();
        closed.extend(cycle.0.first());
        closed
    };
    let owners = match found.owners {
        None => Sentence::Unowned,
        Some(Owners { first, second }) => Sentence::Owned { first, second },
    };
    let sinks = Sentence::SinksCounted {
        count: found.sinks.len(),
        names: console.names(arena, found.sinks.iter().copied()),
    };
    let mut lines = vec![
        (catalogue::VERTICES, graph.len().to_string()),
        (catalogue::EDGES, graph.edges().to_string()),
        (catalogue::OWNERS, console.sentence(&owners)),
        (catalogue::SINKS, console.sentence(&sinks)),
    ];
    let yes = console.say(catalogue::YES);
    match &found.path {
        Ok(path) => {
            lines.push((catalogue::ACYCLIC, yes.to_owned()));
            let longest = Sentence::LongestPath {
                edges: path.len().saturating_sub(1),
                path: walk(arena, path),
            };
            lines.push((catalogue::LONGEST_PATH, console.sentence(&longest)));
        }
        Err(cycle) => {
            let cycle = walk(arena, &closed(cycle));
            let said = console.sentence(&Sentence::NoWithCycle { cycle });
            lines.push((catalogue::ACYCLIC, said));
        }
    }
    match &found.sides {
        Ok([a, b]) => {
            let [a, b] = [a, b].map(|side| console.names(arena, side.iter().copied()));
            lines.push((catalogue::BIPARTITE, format!("{yes} {{{a}}} | {{{b}}}")));
        }
        Err(cycle) => {
            let cycle = undirected_walk(arena, &closed(cycle));
            let said = console.sentence(&Sentence::NoWithOddCycle { cycle });
            lines.push((catalogue::BIPARTITE, said));
        }
    }
    if !graph.is_empty() {
        let reachable = Sentence::Reachable {
            count: found.reachable,
            of: graph.len(),
            from: shown(arena.name(arena.start())).into_owned(),
        };
        lines.push((catalogue::REACHABLE, console.sentence(&reachable)));
    }
    if let Some(v) = found.of {
        let names = |vertices: &[u32]| console.names(arena, vertices.iter().copied());
        lines.push((catalogue::VERTEX, shown(arena.name(v)).into_owned()));
        lines.push((catalogue::PREDECESSORS, names(graph.predecessors(v))));
        lines.push((catalogue::SUCCESSORS, names(graph.successors(v))));
    }
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    print_timings(console, &mut out, found.timings)?;
    Ok(out.flush()?)
}
