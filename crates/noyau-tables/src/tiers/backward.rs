//! Backwards: the value of every position, tier by tier from the ends, by the threads of one process.
//!
//! A tier that all moves leave takes one sweep: the value of a position is the best of its moves, and these lead to
//! tiers that are solved. [`loopy_tier`](super::loopy_tier) does the tiers that moves stay in. In memory are the tier
//! under way and those that its moves lead to; the others wait as checkpoints.

use super::locator::Locator;
use super::loopy_tier::{Induction, Sweeper, Swept, sweep_until_settled};
use super::score::{Score, UNKNOWN, code_of_score, score_of_code};
use super::seen::{Noticed, Seen, Step, mex};
use super::work::{Stopping, Work};
use super::{NotSolved, Summary, values_of};
use noyau_core::by_number::{Ask, Expansion, Goal, State};
use noyau_core::parallel::for_each_job;
use noyau_format::code::{Code, GAP, Numbers, SolvedTier};
use noyau_format::header::Values;
use std::sync::atomic::{AtomicI16, AtomicU16, AtomicU64, Ordering};

/// Places taken by a thread at a time.
const SHARE: usize = 4096;
/// Positions expanded at a time: their moves stay in the nearest cache.
pub(super) const BATCH: usize = 128;

/// The scores of a solved tier in memory.
#[derive(Debug)]
pub struct SolvedScores {
    locator: Locator,
    scores: Vec<Score>,
    nimbers: Vec<u16>,
}

impl SolvedScores {
    /// Takes a tier into memory.
    pub fn new(solved: SolvedTier, values: Values) -> Self {
        let codes = solved.values.iter();
        Self {
            scores: codes.map(|&code| score_of_code(values, code)).collect(),
            nimbers: solved.nimbers.unwrap_or_default(),
            locator: match solved.numbers {
                Numbers::Dense(len) => Locator::Direct(len),
                Numbers::Listed(keys) => Locator::of_list(keys),
            },
        }
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        self.locator.bytes() + 2 * (self.scores.len() + self.nimbers.len()) as u64
    }

    /// The score and the nimber of a position; [`UNKNOWN`] and 0 where there is none.
    #[inline]
    pub fn look_up(&self, number: u64) -> (Score, u16) {
        self.locator.place(number).map_or((UNKNOWN, 0), |place| {
            let nimber = self.nimbers.get(place).copied().unwrap_or(0);
            (self.scores[place], nimber)
        })
    }
}

/// The positions of the tier under way, by place.
enum Places {
    /// All numbers below this; some may be gaps.
    Whole(u64),
    /// These numbers, each at its own place among so many.
    Dense(Vec<u64>, u64),
    /// These numbers, one place after another.
    Listed(Vec<u64>),
}

impl Places {
    /// How many places there are.
    fn len(&self) -> usize {
        match self {
            Self::Whole(len) | Self::Dense(_, len) => *len as usize,
            Self::Listed(keys) => keys.len(),
        }
    }

    /// How many positions, or at most how many.
    fn positions(&self) -> u64 {
        match self {
            Self::Whole(len) => *len,
            Self::Dense(numbers, _) | Self::Listed(numbers) => numbers.len() as u64,
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Whole(_) => 0,
            Self::Dense(numbers, _) | Self::Listed(numbers) => 8 * numbers.len() as u64,
        }
    }

    /// The place of the i-th position.
    fn place(&self, i: u32) -> u32 {
        match self {
            Self::Dense(numbers, _) => numbers[i as usize] as u32,
            _ => i,
        }
    }

    fn number(&self, place: u32) -> u64 {
        match self {
            Self::Listed(keys) => keys[place as usize],
            _ => u64::from(place),
        }
    }
}

/// How many positions have each code.
#[derive(Debug, Default)]
struct Tally {
    counts: Vec<u64>,
    too_large: bool,
}

impl Tally {
    #[inline]
    fn add(&mut self, code: Option<Code>, positions: u64) {
        let Some(code) = code else {
            self.too_large = true;
            return;
        };
        let at = usize::from(code);
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += positions;
    }

    /// What the threads have counted together.
    fn sum(tallies: Vec<Self>) -> Result<Vec<u64>, NotSolved> {
        let mut sum = Self::default();
        for tally in tallies {
            if tally.too_large {
                return Err(NotSolved::ValueTooLarge);
            }
            for (code, &positions) in (0..).zip(&tally.counts) {
                sum.add(Some(code), positions);
            }
        }
        Ok(sum.counts)
    }
}

/// A run through all tiers.
pub(super) struct Backward<'a, 'b> {
    work: &'b Work<'a>,
    values: Values,
    nimbers: bool,
    held: Vec<Option<SolvedScores>>,
    done: AtomicU64,
    total: u64,
}

impl<'a, 'b> Backward<'a, 'b> {
    /// Solves every tier that has no checkpoint. `sizes` tells how many positions each has.
    pub(super) fn run(work: &'b Work<'a>, sizes: &[u64]) -> Result<Summary, NotSolved> {
        let layout = work.game.layout();
        let values = values_of(layout);
        let (top, start) = layout.start;
        let total: u64 = sizes.iter().sum();
        let mut run = Self {
            work,
            values,
            nimbers: layout.goal == Goal::Nimbers,
            held: (0..=top).map(|_| None).collect(),
            done: AtomicU64::new(total),
            total: 2 * total,
        };
        let last_asked = layout.last_asked();
        let mut summary = Summary::default();
        for tier in 0..=top {
            if layout.tier(tier).expected == 0 {
                continue;
            }
            let size = sizes.get(tier as usize).copied();
            let solved = if work.checkpoints.is_solved(tier)? {
                work.checkpoints.solved(tier)?
            } else {
                None
            };
            let solved = match solved {
                Some(solved) => {
                    run.tick(size.unwrap_or(0));
                    solved
                }
                None => run.solve(tier, size)?,
            };
            summary.add(values, &solved);
            let held = SolvedScores::new(solved, values);
            if tier == top {
                summary.start = code_of_score(values, held.look_up(start).0).unwrap_or(GAP);
            }
            run.held[tier as usize] = Some(held);
            for (lower, held) in run.held.iter_mut().enumerate() {
                if last_asked[lower] <= tier {
                    *held = None;
                }
            }
            run.make_room(tier + 1, top);
        }
        Ok(summary)
    }

    /// Lets go of tiers that the next one does not ask for, where memory is short.
    fn make_room(&mut self, next: u32, top: u32) {
        let Some(memory) = self.work.limits.memory else {
            return;
        };
        if next > top || self.bytes() * 2 < memory {
            return;
        }
        let asked = &self.work.game.layout().tier(next).child_tiers;
        for (tier, held) in (0..).zip(&mut self.held) {
            if !asked.contains(&tier) {
                *held = None;
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.held.iter().flatten().map(SolvedScores::bytes).sum()
    }

    /// Solves a tier and keeps it as a checkpoint.
    fn solve(&mut self, tier: u32, size: Option<u64>) -> Result<SolvedTier, NotSolved> {
        let Work {
            game, checkpoints, ..
        } = *self.work;
        let layout = game.layout();
        let of = layout.tier(tier);
        if size != Some(0) {
            for &lower in of.child_tiers.iter().filter(|&&lower| lower < tier) {
                if self.held[lower as usize].is_none()
                    && layout.tier(lower).expected > 0
                    && let Some(solved) = checkpoints.solved(lower)?
                {
                    self.held[lower as usize] = Some(SolvedScores::new(solved, self.values));
                }
            }
        }
        let places = if size == Some(0) {
            Places::Listed(Vec::new())
        } else if layout.is_whole {
            Places::Whole(of.dense.unwrap_or(0))
        } else {
            let numbers = checkpoints.keys(tier)?.unwrap_or_default();
            match of.dense {
                Some(len) => Places::Dense(numbers, len),
                None => Places::Listed(numbers),
            }
        };
        if places.len() as u64 > u64::from(u32::MAX) {
            return Err(NotSolved::TierTooLarge { tier });
        }
        let bytes = self.bytes() + places.bytes() + 8 * places.len() as u64;
        self.work.limits.check(bytes).map_err(NotSolved::Stopped)?;
        let stays = layout.is_loopy(tier);
        let len = places.len();
        let nimbers = if self.nimbers { len } else { 0 };
        let mut under = Under {
            run: self,
            tier,
            locator: match &places {
                Places::Listed(keys) if stays => Locator::of_list(keys.clone()),
                _ => Locator::Direct(len as u64),
            },
            places,
            scores: (0..len).map(|_| AtomicI16::new(UNKNOWN)).collect(),
            nimbers: (0..nimbers).map(|_| AtomicU16::new(0)).collect(),
            bytes,
        };
        let counts = if stays {
            under.solve_loopy()?;
            under.count()?
        } else {
            under.one_pass()?
        };
        let Under {
            places,
            scores,
            nimbers,
            ..
        } = under;
        let codes = scores.into_iter().map(|score| match score.into_inner() {
            UNKNOWN => GAP,
            // Refused before if it does not fit.
            score => code_of_score(self.values, score).unwrap_or(GAP),
        });
        let solved = SolvedTier {
            tier,
            values: codes.collect(),
            numbers: match places {
                Places::Whole(len) | Places::Dense(_, len) => Numbers::Dense(len),
                Places::Listed(keys) => Numbers::Listed(keys),
            },
            nimbers: self
                .nimbers
                .then(|| nimbers.into_iter().map(AtomicU16::into_inner).collect()),
            counts,
        };
        checkpoints.put_solved(&solved)?;
        Ok(solved)
    }

    /// Tells that so many positions are done.
    fn tick(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        self.work.limits.report(done, self.total);
    }
}

/// The tier under way. Scores are shared between threads as atomics, and each is written once.
struct Under<'r, 'a, 'b> {
    run: &'r Backward<'a, 'b>,
    tier: u32,
    places: Places,
    locator: Locator,
    scores: Vec<AtomicI16>,
    nimbers: Vec<AtomicU16>,
    bytes: u64,
}

/// Room for one thread.
struct Scratch<T> {
    expansion: Expansion,
    numbers: Vec<u64>,
    within: Vec<u64>,
    nimbers: Vec<u16>,
    found: T,
}

impl Under<'_, '_, '_> {
    #[inline]
    fn score(&self, place: usize) -> Score {
        self.scores[place].load(Ordering::Acquire)
    }

    /// Gives a position its score, once its nimber is known.
    #[inline]
    fn decide(&self, place: u32, score: Score, nimber: u16) {
        if let Some(of) = self.nimbers.get(place as usize) {
            of.store(nimber, Ordering::Relaxed);
        }
        self.scores[place as usize].store(score, Ordering::Release);
    }

    /// Goes through positions in shares, many threads at a time; gives what each thread has found. `bytes` are held
    /// beside those of the tier.
    fn in_shares<T: Default + Send>(
        &self,
        count: usize,
        threads: usize,
        ask: Ask,
        bytes: u64,
        work: impl Fn(&mut Scratch<T>, std::ops::Range<usize>) + Sync,
    ) -> Result<Vec<T>, NotSolved> {
        let limits = self.run.work.limits;
        let stopped = Stopping::default();
        // Small ones get a share for each thread.
        let share = SHARE
            .min(count.div_ceil(4 * threads).next_multiple_of(BATCH))
            .max(BATCH);
        let scratches = for_each_job(
            if count <= BATCH { 1 } else { threads },
            (0..count).step_by(share),
            || Scratch {
                expansion: Expansion::new(ask),
                numbers: Vec::new(),
                within: Vec::new(),
                nimbers: Vec::new(),
                found: T::default(),
            },
            |scratch: &mut Scratch<T>, from| {
                if stopped.goes_on(limits, self.bytes + bytes) {
                    let to = (from + share).min(count);
                    for from in (from..to).step_by(BATCH) {
                        work(scratch, from..(from + BATCH).min(to));
                    }
                }
            },
        );
        stopped.result()?;
        let found = scratches.into_iter().map(|scratch| scratch.found);
        Ok(found.collect())
    }

    /// Sees the moves of a batch of positions, and calls `each` with those that are no gaps: their place, what was seen,
    /// and how many positions each stands for, if asked.
    #[inline]
    fn see<T>(
        &self,
        scratch: &mut Scratch<T>,
        places: impl Iterator<Item = u32> + Clone,
        step: Step,
        mut each: impl FnMut(&mut T, u32, &Seen, u64),
    ) {
        let Scratch {
            expansion,
            numbers,
            within,
            nimbers,
            found,
        } = scratch;
        let (tier, values) = (self.tier, self.run.values);
        numbers.clear();
        numbers.extend(places.clone().map(|place| self.places.number(place)));
        self.run.work.game.expand(tier, numbers, expansion);
        let has_nimbers = self.run.nimbers;
        // Moves of a tier mostly lead to one other.
        let (mut near, mut held) = (u32::MAX, None);
        let mut orbit_sizes = expansion.orbit_sizes.iter();
        for (place, (state, links)) in places.zip(expansion.iter()) {
            let orbit_size = orbit_sizes.next().copied().unwrap_or(0);
            if state == State::Gap {
                continue;
            }
            let mut seen = Seen::new(values, state);
            within.clear();
            nimbers.clear();
            for link in links {
                let (after, nimber) = if link.tier != tier {
                    if link.tier != near {
                        near = link.tier;
                        held = self.run.held[near as usize].as_ref();
                    }
                    held.map_or((UNKNOWN, 0), |held| held.look_up(link.number))
                } else if step == Step::Count {
                    within.push(link.number);
                    continue;
                } else {
                    let place = self.locator.place(link.number);
                    let score = place.map_or(UNKNOWN, |place| self.score(place));
                    let (Some(place), true) = (place, score != UNKNOWN) else {
                        seen.open += 1;
                        continue;
                    };
                    let nimber = self.nimbers.get(place);
                    (score, nimber.map_or(0, |n| n.load(Ordering::Relaxed)))
                };
                seen.see(values, link, after);
                if has_nimbers {
                    nimbers.push(nimber);
                }
            }
            if step == Step::Count {
                within.sort_unstable();
                within.dedup();
                seen.open = within.len() as u16;
            }
            if has_nimbers {
                seen.nimber = mex(nimbers);
            }
            each(found, place, &seen, orbit_size);
        }
    }

    /// Solves a tier that every move leaves, and counts its positions.
    fn one_pass(&self) -> Result<Vec<u64>, NotSolved> {
        let threads = self.run.work.limits.threads();
        let positions = self.places.positions() as usize;
        let tallies = self.in_shares(
            positions,
            threads,
            Ask::MovesAndOrbits,
            0,
            |scratch, range| {
                let mut done = 0;
                let places = (range.start as u32..range.end as u32).map(|i| self.places.place(i));
                let values = self.run.values;
                let each = |tally: &mut Tally, place, seen: &Seen, orbit_size| {
                    let score = seen.or_end();
                    self.decide(place, score, seen.nimber);
                    tally.add(code_of_score(values, score), orbit_size);
                    done += 1;
                };
                self.see(scratch, places, Step::OnePass, each);
                self.run.tick(done);
            },
        )?;
        Tally::sum(tallies)
    }

    /// Solves a tier that moves stay in.
    fn solve_loopy(&mut self) -> Result<(), NotSolved> {
        let positions = self.places.positions() as u32;
        let all: Vec<u32> = (0..positions).map(|i| self.places.place(i)).collect();
        if self.run.work.game.layout().plays_backwards {
            return self.induct(&all);
        }
        let goal = self.run.work.game.layout().goal;
        let (open, total) = sweep_until_settled(self, goal, all, Step::Settle)?;
        if total > 0 && goal == Goal::Nimbers {
            return Err(NotSolved::Cycle);
        }
        for place in open {
            self.decide(place, 0, 0);
        }
        Ok(())
    }

    /// Counts the positions of a solved tier.
    fn count(&self) -> Result<Vec<u64>, NotSolved> {
        let threads = self.run.work.limits.threads();
        let tallies = self.in_shares(
            self.places.positions() as usize,
            threads,
            Ask::Children,
            0,
            |scratch: &mut Scratch<Tally>, range| {
                let places = (range.start as u32..range.end as u32).map(|i| self.places.place(i));
                let numbers = &mut scratch.numbers;
                numbers.clear();
                numbers.extend(places.clone().map(|place| self.places.number(place)));
                let game = self.run.work.game;
                game.orbit_sizes(self.tier, numbers, &mut scratch.within);
                let mut done = 0;
                for (place, &orbit_size) in places.zip(&scratch.within) {
                    if orbit_size > 0 {
                        let code = code_of_score(self.run.values, self.score(place as usize));
                        scratch.found.add(code, orbit_size);
                        done += 1;
                    }
                }
                self.run.tick(done);
            },
        )?;
        Tally::sum(tallies)
    }

    /// Outcomes by distance, playing backwards from what is decided.
    fn induct(&self, all: &[u32]) -> Result<(), NotSolved> {
        let mut induction = Induction::new(self.places.len());
        let bytes = 16 * self.places.len() as u64;
        let threads = self.run.work.limits.threads();
        let begun = self.in_shares(all.len(), threads, Ask::Moves, bytes, |scratch, range| {
            let each = |begun: &mut Vec<_>, place, seen: &Seen, _| {
                begun.push((place, seen.open, seen.exit()));
            };
            self.see(scratch, all[range].iter().copied(), Step::Count, each);
        })?;
        for (place, open, exit) in begun.into_iter().flatten() {
            induction.begin(place, open, exit);
        }
        let mut distance = induction.agenda.next(0);
        while distance != u64::MAX {
            let decided = induction.decide(distance, |place, score| {
                let is_new = self.score(place) == UNKNOWN;
                if is_new {
                    self.decide(place as u32, score, 0);
                }
                is_new
            });
            let (lost, won) = decided.places.split_at(decided.lost);
            for (places, won) in [(lost, false), (won, true)] {
                for place in self.before(places, bytes)?.into_iter().flatten() {
                    if self.score(place as usize) == UNKNOWN {
                        let seen = decided.seen[usize::from(won)];
                        induction.child_decided(place as usize, won, seen);
                    }
                }
            }
            distance = induction.agenda.next(distance + 1);
        }
        for &place in all {
            if self.score(place as usize) == UNKNOWN && induction.is_here(place) {
                self.decide(place, 0, 0);
            }
        }
        Ok(())
    }

    /// The places of the positions before those, each once for each of those that it leads to.
    fn before(&self, places: &[u32], bytes: u64) -> Result<Vec<Vec<u32>>, NotSolved> {
        let threads = self.run.work.limits.threads();
        self.in_shares(
            places.len(),
            threads,
            Ask::Children,
            bytes,
            |scratch: &mut Scratch<Vec<u32>>, range| {
                let numbers = places[range].iter().map(|&place| self.places.number(place));
                scratch.numbers.clear();
                scratch.numbers.extend(numbers);
                scratch.within.clear();
                let game = self.run.work.game;
                game.before(self.tier, &scratch.numbers, &mut scratch.within);
                let before = scratch.within.iter();
                let found = before.filter_map(|&number| self.locator.place(number));
                scratch.found.extend(found.map(|place| place as u32));
            },
        )
    }
}

impl Sweeper for Under<'_, '_, '_> {
    type Error = NotSolved;

    fn total(&mut self, own: u64) -> Result<u64, NotSolved> {
        Ok(own)
    }

    fn sweep(&mut self, places: &[u32], step: Step) -> Result<Swept, NotSolved> {
        // Upwards, where moves only lead down: everything is known when it is asked for.
        let layout = self.run.work.game.layout();
        let descends = step == Step::Settle && layout.tier(self.tier).descends;
        let threads = if descends {
            1
        } else {
            self.run.work.limits.threads()
        };
        let bytes = 12 * places.len() as u64;
        let found = self.in_shares(
            places.len(),
            threads,
            Ask::Moves,
            bytes,
            |scratch, range| {
                let places = places[range].iter().copied();
                let each =
                    |(left, noticed): &mut (Vec<u32>, Noticed), place, seen: &Seen, _| match step
                        .decide(seen, noticed)
                    {
                        Some(score) => self.decide(place, score, seen.nimber),
                        None => left.push(place),
                    };
                self.see(scratch, places, step, each);
            },
        )?;
        let mut swept = Swept::default();
        for (mut left, noticed) in found {
            swept.left.append(&mut left);
            swept.noticed.merge(noticed);
        }
        swept.left.sort_unstable();
        swept.total = swept.left.len() as u64;
        Ok(swept)
    }
}
