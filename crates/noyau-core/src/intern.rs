//! Numbers distinct items in insertion order.
//!
//! The items stay with the caller; the table holds a number and a hash of each, so it is compiled once for all
//! types.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash};

/// A hash table from items to their numbers. Hash collisions are resolved by equality.
#[derive(Debug, Clone, Default)]
pub struct Interner {
    table: HashTable<Slot>,
    hasher: DefaultHashBuilder,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    number: u32,
    hash: u32,
}

/// Spreads 32 bits over the 64 that the table wants.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Interner {
    /// Numbers distinct items by their index.
    pub fn of<T: Hash>(items: &[T]) -> Self {
        let mut numbers = Self::default();
        for (number, item) in (0..).zip(items) {
            numbers.insert(numbers.hash(item), number);
        }
        numbers
    }

    /// The hash of an item, for [`find`](Self::find) and [`insert`](Self::insert).
    #[inline]
    pub fn hash(&self, item: &impl Hash) -> u32 {
        (self.hasher.hash_one(item) >> 32) as u32
    }

    /// The number of the item with that hash for which `is_item` holds.
    #[inline]
    pub fn find(&self, hash: u32, mut is_item: impl FnMut(u32) -> bool) -> Option<u32> {
        let found = self.table.find(spread(hash), |slot| {
            slot.hash == hash && is_item(slot.number)
        });
        found.map(|slot| slot.number)
    }

    /// Inserts the number of a new item.
    pub fn insert(&mut self, hash: u32, number: u32) {
        let slot = Slot { number, hash };
        self.table
            .insert_unique(spread(hash), slot, |slot| spread(slot.hash));
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * (size_of::<Slot>() + 1)
    }
}
