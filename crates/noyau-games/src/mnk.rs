//! The m,n,k-game: on m columns and n rows First places an x, Second an o, alternately. k in a row, a column or a
//! diagonal win; a full board without them is a draw.
//!
//! ```text
//!   4  .  .  .  .
//!   3  .  o  .  .        mnk:4,4,3: First completes a diagonal with d4
//!   2  .  .  x  .
//!   1  .  x  o  .
//!      a  b  c  d
//! ```

mod attack;
mod index;
mod pairing;
mod search_hints;

use crate::in_a_row::{Board, InARow};
use noyau_core::grid::Lines;
use noyau_core::notation::parse_numbers;
use noyau_core::word::Word;
use noyau_dynamic::Files;
use noyau_dynamic::prelude::*;

/// The registry entry, for boards of at most 64 squares.
pub static SPEC: Spec<Mnk> = entry(FACTS, |parameters, _| Mnk::parse(parameters, 64))
    .searched()
    .widened_by(&WIDE);

/// The same rules for boards too large to search.
static WIDE: Spec<Mnk> = entry(&[], |parameters, _| Mnk::parse(parameters, MOST_SQUARES));

const fn entry(
    facts: &'static [Fact],
    build: fn(&str, Files<'_>) -> Result<Mnk, Message>,
) -> Spec<Mnk> {
    let info = Info {
        name: "mnk",
        summary: Text::new(
            "Put a stone on a free square; k in a row, column or diagonal win.",
            "Posez un pion sur une case libre ; k alignés gagnent.",
        ),
        parameters: Text::new(
            "m,n,k: m columns and n rows, at most 128 squares, k from 1 in a line",
            "m,n,k : m colonnes et n lignes, au plus 128 cases, k d'au moins 1 à aligner",
        ),
        default: "3,3,3",
        version: 1,
    };
    Spec::new(info, facts, build)
        .indexed()
        .symmetric()
        .on_cells()
        // Each square is empty or has a stone of either side; the counts determine the side to move.
        .configured(|game| Magnitude::power(3, game.board.grid().squares() as u32))
        .drawn()
        .reversible_without_cycles()
        .judged_by(&[MnkBoard::ALIGNMENTS])
        .explained()
}

const FACTS: &[Fact] = &[
    Fact::perft(
        "3,3,3",
        &[
            1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0,
        ],
    )
    .source("tic-tac-toe"),
    Fact::perft(
        "5,2,3",
        &[1, 10, 90, 720, 5040, 30240, 143_640, 546_912, 1_421_280],
    )
    .source("counted by a program on lists of squares; only rows hold lines"),
    Fact::perft("13,5,3", &[1, 65, 4160, 262_080]).source("65 · 64 · 63, and more than 64 bits"),
    Fact::count("3,3,3", 5478, 958, Some(9)).source("tic-tac-toe"),
    Fact::count("4,3,3", 111_973, 32_410, Some(12))
        .source("counted by a program on lists of squares; the positions also by GamesmanNova"),
    Fact::count("2,5,4", 17_197, 460, Some(10))
        .source("counted by a program on lists of squares; only columns hold lines"),
    Fact::count("3,3,4", 6046, 126, Some(9))
        .source("no line fits: the sum of 9! / (x! o! rest!) over the stones of each ply"),
    Fact::count("3,3,1", 10, 9, Some(1)).source("the first stone wins"),
    Fact::value("3,3,3", Outcome::Draw, None).source("tic-tac-toe"),
    Fact::value("4,3,3", Outcome::Win, Some(7))
        .source("Uiterwijk and van den Herik 2000; the distance by a program on lists of squares"),
    Fact::value("5,5,4", Outcome::Draw, None).source("Uiterwijk and van den Herik 2000"),
    Fact::value("6,5,4", Outcome::Win, None).source("Uiterwijk and van den Herik 2000"),
    Fact::value("7,7,5", Outcome::Draw, None).source("Hsu et al. 2020"),
    Fact::value("2,2,2", Outcome::Win, Some(3)).source("any two of First's stones are a line"),
];

const MOST_SQUARES: usize = 128;

/// The maximum k. A k that fits no line of the board is allowed: all games are drawn.
const LONGEST: usize = 128;

/// The game.
pub type Mnk = InARow<MnkBoard>;

/// The size of the board and the length of a line.
#[derive(Debug, Clone)]
pub struct MnkBoard {
    grid: Grid,
    length: u32,
    full: u128,
    /// The lines in each direction: the offset from a square to the next, and the first squares.
    lines: Vec<(u32, u128)>,
    /// The lines as sets of squares, and those through each square; none on boards of more than 64 squares, which are
    /// not searched.
    masks: Vec<u64>,
    through: Vec<Vec<u64>>,
    /// For each square the number of lines through it.
    alignments: Vec<u16>,
    /// The squares, those on most lines first.
    by_lines: Vec<u8>,
    /// For each symmetry the images of the squares.
    images: Vec<Vec<u8>>,
}

impl Mnk {
    /// The rules on a board of that size, of at most 128 squares.
    pub fn new(columns: usize, rows: usize, length: usize) -> Result<Self, Message> {
        Self::within(columns, rows, length, MOST_SQUARES)
    }

    fn within(columns: usize, rows: usize, length: usize, most: usize) -> Result<Self, Message> {
        if columns == 0 || rows == 0 || length == 0 {
            return Err(message!(
                "m, n and k are at least 1",
                "m, n et k valent au moins 1"
            ));
        }
        if length > LONGEST {
            return Err(message!(
                "k is at most {LONGEST}",
                "k vaut au plus {LONGEST}"
            ));
        }
        if columns
            .checked_mul(rows)
            .is_none_or(|squares| squares > most)
        {
            return Err(message!(
                "{columns} columns of {rows} are more than {most} squares",
                "{columns} colonnes de {rows} font plus de {most} cases"
            ));
        }
        let grid = Grid::new(columns, rows, RowOne::Bottom);
        let lines = grid.lines(length);
        let masks = masks(&lines, length, grid.squares());
        let through = |square| {
            let through = |line: &u64| line >> square & 1 != 0;
            masks.iter().copied().filter(through).collect()
        };
        let alignments = grid.alignments(length);
        let squares = (0..).zip(&alignments);
        let mut by_lines: Vec<(u32, u32)> = squares
            .map(|(square, &lines)| (u32::MAX - u32::from(lines), square))
            .collect();
        by_lines.sort_unstable();
        let board = MnkBoard {
            grid,
            length: length as u32,
            full: u128::MAX >> (128 - grid.squares()),
            through: (0..grid.squares().min(64)).map(through).collect(),
            masks,
            lines: lines
                .iter()
                .map(|lines| (lines.step, lines.starts))
                .collect(),
            alignments,
            by_lines: by_lines.iter().map(|&(_, square)| square as u8).collect(),
            images: grid.images(),
        };
        Ok(Self { board })
    }

    fn parse(parameters: &str, most: usize) -> Result<Self, Message> {
        match parse_numbers(parameters).as_deref() {
            Some(&[columns, rows, length]) => Self::within(columns, rows, length, most),
            _ => Err(message!(
                "three numbers are wanted, separated by commas",
                "il faut trois nombres, séparés par des virgules"
            )),
        }
    }
}

/// The lines as sets of squares, if 64 bits hold the board.
fn masks(lines: &[Lines], length: usize, squares: usize) -> Vec<u64> {
    if squares > 64 {
        return Vec::new();
    }
    let mut masks = Vec::new();
    for &Lines { step, starts } in lines {
        for start in starts.indices() {
            let places = 0..length as u32;
            masks.push(places.fold(0, |line, place| line | 1 << (start + place * step)));
        }
    }
    masks
}

impl MnkBoard {
    /// Whether the stones contain a line.
    ///
    /// ```text
    ///   stones           x x x x . x
    ///   runs of two      x x x . . .     stones & stones one step down
    ///   runs of four     x . . . . .     twos & twos two steps down
    /// ```
    ///
    /// Runs across the edge of the board do not begin at the first square of a line.
    #[inline]
    fn aligned_in<W: Word>(&self, stones: W) -> bool {
        self.lines.iter().any(|&(step, starts)| {
            let mut runs = stones;
            let mut length = 1;
            while length < self.length {
                let more = length.min(self.length - length);
                runs = runs & runs.down(more * step);
                length += more;
            }
            runs & W::narrow(starts) != W::ZERO
        })
    }
}

impl Board for MnkBoard {
    type Set = u128;

    fn grid(&self) -> Grid {
        self.grid
    }

    #[inline]
    fn full(&self) -> u128 {
        self.full
    }

    #[inline]
    fn aligned(&self, stones: u128) -> bool {
        // Words of half the width suffice for most boards, and are faster.
        if self.full >> 64 == 0 {
            self.aligned_in(stones as u64)
        } else {
            self.aligned_in(stones)
        }
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, square: u8, s: usize) -> u8 {
        self.images[s][usize::from(square)]
    }

    fn lines_through(&self, square: u8) -> Score {
        self.alignments[usize::from(square)].into()
    }

    fn parameters(&self) -> String {
        format!("{},{},{}", self.grid.columns, self.grid.rows, self.length)
    }
}
