//! The weights: the value of a position, and a step towards a target.
//!
//! Both cost one lookup per group of cells and symmetry.

use super::lookups::{Lookups, Phase};
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
    pub(super) lookups: Lookups,
}

/// Scratch space for the features of a position.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The states of the cells.
    pub cells: Vec<u8>,
    /// The values of the heuristics, including the lead if it is one of them.
    pub heuristics: Vec<f32>,
    /// How far the game has gone.
    pub progress: u32,
}

/// The weights that contribute to a position's value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActiveWeights<'a> {
    /// The indices of the weights of its patterns.
    pub(super) patterns: &'a [u32],
    /// The heuristics, which have the last weights.
    pub(super) heuristics: &'a [f32],
    /// Where between the phases.
    pub(super) phase: Phase,
}

/// Maps a sum to a value between −1 and 1. Unlike the hyperbolic tangent, all machines round it alike.
#[inline]
pub(super) fn squashed(sum: f32) -> f32 {
    sum / (sum * sum + 1.0).sqrt()
}

impl Learned {
    /// An untrained heuristic: features are chosen for a board, and all weights are 0.
    ///
    /// `pictures` are the cell states in random positions, for games that do not define their states.
    /// Groups are drawn by lot if the game names none.
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
        let groups = std::mem::take(&mut board.groups);
        let tuples = if !groups.cells.is_empty() {
            groups.cells
        } else if design.patterns {
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
                counts: board.counts,
                views,
                tuples,
                symmetries: symmetries(board.places.len(), &[]),
                heuristics,
                sides,
                phases: groups.phases,
                margin: groups.margin,
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
            progress: 0,
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

    /// The weights of the heuristics, by name: the mean over the phases.
    pub fn heuristics(&self) -> Vec<(&str, f64)> {
        let (features, knots) = (&self.about.features, self.lookups.knots);
        let from = self.weights.len() - features.heuristics.len() * knots;
        let weights = self.weights[from..].chunks_exact(knots);
        let named = features.heuristics.iter().zip(weights);
        // The weight of the unscaled heuristic.
        named
            .map(|((name, scale), weights)| {
                let mean = weights.iter().sum::<f32>() / knots as f32;
                (name.as_str(), f64::from(mean / scale))
            })
            .collect()
    }

    /// The value of the position in the scratch space for the side to move, from −1 to 1. `side` is 0 if there is
    /// one set of weights.
    #[inline]
    pub fn value(&self, scratch: &Scratch, side: usize) -> f32 {
        let phase = self.lookups.phase(scratch.progress);
        let mut sum = self.dense(&scratch.heuristics, phase);
        let from = side as u32 * self.lookups.patterns;
        self.lookups.for_each_pattern(&scratch.cells, |number| {
            sum += self.weight(from + self.lookups.canonical[number as usize], phase);
        });
        squashed(sum)
    }

    /// A weight between two phases.
    #[inline]
    fn weight(&self, number: u32, phase: Phase) -> f32 {
        let at = number as usize * self.lookups.knots + phase.knot;
        let weight = self.weights[at];
        match self.weights.get(at + 1) {
            Some(next) if phase.part > 0.0 => weight + phase.part * (next - weight),
            _ => weight,
        }
    }

    fn dense(&self, heuristics: &[f32], phase: Phase) -> f32 {
        let first = self.lookups.first_heuristic(&self.about.features);
        let terms = (first..).zip(heuristics);
        terms.fold(0.0, |sum, (number, value)| {
            sum + value * self.weight(number, phase)
        })
    }

    /// Appends the numbers of the patterns in the scratch space, of symmetric ones the least.
    pub(super) fn see(&self, scratch: &Scratch, side: usize, out: &mut Vec<u32>) {
        let from = side as u32 * self.lookups.patterns;
        self.lookups.for_each_pattern(&scratch.cells, |number| {
            out.push(from + self.lookups.canonical[number as usize]);
        });
    }

    /// The value of the active weights.
    pub(super) fn value_of(&self, seen: ActiveWeights<'_>) -> f32 {
        let patterns = seen.patterns.iter();
        let dense = self.dense(seen.heuristics, seen.phase);
        let sum = patterns.fold(dense, |sum, &number| sum + self.weight(number, seen.phase));
        squashed(sum)
    }

    /// A step that moves the value of the active weights towards a target.
    pub(super) fn step(&mut self, seen: ActiveWeights<'_>, value: f32, target: f32) {
        let active = seen.patterns.len() + seen.heuristics.len();
        // The derivative of the squashing function.
        let flat = 1.0 - value * value;
        let error = (target - value) * flat * flat.sqrt();
        let rate = self.about.design.rate as f32 / active.max(1) as f32;
        let (knots, Phase { knot, part }) = (self.lookups.knots, seen.phase);
        let first = self.lookups.first_heuristic(&self.about.features);
        let dense = (first..).zip(seen.heuristics.iter().copied());
        let patterns = seen.patterns.iter().map(|&number| (number, 1.0));
        for (number, value) in patterns.chain(dense) {
            let at = number as usize * knots + knot;
            self.ask(at, rate, error * value * (1.0 - part));
            if part > 0.0 {
                self.ask(at + 1, rate, error * value * part);
            }
        }
    }

    /// Moves a weight by its own share of what is asked.
    #[inline]
    fn ask(&mut self, number: usize, rate: f32, asked: f32) {
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
