//! Building blocks of an SVG document: head and colours, shapes, labels, arrows.
//!
//! The colours are the palette of Okabe and Ito, safe for colour-blind readers, and no mark relies on colour alone.

use super::text;
use crate::language::Language;
use std::fmt::Write;

/// The length of arrow heads, on thin and on bold lines.
pub const HEAD: [f64; 2] = [9.0, 15.0];
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
pub fn number(value: f64) -> String {
    let mut out = String::new();
    text::coordinate(&mut out, value);
    out
}

/// An SVG document under construction.
#[derive(Debug)]
pub struct Svg {
    out: String,
    depth: usize,
}

impl Svg {
    /// Begins a document with a title and a description.
    pub fn new(
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
            // The line ends at the notch, so that it does not show beside the tip.
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

    /// Ends the document.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Writes an element on a line of its own.
    pub fn element(&mut self, element: &str) {
        for _ in 1..self.depth {
            self.out.push(' ');
        }
        self.out.push_str(element);
        self.out.push('\n');
    }

    /// Opens a group with those attributes.
    pub fn open_group(&mut self, attributes: &str) {
        self.element(&format!("<g {attributes}>"));
        self.depth += 1;
    }

    /// Closes the last group.
    pub fn close_group(&mut self) {
        self.depth -= 1;
        self.element("</g>");
    }

    /// Writes a title, which browsers show as a tooltip.
    pub fn title(&mut self, words: &str) {
        let words = text::xml(words);
        self.element(&format!("<title>{words}</title>"));
    }

    /// Writes text at a point.
    pub fn text(&mut self, class: &str, x: f64, y: f64, words: &str) {
        let (x, y, words) = (number(x), number(y), text::xml(words));
        let class = if class.is_empty() {
            String::new()
        } else {
            format!(" class=\"{class}\"")
        };
        self.element(&format!("<text{class} x=\"{x}\" y=\"{y}\">{words}</text>"));
    }
}
