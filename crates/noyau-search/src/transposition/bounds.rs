//! A table of bounds that confuses no two positions and that threads share without a lock on the usual path.
//!
//! The key of a position, a number of few bits, is mixed by a one-to-one map. The upper bits of the result choose a
//! bucket of two slots, the lower ones are kept in the slot: together they are the whole key, so what is found is about
//! this position and no other. A slot is one word read and written at once:
//!
//! ```text
//!    63                                                       0
//!   | rest of the mixed key | upper | lower | move (6) | work (5) |
//! ```
//!
//! Keys too long for that take two words a slot, one of them with a bit that locks it. Of the two slots the one with
//! less work in it is replaced (Breuker, Uiterwijk and van den Herik 1994).
//!
//! A table begins small and grows with what is put into it: since buckets are the upper bits of the mixed key, a
//! bucket of the small table becomes neighbours in the large one, and growing is one pass, in place. So a table for
//! an easy position costs next to nothing to make empty.

use noyau_core::prefetch::prefetch;
use std::sync::atomic::{AtomicU64, Ordering};

const WORK_BITS: u32 = 5;
const MOVE_BITS: u32 = 6;
const LOCK: u64 = 1 << 63;
const SLOTS: usize = 2;

/// What a table knows of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code of a lower bound.
    pub lower: u32,
    /// The code of an upper bound.
    pub upper: u32,
    /// A number of the best move known, less than [`Entry::NO_MOVE`], or that.
    pub best: u8,
    /// How much work is in it: a logarithm of the positions searched, from 1.
    pub work: u8,
}

impl Entry {
    /// What stands for no move.
    pub const NO_MOVE: u8 = (1 << MOVE_BITS) - 1;
    /// The most work that is told apart.
    pub const MOST_WORK: u8 = (1 << WORK_BITS) - 1;
}

/// Where a position belongs in a table: the mixed key.
#[derive(Debug, Clone, Copy)]
pub struct Address(u128);

impl Address {
    /// A number that few addresses share, and that is not 0.
    #[inline]
    pub(crate) fn mark(self) -> u64 {
        (self.0 as u64 ^ ((self.0 >> 64) as u64).rotate_left(32)) | 1 << 63
    }
}

/// The table. Bounds are codes of as many bits as it was made for; larger codes are better bounds below, smaller
/// ones above.
#[derive(Debug)]
pub struct BoundsTable {
    words: Vec<AtomicU64>,
    key_bits: u32,
    code_bits: u32,
    bucket_bits: u32,
    /// Whether a slot has two words.
    wide: bool,
}

/// The buckets of a table that has just been made, as a logarithm.
const FIRST_BUCKET_BITS: u32 = 10;

impl BoundsTable {
    /// An empty table for keys and bounds of so many bits, or `None` if a slot cannot hold them.
    pub fn new(key_bits: u32, code_bits: u32) -> Option<Self> {
        Self::with_buckets(key_bits, code_bits, FIRST_BUCKET_BITS.min(key_bits))
    }

    fn with_buckets(key_bits: u32, code_bits: u32, bucket_bits: u32) -> Option<Self> {
        let data = WORK_BITS + MOVE_BITS + 2 * code_bits;
        let rest = key_bits.checked_sub(bucket_bits)?;
        let wide = key_bits > 64 || rest + data > 64;
        if !(1..=128).contains(&key_bits) || code_bits > 16 || rest + data > 127 {
            return None;
        }
        let length = (SLOTS << bucket_bits) * if wide { 2 } else { 1 };
        let mut words = Vec::new();
        words.try_reserve_exact(length).ok()?;
        words.resize_with(length, AtomicU64::default);
        Some(Self {
            words,
            key_bits,
            code_bits,
            bucket_bits,
            wide,
        })
    }

    /// How many positions it can hold.
    #[inline]
    pub fn capacity(&self) -> usize {
        SLOTS << self.bucket_bits
    }

    /// The memory it takes.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Makes it larger, to at most so many bytes, with all that is in it. Says whether there was room and memory for that.
    pub fn grow(&mut self, most_bytes: u64) -> bool {
        /// Three bits more at a time: a table is then at least eight times as large as what has been moved. Four if those
        /// are the last, for a large table is slow to grow, and no thread searches meanwhile.
        const STEP: u32 = 3;
        let fits = |step: u32| {
            self.bytes() << step <= most_bytes && self.bucket_bits + step <= self.key_bits
        };
        let Some(most) = (1..=STEP + 2).rev().find(|&step| fits(step)) else {
            return false;
        };
        let step = if most > STEP + 1 { STEP } else { most };
        let buckets = 1 << self.bucket_bits;
        let bucket_bits = self.bucket_bits + step;
        let rest = self.key_bits - bucket_bits;
        if self.wide && self.key_bits <= 64 && rest + self.data_bits() <= 64 {
            // What is left of a key now fits one word.
            let Some(table) = Self::with_buckets(self.key_bits, self.code_bits, bucket_bits) else {
                return false;
            };
            for slot in 0..buckets * SLOTS {
                table.settle(slot / SLOTS, step, self.read(slot));
            }
            *self = table;
            return true;
        }
        let more = (self.words.len() << step) - self.words.len();
        if self.words.try_reserve_exact(more).is_err() {
            return false;
        }
        self.words
            .resize_with(self.words.len() << step, AtomicU64::default);
        self.bucket_bits = bucket_bits;
        // From the last bucket down: what a bucket held goes to buckets at or behind it, which have been emptied.
        for bucket in (0..buckets).rev() {
            let held: [_; SLOTS] = std::array::from_fn(|slot| self.take(bucket * SLOTS + slot));
            for held in held {
                self.settle(bucket, step, held);
            }
        }
        true
    }

    /// Puts down what a bucket held before the table had `step` more bits of them.
    fn settle(&self, bucket: usize, step: u32, held: Option<(u128, u64)>) {
        let Some((rest, data)) = held else {
            return;
        };
        let bits = self.key_bits - self.bucket_bits;
        let first = (bucket << step | (rest >> bits) as usize) * SLOTS;
        // No more come from one bucket than a bucket has slots, so there is always a free one.
        let free = (first..first + SLOTS).find(|&slot| self.read(slot).is_none());
        self.write(free.unwrap_or(first), rest & ((1 << bits) - 1), data);
    }

    /// What is in a slot, which is free afterwards.
    fn take(&self, slot: usize) -> Option<(u128, u64)> {
        let held = self.read(slot);
        let words = if self.wide { 2 } else { 1 };
        for word in &self.words[words * slot..words * (slot + 1)] {
            word.store(0, Ordering::Relaxed);
        }
        held
    }

    /// Where the position with that key belongs.
    #[inline]
    pub fn address(&self, key: u128) -> Address {
        let half = self.key_bits.div_ceil(2);
        if self.key_bits <= 64 {
            let mask = u64::MAX >> (64 - self.key_bits);
            let mut x = key as u64;
            x ^= x >> half;
            x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
            x ^= x >> half;
            x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask;
            Address(x.into())
        } else {
            let mask = u128::MAX >> (128 - self.key_bits);
            let mut x = key;
            x ^= x >> half;
            x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) & mask;
            x ^= x >> half;
            x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93_2545_F491_4F6C_DD1D) & mask;
            Address(x)
        }
    }

    /// The bucket of an address, and the rest of its key.
    #[inline]
    fn split(&self, Address(mixed): Address) -> (usize, u128) {
        let bits = self.key_bits - self.bucket_bits;
        if self.key_bits <= 64 {
            let mixed = mixed as u64;
            ((mixed >> bits) as usize, (mixed & ((1 << bits) - 1)).into())
        } else {
            ((mixed >> bits) as usize, mixed & ((1 << bits) - 1))
        }
    }

    /// Asks for what is known of a position to be brought near.
    #[inline]
    pub fn prefetch(&self, address: Address) {
        let words = if self.wide { 2 * SLOTS } else { SLOTS };
        prefetch(&self.words, self.split(address).0 * words);
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, address: Address) -> Option<Entry> {
        let (bucket, wanted) = self.split(address);
        let first = bucket * SLOTS;
        (first..first + SLOTS).find_map(|slot| {
            let (rest, data) = self.read(slot)?;
            (rest == wanted).then(|| self.unpack(data))
        })
    }

    /// Puts down what is known of a position, together with what was. Says whether a free slot was taken for it.
    #[inline]
    pub fn put(&self, address: Address, entry: Entry) -> bool {
        let (bucket, wanted) = self.split(address);
        let first = bucket * SLOTS;
        let mut least = (first, u8::MAX);
        for slot in first..first + SLOTS {
            match self.read(slot) {
                None => {
                    self.write(slot, wanted, self.pack(entry));
                    return true;
                }
                Some((rest, data)) => {
                    let old = self.unpack(data);
                    if rest == wanted {
                        let both = Entry {
                            lower: entry.lower.max(old.lower),
                            upper: entry.upper.min(old.upper),
                            best: if entry.best == Entry::NO_MOVE {
                                old.best
                            } else {
                                entry.best
                            },
                            work: entry.work.max(old.work),
                        };
                        self.write(slot, rest, self.pack(both));
                        return false;
                    }
                    if old.work < least.1 {
                        least = (slot, old.work);
                    }
                }
            }
        }
        self.write(least.0, wanted, self.pack(entry));
        false
    }

    #[inline]
    const fn data_bits(&self) -> u32 {
        WORK_BITS + MOVE_BITS + 2 * self.code_bits
    }

    #[inline]
    fn pack(&self, entry: Entry) -> u64 {
        let bounds = u64::from(entry.upper) << self.code_bits | u64::from(entry.lower);
        let best = u64::from(entry.best.min(Entry::NO_MOVE));
        let work = u64::from(entry.work.clamp(1, Entry::MOST_WORK));
        (bounds << MOVE_BITS | best) << WORK_BITS | work
    }

    #[inline]
    fn unpack(&self, data: u64) -> Entry {
        let field = |from: u32, bits: u32| (data >> from) as u32 & ((1 << bits) - 1);
        Entry {
            lower: field(WORK_BITS + MOVE_BITS, self.code_bits),
            upper: field(WORK_BITS + MOVE_BITS + self.code_bits, self.code_bits),
            best: field(WORK_BITS, MOVE_BITS) as u8,
            work: field(0, WORK_BITS) as u8,
        }
    }

    /// The rest of the key and the data in a slot, unless it is free. There is always work in the data, so a free slot is
    /// the one that is 0.
    #[inline]
    fn read(&self, slot: usize) -> Option<(u128, u64)> {
        let bits = self.data_bits();
        if self.wide {
            return self.read_wide(slot);
        }
        let word = self.words[slot].load(Ordering::Relaxed);
        (word != 0).then(|| ((word >> bits).into(), word & ((1 << bits) - 1)))
    }

    #[inline]
    fn write(&self, slot: usize, rest: u128, data: u64) {
        if self.wide {
            self.write_wide(slot, rest, data);
        } else {
            let word = (rest as u64) << self.data_bits() | data;
            self.words[slot].store(word, Ordering::Relaxed);
        }
    }

    #[inline]
    fn read_wide(&self, slot: usize) -> Option<(u128, u64)> {
        let bits = self.data_bits();
        let high = self.lock(slot);
        let low = self.words[2 * slot].load(Ordering::Relaxed);
        self.words[2 * slot + 1].store(high, Ordering::Release);
        let rest = u128::from(high >> bits) << 64 | u128::from(low);
        (high != 0).then_some((rest, high & ((1 << bits) - 1)))
    }

    #[inline]
    fn write_wide(&self, slot: usize, rest: u128, data: u64) {
        self.lock(slot);
        self.words[2 * slot].store(rest as u64, Ordering::Relaxed);
        let high = ((rest >> 64) as u64) << self.data_bits() | data;
        self.words[2 * slot + 1].store(high, Ordering::Release);
    }

    /// Takes a slot of two words for this thread, and gives its second word. Storing that word, without the bit that locks
    /// it, gives it back.
    #[inline]
    fn lock(&self, slot: usize) -> u64 {
        let word = &self.words[2 * slot + 1];
        loop {
            let high = word.load(Ordering::Relaxed);
            if high & LOCK == 0
                && word
                    .compare_exchange_weak(high, high | LOCK, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                return high;
            }
            std::hint::spin_loop();
        }
    }
}
