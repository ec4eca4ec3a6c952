//! Pictures of arenas: layered, deterministic, in SVG, DOT and `TikZ`.
//!
//! Every mark is visible without colour: owners are two shapes, chosen vertices have a double outline, ranks and
//! nimbers are written out, the edges of a strategy are bold, removed vertices are pale and dashed. Arenas of more
//! than [`Style::most`] vertices are summarised by layers.

mod dot;
mod layers;
mod layout;
mod order;
mod place;
mod proper;
mod scene;
mod summary;
mod svg;
mod tikz;

pub use layout::{Direction, Layout, Route};

use super::{Arena, Digraph};
use noyau_core::language::{Language, Text};
use noyau_core::view::figure::Figure;
use scene::Scene;
use summary::Summary;

/// Annotations of vertices and edges besides names and owners. Vectors are indexed by vertex.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Vertices of the kernel (or otherwise chosen), drawn with a double outline.
    pub chosen: Option<Vec<bool>>,
    /// The name of the chosen vertices in the legend; by default the kernel.
    pub chosen_name: Option<Text>,
    /// Ranks of an attractor, or distances; `None` outside.
    pub ranks: Option<Vec<Option<u32>>>,
    /// The name of the ranks in the legend; by default ranks.
    pub ranks_name: Option<Text>,
    /// Nimbers; `None` where one is not known yet.
    pub nimbers: Option<Vec<Option<u32>>>,
    /// Edges of a strategy, drawn bold. Pairs that are not edges are ignored.
    pub strategy: Vec<(u32, u32)>,
    /// The name of these edges in the legend; by default the strategy.
    pub strategy_name: Option<Text>,
    /// Vertices that have been removed, drawn pale with their edges.
    pub faded: Option<Vec<bool>>,
    /// The boards of the positions, drawn inside the vertices in place of their names; as many as there are vertices.
    pub boards: Option<Vec<Figure>>,
}

impl Marks {
    /// The marks of one figure of the kernel algorithm, whose steps each take a vertex and drop others.
    ///
    /// Figure `k`, counted from 0, shows step `k`: the vertices taken so far are chosen, those removed by earlier
    /// steps are faded, and bold edges show why vertices are dropped now. From the figure after the last step on,
    /// nothing is faded and the whole kernel is chosen.
    pub fn of_kernel_step<D: AsRef<[u32]>>(vertices: usize, steps: &[(u32, D)], k: usize) -> Self {
        let mut chosen = vec![false; vertices];
        let mut faded = vec![false; vertices];
        let mark = |marks: &mut Vec<bool>, v: u32| {
            if let Some(mark) = marks.get_mut(v as usize) {
                *mark = true;
            }
        };
        for (take, _) in steps.iter().take(k.saturating_add(1)) {
            mark(&mut chosen, *take);
        }
        let mut strategy = Vec::new();
        if let Some((take, drop)) = steps.get(k) {
            for (taken, dropped) in &steps[..k] {
                mark(&mut faded, *taken);
                for &v in dropped.as_ref() {
                    mark(&mut faded, v);
                }
            }
            strategy.extend(drop.as_ref().iter().map(|&v| (v, *take)));
        }
        Self {
            chosen: Some(chosen),
            faded: Some(faded),
            strategy,
            ..Self::default()
        }
    }

    /// The marks of one figure of the attractor: figure `k`, counted from 0, shows the vertices of rank up to `k` with their
    /// ranks, and the moves that the strategy makes there.
    pub fn of_attractor_step(ranks: &[Option<u32>], strategy: &[(u32, u32)], k: u32) -> Self {
        let shown = |rank: &Option<u32>| rank.filter(|&rank| rank <= k);
        let is_shown = |v: u32| {
            ranks
                .get(v as usize)
                .is_some_and(|rank| shown(rank).is_some())
        };
        Self {
            ranks: Some(ranks.iter().map(shown).collect()),
            strategy: strategy
                .iter()
                .copied()
                .filter(|&(v, _)| is_shown(v))
                .collect(),
            ..Self::default()
        }
    }

    /// The marks of one figure of the nimbers, which vertices get in this order: figure `k`, counted from 0, shows those of
    /// the first `k + 1`, and the edges that the last of them looked along. Vertices with nimber 0 are the kernel.
    pub fn of_nimber_step(graph: &Digraph, nimbers: &[u32], order: &[u32], k: usize) -> Self {
        let mut known = vec![None; nimbers.len()];
        let mut chosen = vec![false; nimbers.len()];
        for &v in order.iter().take(k.saturating_add(1)) {
            let nimber = nimbers[v as usize];
            known[v as usize] = Some(nimber);
            chosen[v as usize] = nimber == 0;
        }
        let last = order.get(k).into_iter();
        let looked = last.flat_map(|&v| graph.successors(v).iter().map(move |&w| (v, w)));
        Self {
            chosen: Some(chosen),
            nimbers: Some(known),
            strategy: looked.collect(),
            strategy_name: Some(LOOKED_ALONG),
            ..Self::default()
        }
    }
}

const LOOKED_ALONG: Text = Text::new("looked at now", "regardé à cette étape");

/// The criterion for layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layering {
    /// By the longest path to a sink; cycles are broken at back edges.
    #[default]
    LongestPath,
    /// By the ranks of the marks; unranked vertices are separate.
    Rank,
}

/// Drawing options.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The criterion for layers.
    pub layering: Layering,
    /// The direction of the layers.
    pub direction: Direction,
    /// The language of the legend.
    pub language: Language,
    /// Above this number of vertices, or 20 times as many edges, the picture is a summary.
    pub most: usize,
    /// The letters below the vertices of a doubled arena that tell its two copies apart; without them the names are whole.
    pub letters: Option<[char; 2]>,
    /// The budget of bends for all edges; beyond it the longest edges run straight. Running time grows with it.
    pub bends: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            layering: Layering::default(),
            direction: Direction::default(),
            language: Language::default(),
            most: 500,
            letters: None,
            bends: proper::MOST_PASSED,
        }
    }
}

impl Style {
    /// Whether the arena is too large to draw every vertex.
    pub fn summarises(&self, arena: &Arena) -> bool {
        arena.len() > self.most || arena.graph().edges() > self.most.saturating_mul(20)
    }
}

/// The layout of vertices and edges, for any size.
pub fn layout(arena: &Arena, marks: &Marks, style: &Style) -> Layout {
    Scene::new(arena, marks, style).layout
}

/// The picture as self-contained SVG; a summary by layers above [`Style::most`] vertices.
pub fn svg(arena: &Arena, marks: &Marks, style: &Style) -> String {
    if style.summarises(arena) {
        svg::summary(&Summary::new(arena, marks, style), style.language)
    } else {
        svg::scene(arena, &Scene::new(arena, marks, style), style)
    }
}

/// The picture as `TikZ`, for a LaTeX document that loads the library `arrows.meta`.
pub fn tikz(arena: &Arena, marks: &Marks, style: &Style) -> String {
    if style.summarises(arena) {
        tikz::summary(&Summary::new(arena, marks, style))
    } else {
        tikz::scene(&Scene::new(arena, marks, style), style)
    }
}

/// The picture as Graphviz source.
pub fn dot(arena: &Arena, marks: &Marks, style: &Style) -> String {
    if style.summarises(arena) {
        dot::summary(&Summary::new(arena, marks, style))
    } else {
        dot::scene(arena, marks, style)
    }
}
