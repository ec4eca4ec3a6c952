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

use noyau::erased::Files;
use noyau::grid::{check_alternation, check_lines, turned};
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

/// The rules, with the size of the board and the length of a line.
#[derive(Debug, Clone)]
pub struct Mnk {
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

/// The stones of the side to move and of the other, numbered as the squares of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    own: u128,
    other: u128,
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
        Ok(Self {
            grid,
            length: length as u32,
            full: u128::MAX >> (128 - grid.squares()),
            lines: lines.map(|lines| (lines.step, lines.starts)).collect(),
            alignments: grid.alignments(length),
            images: grid.images(),
        })
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

    fn free(&self, stones: &Stones) -> u128 {
        self.full & !(stones.own | stones.other)
    }

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
    fn aligned(&self, stones: u128) -> bool {
        // Half as wide words do for most boards, and are quicker.
        if self.full >> 64 == 0 {
            self.aligned_in(stones as u64)
        } else {
            self.aligned_in(stones)
        }
    }

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

    fn alignments(&self, stones: &Stones) -> Score {
        let sum = |stones: u128| -> Score {
            let squares = stones.indices();
            squares
                .map(|square| Score::from(self.alignments[square as usize]))
                .sum()
        };
        sum(stones.own) - sum(stones.other)
    }

    fn by_side(stones: &Stones, side: Side) -> [u128; 2] {
        turned([stones.own, stones.other], side)
    }
}

impl Game for Mnk {
    type Position = Stones;
    /// The square.
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { own: 0, other: 0 }
    }

    #[inline]
    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        if self.aligned(stones.other) {
            Some(Outcome::Loss)
        } else if self.free(stones) == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones, out: &mut Vec<u8>) {
        if !self.aligned(stones.other) {
            out.extend(self.free(stones).indices().map(|square| square as u8));
        }
    }

    #[inline]
    fn play(&self, stones: &mut Stones, square: u8) {
        *stones = Stones {
            own: stones.other,
            other: stones.own | (1 << square),
        };
    }

    #[inline]
    fn to_move(&self, stones: &Stones) -> Option<Side> {
        let even = stones.own.count() == stones.other.count();
        Some(if even { Side::First } else { Side::Second })
    }
}

impl Symmetric for Mnk {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn transform(&self, stones: &Stones, s: usize) -> Stones {
        let image = |stones: u128| {
            stones.indices().fold(0, |image, square| {
                image | 1 << self.images[s][square as usize]
            })
        };
        Stones {
            own: image(stones.own),
            other: image(stones.other),
        }
    }

    fn transform_move(&self, _: &Stones, square: u8, s: usize) -> u8 {
        self.images[s][usize::from(square)]
    }
}

impl Cells for Mnk {
    fn states(&self) -> usize {
        3
    }

    #[inline]
    fn read_cells(&self, stones: &Stones, cells: &mut [u8]) {
        cells.fill(0);
        for (set, state) in [(stones.own, 1), (stones.other, 2)] {
            for square in set.indices() {
                cells[square as usize] = state;
            }
        }
    }
}

impl Reversible for Mnk {
    fn predecessors(&self, stones: &Stones, out: &mut Vec<Stones>) {
        if self.aligned(stones.own) {
            return;
        }
        let before = stones.other.indices().map(|last| Stones {
            own: stones.other ^ (1 << last),
            other: stones.own,
        });
        out.extend(before.filter(|before| !self.aligned(before.own)));
    }
}

/// Nothing or a stone of either side on every square; their numbers tell whose turn it is.
impl Configurations for Mnk {
    fn configurations(&self) -> Magnitude {
        Magnitude::power(3, self.grid.squares() as u32)
    }
}

impl RandomConfiguration for Mnk {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let (board, side) = self.grid.random_alternation(random);
        self.parse_board(&board, side).ok()
    }
}

impl Notation for Mnk {
    fn parameters(&self) -> String {
        format!("{},{},{}", self.grid.columns, self.grid.rows, self.length)
    }

    fn format_board(&self, stones: &Stones, side: Side) -> String {
        self.grid.format_stones(Self::by_side(stones, side))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones, Message> {
        let stones = self.grid.parse_stones(text)?;
        check_alternation(stones, side)?;
        let [own, other] = turned(stones, side);
        check_lines(side, own, other, other, |stones| self.aligned(stones))?;
        Ok(Stones { own, other })
    }

    fn format_move(&self, _: &Stones, square: u8) -> String {
        self.grid.format_square(square.into())
    }

    fn parse_move(&self, stones: &Stones, text: &str) -> Option<u8> {
        let square = self.grid.parse_square(text).ok()?;
        let legal = self.free(stones).has(square as u32) && !self.aligned(stones.other);
        legal.then_some(square as u8)
    }

    fn why_illegal(&self, _: &Stones, text: &str) -> Option<Message> {
        Some(match self.grid.parse_square(text) {
            Err(why) => why,
            Ok(_) => message!("{text} is taken", "{text} est prise"),
        })
    }

    fn picture(&self, stones: &Stones, side: Side) -> View {
        self.grid.picture(Self::by_side(stones, side))
    }

    fn touch(&self, _: &Stones, _: Side, square: u8) -> Touch {
        Touch::cells([square.into()])
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
