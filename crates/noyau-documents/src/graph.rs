//! Answers about a graph. Large parts are streamed, so that ten million vertices need no tree.

use noyau_core::Side;
use noyau_graph::arena::Arena;
use noyau_graph::arena::analysis::{self, Cycle};
use noyau_graph::attractor::Attractor;
use noyau_graph::kernel::{Kernels, Mark, Step};
use noyau_graph::retrograde::Solution;
use noyau_graph::strategy::Winning;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The CPU seconds of each phase.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct CpuSeconds {
    /// Reading and parsing the file.
    pub read: f64,
    /// Building the arena, up to its predecessors.
    pub build: f64,
    /// The algorithm.
    pub solve: f64,
}

/// An answer about a graph: an object with ordered keys.
#[derive(Debug)]
pub struct GraphAnswer<'a> {
    arena: &'a Arena,
    parts: Vec<(&'static str, Part<'a>)>,
}

#[derive(Debug)]
enum Part<'a> {
    Value(Value),
    Names(Cow<'a, [u32]>),
    Lists(&'a [Vec<u32>]),
    Steps(&'a [Step]),
    Moves(&'a [(u32, u32)]),
    Ranks(&'a Attractor),
    Nimbers(&'a [u32]),
    Values(&'a Solution),
}

#[derive(Serialize)]
struct VertexValue {
    outcome: &'static str,
    distance: Option<u32>,
}

/// A part with the arena of its vertices.
struct Within<'a, T>(&'a Arena, T);

impl Serialize for Within<'_, &[u32]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|&v| self.0.name(v)))
    }
}

impl Serialize for Within<'_, &Part<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(arena, part) = self;
        let all = || arena.graph().vertices();
        match part {
            Part::Value(value) => value.serialize(serializer),
            Part::Names(vertices) => Within(arena, &vertices[..]).serialize(serializer),
            Part::Lists(lists) => {
                serializer.collect_seq(lists.iter().map(|list| Within(arena, &list[..])))
            }
            Part::Steps(steps) => serializer.collect_seq(steps.iter().map(|step| Taken {
                take: arena.name(step.take),
                drop: Within(arena, &step.drop[..]),
            })),
            Part::Moves(moves) => {
                let moves = moves.iter();
                serializer.collect_map(moves.map(|&(v, w)| (arena.name(v), arena.name(w))))
            }
            Part::Ranks(attractor) => {
                let ranks = all().filter_map(|v| Some((arena.name(v), attractor.rank(v)?)));
                serializer.collect_map(ranks)
            }
            Part::Nimbers(nimbers) => {
                serializer.collect_map(all().map(|v| (arena.name(v), nimbers[v as usize])))
            }
            Part::Values(solution) => serializer.collect_map(all().map(|v| {
                let value = solution.value(v);
                let (outcome, distance) = (value.outcome().name(), value.distance());
                (arena.name(v), VertexValue { outcome, distance })
            })),
        }
    }
}

#[derive(Serialize)]
struct Taken<T: Serialize, D: Serialize> {
    take: T,
    drop: D,
}

impl Serialize for GraphAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.parts.iter();
        serializer.collect_map(parts.map(|(key, part)| (key, Within(self.arena, part))))
    }
}

impl<'a> GraphAnswer<'a> {
    fn new(arena: &'a Arena, key: &'static str, part: Part<'a>) -> Self {
        let parts = vec![(key, part)];
        Self { arena, parts }
    }

    fn with(mut self, key: &'static str, part: impl Into<Option<Part<'a>>>) -> Self {
        self.parts.extend(part.into().map(|part| (key, part)));
        self
    }

    /// Adds the times, if given.
    #[must_use]
    pub fn timed(self, seconds: Option<CpuSeconds>) -> Self {
        let seconds = seconds.map(|seconds| Part::Value(json!(seconds)));
        self.with("cpu_seconds", seconds)
    }

    /// The kernel, with its steps and all kernels if requested.
    pub fn kernel(
        arena: &'a Arena,
        marks: &[Mark],
        steps: Option<&'a [Step]>,
        all: Option<&'a Kernels>,
    ) -> Self {
        let marked = |mark| {
            let marked = (0..).zip(marks).filter(|&(_, &has)| has == mark);
            Part::Names(marked.map(|(v, _)| v).collect::<Vec<_>>().into())
        };
        Self::new(arena, "kernel", marked(Mark::Lost))
            .with("undecided", marked(Mark::Undecided))
            .with("steps", steps.map(Part::Steps))
            .with("kernels", all.map(|all| Part::Lists(&all.kernels)))
            .with("complete", all.map(|all| Part::Value(all.complete.into())))
    }

    /// An attractor, with its layers and a strategy if requested.
    pub fn attractor(
        arena: &'a Arena,
        attractor: &'a Attractor,
        layers: Option<&'a [Vec<u32>]>,
        strategy: Option<&'a [(u32, u32)]>,
    ) -> Self {
        Self::new(
            arena,
            "player",
            Part::Value(attractor.player().name().into()),
        )
        .with("rank", Part::Ranks(attractor))
        .with("layers", layers.map(Part::Lists))
        .with("strategy", strategy.map(Part::Moves))
    }

    /// The nimber of each vertex, and of a sum if requested.
    pub fn nimbers(arena: &'a Arena, nimbers: &'a [u32], sum: Option<u32>) -> Self {
        Self::new(arena, "nimber", Part::Nimbers(nimbers))
            .with("sum", sum.map(|sum| Part::Value(sum.into())))
    }

    /// The value of each vertex, or only the counts if `quick`.
    pub fn solution(arena: &'a Arena, solution: &'a Solution, quick: bool) -> Self {
        let counts = solution.counts(arena);
        let counts = json!({
            "first": counts.first,
            "second": counts.second,
            "draw": counts.draw,
            "distance_sum": counts.distance_sum,
            "distance_max": counts.distance_max,
        });
        Self::new(arena, "counts", Part::Value(counts))
            .with("vertices", (!quick).then_some(Part::Values(solution)))
    }

    /// The winning strategy from a vertex.
    pub fn strategy(arena: &'a Arena, winning: &'a Winning) -> Self {
        let winner = winning.winner.map(Side::name);
        Self::new(arena, "winner", Part::Value(json!(winner)))
            .with("strategy", Part::Moves(&winning.moves))
    }

    /// The verdict on a strategy, with the line that proves it.
    pub fn judged_strategy(arena: &'a Arena, player: Side, verdict: &str, line: Vec<u32>) -> Self {
        Self::new(arena, "player", Part::Value(player.name().into()))
            .with("verdict", Part::Value(verdict.into()))
            .with("line", Part::Names(line.into()))
    }
}

/// Structural properties of a graph.
#[derive(Debug)]
pub struct GraphInfo {
    /// Vertices without successors.
    pub sinks: Vec<u32>,
    /// A longest path, or a cycle.
    pub path: Result<Vec<u32>, Cycle>,
    /// The two sides of a bipartition, or an odd cycle.
    pub sides: Result<[Vec<u32>; 2], Cycle>,
    /// The number of vertices reachable from the start.
    pub reachable: usize,
    /// The number of vertices of each side.
    pub owners: Option<[usize; 2]>,
}

impl GraphInfo {
    /// Analyses an arena.
    pub fn of(arena: &Arena) -> Self {
        let graph = arena.graph();
        let sides = analysis::bipartition(graph).map(|sides| {
            [false, true].map(|side| {
                let on = graph.vertices().filter(|&v| sides[v as usize] == side);
                on.collect()
            })
        });
        let reached = if graph.is_empty() {
            Vec::new()
        } else {
            analysis::reachable(graph, arena.start())
        };
        Self {
            sinks: graph.vertices().filter(|&v| graph.is_sink(v)).collect(),
            path: analysis::longest_path(graph),
            sides,
            reachable: reached.into_iter().filter(|&reached| reached).count(),
            owners: arena.owners().map(|owners| {
                let first = owners.iter().filter(|&&side| side == Side::First).count();
                [first, owners.len() - first]
            }),
        }
    }

    /// The length of a longest path.
    pub fn longest(&self) -> Option<usize> {
        self.path
            .as_ref()
            .ok()
            .map(|path| path.len().saturating_sub(1))
    }

    /// The document, with the neighbours of a vertex if requested.
    pub fn document<'a>(&'a self, arena: &'a Arena, of: Option<u32>) -> GraphAnswer<'a> {
        let graph = arena.graph();
        let value = |value: Value| Part::Value(value);
        let names = |vertices: Option<&'a Vec<u32>>| match vertices {
            Some(vertices) => Part::Names(vertices.into()),
            None => Part::Value(Value::Null),
        };
        let cycle = |cycle: Option<&'a Cycle>| names(cycle.map(|cycle| &cycle.0));
        let start = (!graph.is_empty()).then(|| arena.name(arena.start()));
        let owners = self
            .owners
            .map(|[first, second]| json!({"first": first, "second": second}));
        let of = of.map(|v| {
            let names =
                |vertices: &[u32]| -> Vec<_> { vertices.iter().map(|&v| arena.name(v)).collect() };
            Part::Value(json!({
                "vertex": arena.name(v),
                "predecessors": names(graph.predecessors(v)),
                "successors": names(graph.successors(v)),
            }))
        });
        GraphAnswer::new(arena, "vertices", value(graph.len().into()))
            .with("edges", value(graph.edges().into()))
            .with("start", value(json!(start)))
            .with("owners", value(json!(owners)))
            .with("sinks", Part::Names((&self.sinks).into()))
            .with("acyclic", value(self.path.is_ok().into()))
            .with("cycle", cycle(self.path.as_ref().err()))
            .with("bipartite", value(self.sides.is_ok().into()))
            .with(
                "sides",
                match &self.sides {
                    Ok(sides) => Part::Lists(sides),
                    Err(_) => Part::Value(Value::Null),
                },
            )
            .with("odd_cycle", cycle(self.sides.as_ref().err()))
            .with("longest", value(json!(self.longest())))
            .with("longest_path", names(self.path.as_ref().ok()))
            .with("reachable", value(self.reachable.into()))
            .with("of", of)
    }
}
