//! How many positions each tier has, and how long their moves take, from a sample of those that play reaches.
//!
//! From the starts downwards, a share of the positions found in each tier is expanded. Few positions are found all. Of
//! many, the moves that lead to the same position tell how many there are, as in capture and recapture: the fewer moves
//! meet, the more positions there are. Moves that come from the same position a few plies before meet more often than
//! others, so every position bears the mark of a family, and only moves of different families count. Positions that
//! many moves lead to are met more often than others. How unlike they are is seen where three moves meet (a gamma
//! distribution is assumed, as is usual for unequal catchability).
//!
//! G. A. F. Seber, *The Estimation of Animal Abundance*, 1982; A. Chao and S.-M. Lee, *Estimating the
//! number of classes via sample coverage*, 1992.

use super::backward::Batch;
use noyau_core::by_number::{Ask, ByNumber, Expansion, Layout};
use noyau_core::hash::FoldHasher;
use noyau_core::limits::{Limits, Stopwatch};
use noyau_core::random::SplitMix;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// So many moves are followed, or a few more.
const FOLLOWED: usize = 1_500_000;
/// What a move takes of memory while it is followed, with those it meets.
const BYTES_A_MOVE: usize = 64;
/// So many positions are expanded in each tier, if it has them.
const LEAST: usize = 1000;
/// A tier that moves stay in is gone through in so many steps.
const STEPS: usize = 20;

/// What is known of a tier.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sampled {
    /// How many positions it has, about.
    pub(super) positions: f64,
    /// How long the moves of a position take to generate.
    pub(super) nanoseconds: f64,
    /// How many moves a position has.
    pub(super) moves: f64,
    /// Whether that is known.
    pub(super) is_exact: bool,
}

/// Numbers of positions.
type Numbers = HashSet<u64, BuildHasherDefault<FoldHasher>>;

/// A position that a move leads to, and the family that the move comes from.
type Arrival = (u64, u16);

/// What leads into a tier.
#[derive(Debug, Clone, Default)]
struct Arrivals {
    list: Vec<Arrival>,
    /// The sum of the shares of positions that were expanded where they come from.
    shares: f64,
    /// Whether some positions that lead here were left out.
    is_partial: bool,
}

/// How long moves take to generate.
#[derive(Debug, Default)]
struct Pace {
    batches: Vec<f64>,
    batch: Batch,
    positions: usize,
    moves: usize,
}

impl Pace {
    fn expand(&mut self, game: &dyn ByNumber, tier: u32, numbers: &[u64], out: &mut Expansion) {
        let watch = Stopwatch::start();
        game.expand(tier, numbers, out);
        let time = watch.elapsed().as_nanos() as f64;
        self.batches.push(time / numbers.len().max(1) as f64);
        self.positions += numbers.len();
        self.moves += out.links.len();
        self.batch.note(out.links.len());
    }

    /// The time of a position: the mean without the slower half, in which other programs were at work.
    fn nanoseconds(&mut self) -> f64 {
        self.batches.sort_unstable_by(f64::total_cmp);
        let kept = self.batches.len().div_ceil(2);
        self.batches[..kept].iter().sum::<f64>() / kept.max(1) as f64
    }

    fn finish(mut self, positions: f64, is_exact: bool) -> Sampled {
        Sampled {
            positions,
            nanoseconds: self.nanoseconds(),
            moves: self.moves as f64 / self.positions.max(1) as f64,
            is_exact,
        }
    }
}

/// A number as good as random that follows from another.
fn scrambled(number: u64) -> u64 {
    SplitMix(number).next_u64()
}

/// How often moves of different families meet.
#[derive(Debug, Clone, Copy, Default)]
struct Meetings {
    arrivals: f64,
    /// Ordered pairs of moves to the same position.
    pairs: f64,
    /// Ordered triples.
    triples: f64,
}

/// The different positions that are arrived at, each with one of its families; and how often moves meet.
fn meet(arrivals: &mut [Arrival]) -> (Vec<Arrival>, Meetings) {
    arrivals.sort_unstable();
    let mut distinct = Vec::new();
    let mut meetings = Meetings {
        arrivals: arrivals.len() as f64,
        ..Meetings::default()
    };
    for same in arrivals.chunk_by(|a, b| a.0 == b.0) {
        let any = scrambled(same[0].0) % same.len() as u64;
        distinct.push(same[any as usize]);
        let (mut squares, mut cubes) = (0.0, 0.0);
        for family in same.chunk_by(|a, b| a.1 == b.1) {
            let size = family.len() as f64;
            squares += size * size;
            cubes += size * size * size;
        }
        let all = same.len() as f64;
        meetings.pairs += all * all - squares;
        meetings.triples += all * all * all - 3.0 * all * squares + 2.0 * cubes;
    }
    (distinct, meetings)
}

impl Meetings {
    /// Pairs that are too few to tell anything.
    const FEW_PAIRS: f64 = 50.0;
    /// Triples that are too few to tell how unlike positions are.
    const FEW_TRIPLES: f64 = 150.0;

    /// How many positions there are, given which share of those that lead to them was expanded. `unlike` is the square of
    /// the coefficient of variation of how many moves lead to a position: it is kept where triples are few.
    fn positions(self, share: f64, unlike: &mut f64) -> f64 {
        // The sums, over all positions, of the number of moves that lead there, of its square and of its cube.
        let once = self.arrivals / share;
        let twice = self.pairs / share.powi(2);
        let squares = twice + once;
        let cubes = self.triples / share.powi(3) + 3.0 * twice + once;
        if self.triples >= Self::FEW_TRIPLES {
            let ratio = (cubes * once / squares.powi(2)).clamp(1.0, 1.6);
            *unlike = (ratio - 1.0) / (2.0 - ratio);
        }
        once * once * (1.0 + *unlike) / squares
    }
}

/// A sample under way.
struct Sampler<'a> {
    game: &'a dyn ByNumber,
    layout: &'a Layout,
    arrivals: Vec<Arrivals>,
    expansion: Expansion,
    expanded: usize,
    followed: usize,
    unlike: f64,
}

/// Samples all tiers.
pub(super) fn sample(game: &dyn ByNumber, limits: &Limits) -> Vec<Sampled> {
    let layout = game.layout();
    let mut sampler = Sampler {
        game,
        layout,
        arrivals: vec![Arrivals::default(); layout.tiers.len()],
        expansion: Expansion::new(Ask::Children),
        expanded: 0,
        followed: 0,
        unlike: 0.1,
    };
    let mut sampled = vec![Sampled::default(); layout.tiers.len()];
    if layout.is_whole {
        sampler.pick(&mut sampled);
    } else {
        sampler.follow(&mut sampled, limits);
    }
    sampled
}

impl Sampler<'_> {
    /// Takes numbers from all tiers of a game in which all positions are reached. Gaps among them take time too.
    fn pick(&mut self, sampled: &mut [Sampled]) {
        const PICKED: u64 = 25_000;
        const ROUND: u64 = 128;
        let places = self.layout.tiers.iter().map(|tier| tier.bound);
        let step = (places.sum::<u64>() / PICKED).max(1);
        for ((tier, of), sampled) in (0..).zip(&self.layout.tiers).zip(sampled) {
            let mut pace = Pace::default();
            let picked = of.bound.div_ceil(step);
            // Every round has numbers from the whole tier.
            let rounds = picked.div_ceil(ROUND);
            for round in 0..rounds {
                let numbers = (round..picked).step_by(rounds as usize);
                let numbers: Vec<u64> = numbers.map(|i| i * step).collect();
                let mut left = &numbers[..];
                while let Some(batch) = pace.batch.next(&mut left) {
                    pace.expand(self.game, tier, batch, &mut self.expansion);
                }
                if pace.moves > FOLLOWED {
                    break;
                }
            }
            let found = pace.finish(of.expected as f64, true);
            let places = of.bound as f64 / of.expected.max(1) as f64;
            *sampled = Sampled {
                nanoseconds: found.nanoseconds * places,
                moves: found.moves * places,
                ..found
            };
        }
    }

    /// Goes down from the starts. Where too few moves meet, which share of the expected positions a tier has follows from
    /// the tier before.
    fn follow(&mut self, sampled: &mut [Sampled], limits: &Limits) {
        for &(tier, number) in &self.layout.starts {
            let arrivals = &mut self.arrivals[tier as usize];
            arrivals.list.push((number, 0));
            arrivals.shares += 1.0;
        }
        let mut left = { self.layout.tiers.iter() }
            .filter(|tier| tier.expected > 0)
            .count();
        let mut share = 1.0;
        let room = limits.memory.map_or(usize::MAX, |bytes| bytes as usize);
        let followed = FOLLOWED.min(room / BYTES_A_MOVE);
        for tier in (0..=self.layout.top()).rev() {
            let of = self.layout.tier(tier);
            let arrivals = std::mem::take(&mut self.arrivals[tier as usize]);
            let most = followed.saturating_sub(self.followed) / left.max(1);
            // Wider than `usize` where that has 32 bits.
            let most = most as u64 * (self.expanded as u64 + 100) / (self.followed as u64 + 1000);
            let most = most as usize;
            left -= usize::from(of.expected > 0 && left > 0);
            if arrivals.list.is_empty() {
                continue;
            }
            let expected = of.expected as f64;
            let most = if limits.check(0).is_ok() {
                most.max(LEAST)
            } else {
                0
            };
            let found = self.tier(tier, arrivals, most, expected * share, limits);
            if expected > 0.0 {
                share = (found.positions / expected).min(1.0);
            }
            sampled[tier as usize] = found;
        }
    }

    /// Samples a tier: expands so many of its positions at most, until a limit is met.
    fn tier(
        &mut self,
        tier: u32,
        mut arrivals: Arrivals,
        most: usize,
        expected: f64,
        limits: &Limits,
    ) -> Sampled {
        let is_loopy = self.layout.is_loopy(tier);
        let (mut open, mut meetings) = meet(&mut arrivals.list);
        let mut seen: Numbers = open.iter().map(|arrival| arrival.0).collect();
        let mut done = Numbers::default();
        let mut is_partial = arrivals.is_partial;
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        let (mut waiting, mut children) = (Vec::new(), Vec::new());
        let mut pace = Pace::default();
        let step = (most / STEPS).max(1);
        let mut is_cut = false;
        while !open.is_empty() && done.len() < most && !is_cut {
            // 1. Some of them; far from where the tier is entered as well as near.
            let room = most - done.len();
            if open.len() > room || (is_loopy && is_partial && open.len() > step) {
                is_partial = true;
                let room = if is_loopy { room.min(step) } else { room };
                let round = done.len() as u64;
                open.select_nth_unstable_by_key(room, |arrival| scrambled(arrival.0 ^ round));
                waiting.extend(open.drain(room..));
            }
            if is_partial {
                for (number, family) in &mut open {
                    if *family == 0 {
                        *family = scrambled(*number) as u16 | 1;
                    }
                }
            }
            // 2. Their moves.
            done.extend(open.iter().map(|arrival| arrival.0));
            let mut new = Vec::new();
            let mut left = &open[..];
            while let Some(batch) = pace.batch.next(&mut left) {
                is_cut = limits.check(0).is_err();
                if is_cut {
                    break;
                }
                let numbers: Vec<u64> = batch.iter().map(|arrival| arrival.0).collect();
                pace.expand(self.game, tier, &numbers, &mut self.expansion);
                for (&(_, family), (_, links)) in batch.iter().zip(self.expansion.iter()) {
                    children.clear();
                    children.extend(links.iter().map(|link| (link.tier, link.number)));
                    children.sort_unstable();
                    children.dedup();
                    for &(to, number) in &children {
                        if to != tier {
                            outside.push((to, (number, family)));
                            continue;
                        }
                        inside.push((number, family));
                        if seen.insert(number) {
                            new.push((number, family));
                        }
                    }
                }
            }
            // 3. On from there, or from those that were left.
            open = new;
            while open.len() < step
                && let Some(arrival) = waiting.pop()
            {
                open.push(arrival);
            }
        }
        self.expanded += done.len();
        self.followed += inside.len() + outside.len();
        let all_done = open.is_empty() && waiting.is_empty() && !is_cut;
        let is_exact = !arrivals.is_partial && (all_done || !is_loopy);
        let found = seen.len() as f64;
        let mut positions = found;
        if !is_exact {
            let entered = meetings.arrivals;
            if !inside.is_empty() {
                arrivals.list.append(&mut inside);
                meetings = meet(&mut arrivals.list).1;
            }
            if meetings.pairs < Meetings::FEW_PAIRS && !(all_done && found < LEAST as f64) {
                positions = expected.max(found);
            } else {
                // The share expanded inside the tier depends on how many there are.
                for _ in 0..20 {
                    let stay = (meetings.arrivals - entered) * done.len() as f64 / positions;
                    let share = ((arrivals.shares + stay) / meetings.arrivals).min(1.0);
                    positions = meetings.positions(share, &mut self.unlike).max(found);
                }
                positions = positions.min(self.layout.tier(tier).bound as f64);
            }
        }
        let share = (done.len() as f64 / positions).min(1.0);
        for (to, arrival) in outside {
            let to = &mut self.arrivals[to as usize];
            to.list.push(arrival);
            to.shares += share;
        }
        if !(is_exact && all_done) {
            for &lower in &self.layout.tier(tier).child_tiers {
                self.arrivals[lower as usize].is_partial = true;
            }
        }
        pace.finish(positions, is_exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau_core::by_number::{Goal, Link, State, TierLayout};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// One large tier, whose first moves end the time.
    struct Endless {
        layout: Layout,
        stop: Arc<AtomicBool>,
        calls: AtomicUsize,
    }

    impl ByNumber for Endless {
        fn layout(&self) -> &Layout {
            &self.layout
        }
        fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
            out.links.clear();
            out.ends.clear();
            out.states.clear();
            for &number in numbers {
                out.links.extend([1, 2].map(|child| Link {
                    number: 2 * number + child,
                    tier,
                    gain: 0,
                    keeps_turn: false,
                }));
                out.ends.push(out.links.len() as u32);
                out.states.push(State::Open);
            }
            self.calls.fetch_add(1, Ordering::Relaxed);
            self.stop.store(true, Ordering::Relaxed);
        }
        fn before(&self, _: u32, _: &[u64], _: &mut Vec<u64>) {}
        fn orbit_sizes(&self, _: u32, _: &[u64], _: &mut Vec<u64>) {}
    }

    #[test]
    fn a_limit_ends_it_inside_a_tier() {
        let stop = Arc::new(AtomicBool::new(false));
        let bound = 1 << 40;
        let tier = TierLayout {
            child_tiers: vec![0],
            dense: None,
            bound,
            expected: bound,
            descends: false,
        };
        let game = Endless {
            layout: Layout {
                starts: vec![(0, 0)],
                goal: Goal::Outcomes,
                is_whole: false,
                plays_backwards: false,
                tiers: vec![tier],
            },
            stop: Arc::clone(&stop),
            calls: AtomicUsize::new(0),
        };
        let limits = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        let sampled = sample(&game, &limits);
        assert_eq!(game.calls.load(Ordering::Relaxed), 1);
        assert!(!sampled[0].is_exact);
    }
}
