//! Estimates by sampling of what is too much to count, each with an interval and reproducible from its seed.
//!
//! - [`plays`]: how many sequences of moves there are, how many moves a position has and how long a random play lasts.
//!   A random play whose positions had b₁, b₂, …, bₖ moves stands for b₁·b₂·…·bₖ sequences, which is right on average
//!   (Knuth, *Estimating the efficiency of backtrack programs*, 1975).
//! - [`positions`]: how many positions play reaches, in games without cycles that can be played backwards. A walk that
//!   goes from a position with b children to one with d parents multiplies its weight by b / d instead of b, so that
//!   all walks to a position together weigh 1 and not their number. Walkers of one ply are drawn again by weight, as in
//!   Chen's heterogeneous sampling (1992) and in particle filters; the product of mean weights stays right on average
//!   (Del Moral 2004). The interval comes from independent runs, by Student's law.
//! - [`legal`]: how many configurations are legal positions, by drawing configurations; the interval of a proportion
//!   is Wilson's (1927). Play may not reach all of them, so that this bounds the positions that it does from above.
//!
//! Complexity: `samples` plays, walks or draws; a step of a walk also generates the parents of a position.

use crate::configuration::RandomConfiguration;
use crate::game::Game;
use crate::limits::Limits;
use crate::random::SplitMix;
use crate::rank::Reversible;
use hashbrown::{HashMap, HashSet};

/// A number found by sampling, and between which bounds it lies with 95 % confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    fn around(mean: f64, half: f64) -> Self {
        Self {
            mean,
            low: (mean - half).max(0.0),
            high: mean + half,
        }
    }

    /// Whether the interval is narrow enough to say something: within a tenth of the estimate on either side.
    fn is_narrow(self) -> bool {
        self.high - self.mean <= self.mean / 10.0
    }

    /// As many times as much.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// The 0.975 quantile of the normal law.
const NORMAL: f64 = 1.96;

/// The 0.975 quantiles of Student's law, by degrees of freedom from 1.
const STUDENT: [f64; RUNS - 1] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
];

/// The sum and the sum of squares of a sample.
#[derive(Debug, Clone, Copy, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, x: f64) {
        self.sum += x;
        self.squares += x * x;
    }

    /// The mean of `n` numbers, those that were not added being 0.
    fn interval(self, n: f64, quantile: f64) -> Interval {
        let mean = self.sum / n;
        if !self.squares.is_finite() {
            return Interval::around(mean, f64::INFINITY);
        }
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        Interval::around(mean, quantile * (variance / n).sqrt())
    }
}

/// What random plays tell.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plays {
    /// How many were played.
    pub samples: u64,
    /// Numbers of sequences of 0, 1, 2… moves, as far as the plays tell them within a tenth.
    pub sequences: Vec<Interval>,
    /// The number of plays to the end, where the plays tell it within a tenth.
    pub complete: Option<Interval>,
    /// Moves a position that has any, on average over the positions met.
    pub branching_mean: f64,
    /// The most moves of a position met.
    pub branching_max: u64,
    /// Moves a play, on average.
    pub length_mean: f64,
    /// The longest play met.
    pub length_max: u32,
    /// How many plays were broken off because they did not end.
    pub unfinished: u64,
}

/// Plays random games from a position, until there are `samples` or the limits are met.
pub fn plays<G: Game>(
    game: &G,
    from: &G::Position,
    samples: u64,
    seed: u64,
    limits: &Limits,
) -> Plays {
    let mut random = SplitMix(seed);
    let mut moves = Vec::new();
    sample_plays(samples, limits, &mut |branches| {
        let mut position = from.clone();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                return true;
            }
            if branches.len() == MOST_PLIES {
                return false;
            }
            branches.push(moves.len() as u32);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    })
}

/// Longer plays are broken off.
const MOST_PLIES: usize = 10_000;

/// Samples plays by a function that plays one, pushes how many moves each of its positions had, and tells whether it came
/// to its end.
fn sample_plays(
    samples: u64,
    limits: &Limits,
    play: &mut dyn FnMut(&mut Vec<u32>) -> bool,
) -> Plays {
    let mut branches = Vec::new();
    let mut by_ply: Vec<Moments> = vec![Moments::default()];
    let mut ends = Moments::default();
    let mut found = Plays::default();
    let (mut moves, mut length) = (0u64, 0u64);
    while found.samples < samples {
        if found.samples.is_multiple_of(16) {
            if limits.check(0).is_err() {
                break;
            }
            limits.report(found.samples, samples);
        }
        branches.clear();
        let ended = play(&mut branches);
        if by_ply.len() <= branches.len() {
            by_ply.resize(branches.len() + 1, Moments::default());
        }
        let mut weight = 1.0;
        by_ply[0].add(weight);
        for (moments, &count) in by_ply[1..].iter_mut().zip(&branches) {
            weight *= f64::from(count);
            moments.add(weight);
            moves += u64::from(count);
            found.branching_max = found.branching_max.max(count.into());
        }
        if ended {
            ends.add(weight);
        } else {
            found.unfinished += 1;
        }
        length += branches.len() as u64;
        found.length_max = found.length_max.max(branches.len() as u32);
        found.samples += 1;
    }
    let n = found.samples as f64;
    found.branching_mean = moves as f64 / length.max(1) as f64;
    found.length_mean = length as f64 / n.max(1.0);
    if found.samples > 1 {
        found.sequences = by_ply
            .into_iter()
            .map(|moments| moments.interval(n, NORMAL))
            .take_while(|interval| interval.is_narrow())
            .collect();
        found.complete = Some(ends.interval(n, NORMAL))
            .filter(|interval| found.unfinished == 0 && interval.is_narrow());
    }
    found
}

/// What weighted walks tell of the positions that play reaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Positions {
    /// How many walks there were.
    pub samples: u64,
    /// Positions.
    pub positions: Interval,
    /// Final positions among them.
    pub terminal: Interval,
    /// Moves between them.
    pub moves: Interval,
    /// Positions by ply. One that several numbers of moves lead to counts in parts.
    pub by_ply: Vec<Interval>,
    /// How often it was not found out whether play reaches a parent, which was then counted as reached: where there
    /// are any, the estimates may be somewhat too low.
    pub unsettled: u64,
}

/// Independent runs.
const RUNS: usize = 20;

/// Walks through the positions that play reaches from the start, `samples` walkers in all. `None` if the limits are met
/// before two runs are done, or there are fewer walkers than runs.
///
/// The game must have no cycle: a walk that goes on for ever would not end.
pub fn positions<G: Reversible>(
    game: &G,
    samples: u64,
    seed: u64,
    limits: &Limits,
) -> Option<Positions> {
    let walkers = usize::try_from(samples).ok()? / RUNS;
    let mut runs: Vec<Run> = Vec::new();
    let mut unsettled = 0;
    for number in 0..RUNS {
        limits.report(number as u64, RUNS as u64);
        let mut seeds = SplitMix(seed ^ (number as u64) << 48);
        let mut walk = Walk::new(game, SplitMix(seeds.next_u64()));
        let Some(run) = walk.run(walkers, limits) else {
            break;
        };
        runs.push(run);
        unsettled += walk.unsettled;
    }
    intervals(&runs, walkers, unsettled)
}

/// What the runs have in common, within intervals; `None` if there are fewer than two.
fn intervals(runs: &[Run], walkers: usize, unsettled: u64) -> Option<Positions> {
    let quantile = *STUDENT.get(runs.len().checked_sub(2)?)?;
    let interval = |of: &dyn Fn(&Run) -> f64| {
        let mut moments = Moments::default();
        for run in runs {
            moments.add(of(run));
        }
        moments.interval(runs.len() as f64, quantile)
    };
    let plies = runs.iter().map(|run| run.by_ply.len()).max().unwrap_or(0);
    let at = |run: &Run, ply: usize| run.by_ply.get(ply).copied().unwrap_or(0.0);
    Some(Positions {
        samples: (walkers * runs.len()) as u64,
        positions: interval(&|run| run.by_ply.iter().sum()),
        terminal: interval(&|run| run.terminal),
        moves: interval(&|run| run.moves),
        by_ply: (0..plies)
            .map(|ply| interval(&|run| at(run, ply)))
            .collect(),
        unsettled,
    })
}

/// What one run of walkers found.
#[derive(Debug, Default)]
struct Run {
    by_ply: Vec<f64>,
    terminal: f64,
    moves: f64,
}

struct Walk<'a, G: Reversible> {
    game: &'a G,
    start: G::Position,
    random: SplitMix,
    /// Whether play reaches a position, for those asked of at this ply and at the one before.
    known: [HashMap<G::Position, bool>; 2],
    parents: Vec<G::Position>,
    unsettled: u64,
}

impl<'a, G: Reversible> Walk<'a, G> {
    fn new(game: &'a G, random: SplitMix) -> Self {
        Self {
            game,
            start: game.start(),
            random,
            known: [HashMap::new(), HashMap::new()],
            parents: Vec::new(),
            unsettled: 0,
        }
    }

    fn run(&mut self, walkers: usize, limits: &Limits) -> Option<Run> {
        if walkers == 0 {
            return None;
        }
        let mut run = Run::default();
        let mut here = vec![self.start.clone(); walkers];
        // How many positions of this ply all walkers together stand for.
        let mut size = 1.0;
        let mut moves = Vec::new();
        loop {
            // 1. Each walker goes to a child, and weighs as many children as there were for each of its parents.
            let (mut ended, mut edges) = (0u32, 0usize);
            let mut next = Vec::new();
            for (i, position) in here.iter().enumerate() {
                if i.is_multiple_of(256) {
                    let known: usize = self.known.iter().map(HashMap::len).sum();
                    let bytes = (known + 2 * walkers) * size_of::<G::Position>();
                    limits.check(bytes as u64).ok()?;
                }
                moves.clear();
                self.game.moves(position, &mut moves);
                ended += u32::from(moves.is_empty());
                edges += moves.len();
                let mut children: Vec<_> = moves
                    .iter()
                    .map(|&mv| self.game.child(position, mv))
                    .collect();
                children.sort_unstable();
                children.dedup();
                let count = children.len();
                if count > 0 {
                    let child = children.swap_remove(self.random.below(count));
                    let parents = self.count_parents(&child);
                    next.push((child, count as f64 / f64::from(parents)));
                }
            }
            let walkers = walkers as f64;
            run.by_ply.push(size);
            run.terminal += size * f64::from(ended) / walkers;
            run.moves += size * edges as f64 / walkers;
            if next.is_empty() {
                return Some(run);
            }
            // 2. The next ply has as many times more positions as walkers weigh on average.
            let weight: f64 = next.iter().map(|walker| walker.1).sum();
            size *= weight / walkers;
            // 3. As many walkers go on, drawn by weight at equal steps along a line.
            let step = weight / walkers;
            let mut mark = self.random.unit() * step;
            let mut passed = 0.0;
            here.clear();
            for (position, weight) in &next {
                passed += weight;
                while mark < passed && here.len() < walkers as usize {
                    here.push(position.clone());
                    mark += step;
                }
            }
            // Rounding may leave the last mark just beyond the end.
            while here.len() < walkers as usize {
                here.push(next[next.len() - 1].0.clone());
            }
            self.known.swap(0, 1);
            self.known[0].clear();
        }
    }

    /// How many positions that play reaches have a move to this one, which has at least one.
    fn count_parents(&mut self, child: &G::Position) -> u32 {
        let mut parents = std::mem::take(&mut self.parents);
        parents.clear();
        self.game.predecessors(child, &mut parents);
        let mut count = 0;
        for parent in &parents {
            count += u32::from(self.is_reached(parent));
        }
        self.parents = parents;
        count.max(1)
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        if *position == self.start {
            return Some(true);
        }
        let known = self.known.iter().find_map(|known| known.get(position));
        known.copied()
    }

    /// Whether play reaches a position: a search backwards. The parents of a walker are known from the ply before, so
    /// that it seldom goes far.
    fn is_reached(&mut self, position: &G::Position) -> bool {
        const MOST_STEPS: usize = 20_000;
        if let Some(known) = self.known(position) {
            return known;
        }
        let mut seen: HashSet<G::Position> = HashSet::from([position.clone()]);
        let mut stack = vec![position.clone()];
        let mut parents = Vec::new();
        while let Some(at) = stack.pop() {
            parents.clear();
            self.game.predecessors(&at, &mut parents);
            for parent in parents.drain(..) {
                match self.known(&parent) {
                    Some(true) => {
                        self.known[0].insert(position.clone(), true);
                        return true;
                    }
                    Some(false) => {}
                    None => {
                        if seen.insert(parent.clone()) {
                            stack.push(parent);
                        }
                    }
                }
            }
            if seen.len() > MOST_STEPS {
                self.unsettled += 1;
                self.known[0].insert(position.clone(), true);
                return true;
            }
        }
        self.known[0].extend(seen.into_iter().map(|position| (position, false)));
        false
    }
}

/// What drawn configurations tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Legal {
    /// How many were drawn.
    pub samples: u64,
    /// How many of them were legal positions.
    pub legal: u64,
    /// The part of the configurations that are legal positions.
    pub part: Interval,
}

/// Draws configurations, until there are `samples` or the limits are met; `None` if there is none.
pub fn legal<G: RandomConfiguration>(
    game: &G,
    samples: u64,
    seed: u64,
    limits: &Limits,
) -> Option<Legal> {
    let mut random = SplitMix(seed);
    let draw = game.draws();
    let (mut drawn, mut legal) = (0, 0);
    while drawn < samples {
        if drawn.is_multiple_of(256) && limits.check(0).is_err() {
            break;
        }
        drawn += 1;
        legal += u64::from(draw(&mut random).is_some());
    }
    (drawn > 0).then(|| Legal {
        samples: drawn,
        legal,
        part: wilson(legal as f64, drawn as f64),
    })
}

/// The interval of a proportion of which `hits` of `n` were seen.
fn wilson(hits: f64, n: f64) -> Interval {
    let mean = hits / n;
    let z2 = NORMAL * NORMAL / n;
    let middle = (mean + z2 / 2.0) / (1.0 + z2);
    let half = NORMAL * (mean * (1.0 - mean) / n + z2 / (4.0 * n)).sqrt() / (1.0 + z2);
    Interval {
        mean,
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_proportion() {
        // Newcombe 1998, table I: 15 of 148 gives 0.0624 to 0.1605, and 0 of 20 gives 0 to 0.1611.
        let Interval { low, high, .. } = wilson(15.0, 148.0);
        assert!((low - 0.0624).abs() < 5e-5 && (high - 0.1605).abs() < 5e-5);
        let Interval { low, high, .. } = wilson(0.0, 20.0);
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5);
    }
}
