//! A graph with its layout, and the results of the course's algorithms on it. Vertices are numbers.

use crate::GraphInfo;
use noyau_core::game::Side;
use noyau_graph::arena::draw::{self, Marks, Style};
use noyau_graph::arena::{Arena, Ending};
use noyau_graph::attractor::{attractor, won_endings};
use noyau_graph::kernel::{self, Mark};
use noyau_graph::{nimbers, retrograde, strategy};
use serde_json::{Value, json};

/// The attractor of a player in an arena with owners, layer by layer, with its strategy.
pub fn attractor_layers(arena: &Arena, player: Side, targets: &[u32]) -> Value {
    let found = attractor(arena, player, targets);
    json!({ "layers": found.layers(), "strategy": found.strategy(arena) })
}

fn info(arena: &Arena) -> Value {
    let GraphInfo {
        sinks, path, sides, ..
    } = &GraphInfo::of(arena);
    json!({
        "vertices": arena.len(),
        "edges": arena.graph().edges(),
        "sinks": sinks,
        "acyclic": path.is_ok(),
        "cycle": path.as_ref().err().map(|cycle| &cycle.0),
        "bipartite": sides.is_ok(),
        "sides": sides.as_ref().ok(),
        "longest": path.as_ref().ok().map(|path| path.len().saturating_sub(1)),
    })
}

fn kernel(arena: &Arena) -> Value {
    let marks = kernel::kernel(arena.graph(), 1);
    let marked = |mark| -> Value {
        let all = (0u32..).zip(&marks).filter(|&(_, &has)| has == mark);
        all.map(|(v, _)| v).collect()
    };
    let steps = kernel::steps(arena.graph()).into_iter();
    let steps = steps.map(|step| json!({ "take": step.take, "drop": step.drop }));
    json!({
        "kernel": marked(Mark::Lost),
        "won": marked(Mark::Won),
        "undecided": marked(Mark::Undecided),
        "steps": steps.collect::<Value>(),
    })
}

/// The nimbers of a graph of positions without cycles and declared endings.
pub fn nimbers_of(arena: &Arena) -> Option<Vec<u32>> {
    let mut endings = arena.endings().into_iter().flatten();
    let plain = arena.owners().is_none() && endings.all(|&ending| ending == Ending::Unsaid);
    plain.then(|| nimbers::nimbers(arena.graph()).ok())?
}

/// A curve without the joints inside its straight stretches: a long edge has a joint in every column.
fn curve(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let level = |four: &[[f64; 2]]| {
        let same = |axis: usize| {
            let first = four.first().map(|point| rounded(point[axis]).to_bits());
            let all = |point: &[f64; 2]| Some(rounded(point[axis]).to_bits()) == first;
            first.is_some() && four.iter().all(all)
        };
        same(0) || same(1)
    };
    let mut joined: Vec<[f64; 2]> = points.iter().take(1).copied().collect();
    for (i, three) in points[1.min(points.len())..].chunks(3).enumerate() {
        let end = joined.len();
        let from = 3 * i;
        let straight = end >= 4
            && level(&joined[end - 4..])
            && level(points.get(from..from + 4).unwrap_or_default());
        if straight && three.len() == 3 {
            // Replace the last two points of the previous segment by those of this one.
            joined.truncate(end - 2);
            joined.extend([three[1], three[2]]);
        } else {
            joined.extend(three);
        }
    }
    joined.into_iter().map(|point| point.map(rounded)).collect()
}

/// Rounds to a tenth of a pixel.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The picture of an arena: vertices with their places, and edges as curves.
fn picture(arena: &Arena, style: &Style) -> Value {
    let graph = arena.graph();
    let layout = draw::layout(arena, &Marks::default(), style);
    let vertices = graph.vertices().map(|v| {
        json!({
            "name": arena.name(v),
            "owner": arena.owner(v).map(Side::name),
            "ending": match arena.ending(v) {
                Ending::Unsaid => None,
                Ending::First => Some("first"),
                Ending::Second => Some("second"),
                Ending::Draw => Some("draw"),
            },
            "x": rounded(layout.x[v as usize]),
            "y": rounded(layout.y[v as usize]),
            "column": layout.columns[v as usize],
        })
    });
    let edges = layout.routes.iter().map(|route| {
        let curve = curve(&route.curve);
        json!({"from": route.from, "to": route.to, "count": route.count, "curve": curve})
    });
    json!({
        "vertices": vertices.collect::<Value>(),
        "edges": edges.collect::<Value>(),
        "width": rounded(layout.width),
        "height": rounded(layout.height),
        "start": arena.start(),
    })
}

/// Outcomes and distances, null where they are unknown.
fn solution(values: impl Iterator<Item = Option<noyau_core::Value>> + Clone) -> Value {
    let outcomes = values
        .clone()
        .map(|value| value.map(|value| value.outcome().name()));
    let distances = values.map(|value| value.and_then(noyau_core::Value::distance));
    json!({
        "outcome": outcomes.collect::<Vec<_>>(),
        "distance": distances.collect::<Vec<_>>(),
    })
}

/// The document of an arena, with its layout and its Python text. A game with points has no solution, since the
/// graph does not contain the points.
pub fn arena_document(arena: &Arena, points: bool, style: &Style, text: &str) -> Value {
    let attractor = arena.owners().is_some().then(|| {
        let of = |side| attractor_layers(arena, side, &won_endings(arena, side));
        json!({"first": of(Side::First), "second": of(Side::Second)})
    });
    let solved = (!points).then(|| retrograde::solve(arena, 1));
    let strategy = solved.as_ref().filter(|_| !arena.is_empty());
    let strategy = strategy.map(|solved| {
        let found = strategy::winning(arena, solved, arena.start());
        json!({"winner": found.winner.map(Side::name), "moves": found.moves})
    });
    let vertices = arena.graph().vertices();
    let mut document = picture(arena, style);
    document["info"] = info(arena);
    document["kernel"] = kernel(arena);
    document["nimbers"] = json!(nimbers_of(arena));
    document["attractor"] = json!(attractor);
    document["solution"] =
        json!(solved.map(|solved| solution(vertices.map(|v| Some(solved.value(v))))));
    document["strategy"] = json!(strategy);
    document["text"] = json!(text);
    document["part"] = Value::Null;
    document
}

/// A part of an arena that is too large to be shown whole, and what is known of the whole.
#[derive(Debug, Clone, Copy)]
pub struct ArenaPart<'a> {
    /// What it consists of: `plies`, `around` or `plays`.
    pub kind: &'a str,
    /// How many plies or plays, or how far.
    pub size: u32,
    /// The seed of random plays.
    pub seed: u64,
    /// The vertices with successors outside.
    pub open: &'a [u32],
    /// Whether it was cut, for there are too many vertices.
    pub is_cut: bool,
    /// Whether the whole is known, with what comes before a vertex.
    pub is_known: bool,
    /// The vertices of the whole, or how many were counted before counting stopped.
    pub of: u64,
    /// The values of its vertices in the whole, where they are known; `None` in games with points.
    pub values: Option<&'a [Option<noyau_core::Value>]>,
    /// Winning moves.
    pub strategy: &'a [(u32, u32)],
}

/// The document of a part of an arena. It has nothing that only the whole can tell: kernel, nimbers and attractors are null.
pub fn arena_part_document(arena: &Arena, part: &ArenaPart<'_>, style: &Style) -> Value {
    let graph = arena.graph();
    let sinks = graph.vertices();
    let sinks = sinks.filter(|v| graph.is_sink(*v) && part.open.binary_search(v).is_err());
    let mut document = picture(arena, style);
    document["info"] = json!({
        "vertices": arena.len(), "edges": graph.edges(), "sinks": sinks.collect::<Vec<_>>(),
        "acyclic": null, "cycle": null, "bipartite": null, "sides": null, "longest": null,
    });
    for key in ["kernel", "nimbers", "attractor"] {
        document[key] = Value::Null;
    }
    document["solution"] = json!(part.values.map(|values| solution(values.iter().copied())));
    document["strategy"] = json!({ "winner": null, "moves": part.strategy });
    document["text"] = json!("");
    let (known, counted) = if part.is_known {
        (Some(part.of), None)
    } else {
        (None, Some(part.of))
    };
    document["part"] = json!({
        "kind": part.kind, "size": part.size, "seed": part.seed, "open": part.open, "cut": part.is_cut,
        "vertices": known, "more_than": counted,
    });
    document
}

#[cfg(test)]
mod tests {
    use super::curve;

    #[test]
    fn pieces_that_run_straight_on_are_one() {
        let level = |x: f64| [x, 7.0];
        let straight: Vec<_> = (0..=9).map(|x| level(f64::from(x))).collect();
        assert_eq!(
            curve(&straight),
            [level(0.0), level(1.0), level(8.0), level(9.0)]
        );
        let bent = [
            [0.0, 0.0],
            [1.0, 0.0],
            [2.0, 5.0],
            [3.0, 5.0],
            [4.0, 5.0],
            [5.0, 5.0],
            [6.0, 5.0],
        ];
        assert_eq!(curve(&bent), bent);
        assert_eq!(curve(&[]), Vec::<[f64; 2]>::new());
    }
}
