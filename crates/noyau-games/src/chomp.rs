//! Chomp, la gaufre: a bar of chocolate whose top left square is poisoned. A move picks a square and eats it with
//! all squares below it and to its right; the side that must eat the poison loses.
//!
//! ```text
//!      a  b  c
//!   1  X  #  #        b2 leaves   1  X  #  #
//!   2  #  #  #                    2  #
//! ```

mod reasons;

use noyau_core::index::Descending;
use noyau_core::notation::{format_column, parse_sizes, parse_square};
use noyau_core::rank::binomial;
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Chomp> = Spec::new(
    Info {
        name: "chomp",
        summary: Text::new(
            "Eat a square and all below and to its right; who must eat the poisoned a1, top left, has lost.",
            "Mangez un carré et tous ceux en dessous et à droite ; qui doit manger a1, empoisonné, en haut à gauche, a perdu.",
        ),
        parameters: Text::new(
            "rows x columns, each from 1, together at most 64",
            "lignes x colonnes, au moins 1 chacune, au plus 64 ensemble",
        ),
        default: "4x7",
        version: 1,
    },
    FACTS,
    |parameters, _| parse_sizes(parameters).and_then(|(rows, columns)| Chomp::new(rows, columns)),
)
// Every set of squares.
.configured(|game| Magnitude::power(2, (game.rows * game.columns) as u32))
.impartial()
.ranked()
.sifted()
.indexed()
.explained();

const FACTS: &[Fact] = &[
    Fact::perft("2x3", &[1, 5, 13, 19, 15, 5, 0])
        .source("paths of each length in the course's dictionary of Chomp(2,3)"),
    Fact::count("2x3", 9, 1, Some(5)).source("figure 3 of the course"),
    Fact::count("4x7", 329, 1, Some(27))
        .source("C(11,4) − 1, the course's formula; a square a move is the longest play"),
    Fact::value("1x1", Outcome::Loss, Some(0)).source("the rules"),
    Fact::value("2x3", Outcome::Win, Some(5)).source("the course's strategy: 0→2, then 6, then 8"),
    Fact::value("2x3", Outcome::Loss, Some(4))
        .known_at("3,2 first", "position 2 of the course's kernel"),
    Fact::value("2x3", Outcome::Loss, Some(2))
        .known_at("2,1 first", "position 6 of the course's kernel"),
];

/// The rules, with the size of the bar.
#[derive(Debug, Clone)]
pub struct Chomp {
    rows: usize,
    columns: usize,
    /// For each row, from the top, and each length: the number of bars that agree with a given one above that row and
    /// are shorter than that length in it. With m rows from there down, C(length − 1 + m, m).
    shorter: Vec<u64>,
}

/// The boundary of the remaining chocolate, from the bottom left corner of the bar to the top right: from the
/// lowest bit, a 1 goes one column to the right, a 0 one row up.
///
/// ```text
///   # # #
///   #         0: row 3 is empty, 10: row 2 has one, 110: row 1 has two more; read from the right 01 1 01 0
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(u64);

impl Chomp {
    /// The rules on a bar of that size.
    pub fn new(rows: usize, columns: usize) -> Result<Self, Message> {
        if rows == 0 || columns == 0 || rows + columns > 64 {
            return Err(message!(
                "a bar of {rows} rows and {columns} columns is out of range",
                "une tablette de {rows} lignes et {columns} colonnes est hors limites"
            ));
        }
        let shorter = (1..=rows).rev().flat_map(|m| {
            (0..=columns).map(move |length| match length {
                0 => 0,
                // At most C(63, 32), which fits.
                _ => binomial((length - 1 + m) as u64, m as u64).unwrap_or(u64::MAX),
            })
        });
        Ok(Self {
            rows,
            columns,
            shorter: shorter.collect(),
        })
    }

    /// The column of `shorter` for a row.
    #[inline]
    fn shorter(&self, row: usize) -> &[u64] {
        &self.shorter[row * (self.columns + 1)..][..=self.columns]
    }

    /// The lengths of the rows of the bar that has that number.
    fn lengths_of(&self, number: u64) -> [u8; 64] {
        let mut lengths = [0; 64];
        // The empty bar comes first, and has no number.
        let mut left = number + 1;
        let mut longest = self.columns;
        for (row, place) in lengths[..self.rows].iter_mut().enumerate() {
            let shorter = &self.shorter(row)[..=longest];
            longest = shorter.partition_point(|&bars| bars <= left) - 1;
            left -= shorter[longest];
            *place = longest as u8;
        }
        lengths
    }

    /// Calls `mark` with `sum` plus the sum over the rows from `row` to `last`, for every choice of non-increasing
    /// lengths from `least` to `most`.
    fn mark_longer(
        &self,
        (row, last): (usize, usize),
        (least, most): (usize, usize),
        sum: u64,
        mark: &mut impl FnMut(u64),
    ) {
        let shorter = &self.shorter(row)[..=most];
        if row == last {
            for &bars in &shorter[least..] {
                mark(sum.wrapping_add(bars));
            }
            return;
        }
        // Once a row keeps its length, so do all rows below it.
        let kept: u64 = (row..=last).map(|row| self.shorter(row)[least]).sum();
        mark(sum.wrapping_add(kept));
        for (length, &bars) in shorter.iter().enumerate().skip(least + 1) {
            let sum = sum.wrapping_add(bars);
            self.mark_longer((row + 1, last), (least, length), sum, mark);
        }
    }

    /// The lengths of the rows, from the top.
    pub fn lengths(&self, bar: Bar) -> [u8; 64] {
        let mut lengths = [0; 64];
        let mut bits = bar.0;
        let mut length = 0;
        for row in (0..self.rows).rev() {
            let run = bits.trailing_ones();
            length += run as u8;
            lengths[row] = length;
            bits = bits.checked_shr(run + 1).unwrap_or(0);
        }
        lengths
    }

    /// The bar with rows of those lengths, descending from the top.
    pub fn bar(&self, lengths: &[u8]) -> Bar {
        let mut bits = 0;
        let mut at = 0;
        let mut below = 0;
        for &length in lengths[..self.rows].iter().rev() {
            for _ in below..length {
                bits |= 1 << at;
                at += 1;
            }
            at += 1;
            below = length;
        }
        Bar(bits)
    }

    fn grid(&self) -> Grid {
        Grid::new(self.columns, self.rows, RowOne::Top)
    }
}

impl Game for Chomp {
    type Position = Bar;
    /// Row and column, from 0.
    type Move = (u8, u8);

    fn start(&self) -> Bar {
        self.bar(&[self.columns as u8; 64])
    }

    fn outcome(&self, bar: &Bar) -> Option<Outcome> {
        // One square left: no step right before the last row up.
        (bar.0 == 1 << (self.rows - 1)).then_some(Outcome::Loss)
    }

    fn moves(&self, bar: &Bar, out: &mut Vec<(u8, u8)>) {
        let lengths = self.lengths(*bar);
        for (row, &length) in (0..).zip(&lengths[..self.rows]) {
            let poison = u8::from(row == 0);
            out.extend((poison..length).map(|column| (row, column)));
        }
    }

    fn play(&self, bar: &mut Bar, (row, column): (u8, u8)) {
        let mut lengths = self.lengths(*bar);
        for length in &mut lengths[usize::from(row)..self.rows] {
            *length = column.min(*length);
        }
        *bar = self.bar(&lengths);
    }
}

impl Impartial for Chomp {}

/// Bars in lexicographic order of their rows from the top, in one tier: a bite shortens the first row that it touches,
/// so it leads to a lower number.
impl Index for Chomp {
    fn dense(&self, _: u32) -> Option<u64> {
        let bars = binomial((self.rows + self.columns) as u64, self.rows as u64);
        Some(bars.unwrap_or(u64::MAX) - 1)
    }

    fn coverage(&self) -> Coverage {
        Coverage::Whole
    }

    fn descends(&self, _: u32) -> bool {
        true
    }

    fn number(&self, bar: &Bar) -> u64 {
        let lengths = self.lengths(*bar);
        let sum: u64 = lengths[..self.rows]
            .iter()
            .enumerate()
            .map(|(row, &length)| self.shorter(row)[usize::from(length)])
            .sum();
        sum - 1
    }

    fn position(&self, _: u32, number: u64) -> Option<Bar> {
        (number < self.bound(0)).then(|| self.bar(&self.lengths_of(number)))
    }
}

/// ```text
///   # # # # #         The bite that made the rows of equal length c was at column c of the first of them. Before
///   # # . . .         it they were of any lengths from c up to that of the row above, none longer than the one
///   # # . . .         above it, the first of them longer than c.
///   #
/// ```
impl Descending for Chomp {
    fn mark_predecessors(&self, number: u64, mark: &mut impl FnMut(u64)) {
        let lengths = self.lengths_of(number);
        let lengths = &lengths[..self.rows];
        let mut first = 0;
        let mut above = self.columns;
        for rows in lengths.chunk_by(|a, b| a == b) {
            let last = first + rows.len() - 1;
            let least = usize::from(rows[0]);
            let kept = |row: usize| self.shorter(row)[least];
            // Wraps below 0 by the excluded number, if all rows are equal.
            let rest = number.wrapping_sub((first..=last).map(kept).sum());
            for length in least + 1..=above {
                let sum = rest.wrapping_add(self.shorter(first)[length]);
                if first == last {
                    mark(sum);
                } else {
                    self.mark_longer((first + 1, last), (least, length), sum, mark);
                }
            }
            first = last + 1;
            above = least;
        }
    }
}

impl Notation for Chomp {
    fn parameters(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn format_board(&self, bar: &Bar, _: Side) -> String {
        let lengths = self.lengths(*bar);
        let lengths: Vec<_> = lengths[..self.rows].iter().map(u8::to_string).collect();
        lengths.join(",")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Bar, Message> {
        let rows = self.rows;
        let lengths: Option<Vec<u8>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
        let lengths = lengths.filter(|lengths| lengths.len() == rows).ok_or_else(|| {
            message!(
                "the lengths of the {rows} rows from the top are wanted, separated by commas",
                "il faut les longueurs des {rows} lignes de haut en bas, séparées par des virgules"
            )
        })?;
        if let Some(row) = (1..rows).find(|&row| lengths[row] > lengths[row - 1]) {
            let row = row + 1;
            return Err(message!(
                "row {row} is longer than the row above it",
                "la ligne {row} est plus longue que celle du dessus"
            ));
        }
        let (top, columns) = (lengths[0], self.columns);
        if usize::from(top) > columns {
            return Err(message!(
                "row 1 has {top} squares, but the bar has {columns} columns",
                "la ligne 1 a {top} carrés, mais la tablette a {columns} colonnes"
            ));
        }
        if top == 0 {
            return Err(message!(
                "the poisoned square is always left",
                "le carré empoisonné reste toujours"
            ));
        }
        Ok(self.bar(&lengths))
    }

    fn format_move(&self, _: &Bar, (row, column): (u8, u8)) -> String {
        format!("{}{}", format_column(column.into()), row + 1)
    }

    fn why_illegal(&self, _: &Bar, text: &str) -> Option<Message> {
        Some(match parse_square(text) {
            None => message!(
                "a move is a square, its column and its row, as in b2",
                "un coup est un carré, sa colonne et sa ligne, comme b2"
            ),
            Some((0, 0)) => message!("a1 is poisoned", "a1 est empoisonné"),
            Some((column, row)) if row >= self.rows || column >= self.columns => message!(
                "there is no such square on the bar",
                "ce carré n'existe pas sur la tablette"
            ),
            Some(_) => message!("that square is eaten", "ce carré est déjà mangé"),
        })
    }

    fn picture(&self, bar: &Bar, _: Side) -> View {
        let lengths = self.lengths(*bar);
        let grid = self.grid();
        let mut view = grid.picture_of(|square| {
            let (column, row) = grid.place(square);
            let left = column < usize::from(lengths[row]);
            left.then_some(Piece::neutral(if square == 0 { 'X' } else { '#' }))
        });
        grid.label_columns(&mut view);
        grid.label_rows(&mut view);
        view
    }

    fn touch(&self, _: &Bar, _: Side, (row, column): (u8, u8)) -> Touch {
        Touch::cells([usize::from(row) * self.columns + usize::from(column)])
    }
}
