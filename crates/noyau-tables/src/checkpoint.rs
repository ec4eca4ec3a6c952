//! Where a strong solver puts each tier when it is done with it, so that a stopped run goes on from there and tiers that
//! do not fit in memory wait outside it.

use crate::tiers::score::add_count;
use noyau_core::parallel::{in_parallel, lock};
use noyau_core::value::Value;
use noyau_format::block::{Keys, Kind, read_ascending, write_ascending};
use noyau_format::checksum;
use noyau_format::code::{Code, GAP, Numbers, SolvedTier, code_of_margin, code_of_value};
use noyau_format::header::{Tally, Title, Values, u64_at};
use noyau_format::section::{SectionData, pack_tier, write_table};
use noyau_format::table::Directory;
use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

/// A set of named pieces of bytes, kept by whoever runs the solver: a folder on disk, or memory.
pub trait BlobStore: Sync {
    /// The bytes of a piece, or `None` if there is none of that name.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;
    /// Keeps a piece, whole or not at all: whoever reads after a crash finds the old one, the new one, or none.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Whether there is a piece of that name.
    fn has(&self, name: &str) -> io::Result<bool>;
    /// Forgets a piece.
    fn remove(&self, name: &str) -> io::Result<()>;
}

/// A store in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    pieces: Mutex<BTreeMap<String, Vec<u8>>>,
}

/// The pieces of one run: for each tier first the keys of its positions, then their values. A piece that is found
/// damaged counts as one that is not there: it is made again.
pub struct Checkpoints<'a> {
    folder: &'a dyn BlobStore,
    values: Values,
    threads: usize,
}

impl std::fmt::Debug for Checkpoints<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoints").finish_non_exhaustive()
    }
}

/// The name of the piece that says what a folder is about.
pub const TITLE: &str = "title";

impl<'a> Checkpoints<'a> {
    /// The checkpoints in a folder, for a run with that title. What a run of another game, other rules or
    /// another plan left there is an error of the kind [`AlreadyExists`](io::ErrorKind::AlreadyExists).
    pub fn new(folder: &'a dyn BlobStore, title: &str) -> io::Result<Self> {
        match folder.read(TITLE)? {
            Some(kept) if kept == title.as_bytes() => {}
            Some(_) => return Err(io::ErrorKind::AlreadyExists.into()),
            None => folder.write(TITLE, title.as_bytes())?,
        }
        Ok(Self {
            folder,
            values: Values::Outcome,
            threads: 1,
        })
    }

    /// These checkpoints, packing with that many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// These checkpoints, for codes of that kind.
    #[must_use]
    pub fn holding(mut self, values: Values) -> Self {
        self.values = values;
        self
    }

    /// The keys of a tier's positions, ascending, if that tier was enumerated to the end.
    pub fn keys(&self, tier: u32) -> io::Result<Option<Vec<u64>>> {
        let Some(bytes) = self.folder.read(&keys_of(tier))? else {
            return Ok(None);
        };
        Ok(read_keys(&bytes))
    }

    /// The keys of a tier's positions, ascending, if it was enumerated or solved to the end.
    pub fn enumerated(&self, tier: u32) -> io::Result<Option<Vec<u64>>> {
        if let Some(keys) = self.keys(tier)? {
            return Ok(Some(keys));
        }
        Ok(self.solved(tier)?.map(|solved| match solved.numbers {
            Numbers::Listed(keys) => keys,
            Numbers::Dense(_) => (0..)
                .zip(&solved.values)
                .filter_map(|(number, &code)| (code != GAP).then_some(number))
                .collect(),
        }))
    }

    /// Keeps the keys of a tier.
    pub fn put_keys(&self, tier: u32, keys: &[u64]) -> io::Result<()> {
        let mut bytes = vec![0; 8];
        bytes.extend((keys.len() as u64).to_le_bytes());
        write_ascending(keys, &mut bytes);
        let sum = checksum(&bytes[8..], 0);
        bytes[..8].copy_from_slice(&sum.to_le_bytes());
        self.folder.write(&keys_of(tier), &bytes)
    }

    /// A solved tier, if it was solved to the end.
    pub fn solved(&self, tier: u32) -> io::Result<Option<SolvedTier>> {
        Ok(self.section(tier)?.and_then(|piece| self.unpacked(&piece)))
    }

    /// Whether a tier was solved to the end, without reading it.
    pub fn is_solved(&self, tier: u32) -> io::Result<bool> {
        self.folder.has(&solved_of(tier))
    }

    /// Keeps a solved tier; its keys alone are no longer needed.
    pub fn put_solved(&self, tier: &SolvedTier) -> io::Result<()> {
        let tally = Tally::of(self.values, (0..).zip(tier.counts.iter().copied()));
        self.put_section(&pack_tier(tier, tally, self.threads))?;
        self.folder.remove(&keys_of(tier.tier))
    }

    /// Forgets what is known of a tier.
    pub fn forget(&self, tier: u32) -> io::Result<()> {
        self.folder.remove(&keys_of(tier))?;
        self.folder.remove(&solved_of(tier))
    }

    /// A section of the table, if it is there.
    pub fn section(&self, tier: u32) -> io::Result<Option<SectionData>> {
        let bytes = self.folder.read(&solved_of(tier))?;
        Ok(bytes.and_then(SectionData::from_bytes))
    }

    /// Keeps a section of the table.
    pub fn put_section(&self, piece: &SectionData) -> io::Result<()> {
        let name = solved_of(piece.section.tier);
        self.folder.write(&name, &piece.to_bytes()?)
    }

    /// Writes the part of a table that has the sections of those tiers, which are all there.
    pub fn write_table(
        &self,
        title: &Title,
        part: [u32; 2],
        tiers: &[u32],
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let mut section = |i: usize| {
            let section = self.section(tiers[i])?;
            section.ok_or_else(|| io::ErrorKind::InvalidData.into())
        };
        write_table(title, part, tiers.len(), &mut section, out)
    }

    fn unpacked(&self, piece: &SectionData) -> Option<SolvedTier> {
        let section = &piece.section;
        let directory = Directory::read(section.clone(), &piece.index, 0, 0).ok()?;
        let blocks = section.blocks as usize;
        let share = blocks.div_ceil(self.threads.max(1)).max(1);
        let directory = &directory;
        let shares = (0..blocks).step_by(share).map(|from| {
            move || {
                let mut keys = Vec::new();
                let mut codes = Vec::new();
                let mut nimbers = Vec::new();
                for block in from..(from + share).min(blocks) {
                    let unpacked = directory.unpack(block, &piece.blocks).ok()?;
                    let entries = unpacked.entries().ok()?;
                    codes.extend(entries.codes.iter().map(|&code| code as Code));
                    if let Keys::Listed(listed) = entries.keys {
                        keys.extend(listed);
                    }
                    nimbers.extend(entries.nimbers.iter().flatten().map(|&n| n as u16));
                }
                Some((keys, codes, nimbers))
            }
        });
        let (mut keys, mut values, mut nimbers) = (Vec::new(), Vec::new(), Vec::new());
        for part in in_parallel(shares) {
            let (more_keys, more_values, more_nimbers) = part?;
            if values.is_empty() {
                (keys, values, nimbers) = (more_keys, more_values, more_nimbers);
            } else {
                keys.extend(more_keys);
                values.extend(more_values);
                nimbers.extend(more_nimbers);
            }
        }
        let tally = &section.tally;
        let wins = tally.win.iter().map(|&(d, n)| (Value::Win(d), n));
        let losses = tally.loss.iter().map(|&(d, n)| (Value::Loss(d), n));
        let mut by_code: Vec<(Option<u32>, u64)> = wins
            .chain(losses)
            .chain([(Value::Draw, tally.draw)])
            .map(|(value, count)| (code_of_value(value), count))
            .collect();
        let margins = tally.margin.iter();
        by_code.extend(margins.map(|&(margin, count)| (code_of_margin(margin), count)));
        let mut counts = Vec::new();
        for (code, count) in by_code {
            let code = Code::try_from(code?).ok()?;
            if count > 0 {
                add_count(&mut counts, code, count);
            }
        }
        Some(SolvedTier {
            tier: section.tier,
            numbers: match section.kind {
                Kind::Dense => Numbers::Dense(section.entries),
                _ => Numbers::Listed(keys),
            },
            nimbers: (!nimbers.is_empty() && nimbers.len() == values.len()).then_some(nimbers),
            values,
            counts,
        })
    }
}

fn keys_of(tier: u32) -> String {
    format!("keys-{tier}")
}

fn solved_of(tier: u32) -> String {
    format!("solved-{tier}")
}

/// Reads what [`Checkpoints::put_keys`] writes; `None` if it is damaged.
fn read_keys(bytes: &[u8]) -> Option<Vec<u64>> {
    if bytes.len() < 16 || checksum(&bytes[8..], 0) != u64_at(bytes, 0) {
        return None;
    }
    let count = usize::try_from(u64_at(bytes, 8)).ok()?;
    let mut rest = &bytes[16..];
    read_ascending(&mut rest, count)
}

impl MemoryStore {
    /// The memory that the pieces take.
    pub fn bytes(&self) -> u64 {
        let pieces = lock(&self.pieces);
        pieces.values().map(|piece| piece.len() as u64).sum()
    }
}

impl BlobStore for MemoryStore {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(lock(&self.pieces).get(name).cloned())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        lock(&self.pieces).insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        Ok(lock(&self.pieces).contains_key(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        lock(&self.pieces).remove(name);
        Ok(())
    }
}
