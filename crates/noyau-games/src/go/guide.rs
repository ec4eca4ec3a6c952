//! How Go is usually played, for Monte-Carlo tree search: stones in atari are saved or captured, shapes around the last stone
//! are answered (the patterns of Gelly, Wang, Munos and Teytaud 2006, *Modification of UCT with Patterns in Monte-Carlo Go*),
//! and nobody fills eyes of its own.

use super::{Go, Placement, Stones};
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;

/// Shapes of three by three points with the side to move about to play in the middle: `x` and `o` are stones, of one side and
/// the other, `.` is empty, `X` all but a stone of `x`, `O` all but one of `o`, `#` beyond the edge, `?` anything.
const SHAPES: [&str; 13] = [
    // Hane.
    "xox...???",
    "xo....?.?",
    "xo?x..X.?",
    ".o.x.....",
    // Cuts.
    "xo?o.O?O?",
    "?x?o.oOOO",
    "ox?O.o???",
    // On the edge.
    "x.?o.?###",
    "ox?x.o###",
    "?x?X.o###",
    "?xoX.X###",
    "?oxx.o###",
    "?o?x.X###",
];

/// What a point is, in two bits.
const EMPTY: usize = 0;
const OWN: usize = 1;
const OTHER: usize = 2;
const EDGE: usize = 3;

/// The places around the middle in the text of a shape, and how they look turned and mirrored.
const AROUND: [usize; 8] = [0, 1, 2, 3, 5, 6, 7, 8];

/// Which surroundings are shapes: a bit for each.
pub(super) fn shapes() -> Vec<u64> {
    let mut known = vec![0; 1 << 10];
    for shape in SHAPES {
        let mut shape: Vec<u8> = shape.bytes().collect();
        for turn in 0..8 {
            if turn == 4 {
                shape = [0, 3, 6, 1, 4, 7, 2, 5, 8].map(|at| shape[at]).into();
            }
            shape = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|at| shape[at]).into();
            for [x, o] in [[OWN, OTHER], [OTHER, OWN]] {
                let mut codes = vec![0];
                for (i, at) in AROUND.into_iter().enumerate() {
                    let those: &[usize] = match shape[at] {
                        b'x' => &[x],
                        b'o' => &[o],
                        b'.' => &[EMPTY],
                        b'X' => &[EMPTY, o, EDGE],
                        b'O' => &[EMPTY, x, EDGE],
                        b'#' => &[EDGE],
                        _ => &[EMPTY, OWN, OTHER, EDGE],
                    };
                    codes = codes
                        .iter()
                        .flat_map(|code| those.iter().map(move |what| code | what << (2 * i)))
                        .collect();
                }
                for code in codes {
                    known[code / 64] |= 1 << (code % 64);
                }
            }
        }
    }
    known
}

/// For each point of a board those around it, in the order of [`AROUND`]; a number beyond the board is beyond its edge.
pub(super) fn around(size: u32) -> Vec<[u8; 8]> {
    let size = size as i32;
    let points = 0..size * size;
    let beside = |point: i32, at: usize| {
        let (column, row) = (
            point % size + at as i32 % 3 - 1,
            point / size + at as i32 / 3 - 1,
        );
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        if inside {
            (row * size + column) as u8
        } else {
            u8::MAX
        }
    };
    points
        .map(|point| AROUND.map(|at| beside(point, at)))
        .collect()
}

impl<W: Word> Go<W> {
    /// Whether the surroundings of a point are a shape.
    pub fn is_shape(&self, stones: &Stones<W>, point: u32) -> bool {
        let mut code = 0;
        for (i, &beside) in self.around[point as usize].iter().enumerate() {
            let beside = u32::from(beside);
            let what = if beside >= W::BITS {
                EDGE
            } else {
                usize::from(stones.own.has(beside)) * OWN
                    + usize::from(stones.other.has(beside)) * OTHER
            };
            code |= what << (2 * i);
        }
        self.shapes[code / 64] >> (code % 64) & 1 == 1
    }

    /// The points around a point.
    fn surroundings(&self, point: u32) -> W {
        let around = self.around[point as usize].iter();
        let inside = around.filter(|&&beside| u32::from(beside) < W::BITS);
        inside.fold(W::ZERO, |points, &beside| points | W::bit(beside.into()))
    }

    /// Whether a point is an eye of the side to move: own stones beside it, and too few of the other's at its corners.
    pub fn is_eye(&self, stones: &Stones<W>, point: u32) -> bool {
        let near = self.near(point);
        if near & !stones.own != W::ZERO {
            return false;
        }
        let corners = self.surroundings(point) & !near;
        let lost = (corners & stones.other).count();
        lost < if corners.count() == 4 { 2 } else { 1 }
    }

    fn liberties(&self, group: W, empty: W) -> W {
        self.beside(group) & empty
    }

    /// The liberties that a stone of the side to move on a point would have with its group.
    fn liberties_after(&self, stones: &Stones<W>, point: u32) -> W {
        let at = W::bit(point);
        let empty = self.board & !stones.all() & !at;
        let group = self.connected(at, stones.own | at);
        let mut liberties = self.liberties(group, empty);
        if liberties.count() < 2 {
            let taken = self.taken(stones.other, empty | at, point);
            liberties = liberties | self.beside(group) & taken;
        }
        liberties
    }

    /// Whether a stone of the side to move on a point would take nothing and have a single liberty, its whole group with it.
    pub fn is_self_atari(&self, stones: &Stones<W>, point: u32) -> bool {
        let empty = self.board & !stones.all();
        (self.near(point) & empty).count() < 2
            && self.liberties_after(stones, point).count() < 2
            && self.taken(stones.other, empty, point) == W::ZERO
    }

    /// The points where the side to move captures the last stone or what it belongs to, or saves what that stone put
    /// into atari.
    pub fn urgent(&self, stones: &Stones<W>, last: u32) -> W {
        let (own, other) = (stones.own, stones.other);
        let empty = self.board & !stones.all();
        let mut urgent = W::ZERO;
        if other.has(last) {
            let liberties = self.liberties(self.connected(W::bit(last), other), empty);
            if liberties.count() == 1 {
                urgent = liberties;
            }
        }
        let mut beside = self.near(last) & own;
        while beside != W::ZERO {
            let group = self.connected(W::bit(beside.lowest()), own);
            beside = beside & !group;
            let liberties = self.liberties(group, empty);
            if liberties.count() != 1 {
                continue;
            }
            let mut chasers = self.beside(group) & other;
            while chasers != W::ZERO {
                let chaser = self.connected(W::bit(chasers.lowest()), other);
                chasers = chasers & !chaser;
                let left = self.liberties(chaser, empty);
                if left.count() == 1 {
                    urgent = urgent | left;
                }
            }
            let after = self.liberties_after(stones, liberties.lowest());
            if after.count() >= 2 {
                urgent = urgent | liberties;
            }
        }
        urgent & self.candidates(stones)
    }

    /// Draws one of those points that is legal.
    fn draw(&self, stones: &Stones<W>, mut points: W, random: &mut SplitMix) -> Option<u32> {
        let empty = self.board & !stones.all();
        loop {
            let count = points.count();
            if count == 0 {
                return None;
            }
            let point = points.nth(random.below(count as usize) as u32);
            if self.is_open(stones, empty, point) {
                return Some(point);
            }
            points = points & !W::bit(point);
        }
    }

    /// A point where play might go on.
    fn likely_point(
        &self,
        stones: &Stones<W>,
        last: Option<u32>,
        random: &mut SplitMix,
    ) -> Option<u32> {
        let candidates = self.candidates(stones);
        if let Some(last) = last {
            // Now and then something is overlooked, so that games differ.
            if random.below(10) > 0
                && let Some(point) = self.draw(stones, self.urgent(stones, last), random)
            {
                return Some(point);
            }
            if random.below(20) > 0 {
                let near = (self.surroundings(last) & candidates).indices();
                let shapes = near.filter(|&point| self.is_shape(stones, point));
                let shapes = shapes.fold(W::ZERO, |points, point| points | W::bit(point));
                if let Some(point) = self.draw(stones, shapes, random)
                    && !self.is_self_atari(stones, point)
                {
                    return Some(point);
                }
            }
        }
        let mut points = candidates;
        while let Some(point) = self.draw(stones, points, random) {
            let unwise = self.is_eye(stones, point)
                || self.is_self_atari(stones, point) && random.below(10) > 0;
            if !unwise {
                return Some(point);
            }
            points = points & !W::bit(point);
        }
        None
    }
}

/// The point of a move.
fn point_of(mv: Placement) -> Option<u32> {
    match mv {
        Placement::At(point) => Some(point.into()),
        Placement::Pass => None,
    }
}

impl<W: Word> Guide for Go<W> {
    fn kinds(&self) -> usize {
        (self.size * self.size) as usize
    }

    fn kind(&self, mv: Placement) -> Option<usize> {
        point_of(mv).map(|point| point as usize)
    }

    fn likely_move(
        &self,
        stones: &Stones<W>,
        last: Option<Placement>,
        random: &mut SplitMix,
    ) -> Option<Placement> {
        if stones.passes == 2 {
            return None;
        }
        let point = self.likely_point(stones, last.and_then(point_of), random);
        Some(point.map_or(Placement::Pass, |point| Placement::At(point as u8)))
    }

    fn expect(
        &self,
        stones: &Stones<W>,
        last: Option<Placement>,
        moves: &[Placement],
        out: &mut Vec<Expected>,
    ) {
        let empty = self.board & !stones.all();
        let last = last.and_then(point_of);
        let urgent = last.map_or(W::ZERO, |last| self.urgent(stones, last));
        let rings = last.map(|last| {
            let one = self.beside(W::bit(last));
            let two = self.beside(one | W::bit(last)) | one;
            [one, two, self.beside(two) | two]
        });
        let inner = self.board & self.not_first & self.not_last & !(W::low_bits(self.size));
        let inner = inner & self.board.down(self.size);
        for &mv in moves {
            let mut expected = Expected { won: 5.0, of: 10.0 };
            let Some(point) = point_of(mv) else {
                // Once the other side has passed, a look at it tells how the game ends; elsewhere there is better to do.
                expected.add(20.0, stones.passes == 1);
                out.push(expected);
                continue;
            };
            let at = W::bit(point);
            if self.is_eye(stones, point) {
                expected.add(100.0, false);
            } else if self.is_self_atari(stones, point) {
                expected.add(15.0, false);
            }
            match self.taken(stones.other, empty, point).count() {
                0 => {}
                1 => expected.add(10.0, true),
                _ => expected.add(25.0, true),
            }
            if urgent & at != W::ZERO {
                expected.add(15.0, true);
            }
            if self.is_shape(stones, point) {
                expected.add(8.0, true);
            }
            if let Some([one, two, three]) = rings {
                let of = if one & at != W::ZERO {
                    14.0
                } else if two & at != W::ZERO {
                    12.0
                } else if three & at != W::ZERO {
                    5.0
                } else {
                    0.0
                };
                expected.add(of, true);
            }
            // On the edge, far from all stones.
            let near = self.surroundings(point);
            if (near | self.beside(near)) & stones.all() == W::ZERO {
                expected.add(8.0, inner & at != W::ZERO);
            }
            out.push(expected);
        }
    }
}
