//! Trees as SVG, with the pieces and colours of the pictures of arenas.

use super::layout::{FONT, Layout, PlacedNode, SMALL, Shape, along, strokes};
use super::{BEST_LINE, Marks, PRUNED, Style, TITLE, node_words, skipped};
use crate::tree::Tree;
use noyau_core::drawing::svg::{Svg, number};
use noyau_core::drawing::text;

const COLOURS: &str = "\
<style>
.noyau-arena .line{fill:none;stroke:#c44f00;stroke-width:3}
.noyau-arena .strike{fill:none;stroke:#b00020;stroke-width:1.8}
.noyau-arena .pruned{fill:none;stroke:#6f7378;stroke-width:1.2;stroke-dasharray:3 3;opacity:.6}
.noyau-arena .window{font-size:10px;fill:#5a5f66;text-anchor:start}
.noyau-arena .label{font-size:10px;paint-order:stroke;stroke:#fff;stroke-width:3px}
@media (prefers-color-scheme:dark){
.noyau-arena .line{stroke:#ff8b3d}
.noyau-arena .strike{stroke:#ff6f7f}
.noyau-arena .pruned{stroke:#9aa1a9}
.noyau-arena .window{fill:#a9b0b8}
.noyau-arena .label{stroke:#16191d}
}
</style>";

pub(super) fn svg(tree: &Tree, marks: &Marks, style: &Style) -> String {
    let layout = Layout::new(tree, marks, style);
    let pruned = skipped(tree, marks);
    let [max, min] = node_words(style.kind).map(|words| words.get(style.language));
    let best = BEST_LINE.get(style.language);
    let unseen = PRUNED.get(style.language);
    let any_pruned = pruned.contains(&true);
    let mut legend = vec![
        (Sign::Shape(Shape::Max), max),
        (Sign::Shape(Shape::Min), min),
    ];
    if marks.line.len() > 1 {
        legend.push((Sign::Line, best));
    }
    if any_pruned {
        legend.push((Sign::Pruned, unseen));
    }
    let legend_width: f64 = legend.iter().map(|(_, words)| entry_width(words)).sum();
    let notes = marks.notes.iter().map(|note| text::width(note) * FONT);
    let width = layout
        .width
        .max(legend_width + 30.0)
        .max(notes.fold(0.0, f64::max) + 40.0);
    let shift = (width - layout.width) / 2.0;
    let height = layout.height + 34.0 + 18.0 * marks.notes.len() as f64;
    let description = marks.notes.join("; ");
    let mut svg = Svg::new(
        width,
        height,
        TITLE.get(style.language),
        &description,
        style.language,
    );
    svg.element(COLOURS);
    svg.open_group(&format!("transform=\"translate({} 0)\"", number(shift)));

    // Edges first, so that nodes stand on them; bold ones on the others.
    let in_line = |node: u32| marks.line.contains(&node);
    let (bold, mut edges): (Vec<_>, Vec<_>) = tree
        .nodes()
        .filter_map(|node| tree.parent(node).map(|parent| (parent, node)))
        .partition(|&(parent, node)| in_line(parent) && in_line(node));
    edges.extend(bold);
    for &(parent, node) in &edges {
        let line = layout.edge(parent, node);
        let class = if pruned[node as usize] {
            "pruned"
        } else if in_line(parent) && in_line(node) {
            "line"
        } else {
            "edge"
        };
        stroke(&mut svg, class, line);
        if pruned[node as usize] && !pruned[parent as usize] {
            for across in strokes(line) {
                stroke(&mut svg, "strike", across);
            }
        }
    }
    for &(parent, node) in &edges {
        if !tree.label(node).is_empty() {
            let [x, y] = along(layout.edge(parent, node), 0.72);
            svg.text("label", x, y, tree.label(node));
        }
    }
    if let Some([x, y]) = layout.root_label(tree) {
        svg.text("label", x, y, tree.label(0));
    }
    for node in tree.nodes() {
        let place = &layout.places[node as usize];
        let faded = pruned[node as usize];
        draw_node(&mut svg, place, faded);
    }
    svg.close_group();

    let mut x = (width - legend_width) / 2.0;
    let y = layout.height + 10.0;
    for (sign, words) in legend {
        match sign {
            Sign::Shape(shape) => {
                let half = [9.0, 8.0];
                let sample = PlacedNode {
                    shape,
                    x: x + 12.0,
                    y,
                    half,
                    words: String::new(),
                    beside: Vec::new(),
                };
                draw_node(&mut svg, &sample, false);
            }
            Sign::Line => stroke(&mut svg, "line", [[x, y], [x + 24.0, y]]),
            Sign::Pruned => {
                let line = [[x, y], [x + 28.0, y]];
                stroke(&mut svg, "pruned", line);
                for across in strokes(line) {
                    stroke(&mut svg, "strike", across);
                }
            }
        }
        svg.text("quiet left", x + 32.0, y + 4.0, words);
        x += entry_width(words);
    }
    for (i, note) in marks.notes.iter().enumerate() {
        svg.text("quiet", width / 2.0, y + 28.0 + 18.0 * i as f64, note);
    }
    svg.finish()
}

enum Sign {
    Shape(Shape),
    Line,
    Pruned,
}

fn entry_width(words: &str) -> f64 {
    50.0 + text::width(words) * 11.0
}

fn stroke(svg: &mut Svg, class: &str, [from, to]: [[f64; 2]; 2]) {
    svg.element(&format!(
        "<path class=\"{class}\" d=\"M{} {}L{} {}\"/>",
        number(from[0]),
        number(from[1]),
        number(to[0]),
        number(to[1])
    ));
}

fn draw_node(svg: &mut Svg, place: &PlacedNode, faded: bool) {
    let PlacedNode {
        x, y, half: [w, h], ..
    } = *place;
    let owner = match place.shape {
        Shape::Max => "first",
        Shape::Min => "second",
        Shape::Leaf => "leaf",
    };
    let class = if faded {
        format!("{owner} faded")
    } else {
        owner.to_owned()
    };
    svg.open_group(&format!("class=\"{class}\""));
    let points = |points: [[f64; 2]; 3]| {
        let points = points.map(|[x, y]| format!("{} {}", number(x), number(y)));
        format!("<path class=\"shape\" d=\"M{}Z\"/>", points.join("L"))
    };
    // Triangles are wider than their words need: a value stands in the broad part.
    let (shape, baseline) = match place.shape {
        Shape::Max => (
            points([[x, y - h], [x + w, y + h], [x - w, y + h]]),
            y + 0.78 * h,
        ),
        Shape::Min => (
            points([[x - w, y - h], [x + w, y - h], [x, y + h]]),
            y - 0.1 * h,
        ),
        Shape::Leaf => (
            format!(
                "<rect class=\"shape\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"/>",
                number(x - w),
                number(y - h),
                number(2.0 * w),
                number(2.0 * h)
            ),
            y + 0.36 * FONT,
        ),
    };
    svg.element(&shape);
    if !place.words.is_empty() {
        svg.text("", x, baseline, &place.words);
    }
    let top = y + 0.36 * SMALL - 6.0 * place.beside.len().saturating_sub(1) as f64;
    for (i, line) in place.beside.iter().enumerate() {
        svg.text("window", x + w + 3.0, top + 12.0 * i as f64, line);
    }
    svg.close_group();
}
