//! Backwards: the value of every position, tier by tier from the ends.
//!
//! A tier that all moves leave takes one pass: the value of a position is the best of its moves, and these lead to
//! tiers that are solved. [`inside`](super::inside) does the tiers that moves stay in. In memory are the tier under way
//! and those that its moves lead to; the others wait on the shelf.

use super::locator::Locator;
use super::rule::{Rule, Score, UNKNOWN};
use super::work::{Stopping, Work};
use super::{NotSolved, Summary};
use noyau_core::index::Index;
use noyau_core::parallel::for_each_job;
use noyau_format::code::{Code, GAP, Numbers, SolvedTier};
use std::marker::PhantomData;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places taken by a thread at a time.
pub(super) const SHARE: usize = 8192;

/// A solved tier in memory.
#[derive(Debug)]
pub(super) struct Held {
    index: Locator,
    scores: Vec<Score>,
    nimbers: Option<Vec<u16>>,
}

impl Held {
    fn bytes(&self) -> u64 {
        let nimbers = self.nimbers.as_ref().map_or(0, Vec::len);
        self.index.bytes() + 2 * (self.scores.len() + nimbers) as u64
    }
}

/// The positions of the tier under way, by place.
pub(super) enum Places {
    /// All numbers below this; some may be gaps.
    Whole(u64),
    /// These numbers, each at its own place among so many.
    Dense(Vec<u64>, u64),
    /// These numbers, one place after another.
    Listed(Vec<u64>),
}

impl Places {
    /// How many places there are.
    pub(super) fn len(&self) -> usize {
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

    /// Calls `each` with the places in that range that may hold a position, and their numbers.
    #[inline]
    pub(super) fn for_each_in(&self, range: Range<usize>, mut each: impl FnMut(usize, u64)) {
        match self {
            Self::Whole(_) => range.for_each(|place| each(place, place as u64)),
            Self::Dense(numbers, _) => {
                let from = numbers.partition_point(|&number| number < range.start as u64);
                let numbers = numbers[from..].iter();
                for &number in numbers.take_while(|&&number| number < range.end as u64) {
                    each(number as usize, number);
                }
            }
            Self::Listed(keys) => {
                for (place, &key) in range.clone().zip(&keys[range]) {
                    each(place, key);
                }
            }
        }
    }
}

/// How many positions have each code.
#[derive(Debug, Default)]
pub(super) struct Tally(Vec<u64>);

impl Tally {
    #[inline]
    pub(super) fn add(&mut self, code: Code, positions: u64) {
        let at = usize::from(code);
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += positions;
    }

    fn merge(mut self, other: &Self) -> Self {
        for (code, &positions) in (0..).zip(&other.0) {
            self.add(code, positions);
        }
        self
    }
}

/// A run through all tiers.
pub(super) struct Backward<'a, 'b, G: Index, R> {
    pub(super) work: &'b Work<'a, G>,
    held: Vec<Option<Held>>,
    nimbers: bool,
    done: AtomicU64,
    total: u64,
    rule: PhantomData<R>,
}

/// Room for one thread.
pub(super) struct Scratch<M> {
    pub(super) moves: Vec<M>,
    pub(super) nimbers: Vec<u16>,
    pub(super) tally: Tally,
    pub(super) too_large: bool,
}

impl<M> Default for Scratch<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            nimbers: Vec::new(),
            tally: Tally::default(),
            too_large: false,
        }
    }
}

/// The values of a tier's places.
pub(super) struct Values {
    pub(super) scores: Vec<Score>,
    pub(super) nimbers: Option<Vec<u16>>,
    pub(super) tally: Tally,
}

impl<'a, 'b, G: Index, R: Rule<G>> Backward<'a, 'b, G, R> {
    /// Solves every tier that the shelf lacks. `sizes` tells how many positions each has.
    pub(super) fn run(
        work: &'b Work<'a, G>,
        nimbers: bool,
        sizes: &[u64],
    ) -> Result<Summary, NotSolved> {
        let game = work.game;
        let top = game.tier(&game.canonical(&game.start()));
        let total: u64 = sizes.iter().sum();
        let mut run = Self {
            work,
            held: (0..=top).map(|_| None).collect(),
            nimbers,
            done: AtomicU64::new(total),
            total: 2 * total,
            rule: PhantomData,
        };
        // The last tier that asks for each.
        let mut last_asked = vec![0; top as usize + 1];
        for tier in 0..=top {
            for lower in game.child_tiers(tier) {
                last_asked[lower as usize] = tier;
            }
        }
        let mut summary = Summary::default();
        for tier in 0..=top {
            if game.expected(tier) == 0 {
                continue;
            }
            let size = sizes.get(tier as usize).copied();
            let solved = if work.shelf.is_solved(tier)? {
                work.shelf.solved(tier)?
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
            summary.add::<G, R>(&solved);
            if tier == top {
                let start = game.number(&game.canonical(&game.start()));
                summary.start = Self::code_in(&solved, start);
            }
            run.held[tier as usize] = Some(Self::hold(solved));
            for (lower, held) in run.held.iter_mut().enumerate() {
                if last_asked[lower] <= tier {
                    *held = None;
                }
            }
            run.make_room(tier + 1, top);
        }
        Ok(summary)
    }

    fn code_in(solved: &SolvedTier, number: u64) -> Code {
        let place = match &solved.numbers {
            Numbers::Dense(_) => Some(number as usize),
            Numbers::Listed(keys) => keys.binary_search(&number).ok(),
        };
        place
            .and_then(|place| solved.values.get(place))
            .copied()
            .unwrap_or(GAP)
    }

    fn hold(solved: SolvedTier) -> Held {
        Held {
            scores: solved.values.iter().map(|&code| R::score(code)).collect(),
            nimbers: solved.nimbers,
            index: match solved.numbers {
                Numbers::Dense(len) => Locator::Direct(len),
                Numbers::Listed(keys) => Locator::of_list(keys),
            },
        }
    }

    /// Lets go of tiers that the next one does not ask for, where memory is short.
    fn make_room(&mut self, next: u32, top: u32) {
        let Some(memory) = self.work.limits.memory else {
            return;
        };
        if next > top || self.bytes() * 2 < memory {
            return;
        }
        let asked = self.work.game.child_tiers(next);
        for (tier, held) in (0..).zip(&mut self.held) {
            if !asked.contains(&tier) {
                *held = None;
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.held.iter().flatten().map(Held::bytes).sum()
    }

    /// Solves a tier and puts it on the shelf.
    fn solve(&mut self, tier: u32, size: Option<u64>) -> Result<SolvedTier, NotSolved> {
        let Work { game, shelf, .. } = *self.work;
        let reached = game.child_tiers(tier);
        if size != Some(0) {
            for &lower in reached.iter().filter(|&&lower| lower < tier) {
                if self.held[lower as usize].is_none()
                    && game.expected(lower) > 0
                    && let Some(solved) = shelf.solved(lower)?
                {
                    self.held[lower as usize] = Some(Self::hold(solved));
                }
            }
        }
        let places = if size == Some(0) {
            Places::Listed(Vec::new())
        } else if game.is_whole() {
            Places::Whole(game.dense(tier).unwrap_or(0))
        } else {
            let numbers = shelf.keys(tier)?.unwrap_or_default();
            match game.dense(tier) {
                Some(len) => Places::Dense(numbers, len),
                None => Places::Listed(numbers),
            }
        };
        if places.positions() > u64::from(u32::MAX) {
            return Err(NotSolved::TierTooLarge { tier });
        }
        let bytes = self.bytes() + places.bytes() + 8 * places.len() as u64;
        self.work.limits.check(bytes).map_err(NotSolved::Stopped)?;
        let values = if reached.contains(&tier) {
            self.inside(tier, &places, bytes)?
        } else {
            self.one_pass(tier, &places, bytes)?
        };
        let codes = values.scores.iter().map(|&score| match score {
            UNKNOWN => GAP,
            // Refused before if it does not fit.
            _ => R::code(score).unwrap_or(GAP),
        });
        let counts = values.tally.0;
        let solved = SolvedTier {
            tier,
            values: codes.collect(),
            numbers: match places {
                Places::Whole(len) | Places::Dense(_, len) => Numbers::Dense(len),
                Places::Listed(keys) => Numbers::Listed(keys),
            },
            nimbers: values.nimbers,
            counts,
        };
        shelf.put_solved(&solved)?;
        Ok(solved)
    }

    /// Solves a tier that every move leaves.
    fn one_pass(&self, tier: u32, places: &Places, bytes: u64) -> Result<Values, NotSolved> {
        let limits = self.work.limits;
        let mut scores = vec![UNKNOWN; places.len()];
        let mut nimbers = vec![0; if self.nimbers { places.len() } else { 0 }];
        let mut nimber_shares = nimbers.chunks_mut(SHARE);
        let jobs = scores
            .chunks_mut(SHARE)
            .enumerate()
            .map(|(i, scores)| (i * SHARE, scores, nimber_shares.next()));
        let stopped = Stopping::default();
        let scratches = for_each_job(
            limits.threads(),
            jobs,
            Scratch::default,
            |scratch: &mut Scratch<G::Move>, (from, scores, mut nimbers)| {
                if !stopped.goes_on(limits, bytes) {
                    return;
                }
                let range = from..from + scores.len();
                let mut done = 0;
                places.for_each_in(range, |place, number| {
                    let Some(position) = self.work.game.position(tier, number) else {
                        return;
                    };
                    scratch.nimbers.clear();
                    let mut best = UNKNOWN;
                    self.for_each_move(&position, scratch, |after, _| best = best.max(after));
                    let score = self.or_end(&position, best);
                    scores[place - from] = score;
                    if let Some(nimbers) = &mut nimbers {
                        nimbers[place - from] = mex(&mut scratch.nimbers);
                    }
                    self.count(&position, score, scratch);
                    done += 1;
                });
                self.tick(done);
            },
        );
        stopped.result()?;
        Ok(Values {
            scores,
            nimbers: self.nimbers.then_some(nimbers),
            tally: Self::tally(scratches)?,
        })
    }

    /// Calls `each` with what every move is worth, and with its nimber noted in the scratch.
    #[inline]
    fn for_each_move(
        &self,
        position: &G::Position,
        scratch: &mut Scratch<G::Move>,
        mut each: impl FnMut(Score, u32),
    ) {
        let Scratch { moves, nimbers, .. } = scratch;
        let game = self.work.game;
        game.for_each_child(position, moves, |mv, to, number| {
            let after = self.look_up(to, number);
            if let Some(held) = &self.held[to as usize]
                && let Some(of_tier) = &held.nimbers
                && let Some(place) = held.index.place(number)
            {
                nimbers.push(of_tier[place]);
            }
            each(R::seen(game, position, mv, after), to);
        });
    }

    /// What a position of a solved tier is worth.
    #[inline]
    pub(super) fn look_up(&self, tier: u32, number: u64) -> Score {
        let held = self.held[tier as usize].as_ref();
        held.and_then(|held| held.scores.get(held.index.place(number)?).copied())
            .unwrap_or(UNKNOWN)
    }

    /// The nimber of a position of a solved tier.
    #[inline]
    pub(super) fn nimber(&self, tier: u32, number: u64) -> u16 {
        let held = self.held[tier as usize].as_ref();
        held.and_then(|held| {
            let place = held.index.place(number)?;
            held.nimbers.as_ref()?.get(place).copied()
        })
        .unwrap_or(0)
    }

    /// The best of the moves, or what the end is worth where there is none.
    #[inline]
    pub(super) fn or_end(&self, position: &G::Position, best: Score) -> Score {
        if best != UNKNOWN {
            return best;
        }
        let game = self.work.game;
        game.outcome(position)
            .map_or(UNKNOWN, |outcome| R::end(game, position, outcome))
    }

    /// Counts a position and its images.
    #[inline]
    pub(super) fn count(
        &self,
        position: &G::Position,
        score: Score,
        scratch: &mut Scratch<G::Move>,
    ) {
        match R::code(score) {
            Some(code) => scratch.tally.add(code, self.work.game.orbit_size(position)),
            None => scratch.too_large = true,
        }
    }

    /// Tells that so many positions are done.
    pub(super) fn tick(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        self.work.limits.report(done, self.total);
    }

    pub(super) fn has_nimbers(&self) -> bool {
        self.nimbers
    }

    pub(super) fn tally(scratches: Vec<Scratch<G::Move>>) -> Result<Tally, NotSolved> {
        let mut tally = Tally::default();
        for mut scratch in scratches {
            if scratch.too_large {
                return Err(NotSolved::ValueTooLarge);
            }
            tally = tally.merge(&mem::take(&mut scratch.tally));
        }
        Ok(tally)
    }
}

/// The least number that is not among these.
pub(super) fn mex(nimbers: &mut [u16]) -> u16 {
    nimbers.sort_unstable();
    let mut least = 0;
    for &mut nimber in nimbers {
        if nimber == least {
            least += 1;
        }
    }
    least
}
