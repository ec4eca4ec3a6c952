//! Numbers distinct items in insertion order.
//!
//! The items stay with the caller; the table holds a number and a hash of each, so it is compiled once for all
//! types.

use hashbrown::DefaultHashBuilder;
use std::hash::{BuildHasher, Hash};

/// A hash table from items to their numbers. Hash collisions are resolved by equality.
///
/// Slots are in the order of their hashes, each at its home or behind it (ordered linear probing: Amble and Knuth
/// 1974). So the table grows in place, in one pass, and never stands in memory twice.
#[derive(Debug, Clone, Default)]
pub struct Interner {
    slots: Vec<Slot>,
    /// The number of homes; slots behind the last home hold what it has no room for.
    homes: usize,
    len: usize,
    hasher: DefaultHashBuilder,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    number: u32,
    hash: u32,
}

/// No number, in a free slot. Its hash ends the search for any other.
const FREE: Slot = Slot {
    number: u32::MAX,
    hash: u32::MAX,
};

impl Slot {
    const fn is_free(self) -> bool {
        self.number == FREE.number
    }
}

/// Where a search for that hash begins.
#[inline]
fn home(hash: u32, homes: usize) -> usize {
    ((u64::from(hash) * homes as u64) >> 32) as usize
}

/// From so many homes on, space counts more than time.
const MANY: usize = 1 << 20;

/// The homes of the table that follows one with so many.
const fn more_homes(homes: usize) -> usize {
    match homes {
        0..16 => 32,
        16..MANY => 2 * homes,
        _ => homes + homes / 2,
    }
}

/// The most items for that number of homes.
const fn most(homes: usize) -> usize {
    if homes < MANY {
        homes / 2
    } else {
        homes / 4 * 3
    }
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
        for slot in self.slots.get(home(hash, self.homes)..)? {
            if slot.hash < hash {
                continue;
            }
            if slot.hash > hash || slot.is_free() {
                return None;
            }
            if is_item(slot.number) {
                return Some(slot.number);
            }
        }
        None
    }

    /// Inserts the number of a new item, less than `u32::MAX`.
    pub fn insert(&mut self, hash: u32, number: u32) {
        if self.len >= most(self.homes) {
            self.grow();
        }
        self.len += 1;
        let from = home(hash, self.homes);
        let passed = |slot: &&Slot| slot.hash <= hash && !slot.is_free();
        let at = from + self.slots[from..].iter().take_while(passed).count();
        let taken = |slot: &&Slot| !slot.is_free();
        let end = at + self.slots[at..].iter().take_while(taken).count();
        if end == self.slots.len() {
            self.slots.push(FREE);
        }
        self.slots.copy_within(at..end, at + 1);
        self.slots[at] = Slot { number, hash };
    }

    fn grow(&mut self) {
        let homes = more_homes(self.homes);
        let taken = |slot: &Slot| !slot.is_free();
        // 1. The last slot that will be taken.
        let place = |next: usize, slot: &Slot| home(slot.hash, homes).max(next) + 1;
        let items = self.slots.iter().filter(|slot| taken(slot));
        let length = items.fold(0, place).max(homes);
        // 2. All items go to the end, in order.
        let before = self.slots.len();
        self.slots.reserve_exact(length.saturating_sub(before));
        self.slots.resize(length.max(before), FREE);
        let mut first = self.slots.len();
        for i in (0..before).rev() {
            if taken(&self.slots[i]) {
                first -= 1;
                self.slots[first] = self.slots[i];
            }
        }
        // 3. From there each to its new place, which is not behind the one it has now.
        let mut next = 0;
        for i in first..self.slots.len() {
            let slot = self.slots[i];
            let at = home(slot.hash, homes).max(next);
            self.slots[next..at].fill(FREE);
            self.slots[at] = slot;
            next = at + 1;
        }
        self.slots[next..].fill(FREE);
        self.homes = homes;
    }

    /// The approximate memory use in bytes once it has `more` items.
    pub fn bytes_with(&self, more: usize) -> usize {
        let mut homes = self.homes;
        while most(homes) < self.len + more {
            homes = more_homes(homes);
        }
        homes.max(self.slots.len()) * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    #[test]
    fn items_are_found_whatever_their_hashes() {
        // Few hashes, so that many are equal; the least, the greatest, and any.
        let spreads: [fn(u64) -> u32; 4] = [
            |random| random as u32,
            |random| random as u32 % 5,
            |random| u32::MAX - random as u32 % 3,
            |_| u32::MAX,
        ];
        for spread in spreads {
            let mut random = SplitMix(1);
            let mut interner = Interner::default();
            let mut hashes: Vec<u32> = Vec::new();
            for number in 0..500 {
                let hash = spread(random.next_u64());
                assert_eq!(interner.find(hash, |other| other == number), None);
                interner.insert(hash, number);
                hashes.push(hash);
                for (number, &hash) in (0..).zip(&hashes) {
                    let found = interner.find(hash, |other| other == number);
                    assert_eq!(found, Some(number));
                }
            }
            let bytes = interner.slots.len() * size_of::<Slot>();
            assert_eq!(interner.bytes_with(0), bytes);
            assert!(interner.bytes_with(1000) > bytes);
        }
    }
}
