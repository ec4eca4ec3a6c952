//! What a board looks like, as data: the terminal, the SVG writer and the page draw any view without knowing the game.

mod svg;

use crate::game::Side;
use crate::notation::parse_numbers;
use std::collections::BTreeMap;
use std::ops::Range;

/// A picture of a position. Coordinates are small whole numbers, x to the right and y down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// The lines of the board.
    pub lines: Vec<Line>,
    /// Words beside the board, such as the names of rows and columns.
    pub labels: Vec<Label>,
    /// What each legal move touches, in the order of the legal moves.
    pub moves: Vec<Touch>,
}

/// A place on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// How the place is drawn.
    pub shape: Shape,
    /// What stands on it.
    pub piece: Option<Piece>,
}

/// How a place is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A square of a grid.
    Square,
    /// A point where lines meet.
    Point,
    /// A hole that holds things.
    Pit,
}

/// What stands on a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is, if it is anybody's.
    pub side: Option<Side>,
    /// One character that tells its kind, for the terminal and for those who cannot see colours.
    pub symbol: char,
    /// How many there are.
    pub count: u32,
}

/// A line of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// One end.
    pub from: (i32, i32),
    /// The other end.
    pub to: (i32, i32),
    /// Whether it has been drawn, where drawing lines is the game.
    pub drawn: bool,
}

/// A word beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// The word.
    pub text: String,
}

/// What a move touches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touch {
    /// Indices of cells, in the order a hand would touch them.
    pub cells: Vec<usize>,
    /// Indices of lines.
    pub lines: Vec<usize>,
}

impl Piece {
    /// A piece of nobody.
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

    /// So many things of nobody in one place.
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
    /// The picture that the text of a board draws: `/` ends a row, `x` is a piece of First, `o` one of Second, `.` and `_`
    /// are empty squares, and any other character is a piece of nobody. Numbers, with commas between them, are heaps.
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

    /// A board of squares, the top row first, with what stands at each x and y.
    pub fn grid(columns: i32, rows: i32, piece: impl Fn(i32, i32) -> Option<Piece>) -> Self {
        let mut view = Self::default();
        for y in 0..rows {
            for x in 0..columns {
                view.cell(x, y, Shape::Square, piece(x, y));
            }
        }
        view
    }

    /// Draws a heap of matches in row y: so many places of which the first `size` are filled, or one place with a number if
    /// it is `long`. What it gives says what touching some of the matches, numbered from 0, touches.
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

    /// Writes the names of the columns from the left in row y.
    pub fn label_columns(&mut self, y: i32, names: impl IntoIterator<Item: ToString>) {
        for (x, name) in (0..).zip(names) {
            self.label(x, y, name.to_string());
        }
    }

    /// Writes the names of the rows from the top beside the left column.
    pub fn label_rows(&mut self, names: impl IntoIterator<Item: ToString>) {
        for (y, name) in (0..).zip(names) {
            self.label(-1, y, name.to_string());
        }
    }

    /// The cells that differ in the picture that a move leads to.
    pub fn changes(&self, after: &Self) -> Touch {
        let changed = |&cell: &usize| after.cells.get(cell) != Some(&self.cells[cell]);
        Touch::cells((0..self.cells.len()).filter(changed))
    }

    /// Adds a place and gives its index.
    pub fn cell(&mut self, x: i32, y: i32, shape: Shape, piece: Option<Piece>) -> usize {
        self.cells.push(Cell { x, y, shape, piece });
        self.cells.len() - 1
    }

    /// Adds a word beside the board.
    pub fn label(&mut self, x: i32, y: i32, text: impl Into<String>) {
        self.labels.push(Label {
            x,
            y,
            text: text.into(),
        });
    }

    /// The board in characters, one line of text a row, three columns a cell. Lines that are drawn and go along a row or
    /// a column show where there is room between places.
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
        // A word ends in the last column of its place, unless the one before it takes that room.
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
                // The row is there even if nothing in it is drawn yet, so that the board keeps its shape.
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
