//! Small boards of Go in tables: stones come and go, so there is one tier of positions where play goes on, below it one of
//! those where it is over; one bit per point and side, the ko point, the passes and the side to move.
//!
//! Play that goes on for ever is worth nothing to either side: that is all that the answer takes from the rules about
//! repetition. Positions have no history, and a cycle of any length is as good as any other.

use super::{Go, Stones};
use noyau_core::Side;
use noyau_core::grid::turned;
use noyau_core::index::Index;
use noyau_core::word::Word;

/// Bits for the ko point, all set for none, and for the passes.
const KO: u32 = 5;
const PASSES: u32 = 2;

/// 5 by 5 is the largest board that fits a number.
const MOST_POINTS: usize = 25;

/// For each symmetry but the identity, each byte of a set of points and each of its values, the image.
pub(super) type Turns = Box<[[[u32; 256]; MOST_POINTS.div_ceil(8)]]>;

/// Tabulates the images of points, eight points at a time; nothing for a board that has no tables.
pub(super) fn turns(images: &[Vec<u8>]) -> Turns {
    let small = images.iter().skip(1);
    let small = small.filter(|images| images.len() <= MOST_POINTS);
    let turn = |images: &Vec<u8>| {
        let mut turn = [[0; 256]; MOST_POINTS.div_ceil(8)];
        for (of_byte, images) in turn.iter_mut().zip(images.chunks(8)) {
            for (value, image) in of_byte.iter_mut().enumerate() {
                let points = images.iter().enumerate();
                let points = points.filter(|point| value >> point.0 & 1 == 1);
                *image = points.fold(0, |image, point| image | 1 << point.1);
            }
        }
        turn
    };
    small.map(turn).collect()
}

impl Go<u64> {
    fn point_count(&self) -> u32 {
        self.size * self.size
    }

    /// What images of a position have in common: the passes and the side to move.
    #[inline]
    fn common(&self, stones: &Stones<u64>) -> u64 {
        let rest = u64::from(stones.passes) << KO | (stones.side as u64) << (KO + PASSES);
        rest << (2 * self.point_count())
    }

    #[inline]
    fn number_of(&self, [first, second]: [u64; 2], ko: Option<u8>) -> u64 {
        let points = self.point_count();
        let ko = ko.map_or((1 << KO) - 1, u64::from);
        first | second << points | ko << (2 * points)
    }

    /// The numbers of all images of a position, without what they have in common, the position itself first.
    #[inline]
    fn image_numbers(&self, stones: &Stones<u64>) -> impl Iterator<Item = u64> {
        let sets = stones.by_side();
        let bytes = self.point_count().div_ceil(8) as usize;
        let images = self.turns.iter().zip(&self.images[1..]);
        let images = images.map(move |(turn, images)| {
            let sets = sets.map(|set| {
                let set = set.to_le_bytes();
                let bytes = set[..bytes].iter().zip(turn);
                let image = bytes.fold(0, |image, (&byte, of_byte)| {
                    image | of_byte[usize::from(byte)]
                });
                u64::from(image)
            });
            self.number_of(sets, stones.ko.map(|ko| images[usize::from(ko)]))
        });
        std::iter::once(self.number_of(sets, stones.ko)).chain(images)
    }

    /// Where the side to move may not take back at once, if its opponent has just taken a single stone.
    fn possible_kos(&self, stones: &Stones<u64>) -> impl Iterator<Item = u8> {
        let empty = self.board & !stones.all();
        let enclosed = empty & !self.beside(empty | stones.own);
        let points = enclosed.indices();
        points
            .filter(|&point| self.may_be_ko(stones, point))
            .map(|point| point as u8)
    }

    /// The stones before a stone was placed on `point`, for each set of stones that it may have taken: whole regions that
    /// are empty now and touch nothing but stones of the side that took them.
    fn before_placing(&self, stones: &Stones<u64>, point: u32, mut each: impl FnMut(Stones<u64>)) {
        let at = u64::bit(point);
        let empty = self.board & !stones.all();
        let mut regions = [0; 4];
        let mut count = 0;
        let mut beside = self.near(point) & empty;
        while beside != 0 {
            let region = self.connected(u64::bit(beside.lowest()), empty);
            beside &= !region;
            if self.beside(region) & stones.own == 0 {
                regions[count] = region;
                count += 1;
            }
        }
        for chosen in 0..1u32 << count {
            let chosen = (0..count).filter(|i| chosen >> i & 1 == 1);
            let taken = chosen.fold(0, |taken, i| taken | regions[i]);
            let before = Stones::new([stones.other ^ at, stones.own | taken], stones.side.other());
            let free = self.board & !before.all();
            let alone = self.near(point) & (before.own | free) == 0;
            let ko = (alone && taken.count() == 1).then(|| taken.lowest() as u8);
            let alive = self.connected(self.beside(free) & before.own, before.own);
            if ko == stones.ko && alive == before.own {
                each(before);
            }
        }
    }
}

impl Index for Go<u64> {
    fn tiers(&self) -> u32 {
        if self.point_count() as usize <= MOST_POINTS {
            2
        } else {
            0
        }
    }

    #[inline]
    fn tier(&self, stones: &Stones<u64>) -> u32 {
        u32::from(stones.passes < 2)
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (0..2 * tier).collect()
    }

    fn bound(&self, _: u32) -> u64 {
        2 << (2 * self.point_count() + KO + PASSES)
    }

    /// About three fifths of all colourings of the points are legal, with either side to move, up to symmetry.
    fn expected(&self, tier: u32) -> u64 {
        let colourings = 3u64.pow(self.point_count());
        (u64::from(1 + tier) * colourings * 3).div_ceil(20)
    }

    fn number(&self, stones: &Stones<u64>) -> u64 {
        self.number_of(stones.by_side(), stones.ko) | self.common(stones)
    }

    fn position(&self, tier: u32, number: u64) -> Option<Stones<u64>> {
        let points = self.point_count();
        let rest = number >> (2 * points);
        let stones = [number, number >> points].map(|word| word & self.board);
        let side = *Side::BOTH.get((rest >> (KO + PASSES)) as usize)?;
        let ko = rest & u64::low_bits(KO);
        let passes = (rest >> KO & u64::low_bits(PASSES)) as u8;
        let ko = if ko == u64::low_bits(KO) {
            None
        } else if ko < u64::from(points) {
            Some(ko as u8)
        } else {
            return None;
        };
        let mut found = Stones::new(turned(stones, side), side);
        (found.ko, found.passes) = (ko, passes);
        let is_one = stones[0] & stones[1] == 0 && passes <= 2;
        (is_one && self.tier(&found) == tier).then_some(found)
    }

    fn canonical(&self, stones: &Stones<u64>) -> Stones<u64> {
        let (tier, number) = self.locate(stones);
        self.position(tier, number).unwrap_or(*stones)
    }

    #[inline]
    fn locate(&self, stones: &Stones<u64>) -> (u32, u64) {
        let least = self.image_numbers(stones).min().unwrap_or(0);
        (self.tier(stones), least | self.common(stones))
    }

    fn orbit_size(&self, stones: &Stones<u64>) -> u64 {
        let mut images = self.image_numbers(stones);
        let own = images.next();
        let same = 1 + images.filter(|&image| Some(image) == own).count() as u64;
        self.images.len() as u64 / same
    }

    /// A pass or a stone is taken back, after a pass or not, with any ko that there may have been.
    fn predecessors_in_tier(&self, stones: &Stones<u64>, out: &mut Vec<Stones<u64>>) -> bool {
        match stones.passes {
            0 => {
                for point in stones.other.indices() {
                    self.before_placing(stones, point, |before| {
                        let passed = Stones {
                            passes: 1,
                            ..before
                        };
                        out.extend([before, passed]);
                        let kos = self.possible_kos(&before);
                        let kos = kos.filter(|&ko| u32::from(ko) != point);
                        out.extend(kos.map(|ko| Stones {
                            ko: Some(ko),
                            ..before
                        }));
                    });
                }
            }
            1 => {
                let before = Stones::new([stones.other, stones.own], stones.side.other());
                out.push(before);
                out.extend(self.possible_kos(&before).map(|ko| Stones {
                    ko: Some(ko),
                    ..before
                }));
            }
            _ => {}
        }
        true
    }
}
