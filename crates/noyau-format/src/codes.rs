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
use crate::table::Table;
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
    /// The codes of a table, kept in that room; `None` if its positions have names, not numbers.
    pub fn new(table: Table<'static>, room: &Arc<Room>) -> Option<Self> {
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
        let slot = self.tiers.get(tier as usize)?.as_ref()?;
        let loaded = match slot.loaded.get() {
            Some(loaded) => loaded.as_ref()?,
            None => self.load(tier, slot)?,
        };
        let code = match loaded {
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
        let dense = slot.kind == Kind::Dense;
        let length = if dense {
            slot.entries
        } else {
            // At most two thirds of the slots are taken.
            (slot.entries.saturating_mul(3) / 2 + 2).next_power_of_two()
        };
        let bytes = length.saturating_mul(if dense { 1 } else { 9 });
        if !self.room.take(bytes) {
            return Ok(None);
        }
        let length = length as usize;
        let mut codes = Column::Bytes(vec![0; length].into());
        let mut keys = vec![0; if dense { 0 } else { length }].into_boxed_slice();
        let shift = u64::BITS - length.trailing_zeros();
        for place in self.table.places(tier) {
            let block = self.table.read(place)?;
            let entries = block.entries();
            let entries = entries.map_err(|why| self.table.damage(place, why))?;
            let first = self.table.first_number(place) as usize;
            for (i, &code) in entries.codes.iter().enumerate() {
                let Ok(code) = u16::try_from(code) else {
                    return Err(self.table.damage(place, Unread::Content));
                };
                match &entries.keys {
                    Keys::Listed(numbers) if code != 0 => {
                        let number = numbers[i];
                        let mut at = (spread(number) >> shift) as usize;
                        while codes.get(at) != 0 {
                            at = (at + 1) & (length - 1);
                        }
                        keys[at] = number;
                        codes.set(at, code);
                    }
                    Keys::Dense if first + i < length => codes.set(first + i, code),
                    _ => {}
                }
            }
        }
        if matches!(codes, Column::Words(_)) && !self.room.take(length as u64) {
            return Ok(None);
        }
        Ok(Some(if dense {
            Loaded::Dense(codes)
        } else {
            Loaded::Listed { keys, codes, shift }
        }))
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
