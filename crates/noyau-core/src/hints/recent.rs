//! A small table of positions near the end of a game, which stays in a processor's cache.

#![expect(
    clippy::disallowed_types,
    reason = "memory for numbers is taken once, by whichever thread puts one down first; nothing is global"
)]

use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

/// What was found lately, by whole keys: something else may take its place, but nothing is about another position.
///
/// A key is multiplied by an odd number, which is a one-to-one map. The upper bits of the product choose a slot, and the
/// others are kept in it, beside the data:
///
/// ```text
///    63                             12 11         0
///   | lower bits of the mixed key (52) | data (12) |
/// ```
///
/// It begins empty, and forgets everything when it grows.
#[derive(Debug, Default)]
pub struct Recent {
    slots: Vec<u64>,
    put: usize,
    opened: u64,
    /// Data by number, 0 where there is none; all threads of a search share it.
    numbered: Arc<OnceLock<Box<[AtomicU8]>>>,
}

const DATA_BITS: u32 = 12;

impl Recent {
    /// The largest data.
    pub const MOST: u32 = (1 << DATA_BITS) - 1;
    /// The first slots: enough that a slot has room for the lower bits.
    const FIRST: usize = 1 << DATA_BITS;
    /// The most slots: 256 KiB.
    const LAST: usize = 1 << 15;

    /// The slot of a key, and the lower bits of the mixed key in their place.
    #[inline]
    fn split(&self, key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = mixed >> (u64::BITS - self.slots.len().trailing_zeros());
        (slot as usize, mixed << DATA_BITS)
    }

    /// Prefetches what is known of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots, self.split(key).0);
        }
    }

    /// What was put down for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let (slot, rest) = self.split(key);
        let word = self.slots[slot];
        let data = word as u32 & Self::MOST;
        (word ^ rest <= Self::MOST.into() && data != 0).then_some(data)
    }

    /// Puts down data, from 1 to [`MOST`](Self::MOST), for a key.
    #[inline]
    pub fn put(&mut self, key: u64, data: u32) {
        if self.put >= self.slots.len() && self.slots.len() < Self::LAST {
            self.grow();
        }
        let (slot, rest) = self.split(key);
        self.slots[slot] = rest | u64::from(data & Self::MOST);
        self.put += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let length = if self.slots.is_empty() {
            Self::FIRST
        } else {
            Self::LAST
        };
        self.slots = vec![0; length];
        self.put = 0;
    }

    /// An empty table for another thread of the search, which shares what is put down by number.
    #[must_use]
    pub fn for_another_thread(&self) -> Self {
        Self {
            numbered: Arc::clone(&self.numbered),
            ..Self::default()
        }
    }

    /// What was put down for a number. It is never forgotten.
    #[inline]
    pub fn numbered(&self, number: usize) -> Option<u8> {
        let data = self.numbered.get()?[number].load(Ordering::Relaxed);
        (data != 0).then_some(data)
    }

    /// Puts down data, at least 1, for a number below `length`. All threads put down the same.
    #[inline]
    pub fn put_numbered(&self, number: usize, data: u8, length: usize) {
        let empty = || (0..length).map(|_| AtomicU8::new(0)).collect();
        self.numbered.get_or_init(empty)[number].store(data, Ordering::Relaxed);
    }

    /// Counts a position whose moves were generated.
    #[inline]
    pub fn open(&mut self) {
        self.opened += 1;
    }

    /// How many such positions there were since this was asked.
    #[inline]
    pub fn take_opened(&mut self) -> u64 {
        std::mem::take(&mut self.opened)
    }
}
