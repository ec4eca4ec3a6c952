//! Trees as `TikZ`: one `tikzpicture` with the coordinates of the layout.

use super::layout::{Layout, Shape, along, strokes};
use super::{BEST_LINE, Marks, PRUNED, Style, node_words, skipped};
use crate::tree::Tree;
use noyau_core::drawing::text::{self, tikz_point as point};
use std::fmt::Write;

/// How long a pixel is, in centimetres.
const SCALE: f64 = 0.028;

const STYLES: &str = "  node font=\\small,
  max/.style={draw={rgb,255:red,0;green,114;blue,178}, fill={rgb,255:red,228;green,241;blue,251}, thick},
  min/.style={draw={rgb,255:red,168;green,84;blue,0}, fill={rgb,255:red,253;green,240;blue,217}, thick},
  leaf/.style={draw=black!80, fill=white, thick},
  pruned/.style={dashed, opacity=0.45},
  edge/.style={draw=black!60},
  line/.style={draw={rgb,255:red,196;green,79;blue,0}, line width=1.4pt},
  strike/.style={draw={rgb,255:red,176;green,0;blue,32}, line width=0.9pt},
  label/.style={font=\\scriptsize, fill=white, inner sep=1pt},
  window/.style={font=\\scriptsize, text=black!65, anchor=west, inner sep=1pt, align=left},
  note/.style={font=\\footnotesize, anchor=west, inner sep=1pt},
";

pub(super) fn tikz(tree: &Tree, marks: &Marks, style: &Style) -> String {
    let layout = Layout::new(tree, marks, style);
    let pruned = skipped(tree, marks);
    let in_line = |node: u32| marks.line.contains(&node);
    let mut out = String::from("% \\usepackage{tikz}\n");
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[\n  x={SCALE}cm, y=-{SCALE}cm,\n{STYLES}]"
    );
    for node in tree.nodes() {
        let Some(parent) = tree.parent(node) else {
            continue;
        };
        let line = layout.edge(parent, node);
        let class = if pruned[node as usize] {
            "edge, pruned"
        } else if in_line(parent) && in_line(node) {
            "line"
        } else {
            "edge"
        };
        draw(&mut out, class, &line);
        if pruned[node as usize] && !pruned[parent as usize] {
            for across in strokes(line) {
                draw(&mut out, "strike", &across);
            }
        }
        if !tree.label(node).is_empty() {
            let at = point(along(line, 0.7));
            let label = text::tex(tree.label(node));
            let _ = writeln!(out, "  \\node[label] at {at} {{{label}}};");
        }
    }
    if let Some(at) = layout.root_label(tree) {
        let label = text::tex(tree.label(0));
        let _ = writeln!(out, "  \\node[label] at {} {{{label}}};", point(at));
    }
    for node in tree.nodes() {
        let place = &layout.places[node as usize];
        let faded = if pruned[node as usize] {
            ", pruned"
        } else {
            ""
        };
        let ([x, y], [w, h]) = ([place.x, place.y], place.half);
        let (class, corners, words_at) = match place.shape {
            Shape::Max => (
                "max",
                vec![[x, y - h], [x + w, y + h], [x - w, y + h]],
                y + 0.45 * h,
            ),
            Shape::Min => (
                "min",
                vec![[x - w, y - h], [x + w, y - h], [x, y + h]],
                y - 0.4 * h,
            ),
            Shape::Leaf => {
                let corners = vec![
                    [x - w, y - h],
                    [x + w, y - h],
                    [x + w, y + h],
                    [x - w, y + h],
                ];
                ("leaf", corners, y)
            }
        };
        let corners: Vec<String> = corners.into_iter().map(point).collect();
        let _ = writeln!(
            out,
            "  \\draw[{class}{faded}] {} -- cycle;",
            corners.join(" -- ")
        );
        let words = text::tex(&place.words);
        if !words.is_empty() {
            let _ = writeln!(
                out,
                "  \\node[inner sep=0pt{faded}] at {} {{{words}}};",
                point([x, words_at])
            );
        }
        if !place.beside.is_empty() {
            let lines: Vec<String> = place.beside.iter().map(|line| text::tex(line)).collect();
            let at = point([x + w + 2.0, y]);
            let _ = writeln!(out, "  \\node[window] at {at} {{{}}};", lines.join("\\\\"));
        }
    }
    let [max, min] = node_words(style.kind).map(|words| words.get(style.language));
    let mut lines = vec![
        format!("\\(\\triangle\\) {}", text::tex(max)),
        format!("\\(\\triangledown\\) {}", text::tex(min)),
    ];
    if !marks.line.is_empty() {
        lines.push(format!(
            "\\textbf{{---}} {}",
            text::tex(BEST_LINE.get(style.language))
        ));
    }
    if pruned.contains(&true) {
        lines.push(format!(
            "\\(/\\!/\\) {}",
            text::tex(PRUNED.get(style.language))
        ));
    }
    lines = vec![lines.join(",\\quad ")];
    lines.extend(marks.notes.iter().map(|note| text::tex(note)));
    for (i, line) in lines.iter().enumerate() {
        let at = point([10.0, layout.height + 10.0 + 20.0 * i as f64]);
        let _ = writeln!(out, "  \\node[note] at {at} {{{line}}};");
    }
    out.push_str("\\end{tikzpicture}\n");
    // \triangledown is in amssymb.
    out.insert_str(0, "% \\usepackage{amssymb}\n");
    out
}

fn draw(out: &mut String, class: &str, line: &[[f64; 2]; 2]) {
    let _ = writeln!(
        out,
        "  \\draw[{class}] {} -- {};",
        point(line[0]),
        point(line[1])
    );
}
