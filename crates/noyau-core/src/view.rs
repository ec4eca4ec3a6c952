//! The picture of a board as data: the terminal, the SVG writer and the page draw any view without knowing the
//! game.

pub mod figure;

use crate::game::Side;
use crate::notation::parse_numbers;
use std::collections::BTreeMap;
use std::ops::Range;

/// A picture of a position. Coordinates are small integers, x to the right and y down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The cells of the board.
    pub cells: Vec<Cell>,
    /// The lines of the board.
    pub lines: Vec<Line>,
    /// Text beside the board, such as the names of rows and columns.
    pub labels: Vec<Label>,
    /// The parts that each legal move touches, in the order of the legal moves.
    pub moves: Vec<Touch>,
}

/// A cell of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// The shape of the cell.
    pub shape: Shape,
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// The shape of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A square of a grid.
    Square,
    /// A point where lines meet.
    Point,
    /// A hole with a counter.
    Pit,
}

/// A piece, or a heap of equal pieces, on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The owner, if any.
    pub side: Option<Side>,
    /// One character for its kind, for the terminal and for readers who cannot distinguish the colours.
    pub symbol: char,
    /// The number of pieces.
    pub count: u32,
}

/// A line of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// One end.
    pub from: (i32, i32),
    /// The other end.
    pub to: (i32, i32),
    /// Whether it has been drawn, in games where players draw lines.
    pub drawn: bool,
}

/// Text beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// The text.
    pub text: String,
}

/// The parts of the picture that a move touches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touch {
    /// Indices of cells, in the order of touching.
    pub cells: Vec<usize>,
    /// Indices of lines.
    pub lines: Vec<usize>,
}

impl Piece {
    /// A piece without owner.
    pub const fn neutral(symbol: char) -> Self {
        Self::heap(symbol, 1)
    }

    /// A piece of a side.
    pub const fn of(side: Side, symbol: char) -> Self {
        Self {
            side: Some(side),
            symbol,
            count: 1,
        }
    }

    /// `count` pieces without owner on one cell.
    pub const fn heap(symbol: char, count: u32) -> Self {
        Self {
            side: None,
            symbol,
            count,
        }
    }
}

impl Touch {
    /// A move that touches cells only.
    pub fn cells(cells: impl IntoIterator<Item = usize>) -> Self {
        Self {
            cells: cells.into_iter().collect(),
            lines: Vec::new(),
        }
    }
}

impl View {
    /// Draws the text of a board: `/` ends a row, `x` is a piece of First, `o` one of Second, `.` and `_` are empty
    /// squares, any other character is a piece without owner, and comma-separated numbers are heaps.
    pub fn of_text(text: &str) -> Self {
        let mut view = Self::default();
        for (y, row) in (0..).zip(text.split('/')) {
            if let Some(heaps) = parse_numbers(row) {
                for (x, count) in (0..).zip(heaps) {
                    view.cell(x, y, Shape::Pit, Some(Piece::heap('1', count)));
                }
                continue;
            }
            for (x, symbol) in (0..).zip(row.chars()) {
                let piece = match symbol {
                    '.' | '_' => None,
                    'x' => Some(Piece::of(Side::First, symbol)),
                    'o' => Some(Piece::of(Side::Second, symbol)),
                    _ => Some(Piece::neutral(symbol)),
                };
                view.cell(x, y, Shape::Square, piece);
            }
        }
        view
    }

    /// The picture with the points in stores, each at the end of its side's row, if it is a board of pits.
    #[must_use]
    pub fn with_stores(mut self, points: Option<[i32; 2]>) -> Self {
        let pits = self.cells.iter().filter(|cell| cell.shape == Shape::Pit);
        let places = || pits.clone().map(|cell| (cell.x, cell.y));
        let ends =
            |of: fn((i32, i32)) -> i32| Some((places().map(of).min()?, places().map(of).max()?));
        let (Some(points), Some((left, right)), Some((top, bottom))) =
            (points, ends(|at| at.0), ends(|at| at.1))
        else {
            return self;
        };
        let ends = [(right + 1, bottom), (left - 1, top)];
        for ((x, y), count) in ends.into_iter().zip(points) {
            let seeds = Piece::heap('o', count.unsigned_abs());
            self.cell(x, y, Shape::Pit, Some(seeds));
        }
        self
    }

    /// A grid of squares, top row first, with the piece at each x and y.
    pub fn grid(columns: i32, rows: i32, piece: impl Fn(i32, i32) -> Option<Piece>) -> Self {
        let mut view = Self::default();
        for y in 0..rows {
            for x in 0..columns {
                view.cell(x, y, Shape::Square, piece(x, y));
            }
        }
        view
    }

    /// Draws a heap of matches in row y: one cell per match, the first `size` of them filled, or a single numbered
    /// cell if it is `long`. The function returned maps matches, numbered from 0, to the parts of the picture.
    pub fn heap(
        &mut self,
        y: i32,
        size: u32,
        places: u32,
        long: bool,
    ) -> impl Fn(Range<u32>) -> Touch + use<> {
        const MATCH: char = '|';
        let first = self.cells.len();
        if long {
            self.cell(0, y, Shape::Pit, Some(Piece::heap(MATCH, size)));
        } else {
            for x in 0..places {
                let piece = (x < size).then_some(Piece::neutral(MATCH));
                self.cell(x as i32, y, Shape::Pit, piece);
            }
        }
        move |touched| {
            let touched = if long { 0..1 } else { touched };
            Touch::cells(touched.map(|x| first + x as usize))
        }
    }

    /// Labels the columns from the left in row y.
    pub fn label_columns(&mut self, y: i32, names: impl IntoIterator<Item: ToString>) {
        for (x, name) in (0..).zip(names) {
            self.label(x, y, name.to_string());
        }
    }

    /// Labels the rows from the top beside the left column.
    pub fn label_rows(&mut self, names: impl IntoIterator<Item: ToString>) {
        for (y, name) in (0..).zip(names) {
            self.label(-1, y, name.to_string());
        }
    }

    /// The cells that differ in the picture after a move.
    pub fn changes(&self, after: &Self) -> Touch {
        let changed = |&cell: &usize| after.cells.get(cell) != Some(&self.cells[cell]);
        Touch::cells((0..self.cells.len()).filter(changed))
    }

    /// Adds a cell and returns its index.
    pub fn cell(&mut self, x: i32, y: i32, shape: Shape, piece: Option<Piece>) -> usize {
        self.cells.push(Cell { x, y, shape, piece });
        self.cells.len() - 1
    }

    /// Adds text beside the board.
    pub fn label(&mut self, x: i32, y: i32, text: impl Into<String>) {
        self.labels.push(Label {
            x,
            y,
            text: text.into(),
        });
    }

    /// The board as text, one line per row, three columns per cell. Drawn lines along rows and columns appear where
    /// there is room between cells.
    pub fn to_text(&self) -> String {
        const EMPTY: char = '·';
        const WIDTH: usize = 3;
        let places = self.cells.iter().map(|cell| {
            let text = match &cell.piece {
                None => EMPTY.to_string(),
                Some(piece) if piece.count == 1 => piece.symbol.to_string(),
                Some(piece) => piece.count.to_string(),
            };
            (cell.y, cell.x, text)
        });
        let words = self
            .labels
            .iter()
            .map(|label| (label.y, label.x, label.text.clone()));
        let mut marks: Vec<_> = places.chain(words).collect();
        marks.sort_unstable();
        let ends = self.lines.iter().flat_map(|line| [line.from.0, line.to.0]);
        let left = marks
            .iter()
            .map(|mark| mark.1)
            .chain(ends)
            .min()
            .unwrap_or(0);
        // Text is right-aligned in its cell unless the previous text overlaps.
        let end_of = |x: i32| (x - left) as usize * WIDTH + WIDTH;
        let mut rows: BTreeMap<i32, Vec<char>> = BTreeMap::new();
        for (y, x, text) in marks {
            let row = rows.entry(y).or_default();
            let start = end_of(x).saturating_sub(text.chars().count());
            let room = if row.is_empty() { 0 } else { row.len() + 1 };
            row.resize(room.max(start), ' ');
            row.extend(text.chars());
        }
        for line in &self.lines {
            let ((x, y), (to_x, to_y)) = (line.from.min(line.to), line.from.max(line.to));
            let (symbol, columns, between) = if y == to_y {
                ('-', end_of(x)..end_of(to_x) - 1, y..y + 1)
            } else if x == to_x {
                ('|', end_of(x) - 1..end_of(x), y + 1..to_y)
            } else {
                continue;
            };
            for y in between {
                // Keep the row even if nothing in it is drawn yet, so that the board keeps its shape.
                let row = rows.entry(y).or_default();
                if !line.drawn {
                    continue;
                }
                row.resize(row.len().max(columns.end), ' ');
                for place in &mut row[columns.clone()] {
                    if *place == ' ' {
                        *place = symbol;
                    }
                }
            }
        }
        let mut out = String::new();
        for row in rows.values() {
            let row: String = row.iter().collect();
            out.push_str(row.trim_end());
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_in_stores_beside_pits_only() {
        let pits = View::of_text("1,2,3/4,5,6");
        assert_eq!(pits.clone().with_stores(None), pits);
        let stored = pits.with_stores(Some([7, 8]));
        let [first, second] = [&stored.cells[6], &stored.cells[7]];
        let count = |cell: &Cell| cell.piece.as_ref().map(|piece| piece.count);
        assert_eq!((first.x, first.y, count(first)), (3, 1, Some(7)));
        assert_eq!((second.x, second.y, count(second)), (-1, 0, Some(8)));
        let squares = View::of_text("x.o");
        assert_eq!(squares.clone().with_stores(Some([1, 2])), squares);
    }

    #[test]
    fn drawn_lines_fill_the_room_between_places() {
        let mut view = View::default();
        for (x, y) in [(0, 0), (2, 0), (0, 2), (2, 2)] {
            view.cell(x, y, Shape::Point, None);
        }
        let mut line = |from, to, drawn| view.lines.push(Line { from, to, drawn });
        line((2, 0), (0, 0), true);
        line((2, 0), (2, 2), true);
        line((0, 0), (0, 2), false);
        line((0, 0), (2, 2), true);
        assert_eq!(view.to_text(), "  ·-----·\n        |\n  ·     ·\n");
        view.lines[1].drawn = false;
        assert_eq!(view.to_text(), "  ·-----·\n\n  ·     ·\n");
    }

    #[test]
    fn a_text_draws_squares_and_heaps() {
        assert_eq!(View::of_text("x.o/.#.").to_text(), "  x  ·  o\n  ·  #  ·\n");
        assert_eq!(View::of_text("3,0,12").to_text(), "  3  0 12\n");
        assert_eq!(
            View::of_text("x").cells[0].piece,
            Some(Piece::of(Side::First, 'x'))
        );
    }

    #[test]
    fn long_words_keep_apart() {
        let mut view = View::default();
        view.label(0, 0, "200");
        view.label(1, 0, "300");
        view.label(1, 1, "7");
        assert_eq!(view.to_text(), "200 300\n     7\n");
    }
}
