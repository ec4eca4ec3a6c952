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
//! where they are few, O(n²) at worst. Neighbouring heaps go through the rare ones together, then through some common
//! ones that show most of the rare nimbers below. Threads do so for a block each, for all pairs but those with a heap of
//! the blocks before that is not known yet.
//!
//! **Period.** If G(n + p) = G(n) for all n from n₀ to 2n₀ + p + t − 1, t the last digit of the code, then for all n ≥ n₀
//! (Guy and Smith 1956): an option of a larger n + p leaves a heap of at least n₀ + p, which has the nimber of the one
//! smaller by p. From there on the sequence is continued by copying.

use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::in_parallel;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};

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
        let len = look.min(last + 1);
        heaps.extend(len, last + 1, limits)?;
        look *= 2;
        limits.check((bytes + size_of::<u32>() * len / 2) as u64)?;
        let period = find_period(len, |heap| heaps.nimber(heap), longest);
        if period.is_some() || len > last {
            let found = heaps.nimbers.into_iter().map(AtomicU16::into_inner);
            let mut nimbers: Vec<u16> = found.collect();
            if let Some(Period { period, .. }) = period {
                for n in len..=last {
                    nimbers.push(nimbers[n - period]);
                }
            }
            return Ok(Sequence { nimbers, period });
        }
        heaps.choose_mask();
    }
}

/// So many neighbouring heaps, a *block*, go through pairs together: they meet neighbouring values.
const LANES: usize = 16;

/// Nimbers have 16 bits.
const MOST_ROOM: usize = 1 << 16;

/// How many helpers there are of each common nimber, and from which heap to which they are looked for.
const HELPERS_EACH: u32 = 16;
const HELPERS_FROM: usize = 1 << 9;
const HELPERS_BELOW: usize = 1 << 15;

/// So many pairs of common heaps are gone through before it is asked again whether they were enough.
const STRIDE: usize = 64;

/// 1 in each byte.
const EACH_BYTE: u64 = u64::from_le_bytes([1; 8]);

struct Heaps<'a> {
    digits: &'a [u8],
    /// Those of a block are written by the thread that has its turn, and read by the others when it has said so.
    nimbers: Vec<AtomicU16>,
    mask: u16,
    /// Some heaps that are common, with the nimber: beside other common ones they show most rare nimbers below.
    helpers: Vec<(u32, u16)>,
    /// For each nimber below a power of two that no xor reaches, 1 if it is rare.
    is_rare: Vec<u8>,
}

/// What a thread knows of the heaps of a block.
#[derive(Default)]
struct Block {
    first: usize,
    /// For each heap, one after the other, and each nimber, 1 if it is known to be an option.
    seen: Vec<u8>,
    /// For each digit, which rare heaps are gone through already.
    far: Vec<Range<usize>>,
    /// The rare heaps below `scanned` but 0, ascending, with the nimber.
    rare: Vec<(u32, u16)>,
    scanned: usize,
}

impl<'a> Heaps<'a> {
    fn new(digits: &'a [u8]) -> Self {
        let mut heaps = Self {
            digits,
            nimbers: Vec::new(),
            mask: 0,
            helpers: Vec::new(),
            is_rare: Vec::new(),
        };
        heaps.make_room(256);
        heaps
    }

    fn nimber(&self, heap: usize) -> u16 {
        self.nimbers[heap].load(Ordering::Relaxed)
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
        let mut heaps_of = vec![0u64; self.is_rare.len()];
        for heap in 0..self.nimbers.len() {
            heaps_of[usize::from(self.nimber(heap))] += 1;
        }
        let greatest = heaps_of.iter().rposition(|&heaps| heaps > 0).unwrap_or(0);
        heaps_of.truncate(greatest + 1);
        let rare_heaps = |mask: u16| -> u64 {
            let heaps = heaps_of.iter().zip(0u16..);
            heaps
                .filter(|&(_, nimber)| (nimber & mask).count_ones().is_multiple_of(2))
                .map(|(heaps, _)| heaps)
                .sum()
        };
        let masks = 1..=((greatest + 1).next_power_of_two() - 1) as u16;
        self.mask = masks.min_by_key(|&mask| rare_heaps(mask)).unwrap_or(0);
        self.make_room(self.is_rare.len());
        // Every common nimber equally often, as far as small heaps have it: then their xors are the most varied.
        self.helpers.clear();
        let mut taken = vec![0; self.is_rare.len()];
        for heap in HELPERS_FROM..self.nimbers.len().min(HELPERS_BELOW) {
            let nimber = self.nimber(heap);
            let taken = &mut taken[usize::from(nimber)];
            if !self.rare_with(nimber) && *taken < HELPERS_EACH {
                *taken += 1;
                self.helpers.push((heap as u32, nimber));
            }
        }
    }

    /// Finds the nimbers of all heaps below `end`, of `all` that are wanted.
    fn extend(&mut self, end: usize, all: usize, limits: &Limits) -> Result<(), Stopped> {
        let mut known = self.nimbers.len();
        self.nimbers.resize_with(end, AtomicU16::default);
        while known < end {
            // An xor of two nimbers has no more bits than the larger.
            let greatest = (0..known).map(|heap| self.nimber(heap)).max().unwrap_or(0);
            let room = (2 * usize::from(greatest) + 2).next_power_of_two();
            self.make_room(room.max(self.is_rare.len()).min(MOST_ROOM));
            known = self.find(known, all, limits)?;
        }
        Ok(())
    }

    /// Finds nimbers from those of `begin` heaps on, to the end or until there is too little room; says how many are known.
    /// Threads take block after block. Each goes through the far pairs of its own with what is known at that time, and
    /// waits for its turn to find the nimbers.
    fn find(&self, begin: usize, all: usize, limits: &Limits) -> Result<usize, Stopped> {
        // Threads that wait for each other must run at the same time, which a browser does not promise.
        let threads = if cfg!(target_family = "wasm") {
            1
        } else {
            limits.threads()
        };
        let next = AtomicUsize::new(begin);
        let known = AtomicUsize::new(begin);
        let ended = AtomicBool::new(false);
        let work = || -> Result<(), Stopped> {
            let mut block = Block::default();
            loop {
                block.first = next.fetch_add(LANES, Ordering::Relaxed);
                if block.first >= self.nimbers.len() {
                    return Ok(());
                }
                self.scan(&mut block, known.load(Ordering::Acquire));
                self.look_far(&mut block);
                // A turn is short: the others are going through far pairs.
                while known.load(Ordering::Acquire) < block.first {
                    if ended.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    std::thread::yield_now();
                }
                let found = self.look_near(&mut block);
                let found = found.and_then(|found| {
                    limits.report(found as u64, all as u64);
                    limits.check((size_of::<u16>() * all) as u64)?;
                    Ok(found)
                });
                let last = self.nimbers.len().min(block.first + LANES);
                if found != Ok(last) {
                    ended.store(true, Ordering::Relaxed);
                }
                known.store(found?, Ordering::Release);
                if found != Ok(last) {
                    return Ok(());
                }
            }
        };
        let results = in_parallel((0..threads).map(|_| work));
        results.into_iter().collect::<Result<(), Stopped>>()?;
        Ok(known.into_inner())
    }

    /// Adds the rare heaps up to `known` to those of a block.
    fn scan(&self, block: &mut Block, known: usize) {
        for heap in block.scanned.max(1)..known {
            let nimber = self.nimber(heap);
            if self.is_rare[usize::from(nimber)] == 1 {
                block.rare.push((heap as u32, nimber));
            }
        }
        block.scanned = known;
    }

    fn look_far(&self, block: &mut Block) {
        match self.is_rare.len() {
            0..=256 => self.look_far_within::<256>(block),
            257..=512 => self.look_far_within::<512>(block),
            513..=1024 => self.look_far_within::<1024>(block),
            1025..=4096 => self.look_far_within::<4096>(block),
            _ => self.look_far_within::<MOST_ROOM>(block),
        }
    }

    /// 1. Pairs whose other heap is known for the whole block, with a rare heap, then with helpers until the rare nimbers
    ///    below are shown.
    ///
    /// Loops of constant length over places of constant distance are what takes the time.
    fn look_far_within<const ROOM: usize>(&self, block: &mut Block) {
        let Block {
            first,
            ref mut seen,
            ref mut far,
            ref rare,
            scanned: known,
        } = *block;
        seen.clear();
        seen.resize(LANES * ROOM, 0);
        let (rows, _) = seen.as_chunks_mut::<ROOM>();
        let Some(rows) = rows.first_chunk_mut::<LANES>() else {
            return;
        };
        let show = |rows: &mut [[u8; ROOM]; LANES], left: usize, low: u32, nimber: u16| {
            let others = &self.nimbers[left - low as usize..];
            if let Some(others) = others.first_chunk::<LANES>() {
                for (row, other) in rows.iter_mut().zip(others) {
                    row[usize::from(nimber ^ other.load(Ordering::Relaxed)) % ROOM] = 1;
                }
            }
        };
        far.clear();
        for (taken, &digit) in self.digits.iter().enumerate() {
            // So large the one heap must be that the other is known.
            let least = (first + LANES).saturating_sub(taken + known);
            let left = first.saturating_sub(taken);
            let from = rare.partition_point(|&(heap, _)| (heap as usize) < least);
            let to = rare.partition_point(|&(heap, _)| (heap as usize) < left);
            far.push(from..to.max(from));
            if digit & TWO_HEAPS != 0 {
                for &(low, nimber) in &rare[from..to.max(from)] {
                    show(rows, left, low, nimber);
                }
            }
        }
        for (taken, &digit) in self.digits.iter().enumerate() {
            if digit & TWO_HEAPS == 0 {
                continue;
            }
            let left = first.saturating_sub(taken);
            for helpers in self.helpers.chunks(STRIDE) {
                if rows.iter().all(|row| self.shows(row)) {
                    return;
                }
                for &(low, nimber) in helpers {
                    if first + LANES <= low as usize + taken + known && (low as usize) < left {
                        show(rows, left, low, nimber);
                    }
                }
            }
        }
    }

    /// Whether all rare nimbers are shown below the least common one that is not.
    fn shows(&self, seen: &[u8]) -> bool {
        let (seen, _) = seen.as_chunks::<8>();
        let (is_rare, _) = self.is_rare.as_chunks::<8>();
        for (seen, rare) in seen.iter().zip(is_rare) {
            // The least byte of a number that is 0 tells the least nimber.
            let seen = u64::from_le_bytes(*seen);
            let rare = u64::from_le_bytes(*rare);
            let open = (seen ^ EACH_BYTE) & (seen ^ EACH_BYTE).wrapping_neg();
            if open != 0 {
                return open & rare == 0;
            }
        }
        true
    }

    /// Finds the nimbers of a block when all smaller heaps are known, and says how many are known then. It ends early at a
    /// nimber that leaves too little room.
    fn look_near(&self, block: &mut Block) -> Result<usize, Stopped> {
        let room = self.is_rare.len();
        let mut heap = block.first;
        for i in 0..LANES.min(self.nimbers.len() - block.first) {
            self.scan(block, heap);
            let stride = block.seen.len() / LANES;
            let seen = &mut block.seen[i * stride..][..room];
            let nimber = self.mex(heap, &block.far, &block.rare, seen);
            let nimber = u16::try_from(nimber).map_err(|_| Stopped::Memory)?;
            self.nimbers[heap].store(nimber, Ordering::Relaxed);
            heap += 1;
            if usize::from(nimber) >= room / 2 && room < MOST_ROOM {
                break;
            }
        }
        Ok(heap)
    }

    /// The nimber of a heap, where `seen` has the options of its far pairs.
    fn mex(
        &self,
        heap: usize,
        far: &[Range<usize>],
        rare: &[(u32, u16)],
        seen: &mut [u8],
    ) -> usize {
        // 2. Options that leave at most one heap, and near pairs with a rare heap.
        for ((taken, &digit), far) in self.digits.iter().enumerate().zip(far).take(heap + 1) {
            let left = heap - taken;
            if (digit & NOTHING != 0 && left == 0)
                || (digit & ONE_HEAP != 0 && 0 < left && left < heap)
            {
                seen[usize::from(self.nimber(left))] = 1;
            }
            if digit & TWO_HEAPS != 0 {
                for &(low, nimber) in rare[..far.start].iter().chain(&rare[far.end..]) {
                    if (low as usize) < left {
                        let other = self.nimber(left - low as usize);
                        seen[usize::from(nimber ^ other)] = 1;
                    }
                }
            }
        }
        // 3. The least common nimber that is no option, and the rare ones below it that may be none.
        let common = seen.iter().zip(&self.is_rare);
        let common = common
            .map(|(seen, rare)| seen | rare)
            .position(|taken| taken == 0);
        let common = common.unwrap_or(seen.len());
        let mut open: Vec<usize> = (0..common).filter(|&nimber| seen[nimber] == 0).collect();
        // 4. Options that leave two common heaps show that the rare ones are options, until all below are shown.
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            let mut from = 1;
            while digit & TWO_HEAPS != 0 && !open.is_empty() && from <= left / 2 {
                let to = (from + STRIDE).min(left / 2 + 1);
                for low in from..to {
                    seen[usize::from(self.nimber(low) ^ self.nimber(left - low))] = 1;
                }
                open.retain(|&nimber| seen[nimber] == 0);
                from = to;
            }
        }
        open.first().copied().unwrap_or(common)
    }
}

/// The least period that these values prove, by the theorem of Guy and Smith.
///
/// Read backwards, a period p that holds from n₀ on is a match of the sequence with itself shifted by p, as long as
/// possible; all these lengths together are found in linear time (the Z-function).
fn find_period(len: usize, nimber: impl Fn(usize) -> u16, longest: usize) -> Option<Period> {
    let back = |i: usize| nimber(len - 1 - i);
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
