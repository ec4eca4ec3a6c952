//! Rectangular boards: square names, stones as text, pictures, and lines of equal stones.
//!
//! Squares are numbered along the rows: `b1` is square 1, and `a2` follows the last square of row 1. Stones are two
//! bit sets, First's and then Second's; in texts First's are `x`, Second's `o`, and `.` is an empty square.

use crate::game::Side;
use crate::language::Message;
use crate::message;
use crate::notation::{format_column, parse_square};
use crate::random::SplitMix;
use crate::view::{Piece, Shape, View};
use crate::word::Word;

/// A rectangular board of at most 128 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// From left to right.
    pub columns: usize,
    /// From row 1 on.
    pub rows: usize,
    /// Where row 1 is.
    pub row_one: RowOne,
}

/// Where row 1 of a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOne {
    /// At the bottom, as in chess.
    Bottom,
    /// On top, as in Othello.
    Top,
}

/// All lines of some length in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    /// The offset from a square of a line to the next.
    pub step: u32,
    /// The first squares of the lines.
    pub starts: u128,
}

/// The character of a side's stones.
#[inline]
pub const fn symbol(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

/// Converts between (side to move, opponent) and (First, Second).
#[inline]
pub fn turned<T>([own, other]: [T; 2], side: Side) -> [T; 2] {
    match side {
        Side::First => [own, other],
        Side::Second => [other, own],
    }
}

impl Grid {
    /// A board of that size.
    pub const fn new(columns: usize, rows: usize, row_one: RowOne) -> Self {
        Self {
            columns,
            rows,
            row_one,
        }
    }

    /// The number of squares.
    #[inline]
    pub const fn squares(&self) -> usize {
        self.columns * self.rows
    }

    /// The column and the row of a square, from 0.
    #[inline]
    pub const fn place(&self, square: usize) -> (usize, usize) {
        (square % self.columns, square / self.columns)
    }

    /// The number of rows above a row; rows count from 0 at row 1. The function is its own inverse.
    const fn rows_above(&self, row: usize) -> usize {
        match self.row_one {
            RowOne::Bottom => self.rows - 1 - row,
            RowOne::Top => row,
        }
    }

    /// The name of a square.
    pub fn format_square(&self, square: usize) -> String {
        let (column, row) = self.place(square);
        format!("{}{}", format_column(column), row + 1)
    }

    /// Parses the name of a square.
    pub fn parse_square(&self, text: &str) -> Result<usize, Message> {
        let Self { columns, rows, .. } = *self;
        match parse_square(text) {
            Some((column, row)) if column < columns && row < rows => Ok(row * columns + column),
            Some(_) => {
                let last = self.format_square(self.squares() - 1);
                Err(message!(
                    "there is no square {text}, they go from a1 to {last}",
                    "il n'y a pas de case {text}, elles vont de a1 à {last}"
                ))
            }
            None => Err(message!(
                "a square is its column and its row, as in b2",
                "une case est sa colonne et sa ligne, comme b2"
            )),
        }
    }

    /// The rows from the top, separated by `/`.
    pub fn format_stones(&self, stones: [u128; 2]) -> String {
        self.format_rows(|square| stone(stones, square).map_or('.', symbol))
    }

    /// The rows from the top, separated by `/`, with a character for each square.
    pub fn format_rows(&self, symbol: impl Fn(usize) -> char) -> String {
        let row = |above: usize| -> String {
            let first = self.rows_above(above) * self.columns;
            (first..first + self.columns).map(&symbol).collect()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Reads the rows from the top, separated by `/`.
    pub fn parse_stones(&self, text: &str) -> Result<[u128; 2], Message> {
        let Self { columns, rows, .. } = *self;
        let given = text.split('/').count();
        if given != rows {
            return Err(message!(
                "{rows} rows from the top are wanted, separated by /, but {given} are given",
                "il faut {rows} lignes de haut en bas, séparées par des /, mais il y en a {given}"
            ));
        }
        let mut stones = [0, 0];
        for (above, line) in text.split('/').enumerate() {
            let row = self.rows_above(above);
            let given = line.chars().count();
            if given != columns {
                let row = row + 1;
                return Err(message!(
                    "row {row} has {given} squares instead of {columns}: {line:?}",
                    "la ligne {row} a {given} cases au lieu de {columns} : {line:?}"
                ));
            }
            for (column, symbol) in line.chars().enumerate() {
                let square = row * columns + column;
                match symbol {
                    '.' => {}
                    'x' => stones[0] |= 1 << square,
                    'o' => stones[1] |= 1 << square,
                    _ => {
                        let name = self.format_square(square);
                        return Err(message!(
                            "{symbol:?} on {name} is none of x, o and . (empty)",
                            "{symbol:?} en {name} n'est ni x, ni o, ni . (vide)"
                        ));
                    }
                }
            }
        }
        Ok(stones)
    }

    /// Fills each square at random: empty, a stone of First or one of Second.
    pub fn random_stones(&self, random: &mut SplitMix) -> [u128; 2] {
        let mut stones = [0, 0];
        for square in 0..self.squares() {
            if let Some(of) = stones.get_mut(random.below(3)) {
                *of |= 1 << square;
            }
        }
        stones
    }

    /// Random stones, and the side to move where the sides alternate in adding one: First if the counts are equal,
    /// otherwise Second. The counts may be impossible.
    pub fn random_alternation(&self, random: &mut SplitMix) -> (String, Side) {
        let stones = self.random_stones(random);
        let [first, second] = stones.map(u128::count_ones);
        let side = if first == second {
            Side::First
        } else {
            Side::Second
        };
        (self.format_stones(stones), side)
    }

    /// The picture of stones without labels; cells are numbered as squares.
    pub fn bare_picture(&self, stones: [u128; 2]) -> View {
        let piece = |side| Piece::of(side, symbol(side));
        self.picture_of(|square| stone(stones, square).map(piece))
    }

    /// The picture of stones with labels.
    pub fn picture(&self, stones: [u128; 2]) -> View {
        let mut view = self.bare_picture(stones);
        self.label_columns(&mut view);
        self.label_rows(&mut view);
        view
    }

    /// The picture of arbitrary pieces, without labels.
    pub fn picture_of(&self, piece: impl Fn(usize) -> Option<Piece>) -> View {
        let mut view = View::default();
        for square in 0..self.squares() {
            let (column, row) = self.place(square);
            let y = self.rows_above(row) as i32;
            view.cell(column as i32, y, Shape::Square, piece(square));
        }
        view
    }

    /// Labels the columns beside row 1.
    pub fn label_columns(&self, view: &mut View) {
        let y = match self.row_one {
            RowOne::Bottom => self.rows as i32,
            RowOne::Top => -1,
        };
        view.label_columns(y, (0..self.columns).map(format_column));
    }

    /// Labels the rows beside column 1.
    pub fn label_rows(&self, view: &mut View) {
        for row in 0..self.rows {
            view.label(-1, self.rows_above(row) as i32, (row + 1).to_string());
        }
    }

    /// The image of a square: bit 0 of `s` exchanges left and right, bit 1 top and bottom, bit 2 columns and rows
    /// on square boards.
    pub const fn image(&self, square: usize, s: usize) -> u8 {
        let (mut column, mut row) = self.place(square);
        if s & 1 != 0 {
            column = self.columns - 1 - column;
        }
        if s & 2 != 0 {
            row = self.rows - 1 - row;
        }
        if s & 4 != 0 {
            (column, row) = (row, column);
        }
        (row * self.columns + column) as u8
    }

    /// The images of all squares under each symmetry: eight on a square board, otherwise four.
    pub fn images(&self) -> Vec<Vec<u8>> {
        let symmetries = if self.columns == self.rows { 8 } else { 4 };
        let images = |s| {
            (0..self.squares())
                .map(|square| self.image(square, s))
                .collect()
        };
        (0..symmetries).map(images).collect()
    }

    /// All lines of `length` squares along rows, columns and both diagonals.
    pub fn lines(&self, length: usize) -> Vec<Lines> {
        let (columns, rows) = (self.columns, self.rows);
        let directions: &[(isize, usize)] = if length == 1 {
            // A single square is the same line in every direction.
            &[(1, 0)]
        } else {
            &[(1, 0), (0, 1), (1, 1), (-1, 1)]
        };
        let fits = |square: usize, (right, up): (isize, usize)| {
            let (column, row) = self.place(square);
            let last = column as isize + right * (length as isize - 1);
            (0..columns as isize).contains(&last) && row + up * (length - 1) < rows
        };
        directions
            .iter()
            .map(|&direction| Lines {
                step: (direction.0 + (direction.1 * columns) as isize) as u32,
                starts: (0..self.squares())
                    .filter(|&square| fits(square, direction))
                    .fold(0, |starts, square| starts | 1 << square),
            })
            .filter(|lines| lines.starts != 0)
            .collect()
    }

    /// For each square, the number of lines of `length` squares that it lies on: the course's table of possible
    /// alignments.
    pub fn alignments(&self, length: usize) -> Vec<u16> {
        let mut table = vec![0; self.squares()];
        for lines in self.lines(length) {
            for start in lines.starts.indices() {
                for i in 0..length {
                    table[start as usize + i * lines.step as usize] += 1;
                }
            }
        }
        table
    }
}

/// The side that has a stone on a square.
fn stone(stones: [u128; 2], square: usize) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|&side| stones[side as usize].has(square as u32))
}

/// Rejects counts of stones that are impossible if the sides alternate in adding one.
pub fn check_alternation(stones: [u128; 2], side: Side) -> Result<(), Message> {
    let [first, second] = stones.map(u128::count_ones);
    let (wanted_en, wanted_fr) = match side {
        Side::First => ("as many x as o", "autant de x que de o"),
        Side::Second => ("one x more than o", "un x de plus que de o"),
    };
    if first == second + side as u32 {
        return Ok(());
    }
    Err(message!(
        "when `{side}` is to move there are {wanted_en}, not {first} x and {second} o",
        "quand c'est à `{side}` de jouer il y a {wanted_fr}, et non {first} x et {second} o"
    ))
}

/// Rejects impossible lines where a line ends the game: `other` are the stones of the side that moved last, and
/// `last` the candidates for its last stone.
pub fn check_lines<W: Word>(
    side: Side,
    own: W,
    other: W,
    last: W,
    aligned: impl Fn(W) -> bool,
) -> Result<(), Message> {
    let (mine, theirs) = (symbol(side), symbol(side.other()));
    let completes = |stone| !aligned(other ^ W::bit(stone));
    match (aligned(own), aligned(other)) {
        (true, true) => Err(message!(
            "x and o cannot both have a line",
            "x et o ne peuvent pas avoir tous deux un alignement"
        )),
        (true, false) => Err(message!(
            "{mine} had a line already, so {theirs} could not have moved after it",
            "{mine} avait déjà un alignement : {theirs} n'a pas pu jouer ensuite"
        )),
        (false, true) if !last.indices().any(completes) => Err(message!(
            "no single last stone completes all lines of {theirs}",
            "aucun dernier pion n'achève à lui seul tous les alignements de {theirs}"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVEN_BY_SIX: Grid = Grid::new(7, 6, RowOne::Bottom);

    #[test]
    fn alignments_are_the_table_of_the_course() {
        let table = SEVEN_BY_SIX.alignments(4);
        let lower = [
            [3, 4, 5, 7, 5, 4, 3],
            [4, 6, 8, 10, 8, 6, 4],
            [5, 8, 11, 13, 11, 8, 5],
        ];
        for (row, values) in lower.iter().enumerate() {
            assert_eq!(table[7 * row..7 * row + 7], *values, "row {row}");
            assert_eq!(
                table[7 * (5 - row)..7 * (5 - row) + 7],
                *values,
                "row {row}"
            );
        }
    }

    #[test]
    fn lines_of_one_and_lines_too_long() {
        assert_eq!(SEVEN_BY_SIX.alignments(1), [1; 42]);
        assert_eq!(SEVEN_BY_SIX.alignments(8), [0; 42]);
    }

    #[test]
    fn stones_read_back_with_row_one_where_it_is() {
        for (row_one, text) in [(RowOne::Bottom, ".o/x."), (RowOne::Top, "x./.o")] {
            let grid = Grid::new(2, 2, row_one);
            assert_eq!(grid.parse_stones(text).unwrap(), [1, 8]);
            assert_eq!(grid.format_stones([1, 8]), text);
        }
    }
}
