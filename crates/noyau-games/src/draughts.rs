//! Draughts, dames: men step diagonally forward, jump over opposing pieces to capture them, and become kings on the
//! last row. Capturing is mandatory; a side that cannot move loses. Squares are numbered row by row from the top.
//!
//! - `international`: 100 squares. First is White, below. Men also capture backwards, kings fly, the maximum
//!   capture is mandatory, a man is crowned only where its move ends, and captured pieces are removed after the
//!   whole move and jumped only once.
//! - `english`: 64 squares. First is Black, above. Men never go backwards, kings step by one, any capture may be
//!   chosen but must be completed, and a man that reaches the last row stops there.
//!
//! Repetitions and move counts, by which games are drawn, are not part of a position.
//!
//! ```text
//!    1     b     b     b     b   4
//!    5  b     b     b     b      8
//!    9     b     b     b     b  12
//!   13  ·     ·     ·     ·     16        b, First, may play 9-13, 9-14, … 12-16
//!   17     ·     ·     ·     ·  20
//!   21  w     w     w     w     24
//! ```

mod captures;
mod cells;
mod census;
mod index;
mod notation;

use self::index::Endgames;
use noyau_core::notation::parse_number;
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;
use std::sync::Arc;

/// The registry entry.
pub static SPEC: Spec<Draughts> = Spec::new(
    Info {
        name: "draughts",
        summary: Text::new(
            "Draughts: step diagonally, jump to take, which is obligatory; kings on the last row; who cannot move loses.",
            "Dames : avancez en diagonale, sautez pour prendre, ce qui est obligatoire ; dame à la dernière ligne ; qui ne peut jouer perd.",
        ),
        parameters: Text::new(
            "`international` (10x10, flying kings) or `english` (8x8), then perhaps a number of pieces: the endgames with at most so many",
            "`international` (10x10, dames volantes) ou `english` (8x8), puis éventuellement un nombre de pièces : les finales d'au plus autant",
        ),
        default: "international",
        version: 1,
    },
    FACTS,
    |parameters, _| Draughts::parse(parameters),
)
.configured(Draughts::configurations)
.drawn()
.indexed()
.in_classes(Draughts::is_class_of)
.on_cells()
.learned(&[
    ("english", include_bytes!("../evaluations/draughts-english.eval")),
    ("international", include_bytes!("../evaluations/draughts-international.eval")),
])
.tactical()
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text::new(
            "own men less the other's, a king counting as three",
            "ses pions, moins ceux de l'adversaire, une dame en valant trois",
        ),
        score: |_, men| {
            let worth = |own: u64| (own.count() + 2 * (own & men.kings).count()) as Score;
            worth(men.own) - worth(men.other)
        },
    },
    Heuristic {
        name: "mobility",
        summary: Text::new(
            "own moves less those the other side would have",
            "ses coups possibles, moins ceux qu'aurait l'adversaire",
        ),
        score: |game, men| {
            let mut moves = game.legal_moves(men);
            let own = moves.len() as Score;
            moves.clear();
            game.moves(&men.passed(), &mut moves);
            own - moves.len() as Score
        },
    },
]);

const COUNTED: &str = "counted by a program on coordinates that tries every way";
const COMPUTED: &str = "computed backwards from the ends by a program on coordinates";

const FACTS: &[Fact] = &[
    Fact::perft("international", &[1, 9, 81, 658, 4265, 27_117, 167_140]).source("published"),
    // Woldouby's position, 1911.
    Fact::perft(
        "international",
        &[1, 6, 12, 30, 73, 215, 590, 1944, 6269, 22_369],
    )
    .at("W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26 first")
    .source("published"),
    Fact::perft("international", &[1, 14, 55, 1168, 5432, 87_195])
        .at("W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24 second")
        .source("published"),
    Fact::perft("international", &[1, 3, 11, 58, 77, 481, 3334])
        .at("W12,22,23,29,35,37,39,40,K42,50:B4,5,K13,14,16,17,K18,20,21,24,33,45 first")
        .source(COUNTED),
    Fact::perft("international", &[1, 1, 1, 1, 1, 2, 20, 48, 475])
        .known_at("WK4,22,24,32,34,42:B6,8,10,16,18 second", COUNTED),
    Fact::perft("english", &[1, 7, 49, 302, 1469, 7361, 36_768, 179_740]).source("published"),
    Fact::perft("english", &[1, 1, 1, 1, 8, 15, 87])
        .known_at("W12,K14:B1,K5,7,8,10,11,15,K16,27,K31 second", COUNTED),
    Fact::perft("english", &[1, 3, 15, 25, 134, 371, 2733])
        .at("WK18,K20,28:B1,4,6,11,13,14,15,19,21,K23,24,K29 second")
        .source(COUNTED),
    // The man crowned on 2 does not continue to capture 6.
    Fact::perft("english", &[1, 1, 2, 4, 8, 32]).known_at("W11:B6,7 second", COUNTED),
    Fact::value("english", Outcome::Win, Some(23)).known_at("WK18,K23:BK6 second", COMPUTED),
    Fact::value("english,3", Outcome::Win, Some(23)).known_at("WK18,K23:BK6 second", COMPUTED),
    Fact::value("international,3", Outcome::Win, Some(3)).known_at("WK28:BK5 first", COMPUTED),
    Fact::value("english", Outcome::Loss, Some(10)).known_at("W10:BK1 second", COMPUTED),
    Fact::value("international", Outcome::Win, Some(3)).known_at("WK28:BK5 first", COMPUTED),
    Fact::value("international", Outcome::Loss, Some(2)).known_at("WK46:BK5 first", COMPUTED),
    Fact::value("international", Outcome::Draw, None).known_at("W8:B43 second", COMPUTED),
];

/// The rules, with the shape of the board.
///
/// Square number n is bit n − 1 plus one for every two complete rows before it: the unused bit after two rows makes
/// the steps from a square to its neighbours the same everywhere, and stops those that would leave a row at its
/// end.
#[derive(Debug, Clone)]
pub struct Draughts {
    international: bool,
    /// Squares in a row.
    width: u32,
    /// Rows of men at the start.
    men_rows: u32,
    board: u64,
    /// The first row and the last.
    ends: [u64; 2],
    /// The rotation to the left for a step down left, down right, up left and up right: direction 3 − d is opposite
    /// to d. Steps off the board lead to bits without a square.
    turns: [u32; 4],
    /// The endgames that tables hold, if it is about them.
    endgames: Option<Arc<Endgames>>,
}

/// The pieces of the side to move and of the opponent, the kings among them, and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Men {
    own: u64,
    other: u64,
    kings: u64,
    side: Side,
}

impl Men {
    /// The same board with the other side to move.
    fn passed(&self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            kings: self.kings,
            side: self.side.other(),
        }
    }
}

/// A move. The path of a capture does not matter, only what it captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    taken: u64,
}

/// Whether a set of directions contains one.
#[inline]
fn has_direction(directions: u8, direction: usize) -> bool {
    directions & (1 << direction) != 0
}

/// All four directions.
const AROUND: u8 = 0b1111;

impl Draughts {
    /// The rules on 100 squares.
    pub fn international() -> Self {
        Self::new(true, 5, 4)
    }

    /// The rules on 64 squares.
    pub fn english() -> Self {
        Self::new(false, 4, 3)
    }

    fn new(international: bool, width: u32, men_rows: u32) -> Self {
        let mut game = Self {
            international,
            width,
            men_rows,
            board: 0,
            ends: [0, 0],
            turns: [width, width + 1, 64 - (width + 1), 64 - width],
            endgames: None,
        };
        let last = game.squares() - width;
        game.board = game.squares_between(0, game.squares());
        game.ends = [
            game.squares_between(0, width),
            game.squares_between(last, last + width),
        ];
        game
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (variant, pieces) = match parameters.split_once(',') {
            Some((variant, pieces)) => (variant, Some(pieces)),
            None => (parameters, None),
        };
        let game = match variant {
            "international" => Self::international(),
            "english" => Self::english(),
            _ => {
                return Err(message!(
                    "there is no such variant",
                    "cette variante n'existe pas"
                ));
            }
        };
        match pieces.map(|pieces| (pieces, parse_number(pieces))) {
            None => Ok(game),
            Some((_, Some(most))) => game.with_at_most(most),
            Some((pieces, None)) => Err(message!(
                "{pieces:?} is no number of pieces",
                "{pieces:?} n'est pas un nombre de pièces"
            )),
        }
    }

    /// The number of squares.
    fn squares(&self) -> u32 {
        2 * self.width * self.width
    }

    /// The bit of a square counted from 0.
    fn bit(&self, square: u32) -> u32 {
        square + square / (2 * self.width)
    }

    /// The square of a bit, counted from 0.
    fn square(&self, bit: u32) -> u32 {
        bit - bit / (2 * self.width + 1)
    }

    /// The conventional number of a square.
    fn number(&self, bit: u8) -> u32 {
        self.square(bit.into()) + 1
    }

    fn squares_between(&self, first: u32, end: u32) -> u64 {
        (first..end).fold(0, |bits, square| bits | 1 << self.bit(square))
    }

    /// The squares one step further.
    #[inline]
    fn step(&self, bits: u64, direction: usize) -> u64 {
        bits.rotate_left(self.turns[direction])
    }

    /// The first occupied square in a direction, or a bit off the board.
    #[inline]
    fn slide(&self, from: u64, direction: usize, empty: u64) -> u64 {
        let mut at = self.step(from, direction);
        while at & empty != 0 {
            at = self.step(at, direction);
        }
        at
    }

    /// Whether a side's men move down the board.
    #[inline]
    fn goes_down(&self, side: Side) -> bool {
        (side == Side::First) != self.international
    }

    /// The forward directions of a side.
    #[inline]
    fn forward(&self, side: Side) -> u8 {
        if self.goes_down(side) { 0b0011 } else { 0b1100 }
    }

    /// The row where men of a side become kings.
    #[inline]
    fn last_row(&self, side: Side) -> u64 {
        self.ends[usize::from(self.goes_down(side))]
    }

    /// The pieces that can jump over a neighbour.
    #[inline]
    fn hoppers(&self, pieces: u64, directions: u8, other: u64, empty: u64) -> u64 {
        let mut hoppers = 0;
        for direction in 0..4 {
            if has_direction(directions, direction) {
                let over = self.step(self.step(empty, 3 - direction) & other, 3 - direction);
                hoppers |= over & pieces;
            }
        }
        hoppers
    }

    /// The pieces that can step to an empty neighbour.
    #[inline]
    fn steppers(&self, pieces: u64, directions: u8, empty: u64) -> u64 {
        let mut steppers = 0;
        for direction in 0..4 {
            if has_direction(directions, direction) {
                steppers |= self.step(empty, 3 - direction) & pieces;
            }
        }
        steppers
    }

    #[inline]
    fn empty(&self, men: &Men) -> u64 {
        self.board & !(men.own | men.other)
    }
}

impl Game for Draughts {
    type Position = Men;
    type Move = Move;

    fn start(&self) -> Men {
        let endgames = self.endgames.as_ref();
        if let Some(men) = endgames.and_then(|endgames| self.first_endgame(endgames)) {
            return men;
        }
        let squares = self.squares();
        let count = self.width * self.men_rows;
        let above = self.squares_between(0, count);
        let below = self.squares_between(squares - count, squares);
        let (own, other) = if self.goes_down(Side::First) {
            (above, below)
        } else {
            (below, above)
        };
        Men {
            own,
            other,
            kings: 0,
            side: Side::First,
        }
    }

    #[inline]
    fn outcome(&self, men: &Men) -> Option<Outcome> {
        let empty = self.empty(men);
        let forward = self.forward(men.side);
        let kings = men.own & men.kings;
        let steps = self.steppers(men.own, forward, empty) | self.steppers(kings, AROUND, empty);
        if steps != 0 {
            return None;
        }
        // A king that could capture from afar could also step.
        let men_directions = if self.international { AROUND } else { forward };
        let hoppers = self.hoppers(men.own, men_directions, men.other, empty)
            | self.hoppers(kings, AROUND, men.other, empty);
        (hoppers == 0).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, men: &Men, out: &mut Vec<Move>) {
        if self.captures(men, self.choice(), out) {
            return;
        }
        let empty = self.empty(men);
        let kings = men.own & men.kings;
        let forward = self.forward(men.side);
        for direction in 0..4 {
            let moving = if has_direction(forward, direction) {
                men.own
            } else {
                kings
            };
            let mut landing = self.step(moving, direction) & empty;
            for to in landing.indices() {
                out.push(Move {
                    from: self.step(1 << to, 3 - direction).lowest() as u8,
                    to: to as u8,
                    taken: 0,
                });
            }
            if !self.international || kings == 0 {
                continue;
            }
            landing &= self.step(kings, direction);
            for first in landing.indices() {
                let mut to = self.step(1 << first, direction);
                while to & empty != 0 {
                    out.push(Move {
                        from: self.step(1 << first, 3 - direction).lowest() as u8,
                        to: to.lowest() as u8,
                        taken: 0,
                    });
                    to = self.step(to, direction);
                }
            }
        }
    }

    #[inline]
    fn play(&self, men: &mut Men, mv: Move) {
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let crowned = men.kings & from != 0 || to & self.last_row(men.side) != 0;
        *men = Men {
            own: men.other & !mv.taken,
            // A capture may end where it began.
            other: men.own & !from | to,
            kings: men.kings & !mv.taken & !from | if crowned { to } else { 0 },
            side: men.side.other(),
        };
    }

    #[inline]
    fn to_move(&self, men: &Men) -> Option<Side> {
        Some(men.side)
    }
}

/// Captures are noisy, and so is what becomes a king. Zugzwang is common.
impl Tactics for Draughts {
    #[inline]
    fn noise(&self, men: &Men, mv: Move) -> i32 {
        if mv.taken != 0 {
            let kings = (mv.taken & men.kings).count() as i32;
            return 64 * (mv.taken.count() as i32 + 2 * kings);
        }
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        i32::from(men.kings & from == 0 && to & self.last_row(men.side) != 0)
    }

    fn winning_noise(&self, men: &Men, out: &mut Vec<Move>) {
        if self.captures(men, self.choice(), out) {
            return;
        }
        let first = out.len();
        let before_last = men.own & !men.kings;
        let mut rows = 0;
        for direction in 0..4 {
            if has_direction(self.forward(men.side), direction) {
                rows |= self.step(self.last_row(men.side) & self.empty(men), 3 - direction);
            }
        }
        if before_last & rows == 0 {
            return;
        }
        self.moves(men, out);
        let mut kept = first;
        for i in first..out.len() {
            if self.noise(men, out[i]) > 0 {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    #[inline]
    fn is_forced(&self, men: &Men) -> bool {
        let empty = self.empty(men);
        let directions = if self.international {
            AROUND
        } else {
            self.forward(men.side)
        };
        let kings = men.own & men.kings;
        if self.hoppers(men.own & !kings, directions, men.other, empty) != 0
            || self.hoppers(kings, AROUND, men.other, empty) != 0
        {
            return true;
        }
        // A king captures from afar, too.
        self.international
            && kings.indices().any(|from| {
                (0..4).any(|direction| {
                    let over = self.slide(1 << from, direction, empty);
                    over & men.other != 0 && self.step(over, direction) & empty != 0
                })
            })
    }

    /// Men do not go back.
    #[inline]
    fn is_irreversible(&self, men: &Men, mv: Move) -> bool {
        mv.taken != 0 || men.kings & (1 << mv.from) == 0
    }
}
