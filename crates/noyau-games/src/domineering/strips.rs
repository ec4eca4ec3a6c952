//! Bounds on a Domineering position from the strips it can be cut into.
//!
//! Cut the board between rows, and let Vertical promise not to play across the cuts. The strips are then
//! independent for Vertical, and no worse for Horizontal, so the sum of their values is a lower bound of the whole;
//! cuts between columns give an upper bound (one hand tied: Berlekamp, Conway and Guy, Winning Ways, chapter 5).
//! For every pattern of a strip two squares wide, three numbers are tabulated, in quarters of a move and for the
//! side whose dominoes lie across the strip, called its owner:
//!
//! ```text
//!   number   the strip is worth at least this, whoever moves: the owner answers every move of the other
//!   first    a lower bound of the strip once the owner has moved in it
//!   left     a lower bound once the other has moved in it, and the owner played elsewhere
//! ```
//!
//! A strip counts as its number, or as the switch {first | left}, whichever gives more; switches are played in
//! turn, the hottest first. A strip one square wide has no place for its owner and is worth minus the places of the
//! other.
//!
//! Complexity: 4^length · length² steps to tabulate, and a few lookups per row to use.

/// The maximum length of a tabulated strip.
pub(super) const LONGEST: usize = 11;

/// The worth of a part of a board, for one owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) number: i16,
    pub(super) first: i16,
    pub(super) left: i16,
}

/// `first` if the owner has no move.
pub(super) const NEVER: i16 = i16::MIN;
/// `left` if the other has none.
pub(super) const ALWAYS: i16 = i16::MAX;

impl Worth {
    /// A number, in which neither side needs to move.
    pub(super) const fn settled(number: i16) -> Self {
        Self {
            number,
            first: NEVER,
            left: ALWAYS,
        }
    }

    /// The worth of a part from its options: the numbers after a move of the owner, and after a move of the other
    /// its number and the best that the owner can then leave.
    ///
    /// The number is the largest that the part is at least, to a quarter: the other, moving first in their
    /// difference, must lose.
    pub(super) fn from_moves(
        owner: impl Iterator<Item = i16>,
        other: &(impl Iterator<Item = Self> + Clone),
    ) -> Self {
        let (mut first, mut moves) = (NEVER, 0);
        for number in owner {
            first = first.max(number);
            moves += 1;
        }
        let (mut left, mut number) = (ALWAYS, ALWAYS);
        for after in other.clone() {
            left = left.min(after.number);
            number = number.min(after.first.max(after.number));
        }
        if left == ALWAYS {
            // Only the owner can move here.
            let number = if moves == 0 { 0 } else { first + 4 };
            return Self {
                number,
                first,
                left,
            };
        }
        loop {
            let (less, more) = options(number);
            let answered = other.clone().all(|after| {
                after.first >= number || more.is_some_and(|more| after.number >= more)
            });
            if answered && less.is_none_or(|less| first >= less) {
                break;
            }
            number -= 1;
        }
        Self {
            number,
            first,
            left,
        }
    }

    /// Whether it counts more as a switch than as a number.
    fn is_switch(self) -> bool {
        self.first != NEVER
            && self.left != ALWAYS
            && self.first > self.left
            && self.first + self.left > 2 * self.number
    }

    /// Twice the mean.
    pub(super) fn mean(self) -> i32 {
        i32::from(if self.is_switch() {
            self.first + self.left
        } else {
            2 * self.number
        })
    }
}

/// The options of the owner and of the other in a number, in quarters: in an integer only the side whose moves it
/// counts can move.
fn options(number: i16) -> (Option<i16>, Option<i16>) {
    match number.rem_euclid(4) {
        0 => (
            (number > 0).then_some(number - 4),
            (number < 0).then_some(number + 4),
        ),
        2 => (Some(number - 2), Some(number + 2)),
        _ => (Some(number - 1), Some(number + 1)),
    }
}

/// The patterns of strips of one length: bits 0 to length − 1 are the empty squares of one lane, the bits above
/// them those of the other. The owner's dominoes lie across both lanes, the other's along one.
#[derive(Debug)]
pub(super) struct Strips {
    length: usize,
    worths: Vec<Worth>,
    /// The worth of a single lane.
    lanes: Vec<i16>,
}

/// The bits of a set, one by one.
fn bits(mut set: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Strips {
    /// Strips of that length, or of the greatest that takes at most that many bytes.
    pub(super) fn within(length: usize, bytes: u64) -> Self {
        let patterns = (bytes / size_of::<Worth>() as u64).max(1);
        Self::new(length.min(LONGEST).min(patterns.ilog2() as usize / 2))
    }

    fn new(length: usize) -> Self {
        let mut worths: Vec<Worth> = Vec::with_capacity(1 << (2 * length));
        let lane = (1 << length) - 1;
        let inner = (lane >> 1) | (lane >> 1) << length;
        // Subsets of a pattern are smaller numbers.
        for pattern in 0..1usize << (2 * length) {
            let across = bits(pattern & pattern >> length & lane);
            let along = bits(pattern & pattern >> 1 & inner);
            let worth = Worth::from_moves(
                across.map(|square| worths[pattern ^ square ^ square << length].number),
                &along.map(|square| worths[pattern ^ square ^ square << 1]),
            );
            worths.push(worth);
        }
        Self {
            length,
            worths,
            lanes: (0..1 << length).map(given_up).collect(),
        }
    }

    /// The length up to which strips are tabulated.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The memory they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.worths.len() * size_of::<Worth>()) as u64
    }

    /// Appends the worths of the strip of two lanes.
    fn append(&self, one: u128, other: u128, out: &mut Vec<Worth>) {
        let all = one | other;
        if all == 0 {
            return;
        }
        let (from, to) = (all.trailing_zeros(), 128 - all.leading_zeros());
        if (to - from) as usize <= self.length {
            let (one, other) = ((one >> from) as usize, (other >> from) as usize);
            out.push(self.worths[one | other << self.length]);
            return;
        }
        // Too long to be tabulated whole. It decomposes where no domino of the other crosses from column to column;
        // if a piece is still too long, the owner gives it up.
        let linked = one & one >> 1 | other & other >> 1;
        let mut start = from;
        while start < to {
            let length = (linked >> start).trailing_ones() + 1;
            let piece = ((1 << length) - 1) << start;
            if length as usize <= self.length {
                let (one, other) = ((one & piece) >> start, (other & piece) >> start);
                out.push(self.worths[one as usize | (other as usize) << self.length]);
            } else {
                let number = given_up(one & piece) + given_up(other & piece);
                out.push(Worth::settled(number));
            }
            start += length;
        }
    }
}

/// The worth of one lane for the other, in quarters against the owner: half the squares of each run.
fn given_up(mut lane: u128) -> i16 {
    let mut places = 0;
    while lane != 0 {
        let start = lane.trailing_zeros();
        let run = (lane >> start).trailing_ones();
        places += run as i16 / 2;
        lane = lane.checked_shr(start + run).unwrap_or(0);
    }
    -4 * places
}

impl Strips {
    /// Appends the strips of the best cut of some lanes into strips of one or two, by their means.
    pub(super) fn cut(&self, lanes: &[u128], out: &mut Vec<Worth>) {
        let mut strip = Vec::new();
        let mut best = vec![(0i32, false); lanes.len() + 1];
        for i in 1..=lanes.len() {
            let alone = best[i - 1].0 + 2 * i32::from(given_up(lanes[i - 1]));
            best[i] = (alone, false);
            if i >= 2 {
                strip.clear();
                self.append(lanes[i - 2], lanes[i - 1], &mut strip);
                let mean: i32 = strip.iter().map(|worth| worth.mean()).sum();
                if best[i - 2].0 + mean >= alone {
                    best[i] = (best[i - 2].0 + mean, true);
                }
            }
        }
        let mut at = lanes.len();
        while at > 0 {
            if best[at].1 {
                self.append(lanes[at - 2], lanes[at - 1], out);
                at -= 2;
            } else {
                let number = given_up(lanes[at - 1]);
                if number != 0 {
                    out.push(Worth::settled(number));
                }
                at -= 1;
            }
        }
    }

    /// The worth of a tabulated strip of one or two lanes.
    pub(super) fn strip(&self, lanes: &[u16]) -> Worth {
        match *lanes {
            [one, other] => self.worths[usize::from(one) | usize::from(other) << self.length],
            [one] => Worth::settled(self.lanes[usize::from(one)]),
            _ => Worth::settled(0),
        }
    }

    /// Like [`Self::cut`], for tabulated lengths.
    pub(super) fn cut_short(&self, lanes: &[u16], out: &mut Vec<Worth>) {
        let strip = |i: usize| self.strip(&lanes[i - 2..i]);
        let mut best = [(0i32, false); LONGEST + 1];
        for i in 1..=lanes.len() {
            let alone = best[i - 1].0 + 2 * i32::from(self.lanes[usize::from(lanes[i - 1])]);
            best[i] = (alone, false);
            if i >= 2 {
                let pair = best[i - 2].0 + strip(i).mean();
                if pair >= alone {
                    best[i] = (pair, true);
                }
            }
        }
        let mut at = lanes.len();
        while at > 0 {
            if best[at].1 {
                if lanes[at - 1] | lanes[at - 2] != 0 {
                    out.push(strip(at));
                }
                at -= 2;
            } else {
                let number = self.lanes[usize::from(lanes[at - 1])];
                if number != 0 {
                    out.push(Worth::settled(number));
                }
                at -= 1;
            }
        }
    }
}

/// Whether the owner of some parts wins their sum.
///
/// The switches are played in turn, the hottest first; the rest are numbers. The owner may instead begin in the
/// number in which that costs least.
pub(super) fn wins(parts: &[Worth], to_move: bool) -> bool {
    const MOST: usize = 32;
    let mut total = 0;
    // The minimum cost of a move in a number.
    let mut cost = None;
    let mut gaps = [0i32; MOST];
    let mut count = 0;
    for &part in parts {
        if part.is_switch() && count < MOST {
            total += i32::from(part.left);
            gaps[count] = i32::from(part.first) - i32::from(part.left);
            count += 1;
        } else {
            total += i32::from(part.number);
            if part.first != NEVER {
                let given = i32::from(part.number) - i32::from(part.first);
                cost = Some(cost.map_or(given, |least: i32| least.min(given)));
            }
        }
    }
    let gaps = &mut gaps[..count];
    gaps.sort_unstable_by(|a, b| b.cmp(a));
    let every_other = |from: usize| gaps.iter().skip(from).step_by(2).sum::<i32>();
    // After the switches, the side to move in a zero sum loses.
    let wins = |total: i32, turns: usize| total > 0 || total == 0 && turns.is_multiple_of(2);
    if to_move {
        count > 0 && wins(total + every_other(0), count - 1)
            || cost.is_some_and(|cost| wins(total + every_other(1) - cost, count))
    } else {
        wins(total + every_other(1), count)
    }
}
