//! A table of bounded size that holds whole keys, so that nothing in it can be about another position.
//!
//! When it cannot grow any more, each bucket keeps of two entries the one that took more work, and the one that came last.

use noyau_core::hash::FoldHasher;
use noyau_core::limits::Limits;
use noyau_core::parallel::lock;
use noyau_core::prefetch::prefetch;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard};

/// Bytes of a table unless limits say otherwise.
const DEFAULT_BYTES: u64 = 1 << 30;

/// The least for what a game precomputes and adds to it.
const LEAST_PRECOMPUTED: u64 = 16 << 20;

/// How the memory of a search is shared: bytes for its table, and for what the game precomputes.
pub(crate) fn shares(limits: &Limits) -> (u64, u64) {
    let all = limits.memory.unwrap_or(DEFAULT_BYTES);
    (all - all / 4, (all / 4).max(LEAST_PRECOMPUTED))
}

/// What entries are found by.
pub(crate) trait Key: Eq {
    /// The hash of the key.
    fn hash64(&self) -> u64;
}

/// A position and a question about it.
impl<K: Hash + Eq> Key for (K, i32) {
    #[inline]
    fn hash64(&self) -> u64 {
        FoldHasher::hash_of(self)
    }
}

/// A number that is a hash already.
impl Key for u64 {
    #[inline]
    fn hash64(&self) -> u64 {
        *self
    }
}

/// An entry, which knows how much work is in it.
pub(crate) trait Work: Copy {
    /// How much work it took.
    fn work(&self) -> u32;
}

#[derive(Debug)]
pub(crate) struct KeyedTable<K, V> {
    slots: Vec<Option<(K, V)>>,
    filled: usize,
    most: usize,
}

impl<K: Key, V: Work> KeyedTable<K, V> {
    /// An empty table of at most so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        // While it grows, the old table and the new one are both there.
        let most = (bytes * 2 / 3 / size_of::<Option<(K, V)>>() as u64).max(2);
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
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Option<(K, V)>>()) as u64
    }

    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        (hash as usize & (self.slots.len() / 2 - 1)) * 2
    }

    /// Prefetches the bucket of a key with that hash.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&self.slots, self.bucket(hash));
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.get_hashed(key.hash64(), key)
    }

    /// What is known of a key with that hash.
    #[inline]
    pub(crate) fn get_hashed(&self, hash: u64, key: &K) -> Option<V> {
        let bucket = self.bucket(hash);
        let slots = self.slots[bucket..bucket + 2].iter().flatten();
        slots
            .into_iter()
            .find(|slot| slot.0 == *key)
            .map(|slot| slot.1)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: K, value: V) {
        self.put_hashed(key.hash64(), key, value);
    }

    #[inline]
    fn put_hashed(&mut self, hash: u64, key: K, value: V) {
        self.replace(hash, key, value);
        if self.filled * 2 > self.slots.len() && self.slots.len() * 2 <= self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut old = Vec::new();
        old.resize_with(self.slots.len() * 2, || None);
        std::mem::swap(&mut old, &mut self.slots);
        self.filled = 0;
        for (key, value) in old.into_iter().flatten() {
            self.replace(key.hash64(), key, value);
        }
    }

    /// Puts an entry into its bucket, whose first slot is for the entry that took more work.
    #[inline]
    fn replace(&mut self, hash: u64, key: K, value: V) {
        let bucket = self.bucket(hash);
        let [large, last] = &mut self.slots[bucket..bucket + 2] else {
            return;
        };
        match large {
            Some(there) if there.0 == key => there.1 = value,
            Some(there) if there.1.work() > value.work() => {
                self.filled += usize::from(last.is_none());
                *last = Some((key, value));
            }
            Some(_) => {
                self.filled += usize::from(last.is_none());
                *last = large.replace((key, value));
            }
            None => {
                self.filled += 1;
                *large = Some((key, value));
            }
        }
    }
}

/// Such a table for several threads: in so many shards that they seldom wait for each other.
#[derive(Debug)]
pub(crate) struct SharedTable<K, V>(Box<[Mutex<KeyedTable<K, V>>]>);

impl<K: Key, V: Work> SharedTable<K, V> {
    const SHARDS: usize = 256;

    /// An empty table of at most so many bytes. For one thread it has one shard.
    pub(crate) fn new(bytes: u64, threads: usize) -> Self {
        let shards = if threads > 1 { Self::SHARDS } else { 1 };
        let shard = |_| Mutex::new(KeyedTable::new(bytes / shards as u64));
        Self((0..shards).map(shard).collect())
    }

    #[inline]
    fn shard(&self, hash: u64) -> MutexGuard<'_, KeyedTable<K, V>> {
        // Within a shard the lower bits choose the bucket.
        let shard = match self.0.len() {
            1 => 0,
            shards => (hash >> 40) as usize % shards,
        };
        lock(&self.0[shard])
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let hash = key.hash64();
        self.shard(hash).get_hashed(hash, key)
    }

    /// Prefetches what is known of a key.
    pub(crate) fn prefetch(&self, key: &K) {
        let hash = key.hash64();
        self.shard(hash).prefetch(hash);
    }

    pub(crate) fn put(&self, key: K, value: V) {
        let hash = key.hash64();
        self.shard(hash).put_hashed(hash, key, value);
    }

    /// The memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.iter().map(|shard| lock(shard).bytes()).sum()
    }
}
