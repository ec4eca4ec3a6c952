//! Pictures of arenas: layered, deterministic, in SVG, DOT and `TikZ`.
//!
//! Every mark is seen without colour: owners are two shapes, chosen vertices have a double outline, ranks and nimbers
//! are written out, the edges of a strategy are bold, what has been removed is pale and dashed. Up to
//! [`Style::most`] vertices each is drawn; beyond, the picture is a summary of the layers.

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

use super::Arena;
use noyau_core::language::{Language, Text};
use scene::Scene;
use summary::Summary;

/// What is shown on the vertices and edges besides names and owners. Each is by vertex.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Vertices of the kernel (or otherwise chosen), drawn so that colour is not needed to see it.
    pub chosen: Option<Vec<bool>>,
    /// What the chosen vertices are, for the legend; the kernel unless said.
    pub chosen_name: Option<Text>,
    /// Ranks of an attractor, or distances; `None` outside.
    pub ranks: Option<Vec<Option<u32>>>,
    /// What the ranks are, for the legend; ranks unless said.
    pub ranks_name: Option<Text>,
    /// Nimbers.
    pub nimbers: Option<Vec<u32>>,
    /// Edges of a strategy, drawn bold. Pairs that are no edges are not drawn.
    pub strategy: Vec<(u32, u32)>,
    /// Vertices that have been removed, drawn pale with their edges.
    pub faded: Option<Vec<bool>>,
}

impl Marks {
    /// The marks of a figure of the kernel algorithm, whose steps each take a vertex and drop others.
    ///
    /// Figure `k`, counted from 0, shows the taking of step `k`: the vertices taken so far are chosen, what earlier
    /// steps removed is faded, and bold edges show why the others are dropped now. From the figure after the last step
    /// on, nothing is faded and the whole kernel is chosen.
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
}

/// By what vertices are put on layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layering {
    /// By the longest path to a sink; cycles are broken where a walk closes them.
    #[default]
    LongestPath,
    /// By the ranks of the marks; vertices without one stand apart.
    Rank,
}

/// How to draw.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// By what vertices are put on layers.
    pub layering: Layering,
    /// Which way the layers run.
    pub direction: Direction,
    /// The language of the legend.
    pub language: Language,
    /// Beyond so many vertices, or 20 times as many edges, the picture is a summary.
    pub most: usize,
    /// How many bends all edges together may have; beyond, the longest edges run straight. Time grows with them.
    pub bends: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            layering: Layering::default(),
            direction: Direction::default(),
            language: Language::default(),
            most: 500,
            bends: proper::MOST_PASSED,
        }
    }
}

impl Style {
    /// Whether the arena is too large to be drawn vertex by vertex.
    pub fn summarises(&self, arena: &Arena) -> bool {
        arena.len() > self.most || arena.graph().edges() > self.most.saturating_mul(20)
    }
}

/// Where the vertices and edges go, whatever their number.
pub fn layout(arena: &Arena, marks: &Marks, style: &Style) -> Layout {
    Scene::new(arena, marks, style).layout
}

/// The picture as SVG, self-contained. Beyond [`Style::most`] vertices it is a summary by layers.
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
