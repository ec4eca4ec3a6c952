//! Domineering: First places vertical dominoes on empty squares, Second horizontal ones. A side that cannot move
//! loses.
//!
//! ```text
//!   3  ·  ·  ·
//!   2  #  ·  ·        First has played a1: the lower square of his domino
//!   1  #  ·  ·        Second may play b1, b2, a3 or b3: the left square of hers
//!      a  b  c
//! ```
//!
//! Only the empty squares decide the future, so covered and blocked ones are written alike, rows from the top:
//! `.../#../#.. second`.

mod bounds;
mod index;
mod reasons;
mod strips;

use noyau_core::notation::{format_column, parse_sizes, parse_square};
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Domineering> = Spec::new(
    Info {
        name: "domineering",
        summary: Text::new(
            "First puts vertical dominoes on free squares, Second horizontal ones; who cannot move loses.",
            "Premier pose des dominos verticaux sur des cases libres, Second des horizontaux ; qui ne peut pas jouer perd.",
        ),
        parameters: Text::new(
            "columns x rows, each from 1, with at most 127 squares",
            "colonnes x lignes, au moins 1 chacune, avec au plus 127 cases",
        ),
        default: "8x8",
        version: 1,
    },
    FACTS,
    |parameters, _| parse_sizes(parameters).and_then(|(columns, rows)| Domineering::new(columns, rows)),
)
// All sets of covered squares, with either side to move.
.configured(|game| Magnitude::power(2, (game.columns * game.rows) as u32 + 1))
.indexed()
.decided(|game| game.columns * game.rows <= 20)
.symmetric()
.reversible_without_cycles()
.splitting()
.placing()
.explained()
.judged_by(&[Heuristic {
    name: "mobility",
    summary: Text::new(
        "places for own dominoes less those for the opponent's",
        "emplacements pour ses dominos moins ceux de l'adversaire",
    ),
    score: Domineering::mobility,
}]);

const COUNTED: &str = "counted by an independent program on sets of coordinates";
const SOLVED: &str = "Breuker, Uiterwijk and van den Herik 2000; the distance by a program";

const FACTS: &[Fact] = &[
    Fact::perft("2x2", &[1, 2, 0]).source("by hand"),
    Fact::perft("3x3", &[1, 6, 20, 40, 8, 0]).source(COUNTED),
    Fact::perft("4x3", &[1, 8, 48, 180, 400, 288, 0]).source(COUNTED),
    Fact::perft("4x3", &[1, 4, 11, 14, 4, 0]).known_at(".#../...#/#... first", COUNTED),
    Fact::perft("4x3", &[1, 5, 11, 18, 4, 0]).known_at(".#../...#/#... second", COUNTED),
    Fact::perft("8x8", &[1, 56, 2940]).source(COUNTED),
    Fact::count("3x3", 46, 19, Some(4)).source(COUNTED),
    Fact::count("4x3", 238, 61, Some(5)).source(COUNTED),
    Fact::count("3x4", 255, 33, Some(5)).source(COUNTED),
    Fact::count("4x4", 2443, 210, Some(8)).source(COUNTED),
    Fact::value("3x3", Outcome::Win, Some(3)).source(SOLVED),
    Fact::value("3x3", Outcome::Win, Some(3)).known_at(".../.../... second", SOLVED),
    Fact::value("4x3", Outcome::Loss, Some(4)).source(SOLVED),
    Fact::value("4x3", Outcome::Win, Some(3)).known_at(".#../...#/#... second", COUNTED),
    Fact::value("4x4", Outcome::Win, Some(7)).source(SOLVED),
    // Larger boards are searched with bounds.
    Fact::value("5x5", Outcome::Loss, None).source(SOLVED),
    Fact::value("5x5", Outcome::Loss, None)
        .known_at("...../...../...../...../..... second", SOLVED),
];

/// The rules, with the size of the board.
#[derive(Debug, Clone, Copy)]
pub struct Domineering {
    columns: usize,
    rows: usize,
    /// All squares.
    board: u128,
    first_column: u128,
    last_column: u128,
}

/// The free squares, and in the highest bit whether Second is to move. Square 0 is `a1`, square 1 `b1`.
///
/// ```text
///    6  7  8
///    3  4  5      on three columns; a vertical domino on s covers s and s + 3, a horizontal one s and s + 1
///    0  1  2
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u128);

const SECOND_TO_MOVE: u128 = 1 << 127;

impl Field {
    /// The free squares and the side to move.
    pub fn new(free: u128, side: Side) -> Self {
        match side {
            Side::First => Self(free),
            Side::Second => Self(free | SECOND_TO_MOVE),
        }
    }

    #[inline]
    fn free(self) -> u128 {
        self.0 & !SECOND_TO_MOVE
    }

    #[inline]
    fn side(self) -> Side {
        if self.0 & SECOND_TO_MOVE == 0 {
            Side::First
        } else {
            Side::Second
        }
    }
}

impl Domineering {
    /// The rules on a board of that size.
    pub fn new(columns: usize, rows: usize) -> Result<Self, Message> {
        let squares = columns.checked_mul(rows);
        if squares.is_none_or(|squares| !(1..=127).contains(&squares)) {
            return Err(message!(
                "a board of {columns} columns and {rows} rows does not have 1 to 127 squares",
                "un plateau de {columns} colonnes et {rows} lignes n'a pas de 1 à 127 cases"
            ));
        }
        let first_column = (0..rows).fold(0, |bits, row| bits | 1 << (row * columns));
        Ok(Self {
            columns,
            rows,
            board: (1 << (columns * rows)) - 1,
            first_column,
            last_column: first_column << (columns - 1),
        })
    }

    /// The offset of the second square of a domino.
    #[inline]
    fn step(&self, side: Side) -> usize {
        match side {
            Side::First => self.columns,
            Side::Second => 1,
        }
    }

    /// The lower or left squares of the dominoes of a side that fit a set of squares.
    #[inline]
    fn dominoes(&self, squares: u128, side: Side) -> u128 {
        match side {
            Side::First => squares & (squares >> self.columns),
            Side::Second => squares & (squares >> 1) & !self.last_column,
        }
    }

    fn mobility(&self, field: &Field) -> Score {
        let count = |side| self.dominoes(field.free(), side).count_ones() as Score;
        count(field.side()) - count(field.side().other())
    }

    /// Reverses the rows.
    fn upside_down(&self, squares: u128) -> u128 {
        let row = self.board >> (self.columns * (self.rows - 1));
        (0..self.rows).fold(0, |bits, y| {
            let from = squares >> (y * self.columns) & row;
            bits | from << ((self.rows - 1 - y) * self.columns)
        })
    }

    /// Rotates by 180°: reverses the squares.
    fn turned_around(&self, squares: u128) -> u128 {
        squares.reverse_bits() >> (128 - self.columns * self.rows)
    }

    fn grid(&self) -> Grid {
        Grid::new(self.columns, self.rows, RowOne::Bottom)
    }
}

/// The squares of a set in ascending order.
fn squares(set: u128) -> impl Iterator<Item = u8> {
    set.indices().map(|square| square as u8)
}

impl Game for Domineering {
    type Position = Field;
    /// The lower or left square of the domino.
    type Move = u8;

    fn start(&self) -> Field {
        Field(self.board)
    }

    #[inline]
    fn outcome(&self, field: &Field) -> Option<Outcome> {
        (self.dominoes(field.free(), field.side()) == 0).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, field: &Field, out: &mut Vec<u8>) {
        out.extend(squares(self.dominoes(field.free(), field.side())));
    }

    #[inline]
    fn play(&self, field: &mut Field, square: u8) {
        let domino = (1 | 1 << self.step(field.side())) << square;
        field.0 ^= domino | SECOND_TO_MOVE;
    }

    #[inline]
    fn to_move(&self, field: &Field) -> Option<Side> {
        Some(field.side())
    }
}

/// Left and right may be exchanged (1), top and bottom (2), or both (3). A quarter turn would exchange the sides.
impl Symmetric for Domineering {
    fn symmetries(&self) -> usize {
        4
    }

    fn transform(&self, field: &Field, s: usize) -> Field {
        let free = field.free();
        let image = match s {
            1 => self.upside_down(self.turned_around(free)),
            2 => self.upside_down(free),
            3 => self.turned_around(free),
            _ => free,
        };
        Field::new(image, field.side())
    }

    fn transform_move(&self, field: &Field, square: u8, s: usize) -> u8 {
        // The image of the domino begins at the image of its other square, if that comes first.
        let domino = (1 | 1 << self.step(field.side())) << square;
        let image = self.transform(&Field(domino), s);
        image.0.trailing_zeros() as u8
    }
}

impl Reversible for Domineering {
    fn predecessors(&self, field: &Field, out: &mut Vec<Field>) {
        let side = field.side().other();
        let covered = self.board & !field.free();
        out.extend(squares(self.dominoes(covered, side)).map(|square| {
            let domino = (1 | 1 << self.step(side)) << square;
            Field::new(field.free() | domino, side)
        }));
    }
}

/// Adjacent empty squares belong to one part; an isolated one has no room for a domino.
impl Splits for Domineering {
    fn split(&self, field: &Field, out: &mut Vec<Field>) {
        let mut rest = field.free();
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            if !region.is_power_of_two() {
                out.push(Field::new(region, field.side()));
            }
        }
    }

    fn turned(&self, field: &Field) -> Field {
        Field(field.0 ^ SECOND_TO_MOVE)
    }
}

impl PlacementGame for Domineering {
    fn free(&self, field: &Field) -> u128 {
        field.free()
    }

    fn placements(&self, free: u128, side: Side, out: &mut Vec<u128>) {
        let domino = 1 | 1 << self.step(side);
        out.extend(squares(self.dominoes(free, side)).map(|square| domino << square));
    }
}

impl Notation for Domineering {
    fn parameters(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    fn format_board(&self, field: &Field, _: Side) -> String {
        let free = field.free();
        self.grid()
            .format_rows(|square| if free.has(square as u32) { '.' } else { '#' })
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Field, Message> {
        let (columns, rows) = (self.columns, self.rows);
        let given = text.split('/').count();
        if given != rows {
            return Err(message!(
                "{rows} rows from the top are wanted, separated by /, not {given}",
                "il faut {rows} lignes de haut en bas, séparées par des /, et non {given}"
            ));
        }
        let mut free = 0;
        for (row, line) in (0..rows).rev().zip(text.split('/')) {
            let name = row + 1;
            let length = line.chars().count();
            if length != columns {
                return Err(message!(
                    "row {name} has {length} squares instead of {columns}",
                    "la ligne {name} a {length} cases au lieu de {columns}"
                ));
            }
            for (column, symbol) in line.chars().enumerate() {
                match symbol {
                    '.' => free |= 1 << (row * columns + column),
                    '#' => {}
                    _ => {
                        let square = format_column(column) + &name.to_string();
                        return Err(message!(
                            "{symbol:?} on {square} is neither . for free nor # for covered",
                            "{symbol:?} en {square} n'est ni . pour libre, ni # pour couverte"
                        ));
                    }
                }
            }
        }
        Ok(Field::new(free, side))
    }

    fn format_move(&self, _: &Field, square: u8) -> String {
        self.grid().format_square(square.into())
    }

    fn why_illegal(&self, field: &Field, text: &str) -> Option<Message> {
        let side = field.side();
        let Some((column, row)) = parse_square(text) else {
            return Some(match side {
                Side::First => message!(
                    "a move is the lower square of a vertical domino, as in b3",
                    "un coup est la case du bas d'un domino vertical, comme b3"
                ),
                Side::Second => message!(
                    "a move is the left square of a horizontal domino, as in b3",
                    "un coup est la case de gauche d'un domino horizontal, comme b3"
                ),
            });
        };
        let (columns, rows) = (self.columns, self.rows);
        if column >= columns || row >= rows {
            return Some(message!(
                "there is no square {text} on a board of {columns} columns and {rows} rows",
                "il n'y a pas de case {text} sur un plateau de {columns} colonnes et {rows} lignes"
            ));
        }
        let square = row * columns + column;
        let free = |square: usize| field.free() >> square & 1 == 1;
        if !free(square) {
            return Some(message!("{text} is covered", "{text} est couverte"));
        }
        let off = match side {
            Side::First => row + 1 == rows,
            Side::Second => column + 1 == columns,
        };
        Some(match side {
            Side::First if off => message!(
                "a vertical domino on {text} would stand out over the top of the board",
                "un domino vertical en {text} dépasserait le haut du plateau"
            ),
            Side::Second if off => message!(
                "a horizontal domino on {text} would stand out over the right of the board",
                "un domino horizontal en {text} dépasserait le bord droit du plateau"
            ),
            _ => {
                let other = self.grid().format_square(square + self.step(side));
                message!(
                    "the domino on {text} needs {other}, which is covered",
                    "le domino en {text} a besoin de {other}, qui est couverte"
                )
            }
        })
    }

    fn picture(&self, field: &Field, _: Side) -> View {
        let grid = self.grid();
        let free = field.free();
        let mut view =
            grid.picture_of(|square| (!free.has(square as u32)).then_some(Piece::neutral('#')));
        grid.label_rows(&mut view);
        grid.label_columns(&mut view);
        view
    }

    fn touch(&self, field: &Field, _: Side, square: u8) -> Touch {
        let square = usize::from(square);
        Touch::cells([square, square + self.step(field.side())])
    }
}
