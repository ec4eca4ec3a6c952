//! Go: First has the black stones, Second the white ones. A stone is placed on an empty point; opposing groups
//! without an empty neighbour, a liberty, are captured. Suicide is illegal, and so is recapturing at once the
//! single stone that has just captured one (simple ko). Passing is always legal; two consecutive passes end the
//! game. Each side then has its stones and the empty regions that touch only them; Second also has the komi.
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

mod guide;
mod index;
mod notation;

use noyau_core::grid::turned;
use noyau_core::notation::parse_number;
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;

/// The registry entry, for boards that fit 64 bits.
pub static SPEC: Spec<Go<u64>> = entry(FACTS).indexed_by_margin().widened_by(&WIDE);

/// The same rules for boards that fit 128 bits.
static WIDE: Spec<Go<u128>> = entry(&[]);

const fn entry<W: Word>(facts: &'static [Fact]) -> Spec<Go<W>> {
    Spec::new(
        Info {
            name: "go",
            summary: Text::new(
                "Go: surround; no suicide, simple ko, area scoring, two passes end it; column i is not left out.",
                "Go : encerclez ; pas de suicide, ko simple, score par aire, fin après deux passes ; la colonne i n'est pas sautée.",
            ),
            parameters: Text::new(
                "size from 1 to 11, or size,komi, the komi being points for Second, from 0 to 400 and with halves if need be, as in 7.5",
                "taille de 1 à 11, ou taille,komi, le komi étant des points pour Second, de 0 à 400, au demi-point près, écrit comme 7.5",
            ),
            default: "5,0",
            version: 1,
        },
        facts,
        |parameters, _| Go::parse(parameters),
    )
    // Each point is empty or has a stone of either side, with either side to move.
    .configured(|game| Magnitude::power(3, game.size * game.size).times(Magnitude::of(2)))
    .drawn()
    .with_points()
    .symmetric()
    .guided()
    .judged_by(const { &[Heuristic {
        name: "area",
        summary: Text::new(
            "own area less the other's, as if all stones stayed, komi included",
            "son aire, moins celle de l'adversaire, comme si toutes les pierres restaient, komi compris",
        ),
        score: |game, position| {
            let (own, other) = game.settle(position);
            own - other
        },
    }] })
}

const COUNTED: &str = "counted by a program on lists that compares whole boards for ko";

const FACTS: &[Fact] = &[
    Fact::perft("1,0", &[1, 1, 1, 0]).source(COUNTED),
    Fact::perft("2,0", &[1, 5, 21, 68, 156, 316, 604, 1168]).source(COUNTED),
    Fact::perft("3,0", &[1, 10, 91, 738, 5281, 33_384]).source(COUNTED),
    Fact::perft("4,0", &[1, 17, 273, 4112, 57_984]).source(COUNTED),
    Fact::perft("5,0", &[1, 26, 651, 15_650]).source(COUNTED),
    Fact::perft("3,0", &[1, 3, 8, 23, 94, 375]).known_at(".x./xxo/xo. ko:c1 first", COUNTED),
    Fact::perft("3,0", &[1, 1, 3, 3, 13, 63]).known_at("xx./xxo/x.x ko:b1 second", COUNTED),
    Fact::perft("4,0", &[1, 5, 16, 66, 144]).known_at("ooo./.ooo/o.ox/x.x. ko:d1 second", COUNTED),
    Fact::perft("4,0", &[1, 3, 7, 26, 172]).known_at("oxx./.xxx/oxxx/.oxx ko:a1 first", COUNTED),
    Fact::perft("5,0", &[1, 6, 22, 130])
        .known_at("oxxo./.o.xo/oxx.x/.xxxx/xo.xx ko:a4 first", COUNTED),
    Fact::count("1,0", 3, 1, Some(2)).source(COUNTED),
    Fact::count("2,0", 255, 85, None).source(COUNTED),
    Fact::count("3,0", 73_755, 24_329, None).source(COUNTED),
    Fact::margin("1,3", -3).source("the komi alone"),
    Fact::margin("1,0.5", -1).source("the komi alone, in half points"),
    Fact::margin("2,0", 0).source("endless, by attractors in a program on lists"),
    Fact::margin("3,0", 9).source("van der Werf, Solving Go on small boards, 2003"),
    // Columns a and b are First's, d and e Second's, c is nobody's.
    Fact::margin("5,4", -4)
        .at(".x.o./.x.o./.x.o./.x.o./.x.o. passed passed first")
        .source("by the rules of area scoring"),
    Fact::margin("5,4", -1)
        .at(".x..o/.x..o/.x..o/.x..o/.x..o passed passed second")
        .source("by the rules of area scoring"),
    Fact::margin("3,2", -7)
        .at(".../.x./... passed passed second")
        .source("by the rules of area scoring"),
    Fact::margin("3,2.5", -13)
        .at(".../.x./... passed passed second")
        .source("by the rules of area scoring, in half points"),
];

/// The rules, with the board.
#[derive(Debug, Clone)]
pub struct Go<W> {
    size: u32,
    /// In half points.
    komi: i32,
    board: W,
    /// All but the first column, and all but the last: the points that have a left, and a right neighbour.
    not_first: W,
    not_last: W,
    /// The points beside each point.
    near: Vec<W>,
    /// Those around each point, and which surroundings are shapes.
    around: Vec<[u8; 8]>,
    shapes: Vec<u64>,
    /// The image of every point under every symmetry.
    images: Vec<Vec<u8>>,
    /// The images of sets of points, for tables.
    turns: index::Turns,
}

/// The stones of the side to move and of the opponent, the ko point, and the number of preceding passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones<W> {
    own: W,
    other: W,
    ko: Option<u8>,
    passes: u8,
    side: Side,
}

impl<W: Word> Stones<W> {
    /// The stones of the side to move and of the opponent, without ko or passes.
    #[inline]
    fn new([own, other]: [W; 2], side: Side) -> Self {
        Self {
            own,
            other,
            ko: None,
            passes: 0,
            side,
        }
    }

    /// Those of First and of Second.
    pub fn by_side(&self) -> [W; 2] {
        turned([self.own, self.other], self.side)
    }

    #[inline]
    fn all(&self) -> W {
        self.own | self.other
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

impl<W: Word> Go<W> {
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
        let most = W::BITS;
        if points > most {
            return Err(message!(
                "{size} times {size} points do not fit {most} bits",
                "{size} fois {size} points ne tiennent pas en {most} bits"
            ));
        }
        let those = |wanted: &dyn Fn(u32) -> bool| {
            let wanted = (0..points).filter(|&point| wanted(point));
            wanted.fold(W::ZERO, |bits, point| bits | W::bit(point))
        };
        let board = those(&|_| true);
        let mut go = Self {
            size,
            komi,
            board,
            not_first: those(&|point| point % size > 0),
            not_last: those(&|point| point % size < size - 1),
            near: Vec::new(),
            around: guide::around(size),
            shapes: guide::shapes(),
            images: Grid::new(size as usize, size as usize, RowOne::Bottom).images(),
            turns: index::Turns::default(),
        };
        go.turns = index::turns(&go.images);
        go.near = (0..points).map(|point| go.beside(W::bit(point))).collect();
        Ok(go)
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
        Grid::new(self.size as usize, self.size as usize, RowOne::Bottom)
    }

    /// The neighbours of a set; some may belong to the set.
    #[inline]
    fn beside(&self, points: W) -> W {
        let beside_in_row = (points & self.not_last) << 1 | (points & self.not_first) >> 1;
        // The size is below 16; with that known, the compiler shifts double words without branches.
        let row = self.size & 15;
        (beside_in_row | points << row | points >> row) & self.board
    }

    #[inline]
    fn near(&self, point: u32) -> W {
        self.near[point as usize]
    }

    /// The part of `within` connected to `points`.
    #[inline]
    fn connected(&self, mut points: W, within: W) -> W {
        loop {
            let grown = points | self.beside(points) & within;
            if grown == points {
                return points;
            }
            points = grown;
        }
    }

    /// The part of `within` connected to `points`, unless it has one of those liberties. Most groups do, nearby:
    /// then their extent is not computed.
    #[inline]
    fn enclosed(&self, mut points: W, within: W, liberties: W) -> Option<W> {
        loop {
            let beside = self.beside(points);
            if beside & liberties != W::ZERO {
                return None;
            }
            let grown = points | beside & within;
            if grown == points {
                return Some(points);
            }
            points = grown;
        }
    }

    /// The stones that a stone on `point` captures, of the side whose stones are `other`.
    #[inline]
    fn taken(&self, other: W, empty: W, point: u32) -> W {
        let mut taken = W::ZERO;
        let mut neighbours = self.near(point) & other;
        while neighbours != W::ZERO {
            let stone = W::bit(neighbours.lowest());
            let group = self.enclosed(stone, other, empty & !W::bit(point));
            taken = taken | group.unwrap_or(W::ZERO);
            neighbours = neighbours.without_lowest() & !taken;
        }
        taken
    }

    /// Whether a stone of the side to move on an empty point would have a liberty, possibly after a capture.
    #[inline]
    fn is_open(&self, stones: &Stones<W>, empty: W, point: u32) -> bool {
        let at = W::bit(point);
        self.near(point) & empty != W::ZERO
            || self.enclosed(at, stones.own, empty & !at).is_none()
            || self.taken(stones.other, empty, point) != W::ZERO
    }

    /// The empty points except the ko point.
    #[inline]
    fn candidates(&self, stones: &Stones<W>) -> W {
        let ko = stones.ko.map_or(W::ZERO, |point| W::bit(point.into()));
        self.board & !(stones.all() | ko)
    }

    /// The legal points.
    #[inline]
    fn legal_points(&self, stones: &Stones<W>) -> W {
        let empty = self.board & !stones.all();
        let points = self.candidates(stones).indices();
        points
            .filter(|&point| self.is_open(stones, empty, point))
            .fold(W::ZERO, |points, point| points | W::bit(point))
    }

    /// The area of a side: its stones, and the empty regions that touch no other.
    fn area(&self, own: W, other: W) -> i32 {
        let empty = self.board & !(own | other);
        let not_own = self.connected(self.beside(other) & empty, empty);
        // A region that touches nothing, on an empty board, has no owner.
        let touched = self.connected(self.beside(own) & empty, empty);
        (own | touched & !not_own).count() as i32
    }

    /// Whether the side to move, without ko, could recapture on a point the single stone that has just captured one
    /// there.
    fn may_be_ko(&self, stones: &Stones<W>, point: u32) -> bool {
        let empty = self.board & !stones.all();
        empty.has(point)
            && self.near(point) & !stones.other == W::ZERO
            && self.taken(stones.other, empty, point).count() == 1
    }
}

impl<W: Word> Game for Go<W> {
    type Position = Stones<W>;
    type Move = Placement;

    fn start(&self) -> Stones<W> {
        Stones::new([W::ZERO; 2], Side::First)
    }

    #[inline]
    fn outcome(&self, stones: &Stones<W>) -> Option<Outcome> {
        if stones.passes < 2 {
            return None;
        }
        let (own, other) = self.settle(stones);
        Some(Outcome::of_margin(own - other))
    }

    #[inline]
    fn moves(&self, stones: &Stones<W>, out: &mut Vec<Placement>) {
        if stones.passes == 2 {
            return;
        }
        let points = self.legal_points(stones);
        out.extend(points.indices().map(|point| Placement::At(point as u8)));
        out.push(Placement::Pass);
    }

    #[inline]
    fn play(&self, stones: &mut Stones<W>, mv: Placement) {
        let (own, other) = (stones.own, stones.other);
        let mut next = Stones::new([other, own], stones.side.other());
        match mv {
            Placement::Pass => next.passes = stones.passes + 1,
            Placement::At(point) => {
                let point = u32::from(point);
                let empty = self.board & !stones.all();
                let taken = self.taken(other, empty, point);
                next.own = other & !taken;
                next.other = own | W::bit(point);
                let alone = self.near(point) & (own | empty) == W::ZERO;
                if alone && taken.count() == 1 {
                    next.ko = Some(taken.lowest() as u8);
                }
            }
        }
        *stones = next;
    }

    #[inline]
    fn to_move(&self, stones: &Stones<W>) -> Option<Side> {
        Some(stones.side)
    }

    /// Most empty points are legal: rejection sampling is uniform and avoids listing them.
    #[inline]
    fn random_move(
        &self,
        stones: &Stones<W>,
        random: &mut SplitMix,
        _: &mut Vec<Placement>,
    ) -> Option<Placement> {
        if stones.passes == 2 {
            return None;
        }
        let empty = self.board & !stones.all();
        let mut candidates = self.candidates(stones);
        for count in (0..=candidates.count()).rev() {
            let drawn = random.below(count as usize + 1) as u32;
            if drawn == count {
                break;
            }
            let point = candidates.nth(drawn);
            if self.is_open(stones, empty, point) {
                return Some(Placement::At(point as u8));
            }
            candidates = candidates ^ W::bit(point);
        }
        Some(Placement::Pass)
    }
}

impl<W: Word> Points for Go<W> {
    const ALONG_MOVES: bool = false;

    fn units(&self) -> i32 {
        1 + self.komi % 2
    }

    fn settle(&self, stones: &Stones<W>) -> (i32, i32) {
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

impl<W: Word> Symmetric for Go<W> {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, stones: &Stones<W>, s: usize) -> Stones<W> {
        let images = &self.images[s];
        let image = |points: W| {
            let images = points.indices().map(|point| images[point as usize]);
            images.fold(W::ZERO, |image, point| image | W::bit(point.into()))
        };
        Stones {
            own: image(stones.own),
            other: image(stones.other),
            ko: stones.ko.map(|point| images[usize::from(point)]),
            ..*stones
        }
    }

    fn transform_move(&self, _: &Stones<W>, mv: Placement, s: usize) -> Placement {
        match mv {
            Placement::At(point) => Placement::At(self.images[s][usize::from(point)]),
            Placement::Pass => mv,
        }
    }
}

impl<W: Word> RandomConfiguration for Go<W> {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let side = Side::BOTH[random.below(2)];
        let stones = self.grid().random_stones(random);
        let board = self.grid().format_stones(stones);
        self.parse_board(&board, side).ok()
    }
}
