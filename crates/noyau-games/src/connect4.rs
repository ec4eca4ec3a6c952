//! Connect 4, Puissance 4: First and Second alternately drop a stone into a column, where it falls onto the stones
//! below. Four in a row, a column or a diagonal win; a full board without them is a draw.
//!
//! ```text
//!   .  .  .  .  .  .  .
//!   .  .  .  .  .  .  .
//!   .  .  .  .  .  .  .
//!   .  .  .  x  .  .  .
//!   .  .  .  o  .  .  .        after 4 4 4 5, or 4445
//!   .  .  .  x  o  .  .
//!   1  2  3  4  5  6  7
//! ```

mod endgame;
mod index;
mod search_hints;

use crate::threats::{self, Threatening};
use noyau_core::grid::{check_alternation, check_lines, turned};
use noyau_core::notation::{parse_number, parse_sizes};
use noyau_core::reason::{Explains, Reason, Situation};
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;
use std::collections::HashSet;

/// The registry entry, for boards that fit 64 bits.
pub static SPEC: Spec<Connect4<u64>> = entry(&[
    Fact::perft(
        "4x4",
        &[
            1, 4, 16, 64, 256, 1020, 4020, 15_540, 57_504, 206_904, 690_504,
        ],
    )
    .source("counted by a program on lists of columns"),
    Fact::perft(
        "7x6",
        &[1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234],
    )
    .source("published"),
    count("1x5", 6, 1, 5),
    count("1x127", 128, 1, 127),
    count("2x6", 1571, 348, 12),
    count("3x5", 38_310, 5940, 15),
    count("4x4", 161_029, 26_740, 16),
    count("5x3", 158_911, 11_348, 15),
    count("6x2", 29_737, 1827, 12),
    count("7x1", 750, 35, 7),
    count("11x1", 48_930, 1856, 11),
    Fact::value("4x4", Outcome::Draw, None).source("Tromp, table of board sizes"),
    Fact::value("7x6", Outcome::Win, Some(7)).known_at(
        "o....../o....../x.x..o./o.x..xx/x.o.oxo/x.ooxxo first",
        PONS,
    ),
    Fact::value("7x6", Outcome::Loss, Some(12)).known_at(
        "....xo./.o..ox./.x..ox./.x..oox/.o.oxoo/xxoxoxx first",
        PONS,
    ),
    Fact::value("7x6", Outcome::Win, Some(13)).known_at(
        ".x.o.../.x.x.../.x.ox../.o.xx.o/ooxoo.x/oooxxxo first",
        PONS,
    ),
    Fact::value("7x6", Outcome::Loss, Some(14)).known_at(
        "..o..../x.o...o/o.x...o/xxoox.x/xxxooox/xooxxxo second",
        PONS,
    ),
    Fact::value("7x6", Outcome::Win, Some(13)).known_at(
        "....ox./....xx./o.x.oxo/xxo.xox/xoo.xxo/xoooxoo first",
        PONS,
    ),
    Fact::value("7x6", Outcome::Loss, Some(14)).known_at(
        "......./......./....o../...oo../x.xox.x/x.xooox first",
        PONS,
    ),
])
.indexed()
.widened_by(&WIDE);

/// The same rules for boards that fit 128 bits.
static WIDE: Spec<Connect4<u128>> = entry(&[]);

const PONS: &str = "Pons, the public test sets of his solver";

const fn count(parameters: &'static str, positions: u64, terminal: u64, longest: u32) -> Fact {
    Fact::count(parameters, positions, terminal, Some(longest))
        .source("positions: Tromp, table of board sizes; the rest by a program on lists of columns")
}

const fn entry<W: Word>(facts: &'static [Fact]) -> Spec<Connect4<W>> {
    Spec::new(
        Info {
            name: "connect4",
            summary: Text::new(
                "Connect 4: drop a stone into a column; four in a row, column or diagonal win.",
                "Puissance 4 : lâchez un pion dans une colonne ; quatre alignés gagnent.",
            ),
            parameters: Text::new(
                "columns x rows, each from 1, with columns times (rows + 1) at most 128",
                "colonnes x lignes, au moins 1 chacune, et colonnes fois (lignes + 1) au plus 128",
            ),
            default: "7x6",
            version: 1,
        },
        facts,
        |parameters, _| parse_sizes(parameters).and_then(|(columns, rows)| Connect4::new(columns, rows)),
    )
    .symmetric()
    .on_cells()
    // Each square is empty or has a stone of either side; the counts determine the side to move.
    .configured(|game| Magnitude::power(3, game.grid().squares() as u32))
    .drawn()
    .reversible_without_cycles()
    .searched()
    .explained()
    .levelled([8, 26, 37, 48, 61, 73, 85, 90, 97, 108])
    .judged_by(const { &[Heuristic {
        name: "alignments",
        summary: Text::new(
            "the possible lines through own stones less those through the other's (course, figure 7)",
            "les alignements possibles par ses pions, moins ceux par les pions adverses (cours, figure 7)",
        ),
        score: Connect4::alignments,
    }] })
}

/// The rules, with the size of the board.
///
/// Cells are numbered column by column from the bottom, with one unused number above each column, so that no line
/// crosses the edge:
///
/// ```text
///    6 13 20 27 34 41 48      free
///    5 12 19 26 33 40 47
///    4 11 18 25 32 39 46      to the next cell of a line:
///    3 10 17 24 31 38 45         column        1
///    2  9 16 23 30 37 44         row           stride
///    1  8 15 22 29 36 43         diagonals     stride − 1, stride + 1
///    0  7 14 21 28 35 42
/// ```
#[derive(Debug, Clone)]
pub struct Connect4<W> {
    columns: u32,
    rows: u32,
    stride: u32,
    /// The lowest cell of every column.
    bottom: W,
    /// Every cell.
    full: W,
    /// The steps along rows and diagonals.
    steps: [u32; 3],
    /// Bit-sliced counts of the lines through each cell: element i holds the cells whose count has bit i.
    alignments: Vec<W>,
    /// The cells of every column, middle columns first.
    centre_first: Vec<W>,
    /// The cells of every other row, from the top one down.
    following: W,
}

/// The stones of the side to move, and all stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones<W> {
    own: W,
    all: W,
}

impl<W: Word> Stones<W> {
    #[inline]
    fn other(self) -> W {
        self.own ^ self.all
    }
}

const LINE: usize = 4;

impl<W: Word> Connect4<W> {
    /// The rules on a board of that size that fits the word.
    pub fn new(columns: usize, rows: usize) -> Result<Self, Message> {
        let most = W::BITS as usize;
        let fits = |bits: &usize| (1..=most).contains(bits);
        let bits = rows
            .checked_add(1)
            .and_then(|stride| columns.checked_mul(stride));
        if rows == 0 || !bits.as_ref().is_some_and(fits) {
            return Err(message!(
                "{columns} times ({rows} + 1) is not between 2 and {most}",
                "{columns} fois ({rows} + 1) n'est pas entre 2 et {most}"
            ));
        }
        let (columns, rows) = (columns as u32, rows as u32);
        let stride = rows + 1;
        let column = W::low_bits(rows);
        let [bottom, full] = [W::bit(0), column].map(|cells| {
            (0..columns).fold(W::ZERO, |all, column| all | cells << (column * stride))
        });
        // Four columns make a row of four. With fewer, the steps lead out of every board.
        let steps = if columns as usize >= LINE {
            [stride - 1, stride, stride + 1]
        } else {
            [W::BITS - 1; 3]
        };
        let cells_of = |column: u32| W::low_bits(rows) << (column * stride);
        let off_centre = |column: u32| ((2 * column + 1).abs_diff(columns), column);
        let mut order: Vec<(u32, u32)> = (0..columns).map(off_centre).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, column)| column).collect();
        let alternate = (0..rows)
            .rev()
            .step_by(2)
            .fold(W::ZERO, |cells, row| cells | bottom << row);
        let mut game = Self {
            columns,
            rows,
            stride,
            bottom,
            full,
            steps,
            alignments: Vec::new(),
            centre_first: order.into_iter().map(cells_of).collect(),
            following: alternate,
        };
        let table = game.grid().alignments(LINE);
        let lines = |cell| table.get(game.square(cell)).copied().unwrap_or(0);
        let counts: Vec<u16> = (0..columns * stride).map(lines).collect();
        let bits = u16::BITS - counts.iter().max().map_or(0, |most| most.leading_zeros());
        game.alignments = (0..bits)
            .map(|bit| {
                let cells =
                    (0..columns * stride).filter(|&cell| counts[cell as usize] >> bit & 1 == 1);
                cells.fold(W::ZERO, |plane, cell| plane | W::bit(cell))
            })
            .collect();
        Ok(game)
    }

    fn grid(&self) -> Grid {
        Grid::new(self.columns as usize, self.rows as usize, RowOne::Bottom)
    }

    /// The grid square of a cell.
    fn square(&self, cell: u32) -> usize {
        (cell % self.stride * self.columns + cell / self.stride) as usize
    }

    fn squares(&self, cells: W) -> u128 {
        let cells = cells.indices();
        cells.fold(0, |squares, cell| squares | 1 << self.square(cell))
    }

    fn cells(&self, squares: u128) -> W {
        squares.indices().fold(W::ZERO, |cells, square| {
            let (column, row) = (square % self.columns, square / self.columns);
            cells | W::bit(column * self.stride + row)
        })
    }

    fn by_side(&self, stones: &Stones<W>, side: Side) -> [u128; 2] {
        turned([stones.own, stones.other()], side).map(|cells| self.squares(cells))
    }

    /// Whether four of the stones are in a line: a pair, and the same pair two steps further.
    #[inline]
    pub fn aligned(&self, stones: W) -> bool {
        let along = |step: u32| {
            let pairs = stones & (stones >> step);
            pairs & pairs.down(2 * step)
        };
        let [falling, row, rising] = self.steps.map(along);
        (along(1) | falling | row | rising) != W::ZERO
    }

    /// The cells where a stone would land: adding one at the bottom of a column carries to the first empty cell.
    #[inline]
    fn landings(&self, all: W) -> W {
        all.plus(self.bottom) & self.full
    }

    fn alignments(&self, stones: &Stones<W>) -> Score {
        let other = stones.other();
        let planes = self.alignments.iter().zip(0..);
        planes
            .map(|(&plane, bit)| {
                let difference =
                    (stones.own & plane).count() as Score - (other & plane).count() as Score;
                difference << bit
            })
            .sum()
    }

    /// The highest stone of every column: the one without a stone above it.
    fn tops(all: W) -> W {
        all & !(all >> 1)
    }

    /// Whether `stones`, by side, can have been dropped alternately, one of `last` the last, so that `side` is to
    /// move. Stones are removed from the columns in all orders; beyond a limit of tries the answer is yes.
    fn has_order(stones: [W; 2], last: W, side: Side) -> bool {
        const MOST_TRIED: usize = 1 << 17;
        let all = stones[0] | stones[1];
        let mut tried = HashSet::new();
        let without = |all: W, from: W, next: Side| {
            let cells = from.indices();
            cells.map(move |cell| (all ^ W::bit(cell), next))
        };
        // The stones left, and the owner of the next stone to remove.
        let mut open: Vec<(W, Side)> = without(all, last, side).collect();
        while let Some((left, owner)) = open.pop() {
            if left == W::ZERO || tried.len() == MOST_TRIED {
                return true;
            }
            if tried.insert(left) {
                let candidates = Self::tops(left) & stones[owner as usize];
                open.extend(without(left, candidates, owner.other()));
            }
        }
        all == W::ZERO
    }
}

impl<W: Word> Game for Connect4<W> {
    type Position = Stones<W>;
    /// The landing cell.
    type Move = u8;

    fn start(&self) -> Stones<W> {
        let [own, all] = [W::ZERO; 2];
        Stones { own, all }
    }

    #[inline]
    fn outcome(&self, stones: &Stones<W>) -> Option<Outcome> {
        if self.aligned(stones.other()) {
            Some(Outcome::Loss)
        } else if stones.all == self.full {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones<W>, out: &mut Vec<u8>) {
        if !self.aligned(stones.other()) {
            out.extend(self.landings(stones.all).indices().map(|cell| cell as u8));
        }
    }

    #[inline]
    fn play(&self, stones: &mut Stones<W>, cell: u8) {
        let (own, all) = (stones.other(), stones.all | W::bit(cell.into()));
        *stones = Stones { own, all };
    }

    #[inline]
    fn to_move(&self, stones: &Stones<W>) -> Option<Side> {
        let even = stones.all.count().is_multiple_of(2);
        Some(if even { Side::First } else { Side::Second })
    }

    #[inline]
    fn random_move(
        &self,
        stones: &Stones<W>,
        random: &mut SplitMix,
        _: &mut Vec<u8>,
    ) -> Option<u8> {
        if stones.all == self.full || self.aligned(stones.other()) {
            return None;
        }
        // Most columns have room: rejection sampling is faster than listing them, and uniform.
        let landings = self.landings(stones.all);
        loop {
            let from = random.below(self.columns as usize) as u32 * self.stride;
            let landing = landings & (W::low_bits(self.rows) << from);
            if landing != W::ZERO {
                return Some(landing.lowest() as u8);
            }
        }
    }
}

/// The mirror image: the columns in reverse order.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "with known sizes its shifts are by constants"
)]
fn mirrored<W: Word>(cells: W, stride: u32, columns: u32) -> W {
    let column = W::low_bits(stride - 1) | W::bit(stride - 1);
    (0..columns).fold(W::ZERO, |image, i| {
        let cells = (cells >> (i * stride)) & column;
        image | cells << ((columns - 1 - i) * stride)
    })
}

impl<W: Word> Symmetric for Connect4<W> {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, stones: &Stones<W>, s: usize) -> Stones<W> {
        if s == 0 {
            return *stones;
        }
        let mirrored = |cells: W| mirrored(cells, self.stride, self.columns);
        let [own, all] = [stones.own, stones.all].map(mirrored);
        Stones { own, all }
    }

    fn transform_move(&self, _: &Stones<W>, cell: u8, s: usize) -> u8 {
        let (column, row) = (u32::from(cell) / self.stride, u32::from(cell) % self.stride);
        match s {
            0 => cell,
            _ => ((self.columns - 1 - column) * self.stride + row) as u8,
        }
    }
}

/// Distinguishes empty cells where a stone would land from other empty cells.
impl<W: Word> Cells for Connect4<W> {
    fn states(&self) -> usize {
        4
    }

    #[inline]
    fn read_cells(&self, stones: &Stones<W>, cells: &mut [u8]) {
        cells.fill(0);
        let landings = self.landings(stones.all);
        for (set, state) in [(stones.own, 1), (stones.other(), 2), (landings, 3)] {
            for cell in set.indices() {
                cells[self.square(cell)] = state;
            }
        }
    }
}

impl<W: Word> Threatening for Connect4<W> {
    const REPLIES_OPEN_CELLS: bool = true;

    fn completing(&self, stones: &Stones<W>) -> Vec<u8> {
        let landings = self.landings(stones.all).indices();
        let completes = |&cell: &u32| self.aligned(stones.own | W::bit(cell));
        landings.filter(completes).map(|cell| cell as u8).collect()
    }

    fn passed(&self, stones: &Stones<W>) -> Stones<W> {
        let (own, all) = (stones.other(), stones.all);
        Stones { own, all }
    }
}

impl<W: Word> Explains for Connect4<W> {
    fn reasons(&self, stones: &Stones<W>, _: Option<Situation>) -> Vec<Reason> {
        threats::reason(self, stones).into_iter().collect()
    }
}

impl<W: Word> Reversible for Connect4<W> {
    fn predecessors(&self, stones: &Stones<W>, out: &mut Vec<Stones<W>>) {
        if self.aligned(stones.own) {
            return;
        }
        let last = Self::tops(stones.all) & stones.other();
        let before = last.indices().map(|cell| Stones {
            own: stones.other() ^ W::bit(cell),
            all: stones.all ^ W::bit(cell),
        });
        out.extend(before.filter(|before| !self.aligned(before.own)));
    }
}

impl<W: Word> RandomConfiguration for Connect4<W> {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let (board, side) = self.grid().random_alternation(random);
        self.parse_board(&board, side).ok()
    }
}

impl<W: Word> Notation for Connect4<W> {
    fn parameters(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    fn format_board(&self, stones: &Stones<W>, side: Side) -> String {
        self.grid().format_stones(self.by_side(stones, side))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones<W>, Message> {
        let squares = self.grid().parse_stones(text)?;
        check_alternation(squares, side)?;
        let stones = squares.map(|squares| self.cells(squares));
        let [own, other] = turned(stones, side);
        let all = own | other;
        let floating = all & !(all << 1) & !self.bottom;
        if floating != W::ZERO {
            let column = floating.lowest() / self.stride + 1;
            return Err(message!(
                "a stone floats in column {column}: there is none below it",
                "un pion flotte dans la colonne {column} : il n'y en a pas dessous"
            ));
        }
        let tops = Self::tops(all) & other;
        check_lines(side, own, other, tops, |stones| self.aligned(stones))?;
        let last = tops
            .indices()
            .filter(|&cell| !self.aligned(other ^ W::bit(cell)));
        let last = last.fold(W::ZERO, |last, cell| last | W::bit(cell));
        if !Self::has_order(stones, last, side) {
            return Err(message!(
                "the stones cannot have been dropped in turn: in some column one would have come too early",
                "les pions n'ont pas pu être lâchés à tour de rôle : dans une colonne l'un serait venu trop tôt"
            ));
        }
        Ok(Stones { own, all })
    }

    fn format_move(&self, _: &Stones<W>, cell: u8) -> String {
        (u32::from(cell) / self.stride + 1).to_string()
    }

    fn parse_move(&self, stones: &Stones<W>, text: &str) -> Option<u8> {
        let column = parse_number::<u32>(text)?;
        let known = (1..=self.columns).contains(&column) && !text.starts_with('0');
        if !known || self.aligned(stones.other()) {
            return None;
        }
        let cells = W::low_bits(self.rows) << ((column - 1) * self.stride);
        let landing = self.landings(stones.all) & cells;
        (landing != W::ZERO).then(|| landing.lowest() as u8)
    }

    fn why_illegal(&self, _: &Stones<W>, text: &str) -> Option<Message> {
        let columns = self.columns;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        Some(match text.parse::<u32>() {
            Ok(column) if digits && (1..=columns).contains(&column) && !text.starts_with('0') => {
                message!("column {column} is full", "la colonne {column} est pleine")
            }
            _ if digits && columns > 9 => message!(
                "there are columns 1 to {columns}; several moves are separated by spaces or commas",
                "les colonnes vont de 1 à {columns} ; plusieurs coups sont séparés par des espaces ou des virgules"
            ),
            _ => message!(
                "a move is the number of a column, 1 to {columns}",
                "un coup est le numéro d'une colonne, de 1 à {columns}"
            ),
        })
    }

    /// With up to nine columns, digits need no separators.
    fn split_moves(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        let mut moves = Vec::with_capacity(text.len());
        for word in words.filter(|word| !word.is_empty()) {
            if self.columns <= 9 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                moves.extend(word.chars().map(String::from));
            } else {
                moves.push(word.to_owned());
            }
        }
        moves
    }

    fn picture(&self, stones: &Stones<W>, side: Side) -> View {
        let mut view = self.grid().bare_picture(self.by_side(stones, side));
        view.label_columns(self.rows as i32, 1..=self.columns);
        view
    }

    fn touch(&self, _: &Stones<W>, _: Side, cell: u8) -> Touch {
        Touch::cells([self.square(cell.into())])
    }
}
