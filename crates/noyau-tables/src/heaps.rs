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
//! where they are few, O(n²) at worst.
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
    pub nimbers: Vec<u32>,
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
        known.or_else(|| {
            let Period {
                period, preperiod, ..
            } = self.period?;
            let place = preperiod + (heap - preperiod) % period;
            self.nimbers.get(place).copied()
        })
    }
}

/// The nimbers of all heaps up to `last`. `digits` are those of the code, from the one before the point.
pub fn sequence(digits: &[u8], last: usize, limits: &Limits) -> Result<Sequence, Stopped> {
    /// How often limits are looked at.
    const OFTEN: usize = 256;
    /// The first length at which a period is looked for; from then on whenever it has doubled.
    const FIRST_LOOK: usize = 64;
    let longest = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    let mut heaps = Heaps::new(digits);
    let mut look = FIRST_LOOK;
    while heaps.nimbers.len() <= last {
        heaps.add();
        let len = heaps.nimbers.len();
        if len.is_multiple_of(OFTEN) {
            limits.report(len as u64, last as u64 + 1);
            limits.check(12 * len as u64)?;
        }
        if len == look || len == last + 1 {
            look *= 2;
            if let Some(period) = find_period(&heaps.nimbers, longest) {
                let mut nimbers = heaps.nimbers;
                limits.check(4 * last as u64)?;
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

struct Heaps<'a> {
    digits: &'a [u8],
    nimbers: Vec<u32>,
    mask: u32,
    /// The heaps whose nimber is rare, ascending.
    rare: Vec<u32>,
    /// For each nimber the last heap that has an option of that nimber, plus one.
    seen: Vec<u32>,
}

impl<'a> Heaps<'a> {
    fn new(digits: &'a [u8]) -> Self {
        Self {
            digits,
            nimbers: Vec::new(),
            mask: 0,
            rare: Vec::new(),
            seen: vec![0; 1],
        }
    }

    fn is_rare(&self, nimber: u32) -> bool {
        (nimber & self.mask).count_ones().is_multiple_of(2)
    }

    /// Takes the mask with which the fewest heaps so far are rare.
    fn choose_mask(&mut self) {
        let greatest = self.nimbers.iter().copied().max().unwrap_or(0);
        let mut heaps_of = vec![0u64; greatest as usize + 1];
        for &nimber in &self.nimbers {
            heaps_of[nimber as usize] += 1;
        }
        let rare_with = |mask: u32| -> u64 {
            let heaps = heaps_of.iter().zip(0u32..);
            heaps
                .filter(|&(_, nimber)| (nimber & mask).count_ones().is_multiple_of(2))
                .map(|(heaps, _)| heaps)
                .sum()
        };
        let masks = 1..(greatest + 1).next_power_of_two();
        self.mask = masks.min_by_key(|&mask| rare_with(mask)).unwrap_or(0);
        let heaps = 0..self.nimbers.len() as u32;
        self.rare = heaps
            .filter(|&heap| self.is_rare(self.nimbers[heap as usize]))
            .collect();
    }

    /// Finds the nimber of the next heap.
    fn add(&mut self) {
        let heap = self.nimbers.len();
        let now = heap as u32 + 1;
        // 1. Options that leave at most one heap, and those that leave a rare one beside another.
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if (digit & NOTHING != 0 && left == 0)
                || (digit & ONE_HEAP != 0 && 0 < left && left < heap)
            {
                self.seen[self.nimbers[left] as usize] = now;
            }
            if digit & TWO_HEAPS != 0 {
                for &low in &self.rare {
                    let low = low as usize;
                    if low == 0 {
                        continue;
                    }
                    if low >= left {
                        break;
                    }
                    self.seen[(self.nimbers[low] ^ self.nimbers[left - low]) as usize] = now;
                }
            }
        }
        // 2. The least common nimber that is no option, and the rare ones below it that may be none.
        let seen = |seen: &[u32], nimber: u32| seen.get(nimber as usize) == Some(&now);
        let common = match self.mask {
            0 => u32::MAX,
            _ => (0..u32::MAX)
                .find(|&nimber| !self.is_rare(nimber) && !seen(&self.seen, nimber))
                .unwrap_or(u32::MAX),
        };
        let next_rare = |heaps: &Self, from: u32| {
            (from..common).find(|&nimber| heaps.is_rare(nimber) && !seen(&heaps.seen, nimber))
        };
        let mut least = next_rare(self, 0);
        // 3. Options that leave two common heaps show that the rare ones are options, until all below are shown.
        'pairs: for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            if digit & TWO_HEAPS == 0 {
                continue;
            }
            let left = heap - taken;
            for low in 1..=left / 2 {
                let Some(wanted) = least else { break 'pairs };
                let nimber = self.nimbers[low] ^ self.nimbers[left - low];
                self.seen[nimber as usize] = now;
                if nimber == wanted {
                    least = next_rare(self, wanted + 1);
                }
            }
        }
        let nimber = least.unwrap_or(common);
        // An xor of two nimbers has no more bits than the larger.
        let room = (nimber as usize + 1).next_power_of_two();
        self.seen.resize(self.seen.len().max(room), 0);
        self.nimbers.push(nimber);
        if self.is_rare(nimber) {
            self.rare.push(heap as u32);
        }
    }
}

/// The least period that these values prove, by the theorem of Guy and Smith.
///
/// Read backwards, a period p that holds from n₀ on is a match of the sequence with itself shifted by p, as long as
/// possible; all these lengths together are found in linear time (the Z-function).
fn find_period(nimbers: &[u32], longest: usize) -> Option<Period> {
    let len = nimbers.len();
    let back = |i: usize| nimbers[len - 1 - i];
    let mut matches = vec![0; len];
    let (mut from, mut to) = (0, 0);
    for shift in 1..len {
        let mut length = if shift < to {
            matches[shift - from].min(to - shift)
        } else {
            0
        };
        while shift + length < len && back(length) == back(shift + length) {
            length += 1;
        }
        matches[shift] = length;
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
    fn by_definition(digits: &[u8], last: usize) -> Vec<u32> {
        let mut nimbers: Vec<u32> = Vec::new();
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
            nimbers.extend((0..=heap as u32 * 4).find(|nimber| !options.contains(nimber)));
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
                assert_eq!(found.nimber(100), Some(found.nimbers[100]));
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
        let found = sequence(&[0, 0, 0, 7], 3000, &Limits::default()).unwrap();
        assert_eq!(found.period, None);
        assert_eq!(found.nimbers, by_definition(&[0, 0, 0, 7], 3000));
    }

    #[test]
    fn time_is_obeyed() {
        let limits = Limits::default().for_at_most(std::time::Duration::ZERO);
        assert_eq!(sequence(&[0, 0, 0, 7], 3000, &limits), Err(Stopped::Time));
    }
}
