//! Tables in parts: a folder of files, each with a range of the numbers of every tier. A part is a table that
//! declares its index; together the parts are read as one, and merged they are the single file, byte for byte.

use super::Damage;
use crate::block::{ENTRIES, Keys, Kind};
use crate::code::{margin_of_code, value_of_code};
use crate::header::{Counts, Header, Section, Tally, TierCounts, Values, joined_tiers};
use crate::section::{Key, SectionData, SectionWriter};
use crate::table::{Place, Table};
use noyau_core::game::Outcome;
use std::collections::BTreeMap;
use std::ops::Range;

/// The outcome of a code.
pub fn outcome_of(values: Values, code: u32) -> Option<Outcome> {
    match values {
        Values::Outcome => value_of_code(code).map(noyau_core::value::Value::outcome),
        Values::Margin => margin_of_code(code).map(Outcome::of_margin),
    }
}

/// The merged sections of all parts.
pub(super) fn joined<'a>(
    headers: impl Iterator<Item = &'a Header>,
) -> Result<Vec<Section>, Damage> {
    let mut all: BTreeMap<u32, Section> = BTreeMap::new();
    for section in headers.flat_map(|header| &header.sections) {
        let tier = section.tier;
        let Some(sum) = all.get_mut(&tier) else {
            if section.from != 0 && section.kind == Kind::Dense {
                return Err(Damage::ShardsApart { tier });
            }
            all.insert(tier, section.clone());
            continue;
        };
        let next = sum.from + sum.entries;
        if section.kind != sum.kind || (section.kind == Kind::Dense && section.from != next) {
            return Err(Damage::ShardsApart { tier });
        }
        sum.entries = sum
            .entries
            .checked_add(section.entries)
            .ok_or(Damage::ShardsApart { tier })?;
        sum.nimbers |= section.nimbers;
        sum.stored = sum.stored.saturating_add(section.stored);
        sum.blocks = sum.entries.div_ceil(ENTRIES as u64);
        sum.bytes = sum.bytes.saturating_add(section.bytes);
        sum.index = sum.index.saturating_add(section.index);
        sum.tally.add_all(&section.tally);
        sum.tiers.extend(&section.tiers);
    }
    let mut sections: Vec<_> = all.into_values().collect();
    for section in &mut sections {
        section.tiers = joined_tiers(std::mem::take(&mut section.tiers));
    }
    Ok(sections)
}

/// Counts the entries of a new section.
#[derive(Debug)]
pub struct Census {
    values: Values,
    codes: BTreeMap<u32, u64>,
    tiers: BTreeMap<u32, Counts>,
}

impl Census {
    /// Empty counts.
    pub fn new(values: Values) -> Self {
        Self {
            values,
            codes: BTreeMap::new(),
            tiers: BTreeMap::new(),
        }
    }

    /// Counts an entry that represents `images` positions. Gaps are ignored.
    pub fn add(&mut self, tier: u32, code: u32, images: u64) {
        if let Some(outcome) = outcome_of(self.values, code) {
            *self.codes.entry(code).or_default() += images;
            self.tiers.entry(tier).or_default().add(outcome, images);
        }
    }

    /// The counts by tier and by value.
    pub fn finish(self) -> (Vec<TierCounts>, Tally) {
        let tiers = self.tiers.into_iter();
        let tiers = tiers
            .map(|(tier, counts)| TierCounts { tier, counts })
            .collect();
        (tiers, Tally::of(self.values, self.codes))
    }
}

/// The orbit size of the entry with that number in that tier.
pub type Images<'a> = &'a dyn Fn(u32, u64) -> u64;

/// Makes part `part` of `of` of a section, with about as many blocks as the others.
pub fn split_section(
    table: &Table<'_>,
    section: &Section,
    [part, of]: [u32; 2],
    images: Images<'_>,
) -> Result<SectionData, Damage> {
    let places = table.places(section.tier);
    let cut = |part: u32| (places.len() as u128 * u128::from(part) / u128::from(of)) as usize;
    let range: Range<usize> = cut(part)..cut(part + 1);
    let from = match (section.kind, places.get(range.start)) {
        (Kind::Dense, Some(&place)) => table.first_number(place),
        (Kind::Dense, None) => section.entries,
        _ => 0,
    };
    let mut census = Census::new(table.header().title.values);
    let mut writer = SectionWriter::new(section.tier, section.kind, from);
    for &place in &places[range] {
        copy(
            table,
            place,
            section,
            &mut writer,
            Some((&mut census, images)),
        )?;
    }
    let (mut tiers, tally) = census.finish();
    if section.kind != Kind::Named {
        tiers = vec![TierCounts {
            tier: section.tier,
            counts: tally.counts(),
        }];
    }
    Ok(writer.finish(tiers, tally))
}

/// Merges a section from all parts, with their counts.
pub fn join_section(table: &Table<'_>, section: &Section) -> Result<SectionData, Damage> {
    let mut writer = SectionWriter::new(section.tier, section.kind, 0);
    for place in table.places(section.tier) {
        copy(table, place, section, &mut writer, None)?;
    }
    Ok(writer.finish(section.tiers.clone(), section.tally.clone()))
}

/// Copies the entries of a block.
fn copy(
    table: &Table<'_>,
    place: Place,
    section: &Section,
    writer: &mut SectionWriter,
    mut count: Option<(&mut Census, Images<'_>)>,
) -> Result<(), Damage> {
    let block = table.read(place)?;
    let entries = block.entries().map_err(|why| table.damage(place, why))?;
    let first = table.first_number(place);
    for i in 0..block.len() {
        let (key, number) = match &entries.keys {
            Keys::Dense => (Key::Place, first + i as u64),
            Keys::Listed(keys) => (Key::Number(keys[i]), keys[i]),
            Keys::Named(names) => (Key::Name(names.get(i)), 0),
        };
        if !writer.accepts(key) {
            let tier = section.tier;
            return Err(Damage::ShardsApart { tier });
        }
        let (code, nimber, tier) = (block.code(i), block.nimber(i), block.tier(i));
        if let Some((census, images)) = &mut count
            && code != 0
        {
            let images = match section.kind {
                Kind::Named => 1,
                _ => images(section.tier, number),
            };
            census.add(tier.unwrap_or(section.tier), code, images);
        }
        writer.push(key, code, nimber, tier);
    }
    Ok(())
}
