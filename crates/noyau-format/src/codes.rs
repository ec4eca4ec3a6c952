//! The codes of a table in memory, for searches that ask about many positions.
//!
//! A tier is read and unpacked when it is first asked for, and kept. A dense tier is an array by number, a listed one an
//! open hash table, so that a lookup touches one or two cache lines.
#![expect(
    clippy::disallowed_types,
    reason = "a tier is read once, by whichever thread asks first; nothing is global"
)]

use crate::Damage;
use crate::block::{Keys, Kind, Unread};
use crate::header::Header;
use crate::table::{Place, Table};
use noyau_core::parallel::in_parallel;
use noyau_core::prefetch::prefetch;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The memory that several tables share.
#[derive(Debug)]
pub struct Room(AtomicU64);

impl Room {
    /// So many bytes.
    pub const fn new(bytes: u64) -> Self {
        Self(AtomicU64::new(bytes))
    }

    /// Takes so many bytes; `false` if there are not as many.
    fn take(&self, bytes: u64) -> bool {
        let left = |left: u64| left.checked_sub(bytes);
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        taken.is_ok()
    }
}

/// A table of numbered positions whose codes are kept in memory, tier by tier, as long as there is room.
#[derive(Debug)]
pub struct Codes {
    table: Table<'static>,
    /// By tier; `None` if the table has none of that number.
    tiers: Vec<Option<Slot>>,
    room: Arc<Room>,
    /// How many threads read a tier.
    threads: usize,
    damage: OnceLock<Damage>,
}

/// A tier of a table.
#[derive(Debug)]
struct Slot {
    kind: Kind,
    /// The numbers that it spans if it is dense, else the entries that it has.
    entries: u64,
    /// What was read; `None` if it does not fit into memory or is damaged.
    loaded: OnceLock<Option<Loaded>>,
}

/// A tier in memory.
#[derive(Debug)]
enum Loaded {
    Dense(Column),
    Listed {
        keys: Box<[u64]>,
        codes: Column,
        shift: u32,
    },
}

/// Codes of one or of two bytes; 0 where there is none.
#[derive(Debug)]
enum Column {
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
}

impl Column {
    #[inline]
    fn get(&self, i: usize) -> u32 {
        match self {
            Self::Bytes(codes) => codes.get(i).copied().unwrap_or(0).into(),
            Self::Words(codes) => codes.get(i).copied().unwrap_or(0).into(),
        }
    }

    #[inline]
    fn prefetch(&self, i: usize) {
        match self {
            Self::Bytes(codes) => prefetch(codes, i),
            Self::Words(codes) => prefetch(codes, i),
        }
    }

    fn set(&mut self, i: usize, code: u16) {
        if let (Self::Bytes(codes), 0x100..) = (&*self, code) {
            *self = Self::Words(codes.iter().map(|&code| code.into()).collect());
        }
        match self {
            Self::Bytes(codes) => codes[i] = code as u8,
            Self::Words(codes) => codes[i] = code,
        }
    }
}

/// Spreads the bits of a key upwards.
#[inline]
fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Codes {
    /// The codes of a table, kept in that room and read by so many threads; `None` if its positions have names, not numbers.
    pub fn new(table: Table<'static>, room: &Arc<Room>, threads: usize) -> Option<Self> {
        let sections = &table.header().sections;
        if sections.iter().any(|section| section.kind == Kind::Named) {
            return None;
        }
        let length = sections.iter().map(|section| section.tier as usize + 1);
        let mut tiers = Vec::new();
        tiers.resize_with(length.max().unwrap_or(0), || None);
        for section in sections {
            tiers[section.tier as usize] = Some(Slot {
                kind: section.kind,
                entries: section.entries,
                loaded: OnceLock::new(),
            });
        }
        Some(Self {
            table,
            tiers,
            room: Arc::clone(room),
            threads: threads.max(1),
            damage: OnceLock::new(),
        })
    }

    /// The header of the table.
    pub fn header(&self) -> &Header {
        self.table.header()
    }

    /// The table.
    pub fn table(&self) -> &Table<'static> {
        &self.table
    }

    /// Why a tier could not be read, if one could not.
    pub fn damage(&self) -> Option<&Damage> {
        self.damage.get()
    }

    /// Whether the table has a tier of that number.
    #[inline]
    pub fn has(&self, tier: u32) -> bool {
        matches!(self.tiers.get(tier as usize), Some(Some(_)))
    }

    /// Whether the table has a tier of that number and answers about it, unless it turns out that it cannot be read or has
    /// no room.
    pub fn answers(&self, tier: u32) -> bool {
        let slot = self.tiers.get(tier as usize).and_then(Option::as_ref);
        slot.is_some_and(|slot| slot.loaded.get().is_none_or(Option::is_some))
    }

    /// The code of the position with that number in that tier; `None` if the table does not have it, or cannot be read
    /// there.
    #[inline]
    pub fn code(&self, tier: u32, number: u64) -> Option<u32> {
        let code = match self.loaded(tier)? {
            Loaded::Dense(codes) => codes.get(number as usize),
            Loaded::Listed { keys, codes, shift } => {
                let mask = keys.len() - 1;
                let mut at = (spread(number) >> shift) as usize;
                loop {
                    let code = codes.get(at);
                    if code == 0 || keys[at] == number {
                        break code;
                    }
                    at = (at + 1) & mask;
                }
            }
        };
        (code != 0).then_some(code)
    }

    /// Brings the code of a position near to the processor.
    #[inline]
    pub fn prefetch(&self, tier: u32, number: u64) {
        match self.loaded(tier) {
            Some(Loaded::Dense(codes)) => codes.prefetch(number as usize),
            Some(Loaded::Listed { keys, codes, shift }) => {
                let at = (spread(number) >> shift) as usize;
                codes.prefetch(at);
                prefetch(keys, at);
            }
            None => {}
        }
    }

    #[inline]
    fn loaded(&self, tier: u32) -> Option<&Loaded> {
        let slot = self.tiers.get(tier as usize)?.as_ref()?;
        match slot.loaded.get() {
            Some(loaded) => loaded.as_ref(),
            None => self.load(tier, slot),
        }
    }

    #[cold]
    fn load<'a>(&self, tier: u32, slot: &'a Slot) -> Option<&'a Loaded> {
        let read = || match self.read(tier, slot) {
            Ok(loaded) => loaded,
            Err(damage) => {
                // The first one is told.
                let _ = self.damage.set(damage);
                None
            }
        };
        slot.loaded.get_or_init(read).as_ref()
    }

    /// Reads a tier; `None` if there is no room for it.
    fn read(&self, tier: u32, slot: &Slot) -> Result<Option<Loaded>, Damage> {
        if slot.kind == Kind::Dense {
            let codes = self.dense(tier, slot.entries)?;
            return Ok(codes.map(Loaded::Dense));
        }
        // At most two thirds of the slots are taken.
        let length = (slot.entries.saturating_mul(3) / 2 + 2).next_power_of_two();
        if !self.room.take(length.saturating_mul(9)) {
            return Ok(None);
        }
        let length = length as usize;
        let mut codes = Column::Bytes(vec![0; length].into());
        let mut keys = vec![0; length].into_boxed_slice();
        let shift = u64::BITS - length.trailing_zeros();
        for place in self.table.places(tier) {
            let damage = |why| self.table.damage(place, why);
            let entries = self.table.read(place)?.entries().map_err(damage)?;
            let Keys::Listed(numbers) = &entries.keys else {
                return Err(damage(Unread::Content));
            };
            for (&number, &code) in numbers.iter().zip(&entries.codes) {
                let code = u16::try_from(code).map_err(|_| damage(Unread::Content))?;
                if code != 0 {
                    let mut at = (spread(number) >> shift) as usize;
                    while codes.get(at) != 0 {
                        at = (at + 1) & (length - 1);
                    }
                    keys[at] = number;
                    codes.set(at, code);
                }
            }
        }
        if matches!(codes, Column::Words(_)) && !self.room.take(length as u64) {
            return Ok(None);
        }
        Ok(Some(Loaded::Listed { keys, codes, shift }))
    }

    /// The codes of a dense tier, in bytes if all fit into one.
    fn dense(&self, tier: u32, length: u64) -> Result<Option<Column>, Damage> {
        if !self.room.take(length) {
            return Ok(None);
        }
        let mut places = self.table.places(tier);
        places.sort_by_key(|&place| self.table.first_number(place));
        let bytes = self.cells(&places, length as usize)?;
        if let Some(bytes) = bytes {
            return Ok(Some(Column::Bytes(bytes)));
        }
        if !self.room.take(length) {
            return Ok(None);
        }
        let words = self.cells(&places, length as usize)?;
        match words {
            Some(words) => Ok(Some(Column::Words(words))),
            None => Err(self.table.damage(places[0], Unread::Content)),
        }
    }

    /// The codes of blocks in the order of their numbers, each thread reading its share; `None` if one does not fit.
    fn cells<T>(&self, places: &[Place], length: usize) -> Result<Option<Box<[T]>>, Damage>
    where
        T: Clone + From<u8> + TryFrom<u32> + Send,
    {
        let mut cells = vec![T::from(0); length].into_boxed_slice();
        let number = |place: Place| (self.table.first_number(place) as usize).min(length);
        let mut tasks = Vec::new();
        let (mut rest, mut from) = (&mut cells[..], 0);
        let mut shares = places
            .chunks(places.len().div_ceil(self.threads).max(1))
            .peekable();
        while let Some(share) = shares.next() {
            let end = shares.peek().map_or(length, |next| number(next[0]));
            let (own, after) = rest.split_at_mut(end - from);
            tasks.push(move || -> Result<bool, Damage> {
                let mut fits = true;
                for &place in share {
                    let block = self.table.read(place)?;
                    if !block.is_dense() {
                        return Err(self.table.damage(place, Unread::Content));
                    }
                    let at = (number(place) - from).min(own.len());
                    fits &= block.copy_codes(&mut own[at..]);
                }
                Ok(fits)
            });
            (rest, from) = (after, end);
        }
        let mut fits = true;
        for share in in_parallel(tasks) {
            fits &= share?;
        }
        Ok(fits.then_some(cells))
    }
}

/// Tables in memory that several games share, with how many positions they have answered.
#[derive(Debug, Clone, Default)]
pub struct ProbeTables {
    list: Arc<[Codes]>,
    answered: Arc<AtomicU64>,
}

impl ProbeTables {
    /// These tables.
    pub fn new(list: Vec<Codes>) -> Self {
        Self {
            list: list.into(),
            answered: Arc::default(),
        }
    }

    /// The same tables with a count of their own.
    #[must_use]
    pub fn counted_anew(&self) -> Self {
        Self {
            list: Arc::clone(&self.list),
            answered: Arc::default(),
        }
    }

    /// The tables.
    pub fn list(&self) -> &[Codes] {
        &self.list
    }

    /// The positions that they have answered.
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Counts an answer.
    #[inline]
    pub fn count_answer(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn tables_take_no_more_room_than_there_is() {
        let room = Room::new(10);
        assert!(room.take(6));
        assert!(!room.take(5));
        assert!(room.take(4));
        assert!(!room.take(1));
    }
}
