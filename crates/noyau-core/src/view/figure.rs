//! Boards as pictures: SVG, self-contained, with light and dark colours, and `TikZ`; one board, or a play as a strip.
//!
//! Nothing is shown by colour alone: the pieces of First are round, those of Second have corners, and each carries
//! its symbol or count; dominoes are told apart by their direction. The colours are the palette of Okabe and Ito, as in
//! the pictures of arenas. O(cells + lines).

use super::{Cell, Piece, Shape, View};
use crate::drawing::text::{coordinate, tex, tikz_point, xml};
use crate::game::Side;
use std::fmt::Write;

/// The side of a square, in pixels.
const UNIT: i32 = 40;
/// The empty border of a board.
const BORDER: i32 = 4;
/// The length of a pixel in centimetres.
const SCALE: f64 = 0.02;
/// From one board of a strip to the next, and the height of the words below it.
const GAP: f64 = 44.0;
const WORDS: f64 = 26.0;
/// The boards in a row of a strip.
const ROW: usize = 6;

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
.noyau-board .arrow{fill:none;stroke:#5a5f66;stroke-width:2}
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
.noyau-board .arrow{stroke:#a9b0b8}
}
";

/// The styles of boards in `TikZ`, as options of a picture.
pub const TIKZ_STYLES: &str = "  board place/.style={draw=black!40, fill=black!4},
  board line/.style={draw=black!25, thick, dashed},
  board drawn/.style={draw=black!80, line width=1.4pt},
  board first/.style={draw={rgb,255:red,0;green,114;blue,178}, fill={rgb,255:red,188;green,223;blue,245}, thick},
  board second/.style={draw={rgb,255:red,168;green,84;blue,0}, fill={rgb,255:red,249;green,221;blue,176}, thick},
  board thing/.style={draw=black!60, fill=black!12, thick},
  board touched/.style={draw={rgb,255:red,196;green,79;blue,0}, very thick},
  board arrow/.style={->, draw=black!60, thick},
  board word/.style={inner sep=0pt, text=black!65},
  board sign/.style={inner sep=0pt},
";

/// A board to draw: the picture of a position, and what is known beyond it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figure {
    /// The picture of the position.
    pub view: View,
    /// Pairs of neighbouring cells that one domino covers, with the side that laid it.
    pub dominoes: Vec<([usize; 2], Side)>,
    /// The number of a move whose cells and lines are marked.
    pub touched: Option<usize>,
    /// Words to write on cells; those of lost positions, which are `true`, stand on a piece.
    pub written: Vec<(usize, String, bool)>,
}

/// A part of a picture, in pixels from the upper left corner of its board.
enum Item {
    Rectangle([f64; 4], f64),
    Circle([f64; 2], f64),
    Diamond([f64; 2], f64),
    Line([f64; 2], [f64; 2]),
    Words([f64; 2], String),
}

impl From<View> for Figure {
    fn from(view: View) -> Self {
        Self {
            view,
            ..Self::default()
        }
    }
}

impl View {
    /// The board as SVG. The title is for screen readers; `touched` is the number of a move whose cells are marked.
    pub fn to_svg(&self, title: &str, touched: Option<usize>) -> String {
        let figure = Figure {
            touched,
            ..Figure::from(self.clone())
        };
        figure.to_svg(title)
    }

    /// The two cells that the move between these pictures has covered with a domino: neighbours that were free and now
    /// have a piece without owner, if nothing else has changed.
    ///
    /// ```
    /// use noyau_core::view::View;
    /// let [before, after] = ["../..", "#./#."].map(View::of_text);
    /// assert_eq!(before.domino(&after), Some([0, 2]));
    /// assert_eq!(before.domino(&View::of_text("x./x.")), None);
    /// ```
    pub fn domino(&self, after: &Self) -> Option<[usize; 2]> {
        let [one, two] = self.changes(after).cells.try_into().ok()?;
        let covered = |cell: usize| {
            let piece = after.cells.get(cell)?.piece.as_ref()?;
            (self.cells[cell].piece.is_none() && piece.side.is_none()).then_some(())
        };
        covered(one)?;
        covered(two)?;
        let [a, b] = [&self.cells[one], &self.cells[two]];
        let is_near = (a.x - b.x).abs() + (a.y - b.y).abs() == 1;
        is_near.then_some([one, two])
    }
}

impl Figure {
    /// The width and the height, in pixels.
    pub fn size(&self) -> [f64; 2] {
        let (_, _, columns, rows) = self.bounds();
        [columns, rows]
            .map(|count| (i64::from(count) * i64::from(UNIT)) as f64 + f64::from(2 * BORDER))
    }

    /// The least column and row, and how many there are.
    fn bounds(&self) -> (i32, i32, i32, i32) {
        let view = &self.view;
        let cells = view.cells.iter().map(|cell| (cell.x, cell.y));
        let ends = view.lines.iter().flat_map(|line| [line.from, line.to]);
        let words = view.labels.iter().map(|label| (label.x, label.y));
        let places = || cells.clone().chain(ends.clone()).chain(words.clone());
        let bounds = |of: fn((i32, i32)) -> i32| {
            let least = places().map(of).min().unwrap_or(0);
            let most = places().map(of).max().unwrap_or(0);
            (least, most.saturating_sub(least).saturating_add(1))
        };
        let (left, columns) = bounds(|place| place.0);
        let (top, rows) = bounds(|place| place.1);
        (left, top, columns, rows)
    }

    /// All parts with their classes, in the order of drawing.
    fn items(&self) -> Vec<(&'static str, Item)> {
        let (left, top, ..) = self.bounds();
        let middle = |(x, y): (i32, i32)| {
            let at = |x: i32, from: i32| {
                let steps = i64::from(x) - i64::from(from);
                (steps * i64::from(UNIT) + i64::from(UNIT / 2 + BORDER)) as f64
            };
            [at(x, left), at(y, top)]
        };
        let view = &self.view;
        let mut items = Vec::new();
        for line in &view.lines {
            let class = if line.drawn { "drawn" } else { "line" };
            items.push((class, Item::Line(middle(line.from), middle(line.to))));
        }
        let unit = f64::from(UNIT);
        let is_covered = |cell: usize| self.dominoes.iter().any(|(pair, _)| pair.contains(&cell));
        let text = |cell: usize| self.written.iter().find(|(at, ..)| *at == cell);
        for (number, cell) in view.cells.iter().enumerate() {
            let at = middle((cell.x, cell.y));
            let [x, y] = at;
            items.push((
                "place",
                match cell.shape {
                    Shape::Square => {
                        Item::Rectangle([x - unit / 2.0, y - unit / 2.0, unit, unit], 0.0)
                    }
                    Shape::Point => Item::Circle(at, 4.0),
                    Shape::Pit => Item::Circle(at, 19.0),
                },
            ));
            if let Some((_, words, on_piece)) = text(number) {
                if *on_piece {
                    items.push((
                        "thing",
                        Item::Rectangle([x - 14.0, y - 14.0, 28.0, 28.0], 5.0),
                    ));
                }
                items.push(("sign", Item::Words(at, words.clone())));
            } else if let Some(piece) = cell.piece.as_ref().filter(|_| !is_covered(number)) {
                put_piece(&mut items, piece, cell, at);
            }
        }
        for (pair, side) in &self.dominoes {
            let [a, b] = pair.map(|cell| middle((view.cells[cell].x, view.cells[cell].y)));
            let from = [0, 1].map(|axis: usize| a[axis].min(b[axis]) - 15.0);
            let size = [0, 1].map(|axis: usize| (a[axis] - b[axis]).abs() + 30.0);
            let domino = Item::Rectangle([from[0], from[1], size[0], size[1]], 6.0);
            items.push((side.name(), domino));
            // The line across the middle, as on a domino.
            let [x, y] = [0, 1].map(|axis: usize| f64::midpoint(a[axis], b[axis]));
            let across = if size[0] > size[1] {
                [0.0, 11.0]
            } else {
                [11.0, 0.0]
            };
            let ends = [-1.0, 1.0].map(|way| [x + way * across[0], y + way * across[1]]);
            items.push((side.name(), Item::Line(ends[0], ends[1])));
        }
        for label in &view.labels {
            items.push((
                "word",
                Item::Words(middle((label.x, label.y)), label.text.clone()),
            ));
        }
        if let Some(touch) = self.touched.and_then(|number| view.moves.get(number)) {
            for &number in &touch.cells {
                let cell = &view.cells[number];
                items.push(("touched", Item::Circle(middle((cell.x, cell.y)), 18.0)));
            }
            for &number in &touch.lines {
                let line = &view.lines[number];
                items.push(("touched", Item::Line(middle(line.from), middle(line.to))));
            }
        }
        items
    }

    /// The board as SVG. The title is for screen readers.
    pub fn to_svg(&self, title: &str) -> String {
        let mut out = head(self.size(), title);
        self.svg_items(&mut out);
        out.push_str("</svg>\n");
        out
    }

    /// The board as the elements of an SVG whose root has the class `noyau-board` or [`svg_colours`](Self::svg_colours).
    pub fn svg_items(&self, out: &mut String) {
        for (class, item) in self.items() {
            svg_item(out, class, &item);
        }
    }

    /// The style sheet of boards, for elements of the class `noyau-board`.
    pub const fn svg_colours() -> &'static str {
        COLOURS
    }

    /// The board as a `tikzpicture`, for a document that loads `tikz`.
    pub fn to_tikz(&self) -> String {
        let mut out = tikz_head("");
        self.tikz_items(&mut out, [0.0, 0.0], 1.0, "\\small");
        out.push_str("\\end{tikzpicture}\n");
        out
    }

    /// Draws the board into a `tikzpicture` with [`TIKZ_STYLES`]: its upper left corner at a point, shrunk by a factor.
    pub fn tikz_items(&self, out: &mut String, corner: [f64; 2], factor: f64, font: &str) {
        for (class, item) in self.items() {
            tikz_item(out, class, &item, corner, factor, font);
        }
    }
}

/// A play as SVG: boards from left to right, with words below each and arrows between them, in rows of six.
pub fn strip_svg(boards: &[(Figure, String)], title: &str) -> String {
    let (places, size) = strip_places(boards);
    let mut out = head(size, title);
    for ((figure, words), [x, y]) in boards.iter().zip(&places) {
        let [width, height] = figure.size();
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\">",
            short(*x),
            short(*y)
        );
        figure.svg_items(&mut out);
        let below = Item::Words([width / 2.0, height + 12.0], words.clone());
        svg_item(&mut out, "sign", &below);
        out.push_str("</g>\n");
    }
    for [from, to] in strip_arrows(boards, &places) {
        let _ = writeln!(
            out,
            "<path class=\"arrow\" d=\"M{} {}H{}m-7 -5l7 5 -7 5\"/>",
            short(from[0]),
            short(from[1]),
            short(to[0])
        );
    }
    out.push_str("</svg>\n");
    out
}

/// A play as a `tikzpicture`, as [`strip_svg`] draws it.
pub fn strip_tikz(boards: &[(Figure, String)]) -> String {
    let (places, _) = strip_places(boards);
    let mut out = tikz_head(", >={Stealth[length=2mm]}");
    out.insert_str(0, "% \\usetikzlibrary{arrows.meta}\n");
    for ((figure, words), &[x, y]) in boards.iter().zip(&places) {
        let [width, height] = figure.size();
        figure.tikz_items(&mut out, [x, y], 1.0, "\\small");
        let below = Item::Words([width / 2.0, height + 12.0], words.clone());
        tikz_item(&mut out, "sign", &below, [x, y], 1.0, "\\small");
    }
    for [from, to] in strip_arrows(boards, &places) {
        let (from, to) = (tikz_point(from), tikz_point(to));
        let _ = writeln!(out, "  \\draw[board arrow] {from} -- {to};");
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

/// The upper left corners of the boards of a strip, and the size of the whole.
fn strip_places(boards: &[(Figure, String)]) -> (Vec<[f64; 2]>, [f64; 2]) {
    let mut places = Vec::new();
    let (mut y, mut widest) = (0.0, 0.0f64);
    for row in boards.chunks(ROW) {
        let (mut x, mut tallest) = (0.0, 0.0f64);
        for (figure, _) in row {
            let [width, height] = figure.size();
            places.push([x, y]);
            x += width + GAP;
            tallest = tallest.max(height);
        }
        widest = widest.max(x - GAP);
        y += tallest + WORDS;
    }
    (places, [widest.max(1.0), y])
}

/// The arrows between neighbours in the rows of a strip.
fn strip_arrows(boards: &[(Figure, String)], places: &[[f64; 2]]) -> Vec<[[f64; 2]; 2]> {
    let pairs = (1..boards.len()).filter(|next| next % ROW != 0);
    pairs
        .map(|next| {
            let [width, height] = boards[next - 1].0.size();
            let middle = places[next][1] + height / 2.0;
            [
                [places[next - 1][0] + width + 8.0, middle],
                [places[next][0] - 8.0, middle],
            ]
        })
        .collect()
}

/// The piece on a cell; pits show a count, not a piece.
fn put_piece(items: &mut Vec<(&'static str, Item)>, piece: &Piece, cell: &Cell, at: [f64; 2]) {
    let [x, y] = at;
    match (cell.shape, piece.side) {
        (Shape::Pit, _) => {}
        (_, Some(Side::First)) => items.push(("first", Item::Circle(at, 15.0))),
        (_, Some(Side::Second)) => items.push(("second", Item::Diamond(at, 17.0))),
        (_, None) => items.push((
            "thing",
            Item::Rectangle([x - 14.0, y - 14.0, 28.0, 28.0], 5.0),
        )),
    }
    let words = if piece.count == 1 && cell.shape != Shape::Pit {
        piece.symbol.to_string()
    } else {
        piece.count.to_string()
    };
    items.push(("sign", Item::Words(at, words)));
}

fn short(number: f64) -> String {
    let mut out = String::new();
    coordinate(&mut out, number);
    out
}

fn head([width, height]: [f64; 2], title: &str) -> String {
    let (width, height) = (width.ceil(), height.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"noyau-board\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>\n{COLOURS}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        xml(title)
    )
}

fn svg_item(out: &mut String, class: &str, item: &Item) {
    let _ = match item {
        Item::Rectangle([x, y, width, height], corner) => {
            let [x, y, width, height] = [x, y, width, height].map(|&number| short(number));
            let round = if *corner > 0.0 {
                format!(" rx=\"{}\"", short(*corner))
            } else {
                String::new()
            };
            writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>"
            )
        }
        Item::Circle([x, y], radius) => {
            let [x, y, radius] = [x, y, radius].map(|&number| short(number));
            writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
            )
        }
        Item::Diamond([x, y], half) => {
            let [left, right] = [x - half, x + half].map(short);
            let [top, bottom] = [y - half, y + half].map(short);
            let [x, y] = [*x, *y].map(short);
            writeln!(
                out,
                "<path class=\"{class}\" d=\"M{left} {y} {x} {top} {right} {y} {x} {bottom}Z\"/>"
            )
        }
        Item::Line([x1, y1], [x2, y2]) => {
            let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|&number| short(number));
            writeln!(
                out,
                "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
            )
        }
        Item::Words([x, y], words) => {
            let [x, y] = [*x, *y].map(short);
            let class = if class == "word" {
                " class=\"word\""
            } else {
                ""
            };
            writeln!(
                out,
                "<text{class} x=\"{x}\" y=\"{y}\">{}</text>",
                xml(words)
            )
        }
    };
}

fn tikz_head(options: &str) -> String {
    format!(
        "% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[\n  x={SCALE}cm, y=-{SCALE}cm{options},\n{TIKZ_STYLES}]\n"
    )
}

fn tikz_item(
    out: &mut String,
    class: &str,
    item: &Item,
    corner: [f64; 2],
    factor: f64,
    font: &str,
) {
    let point = |[x, y]: [f64; 2]| tikz_point([corner[0] + factor * x, corner[1] + factor * y]);
    let _ = match item {
        Item::Rectangle([x, y, width, height], round) => {
            let round = if *round > 0.0 {
                format!(", rounded corners={}pt", short(factor * round / 2.0))
            } else {
                String::new()
            };
            let (from, to) = (point([*x, *y]), point([x + width, y + height]));
            writeln!(out, "  \\draw[board {class}{round}] {from} rectangle {to};")
        }
        Item::Circle(at, radius) => {
            let (at, radius) = (point(*at), short(factor * radius));
            writeln!(
                out,
                "  \\draw[board {class}] {at} circle [x radius={radius}, y radius={radius}];"
            )
        }
        Item::Diamond([x, y], half) => {
            let corners = [[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]];
            let corners = corners.map(|[dx, dy]| point([x + half * dx, y + half * dy]));
            writeln!(
                out,
                "  \\draw[board {class}] {} -- cycle;",
                corners.join(" -- ")
            )
        }
        Item::Line(from, to) => {
            writeln!(
                out,
                "  \\draw[board {class}] {} -- {};",
                point(*from),
                point(*to)
            )
        }
        Item::Words(at, words) => {
            let words = tex(words);
            writeln!(
                out,
                "  \\node[board {class}, font={font}] at {} {{{words}}};",
                point(*at)
            )
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::{Piece, Shape, Touch, View};
    use super::{Figure, strip_svg, strip_tikz};
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
        let tikz = Figure::from(view).to_tikz();
        assert!(tikz.contains("\\draw[board first] (24,24) circle"));
        assert!(tikz.contains("{\\textless{}}"));
    }

    #[test]
    fn a_domino_is_one_shape_over_two_cells() {
        let mut figure = Figure::from(View::of_text("#./#."));
        assert_eq!(figure.to_svg("").matches("class=\"thing\"").count(), 2);
        figure.dominoes.push(([0, 2], Side::First));
        let svg = figure.to_svg("");
        assert!(!svg.contains("class=\"thing\""));
        assert!(svg.contains(
            "<rect class=\"first\" x=\"9\" y=\"9\" width=\"30\" height=\"70\" rx=\"6\"/>"
        ));
    }

    #[test]
    fn a_strip_has_every_board_and_an_arrow_between_two() {
        let board = |text| Figure::from(View::of_text(text));
        let boards = [
            (board(".."), "start".to_owned()),
            (board("x."), "a1".to_owned()),
            (board("xo"), "b1".to_owned()),
        ];
        let svg = strip_svg(&boards, "play");
        assert_eq!(svg.matches("class=\"arrow\"").count(), 2);
        assert_eq!(svg.matches("class=\"place\"").count(), 6);
        assert!(svg.contains(">b1</text>"));
        let tikz = strip_tikz(&boards);
        assert_eq!(tikz.matches("\\draw[board arrow]").count(), 2);
        // A longer play goes on in the next row, without an arrow back.
        let many: Vec<_> = (0..7).map(|_| boards[0].clone()).collect();
        assert_eq!(strip_svg(&many, "").matches("class=\"arrow\"").count(), 5);
    }
}
