//! Backwards: the value of every position, tier by tier from the ends, by the threads of one process.
//!
//! A tier that all moves leave takes one sweep: the value of a position is the best of its moves, and these lead to
//! tiers that are solved. [`loopy_tier`](super::loopy_tier) does the tiers that moves stay in. In memory are the tier
//! under way and those that its moves lead to; the others wait as checkpoints.

use super::loopy_tier::{Induction, Sweeper, Swept, solve_by_sweeps};
use super::score::{Score, add_count, code_of_score};
use super::seen::{MoveScorer, Noticed, Seen, Step};
use super::tier_scores::{Places, SolvedScores, TierScores};
use super::work::{Stopping, Work};
use super::{NotSolved, Summary, values_of};
use noyau_core::by_number::{Ask, Expansion, Goal, State};
use noyau_core::parallel::for_each_job;
use noyau_format::code::{GAP, SolvedTier};
use noyau_format::header::Values;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places taken by a thread at a time.
const SHARE: usize = 4096;
/// Positions expanded at a time, at most: their moves stay in the nearest cache.
const BATCH: usize = 128;

/// How many positions to expand at a time: fewer where they have very many moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch(usize);

impl Batch {
    /// The moves of a batch at which it is large enough.
    const MOVES: usize = 1 << 14;

    /// Takes the next of those items.
    pub(super) fn next<'a, T>(self, left: &mut &'a [T]) -> Option<&'a [T]> {
        let (some, rest) = left.split_at(self.0.min(left.len()));
        *left = rest;
        (!some.is_empty()).then_some(some)
    }

    /// Takes note of the number of moves of a batch.
    pub(super) fn note(&mut self, moves: usize) {
        self.0 = match moves {
            0..Self::MOVES => (2 * self.0).min(BATCH),
            _ => (self.0 / 2).max(1),
        };
    }
}

impl Default for Batch {
    fn default() -> Self {
        Self(1)
    }
}

/// What the threads have counted together.
fn sum(counts: Vec<Vec<u64>>) -> Vec<u64> {
    let mut sum = Vec::new();
    for (code, positions) in counts.into_iter().flat_map(|counts| (0..).zip(counts)) {
        add_count(&mut sum, code, positions);
    }
    sum
}

/// A run through all tiers.
pub(super) struct Backward<'a, 'b> {
    work: &'b Work<'a>,
    values: Values,
    nimbers: bool,
    held: Vec<Option<SolvedScores>>,
    /// The positions of each tier.
    sizes: &'b [u64],
    done: AtomicU64,
    total: u64,
}

impl<'a, 'b> Backward<'a, 'b> {
    /// Solves every tier that has no checkpoint. `sizes` tells how many positions each has.
    pub(super) fn run(work: &'b Work<'a>, sizes: &'b [u64]) -> Result<Summary, NotSolved> {
        let layout = work.game.layout();
        let values = values_of(layout);
        let top = layout.top();
        let start = layout.starts[0];
        let total: u64 = sizes.iter().sum();
        let mut run = Self {
            work,
            values,
            nimbers: layout.goal == Goal::Nimbers,
            held: (0..=top).map(|_| None).collect(),
            sizes,
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
            let solved = run.read(tier)?;
            let solved = match solved {
                Some(solved) => {
                    run.tick(size.unwrap_or(0));
                    solved
                }
                None => run.solve(tier, size)?,
            };
            summary.add(values, &solved);
            let held = SolvedScores::new(solved, values);
            if tier == start.0 {
                let worth = held.look_up(start.1);
                let code = worth.and_then(|(score, _)| code_of_score(values, score));
                summary.start = code.unwrap_or(GAP);
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

    fn check_growth(&self, more: u64) -> Result<(), NotSolved> {
        let checked = self.work.limits.check_growth(self.bytes(), more);
        checked.map_err(NotSolved::Stopped)
    }

    /// A solved tier, if there is a checkpoint of it.
    fn read(&self, tier: u32) -> Result<Option<SolvedTier>, NotSolved> {
        let checkpoints = self.work.checkpoints;
        if !checkpoints.is_solved(tier)? {
            return Ok(None);
        }
        // Numbers and codes, packed and not.
        let size = self.sizes.get(tier as usize).copied().unwrap_or(0);
        self.check_growth(match self.work.game.layout().tier(tier).dense {
            Some(places) => 4 * places,
            None => 14 * size,
        })?;
        Ok(checkpoints.solved(tier)?)
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
                    && let Some(solved) = self.read(lower)?
                {
                    self.held[lower as usize] = Some(SolvedScores::new(solved, self.values));
                }
            }
        }
        // Numbers, scores, and both packed.
        let (positions, places) = (size.unwrap_or(0), of.dense.or(size).unwrap_or(0));
        self.check_growth(8 * positions + 4 * places)?;
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
        if places.count() as u64 > u64::from(u32::MAX) {
            return Err(NotSolved::TierTooLarge { tier });
        }
        let (held, more) = (self.bytes() + places.bytes(), 8 * places.count() as u64);
        let checked = self.work.limits.check_growth(held, more);
        checked.map_err(NotSolved::Stopped)?;
        let bytes = held + more;
        let stays = layout.is_loopy(tier);
        let mut under = Under {
            run: self,
            scores: TierScores::new(tier, places, stays, self.nimbers),
            bytes,
        };
        let counts = if stays {
            under.solve_loopy()?;
            under.count()?
        } else {
            under.one_pass()?
        };
        let solved = under.scores.finish(self.values);
        let solved = SolvedTier {
            counts,
            ..solved.ok_or(NotSolved::ValueTooLarge)?
        };
        checkpoints.put_solved(&solved)?;
        Ok(solved)
    }

    /// Counts positions of that score. One that is too large for a table is refused later.
    #[inline]
    fn count(&self, counts: &mut Vec<u64>, score: Score, positions: u64) {
        let code = code_of_score(self.values, score).unwrap_or(GAP);
        add_count(counts, code, positions);
    }

    /// Tells that so many positions are done.
    fn tick(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        self.work.limits.report(done, self.total);
    }
}

/// The tier under way.
struct Under<'r, 'a, 'b> {
    run: &'r Backward<'a, 'b>,
    scores: TierScores,
    bytes: u64,
}

/// Room for one thread.
struct Scratch<T> {
    expansion: Expansion,
    scorer: MoveScorer,
    numbers: Vec<u64>,
    answers: Vec<u64>,
    batch: Batch,
    found: T,
}

impl<T> Scratch<T> {
    /// Takes up the numbers at those places.
    fn set_numbers(&mut self, scores: &TierScores, places: impl Iterator<Item = u32>) {
        self.numbers.clear();
        self.numbers
            .extend(places.map(|place| scores.places.number(place)));
    }
}

impl Under<'_, '_, '_> {
    fn threads(&self) -> usize {
        self.run.work.limits.threads()
    }

    /// Goes through positions in shares, many threads at a time; gives what each thread has found. `bytes` are held
    /// beside those of the tier.
    fn in_shares<T: Default + Send>(
        &self,
        count: usize,
        threads: usize,
        ask: Ask,
        bytes: u64,
        work: impl Fn(&mut Scratch<T>, Range<usize>) + Sync,
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
                scorer: MoveScorer::new(self.scores.tier, self.run.values, self.run.nimbers),
                numbers: Vec::new(),
                answers: Vec::new(),
                batch: Batch::default(),
                found: T::default(),
            },
            |scratch: &mut Scratch<T>, from| {
                if stopped.goes_on(limits, self.bytes + bytes) {
                    let to = (from + share).min(count);
                    let mut from = from;
                    while from < to {
                        let end = (from + scratch.batch.0).min(to);
                        work(scratch, from..end);
                        let moves = scratch.expansion.links.len() + scratch.answers.len();
                        scratch.batch.note(moves);
                        from = end;
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
        let scores = &self.scores;
        scratch.set_numbers(scores, places.clone());
        let Scratch {
            expansion,
            scorer,
            numbers,
            found,
            ..
        } = scratch;
        self.run.work.game.expand(scores.tier, numbers, expansion);
        // Moves of a tier mostly lead to one other.
        let (mut near, mut held) = (u32::MAX, None);
        let mut orbit_sizes = expansion.orbit_sizes.iter();
        for (place, (state, links)) in places.zip(expansion.iter()) {
            let orbit_size = orbit_sizes.next().copied().unwrap_or(0);
            if state == State::Gap {
                continue;
            }
            let Ok(seen) = scorer.see(step, state, links, |link| {
                if link.tier == scores.tier {
                    return Ok::<_, Infallible>(scores.look_up(link.number));
                }
                if link.tier != near {
                    near = link.tier;
                    held = self.run.held[near as usize].as_ref();
                }
                Ok(held.and_then(|held| held.look_up(link.number)))
            });
            each(found, place, &seen, orbit_size);
        }
    }

    /// The places of the positions in that range.
    fn places(&self, range: Range<usize>) -> impl Iterator<Item = u32> + Clone {
        let places = &self.scores.places;
        (range.start as u32..range.end as u32).map(|i| places.place(i))
    }

    /// Solves a tier that every move leaves, and counts its positions.
    fn one_pass(&self) -> Result<Vec<u64>, NotSolved> {
        let positions = self.scores.places.positions() as usize;
        let decide = |scratch: &mut Scratch<_>, range| {
            let mut done = 0;
            let each = |counts: &mut Vec<u64>, place, seen: &Seen, orbit_size| {
                let score = seen.or_end();
                self.scores.decide(place, score, seen.nimber);
                self.run.count(counts, score, orbit_size);
                done += 1;
            };
            self.see(scratch, self.places(range), Step::OnePass, each);
            self.run.tick(done);
        };
        let threads = self.threads();
        let counts = self.in_shares(positions, threads, Ask::MovesAndOrbits, 0, decide)?;
        Ok(sum(counts))
    }

    /// Solves a tier that moves stay in.
    fn solve_loopy(&mut self) -> Result<(), NotSolved> {
        let layout = self.run.work.game.layout();
        if layout.plays_backwards {
            return self.induct();
        }
        if solve_by_sweeps(self, layout.goal, Step::Settle)? {
            Ok(())
        } else {
            Err(NotSolved::Cycle)
        }
    }

    /// Counts the positions of a solved tier.
    fn count(&self) -> Result<Vec<u64>, NotSolved> {
        let positions = self.scores.places.positions() as usize;
        let count = |scratch: &mut Scratch<Vec<u64>>, range| {
            let places = self.places(range);
            scratch.set_numbers(&self.scores, places.clone());
            let game = self.run.work.game;
            game.orbit_sizes(self.scores.tier, &scratch.numbers, &mut scratch.answers);
            let mut done = 0;
            for (place, &orbit_size) in places.zip(&scratch.answers) {
                if orbit_size > 0 {
                    let score = self.scores.score(place as usize);
                    self.run.count(&mut scratch.found, score, orbit_size);
                    done += 1;
                }
            }
            self.run.tick(done);
        };
        let counts = self.in_shares(positions, self.threads(), Ask::Children, 0, count)?;
        Ok(sum(counts))
    }

    /// Outcomes by distance, or margins, playing backwards from what is decided.
    fn induct(&self) -> Result<(), NotSolved> {
        let mut induction = Induction::new(self.scores.places.count(), self.run.values);
        let bytes = 16 * self.scores.places.count() as u64;
        let positions = self.scores.places.positions() as usize;
        let begin = |scratch: &mut Scratch<_>, range| {
            let each = |begun: &mut Vec<_>, place, seen: &Seen, _| {
                begun.push((place, seen.open, seen.exit()));
            };
            self.see(scratch, self.places(range), Step::Count, each);
        };
        let begun = self.in_shares(positions, self.threads(), Ask::Moves, bytes, begin)?;
        for (place, open, exit) in begun.into_iter().flatten() {
            induction.begin(place, open, exit);
        }
        let mut level = induction.agenda.next(0);
        while level != u64::MAX {
            let decided = induction.decide(&self.scores, level);
            let (lost, won) = decided.places.split_at(decided.lost);
            for (places, won) in [(lost, false), (won, true)] {
                let seen = decided.seen[usize::from(won)];
                for place in self.before(places, bytes)?.into_iter().flatten() {
                    induction.child_decided(&self.scores, place as usize, won, seen);
                }
            }
            level = induction.agenda.next(induction.after(level));
        }
        induction.finish(&self.scores);
        Ok(())
    }

    /// The places of the positions before those, each once for each of those that it leads to.
    fn before(&self, places: &[u32], bytes: u64) -> Result<Vec<Vec<u32>>, NotSolved> {
        let before = |scratch: &mut Scratch<Vec<u32>>, range: Range<usize>| {
            scratch.set_numbers(&self.scores, places[range].iter().copied());
            scratch.answers.clear();
            let game = self.run.work.game;
            game.before(self.scores.tier, &scratch.numbers, &mut scratch.answers);
            let before = scratch.answers.iter();
            let found = before.filter_map(|&number| self.scores.place(number));
            scratch.found.extend(found.map(|place| place as u32));
        };
        self.in_shares(places.len(), self.threads(), Ask::Children, bytes, before)
    }
}

impl Sweeper for Under<'_, '_, '_> {
    type Error = NotSolved;

    fn scores(&self) -> &TierScores {
        &self.scores
    }

    fn total(&mut self, own: u64) -> Result<u64, NotSolved> {
        Ok(own)
    }

    fn sweep(&mut self, places: &[u32], step: Step) -> Result<Swept, NotSolved> {
        // Upwards, where moves only lead down: everything is known when it is asked for.
        let layout = self.run.work.game.layout();
        let descends = step == Step::Settle && layout.tier(self.scores.tier).descends;
        let threads = if descends { 1 } else { self.threads() };
        let bytes = 12 * places.len() as u64;
        let sweep = |scratch: &mut Scratch<_>, range: Range<usize>| {
            let each = |(left, noticed): &mut (Vec<u32>, Noticed), place, seen: &Seen, _| {
                if !self.scores.decide_by(step, place, seen, noticed) {
                    left.push(place);
                }
            };
            self.see(scratch, places[range].iter().copied(), step, each);
        };
        let found = self.in_shares(places.len(), threads, Ask::Moves, bytes, sweep)?;
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
