//! A board as SVG, self-contained, with light and dark colours.
//!
//! Nothing is shown by colour alone: the pieces of First are round, those of Second have corners, and each carries
//! its symbol or count. The colours are the palette of Okabe and Ito, as in the pictures of arenas. O(cells +
//! lines).

use super::{Cell, Label, Line, Piece, Shape, View};
use crate::game::Side;
use std::fmt::Write;

/// The side of a square, in pixels.
const UNIT: i32 = 40;

const COLOURS: &str = "\
.noyau-board{font-family:'DejaVu Sans',Verdana,'Noto Sans',sans-serif;font-size:16px}
.noyau-board text{fill:#1b1b1b;text-anchor:middle;dominant-baseline:central}
.noyau-board .word{fill:#5a5f66;font-size:12px}
.noyau-board .paper{fill:#fff}
.noyau-board .place{fill:#f3f4f5;stroke:#9aa1a9}
.noyau-board .line{stroke:#c9cdd2;stroke-width:2;stroke-dasharray:3 4}
.noyau-board .drawn{stroke:#333;stroke-width:4}
.noyau-board .first{fill:#bcdff5;stroke:#0072b2;stroke-width:2}
.noyau-board .second{fill:#f9ddb0;stroke:#a85400;stroke-width:2}
.noyau-board .thing{fill:#e2e4e7;stroke:#5a5f66;stroke-width:2}
.noyau-board .touched{fill:none;stroke:#c44f00;stroke-width:3}
@media (prefers-color-scheme:dark){
.noyau-board text{fill:#ececec}
.noyau-board .word{fill:#a9b0b8}
.noyau-board .paper{fill:#16191d}
.noyau-board .place{fill:#24292f;stroke:#5a626b}
.noyau-board .line{stroke:#3a4047}
.noyau-board .drawn{stroke:#d6d6d6}
.noyau-board .first{fill:#12405f;stroke:#56b4e9}
.noyau-board .second{fill:#573a0e;stroke:#e69f00}
.noyau-board .thing{fill:#3a4047;stroke:#9aa1a9}
.noyau-board .touched{stroke:#ff8b3d}
}
";

impl View {
    /// The board as SVG. The title is for screen readers; `touched` is the index of a move whose cells are marked.
    pub fn to_svg(&self, title: &str, touched: Option<usize>) -> String {
        let cells = self.cells.iter().map(|cell| (cell.x, cell.y));
        let ends = self.lines.iter().flat_map(|line| [line.from, line.to]);
        let words = self.labels.iter().map(|label| (label.x, label.y));
        let places = || cells.clone().chain(ends.clone()).chain(words.clone());
        let bounds = |of: fn((i32, i32)) -> i32| {
            let least = places().map(of).min().unwrap_or(0);
            let most = places().map(of).max().unwrap_or(0);
            (least, most.saturating_sub(least).saturating_add(1))
        };
        let (left, columns) = bounds(|place| place.0);
        let (top, rows) = bounds(|place| place.1);
        let mut svg = Board {
            out: String::new(),
            left,
            top,
        };
        let size = |count: i32| i64::from(count) * i64::from(UNIT) + 8;
        let (width, height) = (size(columns), size(rows));
        let _ = writeln!(
            svg.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"noyau-board\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>\n{COLOURS}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>",
            escaped(title)
        );
        for line in &self.lines {
            svg.line(line, if line.drawn { "drawn" } else { "line" });
        }
        for cell in &self.cells {
            svg.place(cell);
        }
        for label in &self.labels {
            svg.label(label);
        }
        if let Some(touch) = touched.and_then(|number| self.moves.get(number)) {
            for &number in &touch.cells {
                let cell = &self.cells[number];
                let (x, y) = svg.middle(cell.x, cell.y);
                let _ = writeln!(
                    svg.out,
                    "<circle class=\"touched\" cx=\"{x}\" cy=\"{y}\" r=\"18\"/>"
                );
            }
            for &number in &touch.lines {
                svg.line(&self.lines[number], "touched");
            }
        }
        svg.out.push_str("</svg>\n");
        svg.out
    }
}

struct Board {
    out: String,
    left: i32,
    top: i32,
}

impl Board {
    fn middle(&self, x: i32, y: i32) -> (i64, i64) {
        let at = |x: i32, from: i32| {
            (i64::from(x) - i64::from(from)) * i64::from(UNIT) + i64::from(UNIT / 2) + 4
        };
        (at(x, self.left), at(y, self.top))
    }

    fn line(&mut self, line: &Line, class: &str) {
        let (x1, y1) = self.middle(line.from.0, line.from.1);
        let (x2, y2) = self.middle(line.to.0, line.to.1);
        let _ = writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    fn place(&mut self, cell: &Cell) {
        let (x, y) = self.middle(cell.x, cell.y);
        let out = &mut self.out;
        let _ = match cell.shape {
            Shape::Square => writeln!(
                out,
                "<rect class=\"place\" x=\"{}\" y=\"{}\" width=\"{UNIT}\" height=\"{UNIT}\"/>",
                x - i64::from(UNIT / 2),
                y - i64::from(UNIT / 2)
            ),
            Shape::Point => writeln!(
                out,
                "<circle class=\"place\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"
            ),
            Shape::Pit => writeln!(
                out,
                "<circle class=\"place\" cx=\"{x}\" cy=\"{y}\" r=\"19\"/>"
            ),
        };
        if let Some(piece) = &cell.piece {
            self.piece(piece, cell.shape, (x, y));
        }
    }

    fn piece(&mut self, piece: &Piece, shape: Shape, (x, y): (i64, i64)) {
        let out = &mut self.out;
        // Pits show a count, not a piece.
        let _ = match (shape, piece.side) {
            (Shape::Pit, _) => Ok(()),
            (_, Some(Side::First)) => {
                writeln!(
                    out,
                    "<circle class=\"first\" cx=\"{x}\" cy=\"{y}\" r=\"15\"/>"
                )
            }
            (_, Some(Side::Second)) => writeln!(
                out,
                "<path class=\"second\" d=\"M{} {y} {x} {} {} {y} {x} {}Z\"/>",
                x - 17,
                y - 17,
                x + 17,
                y + 17
            ),
            (_, None) => writeln!(
                out,
                "<rect class=\"thing\" x=\"{}\" y=\"{}\" width=\"28\" height=\"28\" rx=\"5\"/>",
                x - 14,
                y - 14
            ),
        };
        let words = if piece.count == 1 && shape != Shape::Pit {
            escaped(&piece.symbol.to_string())
        } else {
            piece.count.to_string()
        };
        let _ = writeln!(self.out, "<text x=\"{x}\" y=\"{y}\">{words}</text>");
    }

    fn label(&mut self, label: &Label) {
        let (x, y) = self.middle(label.x, label.y);
        let words = escaped(&label.text);
        let _ = writeln!(
            self.out,
            "<text class=\"word\" x=\"{x}\" y=\"{y}\">{words}</text>"
        );
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML forbids control characters, even escaped.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Piece, Shape, Touch, View};
    use crate::game::Side;

    #[test]
    fn sides_differ_in_shape_and_words_are_escaped() {
        let mut view = View::default();
        let piece = |side, symbol, count| {
            Some(Piece {
                side,
                symbol,
                count,
            })
        };
        view.cell(-1, 0, Shape::Square, piece(Some(Side::First), 'X', 1));
        view.cell(0, 0, Shape::Square, piece(Some(Side::Second), '<', 1));
        view.cell(1, 0, Shape::Pit, piece(None, 'o', 12));
        view.moves.push(Touch {
            cells: vec![2],
            lines: Vec::new(),
        });
        let svg = view.to_svg("a & b", Some(0));
        assert!(svg.contains("<title>a &amp; b</title>"));
        assert!(svg.contains("<circle class=\"first\" cx=\"24\""));
        assert!(svg.contains("<path class=\"second\""));
        assert!(svg.contains(">&lt;</text>"));
        assert!(svg.contains(">12</text>"));
        assert!(svg.contains("<circle class=\"touched\" cx=\"104\""));
        assert!(svg.contains("viewBox=\"0 0 128 48\""));
        assert!(!view.to_svg("", None).contains("class=\"touched\""));
    }
}
