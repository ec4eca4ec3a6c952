//! The m,n,k-game: on m columns and n rows First puts down an x, Second an o, in turn. k in a row, a column or a
//! diagonal win; a full board without them is a draw.
//!
//! ```text
//!   4  .  .  .  .
//!   3  .  o  .  .        mnk:4,4,3: First completes a diagonal with d4
//!   2  .  .  x  .
//!   1  .  x  o  .
//!      a  b  c  d
//! ```

mod index;
mod search_hints;

use crate::in_a_row::{Board, InARow};
use noyau::erased::Files;
use noyau::notation::parse_numbers;
use noyau::prelude::*;
use noyau::word::Word;

/// The entry in the list of games, for boards of at most 64 squares.
pub static SPEC: Spec<Mnk> = entry(FACTS, |parameters, _| Mnk::parse(parameters, 64))
    .searched()
    .widened_by(&WIDE);

/// The same rules for boards that are too large to be searched.
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
        .drawn()
        .reversible_without_cycles()
        .judged_by(HEURISTICS)
}

const HEURISTICS: &[Heuristic<Mnk>] = &[Heuristic {
    name: "alignments",
    summary: Text::new(
        "the possible lines through own stones less those through the other's",
        "les alignements possibles par ses pions, moins ceux par les pions adverses",
    ),
    score: Mnk::alignments,
}];

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
    Fact::value("2,2,2", Outcome::Win, Some(3)).source("any two of First's stones are a line"),
];

const MOST_SQUARES: usize = 128;

/// The greatest k. One that fits no line of the board is allowed: all games are drawn.
const LONGEST: usize = 128;

/// The game.
pub type Mnk = InARow<MnkBoard>;

/// The size of the board and the length of a line.
#[derive(Debug, Clone)]
pub struct MnkBoard {
    grid: Grid,
    length: u32,
    full: u128,
    /// The lines in each direction: from a square to the next, and where lines begin.
    lines: Vec<(u32, u128)>,
    /// For each square the lines through it.
    alignments: Vec<u16>,
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
        let lines = grid.lines(length).into_iter();
        let board = MnkBoard {
            grid,
            length: length as u32,
            full: u128::MAX >> (128 - grid.squares()),
            lines: lines.map(|lines| (lines.step, lines.starts)).collect(),
            alignments: grid.alignments(length),
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

impl MnkBoard {
    /// Whether a line is among the stones.
    ///
    /// ```text
    ///   stones           x x x x . x
    ///   runs of two      x x x . . .     stones & stones one step down
    ///   runs of four     x . . . . .     twos & twos two steps down
    /// ```
    ///
    /// Runs that go over the edge of the board do not begin where lines begin.
    #[inline]
    fn aligned_in<W: Word>(&self, stones: W) -> bool {
        self.lines.iter().any(|&(step, starts)| {
            let mut runs = stones;
            let mut length = 1;
            while length < self.length {
                let more = length.min(self.length - length);
                runs = runs & (runs >> (more * step));
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
        // Half as wide words do for most boards, and are quicker.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome after a line of First's and distant stones of Second's.
    fn after(game: &Mnk, first: &[&str], second: &[&str]) -> Option<Outcome> {
        let mut position = game.start();
        for i in 0..first.len() + second.len() {
            let text = if i % 2 == 0 { first } else { second }[i / 2];
            let mv = game.parse_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        game.outcome(&position)
    }

    #[test]
    fn lines_end_at_the_edges_of_the_largest_boards() {
        let wide = Mnk::new(16, 8, 5).unwrap();
        let others = ["a1", "c2", "e1", "g2"];
        for line in [
            ["p4", "p5", "p6", "p7", "p8"],
            ["l8", "m8", "n8", "o8", "p8"],
            ["l4", "m5", "n6", "o7", "p8"],
            ["p4", "o5", "n6", "m7", "l8"],
        ] {
            assert_eq!(
                after(&wide, &line, &others),
                Some(Outcome::Loss),
                "{line:?}"
            );
        }
        for line in [
            ["n4", "o4", "p4", "a5", "b5"],
            ["n4", "o5", "p6", "a8", "b8"],
            ["p8", "a7", "o7", "b6", "c5"],
        ] {
            assert_eq!(after(&wide, &line, &others), None, "{line:?}");
        }
        let narrow = Mnk::new(8, 8, 5).unwrap();
        let others = ["a1", "c2", "e1", "a3"];
        for line in [
            ["h4", "h5", "h6", "h7", "h8"],
            ["d8", "e8", "f8", "g8", "h8"],
            ["d4", "e5", "f6", "g7", "h8"],
            ["h4", "g5", "f6", "e7", "d8"],
        ] {
            assert_eq!(
                after(&narrow, &line, &others),
                Some(Outcome::Loss),
                "{line:?}"
            );
        }
        let wrapped = ["f4", "g4", "h4", "a5", "b5"];
        assert_eq!(after(&narrow, &wrapped, &others), None);
    }

    #[test]
    fn two_lines_without_a_common_stone_are_refused() {
        let game = Mnk::new(3, 5, 3).unwrap();
        let position = "xxx/oo./..o/oo./xxx second";
        let why = game.parse_position(position).unwrap_err();
        assert!(why.en.contains("no single last stone"), "{why}");
        let crossing = "xxx/xoo/xoo/.../... second";
        assert!(game.parse_position(crossing).is_ok());
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        let form = "three numbers";
        for (parameters, why) in [
            ("3,3", form),
            ("3,3,3,3", form),
            ("a,3,3", form),
            ("+3,3,3", form),
            ("3,3,", form),
            ("0,3,3", "at least 1"),
            ("3,3,0", "at least 1"),
            ("12,11,5", "more than 128 squares"),
            ("3,3,129", "k is at most 128"),
        ] {
            let refused = Mnk::parse(parameters, 128).unwrap_err().en;
            assert!(refused.contains(why), "{parameters}: {refused}");
        }
        let refused = Mnk::parse("8,9,5", 64).unwrap_err().en;
        assert!(refused.contains("more than 64 squares"), "{refused}");
        assert!(Mnk::parse("8,16,5", 128).is_ok());
    }
}
