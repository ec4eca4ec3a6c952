//! Tic-tac-toe, le morpion: on a board of 3 by 3, First places an x, Second an o, alternately. Three in a row, a
//! column or a diagonal win; a full board without them is a draw.
//!
//! ```text
//!   3  x  o  .
//!   2  .  x  .        First completes the diagonal with c1
//!   1  o  .  .
//!      a  b  c
//! ```

mod index;

use crate::in_a_row::{Board, InARow};
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<TicTacToe> = Spec::new(
    Info {
        name: "tictactoe",
        summary: Text::new(
            "Tic-tac-toe: put a stone on a free square of 3 by 3; three in a row, column or diagonal win.",
            "Morpion : posez un pion sur une case libre d'un carré de 3 sur 3 ; trois alignés gagnent.",
        ),
        parameters: Text::new("none", "aucun"),
        default: "",
        version: 1,
    },
    FACTS,
    |parameters, _| TicTacToe::parse(parameters),
)
// Each square is empty or has a stone of either side; the counts determine the side to move.
.configured(|game| Magnitude::power(3, game.board.grid().squares() as u32))
.drawn()
.indexed()
.symmetric()
.on_cells()
.ranked()
.reversible_without_cycles()
.judged_by(&[ThreeByThree::ALIGNMENTS])
.explained();

const FACTS: &[Fact] = &[
    Fact::perft(
        "",
        &[
            1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0,
        ],
    )
    .source("published; together the 549,946 nodes of the whole tree"),
    Fact::count("", 5478, 958, Some(9)).source("published: 626 ends won by x, 316 by o, 16 drawn"),
    Fact::value("", Outcome::Draw, None).source("published"),
    Fact::value("", Outcome::Win, Some(5))
        .at("x.o/.../... first")
        .source("by hand: two threats at once after a1 and a2 or c1"),
];

/// The game.
pub type TicTacToe = InARow<ThreeByThree>;

/// The board. Square `a1` is bit 0, `b1` bit 1, `a2` bit 3.
#[derive(Debug, Clone, Copy)]
pub struct ThreeByThree;

/// The one game of that type.
pub const GAME: TicTacToe = InARow {
    board: ThreeByThree,
};

const SQUARES: usize = 9;
const FULL: u16 = (1 << SQUARES) - 1;
const GRID: Grid = Grid::new(3, 3, RowOne::Bottom);

/// The number of lines through each square.
const ALIGNMENTS: [Score; SQUARES] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// Whether each set of stones contains a line.
static ALIGNED: [bool; 1 << SQUARES] = {
    const LINES: [usize; 8] = [
        0b111,
        0b111_000,
        0b111_000_000, // rows
        0b001_001_001,
        0b010_010_010,
        0b100_100_100, // columns
        0b100_010_001,
        0b001_010_100, // diagonals
    ];
    let mut aligned = [false; 1 << SQUARES];
    let mut stones = 0;
    while stones < aligned.len() {
        let mut i = 0;
        while i < LINES.len() {
            aligned[stones] |= stones & LINES[i] == LINES[i];
            i += 1;
        }
        stones += 1;
    }
    aligned
};

/// The images of the squares under the symmetries.
static IMAGES: [[u8; SQUARES]; 8] = {
    let mut images = [[0; SQUARES]; 8];
    let mut s = 0;
    while s < images.len() {
        let mut square = 0;
        while square < SQUARES {
            images[s][square] = GRID.image(square, s);
            square += 1;
        }
        s += 1;
    }
    images
};

impl TicTacToe {
    fn parse(parameters: &str) -> Result<Self, Message> {
        if parameters.is_empty() {
            Ok(GAME)
        } else {
            Err(message!(
                "the board is always 3 by 3; mnk plays on others",
                "le plateau est toujours de 3 sur 3 ; mnk joue sur d'autres"
            ))
        }
    }
}

impl Board for ThreeByThree {
    type Set = u16;

    fn grid(&self) -> Grid {
        GRID
    }

    #[inline]
    fn full(&self) -> u16 {
        FULL
    }

    #[inline]
    fn aligned(&self, stones: u16) -> bool {
        ALIGNED[usize::from(stones)]
    }

    fn symmetries(&self) -> usize {
        IMAGES.len()
    }

    fn image(&self, square: u8, s: usize) -> u8 {
        IMAGES[s][usize::from(square)]
    }

    fn lines_through(&self, square: u8) -> Score {
        ALIGNMENTS[usize::from(square)]
    }

    fn parameters(&self) -> String {
        String::new()
    }
}
