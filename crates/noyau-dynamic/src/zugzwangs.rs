//! Mutual zugzwangs of a table: boards on which the side to move, whichever it is, would rather be the other one.

use super::Worth;
use super::open::Open;
use super::tables::{Row, Unvisited, worth_of};
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_format::Unusable;
use noyau_format::block::{Keys, Kind};
use noyau_format::table::Table;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The mutual zugzwangs of a table.
#[derive(Debug, Clone, Default)]
pub struct Zugzwangs {
    /// How many there are in each tier, images under symmetry not counted.
    pub found: BTreeMap<u32, u64>,
    /// Those in which most is lost and resistance is longest: who is to move loses, and what the board is worth to the
    /// other side if it is to move.
    pub rows: Vec<(Row, Worth)>,
    /// Whether all positions were looked at.
    pub complete: bool,
}

/// A tier with more entries is left out.
const MOST_ENTRIES: u64 = 1 << 26;

/// How many positions are looked at between two looks at the limits.
const TICK: usize = 1024;

/// The codes of a tier.
struct Tier {
    /// Ascending; empty if the numbers are the places.
    numbers: Vec<u64>,
    codes: Vec<u32>,
}

impl Tier {
    fn read(table: &Table<'_>, tier: u32) -> Result<Self, Unusable> {
        let (mut numbers, mut codes) = (Vec::new(), Vec::new());
        for place in table.places(tier) {
            let block = table.read(place)?;
            let entries = block.entries();
            let entries = entries.map_err(|why| table.damage(place, why))?;
            codes.extend_from_slice(&entries.codes);
            if let Keys::Listed(of_block) = &entries.keys {
                numbers.extend_from_slice(of_block);
            }
        }
        Ok(Self { numbers, codes })
    }

    fn number(&self, place: usize) -> u64 {
        self.numbers.get(place).copied().unwrap_or(place as u64)
    }

    /// The code of a number, if there is a position.
    fn code(&self, number: u64) -> Option<u32> {
        let place = if self.numbers.is_empty() {
            number as usize
        } else {
            self.numbers.binary_search(&number).ok()?
        };
        self.codes.get(place).copied().filter(|&code| code != 0)
    }
}

fn value(worth: &Worth) -> i32 {
    worth.margin.unwrap_or(worth.outcome.sign())
}

impl<G: Notation> Open<G> {
    /// The mutual zugzwangs of a table, and at most so many of them as rows. A board and the same one with the other side
    /// to move are in one tier; where the board tells whose turn it is there are none.
    pub(super) fn find_zugzwangs(
        &self,
        table: &Table<'_>,
        most: usize,
        limits: &Limits,
    ) -> Result<Zugzwangs, Unvisited> {
        let mut all = Zugzwangs {
            complete: true,
            ..Zugzwangs::default()
        };
        let sections = &table.header().sections;
        for section in sections.iter().rev() {
            let tier = section.tier;
            if section.kind == Kind::Named || section.entries > MOST_ENTRIES {
                all.complete = false;
                continue;
            }
            let codes = Tier::read(table, tier)?;
            for place in 0..codes.codes.len() {
                if place % TICK == 0 && limits.check(0).is_err() {
                    all.complete = false;
                    break;
                }
                if let Some((row, turned)) = self.zugzwang(&codes, tier, place) {
                    *all.found.entry(tier).or_default() += 1;
                    all.rows.push((row, turned));
                    if all.rows.len() > 4 * most.max(TICK) {
                        all.keep(most);
                    }
                }
            }
        }
        all.keep(most);
        Ok(all)
    }

    /// The row of a position that is a mutual zugzwang, and the worth of its board to the other side.
    fn zugzwang(&self, codes: &Tier, tier: u32, place: usize) -> Option<(Row, Worth)> {
        let has_points = self.spec.payoff.has_points();
        let worth = worth_of(has_points, codes.codes[place], 0);
        // Of the two turns at least one loses.
        if codes.codes[place] == 0 || value(&worth) >= 0 {
            return None;
        }
        let number = codes.number(place);
        let (position, images) = self.numbered(tier, number)?;
        let side = self.game.to_move(&position)?;
        let turned = self.game.with_other_to_move(&position, side)?;
        let (to, turned) = (self.tables()?.locate)(&self.game, &turned);
        if to != tier {
            return None;
        }
        let other = worth_of(has_points, codes.code(turned)?, 0);
        // Where both turns lose, the board is found twice.
        let is_first = value(&other) >= 0 || number <= turned;
        (is_first && value(&worth) + value(&other) < 0).then(|| {
            let row = Row {
                position: self.game.format_position(&position, side),
                tier,
                worth,
                nimber: None,
                images,
            };
            (row, other)
        })
    }
}

impl Zugzwangs {
    fn keep(&mut self, most: usize) {
        self.rows.sort_by_key(|(row, other)| {
            let lost = value(&row.worth) + value(other);
            (lost, Reverse(row.worth.distance), Reverse(row.tier))
        });
        self.rows.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use super::Tier;

    #[test]
    fn codes_are_found_by_number() {
        let dense = Tier {
            numbers: Vec::new(),
            codes: vec![0, 3, 1],
        };
        assert_eq!(
            [0, 1, 2, 3].map(|n| dense.code(n)),
            [None, Some(3), Some(1), None]
        );
        let listed = Tier {
            numbers: vec![4, 9],
            codes: vec![3, 1],
        };
        assert_eq!([4, 5, 9].map(|n| listed.code(n)), [Some(3), None, Some(1)]);
        assert_eq!(listed.number(1), 9);
    }
}
