//! Pictures as Graphviz source, with the shapes, outlines and layers of the other pictures and Graphviz's own
//! layout.

use super::layout::Direction;
use super::scene::{End, Entry, Scene, layers_of};
use super::summary::Summary;
use super::{Marks, Style};
use crate::arena::Arena;
use noyau_core::drawing::text;
use noyau_core::game::Side;
use std::fmt::Write;

/// The picture with every vertex.
pub(super) fn scene(arena: &Arena, marks: &Marks, style: &Style) -> String {
    let scene = Scene::new(arena, marks, style);
    let mut out = String::from("digraph arena {\n");
    let direction = match style.direction {
        Direction::Right => "LR",
        Direction::Down => "TB",
    };
    let legend: Vec<String> = scene
        .legend
        .iter()
        .map(|&(entry, words)| format!("{} {words}", sign(entry)))
        .collect();
    let legend = text::dot(&legend.join(" · "));
    let _ = writeln!(
        out,
        "  graph [rankdir={direction}, label={legend}, fontsize=10];"
    );
    out.push_str(
        "  node [shape=circle, style=filled, fillcolor=white, fontname=\"sans-serif\"];\n",
    );
    out.push_str("  edge [color=\"#6f7378\"];\n");
    for (v, look) in (0..).zip(&scene.looks) {
        let mut attributes = Vec::new();
        let round = (look.half[0] - look.half[1]).abs() < 0.01;
        match look.owner {
            Some(Side::Second) => attributes.push("shape=box".to_owned()),
            _ if !round => attributes.push("shape=ellipse".to_owned()),
            _ => {}
        }
        let colours = match look.owner {
            Some(Side::First) => Some(("#0072b2", "#e4f1fb")),
            Some(Side::Second) => Some(("#a85400", "#fdf0d9")),
            None => None,
        };
        let fill = match colours {
            _ if look.chosen => Some("#bfe9da"),
            _ if look.rank.is_some() => Some("#faf3a0"),
            colours => colours.map(|(_, fill)| fill),
        };
        if look.faded {
            attributes.push(
                "style=\"filled,dashed\", color=\"#b0b0b0\", fontcolor=\"#b0b0b0\"".to_owned(),
            );
        } else if let Some((outline, _)) = colours {
            attributes.push(format!("color=\"{outline}\""));
        }
        if let Some(fill) = fill {
            attributes.push(format!("fillcolor=\"{fill}\""));
        }
        if look.chosen {
            attributes.push("peripheries=2".to_owned());
        }
        if let Some(letter) = look.letter {
            let name = text::xml(&look.lines.join(" "));
            attributes.push(format!("label=<{name}<SUB>{letter}</SUB>>"));
        }
        let mut labels: Vec<String> = look.tabs().into_iter().map(|(_, label)| label).collect();
        labels.extend(look.end.map(|end| {
            sign(match end {
                End::Lost => Entry::Lost,
                End::Won(side) => Entry::Won(side),
                End::Drawn => Entry::Drawn,
            })
            .to_owned()
        }));
        if !labels.is_empty() {
            attributes.push(format!("xlabel={}", text::dot(&labels.join(" "))));
        }
        let name = text::dot(&arena.name(v));
        let _ = if attributes.is_empty() {
            writeln!(out, "  {name};")
        } else {
            writeln!(out, "  {name} [{}];", attributes.join(", "))
        };
    }
    if !arena.is_empty() {
        let mut start = String::from("start");
        while arena.names().iter().any(|name| *name == *start) {
            start.push('_');
        }
        let start = text::dot(&start);
        let name = text::dot(&arena.name(arena.start()));
        let _ = writeln!(out, "  {start} [shape=point, style=invis, label=\"\"];");
        let _ = writeln!(out, "  {start} -> {name};");
    }
    for (route, &(strategy, faded)) in scene.layout.routes.iter().zip(&scene.lines) {
        let [from, to] = [route.from, route.to].map(|v| text::dot(&arena.name(v)));
        let mut attributes = Vec::new();
        if strategy {
            attributes.push("color=\"#c44f00\", penwidth=3, arrowsize=1.4".to_owned());
        }
        if faded {
            attributes.push("style=dashed, color=\"#c8c8c8\"".to_owned());
        }
        if route.count > 1 {
            attributes.push(format!("label=\"×{}\"", route.count));
        }
        let _ = if attributes.is_empty() {
            writeln!(out, "  {from} -> {to};")
        } else {
            writeln!(out, "  {from} -> {to} [{}];", attributes.join(", "))
        };
    }
    let layers = layers_of(arena, marks, style).layer;
    let mut by_layer: Vec<(u32, u32)> = layers.into_iter().zip(0..).collect();
    by_layer.sort_unstable();
    for layer in by_layer.chunk_by(|a, b| a.0 == b.0) {
        if layer.len() > 1 {
            out.push_str("  { rank=same;");
            for &(_, v) in layer {
                let _ = write!(out, " {};", text::dot(&arena.name(v)));
            }
            out.push_str(" }\n");
        }
    }
    out.push_str("}\n");
    out
}

/// The symbol of a mark, in the legend and beside vertices.
fn sign(entry: Entry) -> &'static str {
    match entry {
        Entry::First => "○",
        Entry::Second => "□",
        Entry::Start => "→",
        Entry::Lost => "⊣",
        Entry::Won(Side::First) => "●",
        Entry::Won(Side::Second) => "■",
        Entry::Drawn => "=",
        Entry::Chosen => "◎",
        Entry::Rank => "2",
        Entry::Nimber => "∗2",
        Entry::Strategy => "➔",
        Entry::Faded => "◌",
    }
}

/// The summary of a large arena.
pub(super) fn summary(summary: &Summary) -> String {
    let mut out = String::from("digraph arena {\n");
    let _ = writeln!(
        out,
        "  graph [rankdir=TB, label={}, labelloc=t, fontsize=10];",
        text::dot(&summary.note)
    );
    out.push_str("  node [shape=box, fontname=\"sans-serif\"];\n");
    for (i, part) in summary.boxes.iter().enumerate() {
        let mut lines = vec![format!("{}, {}", part.title, part.range)];
        lines.extend(part.lines.iter().cloned());
        // Quote each line separately, so that the line breaks survive.
        let lines: Vec<String> = lines.iter().map(|line| text::dot(line)).collect();
        let label: Vec<&str> = lines.iter().map(|line| &line[1..line.len() - 1]).collect();
        let _ = writeln!(out, "  b{i} [label=\"{}\"];", label.join("\\n"));
        if i > 0 {
            let count = summary.boxes[i - 1].to_next;
            let _ = writeln!(
                out,
                "  b{} -> b{i} [label=\"{}\"];",
                i - 1,
                text::grouped(count)
            );
        }
    }
    out.push_str("}\n");
    out
}
