//! The picture of an arena too large to draw every vertex: statistics for ranges of layers.
//!
//! O(vertices + edges).

use super::scene::{DRAWN, End, FIRST_WON, KERNEL, RANK, REMOVED, SECOND_WON, end, marked};
use super::{Layering, Marks, Style};
use crate::arena::Arena;
use noyau_core::drawing::text;
use noyau_core::game::Side;
use noyau_core::language::{Localized, Text};
use noyau_core::message;

/// The maximum number of boxes.
const MOST_BOXES: usize = 16;
/// The maximum width of a line of a box, in units of its font size.
const WIDEST_LINE: f64 = 54.0;

/// A range of consecutive layers.
#[derive(Debug)]
pub(super) struct Section {
    /// The number of vertices.
    pub(super) title: String,
    /// The range of layers.
    pub(super) range: String,
    /// Further statistics.
    pub(super) lines: Vec<String>,
    /// The number of vertices relative to the largest box.
    pub(super) share: f64,
    /// The proportion of chosen vertices.
    pub(super) chosen_share: f64,
    /// The number of edges to the next box.
    pub(super) to_next: u64,
}

/// The statistics of a large arena.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) vertices: u64,
    pub(super) edges: u64,
    /// Why this is a summary, and where to start reading.
    pub(super) note: String,
    /// From the start to the far end.
    pub(super) boxes: Vec<Section>,
}

/// The counts of a box.
#[derive(Debug, Clone, Default)]
struct Counts {
    vertices: u64,
    owned: [u64; 2],
    ends: [u64; 4],
    chosen: u64,
    ranked: u64,
    faded: u64,
    nimber: Option<u32>,
    inside: u64,
    to_next: u64,
    farther: u64,
    back: u64,
    strategy: u64,
}

impl Summary {
    /// The summary of an arena with those marks.
    pub(super) fn new(arena: &Arena, marks: &Marks, style: &Style) -> Self {
        let ranks = marks.ranks.as_deref();
        let by_rank = style.layering == Layering::Rank && ranks.is_some();
        let rank = |v: usize| ranks.and_then(|ranks| *ranks.get(v)?);
        // The key of a vertex: its layer from the far end, or its rank; unranked vertices come last.
        let keys: Vec<u32> = if by_rank {
            let unranked = ranks.iter().copied().flatten().flatten().max();
            let unranked = unranked.map_or(0, |&most| most.saturating_add(1));
            (0..arena.len())
                .map(|v| rank(v).unwrap_or(unranked))
                .collect()
        } else {
            super::scene::layers_of(arena, marks, style).layer
        };
        let unranked = by_rank && (0..arena.len()).any(|v| rank(v).is_none());
        let last = keys.iter().copied().max().unwrap_or(0);
        let count = last as usize + 1 - usize::from(unranked && last > 0);
        let in_box = count.div_ceil(MOST_BOXES - usize::from(unranked)).max(1);
        let boxes = count.div_ceil(in_box);
        // Boxes are numbered from the start; unranked vertices have a separate box.
        let apart = usize::from(unranked && last > 0);
        let box_of = |v: usize| {
            if apart == 1 && rank(v).is_none() {
                0
            } else {
                apart + boxes - 1 - keys[v] as usize / in_box
            }
        };

        let mut counts = vec![Counts::default(); boxes + apart];
        for v in arena.graph().vertices() {
            let at = v as usize;
            let here = box_of(at);
            let counts = &mut counts[here];
            counts.vertices += 1;
            if let Some(owner) = arena.owner(v) {
                counts.owned[owner as usize] += 1;
            }
            if let Some(end) = end(arena, v) {
                counts.ends[match end {
                    End::Won(Side::First) => 0,
                    End::Won(Side::Second) => 1,
                    End::Drawn => 2,
                    End::Lost => 3,
                }] += 1;
            }
            counts.chosen += u64::from(marked(marks.chosen.as_ref(), at));
            counts.faded += u64::from(marked(marks.faded.as_ref(), at));
            counts.ranked += u64::from(rank(at).is_some());
            let nimber = marks.nimbers.as_ref().and_then(|n| *n.get(at)?);
            counts.nimber = counts.nimber.max(nimber);
            for &w in arena.graph().successors(v) {
                let there = box_of(w as usize);
                match there {
                    _ if there < here => counts.back += 1,
                    _ if there == here => counts.inside += 1,
                    _ if there == here + 1 => counts.to_next += 1,
                    _ => counts.farther += 1,
                }
            }
        }
        for &(from, _) in &marks.strategy {
            if (from as usize) < arena.len() {
                counts[box_of(from as usize)].strategy += 1;
            }
        }
        let largest = counts.iter().map(|c| c.vertices).max().unwrap_or(1).max(1);
        let boxes = counts
            .iter()
            .enumerate()
            .filter(|(_, counts)| counts.vertices > 0)
            .map(|(i, counts)| {
                let range = if i < apart {
                    NO_RANK.get(style.language).to_owned()
                } else {
                    let low = (apart + boxes - 1 - i) * in_box;
                    let high = (low + in_box).min(count) - 1;
                    range(low, high, by_rank, marks, style)
                };
                let vertices = text::grouped(counts.vertices);
                let title = if counts.vertices == 1 {
                    message!("1 vertex", "1 sommet")
                } else {
                    message!("{vertices} vertices", "{vertices} sommets")
                };
                Section {
                    title: title.localized(style.language),
                    range,
                    lines: lines(counts, by_rank, marks, style),
                    share: counts.vertices as f64 / largest as f64,
                    chosen_share: counts.chosen as f64 / counts.vertices as f64,
                    to_next: counts.to_next,
                }
            })
            .collect();
        let most = text::grouped(style.most as u64);
        let note = message!(
            "a summary, for more than {most} vertices; play runs from top to bottom, arrows count edges",
            "un résumé, au-delà de {most} sommets ; on joue de haut en bas, les flèches comptent les arêtes"
        );
        Self {
            vertices: arena.len() as u64,
            edges: arena.graph().edges() as u64,
            note: note.localized(style.language),
            boxes,
        }
    }
}

/// The range of layers or ranks of a box, as text.
fn range(low: usize, high: usize, by_rank: bool, marks: &Marks, style: &Style) -> String {
    let (low, high) = (low as u64, high as u64);
    let numbers = if low == high {
        text::grouped(low)
    } else {
        format!("{}–{}", text::grouped(low), text::grouped(high))
    };
    if by_rank {
        let name = marks.ranks_name.unwrap_or(RANK).get(style.language);
        return format!("{name} {numbers}");
    }
    let message = if low == high {
        message!("layer {numbers}", "couche {numbers}")
    } else {
        message!("layers {numbers}", "couches {numbers}")
    };
    message.localized(style.language)
}

/// The statistics of a box: owners, marks, and where its edges lead.
fn lines(counts: &Counts, by_rank: bool, marks: &Marks, style: &Style) -> Vec<String> {
    let owners = [
        (FIRST_OWNS, counts.owned[0]),
        (SECOND_OWNS, counts.owned[1]),
        (FIRST_WON, counts.ends[0]),
        (SECOND_WON, counts.ends[1]),
        (DRAWN, counts.ends[2]),
        (SINKS, counts.ends[3]),
    ];
    let marked = [
        (marks.chosen_name.unwrap_or(KERNEL), counts.chosen),
        (RANKED, if by_rank { 0 } else { counts.ranked }),
        (REMOVED, counts.faded),
        (GREATEST_NIMBER, counts.nimber.map_or(0, u64::from)),
        (IN_STRATEGY, counts.strategy),
    ];
    let edges = [
        (INSIDE, counts.inside),
        (FARTHER, counts.farther),
        (BACK, counts.back),
    ];
    let mut lines = Vec::new();
    for group in [&owners[..], &marked, &edges] {
        let mut line = String::new();
        for (text, number) in group.iter().filter(|&&(_, number)| number > 0) {
            let part = format!("{} {}", text.get(style.language), text::grouped(*number));
            if line.is_empty() {
                line = part;
            } else if text::width(&line) + text::width(&part) > WIDEST_LINE {
                lines.push(std::mem::replace(&mut line, part));
            } else {
                line = format!("{line} · {part}");
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

const NO_RANK: Text = Text::new("outside", "au-dehors");
const FIRST_OWNS: Text = Text::new("First moves", "Premier joue");
const SECOND_OWNS: Text = Text::new("Second moves", "Second joue");
const SINKS: Text = Text::new("sinks", "puits");
const RANKED: Text = Text::new("with a rank", "avec un rang");
const GREATEST_NIMBER: Text = Text::new("nimbers up to", "nimbers jusqu’à");
const INSIDE: Text = Text::new("edges within", "arêtes internes");
const FARTHER: Text = Text::new("edges farther on", "arêtes plus loin");
const BACK: Text = Text::new("edges back", "arêtes en arrière");
const IN_STRATEGY: Text = Text::new("moves of the strategy", "coups de la stratégie");
