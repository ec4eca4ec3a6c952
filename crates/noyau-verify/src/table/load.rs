//! A tier of a table in memory, and how the positions of a game find their entries in it.

use noyau_core::game::Side;
use noyau_core::index::Index;
use noyau_core::notation::Notation;
use noyau_core::parallel::in_parallel;
use noyau_format::Damage;
use noyau_format::block::{ENTRIES, Keys, Kind, Names};
use noyau_format::header::Section;
use noyau_format::table::Table;

/// One tier of a table in memory.
#[derive(Debug)]
pub struct Loaded {
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
    /// Names by blocks of as many as a block of the table has.
    Named(Vec<Names>),
}

/// Most codes fit in 16 bits.
#[derive(Debug)]
enum Codes {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// Ascending keys, with the place where those with the same leading bits begin.
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
        // About two keys to a start.
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

/// What a thread reads: keys, codes, nimbers, found tiers.
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
                // Where a table is in parts, their last blocks may be short.
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
    pub fn len(&self) -> usize {
        match &self.codes {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
    pub fn code(&self, index: usize) -> u32 {
        match &self.codes {
            Codes::Narrow(codes) => u32::from(codes[index]),
            Codes::Wide(codes) => codes[index],
        }
    }

    /// The nimber of an entry.
    pub fn nimber(&self, index: usize) -> Option<u32> {
        self.nimbers.get(index).copied()
    }

    /// The tier that was found for an entry, where it is told.
    pub fn found_tier(&self, index: usize) -> Option<u32> {
        self.tiers.get(index).copied()
    }

    #[inline]
    fn find(&self, number: u64) -> Option<usize> {
        match &self.keys {
            LoadedKeys::Dense => Some(number as usize).filter(|&index| index < self.len()),
            LoadedKeys::Listed(directory) => directory.find(number),
            LoadedKeys::Named(_) => None,
        }
    }

    fn number(&self, index: usize) -> u64 {
        match &self.keys {
            LoadedKeys::Listed(directory) => directory.keys[index],
            _ => index as u64,
        }
    }
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

/// How the positions of a game find their entries.
pub trait Layout<G: Notation>: Sync {
    /// The image of a position that tables hold.
    fn canonical(&self, game: &G, position: &G::Position) -> G::Position;
    /// How many positions have that one as their image.
    fn orbit_size(&self, game: &G, representative: &G::Position) -> u64;
    /// The tier of a position.
    fn tier(&self, game: &G, representative: &G::Position) -> u32;
    /// The entry of a position in its tier.
    fn index(&self, game: &G, loaded: &Loaded, representative: &G::Position) -> Option<usize>;
    /// The position of an entry; `None` if it is none.
    fn position(&self, game: &G, loaded: &Loaded, index: usize) -> Option<G::Position>;
}

/// The layout of games that number their positions.
#[derive(Debug, Clone, Copy)]
pub struct Numbered;

impl<G: Notation + Index> Layout<G> for Numbered {
    #[inline]
    fn canonical(&self, game: &G, position: &G::Position) -> G::Position {
        Index::canonical(game, position)
    }

    #[inline]
    fn orbit_size(&self, game: &G, representative: &G::Position) -> u64 {
        Index::orbit_size(game, representative)
    }

    #[inline]
    fn tier(&self, game: &G, representative: &G::Position) -> u32 {
        Index::tier(game, representative)
    }

    #[inline]
    fn index(&self, game: &G, loaded: &Loaded, representative: &G::Position) -> Option<usize> {
        loaded.find(game.number(representative))
    }

    #[inline]
    fn position(&self, game: &G, loaded: &Loaded, index: usize) -> Option<G::Position> {
        Index::position(game, loaded.tier, loaded.number(index))
    }
}

/// The layout of games that do not: positions go by their texts.
#[derive(Debug, Clone, Copy)]
pub struct Named;

impl Named {
    /// The text by which a position goes: with the side to move where the position tells it, else without.
    pub fn text<G: Notation>(game: &G, position: &G::Position) -> String {
        match game.to_move(position) {
            Some(side) => game.format_position(position, side),
            None => game.format_board(position, Side::First),
        }
    }
}

impl<G: Notation> Layout<G> for Named {
    fn canonical(&self, _: &G, position: &G::Position) -> G::Position {
        position.clone()
    }

    fn orbit_size(&self, _: &G, _: &G::Position) -> u64 {
        1
    }

    fn tier(&self, _: &G, _: &G::Position) -> u32 {
        0
    }

    fn index(&self, game: &G, loaded: &Loaded, position: &G::Position) -> Option<usize> {
        let LoadedKeys::Named(blocks) = &loaded.keys else {
            return None;
        };
        let text = Self::text(game, position);
        let block = blocks.partition_point(|names| names.get(0) <= text.as_str());
        let block = block.checked_sub(1)?;
        let names = &blocks[block];
        let (mut low, mut high) = (0, names.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match names.get(middle).cmp(&text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(block * ENTRIES + middle),
            }
        }
        None
    }

    fn position(&self, game: &G, loaded: &Loaded, index: usize) -> Option<G::Position> {
        let LoadedKeys::Named(blocks) = &loaded.keys else {
            return None;
        };
        let text = blocks[index / ENTRIES].get(index % ENTRIES);
        let whole = game.to_move(&game.start()).is_some();
        if whole {
            game.parse_position(text).ok().map(|(position, _)| position)
        } else {
            game.parse_board(text, Side::First).ok()
        }
    }
}
