//! Go: First has the black stones, Second the white ones. A stone is put on an empty point; groups of the other side without
//! an empty neighbour, a liberty, are taken. A stone may not be left without liberties itself (no suicide), nor take back at
//! once the single stone that has just taken one (simple ko). One may always pass; two passes in a row end the game. Each side
//! then has its stones and the empty regions that touch only them; Second also has the komi.
//!
//! ```text
//!   4  .  x  o  .
//!   3  x  o  .  o        x takes b3 by c3; o may then not take back on b3
//!   2  .  x  o  .        before it has played elsewhere
//!   1  .  .  .  .
//!      a  b  c  d
//! ```
//!
//! Columns are letters without a gap: unlike on printed boards, `i` comes after `h`.

mod tabular;

use noyau::configuration::{Configurations, Magnitude, RandomConfiguration};
use noyau::erased::{CountFact, Facts, Info, MarginFact, PerftFact, Spec};
use noyau::grid::{Grid, RowOne, turned};
use noyau::heuristic::Heuristic;
use noyau::notation::parse_number;
use noyau::points::Points;
use noyau::random::SplitMix;
use noyau::symmetry::Symmetric;
use noyau::view::{Touch, View};
use noyau::word::Word;
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
pub static SPEC: Spec<Go> = Spec::new(
    Info {
        name: "go",
        summary: Text {
            en: "Go: surround; no suicide, simple ko, area scoring, two passes end it; column i is not left out.",
            fr: "Go : encerclez ; pas de suicide, ko simple, score par aire, fin après deux passes ; la colonne i n'est pas sautée.",
        },
        parameters: Text {
            en: "size from 1 to 11, or size,komi, the komi being points for Second, from 0 to 400 and with halves if need be, as in 7.5",
            fr: "taille de 1 à 11, ou taille,komi, le komi étant des points pour Second, de 0 à 400, au demi-point près, comme 7.5",
        },
        default: "5,0",
        version: 1,
    },
    Facts {
        perft: PERFT,
        counts: COUNTS,
        margins: MARGINS,
        ..Facts::NONE
    },
    |parameters, _| Go::parse(parameters),
)
.drawn()
.with_points()
.tabular_by_margin()
.symmetric()
.judged_by(&[Heuristic {
    name: "area",
    summary: Text {
        en: "own area less the other's, as if all stones stayed, komi included",
        fr: "son aire, moins celle de l'adversaire, comme si toutes les pierres restaient, komi compris",
    },
    score: |game, position| {
        let (own, other) = game.settle(position);
        own - other
    },
}]);

const fn perft(parameters: &'static str, at: &'static str, counts: &'static [u64]) -> PerftFact {
    PerftFact {
        parameters,
        at,
        counts,
        source: "counted by a program on lists that compares whole boards for ko",
    }
}

const PERFT: &[PerftFact] = &[
    perft("1,0", "", &[1, 1, 1, 0]),
    perft("2,0", "", &[1, 5, 21, 68, 156, 316, 604, 1168]),
    perft("3,0", "", &[1, 10, 91, 738, 5281, 33_384]),
    perft("4,0", "", &[1, 17, 273, 4112, 57_984]),
    perft("5,0", "", &[1, 26, 651, 15_650]),
    perft("3,0", ".x./xxo/xo. ko:c1 first", &[1, 3, 8, 23, 94, 375]),
    perft("3,0", "xx./xxo/x.x ko:b1 second", &[1, 1, 3, 3, 13, 63]),
    perft(
        "4,0",
        "ooo./.ooo/o.ox/x.x. ko:d1 second",
        &[1, 5, 16, 66, 144],
    ),
    perft(
        "4,0",
        "oxx./.xxx/oxxx/.oxx ko:a1 first",
        &[1, 3, 7, 26, 172],
    ),
    perft(
        "5,0",
        "oxxo./.o.xo/oxx.x/.xxxx/xo.xx ko:a4 first",
        &[1, 6, 22, 130],
    ),
];

const fn count(
    parameters: &'static str,
    positions: u64,
    terminal: u64,
    longest: Option<u32>,
) -> CountFact {
    CountFact {
        parameters,
        positions,
        terminal,
        longest,
        source: "counted by a program on lists that compares whole boards for ko",
    }
}

const COUNTS: &[CountFact] = &[
    count("1,0", 3, 1, Some(2)),
    count("2,0", 255, 85, None),
    count("3,0", 73_755, 24_329, None),
];

const fn margin(
    parameters: &'static str,
    at: &'static str,
    margin: i32,
    source: &'static str,
) -> MarginFact {
    MarginFact {
        parameters,
        at,
        margin,
        source,
    }
}

const MARGINS: &[MarginFact] = &[
    margin("1,3", "", -3, "the komi alone"),
    margin("1,0.5", "", -1, "the komi alone, in half points"),
    margin("2,0", "", 0, "endless, by attractors in a program on lists"),
    margin(
        "3,0",
        "",
        9,
        "van der Werf, Solving Go on small boards, 2003",
    ),
    // Columns a and b are First's, d and e Second's, c is nobody's.
    margin(
        "5,4",
        ".x.o./.x.o./.x.o./.x.o./.x.o. passed passed first",
        -4,
        "by the rules of area scoring",
    ),
    margin(
        "5,4",
        ".x..o/.x..o/.x..o/.x..o/.x..o passed passed second",
        -1,
        "by the rules of area scoring",
    ),
    margin(
        "3,2",
        ".../.x./... passed passed second",
        -7,
        "by the rules of area scoring",
    ),
    margin(
        "3,2.5",
        ".../.x./... passed passed second",
        -13,
        "by the rules of area scoring, in half points",
    ),
];

/// The rules, with the board.
#[derive(Debug, Clone)]
pub struct Go {
    size: u32,
    /// In half points.
    komi: i32,
    board: u128,
    /// All but the first column, and all but the last: what may step to the left, and to the right.
    not_first: u128,
    not_last: u128,
    /// The image of every point under every symmetry.
    images: Vec<Vec<u8>>,
}

/// The stones of the side to move and of the other, the point where it may not take back, and how many passes came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    own: u128,
    other: u128,
    ko: Option<u8>,
    passes: u8,
    side: Side,
}

impl Stones {
    /// Those of First and of Second.
    fn by_side(&self) -> [u128; 2] {
        turned([self.own, self.other], self.side)
    }
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Placement {
    /// A stone on that point.
    At(u8),
    /// No stone.
    Pass,
}

impl Go {
    /// The rules on a board of that size, from 1 to 11, with that komi in half points.
    pub fn new(size: u32, komi: i32) -> Result<Self, Message> {
        if !(1..=11).contains(&size) {
            return Err(message!(
                "the size is a number from 1 to 11",
                "la taille est un nombre de 1 à 11"
            ));
        }
        if !(0..=800).contains(&komi) {
            return Err(message!(
                "the komi is a number of points or half points from 0 to 400, as in 7 or 7.5",
                "le komi est un nombre de points ou de demi-points de 0 à 400, comme 7 ou 7.5"
            ));
        }
        let points = size * size;
        let column = |wanted: u32| {
            (0..points)
                .filter(|point| point % size == wanted)
                .fold(0u128, |bits, point| bits | 1 << point)
        };
        let board = u128::low_bits(points);
        // Bit 0 of the number of a symmetry exchanges left and right, bit 1 top and bottom, bit 2 columns and rows.
        let image = |point: u32, s: usize| {
            let (mut column, mut row) = (point % size, point / size);
            if s & 1 != 0 {
                column = size - 1 - column;
            }
            if s & 2 != 0 {
                row = size - 1 - row;
            }
            if s & 4 != 0 {
                (column, row) = (row, column);
            }
            (row * size + column) as u8
        };
        Ok(Self {
            size,
            komi,
            board,
            not_first: board & !column(0),
            not_last: board & !column(size - 1),
            images: (0..8)
                .map(|s| (0..points).map(|point| image(point, s)).collect())
                .collect(),
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (size, komi) = parameters.split_once(',').unwrap_or((parameters, "0"));
        let (points, half) = match komi.strip_suffix(".5") {
            Some(points) => (points, 1),
            None => (komi, 0),
        };
        let halves = |points: u16| 2 * i32::from(points) + half;
        Self::new(
            parse_number(size).unwrap_or(0),
            parse_number(points).map_or(-1, halves),
        )
    }

    fn grid(&self) -> Grid {
        Grid {
            columns: self.size as usize,
            rows: self.size as usize,
            row_one: RowOne::Bottom,
        }
    }

    /// The points beside a set; some may belong to the set.
    #[inline]
    fn beside(&self, points: u128) -> u128 {
        let beside_in_row = (points & self.not_last) << 1 | (points & self.not_first) >> 1;
        (beside_in_row | points << self.size | points >> self.size) & self.board
    }

    /// The part of `within` that hangs together with `points`.
    #[inline]
    fn connected(&self, mut points: u128, within: u128) -> u128 {
        loop {
            let grown = points | self.beside(points) & within;
            if grown == points {
                return points;
            }
            points = grown;
        }
    }

    /// The stones that `at` takes, of the side whose stones are `other`.
    #[inline]
    fn taken(&self, other: u128, empty: u128, at: u128) -> u128 {
        let mut taken = 0;
        let mut neighbours = self.beside(at) & other;
        while neighbours != 0 {
            let group = self.connected(1 << neighbours.lowest(), other);
            neighbours &= !group;
            if self.beside(group) & empty == at {
                taken |= group;
            }
        }
        taken
    }

    /// Whether a stone on an empty point without empty neighbours would be left without liberties.
    #[inline]
    fn is_suicide(&self, own: u128, other: u128, empty: u128, at: u128) -> bool {
        let group = self.connected(at, own | at);
        self.beside(group) & empty & !at == 0 && self.taken(other, empty, at) == 0
    }

    /// The points where a stone may be put, but for ko.
    #[inline]
    fn open_points(&self, stones: &Stones) -> u128 {
        let Stones { own, other, .. } = *stones;
        let empty = self.board & !(own | other);
        let mut points = empty & self.beside(empty);
        for point in (empty & !points).indices() {
            if !self.is_suicide(own, other, empty, 1 << point) {
                points |= 1 << point;
            }
        }
        points
    }

    /// The points where a stone may be put.
    #[inline]
    fn legal_points(&self, stones: &Stones) -> u128 {
        let ko = stones.ko.map_or(0, |point| 1 << point);
        self.open_points(stones) & !ko
    }

    /// The number of points that belong to a side: its stones, and the empty regions that touch no other.
    fn area(&self, own: u128, other: u128) -> i32 {
        let empty = self.board & !(own | other);
        let not_own = self.connected(self.beside(other) & empty, empty);
        // A region that touches nothing, on an empty board, is nobody's.
        let touched = self.connected(self.beside(own) & empty, empty);
        (own | touched & !not_own).count() as i32
    }

    /// Whether the side to move, but for ko, could take back on `at` the one stone that has just taken one there.
    fn may_be_ko(&self, stones: &Stones, at: u128) -> bool {
        let empty = self.board & !(stones.own | stones.other);
        at & empty != 0
            && self.beside(at) & !stones.other == 0
            && self.taken(stones.other, empty, at).count() == 1
    }
}

impl Game for Go {
    type Position = Stones;
    type Move = Placement;

    fn start(&self) -> Stones {
        Stones {
            own: 0,
            other: 0,
            ko: None,
            passes: 0,
            side: Side::First,
        }
    }

    #[inline]
    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        if stones.passes < 2 {
            return None;
        }
        let (own, other) = self.settle(stones);
        Some(Outcome::of_margin(own - other))
    }

    #[inline]
    fn moves(&self, stones: &Stones, out: &mut Vec<Placement>) {
        if stones.passes == 2 {
            return;
        }
        let points = self.legal_points(stones);
        out.extend(points.indices().map(|point| Placement::At(point as u8)));
        out.push(Placement::Pass);
    }

    #[inline]
    fn play(&self, stones: &mut Stones, mv: Placement) {
        let Stones {
            own,
            other,
            passes,
            side,
            ..
        } = *stones;
        let mut next = Stones {
            own: other,
            other: own,
            ko: None,
            passes: 0,
            side: side.other(),
        };
        match mv {
            Placement::Pass => next.passes = passes + 1,
            Placement::At(point) => {
                let at = 1 << point;
                let empty = self.board & !(own | other);
                let taken = self.taken(other, empty, at);
                next.own = other & !taken;
                next.other = own | at;
                let alone = self.beside(at) & (own | empty) == 0;
                if alone && taken.count() == 1 {
                    next.ko = Some(taken.lowest() as u8);
                }
            }
        }
        *stones = next;
    }

    #[inline]
    fn to_move(&self, stones: &Stones) -> Option<Side> {
        Some(stones.side)
    }
}

impl Points for Go {
    const ALONG_MOVES: bool = false;

    fn units(&self) -> i32 {
        1 + self.komi % 2
    }

    fn gain(&self, _: &Stones, _: Placement) -> i32 {
        0
    }

    fn settle(&self, stones: &Stones) -> (i32, i32) {
        let units = self.units();
        let own = units * self.area(stones.own, stones.other);
        let other = units * self.area(stones.other, stones.own);
        let komi = self.komi * units / 2;
        match stones.side {
            Side::First => (own, other + komi),
            Side::Second => (own + komi, other),
        }
    }
}

impl Symmetric for Go {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, stones: &Stones, s: usize) -> Stones {
        let images = &self.images[s];
        let image = |points: u128| {
            let points = points.indices();
            points.fold(0, |image, point| image | 1 << images[point as usize])
        };
        Stones {
            own: image(stones.own),
            other: image(stones.other),
            ko: stones.ko.map(|point| images[usize::from(point)]),
            ..*stones
        }
    }

    fn transform_move(&self, _: &Stones, mv: Placement, s: usize) -> Placement {
        match mv {
            Placement::At(point) => Placement::At(self.images[s][usize::from(point)]),
            Placement::Pass => mv,
        }
    }
}

/// A stone of either side or nothing on every point, with either side to move.
impl Configurations for Go {
    fn configurations(&self) -> Magnitude {
        Magnitude::power(3, self.size * self.size).times(Magnitude::of(2))
    }
}

impl RandomConfiguration for Go {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let side = Side::BOTH[random.below(2)];
        let stones = self.grid().draw_stones(random);
        let text = self.grid().format_stones(stones);
        self.parse_board(&text, side).ok()
    }
}

impl Notation for Go {
    fn parameters(&self) -> String {
        let half = if self.komi % 2 == 1 { ".5" } else { "" };
        format!("{},{}{half}", self.size, self.komi / 2)
    }

    /// The rows, then `ko:` and the point where the side to move may not take back, and `passed` for each pass that came last.
    fn format_board(&self, stones: &Stones, _: Side) -> String {
        let mut text = self.grid().format_stones(stones.by_side());
        if let Some(point) = stones.ko {
            text.push_str(" ko:");
            text.push_str(&self.grid().format_square(point.into()));
        }
        for _ in 0..stones.passes {
            text.push_str(" passed");
        }
        text
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones, Message> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let [own, other] = turned(self.grid().parse_stones(rows)?, side);
        let mut stones = Stones {
            own,
            other,
            ko: None,
            passes: 0,
            side,
        };
        let empty = self.board & !(own | other);
        for men in [own, other] {
            let alive = self.connected(self.beside(empty) & men, men);
            if let Some(point) = (men & !alive).indices().next() {
                let point = self.grid().format_square(point as usize);
                return Err(message!(
                    "the stones with {point} have no liberty, so they would have been taken",
                    "les pierres avec {point} n'ont pas de liberté : elles auraient été prises"
                ));
            }
        }
        for word in words {
            if let Some(name) = word.strip_prefix("ko:") {
                let point = self.grid().parse_square(name)?;
                if stones.ko.replace(point as u8).is_some() {
                    return Err(message!("there is one ko at most", "il y a un ko au plus"));
                }
                if !self.may_be_ko(&stones, 1 << point) {
                    return Err(message!(
                        "no single stone has just been taken on {name} by a single one that could be taken back",
                        "aucune pierre seule ne vient d'être prise en {name} par une pierre seule qu'on pourrait reprendre"
                    ));
                }
            } else if word == "passed" && stones.passes < 2 {
                stones.passes += 1;
            } else {
                return Err(message!(
                    "{word:?} is no part of a position: after the rows come `ko:b2` for a ko and `passed` for each of at most two last passes",
                    "{word:?} n'est pas une partie de position : après les lignes viennent `ko:b2` pour un ko et `passed` pour chacune des deux dernières passes au plus"
                ));
            }
        }
        if stones.ko.is_some() && stones.passes > 0 {
            return Err(message!(
                "there is no ko after a pass",
                "il n'y a pas de ko après une passe"
            ));
        }
        Ok(stones)
    }

    fn format_move(&self, _: &Stones, mv: Placement) -> String {
        match mv {
            Placement::At(point) => self.grid().format_square(point.into()),
            Placement::Pass => "pass".to_owned(),
        }
    }

    /// Reads capitals too.
    fn parse_move(&self, stones: &Stones, text: &str) -> Option<Placement> {
        if stones.passes == 2 {
            return None;
        }
        let text = text.to_ascii_lowercase();
        if text == "pass" {
            return Some(Placement::Pass);
        }
        let point = self.grid().parse_square(&text).ok()? as u32;
        let legal = self.legal_points(stones).has(point);
        legal.then_some(Placement::At(point as u8))
    }

    fn why_illegal(&self, stones: &Stones, text: &str) -> Option<Message> {
        if stones.passes == 2 {
            return None;
        }
        let text = text.to_ascii_lowercase();
        Some(match self.grid().parse_square(&text) {
            Err(Message { en, fr }) => {
                message!("{en}; or it is `pass`", "{fr} ; ou bien c'est `pass`")
            }
            Ok(point) if (stones.own | stones.other).has(point as u32) => {
                message!("{text} is taken", "{text} est prise")
            }
            Ok(point) if stones.ko == Some(point as u8) => message!(
                "ko: a stone was just taken on {text}, and taking back at once is not allowed",
                "ko : une pierre vient d'être prise en {text}, et la reprise immédiate est interdite"
            ),
            Ok(_) => message!(
                "a stone on {text} would have no liberty, and suicide is not allowed",
                "une pierre en {text} n'aurait pas de liberté, et le suicide est interdit"
            ),
        })
    }

    fn view(&self, stones: &Stones, _: Side) -> View {
        let mut view = self.grid().view(stones.by_side());
        self.grid().label_squares(&mut view);
        let mut moves = Vec::new();
        self.moves(stones, &mut moves);
        view.moves = moves
            .into_iter()
            .map(|mv| Touch {
                cells: match mv {
                    Placement::At(point) => vec![point.into()],
                    Placement::Pass => Vec::new(),
                },
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
    use std::collections::HashSet;

    fn open(parameters: &str, at: &str) -> Box<dyn OpenGame> {
        let mut game = SPEC
            .open(parameters, &|_| unreachable!("no files"))
            .unwrap();
        if !at.is_empty() {
            game.set(at).unwrap();
        }
        game
    }

    /// Tromp's numbers of legal boards (Combinatorics of Go, 2007), all of which play reaches.
    #[test]
    fn all_legal_boards_are_reached() {
        for (size, boards) in [(1, 1), (2, 57), (3, 12_675)] {
            let go = Go::new(size, 0).unwrap();
            let mut seen = HashSet::from([go.start()]);
            let mut waiting = vec![go.start()];
            let mut moves = Vec::new();
            while let Some(stones) = waiting.pop() {
                moves.clear();
                go.moves(&stones, &mut moves);
                for &mv in &moves {
                    let next = go.child(&stones, mv);
                    if seen.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            let distinct: HashSet<_> = seen.iter().map(Stones::by_side).collect();
            assert_eq!(distinct.len(), boards, "size {size}");
        }
    }

    #[test]
    fn ko_lasts_for_one_move() {
        let mut game = open("4", ".xo./xo.o/.xo./.... first");
        game.play("C3").unwrap();
        assert_eq!(game.position(), ".xo./x.xo/.xo./.... ko:b3 second");
        let refused = game.play("b3").unwrap_err().to_string();
        assert!(refused.contains("taking back"), "{refused}");
        game.play("a1").unwrap();
        game.play("PASS").unwrap();
        assert_eq!(game.position(), ".xo./x.xo/.xo./o... passed second");
        game.play("b3").unwrap();
        assert_eq!(game.position(), ".xo./xo.o/.xo./o... ko:c3 first");
    }

    #[test]
    fn two_passes_end_the_game() {
        let mut game = open("2,1", "");
        game.play("a1").unwrap();
        game.play("pass").unwrap();
        assert_eq!(game.outcome(), None);
        game.play("pass").unwrap();
        assert_eq!(game.position(), "../x. passed passed second");
        assert_eq!(game.outcome(), Some(Outcome::Loss));
        assert!(game.play("pass").is_err());
    }

    #[test]
    fn parameters_and_impossible_positions_are_refused() {
        for parameters in ["0", "12", "5,", "5,6.3", "5,-1", "5,401", "x", "5,0,0"] {
            let opened = SPEC.open(parameters, &|_| unreachable!("no files"));
            assert!(opened.is_err(), "{parameters}");
        }
        assert_eq!(open("9", "").name(), "go:9,0");
        for (text, why) in [
            (".../.../...", "the side to move"),
            (".../... first", "3 rows"),
            (".../.../..# first", "'#' on c1"),
            ("ox./x../... first", "a3 have no liberty"),
            ("xox/oxo/xox first", "have no liberty"),
            (".../.../... ko:b2 first", "taken on b2"),
            (".x./x.x/.x. ko:b2 first", "taken on b2"),
            (".x./x.x/.x. ko:b2 second", "taken on b2"),
            ("xx./xxo/x.x ko:d1 second", "no square d1"),
            ("xx./xxo/x.x ko:b1 ko:b1 second", "one ko"),
            ("xx./xxo/x.x ko:b1 passed second", "no ko after a pass"),
            ("... passed first", "3 rows"),
            (".../.../... passed passed passed first", "\"passed\" is no"),
            (".../.../... late first", "\"late\" is no"),
        ] {
            let refused = open("3", "").set(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }

    #[test]
    fn why_a_move_is_illegal() {
        for (at, mv, why) in [
            ("", "d1", "no square d1"),
            ("", "pas", "`pass`"),
            (".../.x./... second", "b2", "b2 is taken"),
            (".x./x../... second", "a3", "suicide"),
            ("xx./xxo/x.x ko:b1 second", "b1", "ko"),
        ] {
            let refused = open("3", at).play(mv).unwrap_err().to_string();
            assert!(refused.contains(why), "{mv} in {at}: {refused}");
        }
    }
}
