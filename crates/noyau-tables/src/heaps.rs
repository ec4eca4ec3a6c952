//! Nim-sequences of octal games: the nimbers of single heaps of 0, 1, 2 …, and their period, proved.
//!
//! Digit k of the code says what taking k from a heap may leave: 1 nothing, 2 one heap, 4 two heaps.
//!
//! **Sparse space.** Split the nimbers in two by the parity of the bits they share with a mask: *common* where it is
//! odd, *rare* where it is even. The xor of two common nimbers is rare. So of the options that leave two heaps, only
//! those with a rare heap can be common, and the least common nimber that is no option is found by going through the
//! rare heaps alone. The nimber is that one unless a lesser rare nimber is no option either, and options that show the
//! rare ones turn up soon. In most games some mask makes all but a few heaps common (Berlekamp, Conway and Guy, Winning
//! Ways, chapter 4; Gangolli and Plambeck 1989); in every game the answer is right, whatever the mask. O(n · rare heaps)
//! where they are few, O(n²) at worst. Heaps go through the rare ones in blocks, together with some common ones that show
//! most of the rare nimbers below, and threads share the pairs of a block that are known a round ahead.
//!
//! **Period.** If G(n + p) = G(n) for all n from n₀ to 2n₀ + p + t − 1, t the last digit of the code, then for all n ≥ n₀
//! (Guy and Smith 1956): an option of a larger n + p leaves a heap of at least n₀ + p, which has the nimber of the one
//! smaller by p. From there on the sequence is continued by copying.

use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::{in_parallel, lock, unlocked};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError, RwLock};

const NOTHING: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

/// The nimbers of heaps of an octal game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// By size of the heap, from 0.
    pub nimbers: Vec<u16>,
    /// The period, where one was proved.
    pub period: Option<Period>,
}

/// A period that is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// G(n + period) = G(n) for all n ≥ `preperiod`; the least such period.
    pub period: usize,
    /// The least heap, from 1, at which the period holds.
    pub preperiod: usize,
    /// That many values, from heap 0, prove it.
    pub proof: usize,
}

impl Sequence {
    /// The nimber of a heap of any size, if it was found or follows from the period.
    pub fn nimber(&self, heap: usize) -> Option<u32> {
        let known = self.nimbers.get(heap).copied();
        let nimber = known.or_else(|| {
            let Period {
                period, preperiod, ..
            } = self.period?;
            let place = preperiod + (heap - preperiod) % period;
            self.nimbers.get(place).copied()
        });
        nimber.map(u32::from)
    }
}

/// The nimbers of all heaps up to `last`. `digits` are those of the code, from the one before the point.
///
/// It takes two bytes a heap, and as many again while a period is looked for.
pub fn sequence(digits: &[u8], last: usize, limits: &Limits) -> Result<Sequence, Stopped> {
    /// The first length at which a period is looked for; from then on whenever it has doubled.
    const FIRST_LOOK: usize = 64;
    let longest = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    let bytes = size_of::<u16>() * last;
    limits.check(bytes as u64)?;
    let mut heaps = Heaps::new(&digits[..=longest]);
    let nimbers = &mut heaps.nimbers;
    nimbers
        .try_reserve_exact(last + 1)
        .map_err(|_| Stopped::Memory)?;
    let mut look = FIRST_LOOK;
    loop {
        heaps = heaps.extended(look.min(last + 1), last + 1, limits)?;
        let len = heaps.nimbers.len();
        look *= 2;
        limits.check((bytes + size_of::<u32>() * len / 2) as u64)?;
        if let Some(period) = find_period(&heaps.nimbers, longest) {
            let mut nimbers = heaps.nimbers;
            for n in len..=last {
                nimbers.push(nimbers[n - period.period]);
            }
            return Ok(Sequence {
                nimbers,
                period: Some(period),
            });
        }
        if len > last {
            return Ok(Sequence {
                nimbers: heaps.nimbers,
                period: None,
            });
        }
        heaps.choose_mask();
    }
}

/// So many heaps are found in a round, while other threads begin those of the next.
const ROUND: usize = 256;

/// A pair with a heap smaller than this may have the other in this round or the one before. Such pairs are *near*, and
/// gone through when all smaller heaps are known; *far* pairs are gone through a round ahead.
const NEAR: usize = 2 * ROUND;

/// So many neighbouring heaps go through the far pairs together: they meet neighbouring values.
const LANES: usize = 16;

/// Nimbers have 16 bits.
const MOST_ROOM: usize = 1 << 16;

/// How many helpers there are of each common nimber, and below which heap they are looked for.
const HELPERS_EACH: u32 = 16;
const HELPERS_BELOW: usize = 1 << 15;

/// So many pairs of common heaps are gone through before it is asked again whether they were enough.
const STRIDE: usize = 64;

struct Heaps<'a> {
    digits: &'a [u8],
    nimbers: Vec<u16>,
    mask: u16,
    /// The heaps whose nimber is rare, ascending, with the nimber.
    rare: Vec<(u32, u16)>,
    /// Some that are common: beside other common ones they show most rare nimbers below.
    helpers: Vec<(u32, u16)>,
    /// For each nimber below a power of two that no xor reaches, 1 if it is rare.
    is_rare: Vec<u8>,
}

/// For each nimber and each of some neighbouring heaps, 1 if it is known to be an option.
type Seen = Vec<[u8; LANES]>;

impl<'a> Heaps<'a> {
    fn new(digits: &'a [u8]) -> Self {
        let mut heaps = Self {
            digits,
            nimbers: Vec::new(),
            mask: 0,
            rare: Vec::new(),
            helpers: Vec::new(),
            is_rare: Vec::new(),
        };
        heaps.make_room(8);
        heaps
    }

    /// Makes room for options below a power of two.
    fn make_room(&mut self, room: usize) {
        self.is_rare = (0..room)
            .map(|nimber| u8::from(self.rare_with(nimber as u16)))
            .collect();
    }

    fn rare_with(&self, nimber: u16) -> bool {
        (nimber & self.mask).count_ones().is_multiple_of(2)
    }

    /// Takes the mask with which the fewest heaps so far are rare.
    fn choose_mask(&mut self) {
        let greatest = self.nimbers.iter().copied().max().unwrap_or(0);
        let mut heaps_of = vec![0u64; usize::from(greatest) + 1];
        for &nimber in &self.nimbers {
            heaps_of[usize::from(nimber)] += 1;
        }
        let rare_heaps = |mask: u16| -> u64 {
            let heaps = heaps_of.iter().zip(0u16..);
            heaps
                .filter(|&(_, nimber)| (nimber & mask).count_ones().is_multiple_of(2))
                .map(|(heaps, _)| heaps)
                .sum()
        };
        let masks = 1..=((u32::from(greatest) + 1).next_power_of_two() - 1) as u16;
        self.mask = masks.min_by_key(|&mask| rare_heaps(mask)).unwrap_or(0);
        self.make_room(self.is_rare.len());
        let heaps = self.nimbers.iter().zip(0..);
        self.rare = heaps
            .filter(|&(&nimber, _)| self.rare_with(nimber))
            .map(|(&nimber, heap)| (heap, nimber))
            .collect();
        // Every common nimber equally often, as far as small heaps have it: then their xors are the most varied.
        self.helpers.clear();
        let mut taken = vec![0; self.is_rare.len()];
        let heaps = self.nimbers.iter().zip(0u32..).take(HELPERS_BELOW);
        for (&nimber, heap) in heaps.skip(NEAR) {
            let taken = &mut taken[usize::from(nimber)];
            if !self.rare_with(nimber) && *taken < HELPERS_EACH {
                *taken += 1;
                self.helpers.push((heap, nimber));
            }
        }
    }

    /// The sequence with the nimbers of heaps below `end`, of `all` that are wanted.
    fn extended(mut self, end: usize, all: usize, limits: &Limits) -> Result<Self, Stopped> {
        while self.nimbers.len() < end {
            // An xor of two nimbers has no more bits than the larger.
            let greatest = self.nimbers.iter().copied().max().unwrap_or(0);
            let room = (2 * usize::from(greatest) + 2).next_power_of_two();
            self.make_room(room.max(self.is_rare.len()).min(MOST_ROOM));
            self = rounds(self, end, all, limits)?;
        }
        Ok(self)
    }

    fn append(&mut self, nimbers: &[u16]) {
        for &nimber in nimbers {
            if self.rare_with(nimber) {
                self.rare.push((self.nimbers.len() as u32, nimber));
            }
            self.nimbers.push(nimber);
        }
    }

    /// 1. Far pairs with a rare heap or a helper, of the heaps from `first` on.
    fn look_far(&self, first: usize, seen: &mut Seen) {
        seen.clear();
        seen.resize(self.is_rare.len(), [0; LANES]);
        for (taken, &digit) in self.digits.iter().enumerate() {
            let Some(left) = (first + 1).checked_sub(taken + NEAR) else {
                continue;
            };
            if digit & TWO_HEAPS == 0 {
                continue;
            }
            for list in [&self.rare, &self.helpers] {
                let to = list.partition_point(|&(heap, _)| (heap as usize) < left);
                let from = list.partition_point(|&(heap, _)| (heap as usize) < NEAR);
                for &(low, nimber) in list.get(from..to).unwrap_or_default() {
                    let others = &self.nimbers[first - taken - low as usize..];
                    for (i, other) in others[..LANES].iter().enumerate() {
                        seen[usize::from(nimber ^ other)][i] = 1;
                    }
                }
            }
        }
    }

    /// Finds the nimbers of the next heaps, `count` of them, where `far` has the options of their far pairs. It ends early
    /// at a nimber that leaves too little room.
    fn look_near(&self, count: usize, far: &[Mutex<Seen>]) -> Result<Vec<u16>, Stopped> {
        let begin = self.nimbers.len();
        let room = self.is_rare.len();
        // Beside a heap smaller than `NEAR` there are only these.
        let base = begin.saturating_sub(NEAR + STRIDE + self.digits.len());
        let mut recent = self.nimbers[base..].to_vec();
        let below = |end: usize| {
            self.rare
                .partition_point(|&(heap, _)| (heap as usize) < end)
        };
        let small = &self.rare[below(1)..below(NEAR)];
        let mut late = self.rare[below(base.max(NEAR))..].to_vec();
        for (heap, i) in (begin..begin + count).zip((0..LANES).cycle()) {
            let seen = &mut lock(&far[(heap - begin) / LANES]);
            let nimber = self.nimber(heap, base, &recent, [small, &late], seen, i);
            let nimber = u16::try_from(nimber).map_err(|_| Stopped::Memory)?;
            recent.push(nimber);
            if heap > 0 && self.rare_with(nimber) {
                late.push((heap as u32, nimber));
            }
            if usize::from(nimber) >= room / 2 && room < MOST_ROOM {
                break;
            }
        }
        Ok(recent.split_off(begin - base))
    }

    /// The nimber of a heap, number `i` of those in `seen`. `recent` has the nimbers of all heaps from `base` on, and `rare`
    /// those rare heaps of near pairs that are small, and those that are not.
    fn nimber(
        &self,
        heap: usize,
        base: usize,
        recent: &[u16],
        [small, late]: [&[(u32, u16)]; 2],
        seen: &mut Seen,
        i: usize,
    ) -> usize {
        let values = |from: usize, to: usize| match from.checked_sub(base) {
            Some(place) => &recent[place..to - base],
            None => &self.nimbers[from..to],
        };
        let value = |heap: usize| values(heap, heap + 1)[0];
        // 2. Options that leave at most one heap, and near pairs with a rare heap.
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if (digit & NOTHING != 0 && left == 0)
                || (digit & ONE_HEAP != 0 && 0 < left && left < heap)
            {
                seen[usize::from(value(left))][i] = 1;
            }
            if digit & TWO_HEAPS != 0 {
                for &(low, nimber) in small {
                    if (low as usize) < left {
                        let other = recent[left - low as usize - base];
                        seen[usize::from(nimber ^ other)][i] = 1;
                    }
                }
                for &(low, nimber) in late {
                    if (low as usize) < left {
                        let other = value(left - low as usize);
                        seen[usize::from(nimber ^ other)][i] = 1;
                    }
                }
            }
        }
        // 3. The least common nimber that is no option, and the rare ones below it that may be none.
        let room = seen.len();
        let common = seen.iter().zip(&self.is_rare);
        let common = common
            .map(|(seen, rare)| seen[i] | rare)
            .position(|taken| taken == 0);
        let common = common.unwrap_or(room);
        let mut open: Vec<usize> = (0..common).filter(|&nimber| seen[nimber][i] == 0).collect();
        // 4. Options that leave two common heaps show that the rare ones are options, until all below are shown.
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            let mut from = 1;
            while digit & TWO_HEAPS != 0 && !open.is_empty() && from <= left / 2 {
                let to = (from + STRIDE).min(left / 2 + 1);
                let highs = values(left + 1 - to, left + 1 - from);
                for (low, high) in values(from, to).iter().zip(highs.iter().rev()) {
                    seen[usize::from(low ^ high)][i] = 1;
                }
                open.retain(|&nimber| seen[nimber][i] == 0);
                from = to;
            }
        }
        open.first().copied().unwrap_or(common)
    }
}

/// Finds heaps in rounds, until `end` or until there is too little room. In each round one thread goes through the near pairs
/// of some heaps, and all through the far pairs of the next.
fn rounds<'a>(
    heaps: Heaps<'a>,
    end: usize,
    all: usize,
    limits: &Limits,
) -> Result<Heaps<'a>, Stopped> {
    // Threads that wait for each other must run at the same time, which a browser does not promise.
    let threads = if cfg!(target_family = "wasm") {
        1
    } else {
        limits.threads()
    };
    let begin = heaps.nimbers.len();
    let heaps = RwLock::new(heaps);
    let blocks = || (0..ROUND / LANES).map(|_| Mutex::default()).collect();
    let far: [Vec<Mutex<Seen>>; 2] = [blocks(), blocks()];
    let next = AtomicUsize::new(0);
    let ended = Mutex::new(None);
    let together = Barrier::new(threads);
    // In round 0 there are far pairs only.
    let work = |leads: bool, round: usize| -> bool {
        let first = begin + round * ROUND;
        let mut found = Ok(Vec::new());
        let known = heaps.read().unwrap_or_else(PoisonError::into_inner);
        if leads && round > 0 {
            let count = ROUND.min(end - known.nimbers.len());
            found = known.look_near(count, &far[(round + 1) % 2]);
        }
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            let Some(seen) = far[round % 2].get(block) else {
                break;
            };
            known.look_far(first + block * LANES, &mut lock(seen));
        }
        drop(known);
        together.wait();
        if leads {
            next.store(0, Ordering::Relaxed);
            let mut known = heaps.write().unwrap_or_else(PoisonError::into_inner);
            let added = found.and_then(|found| {
                known.append(&found);
                limits.report(known.nimbers.len() as u64, all as u64);
                limits.check((size_of::<u16>() * all) as u64)?;
                Ok(round > 0 && found.len() < ROUND || known.nimbers.len() == end)
            });
            if added != Ok(false) {
                *lock(&ended) = Some(added);
            }
        }
        together.wait();
        lock(&ended).is_none()
    };
    in_parallel((0..threads).map(|thread| {
        let work = &work;
        move || {
            let mut round = 0;
            while work(thread == 0, round) {
                round += 1;
            }
        }
    }));
    unlocked(ended).unwrap_or(Ok(true))?;
    Ok(heaps.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The least period that these values prove, by the theorem of Guy and Smith.
///
/// Read backwards, a period p that holds from n₀ on is a match of the sequence with itself shifted by p, as long as
/// possible; all these lengths together are found in linear time (the Z-function).
fn find_period(nimbers: &[u16], longest: usize) -> Option<Period> {
    let len = nimbers.len();
    let back = |i: usize| nimbers[len - 1 - i];
    // No period longer than half of the values is proved by them.
    let mut matches = vec![0u32; len / 2 + 1];
    let (mut from, mut to) = (0, 0);
    for shift in 1..=len / 2 {
        let mut length = if shift < to {
            (matches[shift - from] as usize).min(to - shift)
        } else {
            0
        };
        while shift + length < len && back(length) == back(shift + length) {
            length += 1;
        }
        matches[shift] = length as u32;
        if shift + length > to {
            (from, to) = (shift, shift + length);
        }
        let preperiod = (len - length - shift).max(1);
        let proof = 2 * preperiod + 2 * shift + longest;
        if proof <= len {
            return Some(Period {
                period: shift,
                preperiod,
                proof,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nimbers by the definition alone.
    fn by_definition(digits: &[u8], last: usize) -> Vec<u16> {
        let mut nimbers: Vec<u16> = Vec::new();
        for heap in 0..=last {
            let mut options = Vec::new();
            for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
                let left = heap - taken;
                if (digit & NOTHING != 0 && left == 0)
                    || (digit & ONE_HEAP != 0 && left > 0 && taken > 0)
                {
                    options.push(nimbers[left]);
                }
                if digit & TWO_HEAPS != 0 {
                    options.extend((1..left).map(|low| nimbers[low] ^ nimbers[left - low]));
                }
            }
            nimbers.extend((0..=heap as u16 * 4).find(|nimber| !options.contains(nimber)));
        }
        nimbers
    }

    #[test]
    fn all_short_codes_agree_with_the_definition() {
        for split in [0, 4] {
            for code in 0..512 {
                let digits =
                    [split, code / 64, code / 8 % 8, code % 8].map(|digit: u16| digit as u8);
                let found = sequence(&digits, 150, &Limits::default()).unwrap();
                assert_eq!(found.nimbers, by_definition(&digits, 150), "{digits:?}");
                assert_eq!(found.nimber(100), Some(found.nimbers[100].into()));
            }
        }
    }

    #[test]
    fn kayles_and_dawson_have_their_periods() {
        for (digits, period, preperiod) in [(&[0, 7, 7][..], 12, 71), (&[0, 0, 7], 34, 53)] {
            let found = sequence(digits, 100_000, &Limits::default()).unwrap();
            let proved = found.period.unwrap();
            assert_eq!((proved.period, proved.preperiod), (period, preperiod));
            let direct = by_definition(digits, 1500);
            assert_eq!(found.nimbers[..=1500], direct);
            assert_eq!(found.nimber(1_000_000), found.nimber(1_000_000 - period));
        }
    }

    /// A game whose period, if it has one, nobody knows: rare heaps are few.
    #[test]
    fn rare_heaps_are_enough_where_no_period_is_known() {
        let codes = [&[0, 0, 0, 7][..], &[0, 6], &[0, 3, 5, 4], &[4, 0, 0, 7]];
        for (digits, threads) in codes.into_iter().zip([1, 2, 3, 4]) {
            // Some rounds have far pairs, and the last is not full.
            let last = 3001;
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let found = sequence(digits, last, &limits).unwrap();
            assert_eq!(found.period, None, "{digits:?}");
            assert_eq!(found.nimbers, by_definition(digits, last), "{digits:?}");
        }
    }

    #[test]
    fn time_is_obeyed() {
        let limits = Limits::default().for_at_most(std::time::Duration::ZERO);
        assert_eq!(sequence(&[0, 0, 0, 7], 3000, &limits), Err(Stopped::Time));
    }
}
