//! The walk over a table: tier by tier, and in each from what is reached to what that leads to.

use super::load::{Layout, Loaded};
use super::{Audited, Fault, Refused};
use noyau_core::game::Outcome;
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::parallel::for_each_job;
use noyau_core::payoff::Rules;
use noyau_core::value::Value;
use noyau_format::code::{
    margin_of_wide_code, value_of_wide_code, wide_code_of_margin, wide_code_of_value,
};
use noyau_format::header::{Counts, Tally, TierCounts, Values};
use noyau_format::shards::outcome_of;
use noyau_format::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A set of entries that threads may add to.
pub(super) struct Marks(pub(super) Vec<AtomicU64>);

impl Marks {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn has(&self, i: usize) -> bool {
        self.0[i / 64].load(Ordering::Relaxed) >> (i % 64) & 1 == 1
    }

    /// Adds an entry, and tells whether it was not there.
    pub(super) fn add(&self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let word = &self.0[i / 64];
        // A plain look first: most are there already, and to change a word costs far more than to read it.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// Entries that are gone over together: a whole number of words of marks.
pub(super) const CHUNK: usize = 4096;

/// What one thread has found.
pub(super) struct Found {
    counts: BTreeMap<(u32, u32), u64>,
    entries: u64,
    moves: u64,
    single: u64,
}

/// What a visit came to.
pub(super) enum Visit {
    Done,
    /// A tier is to be loaded first.
    Needs(usize),
}

/// A move of the position being visited.
pub(super) struct Step {
    pub(super) slot: usize,
    pub(super) index: usize,
    /// What the mover gets, as it is compared.
    pub(super) value: Worth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Value(Value),
    Margin(i32),
}

impl Worth {
    fn code(self) -> u32 {
        let code = match self {
            Self::Value(value) => wide_code_of_value(value),
            Self::Margin(margin) => wide_code_of_margin(margin),
        };
        code.unwrap_or(u32::MAX)
    }
}

/// Room for one thread to work in.
pub(super) struct Scratch<G: Notation> {
    pub(super) moves: Vec<G::Move>,
    pub(super) steps: Vec<Step>,
    pub(super) nimbers: Vec<u32>,
    pub(super) found: Found,
}

pub(super) struct Auditor<'a, G: Notation> {
    pub(super) rules: Rules<'a, G>,
    pub(super) layout: &'a dyn Layout<G>,
    pub(super) values: Values,
    pub(super) has_nimbers: bool,
    pub(super) tiers: Vec<u32>,
    pub(super) loaded: Vec<Option<Loaded>>,
    pub(super) reached: Vec<Marks>,
}

impl<G: Notation> Auditor<'_, G> {
    pub(super) fn slot(&self, tier: u32) -> Option<usize> {
        self.tiers.binary_search(&tier).ok()
    }

    pub(super) fn load(
        &mut self,
        slot: usize,
        table: &Table<'_>,
        limits: &Limits,
    ) -> Result<(), Refused> {
        if self.loaded[slot].is_none() {
            let held: u64 = self.loaded.iter().flatten().map(Loaded::bytes).sum();
            let marks: usize = self.reached.iter().map(|marks| marks.0.len() * 8).sum();
            let section = &table.header().sections[slot];
            let more = section.entries.saturating_mul(12);
            limits
                .check(held + marks as u64 + more)
                .map_err(Refused::Stopped)?;
            self.loaded[slot] = Some(Loaded::read(table, section, limits.threads())?);
        }
        Ok(())
    }

    pub(super) fn find(&self, slot: usize, representative: &G::Position) -> Option<usize> {
        let loaded = self.loaded[slot].as_ref()?;
        let index = self.layout.index(self.rules.game, loaded, representative)?;
        (loaded.code(index) != 0).then_some(index)
    }

    /// Checks all entries of a tier that are reached, those reached meanwhile included.
    pub(super) fn check_tier(
        &mut self,
        slot: usize,
        table: &Table<'_>,
        limits: &Limits,
        audited: &mut Audited,
        total: u64,
    ) -> Result<(), Refused> {
        let section = &table.header().sections[slot];
        let entries = section.entries as usize;
        let visited = Marks::new(entries);
        let dirty: Vec<AtomicBool> = (0..entries.div_ceil(CHUNK))
            .map(|_| AtomicBool::new(true))
            .collect();
        let inner = AtomicBool::new(false);
        let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        loop {
            let chunks: Vec<usize> = (0..dirty.len())
                .filter(|&chunk| dirty[chunk].swap(false, Ordering::Relaxed))
                .collect();
            if chunks.is_empty() {
                break;
            }
            let needs = Mutex::new(BTreeSet::new());
            let results = Mutex::new(Vec::new());
            let stopped = Mutex::new(None);
            let done = AtomicU64::new(audited.entries);
            let this: &Self = self;
            let tasks = limits.threads().min(chunks.len());
            for_each_job(
                tasks,
                chunks.into_iter(),
                || Shared {
                    scratch: Scratch::new(),
                    results: &results,
                    fault: None,
                },
                |shared, chunk| {
                    if let Err(why) = limits.check(0) {
                        *lock(&stopped) = Some(why);
                        return;
                    }
                    let before = shared.scratch.found.entries;
                    for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(entries) {
                        if !this.reached[slot].has(index) || visited.has(index) {
                            continue;
                        }
                        match this.visit(slot, index, &mut shared.scratch) {
                            Ok(Visit::Done) => {
                                visited.add(index);
                                for step in &shared.scratch.steps {
                                    if step.slot == slot {
                                        inner.store(true, Ordering::Relaxed);
                                    }
                                    if this.reached[step.slot].add(step.index) && step.slot == slot
                                    {
                                        dirty[step.index / CHUNK].store(true, Ordering::Relaxed);
                                    }
                                }
                            }
                            Ok(Visit::Needs(tier)) => {
                                lock(&needs).insert(tier);
                                dirty[chunk].store(true, Ordering::Relaxed);
                                // What else there is here probably needs it too.
                                break;
                            }
                            Err(fault) => {
                                if shared.fault.as_ref().is_none_or(|(at, _)| *at > index) {
                                    shared.fault = Some((index, fault));
                                }
                                visited.add(index);
                            }
                        }
                    }
                    let more = shared.scratch.found.entries - before;
                    limits.report(done.fetch_add(more, Ordering::Relaxed) + more, total);
                },
            );
            let mut first: Option<(usize, Fault)> = None;
            for (found, fault) in results.into_inner().unwrap_or_else(PoisonError::into_inner) {
                audited.entries += found.entries;
                audited.moves += found.moves;
                audited.single += found.single;
                for (key, count) in found.counts {
                    *counts.entry(key).or_default() += count;
                }
                if let Some((at, fault)) = fault
                    && first.as_ref().is_none_or(|(other, _)| at < *other)
                {
                    first = Some((at, fault));
                }
            }
            if let Some((_, fault)) = first {
                return Err(fault.into());
            }
            if let Some(why) = *lock(&stopped) {
                return Err(Refused::Stopped(why));
            }
            for slot in needs.into_inner().unwrap_or_else(PoisonError::into_inner) {
                self.load(slot, table, limits)?;
            }
        }
        self.check_reached(slot, &visited)?;
        if inner.load(Ordering::Relaxed) {
            self.check_settled(slot, limits)?;
        }
        self.check_counts(section.tier, &counts, &section.tiers, &section.tally)
    }

    /// Every entry is a gap or was visited.
    fn check_reached(&self, slot: usize, visited: &Marks) -> Result<(), Refused> {
        let Some(loaded) = &self.loaded[slot] else {
            return Ok(());
        };
        for index in 0..loaded.len() {
            if loaded.code(index) != 0 && !visited.has(index) {
                let position = self.text_at(slot, index);
                return Err(Fault::Unreachable { position }.into());
            }
        }
        Ok(())
    }

    fn check_counts(
        &self,
        tier: u32,
        counts: &BTreeMap<(u32, u32), u64>,
        tiers: &[TierCounts],
        tally: &Tally,
    ) -> Result<(), Refused> {
        let codes = counts.iter().map(|(&(_, code), &count)| (code, count));
        if Tally::of(self.values, codes) != *tally {
            return Err(Fault::Counted { tier }.into());
        }
        let mut by_tier: BTreeMap<u32, Counts> = BTreeMap::new();
        for (&(tier, code), &count) in counts {
            if let Some(outcome) = outcome_of(self.values, code) {
                by_tier.entry(tier).or_default().add(outcome, count);
            }
        }
        let told = tiers.iter().filter(|tier| tier.counts.positions > 0);
        let told = told.map(|tier| (tier.tier, tier.counts));
        if by_tier.into_iter().eq(told) {
            Ok(())
        } else {
            Err(Fault::Counted { tier }.into())
        }
    }

    fn text(&self, position: &G::Position) -> String {
        let side = self.rules.game.to_move(position);
        let side = side.unwrap_or(noyau_core::game::Side::First);
        self.rules.game.format_position(position, side)
    }

    pub(super) fn text_at(&self, slot: usize, index: usize) -> String {
        let loaded = self.loaded[slot].as_ref();
        let position =
            loaded.and_then(|loaded| self.layout.position(self.rules.game, loaded, index));
        position.map_or_else(String::new, |position| self.text(&position))
    }

    /// What a code says, in words.
    pub(super) fn words(&self, code: u32) -> Message {
        match (self.values, value_of_wide_code(code)) {
            (Values::Margin, _) => {
                let margin = margin_of_wide_code(code).unwrap_or(0);
                message!("worth {margin:+}", "d'écart {margin:+}")
            }
            (_, Some(Value::Win(distance))) => {
                message!("won in {distance}", "gagné en {distance}")
            }
            (_, Some(Value::Loss(distance))) => {
                message!("lost in {distance}", "perdu en {distance}")
            }
            _ => message!("drawn", "nul"),
        }
    }

    /// The moves of a position with the entries they lead to, into `scratch.steps`.
    pub(super) fn steps(
        &self,
        slot: usize,
        position: &G::Position,
        scratch: &mut Scratch<G>,
    ) -> Result<Visit, Fault> {
        let game = self.rules.game;
        scratch.steps.clear();
        scratch.moves.clear();
        game.moves(position, &mut scratch.moves);
        for &mv in &scratch.moves {
            let told = || (self.text(position), game.format_move(position, mv));
            let missing = || {
                let (position, mv) = told();
                Fault::Missing { position, mv }
            };
            let child = game.child(position, mv);
            let child = self.layout.canonical(game, &child);
            let tier = self.layout.tier(game, &child);
            let to = if tier == self.tiers[slot] {
                slot
            } else if slot > 0 && tier == self.tiers[slot - 1] {
                slot - 1
            } else {
                self.slot(tier).ok_or_else(missing)?
            };
            if to > slot {
                let (position, mv) = told();
                return Err(Fault::Rises { position, mv });
            }
            let Some(loaded) = &self.loaded[to] else {
                return Ok(Visit::Needs(to));
            };
            let index = self.layout.index(game, loaded, &child);
            let index = index
                .filter(|&index| loaded.code(index) != 0)
                .ok_or_else(missing)?;
            let keeps = game.keeps_turn(position, mv);
            let code = loaded.code(index);
            let value = if self.rules.payoff.has_points() {
                let after = margin_of_wide_code(code).unwrap_or(0);
                let gain = self.rules.payoff.gain(game, position, mv);
                let after = if keeps { after } else { after.saturating_neg() };
                Worth::Margin(gain.saturating_add(after))
            } else {
                let value = value_of_wide_code(code).unwrap_or(Value::Draw);
                Worth::Value(seen_one_ply_earlier(value, keeps))
            };
            scratch.steps.push(Step {
                slot: to,
                index,
                value,
            });
        }
        Ok(Visit::Done)
    }

    fn visit(&self, slot: usize, index: usize, scratch: &mut Scratch<G>) -> Result<Visit, Fault> {
        let game = self.rules.game;
        let Some(loaded) = &self.loaded[slot] else {
            return Ok(Visit::Needs(slot));
        };
        // 1. The entry is the position it says.
        let Some(position) = self.layout.position(game, loaded, index) else {
            let (tier, entry) = (self.tiers[slot], index as u64);
            return Err(Fault::NotAPosition { tier, entry });
        };
        let in_place = self.layout.tier(game, &position) == self.tiers[slot]
            && self.layout.canonical(game, &position) == position
            && self.layout.index(game, loaded, &position) == Some(index);
        if !in_place {
            let position = self.text(&position);
            return Err(Fault::NotRepresentative { position });
        }
        // 2. Its value is that of an end, or the best of its moves.
        let claim = loaded.code(index);
        let end = game.outcome(&position);
        let truth = if let Some(outcome) = end {
            scratch.steps.clear();
            match self.rules.payoff.settle(game, &position) {
                None => Worth::Value(match outcome {
                    Outcome::Loss => Value::Loss(0),
                    Outcome::Draw => Value::Draw,
                    Outcome::Win => Value::Win(0),
                }),
                Some((own, other)) => Worth::Margin(own - other),
            }
        } else {
            if let Visit::Needs(tier) = self.steps(slot, &position, scratch)? {
                return Ok(Visit::Needs(tier));
            }
            let Some(best) = scratch.steps.iter().map(|step| step.value).max() else {
                let position = self.text(&position);
                return Err(Fault::NoMoves { position });
            };
            best
        };
        let code = truth.code();
        if claim != code {
            let position = self.text(&position);
            let (claim, truth) = (self.words(claim), self.words(code));
            return Err(if end.is_some() {
                Fault::FinalValue {
                    position,
                    claim,
                    truth,
                }
            } else {
                Fault::Value {
                    position,
                    claim,
                    truth,
                }
            });
        }
        // 3. Its tier, where tiers were found, is not below those of its successors.
        let own = loaded.found_tier(index);
        if let Some(own) = own {
            let higher = scratch.steps.iter().position(|step| {
                let there = self.loaded[step.slot].as_ref();
                there.and_then(|there| there.found_tier(step.index)) > Some(own)
            });
            if let Some(i) = higher {
                let mv = game.format_move(&position, scratch.moves[i]);
                let position = self.text(&position);
                return Err(Fault::Rises { position, mv });
            }
        }
        // 4. Its nimber is the least that none of them has.
        if self.has_nimbers {
            let met = &mut scratch.nimbers;
            met.clear();
            met.extend(scratch.steps.iter().filter_map(|step| {
                let there = self.loaded[step.slot].as_ref()?;
                there.nimber(step.index)
            }));
            met.sort_unstable();
            met.dedup();
            let truth = (0..).zip(&*met).take_while(|&(i, &nimber)| i == nimber);
            let truth = truth.count() as u32;
            let claim = loaded.nimber(index).unwrap_or(u32::MAX);
            if claim != truth {
                let position = self.text(&position);
                return Err(Fault::Nimber {
                    position,
                    claim,
                    truth,
                });
            }
        }
        // 5. Counts.
        let images = self.layout.orbit_size(game, &position);
        let found = &mut scratch.found;
        found.entries += 1;
        found.moves += scratch.steps.len() as u64;
        let winning = scratch.steps.iter().filter(|step| match step.value {
            Worth::Value(value) => value.outcome() == Outcome::Win,
            Worth::Margin(margin) => margin > 0,
        });
        if winning.count() == 1 {
            found.single += images;
        }
        *found
            .counts
            .entry((own.unwrap_or(self.tiers[slot]), claim))
            .or_default() += images;
        Ok(Visit::Done)
    }
}

/// What the mover makes of the value of the position it leaves to the other side, or keeps the turn in.
fn seen_one_ply_earlier(after: Value, keeps: bool) -> Value {
    let earlier = match after {
        Value::Win(plies) => Value::Win(plies.saturating_add(1)),
        Value::Draw => Value::Draw,
        Value::Loss(plies) => Value::Loss(plies.saturating_add(1)),
    };
    match (earlier, keeps) {
        (Value::Win(plies), false) => Value::Loss(plies),
        (Value::Loss(plies), false) => Value::Win(plies),
        (value, _) => value,
    }
}

impl<G: Notation> Scratch<G> {
    pub(super) fn new() -> Self {
        Self {
            moves: Vec::new(),
            steps: Vec::new(),
            nimbers: Vec::new(),
            found: Found {
                counts: BTreeMap::new(),
                entries: 0,
                moves: 0,
                single: 0,
            },
        }
    }
}

type Results = Mutex<Vec<(Found, Option<(usize, Fault)>)>>;

/// The scratch of a thread, which hands over what it found when the thread is done.
struct Shared<'a, G: Notation> {
    scratch: Scratch<G>,
    results: &'a Results,
    fault: Option<(usize, Fault)>,
}

impl<G: Notation> Drop for Shared<'_, G> {
    fn drop(&mut self) {
        let found = std::mem::replace(&mut self.scratch.found, Scratch::<G>::new().found);
        lock(self.results).push((found, self.fault.take()));
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
