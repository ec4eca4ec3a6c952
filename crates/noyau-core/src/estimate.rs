//! Sampling estimates of quantities too large to count, each with a confidence interval and reproducible from its
//! seed.
//!
//! - [`plays`]: the number of sequences of moves, the branching factor and the length of random plays. A random
//!   play whose positions had b₁, b₂, …, bₖ moves stands for b₁·b₂·…·bₖ sequences, an unbiased estimate (Knuth,
//!   *Estimating the efficiency of backtrack programs*, 1975).
//! - [`positions`]: the number of reachable positions, in reversible games without cycles. A step from a position
//!   with b children to one with d parents multiplies the weight of a walk by b / d instead of b, so that all walks
//!   to a position together weigh 1 and not their number. Walkers of one ply are resampled by weight, as in Chen's
//!   heterogeneous sampling (1992) and in particle filters; the product of mean weights stays unbiased (Del Moral
//!   2004). The interval comes from independent runs, by Student's law.
//! - [`legal`]: the number of configurations that are legal positions, by sampling configurations; the interval of
//!   a proportion is Wilson's (1927). Some may be unreachable, so this bounds the number of reachable positions
//!   from above.
//!
//! Complexity: `samples` plays, walks or draws; a step of a walk also generates the parents of a position.

use crate::configuration::RandomConfiguration;
use crate::game::{Game, Reversible};
use crate::limits::Limits;
use crate::random::SplitMix;
use hashbrown::{HashMap, HashSet};

/// An estimate with its 95 % confidence interval.
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

    /// Whether the interval is narrow enough to report: within a tenth of the estimate on either side.
    fn is_narrow(self) -> bool {
        self.high - self.mean <= self.mean / 10.0
    }

    /// The interval multiplied by a factor.
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

    /// The mean of `n` numbers; those not added are 0.
    fn interval(self, n: f64, quantile: f64) -> Interval {
        let mean = self.sum / n;
        if !self.squares.is_finite() {
            return Interval::around(mean, f64::INFINITY);
        }
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        Interval::around(mean, quantile * (variance / n).sqrt())
    }
}

/// Estimates from random plays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plays {
    /// The number of plays.
    pub samples: u64,
    /// The number of sequences of 0, 1, 2… moves, as long as the interval is within a tenth.
    pub sequences: Vec<Interval>,
    /// The number of complete plays, if the interval is within a tenth.
    pub complete: Option<Interval>,
    /// The mean number of moves over the visited positions that are not terminal.
    pub branching_mean: f64,
    /// The largest number of moves of a visited position.
    pub branching_max: u64,
    /// The mean length of a play.
    pub length_mean: f64,
    /// The length of the longest play.
    pub length_max: u32,
    /// The number of plays cut off before their end.
    pub unfinished: u64,
}

/// Plays `samples` random games from a position, fewer if a limit is reached.
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

/// Longer plays are cut off.
const MOST_PLIES: usize = 10_000;

/// Samples plays with `play`, which plays one game, pushes the number of moves of each of its positions, and
/// returns whether the game ended.
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

/// Estimates of the reachable positions from weighted walks.
#[derive(Debug, Clone, PartialEq)]
pub struct Positions {
    /// The number of walks.
    pub samples: u64,
    /// Reachable positions.
    pub positions: Interval,
    /// Terminal positions among them.
    pub terminal: Interval,
    /// Moves between them.
    pub moves: Interval,
    /// Positions by ply. A position reachable at several plies is split among them.
    pub by_ply: Vec<Interval>,
    /// How often the reachability of a parent was left undecided. Such a parent counts as reachable, so the
    /// estimates may be somewhat too low.
    pub unsettled: u64,
}

/// The number of independent runs.
const RUNS: usize = 20;

/// Walks through the positions reachable from the start with `samples` walkers in all. `None` if a limit is reached
/// before two runs are complete, or if there are fewer walkers than runs.
///
/// The game must have no cycle, or a walk might not end.
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

/// Combines the runs into intervals; `None` if there are fewer than two.
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

/// The result of one run.
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
    /// Reachability of positions queried at this ply and at the previous one.
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
        // The number of positions of this ply that all walkers together stand for.
        let mut size = 1.0;
        let mut moves = Vec::new();
        loop {
            // 1. Each walker goes to a random child and multiplies its weight by children / parents.
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
            // 2. The size of the next ply grows by the mean weight.
            let weight: f64 = next.iter().map(|walker| walker.1).sum();
            size *= weight / walkers;
            // 3. Resample the same number of walkers by weight (systematic resampling).
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
            // Rounding may put the last mark just beyond the end.
            while here.len() < walkers as usize {
                here.push(next[next.len() - 1].0.clone());
            }
            self.known.swap(0, 1);
            self.known[0].clear();
        }
    }

    /// The number of reachable parents of a position, which has at least one.
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

    /// Whether a position is reachable, by backward search. The parents of a walker are known from the previous
    /// ply, so it seldom goes far.
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

/// Estimates from sampled configurations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Legal {
    /// The number of samples.
    pub samples: u64,
    /// The number of legal positions among them.
    pub legal: u64,
    /// The proportion of legal positions.
    pub part: Interval,
}

/// Samples `samples` configurations, fewer if a limit is reached; `None` if none was drawn.
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

/// Wilson's interval of a proportion with `hits` of `n` observed.
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
