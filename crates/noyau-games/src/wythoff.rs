//! Wythoff's game: a queen moves any distance left, down, or diagonally left and down. The side that moves her to
//! the lower left corner wins: there the opponent cannot move.
//!
//! ```text
//!   2  ·  ·  Q
//!   1  ·  ·  ·        0,2 goes left, 2,0 down, 1,1 and 0,0 diagonally
//!   0  ·  ·  ·
//!      0  1  2
//! ```
//!
//! A square is its column and its row from 0, `2,0`, and so is a move: its target. Several moves are separated only
//! by spaces, since a move contains a comma.

mod reasons;

use noyau_core::notation::parse_numbers;
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Wythoff> = Spec::new(
    Info {
        name: "wythoff",
        summary: Text::new(
            "The queen goes left, down or diagonally towards 0,0; who cannot move loses.",
            "La reine va à gauche, en bas ou en diagonale vers 0,0 ; qui ne peut pas jouer perd.",
        ),
        parameters: Text::new(
            "the queen's column,row from 0, each at most 65535",
            "la colonne,ligne de la reine à partir de 0, chacune d'au plus 65535",
        ),
        default: "7,7",
        version: 1,
    },
    FACTS,
    |parameters, _| Wythoff::parse(parameters),
)
.configured(|game| Magnitude::of(game.bound(0).into()))
.impartial()
.indexed()
.symmetric()
.ranked()
.reversible_without_cycles()
.explained();

const FACTS: &[Fact] = &[
    Fact::perft("2,1", &[1, 4, 7, 3, 0]).source("by hand"),
    Fact::perft("2,1", &[1, 2, 1, 0]).known_at("2,0 second", "by hand: a single heap of two"),
    Fact::count("7,7", 64, 1, Some(14)).source("every square; a step at a time lasts longest"),
    Fact::count("2,5", 18, 1, Some(7)).source("every square; a step at a time lasts longest"),
    Fact::value("0,0", Outcome::Loss, Some(0)).source("the rules"),
    Fact::value("7,7", Outcome::Win, Some(1)).source("the diagonal leads to the corner"),
    Fact::value("2,1", Outcome::Loss, Some(2)).source("Wythoff 1907: lost at ⌊nφ⌋, ⌊nφ²⌋ alone"),
    Fact::value("13,8", Outcome::Loss, None).source("Wythoff 1907, n = 5"),
    Fact::value("13,8", Outcome::Win, None).known_at("6,8 second", "Wythoff 1907: no such square"),
    Fact::value("13,8", Outcome::Loss, None).known_at("4,7 second", "Wythoff 1907, n = 3"),
    Fact::nimber("7,7", 5).source("OEIS A047708, the diagonal of A004481"),
];

/// A column and a row, from 0: the square of the queen, or the target of a move.
pub type Square = (u16, u16);

/// The rules, with the starting square of the queen.
#[derive(Debug, Clone, Copy)]
pub struct Wythoff {
    start: Square,
}

fn parse_square(text: &str) -> Option<Square> {
    let [column, row] = parse_numbers(text)?.try_into().ok()?;
    Some((column, row))
}

impl Wythoff {
    fn parse(parameters: &str) -> Result<Self, Message> {
        let start = parse_square(parameters);
        start.map(|start| Self { start }).ok_or_else(|| {
            message!(
                "a column and a row are wanted, two whole numbers from 0 to 65535 with a comma between them",
                "il faut une colonne et une ligne, deux nombres entiers de 0 à 65535 séparés par une virgule"
            )
        })
    }

    /// Whether the board is drawn as the two numbers that the queen's moves lower.
    fn is_large(&self) -> bool {
        self.start.0.max(self.start.1) > 31
    }
}

impl Game for Wythoff {
    type Position = Square;
    /// The target of the queen.
    type Move = Square;

    fn start(&self) -> Square {
        self.start
    }

    #[inline]
    fn outcome(&self, queen: &Square) -> Option<Outcome> {
        (*queen == (0, 0)).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, &(column, row): &Square, out: &mut Vec<Square>) {
        out.extend((0..column).map(|to| (to, row)));
        out.extend((0..row).map(|to| (column, to)));
        out.extend((1..=column.min(row)).map(|step| (column - step, row - step)));
    }

    #[inline]
    fn play(&self, queen: &mut Square, to: Square) {
        *queen = to;
    }
}

impl Impartial for Wythoff {}

/// Columns and rows may be exchanged, if there are equally many.
impl Symmetric for Wythoff {
    fn symmetries(&self) -> usize {
        1 + usize::from(self.start.0 == self.start.1)
    }

    fn transform(&self, &(column, row): &Square, s: usize) -> Square {
        if s == 1 { (row, column) } else { (column, row) }
    }

    fn transform_move(&self, _: &Square, to: Square, s: usize) -> Square {
        self.transform(&to, s)
    }
}

/// One tier, row by row: every move leads to a lower number.
impl Index for Wythoff {
    fn dense(&self, _: u32) -> Option<u64> {
        Some((u64::from(self.start.0) + 1) * (u64::from(self.start.1) + 1))
    }

    fn coverage(&self) -> Coverage {
        Coverage::Whole
    }

    fn descends(&self, _: u32) -> bool {
        true
    }

    fn number(&self, &(column, row): &Square) -> u64 {
        u64::from(row) * (u64::from(self.start.0) + 1) + u64::from(column)
    }

    fn position(&self, _: u32, number: u64) -> Option<Square> {
        let columns = u64::from(self.start.0) + 1;
        let queen = ((number % columns) as u16, (number / columns) as u16);
        (number < self.bound(0)).then_some(queen)
    }
}

impl Reversible for Wythoff {
    fn predecessors(&self, &(column, row): &Square, out: &mut Vec<Square>) {
        let (last_column, last_row) = self.start;
        out.extend((column..last_column).map(|from| (from + 1, row)));
        out.extend((row..last_row).map(|from| (column, from + 1)));
        let diagonal = (last_column - column).min(last_row - row);
        out.extend((1..=diagonal).map(|step| (column + step, row + step)));
    }
}

impl Notation for Wythoff {
    /// Moves contain commas, so only spaces separate them.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn parameters(&self) -> String {
        self.format_board(&self.start, Side::First)
    }

    fn format_board(&self, (column, row): &Square, _: Side) -> String {
        format!("{column},{row}")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Square, Message> {
        let (column, row) = self.start;
        let queen = parse_square(text).filter(|queen| queen.0 <= column && queen.1 <= row);
        queen.ok_or_else(|| {
            message!(
                "the queen's column, 0 to {column}, and row, 0 to {row}, are wanted with a comma between them",
                "il faut la colonne de la reine, de 0 à {column}, et sa ligne, de 0 à {row}, séparées par une virgule"
            )
        })
    }

    fn format_move(&self, _: &Square, to: Square) -> String {
        self.format_board(&to, Side::First)
    }

    fn parse_move(&self, queen: &Square, text: &str) -> Option<Square> {
        let to = parse_square(text)?;
        let left = queen.0.checked_sub(to.0)?;
        let down = queen.1.checked_sub(to.1)?;
        let legal = (left == 0 || down == 0 || left == down) && (left, down) != (0, 0);
        legal.then_some(to)
    }

    fn why_illegal(&self, &(column, row): &Square, text: &str) -> Option<Message> {
        Some(match parse_square(text) {
            None => message!(
                "a move is the column and the row to go to, as in 3,7",
                "un coup est la colonne et la ligne où aller, comme 3,7"
            ),
            Some(to) if to == (column, row) => {
                message!("the queen stands there already", "la reine s'y trouve déjà")
            }
            Some(to) if to.0 > column || to.1 > row => message!(
                "the queen goes from {column},{row} left and down only",
                "depuis {column},{row} la reine ne va qu'à gauche et en bas"
            ),
            Some(_) => message!(
                "from {column},{row} the queen goes left, down or along the diagonal, as many columns as rows",
                "depuis {column},{row} la reine va à gauche, en bas ou en diagonale, d'autant de colonnes que de lignes"
            ),
        })
    }

    fn picture(&self, queen: &Square, side: Side) -> View {
        if self.is_large() {
            return View::of_text(&self.format_board(queen, side));
        }
        let (columns, rows) = (i32::from(self.start.0) + 1, i32::from(self.start.1) + 1);
        let at = (i32::from(queen.0), rows - 1 - i32::from(queen.1));
        let piece = |x, y| ((x, y) == at).then_some(Piece::neutral('Q'));
        let mut view = View::grid(columns, rows, piece);
        view.label_rows((0..rows).rev());
        view.label_columns(rows, 0..columns);
        view
    }

    fn touch(&self, queen: &Square, side: Side, to: Square) -> Touch {
        if self.is_large() {
            return self.picture(queen, side).changes(&self.picture(&to, side));
        }
        let (columns, top) = (usize::from(self.start.0) + 1, self.start.1);
        let cell = |(column, row)| usize::from(top - row) * columns + usize::from(column);
        Touch::cells([cell(*queen), cell(to)])
    }
}
