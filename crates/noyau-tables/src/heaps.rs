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
//! most of the rare nimbers below.
//!
//! **Period.** If G(n + p) = G(n) for all n from n₀ to 2n₀ + p + t − 1, t the last digit of the code, then for all n ≥ n₀
//! (Guy and Smith 1956): an option of a larger n + p leaves a heap of at least n₀ + p, which has the nimber of the one
//! smaller by p. From there on the sequence is continued by copying.

use noyau_core::limits::{Limits, Stopped};

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
    let mut heaps = Heaps::new(digits);
    let nimbers = &mut heaps.nimbers;
    nimbers
        .try_reserve_exact(last + 1)
        .map_err(|_| Stopped::Memory)?;
    let mut look = FIRST_LOOK;
    while heaps.nimbers.len() <= last {
        heaps.add(look.min(last + 1))?;
        let len = heaps.nimbers.len();
        if len.is_multiple_of(BLOCK) {
            limits.report(len as u64, last as u64 + 1);
            limits.check(bytes as u64)?;
        }
        if len == look || len == last + 1 {
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
            heaps.choose_mask();
        }
    }
    Ok(Sequence {
        nimbers: heaps.nimbers,
        period: None,
    })
}

/// So many heaps go through the rare ones together: neighbouring heaps meet neighbouring values there. A pair with a heap
/// smaller than this may have one in the block, so those are gone through for each heap apart.
const BLOCK: usize = 16;

/// How many helpers there are of each common nimber, and below which heap they are looked for.
const HELPERS_EACH: u32 = 16;
const HELPERS_BELOW: usize = 1 << 15;

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
    /// For each such nimber and each heap of a block, 1 if it is an option.
    seen: Vec<[u8; BLOCK]>,
}

impl<'a> Heaps<'a> {
    fn new(digits: &'a [u8]) -> Self {
        let mut heaps = Self {
            digits,
            nimbers: Vec::new(),
            mask: 0,
            rare: Vec::new(),
            helpers: Vec::new(),
            is_rare: Vec::new(),
            seen: Vec::new(),
        };
        heaps.make_room(8);
        heaps
    }

    /// Makes room for options below a power of two.
    fn make_room(&mut self, room: usize) {
        self.is_rare = (0..room)
            .map(|nimber| u8::from(self.rare_with(nimber as u16)))
            .collect();
        self.seen = vec![[0; BLOCK]; room];
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
        for (&nimber, heap) in heaps.skip(BLOCK) {
            let taken = &mut taken[usize::from(nimber)];
            if !self.rare_with(nimber) && *taken < HELPERS_EACH {
                *taken += 1;
                self.helpers.push((heap, nimber));
            }
        }
    }

    /// Finds the nimbers of the next heaps, of a block or fewer, below `end`.
    fn add(&mut self, end: usize) -> Result<(), Stopped> {
        let first = self.nimbers.len();
        let count = BLOCK.min(end - first);
        let room = self.is_rare.len();
        let seen = &mut self.seen[..];
        seen.fill([0; BLOCK]);
        // 1. Options that leave a rare heap or a helper beside another, neither of them small.
        for (taken, &digit) in self.digits.iter().enumerate() {
            if digit & TWO_HEAPS == 0 || first <= taken + BLOCK {
                continue;
            }
            let left = first - taken;
            for list in [&self.rare, &self.helpers] {
                let from = list.partition_point(|&(heap, _)| (heap as usize) < BLOCK);
                let to = list.partition_point(|&(heap, _)| (heap as usize) < left);
                for &(low, nimber) in &list[from..to] {
                    // Those beyond the block's end, at the last, are not in use.
                    let others = &self.nimbers[left - low as usize..];
                    let Some(others) = others.first_chunk::<BLOCK>() else {
                        continue;
                    };
                    for (i, other) in others.iter().enumerate() {
                        seen[usize::from(nimber ^ other)][i] = 1;
                    }
                }
            }
        }
        for heap in first..first + count {
            let seen = &mut self.seen;
            let nimber = least(
                self.digits,
                &self.nimbers,
                &self.is_rare,
                seen,
                heap - first,
            );
            let nimber = u16::try_from(nimber).map_err(|_| Stopped::Memory)?;
            self.nimbers.push(nimber);
            if self.rare_with(nimber) {
                self.rare.push((heap as u32, nimber));
            }
            // An xor of two nimbers has no more bits than the larger.
            if usize::from(nimber) >= room {
                self.make_room(2 * room);
                break;
            }
        }
        Ok(())
    }
}

/// The nimber of the next heap, number `i` of its block, where `seen` has the options that leave a rare heap beside
/// another, neither of them small.
fn least(
    digits: &[u8],
    nimbers: &[u16],
    is_rare: &[u8],
    seen: &mut [[u8; BLOCK]],
    i: usize,
) -> usize {
    let heap = nimbers.len();
    // 2. Options that leave at most one heap, or a small one.
    for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
        let left = heap - taken;
        if (digit & NOTHING != 0 && left == 0) || (digit & ONE_HEAP != 0 && 0 < left && left < heap)
        {
            seen[usize::from(nimbers[left])][i] = 1;
        }
        if digit & TWO_HEAPS != 0 {
            for low in 1..left.min(BLOCK) {
                seen[usize::from(nimbers[low] ^ nimbers[left - low])][i] = 1;
            }
        }
    }
    // 3. The least common nimber that is no option, and how many rare ones below it may be none.
    let room = seen.len();
    let common = seen.iter().zip(is_rare);
    let common = common
        .map(|(seen, rare)| seen[i] | rare)
        .position(|taken| taken == 0);
    let common = common.unwrap_or(room);
    let open = seen[..common].iter().filter(|seen| seen[i] == 0);
    let mut open = open.count();
    // 4. Options that leave two common heaps show that the rare ones are options, until all below are shown.
    'pairs: for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
        let left = heap - taken;
        if digit & TWO_HEAPS == 0 || left < 2 * BLOCK {
            continue;
        }
        let lows = nimbers[BLOCK..=left / 2].iter();
        for (&low, &high) in lows.zip(nimbers[..=left - BLOCK].iter().rev()) {
            if open == 0 {
                break 'pairs;
            }
            let nimber = usize::from(low ^ high);
            if nimber < common && seen[nimber][i] == 0 {
                seen[nimber][i] = 1;
                open -= 1;
            }
        }
    }
    match open {
        0 => common,
        _ => seen.iter().position(|seen| seen[i] == 0).unwrap_or(room),
    }
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
        for digits in [&[0, 0, 0, 7][..], &[0, 6], &[0, 3, 5, 4], &[4, 0, 0, 7]] {
            // The last block is not full.
            let last = 3001;
            let found = sequence(digits, last, &Limits::default()).unwrap();
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
