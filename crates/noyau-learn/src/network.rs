//! The weights: the value of a position, and a step towards a target.
//!
//! Both cost one lookup per group of cells and symmetry.

use super::patterns::{Board, alphabet, symmetries};
use super::{About, CellState, Design, Features};
use noyau_core::random::SplitMix;

/// A learned heuristic, with everything needed to continue learning.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// Its metadata.
    pub about: About,
    pub(super) weights: Vec<f32>,
    /// For each weight the sum of its requested steps, and the sum of their sizes.
    pub(super) steps: Vec<[f32; 2]>,
    lookups: Lookups,
}

/// The lookup tables for the weights of a position.
#[derive(Debug, Clone, PartialEq)]
struct Lookups {
    length: usize,
    /// The cells of every group and its images, concatenated.
    cells: Vec<u16>,
    /// The first weight of each of them.
    bases: Vec<u32>,
    /// The powers of the number of states.
    powers: Vec<u32>,
    /// The number of weights per side to move.
    side: u32,
}

impl Lookups {
    fn new(features: &Features) -> Self {
        let length = features.tuples.first().map_or(0, Vec::len);
        let powers: Vec<u32> = (0..length as u32)
            .map(|i| (features.states as u32).saturating_pow(i))
            .collect();
        let patterns = (features.states as u32).saturating_pow(length as u32);
        let (mut cells, mut bases) = (Vec::new(), Vec::new());
        for (tuple, base) in features.tuples.iter().zip(0..) {
            for symmetry in &features.symmetries {
                cells.extend(tuple.iter().map(|&cell| symmetry[usize::from(cell)]));
                bases.push(base * patterns);
            }
        }
        Self {
            length,
            cells,
            bases,
            powers,
            side: patterns * features.tuples.len() as u32,
        }
    }
}

/// Scratch space for the features of a position.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The states of the cells.
    pub cells: Vec<u8>,
    /// The values of the heuristics, including the lead if it is one of them.
    pub heuristics: Vec<f32>,
}

/// The weights that contribute to a position's value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActiveWeights<'a> {
    /// The indices of the weights of its patterns.
    pub(super) patterns: &'a [u32],
    /// The heuristics, which have the last weights.
    pub(super) heuristics: &'a [f32],
}

/// Maps a sum to a value between −1 and 1. Unlike the hyperbolic tangent, all machines round it alike.
#[inline]
fn squashed(sum: f32) -> f32 {
    sum / (sum * sum + 1.0).sqrt()
}

impl Learned {
    /// An untrained heuristic: features are chosen for a board, and all weights are 0.
    ///
    /// `pictures` are the cell states in random positions, for games that do not define their states.
    pub fn begin(
        game: (String, u32, String),
        design: &Design,
        mut board: Board,
        pictures: &[Vec<CellState>],
        heuristics: Vec<(String, f32)>,
        sides: usize,
    ) -> Self {
        let views = alphabet(pictures.iter());
        if board.states == 0 {
            board.states = views.len();
        }
        let mut random = SplitMix(design.seed);
        let tuples = if design.patterns {
            let length = board.length(design.length);
            board.draw_tuples(design.tuples, length, &mut random)
        } else {
            Vec::new()
        };
        let (game, rules, position) = game;
        Self::with(About {
            game,
            rules,
            position,
            design: design.clone(),
            features: Features {
                cells: board.places.len(),
                states: board.states,
                views,
                tuples,
                symmetries: symmetries(board.places.len(), &[]),
                heuristics,
                sides,
            },
            games: 0,
            curve: Vec::new(),
        })
    }

    /// Shares the weights of symmetric groups. `images` are the cells of random positions under each symmetry, the
    /// identity first.
    #[must_use]
    pub fn with_images(self, images: &[Vec<Vec<u8>>]) -> Self {
        let mut about = self.about;
        about.features.symmetries = symmetries(about.features.cells, images);
        Self::with(about)
    }

    /// A heuristic with weights of 0.
    pub(super) fn with(about: About) -> Self {
        let lookups = Lookups::new(&about.features);
        let count = about.features.weights();
        Self {
            about,
            weights: vec![0.0; count],
            steps: vec![[0.0; 2]; count],
            lookups,
        }
    }

    /// Scratch space for positions.
    pub fn scratch(&self) -> Scratch {
        Scratch {
            cells: vec![0; self.about.features.cells],
            heuristics: vec![0.0; self.about.features.heuristics.len()],
        }
    }

    /// The number of weights.
    pub fn weights(&self) -> usize {
        self.weights.len()
    }

    /// The memory that learning takes, in bytes: the weights and their steps are there five times while they are
    /// measured and written.
    pub fn bytes_to_learn(&self) -> u64 {
        5 * 12 * self.weights.len() as u64
    }

    /// The weights of the heuristics, by name.
    pub fn heuristics(&self) -> Vec<(&str, f64)> {
        let features = &self.about.features;
        let from = self.weights.len() - features.heuristics.len();
        let weights = &self.weights[from..];
        let named = features.heuristics.iter().zip(weights);
        // The weight of the unscaled heuristic.
        named
            .map(|((name, scale), weight)| (name.as_str(), f64::from(weight / scale)))
            .collect()
    }

    /// The value of the position in the scratch space for the side to move, from −1 to 1. `side` is 0 if there is
    /// one set of weights.
    #[inline]
    pub fn value(&self, scratch: &Scratch, side: usize) -> f32 {
        let mut sum = self.dense(&scratch.heuristics);
        let (from, lookups) = (side * self.lookups.side as usize, &self.lookups);
        let weights = &self.weights[from..];
        for_each_pattern(lookups, &scratch.cells, |number| {
            sum += weights[number as usize];
        });
        squashed(sum)
    }

    fn dense(&self, heuristics: &[f32]) -> f32 {
        let weights = &self.weights[self.weights.len() - heuristics.len()..];
        let terms = weights.iter().zip(heuristics);
        terms.fold(0.0, |sum, (weight, value)| sum + value * weight)
    }

    /// Appends the indices of the weights of the patterns in the scratch space.
    pub(super) fn see(&self, scratch: &Scratch, side: usize, out: &mut Vec<u32>) {
        let from = side as u32 * self.lookups.side;
        for_each_pattern(&self.lookups, &scratch.cells, |number| {
            out.push(from + number);
        });
    }

    /// The value of the active weights.
    pub(super) fn value_of(&self, seen: ActiveWeights<'_>) -> f32 {
        let patterns = seen.patterns.iter();
        let sum = patterns.fold(self.dense(seen.heuristics), |sum, &number| {
            sum + self.weights[number as usize]
        });
        squashed(sum)
    }

    /// A step that moves the value of the active weights towards a target.
    pub(super) fn step(&mut self, seen: ActiveWeights<'_>, value: f32, target: f32) {
        let active = seen.patterns.len() + seen.heuristics.len();
        // The derivative of the squashing function.
        let flat = 1.0 - value * value;
        let error = (target - value) * flat * flat.sqrt();
        let rate = self.about.design.rate as f32 / active.max(1) as f32;
        let first = self.weights.len() - seen.heuristics.len();
        let dense = (first..).zip(seen.heuristics.iter().copied());
        let patterns = seen.patterns.iter().map(|&number| (number as usize, 1.0));
        for (number, value) in patterns.chain(dense) {
            let asked = error * value;
            let [sum, sizes] = &mut self.steps[number];
            let coherence = if *sizes > 0.0 {
                sum.abs() / *sizes
            } else {
                1.0
            };
            *sum += asked;
            *sizes += asked.abs();
            self.weights[number] += rate * coherence * asked;
        }
    }
}

impl Features {
    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        let length = self.tuples.first().map_or(0, Vec::len) as u32;
        let patterns = self.states.saturating_pow(length);
        let tables = self.tuples.len().saturating_mul(self.sides);
        patterns
            .saturating_mul(tables)
            .saturating_add(self.heuristics.len())
    }
}

#[inline]
fn for_each_pattern(lookups: &Lookups, cells: &[u8], mut visit: impl FnMut(u32)) {
    if lookups.length == 0 {
        return;
    }
    let groups = lookups.cells.chunks_exact(lookups.length);
    for (group, base) in groups.zip(&lookups.bases) {
        let digits = group.iter().zip(&lookups.powers);
        let number = digits.fold(*base, |number, (&cell, power)| {
            number + u32::from(cells[usize::from(cell)]) * power
        });
        visit(number);
    }
}
