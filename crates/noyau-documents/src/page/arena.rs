//! A graph with its layout, and what the algorithms of the course compute on it. Vertices are numbers.

use noyau_core::game::Side;
use noyau_core::value::Value;
use noyau_graph::arena::draw::{self, Marks, Style};
use noyau_graph::arena::{Arena, Ending, analysis};
use noyau_graph::attractor::{Attractor, attractor, won_endings};
use noyau_graph::kernel::{self, Mark};
use noyau_graph::{nimbers, retrograde, strategy};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct Vertex {
    name: String,
    owner: Option<&'static str>,
    ending: Option<&'static str>,
    x: f64,
    y: f64,
    column: u32,
}

#[derive(Debug, Serialize)]
struct Edge {
    from: u32,
    to: u32,
    count: u32,
    curve: Vec<[f64; 2]>,
}

#[derive(Debug, Serialize)]
struct Info {
    vertices: usize,
    edges: usize,
    sinks: Vec<u32>,
    acyclic: bool,
    cycle: Option<Vec<u32>>,
    bipartite: bool,
    sides: Option<[Vec<u32>; 2]>,
    longest: Option<usize>,
}

#[derive(Debug, Serialize)]
struct KernelStep {
    take: u32,
    drop: Vec<u32>,
}

#[derive(Debug, Serialize)]
#[allow(
    clippy::struct_field_names,
    reason = "the command line writes the same key"
)]
struct Kernel {
    kernel: Vec<u32>,
    won: Vec<u32>,
    undecided: Vec<u32>,
    steps: Vec<KernelStep>,
}

/// An attractor, layer by layer, with the moves that follow it.
#[derive(Debug, Serialize)]
pub struct AttractorLayers {
    layers: Vec<Vec<u32>>,
    strategy: Vec<(u32, u32)>,
}

impl AttractorLayers {
    /// The attractor of a player in an arena with owners.
    pub fn new(arena: &Arena, player: Side, targets: &[u32]) -> Self {
        let found: Attractor = attractor(arena, player, targets);
        Self {
            layers: found.layers(),
            strategy: found.strategy(arena),
        }
    }
}

#[derive(Debug, Serialize)]
struct Attractors {
    first: AttractorLayers,
    second: AttractorLayers,
}

#[derive(Debug, Serialize)]
struct Solution {
    outcome: Vec<&'static str>,
    distance: Vec<Option<u32>>,
}

#[derive(Debug, Serialize)]
struct Strategy {
    winner: Option<&'static str>,
    moves: Vec<(u32, u32)>,
}

/// A graph with its layout and all that is known of it.
#[derive(Debug, Serialize)]
pub struct ArenaDocument {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    width: f64,
    height: f64,
    start: u32,
    info: Info,
    kernel: Kernel,
    nimbers: Option<Vec<u32>>,
    attractor: Option<Attractors>,
    solution: Option<Solution>,
    strategy: Option<Strategy>,
    text: String,
}

impl Info {
    fn new(arena: &Arena) -> Self {
        let graph = arena.graph();
        let path = analysis::longest_path(graph);
        let sides = analysis::bipartition(graph).ok().map(|sides| {
            [false, true].map(|side| {
                let on = graph.vertices().filter(|&v| sides[v as usize] == side);
                on.collect()
            })
        });
        Self {
            vertices: graph.len(),
            edges: graph.edges(),
            sinks: graph.vertices().filter(|&v| graph.is_sink(v)).collect(),
            acyclic: path.is_ok(),
            bipartite: sides.is_some(),
            sides,
            longest: path.as_ref().ok().map(|path| path.len().saturating_sub(1)),
            cycle: path.err().map(|cycle| cycle.0),
        }
    }
}

impl Kernel {
    fn new(arena: &Arena) -> Self {
        let marks = kernel::kernel(arena.graph(), 1);
        let marked = |mark| {
            let all = (0..).zip(&marks).filter(|&(_, &has)| has == mark);
            all.map(|(v, _)| v).collect()
        };
        let steps = kernel::steps(arena.graph()).into_iter();
        let steps = steps.map(|kernel::Step { take, drop }| KernelStep { take, drop });
        Self {
            kernel: marked(Mark::Lost),
            won: marked(Mark::Won),
            undecided: marked(Mark::Undecided),
            steps: steps.collect(),
        }
    }
}

/// The nimbers of a graph of positions in which every play ends and no draw is declared.
pub fn nimbers_of(arena: &Arena) -> Option<Vec<u32>> {
    let mut endings = arena.endings().into_iter().flatten();
    let plain = arena.owners().is_none() && endings.all(|&ending| ending == Ending::Unsaid);
    plain.then(|| nimbers::nimbers(arena.graph()).ok())?
}

/// A curve without the joints of its straight stretches: a long edge has one in every column.
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
            // The last two points of the piece before move to the end of this one.
            joined.truncate(end - 2);
            joined.extend([three[1], three[2]]);
        } else {
            joined.extend(three);
        }
    }
    joined.into_iter().map(|point| point.map(rounded)).collect()
}

/// To a tenth of a pixel.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

impl ArenaDocument {
    /// The document of an arena, with its text in Python. A game with points has no solution: the graph does not hold them.
    pub fn new(arena: &Arena, points: bool, style: &Style, text: String) -> Self {
        let graph = arena.graph();
        let layout = draw::layout(arena, &Marks::default(), style);
        let vertices = graph.vertices().map(|v| Vertex {
            name: arena.name(v).into_owned(),
            owner: arena.owner(v).map(Side::name),
            ending: match arena.ending(v) {
                Ending::Unsaid => None,
                Ending::First => Some("first"),
                Ending::Second => Some("second"),
                Ending::Draw => Some("draw"),
            },
            x: rounded(layout.x[v as usize]),
            y: rounded(layout.y[v as usize]),
            column: layout.columns[v as usize],
        });
        let edges = layout.routes.iter().map(|route| Edge {
            from: route.from,
            to: route.to,
            count: route.count,
            curve: curve(&route.curve),
        });
        let attractor = arena.owners().is_some().then(|| {
            let of = |side| AttractorLayers::new(arena, side, &won_endings(arena, side));
            Attractors {
                first: of(Side::First),
                second: of(Side::Second),
            }
        });
        let solution = (!points).then(|| retrograde::solve(arena, 1));
        let winning = solution
            .as_ref()
            .filter(|_| !arena.is_empty())
            .map(|solution| strategy::winning(arena, solution, arena.start()));
        let solution = solution.map(|solution| {
            let values: Vec<Value> = graph.vertices().map(|v| solution.value(v)).collect();
            Solution {
                outcome: values.iter().map(|value| value.outcome().name()).collect(),
                distance: values.iter().map(|value| value.distance()).collect(),
            }
        });
        Self {
            vertices: vertices.collect(),
            edges: edges.collect(),
            width: rounded(layout.width),
            height: rounded(layout.height),
            start: arena.start(),
            info: Info::new(arena),
            kernel: Kernel::new(arena),
            nimbers: nimbers_of(arena),
            attractor,
            solution,
            strategy: winning.map(|winning| Strategy {
                winner: winning.winner.map(Side::name),
                moves: winning.moves,
            }),
            text,
        }
    }
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
