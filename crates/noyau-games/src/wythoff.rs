//! Wythoff's game: a queen goes any distance left, down, or diagonally left and down. Who brings her to the lower left
//! corner wins: there the other cannot move.
//!
//! ```text
//!   2  ·  ·  Q
//!   1  ·  ·  ·        0,2 goes left, 2,0 down, 1,1 and 0,0 diagonally
//!   0  ·  ·  ·
//!      0  1  2
//! ```
//!
//! A square is its column and its row from 0, `2,0`, and so is a move: where to. Several moves are separated by spaces
//! alone, since a move contains a comma.

use noyau::configuration::{Configurations, Magnitude};
use noyau::erased::{Fact, Info, Spec};
use noyau::game::Impartial;
use noyau::notation::parse_number;
use noyau::rank::{Ranked, Reversible};
use noyau::symmetry::Symmetric;
use noyau::view::{Piece, Shape, Touch, View};
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
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
.configured()
.impartial()
.indexed()
.symmetric()
.ranked()
.reversible_without_cycles();

const FACTS: &[Fact] = &[
    Fact::perft("2,1", &[1, 4, 7, 3, 0]).source("by hand"),
    Fact::perft("2,1", &[1, 2, 1, 0])
        .at("2,0 second")
        .source("by hand: a single heap of two"),
    Fact::count("7,7", 64, 1, Some(14))
        .source("every square; a step at a time is the longest play"),
    Fact::count("2,5", 18, 1, Some(7)).source("every square; a step at a time is the longest play"),
    Fact::value("0,0", Outcome::Loss, Some(0)).source("the rules"),
    Fact::value("7,7", Outcome::Win, Some(1)).source("the diagonal leads to the corner"),
    Fact::value("2,1", Outcome::Loss, Some(2))
        .source("Wythoff 1907: lost at the squares ⌊nφ⌋, ⌊nφ²⌋ alone"),
    Fact::value("13,8", Outcome::Loss, None).source("Wythoff 1907, n = 5"),
    Fact::value("13,8", Outcome::Win, None)
        .at("6,8 second")
        .source("Wythoff 1907: no such square"),
    Fact::value("13,8", Outcome::Loss, None)
        .at("4,7 second")
        .source("Wythoff 1907, n = 3"),
    Fact::nimber("7,7", 5).source("OEIS A047708, the diagonal of A004481"),
];

/// The rules, with the square the queen starts from.
#[derive(Debug, Clone, Copy)]
pub struct Wythoff {
    start: Square,
}

/// Where the queen stands, or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    column: u16,
    row: u16,
}

impl Square {
    /// The square in that column and row, both from 0.
    pub const fn new(column: u16, row: u16) -> Self {
        Self { column, row }
    }

    fn parse(text: &str) -> Option<Self> {
        let (column, row) = text.split_once(',')?;
        Some(Self::new(
            parse_number(column.trim())?,
            parse_number(row.trim())?,
        ))
    }

    const fn transposed(self) -> Self {
        Self::new(self.row, self.column)
    }
}

impl Wythoff {
    /// The rules with the queen on that square.
    pub const fn new(start: Square) -> Self {
        Self { start }
    }

    /// Whether the board is drawn as the two numbers that the queen's moves lower.
    const fn is_large(&self) -> bool {
        self.start.column > 31 || self.start.row > 31
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        Square::parse(parameters).map(Self::new).ok_or_else(|| {
            message!(
                "a column and a row are wanted, two whole numbers from 0 to 65535 with a comma between them",
                "il faut une colonne et une ligne, deux nombres entiers de 0 à 65535 séparés par une virgule"
            )
        })
    }
}

impl Game for Wythoff {
    type Position = Square;
    /// Where the queen goes.
    type Move = Square;

    fn start(&self) -> Square {
        self.start
    }

    #[inline]
    fn outcome(&self, queen: &Square) -> Option<Outcome> {
        (*queen == Square::new(0, 0)).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, &Square { column, row }: &Square, out: &mut Vec<Square>) {
        out.extend((0..column).map(|to| Square::new(to, row)));
        out.extend((0..row).map(|to| Square::new(column, to)));
        out.extend((1..=column.min(row)).map(|step| Square::new(column - step, row - step)));
    }

    #[inline]
    fn play(&self, queen: &mut Square, to: Square) {
        *queen = to;
    }
}

impl Impartial for Wythoff {
    fn is_normal_play(&self) -> bool {
        true
    }
}

/// Columns and rows may change places, if there are as many of both.
impl Symmetric for Wythoff {
    fn symmetries(&self) -> usize {
        1 + usize::from(self.start.column == self.start.row)
    }

    fn transform(&self, &queen: &Square, s: usize) -> Square {
        if s == 1 { queen.transposed() } else { queen }
    }

    fn transform_move(&self, _: &Square, to: Square, s: usize) -> Square {
        self.transform(&to, s)
    }
}

impl Ranked for Wythoff {
    fn ranks(&self) -> u64 {
        (u64::from(self.start.column) + 1) * (u64::from(self.start.row) + 1)
    }

    fn rank(&self, queen: &Square) -> u64 {
        u64::from(queen.row) * (u64::from(self.start.column) + 1) + u64::from(queen.column)
    }

    fn unrank(&self, rank: u64) -> Option<Square> {
        let columns = u64::from(self.start.column) + 1;
        let queen = Square::new((rank % columns) as u16, (rank / columns) as u16);
        (rank < self.ranks()).then_some(queen)
    }
}

impl Reversible for Wythoff {
    fn predecessors(&self, &Square { column, row }: &Square, out: &mut Vec<Square>) {
        let Square {
            column: most_column,
            row: most_row,
        } = self.start;
        out.extend((column..most_column).map(|from| Square::new(from + 1, row)));
        out.extend((row..most_row).map(|from| Square::new(column, from + 1)));
        let diagonal = (most_column - column).min(most_row - row);
        out.extend((1..=diagonal).map(|step| Square::new(column + step, row + step)));
    }
}

impl Configurations for Wythoff {
    fn configurations(&self) -> Magnitude {
        let Square { column, row } = self.start;
        Magnitude::of((u128::from(column) + 1) * (u128::from(row) + 1))
    }
}

in_one_descending_tier!(Wythoff);

impl Notation for Wythoff {
    /// Moves contain commas, so that only spaces stand between them.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn parameters(&self) -> String {
        self.format_board(&self.start, Side::First)
    }

    fn format_board(&self, queen: &Square, _: Side) -> String {
        format!("{},{}", queen.column, queen.row)
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Square, Message> {
        let Square { column, row } = self.start;
        Square::parse(text)
            .filter(|queen| queen.column <= column && queen.row <= row)
            .ok_or_else(|| {
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
        let to = Square::parse(text)?;
        let left = queen.column.checked_sub(to.column)?;
        let down = queen.row.checked_sub(to.row)?;
        let legal = (left == 0 || down == 0 || left == down) && (left, down) != (0, 0);
        legal.then_some(to)
    }

    fn why_illegal(&self, queen: &Square, text: &str) -> Option<Message> {
        let Some(to) = Square::parse(text) else {
            return Some(message!(
                "a move is the column and the row to go to, as in 3,7",
                "un coup est la colonne et la ligne où aller, comme 3,7"
            ));
        };
        let Square { column, row } = *queen;
        Some(if to == *queen {
            message!("the queen stands there already", "la reine s'y trouve déjà")
        } else if to.column > column || to.row > row {
            message!(
                "the queen goes from {column},{row} left and down only",
                "depuis {column},{row} la reine ne va qu'à gauche et en bas"
            )
        } else {
            message!(
                "from {column},{row} the queen goes left, down or along the diagonal, as many columns as rows",
                "depuis {column},{row} la reine va à gauche, en bas ou en diagonale, d'autant de colonnes que de lignes"
            )
        })
    }

    fn picture(&self, queen: &Square, _: Side) -> View {
        let mut view = View::default();
        if self.is_large() {
            for (x, count) in [(0, queen.column), (1, queen.row)] {
                view.cell(x, 0, Shape::Pit, Some(Piece::heap('1', count.into())));
            }
            return view;
        }
        let Square { column, row } = self.start;
        for y in 0..=row {
            view.label(-1, y.into(), (row - y).to_string());
            for x in 0..=column {
                let queen = (Square::new(x, row - y) == *queen).then_some(Piece::neutral('Q'));
                view.cell(x.into(), y.into(), Shape::Square, queen);
            }
        }
        for x in 0..=column {
            view.label(x.into(), i32::from(row) + 1, x.to_string());
        }
        view
    }

    fn touch(&self, queen: &Square, _: Side, to: Square) -> Touch {
        if self.is_large() {
            let lowered = [to.column != queen.column, to.row != queen.row];
            return Touch::cells((0..2).filter(|&number| lowered[number]));
        }
        let Square { column, row } = self.start;
        Touch::cells([*queen, to].map(|square| {
            usize::from(row - square.row) * (usize::from(column) + 1) + usize::from(square.column)
        }))
    }
}
