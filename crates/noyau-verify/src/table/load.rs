//! A tier of a table in memory.

use noyau_core::parallel::in_parallel;
use noyau_core::table_rules::Key;
use noyau_format::Damage;
use noyau_format::block::{ENTRIES, Keys, Kind, Names};
use noyau_format::header::Section;
use noyau_format::table::Table;

/// One tier of a table in memory.
#[derive(Debug)]
pub(super) struct Loaded {
    tier: u32,
    keys: LoadedKeys,
    codes: Codes,
    nimbers: Vec<u32>,
    tiers: Vec<u32>,
}

#[derive(Debug)]
enum LoadedKeys {
    Dense,
    Listed(Directory),
    /// Names, grouped by the blocks of the table.
    Named(Vec<Names>),
}

/// Most codes fit 16 bits.
#[derive(Debug)]
enum Codes {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// Ascending keys, with an index by their leading bits.
#[derive(Debug)]
struct Directory {
    keys: Vec<u64>,
    least: u64,
    shift: u32,
    starts: Vec<u32>,
}

impl Directory {
    fn new(keys: Vec<u64>) -> Self {
        let least = keys.first().copied().unwrap_or(0);
        let span = keys.last().copied().unwrap_or(0) - least;
        // About two keys per index entry.
        let wanted = (keys.len() / 2).max(1) as u64;
        let mut shift = 0;
        while span >> shift > wanted {
            shift += 1;
        }
        let mut starts = Vec::with_capacity((span >> shift) as usize + 2);
        for (i, &key) in keys.iter().enumerate() {
            let bucket = ((key - least) >> shift) as usize;
            while starts.len() <= bucket {
                starts.push(i as u32);
            }
        }
        starts.push(keys.len() as u32);
        Self {
            keys,
            least,
            shift,
            starts,
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        let bucket = (key.checked_sub(self.least)? >> self.shift) as usize;
        let to = *self.starts.get(bucket + 1)? as usize;
        let from = self.starts[bucket] as usize;
        let near = &self.keys[from..to];
        let at = if near.len() < 16 {
            near.iter().position(|&other| other == key)?
        } else {
            near.binary_search(&key).ok()?
        };
        Some(from + at)
    }
}

/// The columns read by a thread: keys, codes, nimbers, computed tiers.
type Columns = (Vec<u64>, Vec<Names>, Vec<u32>, Vec<u32>, Vec<u32>);

impl Loaded {
    /// Reads a tier.
    pub(super) fn read(
        table: &Table<'_>,
        section: &Section,
        threads: usize,
    ) -> Result<Self, Damage> {
        let tier = section.tier;
        let places = table.places(tier);
        let share = places.len().div_ceil(threads.max(1)).max(1);
        let shares = places.chunks(share).map(|places| {
            move || -> Result<Columns, Damage> {
                let mut columns = Columns::default();
                for &place in places {
                    let block = table.read(place)?;
                    let entries = block.entries().map_err(|why| table.damage(place, why))?;
                    match entries.keys {
                        Keys::Dense => {}
                        Keys::Listed(keys) => columns.0.extend(keys),
                        Keys::Named(names) => columns.1.push(names),
                    }
                    columns.2.extend(entries.codes);
                    columns.3.extend(entries.nimbers.unwrap_or_default());
                    columns.4.extend(entries.tiers.unwrap_or_default());
                }
                Ok(columns)
            }
        });
        let mut keys = Vec::new();
        let mut names = Vec::new();
        let mut codes = Codes::Narrow(Vec::new());
        let mut nimbers = Vec::new();
        let mut tiers = Vec::new();
        for columns in in_parallel(shares) {
            let columns = columns?;
            keys.extend(columns.0);
            names.extend(columns.1);
            codes.extend(&columns.2);
            nimbers.extend(columns.3);
            tiers.extend(columns.4);
        }
        let apart = Damage::ShardsApart { tier };
        let keys = match section.kind {
            Kind::Dense => LoadedKeys::Dense,
            Kind::Listed => {
                if keys.windows(2).any(|pair| pair[0] >= pair[1]) {
                    return Err(apart);
                }
                LoadedKeys::Listed(Directory::new(keys))
            }
            Kind::Named => {
                let ends = |pair: &[Names]| pair[0].get(pair[0].len() - 1) >= pair[1].get(0);
                // If a table is in parts, the last block of each may be short.
                let short = names.iter().rev().skip(1).any(|some| some.len() != ENTRIES);
                if names.windows(2).any(ends) {
                    return Err(apart);
                }
                if short {
                    let all = names
                        .iter()
                        .flat_map(|some| (0..some.len()).map(|i| some.get(i)));
                    let all: Vec<&str> = all.collect();
                    let whole = all.chunks(ENTRIES).map(|some| {
                        let mut names = Names::default();
                        for name in some {
                            names.push(name);
                        }
                        names
                    });
                    LoadedKeys::Named(whole.collect())
                } else {
                    LoadedKeys::Named(names)
                }
            }
        };
        Ok(Self {
            tier,
            keys,
            codes,
            nimbers,
            tiers,
        })
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        match &self.codes {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let keys = match &self.keys {
            LoadedKeys::Dense => 0,
            LoadedKeys::Listed(directory) => 8 * directory.keys.len() + 4 * directory.starts.len(),
            LoadedKeys::Named(names) => names.iter().map(Names::bytes).sum(),
        };
        let codes = match &self.codes {
            Codes::Narrow(codes) => 2 * codes.len(),
            Codes::Wide(codes) => 4 * codes.len(),
        };
        (keys + codes + 4 * (self.nimbers.len() + self.tiers.len())) as u64
    }

    /// The code of an entry.
    #[inline]
    pub(super) fn code(&self, index: usize) -> u32 {
        match &self.codes {
            Codes::Narrow(codes) => u32::from(codes[index]),
            Codes::Wide(codes) => codes[index],
        }
    }

    /// The nimber of an entry.
    pub(super) fn nimber(&self, index: usize) -> Option<u32> {
        self.nimbers.get(index).copied()
    }

    /// The computed tier of an entry, if stored.
    pub(super) fn found_tier(&self, index: usize) -> Option<u32> {
        self.tiers.get(index).copied()
    }

    /// The entry with that key.
    #[inline]
    pub(super) fn find(&self, key: Key<'_>) -> Option<usize> {
        match (&self.keys, key) {
            (LoadedKeys::Dense, Key::Number(_, number)) => {
                Some(number as usize).filter(|&index| index < self.len())
            }
            (LoadedKeys::Listed(directory), Key::Number(_, number)) => directory.find(number),
            (LoadedKeys::Named(blocks), Key::Name(name)) => find_name(blocks, name),
            _ => None,
        }
    }

    /// The key of an entry.
    pub(super) fn key(&self, index: usize) -> Key<'_> {
        match &self.keys {
            LoadedKeys::Dense => Key::Number(self.tier, index as u64),
            LoadedKeys::Listed(directory) => Key::Number(self.tier, directory.keys[index]),
            LoadedKeys::Named(blocks) => Key::Name(blocks[index / ENTRIES].get(index % ENTRIES)),
        }
    }
}

fn find_name(blocks: &[Names], name: &str) -> Option<usize> {
    let block = blocks.partition_point(|names| names.get(0) <= name);
    let block = block.checked_sub(1)?;
    let names = &blocks[block];
    let (mut low, mut high) = (0, names.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match names.get(middle).cmp(name) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(block * ENTRIES + middle),
        }
    }
    None
}

impl Codes {
    fn extend(&mut self, more: &[u32]) {
        if let Self::Narrow(codes) = self {
            if more.iter().all(|&code| u16::try_from(code).is_ok()) {
                codes.extend(more.iter().map(|&code| code as u16));
                return;
            }
            *self = Self::Wide(codes.iter().map(|&code| u32::from(code)).collect());
        }
        if let Self::Wide(codes) = self {
            codes.extend(more);
        }
    }
}
