//! A learned heuristic as searches use it: whole numbers, and no steps to go on from.
//!
//! A score is 1000 times the sum that [`Learned::value`](super::Learned::value) maps to −1 … 1: 1000 is a value of 0.7, or
//! about 85 % of the points. The file has the header line of what was learned, and then, compressed by Deflate, the weights
//! by phase, each less that of the phase before, in units of [`STEP`]: first the low bytes, then the high ones, with
//! the sign as the lowest bit. Patterns that were hardly ever met have the weight 0, and mirrored ones are left out, and so is the learning curve.

use super::file::{self, NotLearned};
use super::lookups::Lookups;
use super::{About, Learned};
use noyau_core::heuristic::Score;

/// The score of a sum of 1.
const UNIT: f32 = 1000.0;

/// Weights are rounded to multiples of this score.
const STEP: f32 = 4.0;

/// A weight whose requested steps are less than this in all is not told from 0.
const LEAST: f32 = 0.5;

/// The word in the header line.
pub(super) const WORD: &str = "evaluation";

/// A learned heuristic in whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// Its metadata.
    pub about: About,
    lookups: Lookups,
    /// By side and pattern, and for each by phase; in units of [`STEP`].
    weights: Vec<i16>,
    /// The weights of the heuristics, by phase; of unscaled heuristics, as scores.
    heuristics: Vec<f32>,
}

impl Learned {
    /// The same heuristic in whole numbers.
    pub fn evaluation(&self) -> Evaluation {
        let lookups = self.lookups.clone();
        let first = lookups.first_heuristic(&self.about.features) as usize * lookups.knots;
        let rounded = |(&weight, [_, sizes]): (&f32, &[f32; 2])| {
            let weight = if *sizes < LEAST { 0.0 } else { weight };
            (weight * UNIT / STEP).round() as i16
        };
        let weights = self.weights[..first].iter().zip(&self.steps);
        let scales = self.about.features.heuristics.iter();
        let scales = scales.flat_map(|(_, scale)| std::iter::repeat_n(*scale, lookups.knots));
        let heuristics = self.weights[first..].iter().zip(scales);
        let mut evaluation = Evaluation {
            about: About {
                // The curve depends on the searches that measured it.
                curve: Vec::new(),
                ..self.about.clone()
            },
            weights: weights.map(rounded).collect(),
            heuristics: heuristics
                .map(|(weight, scale)| weight * UNIT / scale)
                .collect(),
            lookups,
        };
        evaluation.mirror();
        evaluation
    }
}

impl Evaluation {
    /// The score of a position for the side to move: of its cells, of its heuristics unscaled, with the set of weights
    /// of its side, and how far the game has gone.
    #[inline]
    pub fn score(
        &self,
        cells: &[u8],
        heuristics: impl Iterator<Item = Score>,
        side: usize,
        progress: u32,
    ) -> Score {
        let (knots, phase) = (self.lookups.knots, self.lookups.phase(progress));
        let from = side * self.lookups.patterns as usize;
        let (mut before, mut after) = (0, 0);
        self.lookups.for_each_pattern(cells, |number| {
            let at = (from + number as usize) * knots + phase.knot;
            before += i32::from(self.weights[at]);
            after += i32::from(self.weights.get(at + 1).copied().unwrap_or(0));
        });
        let mut sum = before as f32 * STEP;
        if phase.part > 0.0 {
            sum += phase.part * (after - before) as f32 * STEP;
        }
        for (weights, value) in self.heuristics.chunks_exact(knots).zip(heuristics) {
            let weight = weights[phase.knot];
            let next = weights.get(phase.knot + 1).copied().unwrap_or(weight);
            sum += value as f32 * (weight + phase.part * (next - weight));
        }
        sum.round() as Score
    }

    /// The number of cells, with counts.
    pub fn cells(&self) -> usize {
        self.about.features.cells
    }

    /// Gives mirrored patterns the weight that they share.
    fn mirror(&mut self) {
        let (knots, patterns) = (self.lookups.knots, self.lookups.canonical.len());
        for set in 0..self.about.features.sides {
            for (number, &least) in self.lookups.canonical.iter().enumerate() {
                let from = (set * patterns + least as usize) * knots;
                let to = (set * patterns + number) * knots;
                self.weights.copy_within(from..from + knots, to);
            }
        }
    }

    /// The places of the weights in the file, each with that of the phase before.
    fn places(&self) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        let (knots, patterns) = (self.lookups.knots, self.lookups.canonical.len());
        let sets = (0..self.about.features.sides).flat_map(move |set| {
            let least = self.lookups.canonical.iter().enumerate();
            let least = least.filter(|&(number, &least)| number == least as usize);
            least.map(move |(number, _)| set * patterns + number)
        });
        let numbers: Vec<_> = sets.collect();
        (0..knots).flat_map(move |knot| {
            let places = numbers.clone().into_iter();
            places.map(move |number| {
                let at = number * knots + knot;
                (at, (knot > 0).then(|| at - 1))
            })
        })
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let differences: Vec<u16> = self
            .places()
            .map(|(at, before)| {
                let less = before.map_or(0, |before| self.weights[before]);
                let difference = self.weights[at].wrapping_sub(less);
                (difference << 1 ^ difference >> 15) as u16
            })
            .collect();
        let mut raw: Vec<u8> = differences.iter().map(|&number| number as u8).collect();
        raw.extend(differences.iter().map(|&number| (number >> 8) as u8));
        raw.extend(
            self.heuristics
                .iter()
                .flat_map(|weight| weight.to_le_bytes()),
        );
        let body = miniz_oxide::deflate::compress_to_vec(&raw, 9);
        file::write(WORD, &self.about, self.weights.len(), &body)
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotLearned> {
        let (about, body) = file::read(WORD, bytes)?;
        let lookups = Lookups::new(&about.features);
        let dense = about.features.heuristics.len() * lookups.knots;
        let mut evaluation = Self {
            weights: vec![0; about.features.weights() - dense],
            heuristics: vec![0.0; dense],
            lookups,
            about,
        };
        let places: Vec<_> = evaluation.places().collect();
        let length = 2 * places.len() + 4 * dense;
        let raw = miniz_oxide::inflate::decompress_to_vec_with_limit(body, length);
        let raw = raw.ok().filter(|raw| raw.len() == length);
        let raw = raw.ok_or(NotLearned::Damaged)?;
        let (low, rest) = raw.split_at(places.len());
        let (high, terms) = rest.split_at(places.len());
        for ((at, before), (&low, &high)) in places.into_iter().zip(low.iter().zip(high)) {
            let number = u16::from_le_bytes([low, high]);
            let difference = (number >> 1) as i16 ^ -((number & 1) as i16);
            let less = before.map_or(0, |before| evaluation.weights[before]);
            evaluation.weights[at] = less.wrapping_add(difference);
        }
        for (place, bytes) in evaluation.heuristics.iter_mut().zip(terms.chunks_exact(4)) {
            *place = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if !place.is_finite() {
                return Err(NotLearned::Damaged);
            }
        }
        evaluation.mirror();
        Ok(evaluation)
    }
}
