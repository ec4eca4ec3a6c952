//! The reader of tables.

use crate::block::{ENTRIES, Kind, Packed, Unpacked, Unread, read_number, unpack};
use crate::header::{Header, Section, hexadecimal};
use crate::section::{INDEXED, read_packed};
use crate::{Damage, checksum};
use std::borrow::Cow;
use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// A file that is read in pieces. It may change meanwhile: every piece is checked after it is read.
pub trait ReadAt: Debug + Sync {
    /// The length in bytes.
    fn length(&self) -> u64;

    /// Fills `piece` with the bytes from `at` on.
    fn read_at(&self, at: u64, piece: &mut [u8]) -> io::Result<()>;
}

/// The bytes of a file of a table.
#[derive(Debug)]
pub(crate) enum FileBytes<'a> {
    Memory(&'a [u8]),
    File(&'a dyn ReadAt),
    Shared(Arc<dyn ReadAt + Send>),
}

impl<'a> FileBytes<'a> {
    pub(crate) fn length(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File(file) => file.length(),
            Self::Shared(file) => file.length(),
        }
    }

    /// The bytes in that place, which is within the length.
    pub(crate) fn read(&self, at: u64, length: u64) -> Result<Cow<'a, [u8]>, Damage> {
        match self {
            Self::Memory(bytes) => Ok(bytes[at as usize..][..length as usize].into()),
            Self::File(file) => read_piece(*file, at, length),
            Self::Shared(file) => read_piece(&**file, at, length),
        }
    }
}

fn read_piece<'a>(file: &dyn ReadAt, at: u64, length: u64) -> Result<Cow<'a, [u8]>, Damage> {
    let mut piece = Vec::new();
    // A sparse file may be longer than all memory.
    let room = piece.try_reserve_exact(length as usize);
    let read = room.map_err(io::Error::from).and_then(|()| {
        piece.resize(length as usize, 0);
        file.read_at(at, &mut piece)
    });
    match read {
        Ok(()) => Ok(piece.into()),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Damage::Shrunk),
        Err(error) => Err(Damage::Unreadable {
            why: error.to_string(),
        }),
    }
}

/// The block directory of a section.
#[derive(Debug)]
pub struct Directory {
    section: Section,
    packed: Vec<Packed>,
    /// The start of each block, and the end of the last one.
    starts: Vec<usize>,
    /// In a named section, the first name of each block.
    names: Vec<Range<usize>>,
}

/// A part of a table: one file.
#[derive(Debug)]
struct Part<'a> {
    header: Header,
    index: Cow<'a, [u8]>,
    file: FileBytes<'a>,
    /// Where the blocks begin in the file.
    blocks: u64,
    directories: Vec<Directory>,
}

/// A table, in one file or in several.
#[derive(Debug)]
pub struct Table<'a> {
    header: Header,
    parts: Vec<Part<'a>>,
}

/// The entry of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code of its value.
    pub code: u32,
    /// Its nimber, if the table has nimbers.
    pub nimber: Option<u32>,
    /// Its computed tier, in a table of named positions.
    pub tier: Option<u32>,
}

/// The place of a block: part, section and index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    part: usize,
    section: usize,
    block: usize,
}

impl Directory {
    /// Reads the index of a section that begins at `at`, and whose blocks begin at `from`.
    pub fn read(section: Section, index: &[u8], at: usize, from: usize) -> Result<Self, Damage> {
        let nonsense = |why| Damage::IndexContent { why };
        let blocks = usize::try_from(section.blocks).map_err(|_| nonsense("too many blocks"))?;
        let length = blocks
            .checked_mul(INDEXED)
            .filter(|&length| length <= index.len())
            .ok_or(nonsense("fewer blocks than the header says"))?;
        let (fixed, mut rest) = index.split_at(length);
        let (chunks, _) = fixed.as_chunks::<INDEXED>();
        let packed: Vec<Packed> = chunks.iter().map(read_packed).collect();
        let mut starts = vec![from];
        let mut end = from;
        for block in &packed {
            // LZ4 cannot compress better, so a false length cannot allocate much.
            let most = 255 * u64::from(block.length) + 64;
            if block.length == 0 || u64::from(block.unpacked) > most {
                return Err(nonsense("a block cannot unpack to that length"));
            }
            end += block.length as usize;
            starts.push(end);
        }
        if (end - from) as u64 != section.bytes {
            return Err(nonsense(
                "the blocks are not as long together as the header says",
            ));
        }
        let mut names = Vec::new();
        if section.kind == Kind::Named {
            for _ in 0..blocks {
                let length = read_number(&mut rest).and_then(|length| usize::try_from(length).ok());
                let length = length.filter(|&length| length <= rest.len());
                let length = length.ok_or(nonsense("a name is cut"))?;
                let start = at + index.len() - rest.len();
                let (name, more) = rest.split_at(length);
                if std::str::from_utf8(name).is_err() {
                    return Err(nonsense("a name is no text"));
                }
                names.push(start..start + length);
                rest = more;
            }
        }
        if rest.is_empty() {
            Ok(Self {
                section,
                packed,
                starts,
                names,
            })
        } else {
            Err(nonsense("it is longer than the header says"))
        }
    }

    /// The number of entries of a block.
    pub fn count(&self, block: usize) -> usize {
        let before = block as u64 * ENTRIES as u64;
        (self.section.entries - before).min(ENTRIES as u64) as usize
    }

    /// Decompresses a block.
    pub fn unpack(&self, block: usize, blocks: &[u8]) -> Result<Unpacked, Damage> {
        self.unpack_alone(block, &blocks[self.range(block)])
    }

    /// The place of a block among all blocks.
    fn range(&self, block: usize) -> Range<usize> {
        self.starts[block]..self.starts[block + 1]
    }

    /// Decompresses a block, given its bytes only.
    fn unpack_alone(&self, block: usize, bytes: &[u8]) -> Result<Unpacked, Damage> {
        let (tier, kind) = (self.section.tier, self.section.kind);
        let count = self.count(block);
        let number = block as u64;
        unpack(bytes, &self.packed[block], tier, number, kind, count)
            .map_err(|why| self.damage(block, why))
    }

    /// The error of a block that cannot be read.
    pub fn damage(&self, block: usize, why: Unread) -> Damage {
        let (tier, block) = (self.section.tier, block as u64);
        match why {
            Unread::Checksum => Damage::Block { tier, block },
            Unread::Content => Damage::BlockContent { tier, block },
        }
    }

    /// Whether a number, at least the first, may be in this section.
    fn covers(&self, number: u64) -> bool {
        match self.section.kind {
            Kind::Dense => {
                (self.section.from..self.section.from + self.section.entries).contains(&number)
            }
            Kind::Listed => self
                .packed
                .first()
                .is_some_and(|first| first.first <= number),
            Kind::Named => false,
        }
    }
}

impl<'a> Part<'a> {
    fn open(file: FileBytes<'a>) -> Result<Self, Damage> {
        let (header, end) = Header::read(&file)?;
        let length: u64 = header.sections.iter().map(|section| section.index).sum();
        // The header is consistent with the length of the file.
        let index = file.read(end, length)?;
        if hexadecimal(checksum(&index, 0)) != header.index_checksum {
            return Err(Damage::Index);
        }
        let mut directories = Vec::new();
        let (mut at, mut from) = (0, 0);
        for section in &header.sections {
            let length = section.index as usize;
            let own = &index[at..at + length];
            directories.push(Directory::read(section.clone(), own, at, from)?);
            at += length;
            from += section.bytes as usize;
        }
        Ok(Self {
            header,
            index,
            file,
            blocks: end + length,
            directories,
        })
    }

    fn name(&self, range: &Range<usize>) -> &str {
        // Checked when the index was read.
        std::str::from_utf8(&self.index[range.clone()]).unwrap_or_default()
    }
}

impl Table<'static> {
    /// Opens a table without loading it, and keeps its files open.
    pub fn open_shared(
        files: impl IntoIterator<Item = Arc<dyn ReadAt + Send>>,
    ) -> Result<Self, Damage> {
        Self::of(files.into_iter().map(FileBytes::Shared))
    }
}

impl<'a> Table<'a> {
    /// Opens a table: the bytes of one file, or of each of its parts, in any order. Checks everything except the
    /// blocks.
    pub fn open(files: &[&'a [u8]]) -> Result<Self, Damage> {
        Self::of(files.iter().map(|bytes| FileBytes::Memory(bytes)))
    }

    /// Opens a table without loading it: a lookup reads one block.
    pub fn open_files(files: impl IntoIterator<Item = &'a dyn ReadAt>) -> Result<Self, Damage> {
        Self::of(files.into_iter().map(FileBytes::File))
    }

    fn of(files: impl Iterator<Item = FileBytes<'a>>) -> Result<Self, Damage> {
        let mut parts = files.map(Part::open).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|part| part.header.part);
        let Some(first) = parts.first() else {
            return Err(Damage::Empty);
        };
        let mut header = first.header.clone();
        let of = header.part[1];
        for (i, part) in parts.iter().enumerate() {
            if part.header.title != header.title || part.header.part[1] != of {
                return Err(Damage::OtherShard {
                    game: header.title.game.clone(),
                    other: part.header.title.game.clone(),
                });
            }
            match (part.header.part[0] as usize).cmp(&i) {
                std::cmp::Ordering::Less => {
                    let index = part.header.part[0];
                    return Err(Damage::ShardTwice { index, of });
                }
                std::cmp::Ordering::Greater => {
                    return Err(Damage::NoShard {
                        index: i as u32,
                        of,
                    });
                }
                std::cmp::Ordering::Equal => {}
            }
        }
        if parts.len() < of as usize {
            let index = parts.len() as u32;
            return Err(Damage::NoShard { index, of });
        }
        if of > 1 {
            let sections = crate::shards::joined(parts.iter().map(|part| &part.header))?;
            header = Header::new(header.title, [0, 1], sections, 0);
        }
        Ok(Self { header, parts })
    }

    /// The header of the table; merged if the table is in parts.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The sections of a tier, in the order of their numbers.
    fn sections(&self, tier: u32) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        self.parts.iter().enumerate().filter_map(move |(i, part)| {
            let sections = &part.header.sections;
            let at = sections.binary_search_by_key(&tier, |section| section.tier);
            Some((i, at.ok()?))
        })
    }

    /// The blocks of a tier, in the order of their numbers.
    pub fn places(&self, tier: u32) -> Vec<Place> {
        let blocks = |(part, section): (usize, usize)| {
            let blocks = self.parts[part].directories[section].packed.len();
            (0..blocks).map(move |block| Place {
                part,
                section,
                block,
            })
        };
        self.sections(tier).flat_map(blocks).collect()
    }

    /// Verifies and decompresses a block.
    pub fn read(&self, place: Place) -> Result<Unpacked, Damage> {
        let part = &self.parts[place.part];
        let directory = &part.directories[place.section];
        let range = directory.range(place.block);
        let bytes = part
            .file
            .read(part.blocks + range.start as u64, range.len() as u64)?;
        directory.unpack_alone(place.block, &bytes)
    }

    /// The error of a block that cannot be read.
    pub fn damage(&self, place: Place, why: Unread) -> Damage {
        self.parts[place.part].directories[place.section].damage(place.block, why)
    }

    /// In a dense tier, the number of the first entry of a block.
    pub fn first_number(&self, place: Place) -> u64 {
        let directory = &self.parts[place.part].directories[place.section];
        directory.section.from + place.block as u64 * ENTRIES as u64
    }

    /// The kind of a tier, if present.
    pub fn kind(&self, tier: u32) -> Option<Kind> {
        let (part, section) = self.sections(tier).next()?;
        Some(self.parts[part].header.sections[section].kind)
    }

    fn entry(&self, place: Place, unpacked: &Unpacked, i: usize) -> Result<Option<Entry>, Damage> {
        if i >= unpacked.len() {
            return Err(self.damage(place, Unread::Content));
        }
        let code = unpacked.code(i);
        Ok((code != 0).then(|| Entry {
            code,
            nimber: unpacked.nimber(i),
            tier: unpacked.tier(i),
        }))
    }

    /// The entry of the position with that number in that tier; `None` if there is none, or it is unreachable.
    pub fn find(&self, tier: u32, number: u64) -> Result<Option<Entry>, Damage> {
        let mut sections = self.sections(tier).rev();
        let Some((part, section)) =
            sections.find(|&(part, section)| self.parts[part].directories[section].covers(number))
        else {
            return Ok(None);
        };
        let directory = &self.parts[part].directories[section];
        let block = match directory.section.kind {
            Kind::Dense => ((number - directory.section.from) / ENTRIES as u64) as usize,
            _ => {
                directory
                    .packed
                    .partition_point(|block| block.first <= number)
                    - 1
            }
        };
        let place = Place {
            part,
            section,
            block,
        };
        let unpacked = self.read(place)?;
        let i = match directory.section.kind {
            Kind::Dense => Some(((number - directory.section.from) % ENTRIES as u64) as usize),
            _ => unpacked
                .find(number)
                .map_err(|why| self.damage(place, why))?,
        };
        i.map_or(Ok(None), |i| self.entry(place, &unpacked, i))
    }

    /// The entry of the position with that name; `None` if there is none.
    pub fn find_name(&self, name: &str) -> Result<Option<Entry>, Damage> {
        for (part, section) in self.sections(0).rev() {
            let here = &self.parts[part];
            let names = &here.directories[section].names;
            let after = names.partition_point(|range| here.name(range) <= name);
            let Some(block) = after.checked_sub(1) else {
                continue;
            };
            let place = Place {
                part,
                section,
                block,
            };
            let unpacked = self.read(place)?;
            let i = unpacked
                .find_name(name)
                .map_err(|why| self.damage(place, why))?;
            return i.map_or(Ok(None), |i| self.entry(place, &unpacked, i));
        }
        Ok(None)
    }
}
