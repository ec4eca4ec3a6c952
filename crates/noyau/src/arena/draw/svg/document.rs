//! The pieces an SVG document is made of: head and colours, shapes, labels, arrows.
//!
//! Colours are those of Okabe and Ito, which people with any colour vision tell apart, and no mark is a colour alone.

use super::super::scene::{Look, SMALL_FONT, TAB, Tab};
use super::super::text;
use crate::game::Side;
use crate::language::Language;
use std::fmt::Write;

/// How long the heads of arrows are, on thin and on bold lines.
pub(super) const HEAD: [f64; 2] = [9.0, 15.0];
const COLOURS: &str = "\
.noyau-arena{font-family:'DejaVu Sans',Verdana,'Noto Sans',sans-serif;font-size:13px}
.noyau-arena text{fill:#1b1b1b;text-anchor:middle}
.noyau-arena .small{font-size:10px}
.noyau-arena .left{text-anchor:start}
.noyau-arena .right{text-anchor:end}
.noyau-arena .paper{fill:#fff}
.noyau-arena .edge{fill:none;stroke:#6f7378;stroke-width:1.2}
.noyau-arena .dense .edge{stroke-width:.8}
.noyau-arena .head{fill:#6f7378}
.noyau-arena .bold{fill:none;stroke:#c44f00;stroke-width:3}
.noyau-arena .bold-head{fill:#c44f00}
.noyau-arena .shape{fill:#fff;stroke:#333;stroke-width:1.5}
.noyau-arena .ring{fill:none;stroke:#333;stroke-width:1.5}
.noyau-arena .first .shape{fill:#e4f1fb}
.noyau-arena .first .shape,.noyau-arena .first .ring{stroke:#0072b2}
.noyau-arena .second .shape{fill:#fdf0d9}
.noyau-arena .second .shape,.noyau-arena .second .ring{stroke:#a85400}
.noyau-arena .ranked .shape{fill:#faf3a0}
.noyau-arena .chosen .shape{fill:#bfe9da}
.noyau-arena .faded{opacity:.38}
.noyau-arena .faded .shape,.noyau-arena .faded .edge,.noyau-arena .edge.faded{stroke-dasharray:3 3}
.noyau-arena .rank{fill:#0072b2}
.noyau-arena .nimber{fill:#8a3f6f}
.noyau-arena text.on{fill:#fff;font-size:10px}
.noyau-arena .end{stroke:#333;stroke-width:2.5;fill:none}
.noyau-arena .first-won{fill:#0072b2}
.noyau-arena .second-won{fill:#a85400}
.noyau-arena .count{font-size:10px;paint-order:stroke;stroke:#fff;stroke-width:3px}
.noyau-arena .quiet{fill:#5a5f66;font-size:11px}
.noyau-arena .rule{stroke:#d5d8dc;stroke-width:1}
.noyau-arena .bar{fill:#8cc9ee}
.noyau-arena .bar-chosen{fill:#00664b}
@media (prefers-color-scheme:dark){
.noyau-arena text{fill:#ececec}
.noyau-arena .paper{fill:#16191d}
.noyau-arena .edge{stroke:#9aa1a9}
.noyau-arena .head{fill:#9aa1a9}
.noyau-arena .bold{stroke:#ff8b3d}
.noyau-arena .bold-head{fill:#ff8b3d}
.noyau-arena .shape{fill:#24292f;stroke:#d6d6d6}
.noyau-arena .ring{stroke:#d6d6d6}
.noyau-arena .first .shape{fill:#12324a}
.noyau-arena .first .shape,.noyau-arena .first .ring{stroke:#56b4e9}
.noyau-arena .second .shape{fill:#432d0d}
.noyau-arena .second .shape,.noyau-arena .second .ring{stroke:#e69f00}
.noyau-arena .ranked .shape{fill:#55500f}
.noyau-arena .chosen .shape{fill:#0c5741}
.noyau-arena .rank{fill:#7cc4f0}
.noyau-arena .nimber{fill:#e0a0c6}
.noyau-arena text.on{fill:#10141a}
.noyau-arena .end{stroke:#d6d6d6}
.noyau-arena .first-won{fill:#56b4e9}
.noyau-arena .second-won{fill:#e69f00}
.noyau-arena .count{stroke:#16191d}
.noyau-arena .quiet{fill:#a9b0b8}
.noyau-arena .rule{stroke:#3a4047}
.noyau-arena .bar{fill:#2f6f9a}
.noyau-arena .bar-chosen{fill:#4fe0b4}
}
";

/// A number with at most one decimal.
pub(crate) fn number(value: f64) -> String {
    let mut out = String::new();
    text::coordinate(&mut out, value);
    out
}

/// An SVG document in the making.
pub(crate) struct Svg {
    out: String,
    depth: usize,
}

impl Svg {
    pub(crate) fn new(
        width: f64,
        height: f64,
        title: &str,
        description: &str,
        language: Language,
    ) -> Self {
        let (width, height) = (width.ceil(), height.ceil());
        let mut svg = Self {
            out: String::new(),
            depth: 1,
        };
        let _ = writeln!(
            svg.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"noyau-arena\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" lang=\"{}\">",
            language.tag()
        );
        svg.title(title);
        if !description.is_empty() {
            let words = text::xml(description);
            svg.element(&format!("<desc>{words}</desc>"));
        }
        let _ = writeln!(svg.out, "<style>\n{COLOURS}</style>");
        svg.element("<defs>");
        for (id, class, length) in [
            ("arrow", "head", HEAD[0]),
            ("bold-arrow", "bold-head", HEAD[1]),
        ] {
            // The line ends at the notch, so that it does not stick out beside the tip.
            svg.element(&format!(
                "<marker id=\"noyau-{id}\" viewBox=\"0 0 10 10\" refX=\"2.5\" refY=\"5\" markerWidth=\"{length}\" \
                 markerHeight=\"{length}\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
                 <path class=\"{class}\" d=\"M0 1 10 5 0 9 2.5 5Z\"/></marker>"
            ));
        }
        svg.element("</defs>");
        svg.element(&format!(
            "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
        ));
        svg
    }

    pub(crate) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    pub(crate) fn element(&mut self, element: &str) {
        for _ in 1..self.depth {
            self.out.push(' ');
        }
        self.out.push_str(element);
        self.out.push('\n');
    }

    pub(crate) fn open_group(&mut self, attributes: &str) {
        self.element(&format!("<g {attributes}>"));
        self.depth += 1;
    }

    pub(crate) fn close_group(&mut self) {
        self.depth -= 1;
        self.element("</g>");
    }

    pub(crate) fn title(&mut self, words: &str) {
        let words = text::xml(words);
        self.element(&format!("<title>{words}</title>"));
    }

    pub(crate) fn text(&mut self, class: &str, x: f64, y: f64, words: &str) {
        let (x, y, words) = (number(x), number(y), text::xml(words));
        let class = if class.is_empty() {
            String::new()
        } else {
            format!(" class=\"{class}\"")
        };
        self.element(&format!("<text{class} x=\"{x}\" y=\"{y}\">{words}</text>"));
    }

    /// The shape of a vertex, smaller by `inset` on every side.
    pub(super) fn shape(&mut self, class: &str, [x, y]: [f64; 2], look: &Look, inset: f64) {
        let half = look.half.map(|half| half - inset);
        if look.is_round() && (half[0] - half[1]).abs() < 0.01 {
            self.element(&format!(
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                number(x),
                number(y),
                number(half[0])
            ));
            return;
        }
        let corner = if look.is_round() { half[1] } else { 2.0 };
        self.element(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            number(x - half[0]),
            number(y - half[1]),
            number(2.0 * half[0]),
            number(2.0 * half[1]),
            number(corner)
        ));
    }

    /// A label on a coloured ground.
    pub(super) fn tab(&mut self, tab: Tab, label: &str, [x, y]: [f64; 2], width: f64) {
        let (class, corner) = match tab {
            Tab::Rank => ("rank", 2.0),
            Tab::Nimber => ("nimber", TAB / 2.0),
        };
        self.element(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{TAB}\" rx=\"{corner}\"/>",
            number(x),
            number(y),
            number(width)
        ));
        let middle = y + TAB / 2.0 + 0.36 * SMALL_FONT;
        self.text("on", x + width / 2.0, middle, label);
    }

    /// The sign of the side that has won.
    pub(super) fn winner(&mut self, side: Side, x: f64, y: f64) {
        self.element(&match side {
            Side::First => format!(
                "<circle class=\"first-won\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>",
                number(x),
                number(y)
            ),
            Side::Second => format!(
                "<rect class=\"second-won\" x=\"{}\" y=\"{}\" width=\"8.4\" height=\"8.4\"/>",
                number(x - 4.2),
                number(y - 4.2)
            ),
        });
    }

    /// A curve with an arrow head at its end.
    pub(super) fn route(&mut self, class: &str, arrow: &str, curve: &[[f64; 2]], head: f64) {
        let mut curve = curve.to_vec();
        cut_end(&mut curve, 0.75 * head);
        let path = path(&curve);
        self.element(&format!(
            "<path class=\"{class}\" marker-end=\"url(#noyau-{arrow})\" d=\"{path}\"/>"
        ));
    }
}

/// Takes a little away from the end of a curve, for the head of its arrow.
fn cut_end(curve: &mut [[f64; 2]], length: f64) {
    let Some((&end, before)) = curve.split_last() else {
        return;
    };
    let way = |point: &[f64; 2]| [0, 1].map(|axis| point[axis] - end[axis]);
    let size = |[dx, dy]: [f64; 2]| (dx * dx + dy * dy).sqrt();
    let Some(back) = before.iter().rev().map(way).find(|&way| size(way) > 0.5) else {
        return;
    };
    let part = length / size(back);
    for point in curve.iter_mut().rev().take(2) {
        for axis in 0..2 {
            point[axis] += part * back[axis];
        }
    }
}

/// Path data: lines where curves are straight, steps relative to the point before, tenths of a pixel.
fn path(curve: &[[f64; 2]]) -> String {
    let tenths = |point: &[f64; 2]| point.map(|c| (c * 10.0).round() as i64);
    let Some(first) = curve.first().map(tenths) else {
        return String::new();
    };
    // Straight pieces in one line are one.
    let mut pieces: Vec<Vec<[i64; 2]>> = Vec::new();
    let mut at = first;
    for piece in curve[1..].chunks_exact(3) {
        let points = [tenths(&piece[0]), tenths(&piece[1]), tenths(&piece[2])];
        let end = points[2];
        let off = |from: [i64; 2], to: [i64; 2], point: [i64; 2]| {
            let [along, aside] = [0, 1].map(|axis| to[axis] - from[axis]);
            let area = along * (point[1] - from[1]) - aside * (point[0] - from[0]);
            area.abs() as f64 / ((along * along + aside * aside) as f64).sqrt().max(1.0)
        };
        if end == at {
            continue;
        }
        let straight = points[..2].iter().all(|&point| off(at, end, point) < 1.0);
        if straight {
            let before = match pieces.len() {
                0 | 1 => Some(first),
                n => pieces[n - 2].last().copied(),
            };
            match (pieces.last_mut(), before) {
                (Some(line), Some(from)) if line.len() == 1 && off(from, end, at) < 0.5 => {
                    line[0] = end;
                }
                _ => pieces.push(vec![end]),
            }
        } else {
            pieces.push(points.to_vec());
        }
        at = end;
    }
    let mut data = String::from("M");
    let write = |data: &mut String, point: [i64; 2]| {
        for (axis, tenths) in point.into_iter().enumerate() {
            if axis > 0 && tenths >= 0 {
                data.push(' ');
            }
            text::coordinate(data, tenths as f64 / 10.0);
        }
    };
    write(&mut data, first);
    let mut at = first;
    for piece in pieces {
        data.push(if piece.len() == 1 { 'l' } else { 'c' });
        for (i, &point) in piece.iter().enumerate() {
            let step = [point[0] - at[0], point[1] - at[1]];
            if i > 0 && step[0] >= 0 {
                data.push(' ');
            }
            write(&mut data, step);
        }
        if let Some(&end) = piece.last() {
            at = end;
        }
    }
    data
}
