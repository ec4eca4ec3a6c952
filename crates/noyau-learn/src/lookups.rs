//! Where the weights of a position are: one number per group of cells and symmetric place.
//!
//! Places of a group with the same cells are one. A group that a symmetry maps to itself has patterns that mirror each
//! other; they share the weight of the least of them.

use super::Features;

/// The lookup tables for the weights of a position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lookups {
    /// For each place of a group its cells in `cells` and the first number of its patterns.
    places: Vec<(u32, u32, u32)>,
    /// The cells of all places, each with the power of the number of states that it counts for.
    cells: Vec<(u16, u32)>,
    /// The least of the patterns that mirror each one, itself included.
    pub(super) canonical: Vec<u32>,
    /// The number of patterns per side to move.
    pub(super) patterns: u32,
    /// The number of weights of a pattern: one per phase.
    pub(super) knots: usize,
    /// Where a game is, by how far it has gone.
    phases: Vec<Phase>,
}

/// A place between two phases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Phase {
    /// The phase before it.
    pub(super) knot: usize,
    /// How much the next one counts, from 0 to 1.
    pub(super) part: f32,
}

impl Lookups {
    pub(super) fn new(features: &Features) -> Self {
        let mut lookups = Self {
            places: Vec::new(),
            cells: Vec::new(),
            canonical: Vec::new(),
            patterns: 0,
            knots: features.phases.len().max(1),
            phases: phases(&features.phases),
        };
        for tuple in &features.tuples {
            lookups.add(tuple, features);
        }
        lookups
    }

    /// Adds a group with all its places.
    fn add(&mut self, tuple: &[u16], features: &Features) {
        let first = self.patterns;
        let mut found: Vec<Vec<u16>> = Vec::new();
        // Where each cell of the group is seen in a place with the same cells.
        let mut mirrors: Vec<Vec<usize>> = Vec::new();
        for symmetry in &features.symmetries {
            let image: Vec<u16> = tuple
                .iter()
                .map(|&cell| symmetry[usize::from(cell)])
                .collect();
            let seen = |cell: &u16, place: &[u16]| place.iter().position(|other| other == cell);
            let same = found.iter().find_map(|place| {
                let seen: Option<Vec<_>> = image.iter().map(|cell| seen(cell, place)).collect();
                seen
            });
            match same {
                Some(mirror) if mirrors.contains(&mirror) => {}
                Some(mirror) => mirrors.push(mirror),
                None => found.push(image),
            }
        }
        let sizes: Vec<u32> = tuple.iter().map(|&cell| features.size(cell)).collect();
        let powers: Vec<u32> = (0..tuple.len())
            .map(|i| sizes[..i].iter().product())
            .collect();
        for place in found {
            let from = self.cells.len() as u32;
            self.cells.extend(place.into_iter().zip(powers.clone()));
            self.places.push((from, self.cells.len() as u32, first));
        }
        let count: u32 = sizes.iter().product();
        let least = |number: u32| {
            let images = mirrors.iter().map(|mirror| {
                let digits = mirror.iter().zip(&powers);
                let digits = digits.map(|(&at, power)| number / powers[at] % sizes[at] * power);
                digits.sum::<u32>()
            });
            images.fold(number, u32::min)
        };
        self.canonical
            .extend((0..count).map(|number| first + least(number)));
        self.patterns += count;
    }

    /// The place between the phases of a game that has gone so far.
    #[inline]
    pub(super) fn phase(&self, progress: u32) -> Phase {
        self.phases[(progress as usize).min(self.phases.len() - 1)]
    }

    /// The number of the first heuristic, as if its weights were those of a pattern.
    pub(super) fn first_heuristic(&self, features: &Features) -> u32 {
        self.patterns * features.sides as u32
    }

    /// Visits the number of the pattern in each place.
    #[inline]
    pub(super) fn for_each_pattern(&self, cells: &[u8], mut visit: impl FnMut(u32)) {
        for &(from, to, first) in &self.places {
            let digits = &self.cells[from as usize..to as usize];
            if let &[(cell, _)] = digits {
                visit(first + u32::from(cells[usize::from(cell)]));
                continue;
            }
            let number = digits.iter().fold(first, |number, &(cell, power)| {
                number + u32::from(cells[usize::from(cell)]) * power
            });
            visit(number);
        }
    }
}

/// Where a game is between the phases, by how far it has gone.
fn phases(knots: &[u32]) -> Vec<Phase> {
    let last = knots.last().copied().unwrap_or(0);
    let at = |progress: u32| {
        let knot = knots.partition_point(|&knot| knot <= progress);
        let knot = knot.saturating_sub(1);
        let part = match (knots.get(knot), knots.get(knot + 1)) {
            (Some(&from), Some(&to)) if progress > from => {
                (progress - from) as f32 / (to - from) as f32
            }
            _ => 0.0,
        };
        Phase { knot, part }
    };
    (0..=last).map(at).collect()
}

impl Features {
    /// The number of states of a cell.
    pub(super) fn size(&self, cell: u16) -> u32 {
        let count = usize::from(cell) + self.counts.len();
        let count = count.checked_sub(self.cells);
        let size = count.and_then(|count| self.counts.get(count));
        size.map_or(self.states as u32, |&size| size.into())
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        let patterns = self.tuples.iter().fold(0usize, |sum, tuple| {
            let sizes = tuple.iter().map(|&cell| self.size(cell) as usize);
            sum.saturating_add(sizes.fold(1, usize::saturating_mul))
        });
        patterns
            .saturating_mul(self.sides)
            .saturating_add(self.heuristics.len())
            .saturating_mul(self.phases.len().max(1))
    }
}
