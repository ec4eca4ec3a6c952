//! The file of a learned heuristic: one header line, then its weights.
//!
//! ```text
//! {"noyau":"learned","version":2,"game":"connect4:7x6",…,"weights":1966080,"checksum":"91ab…"}⏎
//! the weights, and for each the sum of its steps and of their sizes: 32-bit floats, little-endian, compressed by LZ4
//! ```
//!
//! The checksum (64-bit XXH3) covers the header line without it and the compressed bytes, so a modified file is
//! rejected. The sums allow learning to continue; the same seed, interrupted or not, gives the same bytes.

use super::{About, Learned};
use noyau_core::language::Message;
use serde::{Deserialize, Serialize};

noyau_core::messages! {
    /// Why bytes are not a learned heuristic.
    pub enum NotLearned {
        NoHeader { why: Message } =>
            "this is no file that `noyau learn` wrote: {why}",
            "ce n'est pas un fichier écrit par `noyau learn` : {why}";
        Version { found: u32 } =>
            "this file has version {found} of the format, and only version 2 is known",
            "ce fichier est de la version {found} du format, et seule la version 2 est connue";
        Features =>
            "the features that the first line tells contradict each other",
            "les caractéristiques que dit la première ligne se contredisent";
        Damaged =>
            "the checksum is wrong: the file was changed or cut off",
            "la somme de contrôle est fausse : le fichier a été changé ou coupé";
    }
}

const VERSION: u32 = 2;
/// The maximum number of weights of a file: a gigabyte with their sums.
const MOST_WEIGHTS: usize = 1 << 26;
/// The largest number that says how far a game has gone.
const MOST_PHASE: u32 = 10_000;
/// The word in the header line.
const WORD: &str = "learned";

#[derive(Serialize, Deserialize)]
struct Header {
    noyau: String,
    version: u32,
    #[serde(flatten)]
    about: About,
    weights: usize,
    checksum: String,
}

fn checksum(header: &Header, body: &[u8]) -> String {
    let bytes = serde_json::to_vec(header).unwrap_or_default();
    let seed = twox_hash::XxHash3_64::oneshot(&bytes);
    let sum = twox_hash::XxHash3_64::oneshot_with_seed(seed, body);
    format!("{sum:016x}")
}

/// A header line with that word, and the compressed numbers.
pub(super) fn write(word: &str, about: &About, weights: usize, body: &[u8]) -> Vec<u8> {
    let mut header = Header {
        noyau: word.to_owned(),
        version: VERSION,
        about: about.clone(),
        weights,
        checksum: String::new(),
    };
    header.checksum = checksum(&header, body);
    // A structure of numbers and texts always serialises.
    let mut bytes = serde_json::to_vec(&header).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(body);
    bytes
}

/// Checks and splits what [`write`] wrote.
pub(super) fn read<'a>(word: &str, bytes: &'a [u8]) -> Result<(About, &'a [u8]), NotLearned> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, body) = bytes.split_at(end.unwrap_or(bytes.len()));
    let body = body.get(1..).unwrap_or_default();
    let header: Result<Header, _> = serde_json::from_slice(line);
    let mut header = header.map_err(|error| NotLearned::NoHeader {
        why: noyau_core::message!("{error}", "{error}"),
    })?;
    if header.noyau != word {
        let found = header.noyau;
        return Err(NotLearned::NoHeader {
            why: noyau_core::message!("it holds {found:?}", "il contient {found:?}"),
        });
    }
    if header.version != VERSION {
        return Err(NotLearned::Version {
            found: header.version,
        });
    }
    let written = std::mem::take(&mut header.checksum);
    if written != checksum(&header, body) {
        return Err(NotLearned::Damaged);
    }
    let features = &header.about.features;
    if !features.is_sound() || features.weights() > MOST_WEIGHTS {
        return Err(NotLearned::Features);
    }
    Ok((header.about, body))
}

impl Learned {
    /// The checksum of the file: equal ones play alike.
    pub fn checksum(&self) -> String {
        let bytes = self.to_bytes();
        let line = bytes.split(|&byte| byte == b'\n').next();
        let header = line.and_then(|line| serde_json::from_slice::<Header>(line).ok());
        header.map_or_else(String::new, |header| header.checksum)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps = self.steps.iter().flatten();
        let numbers = self.weights.iter().chain(steps);
        let mut raw = Vec::with_capacity(12 * self.weights.len());
        raw.extend(numbers.flat_map(|number| number.to_le_bytes()));
        let body = lz4_flex::block::compress(&raw);
        drop(raw);
        write(WORD, &self.about, self.weights.len(), &body)
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotLearned> {
        let (about, body) = read(WORD, bytes)?;
        let mut raw = vec![0; about.features.weights() * 12];
        let length = lz4_flex::block::decompress_into(body, &mut raw);
        if length.ok() != Some(raw.len()) {
            return Err(NotLearned::Damaged);
        }
        let mut learned = Self::with(about);
        let mut numbers = raw
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let steps = learned.steps.iter_mut().flatten();
        for (place, number) in learned.weights.iter_mut().chain(steps).zip(&mut numbers) {
            if !number.is_finite() {
                return Err(NotLearned::Damaged);
            }
            *place = number;
        }
        Ok(learned)
    }
}

impl super::Features {
    /// Whether all cells and states are in range.
    fn is_sound(&self) -> bool {
        let is_cell = |cell: &u16| usize::from(*cell) < self.cells;
        let pairs = |symmetry: &Vec<u16>| {
            let mut pairs = (0..).zip(symmetry);
            pairs.all(|(cell, &image)| self.size(cell) == self.size(image))
        };
        let whole = |symmetry: &Vec<u16>| symmetry.len() == self.cells && pairs(symmetry);
        let known = self.views.is_empty() || self.views.len() == self.states;
        (1..=2).contains(&self.sides)
            && (self.tuples.is_empty() || self.states > 0)
            && self.states <= 256
            && self.counts.len() <= self.cells
            && known
            && self.tuples.iter().all(|tuple| !tuple.is_empty())
            && self.phases.is_sorted_by(|a, b| a < b)
            && self.phases.last().is_none_or(|&last| last <= MOST_PHASE)
            && self.tuples.iter().flatten().all(is_cell)
            && self.symmetries.iter().all(whole)
            && self.symmetries.iter().flatten().all(is_cell)
            && !self.symmetries.is_empty()
            && self
                .heuristics
                .iter()
                .all(|(_, scale)| *scale > 0.0 && scale.is_finite())
    }
}
