//! A table of bounded size that holds whole keys, so that nothing in it can be about another position.
//!
//! It grows up to its limit; from then on each bucket keeps of two entries the one that took more work, and the one
//! that came last (Breuker, Uiterwijk and van den Herik 1996).

use noyau_core::prefetch::prefetch;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes of a table unless limits say otherwise.
pub(super) const DEFAULT_BYTES: u64 = 1 << 30;

#[derive(Debug)]
pub(super) struct Memory<K, V> {
    slots: Vec<Option<Slot<K, V>>>,
    filled: usize,
    most: usize,
}

#[derive(Debug)]
struct Slot<K, V> {
    key: K,
    value: V,
    work: u32,
}

impl<K: Eq + Hash, V: Copy> Memory<K, V> {
    /// An empty table of at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        // While it grows, the old table and the new one are both there.
        let most = (bytes * 2 / 3 / size_of::<Option<Slot<K, V>>>() as u64).max(2);
        let most = 1 << most.ilog2();
        let mut slots = Vec::new();
        slots.resize_with(most.min(1 << 12), || None);
        Self {
            slots,
            filled: 0,
            most,
        }
    }

    /// The memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Option<Slot<K, V>>>()) as u64
    }

    fn bucket(&self, key: &K) -> usize {
        (mark(key) as usize & (self.slots.len() / 2 - 1)) * 2
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        let bucket = self.bucket(key);
        let slots = self.slots[bucket..bucket + 2].iter().flatten();
        slots
            .into_iter()
            .find(|slot| slot.key == *key)
            .map(|slot| slot.value)
    }

    pub(super) fn put(&mut self, key: K, value: V, work: u64) {
        let work = work.min(u64::from(u32::MAX)) as u32;
        self.place(Slot { key, value, work });
        if self.filled * 2 > self.slots.len() && self.slots.len() * 2 <= self.most {
            let mut old = Vec::new();
            old.resize_with(self.slots.len() * 2, || None);
            std::mem::swap(&mut old, &mut self.slots);
            self.filled = 0;
            old.into_iter().flatten().for_each(|slot| self.place(slot));
        }
    }

    /// The first place of a bucket is for who took more work.
    fn place(&mut self, slot: Slot<K, V>) {
        let bucket = self.bucket(&slot.key);
        let [large, last] = &mut self.slots[bucket..bucket + 2] else {
            return;
        };
        match large {
            Some(there) if there.key == slot.key => *there = slot,
            Some(there) if there.work > slot.work => {
                self.filled += usize::from(last.is_none());
                *last = Some(slot);
            }
            Some(_) => {
                self.filled += usize::from(last.is_none());
                *last = large.replace(slot);
            }
            None => {
                self.filled += 1;
                *large = Some(slot);
            }
        }
    }
}

/// The hash of a key.
pub(super) fn mark<K: Hash>(key: &K) -> u64 {
    let mut hasher = Folding(0);
    key.hash(&mut hasher);
    hasher.finish()
}

/// Such a table for several threads: in so many pieces that they seldom wait for each other.
#[derive(Debug)]
pub(super) struct Shared<K, V>(Box<[Mutex<Memory<K, V>>]>);

impl<K: Eq + Hash, V: Copy> Shared<K, V> {
    const PIECES: usize = 256;

    /// An empty table of at most so many bytes. For one thread it is in one piece.
    pub(super) fn new(bytes: u64, threads: usize) -> Self {
        let pieces = if threads > 1 { Self::PIECES } else { 1 };
        let bytes = bytes / pieces as u64;
        Self(
            (0..pieces)
                .map(|_| Mutex::new(Memory::new(bytes)))
                .collect(),
        )
    }

    fn piece(&self, key: &K) -> MutexGuard<'_, Memory<K, V>> {
        // Within a piece the lower bits count.
        let piece = match self.0.len() {
            1 => 0,
            pieces => (mark(key) >> 40) as usize % pieces,
        };
        self.0[piece].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.piece(key).get(key)
    }

    /// Asks for what is known of a key to be brought near.
    pub(super) fn prefetch(&self, key: &K) {
        let piece = self.piece(key);
        prefetch(&piece.slots, piece.bucket(key));
    }

    pub(super) fn put(&self, key: K, value: V, work: u64) {
        self.piece(&key).put(key, value, work);
    }

    /// The memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        let piece = |piece: &Mutex<Memory<K, V>>| {
            let piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
            piece.bytes()
        };
        self.0.iter().map(piece).sum()
    }
}

/// A hash that is the same in every run, so that the same entries are kept: multiply and fold.
struct Folding(u64);

impl Folding {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }
}
