//! Othello, Reversi: First has the black discs, Second the white ones. A disc is placed so that it encloses
//! opposing discs in a straight line with another own disc; these are flipped. A side without a move passes; when
//! neither can move, the game is over and more discs win. Empty squares count for nobody.
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!   1  .  .  .  .  .  .  .  .
//!   2  .  .  .  .  .  .  .  .
//!   3  .  .  .  .  .  .  .  .
//!   4  .  .  .  o  x  .  .  .        x, First, may play d3, c4, f5 and e6
//!   5  .  .  .  x  o  .  .  .
//!   6  .  .  .  .  .  .  .  .
//! ```

mod cells;
mod classes;
mod endgame;
mod index;
mod notation;
mod search_hints;
mod stability;

use self::classes::LastBoards;
use noyau_core::grid::turned;
use noyau_core::notation::parse_numbers;
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;
use std::sync::Arc;

/// The registry entry.
pub static SPEC: Spec<Othello> = Spec::new(
    Info {
        name: "othello",
        summary: Text::new(
            "Othello: enclose discs of the other side in a line to turn them over; no such move: pass; most discs win.",
            "Othello : encadrez des pions adverses en ligne pour les retourner ; sans coup possible, passez ; le plus de pions gagne.",
        ),
        parameters: Text::new(
            "columns and rows: 8, 6 or 4; or `4,6`, all boards with at most 6 empty squares",
            "nombre de colonnes et de lignes : 8, 6 ou 4 ; ou `4,6`, tous les plateaux d'au plus 6 cases vides",
        ),
        default: "8",
        version: 1,
    },
    FACTS,
    |parameters, _| Othello::parse(parameters),
)
// Each square is empty or has a disc of either side, with either side to move.
.configured(|game| Magnitude::power(3, game.size * game.size).times(Magnitude::of(2)))
.drawn()
.with_points()
.indexed_by_margin()
.in_classes(Othello::is_class_of)
.searched_for_points(|game| game.size * game.size)
.symmetric()
.on_cells()
.learned(&[("8", include_bytes!("../evaluations/othello.eval"))])
.tactical()
.levelled([3, 7, 20, 23, 26, 29, 31, 35, 41, 48])
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text::new("own discs less the other's", "ses pions, moins ceux de l'adversaire"),
        score: |_, discs| difference(discs.own, discs.other),
    },
    Heuristic {
        name: "mobility",
        summary: Text::new(
            "own moves less those the other side would have",
            "ses coups possibles, moins ceux qu'aurait l'adversaire",
        ),
        score: |game, discs| {
            let other = game.targets(discs.other, discs.own);
            difference(game.targets(discs.own, discs.other), other)
        },
    },
    Heuristic {
        name: "corners",
        summary: Text::new(
            "own corners less the other's: they are never turned over",
            "ses coins, moins ceux de l'adversaire : ils ne sont jamais retournés",
        ),
        score: |game, discs| difference(discs.own & game.corners, discs.other & game.corners),
    },
]);

const FACTS: &[Fact] = &[
    Fact::perft("8", &[1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216]).source("published"),
    perft("6", &[1, 4, 12, 56, 244, 1364, 7604]),
    perft("4", &[1, 1, 4, 3, 8, 12, 14]).at("..../xxxo/.xoo/.ooo first"),
    perft("6", &[1, 1, 4, 14, 97, 434, 3152]).at("x....o/.xxxxo/..xxxo/..xx../.x.xxx/x..... first"),
    perft("8", &[1, 1, 8, 17, 113, 331, 1774])
        .at(".ooo..../ooooo.../xxxo..o./xxxxoooo/xxxxoooo/xxxxxooo/xxxoooxo/xxxxxxxo second"),
    perft("8", &[1, 1, 7, 23, 186, 1041, 9777])
        .at("......../......../.....x../..xxxx.o/...xxxoo/.....o.o/...xoxx./...o.o.x first"),
    perft("8", &[1, 1, 8, 16, 118, 273, 1599])
        .at(".o.xxxxx/..ooxxxo/ooooxxoo/oooxxooo/oooooxoo/.oxoooo./.oooooo./..xxxx.o second"),
    Fact::count("4", 62_789, 6168, Some(17)).source("counted by a program on rows of characters"),
    Fact::margin("4", -8).source("3 to 11, computed by brute force"),
    Fact::margin("4,3", 16)
        .at("xxxx/xxxx/xxxx/xxo. first")
        .source("by hand: d4 turns the last disc over"),
    Fact::margin("4,3", -16)
        .at("xxxx/xxxx/xxxx/xxo. second")
        .source("by hand: Second passes"),
    Fact::margin("8", -13)
        .at("......../......../....x.../...xxx../..xxxxx./...xxx../....x.../........ second")
        .source("the shortest game that leaves a side without discs: e6 f4 e3 f6 g5 d6 e7 f5 c5"),
];

const fn perft(parameters: &'static str, counts: &'static [u64]) -> Fact {
    Fact::perft(parameters, counts).source("counted by a program on rows of characters")
}

fn difference(own: u64, other: u64) -> Score {
    own.count() as Score - other.count() as Score
}

/// The rules, with the size of the board. For every size, row r and column c from 0 are bit 8 r + c.
#[derive(Debug, Clone)]
pub struct Othello {
    size: u32,
    board: u64,
    corners: u64,
    /// The boards that tables hold, if it is about the last ones.
    last: Option<Arc<LastBoards>>,
}

/// The discs of the side to move and of the opponent, and the side to move: passes do not change the number of
/// discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs {
    own: u64,
    other: u64,
    side: Side,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Placement {
    /// No disc.
    Pass,
    /// A disc on that bit.
    At(u8),
}

/// Discs outside the first and last columns: only these can be enclosed in a line that leaves its column, and
/// shifting them by one column never crosses the edge.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The four lines: the shift from a square to the next, and the discs that can be enclosed.
const LINES: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// The runs of `through` adjacent to `from`, towards higher and towards lower bits: at most six discs, found by
/// doubling.
#[inline]
fn runs(from: u64, through: u64, shift: u32) -> (u64, u64) {
    let up_pairs = through & (through << shift);
    let down_pairs = through & (through >> shift);
    let mut up = through & (from << shift);
    let mut down = through & (from >> shift);
    up |= through & (up << shift);
    down |= through & (down >> shift);
    up |= up_pairs & (up << (2 * shift));
    down |= down_pairs & (down >> (2 * shift));
    up |= up_pairs & (up << (2 * shift));
    down |= down_pairs & (down >> (2 * shift));
    (up, down)
}

/// The squares in the directions of [`LINES`] to higher bits from a square, without it.
const RAYS: [[u64; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let mut at = 0;
    while at < 64 {
        let mut line = 0;
        while line < 4 {
            let (shift, inner) = LINES[line];
            // A step that leaves the first or last column wraps around.
            let mut step = (1u64 << at) << shift;
            step &= match shift {
                8 => u64::MAX,
                7 => !(WEST << 7),
                _ => !WEST,
            };
            while step != 0 {
                rays[at][line] |= step;
                step = (step & inner) << shift;
            }
            line += 1;
        }
        at += 1;
    }
    rays
};

/// The squares before a square in its row.
const WESTWARD: [u64; 64] = {
    let mut rays = [0; 64];
    let mut at = 0;
    while at < 64 {
        rays[at] = ((1 << (at % 8)) - 1) << (at - at % 8);
        at += 1;
    }
    rays
};

/// The first column.
const WEST: u64 = 0x0101_0101_0101_0101;

impl Othello {
    /// The rules on a board of that size: 4, 6 or 8.
    pub fn new(size: u32) -> Result<Self, Message> {
        if ![4, 6, 8].contains(&size) {
            return Err(message!("the size is 4, 6 or 8", "la taille est 4, 6 ou 8"));
        }
        let line = u64::MAX >> (64 - size);
        let ends = 1 | 1 << (size - 1);
        Ok(Self {
            size,
            board: (0..size).fold(0, |board, row| board | line << (8 * row)),
            corners: ends | ends << (8 * (size - 1)),
            last: None,
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let numbers = parse_numbers(parameters).unwrap_or_default();
        match numbers[..] {
            [size] => Self::new(size),
            [size, empty] => Self::new(size)?.with_at_most(empty),
            _ => Self::new(0),
        }
    }

    fn grid(&self) -> Grid {
        Grid::new(self.size as usize, self.size as usize, RowOne::Top)
    }

    /// The grid square of a bit.
    fn square(&self, bit: u32) -> usize {
        (bit / 8 * self.size + bit % 8) as usize
    }

    fn bit(&self, square: u32) -> u32 {
        square / self.size * 8 + square % self.size
    }

    fn by_side(&self, discs: &Discs) -> [u128; 2] {
        turned([discs.own, discs.other], discs.side).map(|bits| {
            let squares = bits.indices().map(|bit| self.square(bit));
            squares.fold(0, |squares, square| squares | 1 << square)
        })
    }

    /// The squares where a disc may be placed.
    #[inline]
    fn targets(&self, own: u64, other: u64) -> u64 {
        let mut targets = 0;
        for (shift, enclosed) in LINES {
            let (up, down) = runs(own, other & enclosed, shift);
            targets |= up << shift | down >> shift;
        }
        targets & self.board & !(own | other)
    }

    /// The discs flipped by a placement. Along a ray to higher bits, a carry runs through the opposing discs to the first
    /// other square; rays to lower rows run upwards when the rows are exchanged.
    #[inline]
    fn turned_over(own: u64, other: u64, at: u32) -> u64 {
        let along = |own: u64, other: u64, ray: u64| {
            let end = (other | !ray).wrapping_add(1) & ray & own;
            end.wrapping_sub(u64::from(end != 0)) & ray
        };
        let [row, a, b, c] = RAYS[at as usize];
        let turned = along(own, other, row)
            | along(own, other, a)
            | along(own, other, b)
            | along(own, other, c);
        let [_, a, b, c] = RAYS[at as usize ^ 0o70];
        let (swapped, others) = (own.swap_bytes(), other.swap_bytes());
        let lower =
            along(swapped, others, a) | along(swapped, others, b) | along(swapped, others, c);
        // The ray to lower bits of the row: the first square that is not opposing is the highest.
        let ray = WESTWARD[at as usize];
        let end = 1 << ((ray & !other) | 1).ilog2() & ray & own;
        turned | lower.swap_bytes() | (end.wrapping_neg() << 1 & ray)
    }

    /// The discs at the start of a game.
    fn opening(&self) -> Discs {
        let middle = self.size / 2;
        let at = |row: u32, column: u32| 1 << (8 * row + column);
        Discs {
            own: at(middle - 1, middle) | at(middle, middle - 1),
            other: at(middle - 1, middle - 1) | at(middle, middle),
            side: Side::First,
        }
    }

    /// A square in the middle without a disc, if there is one.
    fn unfilled(&self, all: u64) -> Option<u32> {
        let opening = self.opening();
        ((opening.own | opening.other) & !all).indices().next()
    }

    /// A disc that is cut off, if there is one: every disc was placed beside another.
    fn cut_off(&self, all: u64) -> Option<u32> {
        let opening = self.opening();
        let mut connected = opening.own | opening.other;
        loop {
            let mut grown = connected;
            for (shift, inside) in [(1, !WEST), (8, u64::MAX)] {
                // Columns first, then rows: together the eight neighbours.
                grown |= (grown << shift) & inside | (grown & inside) >> shift;
            }
            grown &= all;
            if grown == connected {
                return (all & !connected).indices().next();
            }
            connected = grown;
        }
    }

    /// Whether the opponent could move.
    fn may_pass(&self, discs: &Discs) -> bool {
        self.targets(discs.other, discs.own) != 0
    }
}

impl Game for Othello {
    type Position = Discs;
    type Move = Placement;

    fn start(&self) -> Discs {
        let last = self.last.as_ref();
        if let Some(first) = last.and_then(|last| self.first_of_class(last)) {
            return first;
        }
        self.opening()
    }

    #[inline]
    fn outcome(&self, discs: &Discs) -> Option<Outcome> {
        if self.targets(discs.own, discs.other) != 0 || self.may_pass(discs) {
            return None;
        }
        Some(Outcome::of_margin(difference(discs.own, discs.other)))
    }

    #[inline]
    fn moves(&self, discs: &Discs, out: &mut Vec<Placement>) {
        let targets = self.targets(discs.own, discs.other);
        if targets == 0 && self.may_pass(discs) {
            out.push(Placement::Pass);
        }
        out.extend(targets.indices().map(|bit| Placement::At(bit as u8)));
    }

    #[inline]
    fn play(&self, discs: &mut Discs, mv: Placement) {
        let Discs { own, other, side } = *discs;
        let (disc, turned) = match mv {
            Placement::Pass => (0, 0),
            Placement::At(bit) => (1 << bit, Self::turned_over(own, other, bit.into())),
        };
        *discs = Discs {
            own: other ^ turned,
            other: own | disc | turned,
            side: side.other(),
        };
    }

    #[inline]
    fn to_move(&self, discs: &Discs) -> Option<Side> {
        Some(discs.side)
    }
}

impl Points for Othello {
    const ALONG_MOVES: bool = false;

    fn settle(&self, discs: &Discs) -> (i32, i32) {
        (discs.own.count() as i32, discs.other.count() as i32)
    }
}

/// Corners are noisy.
impl Tactics for Othello {
    #[inline]
    fn noise(&self, _: &Discs, mv: Placement) -> i32 {
        match mv {
            Placement::Pass => 0,
            Placement::At(bit) => (self.corners >> bit & 1) as i32,
        }
    }

    fn winning_noise(&self, discs: &Discs, out: &mut Vec<Placement>) {
        let corners = self.corners & !(discs.own | discs.other);
        if corners != 0 {
            let corners = corners & self.targets(discs.own, discs.other);
            out.extend(corners.indices().map(|bit| Placement::At(bit as u8)));
        }
    }

    /// After a pass the other side moves.
    #[inline]
    fn is_irreversible(&self, _: &Discs, _: Placement) -> bool {
        true
    }
}

/// Bit 0 of a symmetry exchanges left and right, bit 1 top and bottom, bit 2 columns and rows.
impl Symmetric for Othello {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, discs: &Discs, s: usize) -> Discs {
        // A board smaller than 8 is in a corner, and after an exchange in another.
        let beyond = 8 - self.size;
        let image = |mut bits: u64| {
            if s & 1 != 0 {
                bits = bits.swap_bytes().reverse_bits() >> beyond;
            }
            if s & 2 != 0 {
                bits = bits.swap_bytes() >> (8 * beyond);
            }
            if s & 4 != 0 {
                bits = transpose(bits);
            }
            bits
        };
        let [own, other] = [discs.own, discs.other].map(image);
        let side = discs.side;
        Discs { own, other, side }
    }

    fn transform_move(&self, _: &Discs, mv: Placement, s: usize) -> Placement {
        let Placement::At(bit) = mv else {
            return mv;
        };
        let last = self.size as u8 - 1;
        let (mut row, mut column) = (bit / 8, bit % 8);
        if s & 1 != 0 {
            column = last - column;
        }
        if s & 2 != 0 {
            row = last - row;
        }
        if s & 4 != 0 {
            (row, column) = (column, row);
        }
        Placement::At(8 * row + column)
    }
}

/// Exchanges rows and columns: in blocks of 4 by 4, then of 2 by 2, then of single bits, swaps those off the
/// diagonal (Warren, Hacker's Delight, 7–3).
fn transpose(mut bits: u64) -> u64 {
    for (shift, upper) in [
        (28, 0x0000_0000_F0F0_F0F0),
        (14, 0x0000_CCCC_0000_CCCC),
        (7, 0x00AA_00AA_00AA_00AA),
    ] {
        let changed = (bits ^ (bits >> shift)) & upper;
        bits ^= changed ^ (changed << shift);
    }
    bits
}

impl RandomConfiguration for Othello {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let side = Side::BOTH[random.below(2)];
        let stones = self.grid().random_stones(random);
        let board = self.grid().format_stones(stones);
        self.parse_board(&board, side).ok()
    }
}
