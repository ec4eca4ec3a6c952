//! Writers of sections and tables.

use crate::block::{ENTRIES, Entries, Keys, Kind, Names, Packed, pack, write_number};
use crate::checksum;
use crate::code::{GAP, Numbers, SolvedTier};
use crate::header::{Header, Section, Tally, TierCounts, Title, u32_at, u64_at};
use noyau_core::parallel::in_parallel;
use std::io::{self, Write};

/// A section with its index and its blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionData {
    /// Its header entry.
    pub section: Section,
    /// Its part of the index.
    pub index: Vec<u8>,
    /// Its blocks.
    pub blocks: Vec<u8>,
}

/// The bytes per block in the index, besides first names.
pub const INDEXED: usize = 24;

fn write_packed(packed: &Packed, out: &mut Vec<u8>) {
    out.extend(packed.length.to_le_bytes());
    out.extend(packed.unpacked.to_le_bytes());
    out.extend(packed.checksum.to_le_bytes());
    out.extend(packed.first.to_le_bytes());
}

pub(crate) fn read_packed(bytes: &[u8; INDEXED]) -> Packed {
    Packed {
        length: u32_at(bytes, 0),
        unpacked: u32_at(bytes, 4),
        checksum: u64_at(bytes, 8),
        first: u64_at(bytes, 16),
    }
}

impl SectionData {
    /// The bytes of a checkpoint that waits in a folder until the table is written.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_vec(&self.section)?;
        let mut bytes = vec![0; 8];
        bytes.reserve(4 + text.len() + self.index.len() + self.blocks.len());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        bytes.extend(&self.index);
        bytes.extend(&self.blocks);
        let sum = checksum(&bytes[8..], 0);
        bytes[..8].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// Parses such bytes; `None` if they are damaged.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Option<Self> {
        if bytes.len() < 12 || checksum(&bytes[8..], 0) != u64_at(&bytes, 0) {
            return None;
        }
        let from = 12 + u32_at(&bytes, 8) as usize;
        let section: Section = serde_json::from_slice(bytes.get(12..from)?).ok()?;
        let to = from.checked_add(usize::try_from(section.index).ok()?)?;
        let index = bytes.get(from..to)?.to_vec();
        bytes.drain(..to);
        (bytes.len() as u64 == section.bytes).then_some(Self {
            section,
            index,
            blocks: bytes,
        })
    }
}

/// Packs a solved tier; the result does not depend on the number of threads.
pub fn pack_tier(solved: &SolvedTier, tally: Tally, threads: usize) -> SectionData {
    let tier = solved.tier;
    let (kind, entries) = match &solved.numbers {
        Numbers::Dense(len) => (Kind::Dense, *len as usize),
        Numbers::Listed(keys) => (Kind::Listed, keys.len()),
    };
    let count = entries.div_ceil(ENTRIES);
    let share = count.div_ceil(threads.max(1)).max(1);
    let shares = (0..count).step_by(share).map(|from| {
        move || {
            let mut blocks = Vec::new();
            let mut index = Vec::new();
            for block in from..(from + share).min(count) {
                let here = block * ENTRIES..((block + 1) * ENTRIES).min(entries);
                let wide = |column: &[u16]| -> Vec<u32> {
                    column[here.clone()].iter().map(|&x| u32::from(x)).collect()
                };
                let packed = pack(
                    &Entries {
                        keys: match &solved.numbers {
                            Numbers::Dense(_) => Keys::Dense,
                            Numbers::Listed(keys) => Keys::Listed(keys[here.clone()].to_vec()),
                        },
                        codes: wide(&solved.values),
                        nimbers: solved.nimbers.as_deref().map(wide),
                        tiers: None,
                    },
                    tier,
                    block as u64,
                    &mut blocks,
                );
                write_packed(&packed, &mut index);
            }
            (index, blocks)
        }
    });
    let mut index = Vec::new();
    let mut blocks = Vec::new();
    for (part, packed) in in_parallel(shares) {
        index.extend(part);
        if blocks.is_empty() {
            blocks = packed;
        } else {
            blocks.extend(packed);
        }
    }
    let stored = solved.values.iter().filter(|&&code| code != GAP).count();
    SectionData {
        section: Section {
            tier,
            kind,
            from: 0,
            entries: entries as u64,
            stored: stored as u64,
            nimbers: solved.nimbers.is_some(),
            blocks: count as u64,
            bytes: blocks.len() as u64,
            index: index.len() as u64,
            tiers: vec![TierCounts {
                tier,
                counts: tally.counts(),
            }],
            tally,
        },
        index,
        blocks,
    }
}

/// The key of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key<'a> {
    /// Its position.
    Place,
    /// Its number.
    Number(u64),
    /// Its text.
    Name(&'a str),
}

/// Packs a section entry by entry.
#[derive(Debug)]
pub struct SectionWriter {
    tier: u32,
    kind: Kind,
    from: u64,
    entries: u64,
    stored: u64,
    nimbers: bool,
    waiting: Entries,
    index: Vec<u8>,
    names: Vec<u8>,
    blocks: Vec<u8>,
    block: u64,
    last: Last,
}

/// The key of the last entry.
#[derive(Debug)]
enum Last {
    None,
    Number(u64),
    Name(String),
}

impl SectionWriter {
    /// An empty section. A dense one counts its entries from `from`.
    pub fn new(tier: u32, kind: Kind, from: u64) -> Self {
        Self {
            tier,
            kind,
            from,
            entries: 0,
            stored: 0,
            nimbers: false,
            waiting: Self::none(kind),
            index: Vec::new(),
            names: Vec::new(),
            blocks: Vec::new(),
            block: 0,
            last: Last::None,
        }
    }

    fn none(kind: Kind) -> Entries {
        Entries {
            keys: match kind {
                Kind::Dense => Keys::Dense,
                Kind::Listed => Keys::Listed(Vec::new()),
                Kind::Named => Keys::Named(Names::default()),
            },
            codes: Vec::new(),
            nimbers: None,
            tiers: None,
        }
    }

    /// Whether an entry with that key may come next: keys ascend.
    pub fn accepts(&self, key: Key<'_>) -> bool {
        match (key, &self.last) {
            (Key::Number(number), Last::Number(last)) => number > *last,
            (Key::Name(name), Last::Name(last)) => name > last.as_str(),
            _ => true,
        }
    }

    /// Adds an entry; keys must ascend.
    pub fn push(&mut self, key: Key<'_>, code: u32, nimber: Option<u32>, tier: Option<u32>) {
        match (&mut self.waiting.keys, key) {
            (Keys::Listed(keys), Key::Number(number)) => {
                keys.push(number);
                self.last = Last::Number(number);
            }
            (Keys::Named(names), Key::Name(name)) => {
                names.push(name);
                match &mut self.last {
                    Last::Name(last) => {
                        last.clear();
                        last.push_str(name);
                    }
                    last => *last = Last::Name(name.to_owned()),
                }
            }
            _ => {}
        }
        self.waiting.codes.push(code);
        if let Some(nimber) = nimber {
            self.nimbers = true;
            self.waiting
                .nimbers
                .get_or_insert_with(Vec::new)
                .push(nimber);
        }
        if let Some(tier) = tier {
            self.waiting.tiers.get_or_insert_with(Vec::new).push(tier);
        }
        self.entries += 1;
        self.stored += u64::from(code != u32::from(GAP));
        if self.waiting.codes.len() == ENTRIES {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let entries = std::mem::replace(&mut self.waiting, Self::none(self.kind));
        let packed = pack(&entries, self.tier, self.block, &mut self.blocks);
        write_packed(&packed, &mut self.index);
        if let Keys::Named(names) = &entries.keys {
            write_number(names.get(0).len() as u64, &mut self.names);
            self.names.extend(names.get(0).as_bytes());
        }
        self.block += 1;
    }

    /// Completes the section with those counts.
    pub fn finish(mut self, tiers: Vec<TierCounts>, tally: Tally) -> SectionData {
        if !self.waiting.codes.is_empty() {
            self.end_block();
        }
        let mut index = self.index;
        index.extend(self.names);
        SectionData {
            section: Section {
                tier: self.tier,
                kind: self.kind,
                from: self.from,
                entries: self.entries,
                stored: self.stored,
                nimbers: self.nimbers,
                blocks: self.block,
                bytes: self.blocks.len() as u64,
                index: index.len() as u64,
                tiers,
                tally,
            },
            index,
            blocks: self.blocks,
        }
    }
}

/// Writes a table, or a part of one, of `count` sections. Each is requested twice, so that only one at a time is in
/// memory.
pub fn write_table(
    title: &Title,
    part: [u32; 2],
    count: usize,
    piece: &mut dyn FnMut(usize) -> io::Result<SectionData>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sections = Vec::new();
    let mut index = Vec::new();
    for i in 0..count {
        let piece = piece(i)?;
        index.extend(piece.index);
        sections.push(piece.section);
    }
    let header = Header::new(title.clone(), part, sections, checksum(&index, 0));
    out.write_all(&header.to_bytes()?)?;
    out.write_all(&index)?;
    for i in 0..count {
        out.write_all(&piece(i)?.blocks)?;
    }
    Ok(())
}
