//! Othello, Reversi: First has the black discs, Second the white ones. A disc is put down so that it encloses discs of
//! the other side in a straight line with another own disc; these turn over. Who cannot passes; when neither can, the
//! game is over and the more discs win. Empty squares count for nobody.
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

mod insight;
mod tabular;

use noyau::configuration::{Configurations, Magnitude, RandomConfiguration};
use noyau::erased::{CountFact, Facts, Info, MarginFact, PerftFact, Spec};
use noyau::grid::{Grid, RowOne, turned};
use noyau::heuristic::{Heuristic, Score};
use noyau::points::Points;
use noyau::random::SplitMix;
use noyau::symmetry::Symmetric;
use noyau::view::{Touch, View};
use noyau::word::Word;
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
pub static SPEC: Spec<Othello> = Spec::new(
    Info {
        name: "othello",
        summary: Text {
            en: "Othello: enclose discs of the other side in a line to turn them over; no such move: pass; most discs win.",
            fr: "Othello : encadrez des pions adverses en ligne pour les retourner ; sans coup possible, passez ; le plus de pions gagne.",
        },
        parameters: Text {
            en: "columns and rows: 8, 6 or 4",
            fr: "nombre de colonnes et de lignes : 8, 6 ou 4",
        },
        default: "8",
        version: 1,
    },
    Facts {
        perft: &[
            PerftFact {
                parameters: "8",
                at: "",
                counts: &[1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216],
                source: "published",
            },
            perft("6", "", &[1, 4, 12, 56, 244, 1364, 7604]),
            perft(
                "4",
                "..../xxxo/.xoo/.ooo first",
                &[1, 1, 4, 3, 8, 12, 14],
            ),
            perft(
                "6",
                "x....o/.xxxxo/..xxxo/..xx../.x.xxx/x..... first",
                &[1, 1, 4, 14, 97, 434, 3152],
            ),
            perft(
                "8",
                ".ooo..../ooooo.../xxxo..o./xxxxoooo/xxxxoooo/xxxxxooo/xxxoooxo/xxxxxxxo second",
                &[1, 1, 8, 17, 113, 331, 1774],
            ),
            perft(
                "8",
                "......../......../.....x../..xxxx.o/...xxxoo/.....o.o/...xoxx./...o.o.x first",
                &[1, 1, 7, 23, 186, 1041, 9777],
            ),
            perft(
                "8",
                ".o.xxxxx/..ooxxxo/ooooxxoo/oooxxooo/oooooxoo/.oxoooo./.oooooo./..xxxx.o second",
                &[1, 1, 8, 16, 118, 273, 1599],
            ),
        ],
        counts: &[CountFact {
            parameters: "4",
            positions: 62_789,
            terminal: 6168,
            longest: Some(17),
            source: "counted by a program on rows of characters",
        }],
        margins: &[
            MarginFact {
                parameters: "4",
                at: "",
                margin: -8,
                source: "3 to 11, computed by brute force",
            },
            MarginFact {
                parameters: "8",
                at: "......../......../....x.../...xxx../..xxxxx./...xxx../....x.../........ second",
                margin: -13,
                source: "the shortest game that leaves a side without discs: e6 f4 e3 f6 g5 d6 e7 f5 c5",
            },
        ],
        ..Facts::NONE
    },
    |parameters, _| Othello::parse(parameters),
)
.drawn()
.with_points()
.tabular_by_margin()
.searched_for_points(|game| game.size * game.size)
.symmetric()
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text {
            en: "own discs less the other's",
            fr: "ses pions, moins ceux de l'adversaire",
        },
        score: |_, discs| difference(discs.own, discs.other),
    },
    Heuristic {
        name: "mobility",
        summary: Text {
            en: "own moves less those the other side would have",
            fr: "ses coups possibles, moins ceux qu'aurait l'adversaire",
        },
        score: |game, discs| {
            let other = game.targets(discs.other, discs.own);
            difference(game.targets(discs.own, discs.other), other)
        },
    },
    Heuristic {
        name: "corners",
        summary: Text {
            en: "own corners less the other's: they are never turned over",
            fr: "ses coins, moins ceux de l'adversaire : ils ne sont jamais retournés",
        },
        score: |game, discs| difference(discs.own & game.corners, discs.other & game.corners),
    },
]);

const fn perft(parameters: &'static str, at: &'static str, counts: &'static [u64]) -> PerftFact {
    PerftFact {
        parameters,
        at,
        counts,
        source: "counted by a program on rows of characters",
    }
}

fn difference(own: u64, other: u64) -> Score {
    own.count() as Score - other.count() as Score
}

/// The rules, with the size of the board. Whatever it is, row r and column c from 0 are bit 8 r + c.
#[derive(Debug, Clone, Copy)]
pub struct Othello {
    size: u32,
    board: u64,
    corners: u64,
}

/// The discs of the side to move and of the other, and which side that is: passes leave the number of discs as it is.
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

/// Discs outside the first and last columns: only these can be enclosed in a line that leaves its column, and shifting
/// them by one column never leads over the edge.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The four straight lines: the shift from a square to the next, and the discs that can be enclosed.
const LINES: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// The runs of `through` that begin beside `from`, towards higher and towards lower bits: six discs at most, found by
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
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        Self::new(match parameters {
            "4" => 4,
            "6" => 6,
            "8" => 8,
            _ => 0,
        })
    }

    fn grid(&self) -> Grid {
        Grid {
            columns: self.size as usize,
            rows: self.size as usize,
            row_one: RowOne::Top,
        }
    }

    /// The square of the grid that a bit is.
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

    /// Where a disc may be put down.
    #[inline]
    fn targets(&self, own: u64, other: u64) -> u64 {
        let mut targets = 0;
        for (shift, enclosed) in LINES {
            let (up, down) = runs(own, other & enclosed, shift);
            targets |= up << shift | down >> shift;
        }
        targets & self.board & !(own | other)
    }

    /// The discs that turn over when one is put down.
    #[inline]
    fn turned_over(own: u64, other: u64, disc: u64) -> u64 {
        let mut turned = 0;
        for (shift, enclosed) in LINES {
            let (up, down) = runs(disc, other & enclosed, shift);
            if (up << shift) & own != 0 {
                turned |= up;
            }
            if (down >> shift) & own != 0 {
                turned |= down;
            }
        }
        turned
    }

    /// Whether the other side could move.
    fn may_pass(&self, discs: &Discs) -> bool {
        self.targets(discs.other, discs.own) != 0
    }
}

impl Game for Othello {
    type Position = Discs;
    type Move = Placement;

    fn start(&self) -> Discs {
        let middle = self.size / 2;
        let at = |row: u32, column: u32| 1 << (8 * row + column);
        Discs {
            own: at(middle - 1, middle) | at(middle, middle - 1),
            other: at(middle - 1, middle - 1) | at(middle, middle),
            side: Side::First,
        }
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
            Placement::At(bit) => (1 << bit, Self::turned_over(own, other, 1 << bit)),
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

    fn gain(&self, _: &Discs, _: Placement) -> i32 {
        0
    }

    fn settle(&self, discs: &Discs) -> (i32, i32) {
        (discs.own.count() as i32, discs.other.count() as i32)
    }
}

/// Bit 0 of the number of a symmetry exchanges left and right, bit 1 top and bottom, bit 2 columns and rows.
impl Symmetric for Othello {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, discs: &Discs, s: usize) -> Discs {
        // A board smaller than 8 lies in a corner, and after an exchange in another.
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
        Discs {
            own: image(discs.own),
            other: image(discs.other),
            side: discs.side,
        }
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

/// Exchanges rows and columns: in blocks of 4 by 4, then of 2 by 2, then of single bits, those off the diagonal change
/// places (Warren, Hacker's Delight, 7–3).
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

/// A disc of either side or nothing on every square, with either side to move.
impl Configurations for Othello {
    fn configurations(&self) -> Magnitude {
        Magnitude::power(3, self.size * self.size).times(Magnitude::of(2))
    }
}

impl RandomConfiguration for Othello {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let side = Side::BOTH[random.below(2)];
        let stones = self.grid().draw_stones(random);
        let text = self.grid().format_stones(stones);
        self.parse_board(&text, side).ok()
    }
}

impl Notation for Othello {
    fn parameters(&self) -> String {
        self.size.to_string()
    }

    fn format_board(&self, discs: &Discs, _: Side) -> String {
        self.grid().format_stones(self.by_side(discs))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Discs, Message> {
        let [own, other] = turned(self.grid().parse_stones(text)?, side).map(|squares| {
            let bits = squares.indices().map(|square| self.bit(square));
            bits.fold(0, |bits, bit| bits | 1 << bit)
        });
        let start = self.start();
        let (all, middle) = (own | other, start.own | start.other);
        if let Some(bit) = (middle & !all).indices().next() {
            let square = self.grid().format_square(self.square(bit));
            return Err(message!(
                "{square} is empty, but the four squares in the middle hold discs from the start",
                "{square} est vide, mais les quatre cases du centre ont des pions dès le début"
            ));
        }
        // Every disc was put down beside another.
        let mut connected = middle;
        loop {
            let mut grown = connected;
            for (shift, inside) in [(1, !0x0101_0101_0101_0101), (8, u64::MAX)] {
                // Columns first, then rows: together the eight neighbours.
                grown |= (grown << shift) & inside | (grown & inside) >> shift;
            }
            grown &= all;
            if grown == connected {
                break;
            }
            connected = grown;
        }
        if let Some(bit) = (all & !connected).indices().next() {
            let square = self.grid().format_square(self.square(bit));
            return Err(message!(
                "the disc on {square} is cut off, but every disc is put down beside another",
                "le pion en {square} est isolé, mais tout pion se pose à côté d'un autre"
            ));
        }
        Ok(Discs { own, other, side })
    }

    /// Reads also all squares in one row, as other programs write them: `X` or `*` black, `O` white, `-` or `.` empty,
    /// and then who is to move, `X`, `O`, `Black` or `White`.
    fn parse_position(&self, text: &str) -> Result<(Discs, Side), Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, side] = &words[..] else {
            return Err(message!(
                "a position is its board, a space and the side to move, `first` or `second`",
                "une position est son plateau, une espace et le camp au trait, `first` ou `second`"
            ));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "first" | "x" | "*" | "black" => Side::First,
            "second" | "o" | "white" => Side::Second,
            _ => {
                return Err(message!(
                    "{side:?} is no side: `first` (black, x) or `second` (white, o) is to move",
                    "{side:?} n'est pas un camp : `first` (noir, x) ou `second` (blanc, o) est au trait"
                ));
            }
        };
        let mut rows = String::new();
        for (i, symbol) in board.chars().enumerate() {
            if i > 0 && i % self.size as usize == 0 && !board.contains('/') {
                rows.push('/');
            }
            rows.push(match symbol {
                'X' | '*' => 'x',
                'O' => 'o',
                '-' => '.',
                _ => symbol,
            });
        }
        Ok((self.parse_board(&rows, side)?, side))
    }

    fn format_move(&self, _: &Discs, mv: Placement) -> String {
        match mv {
            Placement::Pass => "pass".to_owned(),
            Placement::At(bit) => self.grid().format_square(self.square(bit.into())),
        }
    }

    /// Reads capitals too.
    fn parse_move(&self, discs: &Discs, text: &str) -> Option<Placement> {
        let text = text.to_ascii_lowercase();
        let targets = self.targets(discs.own, discs.other);
        if text == "pass" {
            return (targets == 0 && self.may_pass(discs)).then_some(Placement::Pass);
        }
        let bit = self.bit(self.grid().parse_square(&text).ok()? as u32);
        targets.has(bit).then_some(Placement::At(bit as u8))
    }

    fn why_illegal(&self, discs: &Discs, text: &str) -> Option<Message> {
        let text = text.to_ascii_lowercase();
        if text == "pass" {
            return Some(message!(
                "only who has no other move passes",
                "on ne passe que si aucun autre coup n'est possible"
            ));
        }
        Some(match self.grid().parse_square(&text) {
            Err(why) => why,
            Ok(square) if (discs.own | discs.other).has(self.bit(square as u32)) => {
                message!("{text} is taken", "{text} est prise")
            }
            Ok(_) if self.targets(discs.own, discs.other) == 0 => message!(
                "no disc can be turned over anywhere: the only move is `pass`",
                "aucun pion ne peut être retourné : le seul coup est `pass`"
            ),
            Ok(_) => message!(
                "a disc on {text} would turn none over",
                "un pion en {text} n'en retournerait aucun"
            ),
        })
    }

    /// Moves may be run together, as in `f5d6c3`.
    fn split_moves(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        words.flat_map(split_run).collect()
    }

    /// Printed games do not write passes.
    fn left_out(&self, discs: &Discs) -> Option<Placement> {
        self.parse_move(discs, "pass")
    }

    fn view(&self, discs: &Discs, _: Side) -> View {
        let mut view = self.grid().view(self.by_side(discs));
        self.grid().label_squares(&mut view);
        let mut moves = Vec::new();
        self.moves(discs, &mut moves);
        view.moves = moves
            .into_iter()
            .map(|mv| Touch {
                cells: match mv {
                    Placement::Pass => Vec::new(),
                    Placement::At(bit) => vec![self.square(bit.into())],
                },
                lines: Vec::new(),
            })
            .collect();
        view
    }
}

/// Splits a word into squares and passes if it is a run of them; otherwise it stays whole.
fn split_run(word: &str) -> Vec<String> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let length = match rest.as_bytes() {
            [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => 2,
            pass if pass.len() >= 4 && pass[..4].eq_ignore_ascii_case(b"pass") => 4,
            _ => return vec![word.to_owned()],
        };
        let (mv, more) = rest.split_at(length);
        moves.push(mv.to_owned());
        rest = more;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::erased::{Entry, OpenGame};

    fn open(parameters: &str) -> Box<dyn OpenGame> {
        SPEC.open(parameters, &|_| unreachable!("no files"))
            .unwrap()
    }

    #[test]
    fn move_lists_run_together() {
        let mut game = open("8");
        let moves = "F5d6 c3,d3c4PASSf4";
        let split = game.split_moves(moves);
        assert_eq!(split, ["F5", "d6", "c3", "d3", "c4", "PASS", "f4"]);
        for mv in &split[..5] {
            game.play(mv).unwrap();
        }
        assert_eq!(
            game.position(),
            "......../......../..xo..../..xxx.../...oxx../...o..../......../........ second"
        );
        assert_eq!(game.split_moves("f5d"), ["f5d"]);
        assert_eq!(game.split_moves("é5 passe"), ["é5", "passe"]);
    }

    #[test]
    fn the_shortest_rout() {
        let mut game = open("8");
        for mv in game.split_moves("e6f4e3f6g5d6e7f5c5") {
            game.play(&mv).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::Loss));
        assert_eq!(game.side(), Side::Second);
        assert_eq!(
            game.position(),
            "......../......../....x.../...xxx../..xxxxx./...xxx../....x.../........ second"
        );
    }

    #[test]
    fn positions_of_other_programs_are_read() {
        let mut game = open("8");
        let start = game.position();
        for text in [
            "---------------------------OX------XO--------------------------- X",
            "---------------------------O*------*O--------------------------- Black",
            "......../......../......../...OX.../...XO.../......../......../........ first",
        ] {
            game.set(text).unwrap();
            assert_eq!(game.position(), start);
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, why) in [
            ("..../.ox./.xo./....", "a space and the side"),
            ("..../.ox./.xo./.... third", "no side"),
            ("..../.ox./.xo./.. first", "row 4 has 2 squares"),
            ("..../.ox./.xo. first", "4 rows"),
            ("..../.ox./.xq./.... first", "'q' on c3"),
            ("..../.o../.xo./.... first", "c2 is empty"),
            ("..../.ox./.xo./.... X X", "a space and the side"),
            ("-----OX--XO---- X", "row 4 has 3 squares"),
        ] {
            let refused = open("4").set(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
        let cut_off = "x...../....../..ox../..xo../....../...... first";
        let refused = open("6").set(cut_off).unwrap_err().to_string();
        assert!(refused.contains("a1 is cut off"), "{refused}");
    }

    #[test]
    fn why_a_move_is_illegal() {
        let mut game = open("4");
        for (mv, why) in [
            ("pass", "no other move"),
            ("b2", "b2 is taken"),
            ("d4", "turn none over"),
            ("e1", "no square e1"),
            ("4", "its column and its row"),
        ] {
            let refused = game.play(mv).unwrap_err().to_string();
            assert!(refused.contains(why), "{mv}: {refused}");
        }
        game.set("..../xxxo/.xoo/.ooo first").unwrap();
        let refused = game.play("a1").unwrap_err().to_string();
        assert!(refused.contains("only move is `pass`"), "{refused}");
        assert_eq!(game.moves(), ["pass"]);
        game.play("PASS").unwrap();
        assert_eq!(game.side(), Side::Second);
    }

    #[test]
    fn heuristics_count_for_the_side_to_move() {
        let mut game = open("4");
        game.play("b1").unwrap();
        let scores: Vec<_> = game.scores();
        assert_eq!(scores, [("material", -3), ("mobility", 0), ("corners", 0)]);
        game.play("a1").unwrap();
        assert_eq!(game.scores()[2], ("corners", -1));
    }
}
