//! Tic-tac-toe, le morpion: on a board of 3 by 3, First puts down an x, Second an o, in turn. Three in a row, a column
//! or a diagonal win; a full board without them is a draw.
//!
//! ```text
//!   3  x  o  .
//!   2  .  x  .        First completes the diagonal with c1
//!   1  o  .  .
//!      a  b  c
//! ```

mod index;

use noyau::grid::{check_alternation, check_lines, turned};
use noyau::prelude::*;
use noyau::word::Word;

/// The entry in the list of games.
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
.drawn()
.indexed()
.symmetric()
.on_cells()
.ranked()
.reversible_without_cycles()
.judged_by(&[Heuristic {
    name: "alignments",
    summary: Text::new(
        "the possible lines through own stones less those through the other's",
        "les alignements possibles par ses pions, moins ceux par les pions adverses",
    ),
    score: alignments,
}]);

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

/// The rules.
#[derive(Debug, Clone, Copy)]
pub struct TicTacToe;

/// The stones of the side to move and of the other. Square `a1` is bit 0, `b1` bit 1, `a2` bit 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    own: u16,
    other: u16,
}

const SQUARES: usize = 9;
const FULL: u16 = (1 << SQUARES) - 1;
const GRID: Grid = Grid::new(3, 3, RowOne::Bottom);

/// The number of lines through each square.
const ALIGNMENTS: [Score; SQUARES] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// Which sets of stones hold a line.
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
            Ok(Self)
        } else {
            Err(message!(
                "the board is always 3 by 3; mnk plays on others",
                "le plateau est toujours de 3 sur 3 ; mnk joue sur d'autres"
            ))
        }
    }

    fn free(stones: Stones) -> u16 {
        !(stones.own | stones.other) & FULL
    }

    fn by_side(stones: Stones, side: Side) -> [u128; 2] {
        turned([stones.own, stones.other], side).map(u128::from)
    }
}

fn alignments(_: &TicTacToe, stones: &Stones) -> Score {
    let sum = |stones: u16| -> Score {
        let squares = stones.indices();
        squares.map(|square| ALIGNMENTS[square as usize]).sum()
    };
    sum(stones.own) - sum(stones.other)
}

impl Game for TicTacToe {
    type Position = Stones;
    /// The square.
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { own: 0, other: 0 }
    }

    #[inline]
    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        if ALIGNED[usize::from(stones.other)] {
            Some(Outcome::Loss)
        } else if Self::free(*stones) == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones, out: &mut Vec<u8>) {
        if !ALIGNED[usize::from(stones.other)] {
            out.extend(Self::free(*stones).indices().map(|square| square as u8));
        }
    }

    #[inline]
    fn play(&self, stones: &mut Stones, square: u8) {
        *stones = Stones {
            own: stones.other,
            other: stones.own | 1 << square,
        };
    }

    #[inline]
    fn to_move(&self, stones: &Stones) -> Option<Side> {
        let even = stones.own.count() == stones.other.count();
        Some(if even { Side::First } else { Side::Second })
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        IMAGES.len()
    }

    fn transform(&self, stones: &Stones, s: usize) -> Stones {
        let image = |stones: u16| {
            let squares = stones.indices();
            squares.fold(0, |image, square| image | 1 << IMAGES[s][square as usize])
        };
        Stones {
            own: image(stones.own),
            other: image(stones.other),
        }
    }

    fn transform_move(&self, _: &Stones, square: u8, s: usize) -> u8 {
        IMAGES[s][usize::from(square)]
    }
}

/// A board is a number in base 3: 1 for a stone of First, 2 for one of Second.
impl Ranked for TicTacToe {
    fn ranks(&self) -> u64 {
        3u64.pow(SQUARES as u32)
    }

    fn rank(&self, stones: &Stones) -> u64 {
        let side = self.to_move(stones).unwrap_or(Side::First);
        let [first, second] = turned([stones.own, stones.other], side);
        let value = |stones: u16| -> u64 { stones.indices().map(|square| 3u64.pow(square)).sum() };
        value(first) + 2 * value(second)
    }

    fn unrank(&self, rank: u64) -> Option<Stones> {
        let mut stones = [0u16, 0];
        let mut rest = rank;
        for square in 0..SQUARES {
            match rest % 3 {
                0 => {}
                digit => stones[digit as usize - 1] |= 1 << square,
            }
            rest /= 3;
        }
        let side = match stones[0].count().checked_sub(stones[1].count())? {
            0 => Side::First,
            1 => Side::Second,
            _ => return None,
        };
        let [own, other] = turned(stones, side);
        (rest == 0).then_some(Stones { own, other })
    }
}

impl Cells for TicTacToe {
    fn states(&self) -> usize {
        3
    }

    #[inline]
    fn read_cells(&self, stones: &Stones, cells: &mut [u8]) {
        for (square, cell) in cells.iter_mut().enumerate() {
            let [own, other] = [stones.own, stones.other].map(|set| set >> square & 1);
            *cell = (own + 2 * other) as u8;
        }
    }
}

impl Reversible for TicTacToe {
    fn predecessors(&self, stones: &Stones, out: &mut Vec<Stones>) {
        let before = stones.other.indices().map(|last| Stones {
            own: stones.other ^ 1 << last,
            other: stones.own,
        });
        out.extend(before.filter(|before| {
            !ALIGNED[usize::from(before.own)] && !ALIGNED[usize::from(before.other)]
        }));
    }
}

/// Nothing or a stone of either side on every square; their numbers tell whose turn it is.
impl Configurations for TicTacToe {
    fn configurations(&self) -> Magnitude {
        Magnitude::power(3, GRID.squares() as u32)
    }
}

impl RandomConfiguration for TicTacToe {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let (board, side) = GRID.random_alternation(random);
        self.parse_board(&board, side).ok()
    }
}

impl Notation for TicTacToe {
    fn parameters(&self) -> String {
        String::new()
    }

    fn format_board(&self, stones: &Stones, side: Side) -> String {
        GRID.format_stones(Self::by_side(*stones, side))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones, Message> {
        let stones = GRID.parse_stones(text)?;
        check_alternation(stones, side)?;
        let [own, other] = turned(stones, side).map(|stones| stones as u16);
        check_lines(side, own, other, other, |stones| {
            ALIGNED[usize::from(stones)]
        })?;
        Ok(Stones { own, other })
    }

    fn format_move(&self, _: &Stones, square: u8) -> String {
        GRID.format_square(square.into())
    }

    fn parse_move(&self, stones: &Stones, text: &str) -> Option<u8> {
        let square = GRID.parse_square(text).ok()?;
        let legal = Self::free(*stones).has(square as u32) && !ALIGNED[usize::from(stones.other)];
        legal.then_some(square as u8)
    }

    fn why_illegal(&self, _: &Stones, text: &str) -> Option<Message> {
        Some(match GRID.parse_square(text) {
            Err(why) => why,
            Ok(_) => message!("{text} is taken", "{text} est prise"),
        })
    }

    fn picture(&self, stones: &Stones, side: Side) -> View {
        GRID.picture(Self::by_side(*stones, side))
    }

    fn touch(&self, _: &Stones, _: Side, square: u8) -> Touch {
        Touch::cells([square.into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_boards_are_refused() {
        for (text, why) in [
            ("x../.../...", "ends with the side to move"),
            ("x../... first", "3 rows"),
            ("x../..../... second", "row 2 has 4 squares"),
            ("x../.z./... second", "'z' on b2"),
            ("x../.../... first", "as many x as o, not 1 x and 0 o"),
            ("o../.../... second", "one x more than o"),
            ("xxx/ooo/... first", "cannot both"),
            ("xxx/oo./o.. first", "x had a line already"),
            ("xxx/.../... second", "one x more"),
        ] {
            let refused = TicTacToe.parse_position(text).unwrap_err().en;
            assert!(refused.contains(why), "{text}: {refused}");
        }
        // Two lines at once are fine if one stone completes both.
        assert!(TicTacToe.parse_position("xxx/xoo/xoo second").is_ok());
    }

    #[test]
    fn the_table_counts_lines() {
        let counted: Vec<_> = GRID.alignments(3).into_iter().map(Score::from).collect();
        assert_eq!(counted, ALIGNMENTS);
    }

    #[test]
    fn unranking_refuses_gaps() {
        assert_eq!(TicTacToe.unrank(2), None, "one o and no x");
        assert_eq!(TicTacToe.unrank(1 + 3), None, "two x and no o");
        assert_eq!(TicTacToe.unrank(TicTacToe.ranks() + 1), None);
    }
}
