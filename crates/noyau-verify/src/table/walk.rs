//! The traversal of a table: tier by tier, and within each from reached entries to their successors.

use super::load::Loaded;
use super::{Audited, Fault, Refused};
use noyau_core::game::{Outcome, Side};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_core::parallel::{for_each_job, lock, unlocked};
use noyau_core::table_rules::{EntryMove, EntryMoves, Key, Standing, TableRules};
use noyau_core::value::Value;
use noyau_format::code::{code_of_margin, code_of_value, margin_of_code, value_of_code};
use noyau_format::header::{Counts, Tally, TierCounts, Values};
use noyau_format::shards::outcome_of;
use noyau_format::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A concurrent set of entries.
pub(super) struct Marks(pub(super) Vec<AtomicU64>);

impl Marks {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn has(&self, i: usize) -> bool {
        self.0[i / 64].load(Ordering::Relaxed) >> (i % 64) & 1 == 1
    }

    /// Adds an entry and returns whether it is new.
    pub(super) fn add(&self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let word = &self.0[i / 64];
        // Read first: most entries are present, and writing costs far more than reading.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// The number of entries per job: a multiple of the word size of the marks.
pub(super) const CHUNK: usize = 4096;

/// The number of entries expanded together.
const BATCH: usize = 128;

/// The results of one thread.
#[derive(Default)]
struct Found {
    fault: Option<(usize, Fault)>,
    counts: BTreeMap<(u32, u32), u64>,
    entries: u64,
    moves: u64,
    single: u64,
    longest: BTreeMap<u32, [Option<u32>; 2]>,
}

/// The result of a visit.
pub(super) enum Visit {
    Done,
    /// A tier must be loaded first.
    Needs(usize),
}

/// A move of the position being visited.
pub(super) struct Step {
    pub(super) slot: usize,
    pub(super) index: usize,
    /// The value for the mover, as it is compared.
    pub(super) value: Worth,
    pub(super) keeps_turn: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Value(Value),
    Margin(i32),
}

impl Worth {
    fn code(self) -> u32 {
        let code = match self {
            Self::Value(value) => code_of_value(value),
            Self::Margin(margin) => code_of_margin(margin),
        };
        code.unwrap_or(u32::MAX)
    }
}

/// The scratch space of one thread.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) moves: EntryMoves,
    pub(super) steps: Vec<Step>,
    nimbers: Vec<u32>,
    found: Found,
}

pub(super) struct Auditor<'a> {
    pub(super) rules: &'a dyn TableRules,
    pub(super) values: Values,
    pub(super) has_nimbers: bool,
    pub(super) tiers: Vec<u32>,
    pub(super) loaded: Vec<Option<Loaded>>,
    pub(super) reached: Vec<Marks>,
}

impl Auditor<'_> {
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

    /// The entry with that key, unless it is a gap.
    pub(super) fn find(&self, slot: usize, key: Key<'_>) -> Option<usize> {
        let loaded = self.loaded[slot].as_ref()?;
        let index = loaded.find(key)?;
        (loaded.code(index) != 0).then_some(index)
    }

    /// Expands the next few wanted entries of a range; returns their indices, and where to continue.
    pub(super) fn expand(
        &self,
        loaded: &Loaded,
        range: std::ops::Range<usize>,
        wanted: impl Fn(usize) -> bool,
        moves: &mut EntryMoves,
    ) -> (Vec<usize>, usize) {
        let mut indices = Vec::with_capacity(BATCH);
        let mut next = range.start;
        while next < range.end && indices.len() < BATCH {
            if wanted(next) {
                indices.push(next);
            }
            next += 1;
        }
        let keys: Vec<Key<'_>> = indices.iter().map(|&index| loaded.key(index)).collect();
        self.rules.expand(&keys, moves);
        (indices, next)
    }

    /// Checks all reached entries of a tier, including those reached in the process.
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
            let stopped = Mutex::new(None);
            let done = AtomicU64::new(audited.entries);
            let this: &Self = self;
            let scratches = for_each_job(
                limits.threads().min(chunks.len()),
                chunks.into_iter(),
                Scratch::default,
                |scratch: &mut Scratch, chunk| {
                    if let Err(why) = limits.check(0) {
                        *lock(&stopped) = Some(why);
                        return;
                    }
                    let before = scratch.found.entries;
                    let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(entries);
                    if let Some(needed) =
                        this.check_chunk(slot, range, &visited, scratch, &|step| {
                            if step.slot == slot {
                                inner.store(true, Ordering::Relaxed);
                            }
                            if this.reached[step.slot].add(step.index) && step.slot == slot {
                                dirty[step.index / CHUNK].store(true, Ordering::Relaxed);
                            }
                        })
                    {
                        lock(&needs).insert(needed);
                        dirty[chunk].store(true, Ordering::Relaxed);
                    }
                    let more = scratch.found.entries - before;
                    limits.report(done.fetch_add(more, Ordering::Relaxed) + more, total);
                },
            );
            let mut first: Option<(usize, Fault)> = None;
            for Scratch { found, .. } in scratches {
                audited.entries += found.entries;
                audited.moves += found.moves;
                audited.single += found.single;
                for (tier, by_side) in found.longest {
                    let longest = audited.longest.entry(tier).or_default();
                    for (longest, found) in longest.iter_mut().zip(by_side) {
                        *longest = found.max(*longest);
                    }
                }
                for (key, count) in found.counts {
                    *counts.entry(key).or_default() += count;
                }
                if let Some((at, fault)) = found.fault
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
            for slot in unlocked(needs) {
                self.load(slot, table, limits)?;
            }
        }
        self.check_reached(slot, &visited)?;
        if inner.load(Ordering::Relaxed) {
            self.check_settled(slot, limits)?;
        }
        self.check_counts(section.tier, &counts, &section.tiers, &section.tally)
    }

    /// Checks the reached but unvisited entries of a chunk, and calls `lead` with their successors. Stops at the
    /// first that needs an unloaded tier, and returns that tier.
    fn check_chunk(
        &self,
        slot: usize,
        mut range: std::ops::Range<usize>,
        visited: &Marks,
        scratch: &mut Scratch,
        lead: &dyn Fn(&Step),
    ) -> Option<usize> {
        let loaded = self.loaded[slot].as_ref()?;
        let mut moves = std::mem::take(&mut scratch.moves);
        let mut needed = None;
        while !range.is_empty() && needed.is_none() {
            let wanted = |index| self.reached[slot].has(index) && !visited.has(index);
            let (indices, next) = self.expand(loaded, range.clone(), wanted, &mut moves);
            range.start = next;
            let mut sides = moves.sides.iter().copied();
            for (&index, entry) in indices.iter().zip(moves.iter()) {
                let side = sides.next().flatten();
                match self.visit(slot, index, entry, &moves.names, scratch) {
                    Ok(Visit::Done) => {
                        visited.add(index);
                        self.note_win(slot, index, side, &mut scratch.found.longest);
                        scratch.steps.iter().for_each(lead);
                    }
                    Ok(Visit::Needs(tier)) => {
                        // The rest of the chunk probably needs it too.
                        needed = Some(tier);
                        break;
                    }
                    Err(fault) => {
                        let first = &mut scratch.found.fault;
                        if first.as_ref().is_none_or(|(at, _)| *at > index) {
                            *first = Some((index, fault));
                        }
                        visited.add(index);
                    }
                }
            }
        }
        scratch.moves = moves;
        needed
    }

    /// Takes note of how long an entry is won for that side.
    fn note_win(
        &self,
        slot: usize,
        index: usize,
        side: Option<Side>,
        longest: &mut BTreeMap<u32, [Option<u32>; 2]>,
    ) {
        if let (Some(loaded), Some(side), Values::Outcome) = (&self.loaded[slot], side, self.values)
            && let Some(Value::Win(plies)) = value_of_code(loaded.code(index))
        {
            let tier = loaded.found_tier(index).unwrap_or(self.tiers[slot]);
            let longest = &mut longest.entry(tier).or_default()[side as usize];
            *longest = (*longest).max(Some(plies));
        }
    }

    /// Takes all entries of a tier as reached.
    pub(super) fn reach_all(&self, slot: usize) {
        if let Some(loaded) = &self.loaded[slot] {
            for index in (0..loaded.len()).filter(|&index| loaded.code(index) != 0) {
                self.reached[slot].add(index);
            }
        }
    }

    /// Checks that there is no position behind the numbers of a tier that have no entry.
    pub(super) fn check_complete(
        &self,
        tier: u32,
        numbers: u64,
        limits: &Limits,
    ) -> Result<(), Refused> {
        let slot = self.slot(tier);
        let is_here =
            |number| slot.is_some_and(|slot| self.find(slot, Key::Number(tier, number)).is_some());
        let absent = Mutex::new(None);
        let stopped = Mutex::new(None);
        for_each_job(
            limits.threads(),
            0..numbers.div_ceil(CHUNK as u64),
            EntryMoves::default,
            |moves: &mut EntryMoves, chunk| {
                if let Err(why) = limits.check(0) {
                    *lock(&stopped) = Some(why);
                    return;
                }
                let chunk = chunk * CHUNK as u64;
                let gaps = (chunk..numbers.min(chunk + CHUNK as u64)).filter(|&n| !is_here(n));
                let gaps: Vec<Key<'_>> = gaps.map(|number| Key::Number(tier, number)).collect();
                for keys in gaps.chunks(BATCH) {
                    self.rules.expand(keys, moves);
                    for (&key, (standing, ..)) in keys.iter().zip(moves.iter()) {
                        if matches!(standing, Standing::Open | Standing::Over(_)) {
                            lock(&absent).get_or_insert_with(|| self.rules.text(key));
                        }
                    }
                }
            },
        );
        if let Some(why) = unlocked(stopped) {
            return Err(Refused::Stopped(why));
        }
        match unlocked(absent) {
            Some(position) => Err(Fault::Absent { position }.into()),
            None => Ok(()),
        }
    }

    /// Checks that every entry is a gap or was visited.
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
        let stored = tiers.iter().filter(|tier| tier.counts.positions > 0);
        let stored = stored.map(|tier| (tier.tier, tier.counts));
        if by_tier.into_iter().eq(stored) {
            Ok(())
        } else {
            Err(Fault::Counted { tier }.into())
        }
    }

    /// The text of the position of an entry.
    pub(super) fn text_at(&self, slot: usize, index: usize) -> String {
        let loaded = self.loaded[slot].as_ref();
        loaded.map_or_else(String::new, |loaded| self.rules.text(loaded.key(index)))
    }

    fn move_at(&self, slot: usize, index: usize, mv: usize) -> String {
        let loaded = self.loaded[slot].as_ref();
        loaded.map_or_else(String::new, |loaded| {
            self.rules.move_text(loaded.key(index), mv)
        })
    }

    /// The text of a code.
    pub(super) fn words(&self, code: u32) -> Message {
        match (self.values, value_of_code(code)) {
            (Values::Margin, _) => {
                let margin = margin_of_code(code).unwrap_or(0);
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

    /// The successors of an entry, with their values for the mover.
    pub(super) fn steps(
        &self,
        slot: usize,
        index: usize,
        moves: &[EntryMove],
        names: &[String],
        steps: &mut Vec<Step>,
    ) -> Result<Visit, Fault> {
        steps.clear();
        for (i, mv) in moves.iter().enumerate() {
            let place = || (self.text_at(slot, index), self.move_at(slot, index, i));
            let missing = || {
                let (position, mv) = place();
                Fault::Missing { position, mv }
            };
            let to = if mv.tier == self.tiers[slot] {
                slot
            } else if slot > 0 && mv.tier == self.tiers[slot - 1] {
                slot - 1
            } else {
                self.slot(mv.tier).ok_or_else(missing)?
            };
            if to > slot {
                let (position, mv) = place();
                return Err(Fault::Rises { position, mv });
            }
            let Some(loaded) = &self.loaded[to] else {
                return Ok(Visit::Needs(to));
            };
            let key = match names.get(mv.number as usize) {
                Some(name) => Key::Name(name),
                None => Key::Number(mv.tier, mv.number),
            };
            let index = self.find(to, key).ok_or_else(missing)?;
            let code = loaded.code(index);
            let value = match self.values {
                Values::Outcome => {
                    let value = value_of_code(code).unwrap_or(Value::Draw);
                    Worth::Value(seen_one_ply_earlier(value, mv.effect.keeps_turn))
                }
                Values::Margin => {
                    let after = turned(margin_of_code(code).unwrap_or(0), mv.effect.keeps_turn);
                    Worth::Margin(mv.effect.gain.saturating_add(after))
                }
            };
            steps.push(Step {
                slot: to,
                index,
                value,
                keeps_turn: mv.effect.keeps_turn,
            });
        }
        Ok(Visit::Done)
    }

    fn visit(
        &self,
        slot: usize,
        index: usize,
        (standing, orbit_size, moves): (Standing, u64, &[EntryMove]),
        names: &[String],
        scratch: &mut Scratch,
    ) -> Result<Visit, Fault> {
        let Some(loaded) = &self.loaded[slot] else {
            return Ok(Visit::Needs(slot));
        };
        let text = || self.text_at(slot, index);
        // 1. The entry belongs to its position; its value is that of a terminal position, or the best of its moves.
        let claim = loaded.code(index);
        let visit = self.steps(slot, index, moves, names, &mut scratch.steps)?;
        let truth = match (standing, self.values) {
            (Standing::Nothing, _) => {
                let (tier, entry) = (self.tiers[slot], index as u64);
                return Err(Fault::NotAPosition { tier, entry });
            }
            (Standing::Elsewhere, _) => {
                return Err(Fault::NotRepresentative { position: text() });
            }
            (Standing::Over(margin), Values::Margin) => Worth::Margin(margin),
            (Standing::Over(sign), Values::Outcome) => Worth::Value(match sign {
                ..0 => Value::Loss(0),
                0 => Value::Draw,
                1.. => Value::Win(0),
            }),
            (Standing::Open, _) => {
                if let Visit::Needs(_) = visit {
                    return Ok(visit);
                }
                let best = scratch.steps.iter().map(|step| step.value).max();
                best.ok_or_else(|| Fault::NoMoves { position: text() })?
            }
        };
        let code = truth.code();
        if claim != code {
            let position = text();
            let (claim, truth) = (self.words(claim), self.words(code));
            return Err(if standing == Standing::Open {
                Fault::Value {
                    position,
                    claim,
                    truth,
                }
            } else {
                Fault::FinalValue {
                    position,
                    claim,
                    truth,
                }
            });
        }
        // 2. Its computed tier, if any, is not below those of its successors.
        let own = loaded.found_tier(index);
        if let Some(own) = own {
            let higher = scratch.steps.iter().position(|step| {
                let there = self.loaded[step.slot].as_ref();
                there.and_then(|there| there.found_tier(step.index)) > Some(own)
            });
            if let Some(i) = higher {
                let (position, mv) = (text(), self.move_at(slot, index, i));
                return Err(Fault::Rises { position, mv });
            }
        }
        // 3. Its nimber is the mex of theirs.
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
                let position = text();
                return Err(Fault::Nimber {
                    position,
                    claim,
                    truth,
                });
            }
        }
        // 4. Counts.
        let found = &mut scratch.found;
        found.entries += 1;
        found.moves += scratch.steps.len() as u64;
        let winning = scratch.steps.iter().filter(|step| match step.value {
            Worth::Value(value) => value.outcome() == Outcome::Win,
            Worth::Margin(margin) => margin > 0,
        });
        if winning.count() == 1 {
            found.single += orbit_size;
        }
        *found
            .counts
            .entry((own.unwrap_or(self.tiers[slot]), claim))
            .or_default() += orbit_size;
        Ok(Visit::Done)
    }
}

/// A margin from the mover's point of view.
pub(super) fn turned(margin: i32, keeps: bool) -> i32 {
    if keeps {
        margin
    } else {
        margin.saturating_neg()
    }
}

/// The value one ply earlier, from the mover's point of view.
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
