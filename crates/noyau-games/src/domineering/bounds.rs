//! Outcome bounds and keys of Domineering positions for the search.
//!
//! Disconnected regions of empty squares are independent. A small one is solved with all its successors, once, and
//! cached; a large one is cut into strips, for each side in its own direction. Regions whose value is exactly a
//! number are removed from the key, which keeps only their sum: the place of such regions cannot matter.
//!
//! Strips of two lanes leave one over if the number of lanes is odd. The costly bounds therefore also use strips of
//! three or four lanes, if such a strip decomposes into pieces small enough to be solved.

use super::strips::{self, Strips, Worth};
use super::{Domineering, Field, squares};
use hashbrown::HashMap;
use noyau_core::heuristic::Score;
use noyau_core::hints::bounds::{Bounded, OutcomeBounds};
use noyau_core::parallel::lock;
use noyau_core::symmetry::canonical;
use noyau_core::{Outcome, Side};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum size of a region that is solved.
const SMALL: u32 = 14;

/// The most lanes of a strip.
const WIDEST: usize = 4;

/// The maximum size of a piece of three or four lanes that is solved, at first and in a long search: larger ones take
/// long, which pays off only there.
const PIECES: [u32; 2] = [15, 18];

/// A search is long after this many costly bounds.
const LONG: u32 = 1 << 19;

/// The tables of a search. Clones share them.
#[derive(Debug, Clone)]
pub struct Precomputed {
    /// Vertical's strips lie along rows, Horizontal's along columns.
    strips: Arc<[Strips; 2]>,
    regions: Regions,
    /// The number of costly bounds computed.
    looks: u32,
    /// Scratch space.
    parts: [Vec<Worth>; 2],
}

/// Solved small regions, for either side as owner: the least images in the corner.
#[derive(Debug, Clone)]
struct Regions {
    /// Of all threads, in parts that are locked one at a time.
    worths: Arc<[Mutex<Part>; PARTS]>,
    /// Those that this thread asked for most recently, in the corner as they lie, each in its slot.
    recent: Box<[(u128, [Worth; 2])]>,
    /// The most in a part; when it is reached, the part is forgotten.
    most: usize,
}

type Part = HashMap<u128, [Worth; 2]>;

/// The number of parts of the solved regions.
const PARTS: usize = 16;

impl Regions {
    /// No regions yet. While the map grows, the old one and the new one are both there.
    fn within(bytes: u64) -> Self {
        let entry = size_of::<(u128, [Worth; 2])>() as u64 + 1;
        let recent = vec![(0, [Worth::settled(0); 2]); 1 << RECENT];
        let bytes = bytes.saturating_sub(size_of_val(&*recent) as u64);
        let slots = (bytes * 2 / 3 / entry).max(LEAST_REGIONS).ilog2();
        Self {
            worths: Arc::default(),
            recent: recent.into(),
            most: (1 << slots) / PARTS / 8 * 7,
        }
    }

    /// The slot of a recent region.
    fn slot(region: u128) -> usize {
        let folded = region as u64 ^ (region >> 64) as u64;
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - RECENT)) as usize
    }

    fn recent(&self, region: u128) -> Option<[Worth; 2]> {
        let (held, worths) = self.recent[Self::slot(region)];
        (held == region).then_some(worths)
    }

    fn remember(&mut self, region: u128, worths: [Worth; 2]) {
        self.recent[Self::slot(region)] = (region, worths);
    }

    /// The part that has a region.
    fn part(&self, region: u128) -> MutexGuard<'_, Part> {
        lock(&self.worths[Self::slot(region) % PARTS])
    }

    fn get(&self, region: u128) -> Option<[Worth; 2]> {
        self.part(region).get(&region).copied()
    }

    fn insert(&self, region: u128, worth: [Worth; 2]) {
        let mut part = self.part(region);
        if part.len() >= self.most {
            part.clear();
        }
        part.insert(region, worth);
    }
}

/// The number of slots for recent regions, as a power of two: they stay near the processor.
const RECENT: u32 = 14;

/// As many regions as there must be room for: a large one with what it can become.
const LEAST_REGIONS: u64 = 1 << 14;

impl Bounded for Domineering {
    type Precomputed = Precomputed;
    /// The regions whose value is not a number, with the side to move, and the sum of the others.
    type Key = (Field, i16);
    const DRAWS: bool = false;

    fn precompute(&self, bytes: u64) -> Precomputed {
        let strips = [self.columns, self.rows].map(|length| Strips::within(length, bytes / 4));
        let taken = strips.iter().map(Strips::bytes).sum();
        Precomputed {
            strips: Arc::new(strips),
            regions: Regions::within(bytes.saturating_sub(taken)),
            looks: 0,
            parts: [Vec::new(), Vec::new()],
        }
    }

    /// Counts the dominoes that a side can place and the opponent can no longer spoil.
    fn ordering(&self, field: &Field) -> Score {
        let free = field.free();
        let count = |side: Side| {
            let spoiled = self.dominoes(free, side.other());
            let spoiled = spoiled | spoiled << self.step(side.other());
            self.disjoint(free & !spoiled, side) as Score
        };
        count(field.side()) - count(field.side().other())
    }

    fn outcome_bounds(
        &self,
        precomputed: &mut Precomputed,
        field: &Field,
    ) -> (OutcomeBounds, Self::Key) {
        let [mut first, mut second] = std::mem::take(&mut precomputed.parts);
        first.clear();
        second.clear();
        let mut rest = field.free();
        let mut hot = 0;
        let mut sum = 0;
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            if region.count_ones() > SMALL {
                hot |= region;
                self.cut(&precomputed.strips, region, &mut first, &mut second);
                continue;
            }
            if region.is_power_of_two() {
                continue;
            }
            if region.count_ones() == 2 {
                // A single domino fits: one move of its side.
                let upright = self.dominoes(region, Side::First) != 0;
                sum += if upright { 4 } else { -4 };
                continue;
            }
            let [vertical, horizontal] = self.worked_out(&mut precomputed.regions, region);
            if vertical.number == -horizontal.number {
                sum += vertical.number;
            } else {
                hot |= region;
                first.push(vertical);
                second.push(horizontal);
            }
        }
        first.push(Worth::settled(sum));
        second.push(Worth::settled(-sum));
        let side = field.side();
        let (own, other) = match side {
            Side::First => (&first, &second),
            Side::Second => (&second, &first),
        };
        let mut outcome_bounds = OutcomeBounds::OPEN;
        if strips::wins(own, true) {
            outcome_bounds.least = Outcome::Win;
        } else if strips::wins(other, false) {
            outcome_bounds.most = Outcome::Loss;
        }
        precomputed.parts = [first, second];
        (
            outcome_bounds,
            (canonical(self, &Field::new(hot, side)), sum),
        )
    }

    fn costly_bounds(
        &self,
        precomputed: &mut Precomputed,
        field: &Field,
        key: &(Field, i16),
    ) -> OutcomeBounds {
        let mut outcome_bounds = OutcomeBounds::OPEN;
        if !self.are_whole(&precomputed.strips) {
            return outcome_bounds;
        }
        precomputed.looks = precomputed.looks.saturating_add(1);
        let side = field.side();
        if self.wins_with_wide_strips(precomputed, side, key, true) {
            outcome_bounds.least = Outcome::Win;
        } else if self.wins_with_wide_strips(precomputed, side.other(), key, false) {
            outcome_bounds.most = Outcome::Loss;
        }
        outcome_bounds
    }

    fn winning_parts(
        &self,
        precomputed: &mut Precomputed,
        field: &Field,
        owner: Side,
    ) -> Option<Vec<u128>> {
        if !self.are_whole(&precomputed.strips) {
            return None;
        }
        [2, 3, WIDEST].into_iter().find_map(|widest| {
            let (parts, worths) = self.parts(precomputed, field.free(), owner, widest);
            strips::wins(&worths, owner == field.side()).then_some(parts)
        })
    }
}

/// The lanes of a region, across which the dominoes of its owner lie.
struct Lanes {
    region: u128,
    owner: Side,
    columns: usize,
    row: u128,
    first_column: u128,
    count: usize,
    patterns: [u16; strips::LONGEST],
}

impl Lanes {
    fn of(game: &Domineering, region: u128, owner: Side) -> Self {
        let mut lanes = Self {
            region,
            owner,
            columns: game.columns,
            row: (1 << game.columns) - 1,
            first_column: game.first_column,
            count: match owner {
                Side::First => game.rows,
                Side::Second => game.columns,
            },
            patterns: [0; strips::LONGEST],
        };
        for i in 0..lanes.count {
            lanes.patterns[i] = match owner {
                Side::First => (lanes.squares(i) >> (i * game.columns)) as u16,
                Side::Second => squares(lanes.squares(i)).fold(0, |bits, square| {
                    bits | 1 << (usize::from(square) / game.columns)
                }),
            };
        }
        lanes
    }

    /// The squares of a lane.
    fn squares(&self, i: usize) -> u128 {
        match self.owner {
            Side::First => self.region & self.row << (i * self.columns),
            Side::Second => self.region & self.first_column << i,
        }
    }

    /// Appends the worths of a strip, unless a piece of it is too large.
    fn append(
        &self,
        game: &Domineering,
        precomputed: &mut Precomputed,
        largest: u32,
        lanes: Range<usize>,
        out: &mut Vec<Worth>,
    ) -> bool {
        if lanes.len() > 2 {
            let squares = lanes.fold(0, |all, i| all | self.squares(i));
            return game.work_out_pieces(precomputed, squares, self.owner, largest, out);
        }
        out.push(precomputed.strips[self.owner as usize].strip(&self.patterns[lanes]));
        true
    }

    /// The widths of the strips of the cut with the best sum of means, and zeros.
    fn cut(
        &self,
        game: &Domineering,
        precomputed: &mut Precomputed,
        largest: u32,
        widest: usize,
    ) -> [usize; strips::LONGEST] {
        // The best sum of means of the first lanes, and the width of the last strip.
        let mut best = [(0i32, 0usize); strips::LONGEST + 1];
        let mut pieces = Vec::new();
        for i in 1..=self.count {
            for width in 1..=i.min(widest) {
                pieces.clear();
                let cut = self.append(game, precomputed, largest, i - width..i, &mut pieces);
                let mean = pieces.iter().map(|worth| worth.mean()).sum::<i32>();
                let mean = best[i - width].0 + mean;
                if cut && (width == 1 || mean > best[i].0) {
                    best[i] = (mean, width);
                }
            }
        }
        let mut widths = [0; strips::LONGEST];
        let (mut at, mut count) = (self.count, 0);
        while at > 0 {
            widths[count] = best[at].1;
            at -= best[at].1;
            count += 1;
        }
        widths[..count].reverse();
        widths
    }
}

impl Domineering {
    /// The connected region of the first empty square.
    pub(super) fn region(&self, free: u128) -> u128 {
        let mut region = free & free.wrapping_neg();
        loop {
            let across = region << self.columns | region >> self.columns;
            let grown = region | across & free;
            let left = (grown & !self.first_column) >> 1;
            let right = (grown & !self.last_column) << 1;
            let grown = grown | (left | right) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Whether strips are tabulated in the whole length of the board.
    fn are_whole(&self, strips: &[Strips; 2]) -> bool {
        strips[0].length() == self.columns && strips[1].length() == self.rows
    }

    /// Cuts a region into strips, for either side.
    fn cut(
        &self,
        strips: &[Strips; 2],
        region: u128,
        first: &mut Vec<Worth>,
        second: &mut Vec<Worth>,
    ) {
        let row = (1 << self.columns) - 1;
        if self.are_whole(strips) {
            let (mut rows, mut columns) = ([0u16; strips::LONGEST], [0u16; strips::LONGEST]);
            for (y, lane) in rows[..self.rows].iter_mut().enumerate() {
                *lane = (region >> (y * self.columns) & row) as u16;
                for (x, column) in columns.iter_mut().enumerate() {
                    *column |= (*lane >> x & 1) << y;
                }
            }
            strips[0].cut_short(&rows[..self.rows], first);
            strips[1].cut_short(&columns[..self.columns], second);
            return;
        }
        let lanes: Vec<u128> = (0..self.rows)
            .map(|y| region >> (y * self.columns) & row)
            .collect();
        strips[0].cut(&lanes, first);
        let mut lanes = vec![0; self.columns];
        for square in squares(region) {
            let square = usize::from(square);
            lanes[square % self.columns] |= 1 << (square / self.columns);
        }
        strips[1].cut(&lanes, second);
    }

    /// Whether a side provably wins the position of a key while it plays across no cut between strips of up to
    /// [`WIDEST`] lanes.
    fn wins_with_wide_strips(
        &self,
        precomputed: &mut Precomputed,
        owner: Side,
        &(hot, sum): &(Field, i16),
        to_move: bool,
    ) -> bool {
        let mut parts = std::mem::take(&mut precomputed.parts[0]);
        parts.clear();
        parts.push(Worth::settled(match owner {
            Side::First => sum,
            Side::Second => -sum,
        }));
        let mut rest = hot.free();
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            if region.count_ones() > SMALL {
                self.cut_wide(precomputed, region, owner, &mut parts);
            } else {
                parts.push(self.worked_out(&mut precomputed.regions, region)[owner as usize]);
            }
        }
        let wins = strips::wins(&parts, to_move);
        precomputed.parts[0] = parts;
        wins
    }

    /// Cuts a region into strips of up to [`WIDEST`] lanes for one side, by their means.
    fn cut_wide(
        &self,
        precomputed: &mut Precomputed,
        region: u128,
        owner: Side,
        out: &mut Vec<Worth>,
    ) {
        let largest = PIECES[usize::from(precomputed.looks >= LONG)];
        let lanes = Lanes::of(self, region, owner);
        let widths = lanes.cut(self, precomputed, largest, WIDEST);
        let mut from = 0;
        for &width in &widths[..lanes.count] {
            if width > 0 {
                lanes.append(self, precomputed, largest, from..from + width, out);
                from += width;
            }
        }
    }

    /// The parts of a cut of all regions into strips of up to that many lanes, and their worths.
    fn parts(
        &self,
        precomputed: &mut Precomputed,
        free: u128,
        owner: Side,
        widest: usize,
    ) -> (Vec<u128>, Vec<Worth>) {
        let (mut parts, mut worths) = (Vec::new(), Vec::new());
        let mut rest = free;
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            if region.is_power_of_two() {
                continue;
            }
            if region.count_ones() <= SMALL {
                parts.push(region);
                worths.push(self.worked_out(&mut precomputed.regions, region)[owner as usize]);
                continue;
            }
            let lanes = Lanes::of(self, region, owner);
            let mut from = 0;
            for width in lanes.cut(self, precomputed, PIECES[0], widest) {
                let to = from + width;
                let mut squares = (from..to).fold(0, |all, i| all | lanes.squares(i));
                from = to;
                lanes.append(self, precomputed, PIECES[0], to - width..to, &mut worths);
                if width < 3 {
                    parts.extend((squares != 0 && width > 0).then_some(squares));
                    continue;
                }
                while squares != 0 {
                    let piece = self.region(squares);
                    squares &= !piece;
                    parts.extend((!piece.is_power_of_two()).then_some(piece));
                }
            }
        }
        (parts, worths)
    }

    /// Appends the worths of the connected pieces of a set of squares, unless a piece is too large.
    fn work_out_pieces(
        &self,
        precomputed: &mut Precomputed,
        squares: u128,
        owner: Side,
        largest: u32,
        out: &mut Vec<Worth>,
    ) -> bool {
        let mut rest = squares;
        while rest != 0 {
            let piece = self.region(rest);
            rest &= !piece;
            if piece.count_ones() > largest {
                return false;
            }
            if !piece.is_power_of_two() {
                out.push(self.worked_out(&mut precomputed.regions, piece)[owner as usize]);
            }
        }
        true
    }

    /// The most dominoes of a side that fit a set of squares together: in each line from its beginning on.
    fn disjoint(&self, mut squares: u128, side: Side) -> u32 {
        let step = self.step(side);
        let mut count = 0;
        loop {
            let starts = self.dominoes(squares, side);
            let after = starts << step;
            let chosen = starts & !after;
            if chosen == 0 {
                return count;
            }
            count += chosen.count_ones();
            squares &= !(chosen | chosen << step);
        }
    }

    /// The squares of a set where a domino fits: no others can matter.
    fn live(&self, squares: u128) -> u128 {
        let upright = self.dominoes(squares, Side::First);
        let lying = self.dominoes(squares, Side::Second);
        upright | upright << self.columns | lying | lying << 1
    }

    /// The same squares moved into the lower left corner.
    fn cornered(&self, region: u128) -> u128 {
        let down = region.trailing_zeros() as usize / self.columns * self.columns;
        let mut region = region >> down;
        while region & self.first_column == 0 {
            region >>= 1;
        }
        region
    }

    /// The least image of a region in the corner, and whether a quarter turn leads to it, which exchanges the sides.
    fn least_image(&self, region: u128) -> (u128, bool) {
        let least = self.least_reflection(region);
        if self.columns != self.rows {
            return (least, false);
        }
        let turned = squares(region).fold(0, |bits, square| {
            let square = usize::from(square);
            bits | 1 << (square % self.columns * self.columns + square / self.columns)
        });
        let least_turned = self.least_reflection(turned);
        (least.min(least_turned), least_turned < least)
    }

    /// The least of a region in the corner and its reflections: left and right exchanged, top and bottom, or both.
    fn least_reflection(&self, region: u128) -> u128 {
        let row = (1 << self.columns) - 1;
        let height = (128 - region.leading_zeros() as usize).div_ceil(self.columns);
        let all = (0..height).fold(0, |all, y| all | region >> (y * self.columns));
        let width = 128 - (all & row).leading_zeros() as usize;
        let turned = region.reverse_bits() >> (128 - (height - 1) * self.columns - width);
        let upside_down = |region: u128| {
            (0..height).fold(0, |bits, y| {
                let lane = region >> (y * self.columns) & row;
                bits | lane << ((height - 1 - y) * self.columns)
            })
        };
        let images = [turned, upside_down(region), upside_down(turned)];
        images.into_iter().fold(region, u128::min)
    }

    /// The worth of a small set of squares, all live, for Vertical and for Horizontal.
    fn worked_out(&self, regions: &mut Regions, region: u128) -> [Worth; 2] {
        if region == 0 {
            return [Worth::settled(0); 2];
        }
        let region = self.cornered(region);
        if let Some(known) = regions.recent(region) {
            return known;
        }
        let (image, turned) = self.least_image(region);
        let known = regions.get(image);
        let [one, other] = known.unwrap_or_else(|| self.worth_by_moves(regions, image));
        let worths = if turned { [other, one] } else { [one, other] };
        regions.remember(region, worths);
        worths
    }

    /// The same from what can become of the region.
    fn worth_by_moves(&self, regions: &mut Regions, region: u128) -> [Worth; 2] {
        let mut after = |side: Side| -> Vec<[Worth; 2]> {
            squares(self.dominoes(region, side))
                .map(|square| {
                    let rest = region ^ (1 | 1 << self.step(side)) << square;
                    self.worked_out(regions, self.live(rest))
                })
                .collect()
        };
        let (vertical, horizontal) = (after(Side::First), after(Side::Second));
        let worths = [
            Worth::from_moves(
                vertical.iter().map(|after| after[0].number),
                &horizontal.iter().map(|after| after[0]),
            ),
            Worth::from_moves(
                horizontal.iter().map(|after| after[1].number),
                &vertical.iter().map(|after| after[1]),
            ),
        ];
        regions.insert(region, worths);
        worths
    }
}
