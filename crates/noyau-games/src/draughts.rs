//! Draughts, dames: men step diagonally forward, jump over men of the other side to take them, and become kings on the last
//! row. Taking is obligatory; who cannot move loses. Squares are numbered row by row from the top.
//!
//! - `international`: 100 squares. First is White, below. Men take backwards too, kings fly, the most men must be taken, a man
//!   is crowned only where its move ends, and what is taken leaves the board after the whole move and is jumped once.
//! - `english`: 64 squares. First is Black, above. Men never go backwards, kings step by one, any capture may be chosen but is
//!   played to its end, and a man that reaches the last row stops there.
//!
//! Repetitions and numbers of moves, by which games are drawn, are not part of a position.
//!
//! ```text
//!    1     b     b     b     b   4
//!    5  b     b     b     b      8
//!    9     b     b     b     b  12
//!   13  ·     ·     ·     ·     16        b, First, may play 9-13, 9-14, … 12-16
//!   17     ·     ·     ·     ·  20
//!   21  w     w     w     w     24
//! ```

use noyau::erased::{Facts, Info, PerftFact, Spec, ValueFact};
use noyau::heuristic::{Heuristic, Score};
use noyau::notation::parse_number;
use noyau::view::{Piece, Shape, Touch, View};
use noyau::word::Word;
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
pub static SPEC: Spec<Draughts> = Spec::new(
    Info {
        name: "draughts",
        summary: Text {
            en: "Draughts: step diagonally, jump to take, which is obligatory; kings on the last row; who cannot move loses.",
            fr: "Dames : avancez en diagonale, sautez pour prendre, ce qui est obligatoire ; dame à la dernière ligne ; qui ne peut jouer perd.",
        },
        parameters: Text {
            en: "`international` (10x10, flying kings) or `english` (8x8)",
            fr: "`international` (10x10, dames volantes) ou `english` (8x8)",
        },
        default: "international",
        version: 1,
    },
    Facts {
        perft: PERFT,
        values: VALUES,
        ..Facts::NONE
    },
    |parameters, _| Draughts::parse(parameters),
)
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text {
            en: "own men less the other's, a king counting as three",
            fr: "ses pions, moins ceux de l'adversaire, une dame en valant trois",
        },
        score: |_, men| {
            let worth = |own: u64| (own.count() + 2 * (own & men.kings).count()) as Score;
            worth(men.own) - worth(men.other)
        },
    },
    Heuristic {
        name: "mobility",
        summary: Text {
            en: "own moves less those the other side would have",
            fr: "ses coups possibles, moins ceux qu'aurait l'adversaire",
        },
        score: |game, men| {
            let mut moves = Vec::new();
            game.moves(men, &mut moves);
            let own = moves.len() as Score;
            moves.clear();
            game.moves(&men.passed(), &mut moves);
            own - moves.len() as Score
        },
    },
]);

const fn perft(parameters: &'static str, at: &'static str, counts: &'static [u64]) -> PerftFact {
    PerftFact {
        parameters,
        at,
        counts,
        source: "published",
    }
}

const fn counted(parameters: &'static str, at: &'static str, counts: &'static [u64]) -> PerftFact {
    PerftFact {
        parameters,
        at,
        counts,
        source: "counted by a program on coordinates that tries every way",
    }
}

const PERFT: &[PerftFact] = &[
    perft("international", "", &[1, 9, 81, 658, 4265, 27_117, 167_140]),
    // Woldouby's position, 1911.
    perft(
        "international",
        "W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26 first",
        &[1, 6, 12, 30, 73, 215, 590, 1944, 6269, 22_369],
    ),
    perft(
        "international",
        "W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24 second",
        &[1, 14, 55, 1168, 5432, 87_195],
    ),
    counted(
        "international",
        "W12,22,23,29,35,37,39,40,K42,50:B4,5,K13,14,16,17,K18,20,21,24,33,45 first",
        &[1, 3, 11, 58, 77, 481, 3334],
    ),
    counted(
        "international",
        "WK4,22,24,32,34,42:B6,8,10,16,18 second",
        &[1, 1, 1, 1, 1, 2, 20, 48, 475],
    ),
    perft("english", "", &[1, 7, 49, 302, 1469, 7361, 36_768, 179_740]),
    counted(
        "english",
        "W12,K14:B1,K5,7,8,10,11,15,K16,27,K31 second",
        &[1, 1, 1, 1, 8, 15, 87],
    ),
    counted(
        "english",
        "WK18,K20,28:B1,4,6,11,13,14,15,19,21,K23,24,K29 second",
        &[1, 3, 15, 25, 134, 371, 2733],
    ),
    // The man that is crowned on 2 does not go on to take 6.
    counted("english", "W11:B6,7 second", &[1, 1, 2, 4, 8, 32]),
];

const fn value(
    parameters: &'static str,
    at: &'static str,
    outcome: Outcome,
    distance: Option<u32>,
) -> ValueFact {
    ValueFact {
        parameters,
        at,
        outcome,
        distance,
        source: "computed backwards from the ends by a program on coordinates",
    }
}

const VALUES: &[ValueFact] = &[
    value("english", "WK18,K23:BK6 second", Outcome::Win, Some(23)),
    value("english", "W10:BK1 second", Outcome::Loss, Some(10)),
    value("international", "WK28:BK5 first", Outcome::Win, Some(3)),
    value("international", "WK46:BK5 first", Outcome::Loss, Some(2)),
    value("international", "W8:B43 second", Outcome::Draw, None),
];

/// The rules, with the shape of the board.
///
/// A square of number n is bit n − 1 plus one for every two whole rows before it: the unused bit after two rows makes the
/// steps from a square to its neighbours the same everywhere, and stops those that would leave a row at its end.
#[derive(Debug, Clone, Copy)]
pub struct Draughts {
    international: bool,
    /// Squares in a row.
    width: u32,
    /// Rows of men at the start.
    men_rows: u32,
    board: u64,
    /// The first row and the last.
    ends: [u64; 2],
    /// By how much a bit turns to the left for a step down left, down right, up left and up right: direction 3 − d is
    /// opposite to d. What leaves the board comes to bits that belong to no square.
    turns: [u32; 4],
}

/// Where the men and kings of the side to move and of the other stand, which are kings, and whose move it is.
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

/// A move. How a capture gets from its start to its end does not matter, only what it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    taken: u64,
}

/// Which captures count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Those that take the most.
    Most,
    /// Every one.
    Any,
}

/// The captures of one piece after another.
struct Captures<'a> {
    game: &'a Draughts,
    other: u64,
    /// The free squares, the one the piece came from among them.
    empty: u64,
    from: u8,
    /// Bit d is set if the piece jumps in direction d.
    directions: u8,
    choice: Choice,
    most: u32,
    /// Where the captures found begin, and those of this piece.
    base: usize,
    begin: usize,
    out: &'a mut Vec<Move>,
}

impl Captures<'_> {
    fn record(&mut self, to: u64, taken: u64) {
        let count = taken.count();
        if self.choice == Choice::Most {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.out.truncate(self.base);
                self.begin = self.base;
            }
        }
        let mv = Move {
            from: self.from,
            to: to.lowest() as u8,
            taken,
        };
        if !self.out[self.begin..].contains(&mv) {
            self.out.push(mv);
        }
    }

    /// Jumps over neighbours. The depth is at most the number of men of a side.
    fn hop(&mut self, at: u64, taken: u64) {
        let mut ended = true;
        for direction in 0..4 {
            let over = self.game.step(at, direction);
            let to = self.game.step(over, direction);
            if !self.directions.has_direction(direction)
                || over & self.other & !taken == 0
                || to & self.empty == 0
            {
                continue;
            }
            ended = false;
            // A man on its last row has no way forward, so where it does not take backwards it stops there by itself.
            self.hop(to, taken | over);
        }
        if ended && taken != 0 {
            self.record(at, taken);
        }
    }

    /// Jumps from afar, as far as one likes. From several landing squares of one jump the next man straight ahead is the
    /// same, so it is looked for from the last only.
    fn fly(&mut self, at: u64, taken: u64, directions: u8) {
        for direction in 0..4 {
            if !directions.has_direction(direction) {
                continue;
            }
            let over = self.game.slide(at, direction, self.empty);
            let mut to = self.game.step(over, direction);
            if over & self.other & !taken == 0 || to & self.empty == 0 {
                continue;
            }
            let taken = taken | over;
            let ahead = 1 << direction;
            let sideways = !(ahead | 1 << (3 - direction));
            loop {
                let next = self.game.step(to, direction);
                self.record(to, taken);
                if next & self.empty == 0 {
                    self.fly(to, taken, sideways | ahead);
                    break;
                }
                self.fly(to, taken, sideways);
                to = next;
            }
        }
    }
}

trait Directions {
    fn has_direction(self, direction: usize) -> bool;
}

impl Directions for u8 {
    #[inline]
    fn has_direction(self, direction: usize) -> bool {
        self & (1 << direction) != 0
    }
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
        match parameters {
            "international" => Ok(Self::international()),
            "english" => Ok(Self::english()),
            _ => Err(message!(
                "there is no such variant",
                "cette variante n'existe pas"
            )),
        }
    }

    /// The number of squares.
    fn squares(&self) -> u32 {
        2 * self.width * self.width
    }

    /// The bit of a square that counts from 0.
    fn bit(&self, square: u32) -> u32 {
        square + square / (2 * self.width)
    }

    /// The square of a bit, from 0.
    fn square(&self, bit: u32) -> u32 {
        bit - bit / (2 * self.width + 1)
    }

    /// The number of a square that people use.
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

    /// The first square that is not empty, or none of the board.
    #[inline]
    fn slide(&self, from: u64, direction: usize, empty: u64) -> u64 {
        let mut at = self.step(from, direction);
        while at & empty != 0 {
            at = self.step(at, direction);
        }
        at
    }

    /// Whether a side's men go down the board.
    #[inline]
    fn goes_down(&self, side: Side) -> bool {
        (side == Side::First) != self.international
    }

    /// The directions in which the men of a side step.
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
            if directions.has_direction(direction) {
                let over = self.step(self.step(empty, 3 - direction) & other, 3 - direction);
                hoppers |= over & pieces;
            }
        }
        hoppers
    }

    /// The pieces that can step to a free neighbour.
    #[inline]
    fn steppers(&self, pieces: u64, directions: u8, empty: u64) -> u64 {
        let mut steppers = 0;
        for direction in 0..4 {
            if directions.has_direction(direction) {
                steppers |= self.step(empty, 3 - direction) & pieces;
            }
        }
        steppers
    }

    #[inline]
    fn empty(&self, men: &Men) -> u64 {
        self.board & !(men.own | men.other)
    }

    /// Appends the captures; `false` if there is none.
    #[inline]
    fn captures(&self, men: &Men, choice: Choice, out: &mut Vec<Move>) -> bool {
        let Men { own, other, .. } = *men;
        let empty = self.empty(men);
        let forward = self.forward(men.side);
        let kings = own & men.kings;
        let man_directions = if self.international { AROUND } else { forward };
        let mut jumping = self.hoppers(own & !kings, man_directions, other, empty);
        if self.international {
            // Whether a king takes from afar is seen only by sliding.
            jumping |= kings;
        } else if kings != 0 {
            jumping |= self.hoppers(kings, AROUND, other, empty);
        }
        if jumping == 0 {
            return false;
        }
        let base = out.len();
        let mut captures = Captures {
            game: self,
            other,
            empty,
            from: 0,
            directions: AROUND,
            choice,
            most: 0,
            base,
            begin: base,
            out,
        };
        for from in jumping.indices() {
            let at = 1 << from;
            captures.from = from as u8;
            captures.begin = captures.out.len();
            captures.empty = empty | at;
            if kings & at == 0 {
                captures.directions = man_directions;
                captures.hop(at, 0);
            } else if self.international {
                captures.fly(at, 0, AROUND);
            } else {
                captures.directions = AROUND;
                captures.hop(at, 0);
            }
        }
        captures.out.len() > base
    }

    /// The captures that may be played.
    fn choice(&self) -> Choice {
        if self.international {
            Choice::Most
        } else {
            Choice::Any
        }
    }

    /// The squares a capture touches, its start and end included, by the first way found.
    fn way(&self, men: &Men, mv: Move) -> Vec<u8> {
        let mut way = vec![mv.from];
        if mv.taken == 0 {
            way.push(mv.to);
            return way;
        }
        let start = 1u64 << mv.from;
        let free = self.empty(men) | start;
        let flies = self.international && men.kings & start != 0;
        self.extend_way(&mut way, mv, free, mv.taken, flies);
        way
    }

    /// Continues a way over the men that are left to take; `false` if it cannot be.
    fn extend_way(&self, way: &mut Vec<u8>, mv: Move, free: u64, left: u64, flies: bool) -> bool {
        let Some(&at) = way.last() else {
            return false;
        };
        if left == 0 {
            return at == mv.to;
        }
        for direction in 0..4 {
            let at = 1u64 << at;
            let over = if flies {
                self.slide(at, direction, free)
            } else {
                self.step(at, direction)
            };
            if over & left == 0 {
                continue;
            }
            let mut to = self.step(over, direction);
            while to & free != 0 {
                way.push(to.lowest() as u8);
                if self.extend_way(way, mv, free, left & !over, flies) {
                    return true;
                }
                way.pop();
                if !flies {
                    break;
                }
                to = self.step(to, direction);
            }
        }
        false
    }

    /// What a piece takes on a way given square by square, if it can be gone.
    fn taken_on(&self, men: &Men, way: &[u8]) -> Option<u64> {
        let start = 1u64 << way.first()?;
        let free = self.empty(men) | start;
        let flies = self.international && men.kings & start != 0;
        let mut taken = 0;
        for pair in way.windows(2) {
            let (at, goal) = (1u64 << pair[0], 1u64 << pair[1]);
            let over = (0..4).find_map(|direction| {
                let over = if flies {
                    self.slide(at, direction, free)
                } else {
                    self.step(at, direction)
                };
                let mut to = self.step(over, direction);
                while flies && to != goal && to & free != 0 {
                    to = self.step(to, direction);
                }
                let takes = over & men.other & !taken != 0 && to == goal && to & free != 0;
                takes.then_some(over)
            })?;
            taken |= over;
        }
        Some(taken)
    }

    /// Reads a move as far as that goes without knowing the position: its squares, and whether it takes.
    fn parse_squares(&self, text: &str) -> Result<(Vec<u8>, bool), Message> {
        let (step_example, capture_example) = if self.international {
            ("32-28", "26x17")
        } else {
            ("11-15", "22x15")
        };
        let takes = text.contains(['x', 'X', ':', '×']);
        let numbers: Option<Vec<u32>> = if takes {
            text.split(['x', 'X', ':', '×']).map(parse_number).collect()
        } else {
            text.split('-').map(parse_number).collect()
        };
        let numbers = match numbers {
            Some(numbers) if numbers.len() == 2 || numbers.len() > 2 && takes => numbers,
            _ => {
                return Err(message!(
                    "a move is two squares, as in {step_example}, or {capture_example} if it takes",
                    "un coup est fait de deux cases, comme {step_example}, ou {capture_example} s'il prend"
                ));
            }
        };
        let squares = numbers.into_iter().map(|number| self.parse_number(number));
        Ok((squares.collect::<Result<_, _>>()?, takes))
    }

    /// The bit of a square that people call by a number.
    fn parse_number(&self, number: u32) -> Result<u8, Message> {
        let last = self.squares();
        if (1..=last).contains(&number) {
            Ok(self.bit(number - 1) as u8)
        } else {
            Err(message!(
                "there is no square {number}, they go from 1 to {last}",
                "il n'y a pas de case {number}, elles vont de 1 à {last}"
            ))
        }
    }

    fn white(&self) -> Side {
        if self.international {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The men of one side as in `31,32,K40`.
    fn format_men(&self, men: u64, kings: u64) -> String {
        let pieces = men.indices().map(|bit| {
            let king = if kings.has(bit) { "K" } else { "" };
            format!("{king}{}", self.number(bit as u8))
        });
        pieces.collect::<Vec<_>>().join(",")
    }

    /// Reads one side's men, as in `31,K32` or `1-12`.
    fn parse_men(&self, text: &str) -> Result<(u64, u64), Message> {
        let (mut men, mut kings) = (0u64, 0);
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let item = item.trim();
            let (king, squares) = match item.strip_prefix(['K', 'k']) {
                Some(squares) => (true, squares),
                None => (false, item),
            };
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let (Some(first), Some(last)) = (parse_number(first), parse_number(last)) else {
                return Err(message!(
                    "{item:?} is no man: 31 is a man there, K31 a king",
                    "{item:?} n'est pas un pion : 31 est un pion en 31, K31 une dame"
                ));
            };
            let (first_bit, last_bit) = (self.parse_number(first)?, self.parse_number(last)?);
            if first > last {
                return Err(message!(
                    "{item:?} goes from a square to an earlier one",
                    "{item:?} va d'une case à une case antérieure"
                ));
            }
            for bit in first_bit..=last_bit {
                let at = self.board & 1 << bit;
                if men & at != 0 {
                    let number = self.number(bit);
                    return Err(message!(
                        "square {number} is named twice",
                        "la case {number} est nommée deux fois"
                    ));
                }
                men |= at;
                kings |= if king { at } else { 0 };
            }
        }
        Ok((men, kings))
    }

    fn check(&self, men: &Men) -> Result<(), Message> {
        let most = self.width * self.men_rows;
        for side in Side::BOTH {
            let own = if side == men.side { men.own } else { men.other };
            let count = own.count();
            if count > most {
                return Err(message!(
                    "`{side}` has {count} men, but no side ever has more than {most}",
                    "`{side}` a {count} pions, mais un camp n'en a jamais plus de {most}"
                ));
            }
            if let Some(bit) = (own & !men.kings & self.last_row(side)).indices().next() {
                let number = self.number(bit as u8);
                return Err(message!(
                    "the man on {number} has reached its last row: it is a king, K{number}",
                    "le pion en {number} est à sa dernière ligne : c'est une dame, K{number}"
                ));
            }
        }
        if let Some(bit) = (men.own & men.other).indices().next() {
            let number = self.number(bit as u8);
            return Err(message!(
                "both sides cannot stand on {number}",
                "les deux camps ne peuvent pas être en {number}"
            ));
        }
        if men.other == 0 {
            let side = men.side.other();
            return Err(message!(
                "`{side}` moved last, so it has men",
                "`{side}` a joué en dernier : il a donc des pions"
            ));
        }
        Ok(())
    }

    /// Why no capture is the one that was written.
    fn why_no_capture(&self, men: &Men, way: &[u8]) -> Message {
        let (from, to) = (way[0], way[way.len() - 1]);
        let mut moves = Vec::new();
        if !self.captures(men, self.choice(), &mut moves) {
            return message!("nothing can be taken here", "rien ne peut être pris ici");
        }
        let same = |mv: &&Move| (mv.from, mv.to) == (from, to);
        if moves.iter().filter(same).count() > 1 {
            let ways: Vec<_> = moves
                .iter()
                .filter(same)
                .map(|&mv| self.format_move(men, mv))
                .collect();
            let ways = ways.join(", ");
            return message!(
                "there are several such captures: {ways}",
                "il y a plusieurs prises de ce genre : {ways}"
            );
        }
        let most = moves[0].taken.count();
        let mut all = Vec::new();
        self.captures(men, Choice::Any, &mut all);
        if self.international && all.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
            return message!(
                "it takes fewer than {most} men, and the most must be taken",
                "elle prend moins de {most} pions, et il faut en prendre le plus possible"
            );
        }
        if self.taken_on(men, way).is_some_and(|taken| taken != 0) {
            return message!(
                "the capture goes on from there, and must be played to its end",
                "la prise continue à partir de là et se joue jusqu'au bout"
            );
        }
        let example = self.format_move(men, moves[0]);
        message!(
            "no capture goes that way; one is {example}",
            "aucune prise ne va ainsi ; il y a par exemple {example}"
        )
    }
}

impl Game for Draughts {
    type Position = Men;
    type Move = Move;

    fn start(&self) -> Men {
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
        // A king that could take from afar could also step.
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
            let moving = if forward.has_direction(direction) {
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

impl Notation for Draughts {
    fn parameters(&self) -> String {
        let name = if self.international {
            "international"
        } else {
            "english"
        };
        name.to_owned()
    }

    /// White's men and Black's, as in `W31,32,K40:B1,2`.
    fn format_board(&self, men: &Men, _: Side) -> String {
        let (white, black) = if men.side == self.white() {
            (men.own, men.other)
        } else {
            (men.other, men.own)
        };
        format!(
            "W{}:B{}",
            self.format_men(white, men.kings),
            self.format_men(black, men.kings)
        )
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Men, Message> {
        let mut found = [None, None];
        for part in text.split(':') {
            let mut symbols = part.chars();
            let colour = match symbols.next() {
                Some('W' | 'w') => 0,
                Some('B' | 'b') => 1,
                _ => {
                    return Err(message!(
                        "{part:?} is neither white men, as in W31,K32, nor black ones, as in B1,K2",
                        "{part:?} n'est ni des pions blancs, comme W31,K32, ni des noirs, comme B1,K2"
                    ));
                }
            };
            if found[colour].is_some() {
                return Err(message!(
                    "a colour is given twice",
                    "une couleur est donnée deux fois"
                ));
            }
            found[colour] = Some(self.parse_men(symbols.as_str().trim())?);
        }
        let [Some(white), Some(black)] = found else {
            return Err(message!(
                "the men of both sides are wanted, as in W31,K32:B1,K2",
                "il faut les pions des deux camps, comme W31,K32:B1,K2"
            ));
        };
        let ((own, own_kings), (other, other_kings)) = if side == self.white() {
            (white, black)
        } else {
            (black, white)
        };
        let men = Men {
            own,
            other,
            kings: own_kings | other_kings,
            side,
        };
        self.check(&men)?;
        Ok(men)
    }

    /// Reads also what portable draughts notation writes, as in `W:W31-50:B1-20`, where the colour to move comes first;
    /// the clocks that some programs add, as in `:H0:F1`, are left out.
    fn parse_position(&self, text: &str) -> Result<(Men, Side), Message> {
        let text = text.trim();
        let (board, side) = match text.rsplit_once(char::is_whitespace) {
            Some((board, name)) if Side::from_name(name).is_some() => {
                (board.trim_end(), Side::from_name(name))
            }
            _ => {
                let fen = text.trim_matches('"').trim_end_matches('.');
                let (colour, board) = fen.split_once(':').unwrap_or(("", fen));
                let side = match colour {
                    "W" | "w" => Some(self.white()),
                    "B" | "b" => Some(self.white().other()),
                    _ => None,
                };
                (board, side)
            }
        };
        let Some(side) = side else {
            return Err(message!(
                "a position ends with the side to move, as in `W31,K32:B1,2 first`, or begins with its colour, as in `W:W31,K32:B1,2`",
                "une position se termine par le camp au trait, comme `W31,K32:B1,2 first`, ou commence par sa couleur, comme `W:W31,K32:B1,2`"
            ));
        };
        let is_clock = |part: &str| {
            let mut symbols = part.chars();
            matches!(symbols.next(), Some('H' | 'F'))
                && parse_number::<u32>(symbols.as_str()).is_some()
        };
        let parts: Vec<_> = board.split(':').filter(|part| !is_clock(part)).collect();
        Ok((self.parse_board(&parts.join(":"), side)?, side))
    }

    /// The start and the end; every landing square where other captures have the same.
    fn format_move(&self, men: &Men, mv: Move) -> String {
        let (from, to) = (self.number(mv.from), self.number(mv.to));
        if mv.taken == 0 {
            return format!("{from}-{to}");
        }
        let mut moves = Vec::new();
        self.captures(men, self.choice(), &mut moves);
        let same = moves
            .iter()
            .filter(|other| (other.from, other.to) == (mv.from, mv.to));
        if same.count() < 2 {
            return format!("{from}x{to}");
        }
        let way = self.way(men, mv).into_iter();
        let numbers: Vec<_> = way.map(|bit| self.number(bit).to_string()).collect();
        numbers.join("x")
    }

    /// Reads also every landing square where fewer would do.
    fn parse_move(&self, men: &Men, text: &str) -> Option<Move> {
        let (way, takes) = self.parse_squares(text).ok()?;
        let (from, to) = (*way.first()?, *way.last()?);
        let mut moves = Vec::new();
        self.moves(men, &mut moves);
        moves.retain(|mv| (mv.from, mv.to, mv.taken != 0) == (from, to, takes));
        if takes && (moves.len() > 1 || way.len() > 2) {
            let taken = self.taken_on(men, &way)?;
            moves.retain(|mv| mv.taken == taken);
        }
        moves.first().copied()
    }

    fn why_illegal(&self, men: &Men, text: &str) -> Option<Message> {
        if self.outcome(men).is_some() {
            return None;
        }
        let (way, takes) = match self.parse_squares(text) {
            Ok(read) => read,
            Err(why) => return Some(why),
        };
        let (from, to) = (way[0], way[way.len() - 1]);
        let (start, end) = (self.number(from), self.number(to));
        let at = 1 << from;
        if men.own & at == 0 {
            return Some(message!(
                "no man of the side to move stands on {start}",
                "aucun pion du camp au trait n'est en {start}"
            ));
        }
        if takes {
            return Some(self.why_no_capture(men, &way));
        }
        let mut captures = Vec::new();
        if self.captures(men, self.choice(), &mut captures) {
            let example = self.format_move(men, captures[0]);
            return Some(message!(
                "who can take must, as by {example}",
                "qui peut prendre le doit, par exemple par {example}"
            ));
        }
        if (men.own | men.other).has(to.into()) {
            return Some(message!("{end} is not free", "{end} n'est pas libre"));
        }
        let near = |directions: u8| {
            (0..4).any(|direction| {
                directions.has_direction(direction) && self.step(at, direction).has(to.into())
            })
        };
        Some(if men.kings & at == 0 && near(AROUND) {
            message!(
                "a man goes forward; only a king goes back",
                "un pion avance ; seule une dame recule"
            )
        } else if men.kings & at != 0 && self.international {
            message!(
                "a king goes along a diagonal over free squares",
                "une dame va en diagonale par des cases libres"
            )
        } else {
            message!(
                "{end} is not a diagonal neighbour of {start}",
                "{end} n'est pas voisine de {start} en diagonale"
            )
        })
    }

    /// Only the squares that are played on are drawn, and beside each row the numbers of its first and its last.
    fn view(&self, men: &Men, _: Side) -> View {
        let mut view = View::default();
        let white = if men.side == self.white() {
            men.own
        } else {
            men.other
        };
        for square in 0..self.squares() {
            let bit = self.bit(square);
            let (row, column) = (square / self.width, square % self.width);
            let symbol = match (white.has(bit), men.kings.has(bit)) {
                (true, false) => 'w',
                (true, true) => 'W',
                (false, false) => 'b',
                (false, true) => 'B',
            };
            let side = if men.own.has(bit) {
                men.side
            } else {
                men.side.other()
            };
            let piece = (men.own | men.other).has(bit).then_some(Piece {
                side: Some(side),
                symbol,
                count: 1,
            });
            let x = (2 * column + (row + 1) % 2) as i32;
            view.cell(x, row as i32, Shape::Square, piece);
            if column == 0 {
                view.label(-1, row as i32, (square + 1).to_string());
            }
            if column + 1 == self.width {
                view.label(2 * self.width as i32, row as i32, (square + 1).to_string());
            }
        }
        let mut moves = Vec::new();
        self.moves(men, &mut moves);
        view.moves = moves
            .into_iter()
            .map(|mv| Touch {
                cells: (self.way(men, mv).into_iter())
                    .map(|bit| self.square(bit.into()) as usize)
                    .collect(),
                lines: Vec::new(),
            })
            .collect();
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::erased::{Entry, OpenGame};

    fn open(parameters: &str, at: &str) -> Box<dyn OpenGame> {
        let mut game = SPEC
            .open(parameters, &|_| unreachable!("no files"))
            .unwrap();
        if !at.is_empty() {
            game.set(at).unwrap();
        }
        game
    }

    fn sorted_moves(game: &dyn OpenGame) -> Vec<String> {
        let mut moves = game.moves();
        moves.sort();
        moves
    }

    #[test]
    fn captures_with_the_same_ends_are_told_apart_by_their_ways() {
        let mut game = open("english", "WK3:B7,8,15,16,18,20,23,24 second");
        let moves = [
            "3x10x19x26",
            "3x10x19x28",
            "3x12x19x26",
            "3x12x19x28",
            "3x3",
        ];
        assert_eq!(sorted_moves(&*game), moves);
        let refused = game.play("3x26").unwrap_err().to_string();
        assert!(refused.contains("3x10x19x26, 3x12x19x26"), "{refused}");
        game.play("3x12x19x26").unwrap();
        assert_eq!(game.position(), "WK26:B7,15,18,20,24 first");

        let mut game = open("international", "WK19:B7,17,18,23,27,29,30,K47 first");
        let moves = sorted_moves(&*game);
        assert_eq!(moves.len(), 4);
        assert_eq!(moves[0], "19x1");
        for long in &moves[1..] {
            assert!(long.starts_with("19x") && long.ends_with("x35"), "{long}");
            game.play(long).unwrap();
            assert!(game.undo());
        }
    }

    #[test]
    fn one_capture_by_two_ways_is_one_move() {
        // Round the square of four men, either way.
        let mut game = open("english", "WK3:B7,8,15,16 second");
        assert_eq!(game.moves(), ["3x3"]);
        for way in ["3x12x19x10x3", "3x10x19x12x3", "3X3", "3:3"] {
            game.play(way).unwrap();
            assert_eq!(game.position(), "WK3:B first");
            assert_eq!(game.outcome(), Some(Outcome::Loss));
            game.undo();
        }
        assert!(game.play("3x10x3").is_err());
    }

    #[test]
    fn positions_of_other_programs_are_read() {
        for (parameters, text) in [
            ("international", "W:W31-50:B1-20"),
            ("international", "\"W:B1-20:W31-50.\""),
            ("international", "W:W31-50:B1-20:H0:F1"),
            ("english", "B:W21-32:B1-12."),
        ] {
            let start = open(parameters, "").position();
            assert_eq!(open(parameters, text).position(), start, "{text}");
        }
        let game = open("english", "W:B1,K2-4:W32");
        assert_eq!(game.position(), "W32:B1,K2,K3,K4 second");
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, why) in [
            ("W31:B1", "begins with its colour"),
            ("W31:B1 third", "begins with its colour"),
            ("G:W31:B1", "begins with its colour"),
            ("W31 first", "the men of both sides"),
            ("W31:W32 first", "given twice"),
            ("W31:B1:X4 first", "\"X4\" is neither"),
            ("W31:B31 first", "both sides cannot stand on 31"),
            ("W31,31:B1 first", "31 is named twice"),
            ("W51:B1 first", "no square 51"),
            ("W0:B1 first", "no square 0"),
            ("W31,:B1 first", "\"\" is no man"),
            ("W31,Q5:B1 first", "\"Q5\" is no man"),
            ("W9-7:B1 first", "an earlier one"),
            ("W3:B7 first", "K3"),
            ("W33:B47 first", "K47"),
            ("W6-26:B1 first", "21 men"),
            ("W31: first", "\"\" is neither"),
            ("W31:B first", "`second` moved last"),
        ] {
            let mut game = open("international", "");
            let refused = game.set(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }

    #[test]
    fn why_a_move_is_illegal() {
        let cases = [
            ("international", "", "32", "two squares"),
            ("international", "", "32-28-23", "two squares"),
            ("international", "", "32-51", "no square 51"),
            ("international", "", "28-23", "stands on 28"),
            ("international", "", "20-25", "stands on 20"),
            ("international", "", "32-29", "not a diagonal neighbour"),
            ("international", "", "37-32", "not free"),
            ("international", "", "32x28", "nothing can be taken"),
            ("international", "W33,46:B6,29 first", "46-41", "33x24"),
            (
                "international",
                "W28:B1 first",
                "28-33",
                "only a king goes back",
            ),
            (
                "international",
                "WK46:B1 first",
                "46-47",
                "a king goes along",
            ),
            (
                "international",
                "W32,35:B18,28,30 first",
                "35x24",
                "the most must",
            ),
            ("english", "WK32:B18,27,6 second", "32x23", "goes on"),
            ("english", "WK32:B18,27,6 second", "32x22", "one is 32x14"),
        ];
        for (parameters, at, mv, why) in cases {
            let refused = open(parameters, at).play(mv).unwrap_err().to_string();
            assert!(refused.contains(why), "{mv} in {at}: {refused}");
        }
    }

    #[test]
    fn heuristics_count_for_the_side_to_move() {
        let game = open("english", "WK32,31:B1,6 second");
        // 32-27, 32-28, 31-26 and 31-27 against 1-5, 6-9 and 6-10.
        assert_eq!(game.scores(), [("material", 2), ("mobility", 1)]);
    }
}
