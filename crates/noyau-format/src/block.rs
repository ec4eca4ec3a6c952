//! One block of a table: entries in columns, compressed independently.
//!
//! ```text
//! widths    3 bytes: of codes, nimbers and tiers, 0 for a column that is not there
//! codes     the lowest byte of each, then the next byte of each, …
//! nimbers   likewise
//! tiers     likewise
//! keys      listed: delta-encoded; named: length of the prefix shared with the previous key, length of the
//!           suffix, suffix; all numbers as LEB128
//! ```
//!
//! Compression is LZ4 (Collet 2011), or none if that saves nothing.

use crate::checksum;
use std::error::Error;
use std::fmt;

/// Entries per block. A lookup decompresses this many; larger blocks compress little better.
pub const ENTRIES: usize = 4096;

/// How the entries of a section are identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By position: entry i is number i.
    Dense,
    /// By numbers, ascending.
    Listed,
    /// By texts, ascending.
    Named,
}

/// Texts concatenated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// Adds a text.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    /// The i-th text.
    pub fn get(&self, i: usize) -> &str {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[from as usize..self.ends[i] as usize]
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len() + 4 * self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// The keys of some entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keys {
    /// Implied by position.
    Dense,
    /// Numbers, ascending.
    Listed(Vec<u64>),
    /// Texts, ascending.
    Named(Names),
}

/// Some entries of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries {
    /// The keys.
    pub keys: Keys,
    /// The code of each value, see [`code`](crate::code).
    pub codes: Vec<u32>,
    /// The nimber of each, if any.
    pub nimbers: Option<Vec<u32>>,
    /// The computed tier of each, in named sections.
    pub tiers: Option<Vec<u32>>,
}

/// The index entry of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    /// Bytes in the file.
    pub length: u32,
    /// Bytes after decompression.
    pub unpacked: u32,
    /// The checksum of the bytes in the file.
    pub checksum: u64,
    /// The first key of a listed section.
    pub first: u64,
}

/// The seed of a block's checksum: its place.
fn seed(tier: u32, block: u64) -> u64 {
    u64::from(tier) << 32 ^ block
}

/// Compresses block number `block` of a tier and appends it to `out`.
pub fn pack(entries: &Entries, tier: u32, block: u64, out: &mut Vec<u8>) -> Packed {
    let columns = [
        Some(&entries.codes),
        entries.nimbers.as_ref(),
        entries.tiers.as_ref(),
    ];
    let mut raw = Vec::with_capacity(4 * entries.codes.len());
    raw.extend(columns.map(|column| column.map_or(0, |column| width(column))));
    for column in columns.into_iter().flatten() {
        for byte in 0..width(column) {
            raw.extend(column.iter().map(|&value| (value >> (8 * byte)) as u8));
        }
    }
    let mut first = 0;
    match &entries.keys {
        Keys::Dense => {}
        Keys::Listed(keys) => {
            first = keys.first().copied().unwrap_or(0);
            write_ascending(keys, &mut raw);
        }
        Keys::Named(names) => {
            let mut before = "";
            for i in 0..names.len() {
                let name = names.get(i);
                let same = before.bytes().zip(name.bytes());
                let mut shared = same.take_while(|(a, b)| a == b).count();
                while !name.is_char_boundary(shared) {
                    shared -= 1;
                }
                write_number(shared as u64, &mut raw);
                write_number((name.len() - shared) as u64, &mut raw);
                raw.extend(&name.as_bytes()[shared..]);
                before = name;
            }
        }
    }
    let packed = lz4_flex::block::compress(&raw);
    let shorter = if packed.len() < raw.len() {
        &packed
    } else {
        &raw
    };
    out.extend(shorter);
    Packed {
        length: shorter.len() as u32,
        unpacked: raw.len() as u32,
        checksum: checksum(shorter, seed(tier, block)),
        first,
    }
}

fn width(column: &[u32]) -> u8 {
    match column.iter().max() {
        Some(0x1_0000..) => 4,
        Some(0x100..) => 2,
        _ => 1,
    }
}

/// Why a block cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// Checksum mismatch.
    Checksum,
    /// Invalid content.
    Content,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checksum => "checksum mismatch in a block",
            Self::Content => "invalid content in a block",
        })
    }
}

impl Error for Unread {}

/// A decompressed block.
#[derive(Debug)]
pub struct Unpacked {
    bytes: Vec<u8>,
    count: usize,
    kind: Kind,
    widths: [usize; 3],
}

/// Verifies and decompresses a block of `count` entries.
pub fn unpack(
    bytes: &[u8],
    packed: &Packed,
    tier: u32,
    block: u64,
    kind: Kind,
    count: usize,
) -> Result<Unpacked, Unread> {
    if checksum(bytes, seed(tier, block)) != packed.checksum {
        return Err(Unread::Checksum);
    }
    let unpacked = packed.unpacked as usize;
    let bytes = if bytes.len() == unpacked {
        bytes.to_vec()
    } else {
        let mut room = vec![0; unpacked];
        let length = lz4_flex::block::decompress_into(bytes, &mut room);
        if length.ok() != Some(unpacked) {
            return Err(Unread::Content);
        }
        room
    };
    let widths = bytes.first_chunk::<3>().ok_or(Unread::Content)?;
    let widths = widths.map(usize::from);
    let sound = widths.iter().all(|width| matches!(width, 0 | 1 | 2 | 4));
    let columns = widths.iter().sum::<usize>() * count;
    if !sound || widths[0] == 0 || bytes.len() < 3 + columns {
        return Err(Unread::Content);
    }
    Ok(Unpacked {
        bytes,
        count,
        kind,
        widths,
    })
}

impl Unpacked {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn column(&self, which: usize) -> usize {
        3 + self.widths[..which].iter().sum::<usize>() * self.count
    }

    fn cell(&self, which: usize, i: usize) -> u32 {
        let from = self.column(which);
        (0..self.widths[which]).fold(0, |value, byte| {
            value | u32::from(self.bytes[from + byte * self.count + i]) << (8 * byte)
        })
    }

    /// The code of an entry.
    pub fn code(&self, i: usize) -> u32 {
        self.cell(0, i)
    }

    /// Whether the entries have no keys but their numbers.
    pub fn is_dense(&self) -> bool {
        self.kind == Kind::Dense && self.keys().is_empty()
    }

    /// Copies the codes to the front of `cells`, as many as there is room for; `false` if one does not fit into a cell.
    pub fn copy_codes<T: From<u8> + TryFrom<u32>>(&self, cells: &mut [T]) -> bool {
        if self.widths[0] == 1 {
            let codes = &self.bytes[self.column(0)..][..self.count];
            for (cell, &code) in cells.iter_mut().zip(codes) {
                *cell = code.into();
            }
            return true;
        }
        let mut codes = cells.iter_mut().zip(0..self.count);
        codes.all(|(cell, i)| {
            let code = T::try_from(self.code(i));
            code.is_ok_and(|code| {
                *cell = code;
                true
            })
        })
    }

    /// The nimber of an entry, if present.
    pub fn nimber(&self, i: usize) -> Option<u32> {
        (self.widths[1] > 0).then(|| self.cell(1, i))
    }

    /// The computed tier of an entry, if present.
    pub fn tier(&self, i: usize) -> Option<u32> {
        (self.widths[2] > 0).then(|| self.cell(2, i))
    }

    fn keys(&self) -> &[u8] {
        &self.bytes[self.column(3)..]
    }

    /// The index of a number in a listed block.
    pub fn find(&self, number: u64) -> Result<Option<usize>, Unread> {
        let mut keys = self.keys();
        let mut key: u64 = 0;
        for i in 0..self.count {
            let step = read_number(&mut keys).ok_or(Unread::Content)?;
            key = key.checked_add(step).ok_or(Unread::Content)?;
            if key >= number {
                return Ok((key == number).then_some(i));
            }
        }
        Ok(None)
    }

    /// The index of a text in a named block.
    pub fn find_name(&self, name: &str) -> Result<Option<usize>, Unread> {
        let mut found = None;
        self.each_name(|i, other| {
            if other == name {
                found = Some(i);
            }
            other < name
        })?;
        Ok(found)
    }

    /// Calls `visit` for each name until it returns `false`.
    fn each_name(&self, mut visit: impl FnMut(usize, &str) -> bool) -> Result<(), Unread> {
        let mut keys = self.keys();
        let mut name = String::new();
        for i in 0..self.count {
            let shared = read_number(&mut keys).ok_or(Unread::Content)?;
            let more = read_number(&mut keys).ok_or(Unread::Content)?;
            let shared = usize::try_from(shared).map_err(|_| Unread::Content)?;
            let more = usize::try_from(more).map_err(|_| Unread::Content)?;
            if shared > name.len() || !name.is_char_boundary(shared) || more > keys.len() {
                return Err(Unread::Content);
            }
            let (letters, rest) = keys.split_at(more);
            keys = rest;
            name.truncate(shared);
            name.push_str(std::str::from_utf8(letters).map_err(|_| Unread::Content)?);
            if !visit(i, &name) {
                return Ok(());
            }
        }
        if keys.is_empty() {
            Ok(())
        } else {
            Err(Unread::Content)
        }
    }

    /// All entries.
    pub fn entries(&self) -> Result<Entries, Unread> {
        let column = |which: usize| -> Option<Vec<u32>> {
            let from = self.column(which);
            let plane = |byte: usize| &self.bytes[from + byte * self.count..][..self.count];
            let low = (self.widths[which] > 0).then(|| plane(0))?;
            let mut cells: Vec<u32> = low.iter().map(|&byte| u32::from(byte)).collect();
            for byte in 1..self.widths[which] {
                for (cell, &high) in cells.iter_mut().zip(plane(byte)) {
                    *cell |= u32::from(high) << (8 * byte);
                }
            }
            Some(cells)
        };
        let keys = match self.kind {
            Kind::Dense if self.keys().is_empty() => Keys::Dense,
            Kind::Dense => return Err(Unread::Content),
            Kind::Listed => {
                let mut bytes = self.keys();
                let keys = read_ascending(&mut bytes, self.count).ok_or(Unread::Content)?;
                if !bytes.is_empty() {
                    return Err(Unread::Content);
                }
                Keys::Listed(keys)
            }
            Kind::Named => {
                let mut names = Names::default();
                let mut ascending = true;
                self.each_name(|i, name| {
                    ascending &= i == 0 || names.get(i - 1) < name;
                    names.push(name);
                    ascending
                })?;
                if !ascending {
                    return Err(Unread::Content);
                }
                Keys::Named(names)
            }
        };
        Ok(Entries {
            keys,
            codes: column(0).unwrap_or_default(),
            nimbers: column(1),
            tiers: column(2),
        })
    }
}

/// Writes a number as LEB128: groups of 7 bits, lowest first; all but the last have the eighth bit set.
pub fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what [`write_number`] writes.
pub fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let group = u64::from(byte & 0x7F);
        if shift == 63 && group > 1 {
            return None;
        }
        number |= group << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Writes ascending numbers, delta-encoded.
pub fn write_ascending(keys: &[u64], out: &mut Vec<u8>) {
    let mut before = 0;
    for &key in keys {
        write_number(key - before, out);
        before = key;
    }
}

/// Reads `count` strictly ascending numbers.
pub fn read_ascending(bytes: &mut &[u8], count: usize) -> Option<Vec<u64>> {
    // Each takes at least one byte, so a false count cannot allocate much.
    let mut keys = Vec::with_capacity(count.min(bytes.len()));
    let mut key: u64 = 0;
    for i in 0..count {
        let step = read_number(bytes)?;
        if step == 0 && i > 0 {
            return None;
        }
        key = key.checked_add(step)?;
        keys.push(key);
    }
    Some(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Keys {
        let mut names = Names::default();
        for word in words {
            names.push(word);
        }
        Keys::Named(names)
    }

    #[test]
    fn what_is_packed_unpacks() {
        let cases = [
            (Kind::Dense, Keys::Dense),
            (Kind::Listed, Keys::Listed(vec![0, 7, u64::MAX])),
            (Kind::Named, names(&["", "é", "éa"])),
        ];
        for (kind, keys) in cases {
            let entries = Entries {
                keys,
                codes: vec![0, 300, 70_000],
                nimbers: Some(vec![1, 2, 3]),
                tiers: None,
            };
            let mut out = Vec::new();
            let packed = pack(&entries, 5, 9, &mut out);
            let block = unpack(&out, &packed, 5, 9, kind, 3).unwrap();
            assert_eq!(block.entries().unwrap(), entries);
            let elsewhere = unpack(&out, &packed, 9, 5, kind, 3);
            assert_eq!(elsewhere.unwrap_err(), Unread::Checksum);
        }
    }

    #[test]
    fn numbers_of_every_length() {
        for shift in 0..64 {
            for number in [1 << shift, (1 << shift) - 1, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                write_number(number, &mut bytes);
                let mut rest = &bytes[..];
                assert_eq!(read_number(&mut rest), Some(number));
                assert!(rest.is_empty());
            }
        }
        assert_eq!(read_number(&mut &[0xFF; 10][..]), None);
        assert_eq!(read_number(&mut &[0x80][..]), None);
    }
}
