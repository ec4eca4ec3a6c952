//! The prelude and the header of a table.

use crate::block::{ENTRIES, Kind};
use crate::code::{margin_of_code, value_of_code};
use crate::table::FileBytes;
use crate::{Damage, Unusable, checksum};
use noyau_core::game::Outcome;
use noyau_core::message;
use noyau_core::value::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The magic bytes of a table. The first is not a letter and the last two end a line, so that text-mode transfers
/// that alter the file are detected at once.
pub const MARK: [u8; 8] = *b"\x89noyau\r\n";
/// The version of the format.
const VERSION: u32 = 1;
/// The length of the prelude.
pub const PRELUDE: usize = 32;

/// The meaning of the codes of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// Outcome and distance.
    Outcome,
    /// Points still to come.
    Margin,
}

/// The title of a table. Two runs with the same title make the same table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The checksum of the file of the game, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub content: Option<String>,
    /// The position from which all others are reached.
    pub start: String,
    /// Further positions from which others are reached.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub more_starts: Vec<String>,
    /// The kind of values.
    pub values: Values,
}

impl Title {
    /// The title in one line of JSON.
    pub fn to_text(&self) -> String {
        // Every title is valid JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`to_text`](Self::to_text) writes.
    pub fn from_text(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// Checks that the table is for that game and that version of its rules.
    pub fn check(&self, game: &str, rules: u32) -> Result<(), Unusable> {
        let other = if self.game != game {
            let other = &self.game;
            message!(
                "the table is of {other}, not of {game}",
                "la table est celle de {other}, non de {game}"
            )
        } else if self.rules != rules {
            let other = self.rules;
            message!(
                "the table is of version {other} of the rules of {game}; here they have version {rules}",
                "la table est de la version {other} des règles de {game} ; elles sont ici en version {rules}"
            )
        } else {
            return Ok(());
        };
        Err(Unusable::Other(other))
    }
}

/// The number of positions, images under symmetry included, with each outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The total.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
}

impl Counts {
    /// Adds positions with that outcome.
    pub fn add(&mut self, outcome: Outcome, count: u64) {
        self.positions = self.positions.saturating_add(count);
        let which = match outcome {
            Outcome::Loss => &mut self.loss,
            Outcome::Draw => &mut self.draw,
            Outcome::Win => &mut self.win,
        };
        *which = which.saturating_add(count);
    }

    fn add_all(&mut self, other: &Self) {
        self.positions = self.positions.saturating_add(other.positions);
        self.win = self.win.saturating_add(other.win);
        self.draw = self.draw.saturating_add(other.draw);
        self.loss = self.loss.saturating_add(other.loss);
    }
}

/// The counts of one tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TierCounts {
    /// The tier.
    pub tier: u32,
    /// Its counts.
    #[serde(flatten)]
    pub counts: Counts,
}

/// The number of positions, images under symmetry included, with each value; ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Drawn.
    #[serde(skip_serializing_if = "is_none", default)]
    pub draw: u64,
    /// Won, by distance.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub win: Vec<(u32, u64)>,
    /// Lost, by distance.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loss: Vec<(u32, u64)>,
    /// In games with points, by margin.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub margin: Vec<(i32, u64)>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes by reference"
)]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Tally {
    /// The tally of positions counted by code.
    pub fn of(values: Values, by_code: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let mut tally = Self::default();
        for (code, count) in by_code.into_iter().filter(|&(_, count)| count > 0) {
            match values {
                Values::Margin => tally
                    .margin
                    .extend(margin_of_code(code).map(|m| (m, count))),
                Values::Outcome => match value_of_code(code) {
                    None => {}
                    Some(Value::Draw) => tally.draw += count,
                    Some(Value::Loss(distance)) => tally.loss.push((distance, count)),
                    Some(Value::Win(distance)) => tally.win.push((distance, count)),
                },
            }
        }
        tally.sort();
        tally
    }

    fn sort(&mut self) {
        fn joined<K: Ord + Copy>(list: &mut Vec<(K, u64)>) {
            list.sort_unstable_by_key(|&(key, _)| key);
            list.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.saturating_add(next.1);
                }
                same
            });
        }
        joined(&mut self.win);
        joined(&mut self.loss);
        joined(&mut self.margin);
    }

    /// Adds another tally to this one.
    pub fn add_all(&mut self, other: &Self) {
        self.draw = self.draw.saturating_add(other.draw);
        self.win.extend(&other.win);
        self.loss.extend(&other.loss);
        self.margin.extend(&other.margin);
        self.sort();
    }

    /// The counts without distances.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        counts.add(Outcome::Draw, self.draw);
        for &(_, count) in &self.win {
            counts.add(Outcome::Win, count);
        }
        for &(_, count) in &self.loss {
            counts.add(Outcome::Loss, count);
        }
        for &(margin, count) in &self.margin {
            counts.add(Outcome::of_margin(margin), count);
        }
        counts
    }
}

/// The header entry of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The tier of its positions; 0 if the entries have their own.
    pub tier: u32,
    /// How entries are identified.
    pub kind: Kind,
    /// In a dense section, the number of the first entry: not 0 if the table is in parts.
    pub from: u64,
    /// The number of entries.
    pub entries: u64,
    /// The number of entries that are not gaps.
    pub stored: u64,
    /// Whether they have nimbers.
    pub nimbers: bool,
    /// The number of blocks.
    pub blocks: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The bytes of their index.
    pub index: u64,
    /// The counts by tier: one, or several computed ones.
    pub tiers: Vec<TierCounts>,
    /// The counts by value.
    pub tally: Tally,
}

/// The header of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The title.
    #[serde(flatten)]
    pub title: Title,
    /// Whether the table has nimbers.
    pub nimbers: bool,
    /// The number of positions, images under symmetry included.
    #[serde(flatten)]
    pub counts: Counts,
    /// The number of stored positions: one per orbit.
    pub stored: u64,
    /// The longest win in plies, if there are wins and they have distances.
    pub longest_win: Option<u32>,
    /// The index of this part, from 0, and the number of parts.
    pub part: [u32; 2],
    /// The compression of blocks.
    pub packing: String,
    /// Entries per block.
    pub block: u64,
    /// The sections, by ascending tier.
    pub sections: Vec<Section>,
    /// The checksum of the index, in 16 hexadecimal digits.
    pub index_checksum: String,
}

const PACKING: &str = "lz4";

impl Header {
    pub(crate) fn new(
        title: Title,
        part: [u32; 2],
        sections: Vec<Section>,
        index_checksum: u64,
    ) -> Self {
        let (counts, stored, longest_win) = Self::sums(&sections);
        Self {
            title,
            nimbers: Self::have_nimbers(&sections),
            counts,
            stored,
            longest_win,
            part,
            packing: PACKING.to_owned(),
            block: ENTRIES as u64,
            sections,
            index_checksum: hexadecimal(index_checksum),
        }
    }

    /// Whether all sections that have entries have nimbers.
    fn have_nimbers(sections: &[Section]) -> bool {
        let mut filled = sections.iter().filter(|section| section.entries > 0);
        filled.all(|section| section.nimbers)
    }

    /// The counts, the stored entries and the longest win of all sections.
    fn sums(sections: &[Section]) -> (Counts, u64, Option<u32>) {
        let mut counts = Counts::default();
        let mut stored: u64 = 0;
        let mut longest_win = None;
        for section in sections {
            counts.add_all(&section.tally.counts());
            stored = stored.saturating_add(section.stored);
            let longest = section.tally.win.iter().map(|&(distance, _)| distance);
            longest_win = longest_win.max(longest.max());
        }
        (counts, stored, longest_win)
    }

    /// The bytes of prelude and header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        let mut bytes = MARK.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(checksum(&text, 0).to_le_bytes());
        let own = checksum(&bytes, 0);
        bytes.extend(own.to_le_bytes());
        bytes.extend(text);
        Ok(bytes)
    }

    /// Reads prelude and header, and returns where they end. Checks the length of the file, but not the index.
    pub(crate) fn read(file: &FileBytes<'_>) -> Result<(Self, u64), Damage> {
        let found = file.length();
        if found == 0 {
            return Err(Damage::Empty);
        }
        let cut = |wanted: u64| Damage::Cut {
            length: found,
            wanted,
        };
        let prelude = file.read(0, found.min(PRELUDE as u64))?;
        if !prelude.starts_with(&MARK[..prelude.len().min(MARK.len())]) {
            return Err(Damage::Foreign);
        }
        if prelude.len() < PRELUDE {
            return Err(cut(PRELUDE as u64));
        }
        let own = u64_at(&prelude, 24);
        if checksum(&prelude[..24], 0) != own {
            return Err(Damage::Beginning);
        }
        let version = u32_at(&prelude, 8);
        if version != VERSION {
            return Err(Damage::Version { version });
        }
        let length = u64::from(u32_at(&prelude, 12));
        let end = PRELUDE as u64 + length;
        if found < end {
            return Err(cut(end));
        }
        let text = file.read(PRELUDE as u64, length)?;
        if checksum(&text, 0) != u64_at(&prelude, 16) {
            return Err(Damage::Header);
        }
        let header: Self = serde_json::from_slice(&text).map_err(|error| content(&error))?;
        let body = header.check()?;
        let wanted = end + body;
        match found.cmp(&wanted) {
            std::cmp::Ordering::Less => Err(cut(wanted)),
            std::cmp::Ordering::Greater => Err(Damage::Tail {
                length: found,
                wanted,
            }),
            std::cmp::Ordering::Equal => Ok((header, end)),
        }
    }

    /// Checks the consistency of the header, and returns the number of bytes that must follow.
    fn check(&self) -> Result<u64, Damage> {
        let wrong = |why: &str| {
            Err(Damage::HeaderContent {
                why: why.to_owned(),
            })
        };
        if self.packing != PACKING || self.block != ENTRIES as u64 {
            return wrong("blocks are not packed as they are here");
        }
        if self.part[0] >= self.part[1] {
            return wrong("there is no such part");
        }
        let tiers = self.sections.windows(2);
        if tiers.into_iter().any(|pair| pair[0].tier >= pair[1].tier) {
            return wrong("the sections are not in the order of their tiers");
        }
        let mut body: u64 = 0;
        for section in &self.sections {
            let end = section.from.checked_add(section.entries);
            if end.is_none() || section.blocks != section.entries.div_ceil(ENTRIES as u64) {
                return wrong("entries and blocks do not go together");
            }
            let sum = body.checked_add(section.index);
            let Some(sum) = sum.and_then(|sum| sum.checked_add(section.bytes)) else {
                return wrong("the sections are too long");
            };
            body = sum;
            let mut tiers = Counts::default();
            for tier in &section.tiers {
                tiers.add_all(&tier.counts);
            }
            if tiers != section.tally.counts() {
                return wrong("the counts of a section do not add up");
            }
        }
        if self.nimbers != Self::have_nimbers(&self.sections) {
            return wrong("some sections have nimbers and others do not");
        }
        let (counts, stored, longest_win) = Self::sums(&self.sections);
        if (counts, stored, longest_win) != (self.counts, self.stored, self.longest_win) {
            return wrong("the counts do not add up");
        }
        Ok(body)
    }

    /// The counts of each tier.
    pub fn tiers(&self) -> Vec<TierCounts> {
        let sections = self.sections.iter();
        joined_tiers(sections.flat_map(|section| section.tiers.clone()).collect())
    }

    /// The longest win in plies of each tier that has wins with distances, as far as sections of one tier tell it.
    pub fn longest_wins(&self) -> BTreeMap<u32, u32> {
        let mut longest = BTreeMap::new();
        for section in &self.sections {
            if let ([of], Some(&(plies, _))) = (&section.tiers[..], section.tally.win.last()) {
                let longest = longest.entry(of.tier).or_default();
                *longest = plies.max(*longest);
            }
        }
        longest
    }

    /// The counts of each value.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for section in &self.sections {
            tally.add_all(&section.tally);
        }
        tally
    }
}

/// Merges the counts of equal tiers, ascending.
pub(crate) fn joined_tiers(mut tiers: Vec<TierCounts>) -> Vec<TierCounts> {
    tiers.sort_by_key(|tier| tier.tier);
    tiers.dedup_by(|next, kept| {
        let same = next.tier == kept.tier;
        if same {
            kept.counts.add_all(&next.counts);
        }
        same
    });
    tiers
}

pub(crate) fn content(error: &serde_json::Error) -> Damage {
    Damage::HeaderContent {
        why: error.to_string(),
    }
}

/// The header's text form of a checksum.
pub fn hexadecimal(checksum: u64) -> String {
    format!("{checksum:016x}")
}

/// The number at that offset, which must exist.
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let bytes = bytes[at..].first_chunk().copied();
    u32::from_le_bytes(bytes.unwrap_or_default())
}

/// The number at that offset, which must exist.
pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes[at..].first_chunk().copied();
    u64::from_le_bytes(bytes.unwrap_or_default())
}
