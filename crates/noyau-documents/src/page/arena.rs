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

/// The document of an arena, with its layout and its Python text. A game with points has no solution, since the
/// graph does not contain the points.
pub fn arena_document(arena: &Arena, points: bool, style: &Style, text: &str) -> Value {
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
    let attractor = arena.owners().is_some().then(|| {
        let of = |side| attractor_layers(arena, side, &won_endings(arena, side));
        json!({"first": of(Side::First), "second": of(Side::Second)})
    });
    let solution = (!points).then(|| retrograde::solve(arena, 1));
    let strategy = solution.as_ref().filter(|_| !arena.is_empty());
    let strategy = strategy.map(|solution| {
        let found = strategy::winning(arena, solution, arena.start());
        json!({"winner": found.winner.map(Side::name), "moves": found.moves})
    });
    let solution = solution.map(|solution| {
        let values = || graph.vertices().map(|v| solution.value(v));
        let outcomes = values().map(|value| value.outcome().name());
        let distances = values().map(noyau_core::Value::distance);
        json!({
            "outcome": outcomes.collect::<Value>(),
            "distance": distances.map(|distance| json!(distance)).collect::<Value>(),
        })
    });
    json!({
        "vertices": vertices.collect::<Value>(),
        "edges": edges.collect::<Value>(),
        "width": rounded(layout.width),
        "height": rounded(layout.height),
        "start": arena.start(),
        "info": info(arena),
        "kernel": kernel(arena),
        "nimbers": nimbers_of(arena),
        "attractor": attractor,
        "solution": solution,
        "strategy": strategy,
        "text": text,
    })
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
