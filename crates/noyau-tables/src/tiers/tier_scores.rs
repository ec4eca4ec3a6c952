//! The tier under way: which positions it has, and what each is worth as far as is known; and tiers that are solved.

use super::locator::Locator;
use super::score::{Score, UNKNOWN, Worth, code_of_score, score_of_code};
use super::seen::{Noticed, Seen, Step};
use noyau_format::code::{GAP, Numbers, SolvedTier};
use noyau_format::header::Values;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

/// The positions of the tier under way, by place.
#[derive(Debug)]
pub enum Places {
    /// All numbers below this; some may be gaps.
    Whole(u64),
    /// These numbers, each at its own place among so many.
    Dense(Vec<u64>, u64),
    /// These numbers, one place after another.
    Listed(Vec<u64>),
}

impl Places {
    /// How many places there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Whole(len) | Self::Dense(_, len) => *len as usize,
            Self::Listed(numbers) => numbers.len(),
        }
    }

    /// How many positions, or at most how many.
    pub fn positions(&self) -> u32 {
        match self {
            Self::Whole(len) => *len as u32,
            Self::Dense(numbers, _) | Self::Listed(numbers) => numbers.len() as u32,
        }
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Whole(_) => 0,
            Self::Dense(numbers, _) | Self::Listed(numbers) => 8 * numbers.len() as u64,
        }
    }

    /// The place of the i-th position.
    pub fn place(&self, i: u32) -> u32 {
        match self {
            Self::Dense(numbers, _) => numbers[i as usize] as u32,
            _ => i,
        }
    }

    /// The number at a place.
    pub fn number(&self, place: u32) -> u64 {
        match self {
            Self::Listed(numbers) => numbers[place as usize],
            _ => u64::from(place),
        }
    }
}

/// The scores of a tier. Threads share them as atomics, and each is written once.
#[derive(Debug)]
pub struct TierScores {
    /// Which tier.
    pub tier: u32,
    /// Its positions.
    pub places: Places,
    locator: Locator,
    scores: Vec<AtomicI16>,
    has_nimbers: bool,
    nimbers: Vec<AtomicU16>,
}

impl TierScores {
    /// No score is known. With `locates`, places are found by number in lists too.
    pub fn new(tier: u32, places: Places, locates: bool, has_nimbers: bool) -> Self {
        let len = places.count();
        let nimbers = if has_nimbers { len } else { 0 };
        Self {
            tier,
            locator: match &places {
                Places::Listed(numbers) if locates => Locator::of_list(numbers.clone()),
                _ => Locator::Direct(len as u64),
            },
            places,
            scores: (0..len).map(|_| AtomicI16::new(UNKNOWN)).collect(),
            has_nimbers,
            nimbers: (0..nimbers).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        let scores = 2 * (self.scores.len() + self.nimbers.len()) as u64;
        self.locator.bytes() + self.places.bytes() + scores
    }

    /// The place of a number.
    #[inline]
    pub fn place(&self, number: u64) -> Option<usize> {
        self.locator.place(number)
    }

    /// The score at a place.
    #[inline]
    pub fn score(&self, place: usize) -> Score {
        self.scores[place].load(Ordering::Acquire)
    }

    /// The score and the nimber at a place.
    #[inline]
    pub fn at(&self, place: usize) -> Worth {
        let score = self.score(place);
        let nimber = self.nimbers.get(place);
        (score, nimber.map_or(0, |n| n.load(Ordering::Relaxed)))
    }

    /// What a position is worth, if that is known.
    #[inline]
    pub fn look_up(&self, number: u64) -> Option<Worth> {
        let worth = self.at(self.place(number)?);
        (worth.0 != UNKNOWN).then_some(worth)
    }

    /// Gives a position its score, once its nimber is known.
    #[inline]
    pub fn decide(&self, place: u32, score: Score, nimber: u16) {
        if let Some(of) = self.nimbers.get(place as usize) {
            of.store(nimber, Ordering::Relaxed);
        }
        self.scores[place as usize].store(score, Ordering::Release);
    }

    /// Gives a position its score if the step decides it, and says whether it does.
    #[inline]
    pub fn decide_by(&self, step: Step, place: u32, seen: &Seen, noticed: &mut Noticed) -> bool {
        let score = step.decide(seen, noticed);
        if let Some(score) = score {
            self.decide(place, score, seen.nimber);
        }
        score.is_some()
    }

    /// The places of the positions without a score, ascending.
    pub fn undecided(&self) -> Vec<u32> {
        let places = (0..self.places.positions()).map(|i| self.places.place(i));
        places
            .filter(|&place| self.score(place as usize) == UNKNOWN)
            .collect()
    }

    /// The solved tier, not counted; `None` if a value is beyond what tables hold. Places without a score are gaps.
    pub fn finish(self, values: Values) -> Option<SolvedTier> {
        let mut fits = true;
        let code_of = |score: AtomicI16| match score.into_inner() {
            UNKNOWN => GAP,
            score => code_of_score(values, score).unwrap_or_else(|| {
                fits = false;
                GAP
            }),
        };
        let codes = self.scores.into_iter().map(code_of).collect();
        let nimbers = self.nimbers.into_iter().map(AtomicU16::into_inner);
        fits.then(|| SolvedTier {
            tier: self.tier,
            values: codes,
            numbers: match self.places {
                Places::Whole(len) | Places::Dense(_, len) => Numbers::Dense(len),
                Places::Listed(numbers) => Numbers::Listed(numbers),
            },
            nimbers: self.has_nimbers.then(|| nimbers.collect()),
            counts: Vec::new(),
        })
    }
}

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

    /// What a position is worth; `None` where there is none.
    #[inline]
    pub fn look_up(&self, number: u64) -> Option<Worth> {
        let place = self.locator.place(number)?;
        let nimber = self.nimbers.get(place).copied().unwrap_or(0);
        let score = self.scores[place];
        (score != UNKNOWN).then_some((score, nimber))
    }
}
