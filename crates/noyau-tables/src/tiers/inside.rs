//! Tiers that moves stay in.
//!
//! Where the game plays backwards, outcomes are found by backward induction on the distance: from each position that is
//! decided to those before it, with a count of the moves still open, and with the values of exits coming in at their
//! distance. O(positions + moves).
//!
//! Elsewhere, everything is settled first that can be without going round: a position all of whose moves lead to known ones
//! is the best of them. What is left lies on cycles or leads to them, and is gone through again: for each distance, or for
//! margins as in [`margins`](noyau_graph::margins) for each k, greatest first, +k where the side to move can force an
//! exit worth k, −k where it cannot avoid it. O(moves of what is left) a sweep.
//!
//! What remains goes round for ever, and is drawn. There is no graph in memory, only a few bytes a place.
//!
//! Scores are shared between threads as atomics. A score is written once, and what a sweep concludes does not depend on
//! which of the scores of the same sweep it sees, or only on when: the order of work changes no result.

use super::NotSolved;
use super::backward::{Backward, Places, SHARE, Scratch, Values, mex};
use super::locator::Locator;
use super::rule::{Rule, Score, UNKNOWN, score_of_value, value_of_score};
use super::work::Stopping;
use noyau_core::index::Index;
use noyau_core::parallel::for_each_job;
use noyau_core::value::Value;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicU16, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Positions taken by a thread at a time when playing backwards.
const SMALL_SHARE: usize = 1024;

/// The tier under way.
struct Inside<'p> {
    tier: u32,
    places: &'p Places,
    index: Locator,
    scores: Vec<AtomicI16>,
    nimbers: Vec<AtomicU16>,
    bytes: u64,
}

impl Inside<'_> {
    fn number(&self, place: u32) -> u64 {
        match self.places {
            Places::Listed(keys) => keys[place as usize],
            _ => u64::from(place),
        }
    }

    #[inline]
    fn score(&self, place: usize) -> Score {
        self.scores[place].load(Ordering::Relaxed)
    }
}

/// What the known moves of a position are worth.
struct Seen {
    /// The best of those that lead to known positions, [`UNKNOWN`] if there is none.
    best: Score,
    /// Whether others lead to unknown ones.
    open: bool,
}

impl<G: Index, R: Rule<G>> Backward<'_, '_, G, R> {
    /// Solves a tier that moves stay in.
    pub(super) fn inside(
        &self,
        tier: u32,
        places: &Places,
        bytes: u64,
    ) -> Result<Values, NotSolved> {
        let len = places.len();
        let nimbers = if self.has_nimbers() { len } else { 0 };
        let inside = Inside {
            tier,
            places,
            index: match places {
                Places::Listed(keys) => Locator::of_list(keys.clone()),
                _ => Locator::Direct(len as u64),
            },
            scores: (0..len).map(|_| AtomicI16::new(UNKNOWN)).collect(),
            nimbers: (0..nimbers).map(|_| AtomicU16::new(0)).collect(),
            bytes,
        };
        let mut all = Vec::new();
        places.for_each_in(0..len, |place, number| {
            if matches!(places, Places::Whole(_)) && self.work.game.position(tier, number).is_none()
            {
                return;
            }
            all.push(place as u32);
        });
        if R::HAS_DISTANCE && !self.has_nimbers() && self.plays_backwards(&inside, &all) {
            self.induct(&inside, &all)?;
        } else {
            let open = self.settle(&inside, all.clone())?;
            if !open.is_empty() && self.has_nimbers() {
                return Err(NotSolved::Cycle);
            }
            if R::HAS_DISTANCE {
                self.by_distance(&inside, open)?;
            } else {
                self.by_margin(&inside, open)?;
            }
        }
        let stopped = Stopping::default();
        let limits = self.work.limits;
        let scratches = for_each_job(
            limits.threads(),
            all.chunks(SHARE),
            Scratch::default,
            |scratch: &mut Scratch<G::Move>, share| {
                if !stopped.goes_on(limits, bytes) {
                    return;
                }
                for &place in share {
                    let number = inside.number(place);
                    if let Some(position) = self.work.game.position(tier, number) {
                        self.count(&position, inside.score(place as usize), scratch);
                    }
                }
                self.tick(share.len() as u64);
            },
        );
        stopped.result()?;
        Ok(Values {
            scores: inside
                .scores
                .iter()
                .map(|s| s.load(Ordering::Relaxed))
                .collect(),
            nimbers: self.has_nimbers().then(|| {
                inside
                    .nimbers
                    .iter()
                    .map(|n| n.load(Ordering::Relaxed))
                    .collect()
            }),
            tally: Self::tally(scratches)?,
        })
    }

    fn plays_backwards(&self, inside: &Inside<'_>, all: &[u32]) -> bool {
        let first = all.iter().find_map(|&place| {
            let number = inside.number(place);
            self.work.game.position(inside.tier, number)
        });
        first.is_some_and(|position| {
            self.work
                .game
                .predecessors_in_tier(&position, &mut Vec::new())
        })
    }

    /// What a position is worth as far as is known.
    #[inline]
    fn see(
        &self,
        inside: &Inside<'_>,
        position: &G::Position,
        scratch: &mut Scratch<G::Move>,
    ) -> Seen {
        let Scratch { moves, nimbers, .. } = scratch;
        nimbers.clear();
        let mut seen = Seen {
            best: UNKNOWN,
            open: false,
        };
        let game = self.work.game;
        game.for_each_child(position, moves, |mv, to, number| {
            let after = if to == inside.tier {
                let place = inside.index.place(number);
                let score = place.map_or(UNKNOWN, |place| inside.score(place));
                if score == UNKNOWN {
                    seen.open = true;
                    return;
                }
                if let (true, Some(place)) = (self.has_nimbers(), place) {
                    nimbers.push(inside.nimbers[place].load(Ordering::Acquire));
                }
                score
            } else {
                if self.has_nimbers() {
                    nimbers.push(self.nimber(to, number));
                }
                self.look_up(to, number)
            };
            seen.best = seen.best.max(R::seen(game, position, mv, after));
        });
        seen
    }

    /// Goes once through those places, and gives those that `decide` leaves undecided, ascending.
    fn sweep(
        &self,
        inside: &Inside<'_>,
        places: &[u32],
        threads: usize,
        decide: impl Fn(&G::Position, &Seen) -> Option<Score> + Sync,
    ) -> Result<Vec<u32>, NotSolved> {
        let limits = self.work.limits;
        let stopped = Stopping::default();
        let bytes = inside.bytes + 12 * places.len() as u64;
        let left: Mutex<Vec<u32>> = Mutex::new(Vec::new());
        for_each_job(
            threads,
            places.chunks(SMALL_SHARE),
            Scratch::default,
            |scratch: &mut Scratch<G::Move>, share| {
                if !stopped.goes_on(limits, bytes) {
                    return;
                }
                let mut open = Vec::new();
                for &place in share {
                    let number = inside.number(place);
                    let Some(position) = self.work.game.position(inside.tier, number) else {
                        continue;
                    };
                    let seen = self.see(inside, &position, scratch);
                    let Some(score) = decide(&position, &seen) else {
                        open.push(place);
                        continue;
                    };
                    if self.has_nimbers() {
                        let nimber = mex(&mut scratch.nimbers);
                        inside.nimbers[place as usize].store(nimber, Ordering::Release);
                    }
                    inside.scores[place as usize].store(score, Ordering::Release);
                }
                left.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .append(&mut open);
            },
        );
        stopped.result()?;
        let mut left = left.into_inner().unwrap_or_else(PoisonError::into_inner);
        left.sort_unstable();
        Ok(left)
    }

    /// Settles what does not depend on a cycle, and gives what is left.
    fn settle(&self, inside: &Inside<'_>, mut open: Vec<u32>) -> Result<Vec<u32>, NotSolved> {
        // Upwards, where moves only lead down: everything is known when it is asked for.
        let threads = if self.work.game.descends(inside.tier) {
            1
        } else {
            self.work.limits.threads()
        };
        loop {
            let before = open.len();
            open = self.sweep(inside, &open, threads, |position, seen| {
                (!seen.open).then(|| self.or_end(position, seen.best))
            })?;
            if open.is_empty() || open.len() == before {
                return Ok(open);
            }
        }
    }

    /// Outcomes by distance, going through what is undecided again and again.
    fn by_distance(&self, inside: &Inside<'_>, mut open: Vec<u32>) -> Result<(), NotSolved> {
        let threads = self.work.limits.threads();
        let mut distance = 0;
        while !open.is_empty() {
            let before = open.len();
            let later = AtomicU32::new(u32::MAX);
            open = self.sweep(inside, &open, threads, |_, seen| {
                if seen.best == UNKNOWN || (seen.best <= 0 && seen.open) {
                    return None;
                }
                let found = value_of_score(seen.best).distance().unwrap_or(0);
                if found > distance {
                    later.fetch_min(found, Ordering::Relaxed);
                    return None;
                }
                Some(seen.best)
            })?;
            let later = later.into_inner();
            if open.len() < before {
                distance += 1;
            } else if later == u32::MAX {
                break;
            } else {
                distance = later;
            }
        }
        Self::call_the_rest_drawn(inside, &open);
        Ok(())
    }

    /// Margins by what can be forced.
    fn by_margin(&self, inside: &Inside<'_>, mut open: Vec<u32>) -> Result<(), NotSolved> {
        let exits: Vec<AtomicBool> = (0..=Score::MAX).map(|_| AtomicBool::new(false)).collect();
        let threads = self.work.limits.threads();
        self.sweep(inside, &open, threads, |_, seen| {
            if seen.best != UNKNOWN {
                exits[usize::from(seen.best.unsigned_abs())].store(true, Ordering::Relaxed);
            }
            None
        })?;
        for k in (1..Score::MAX).rev() {
            if !exits[k as usize].load(Ordering::Relaxed) {
                continue;
            }
            loop {
                let before = open.len();
                open = self.sweep(inside, &open, threads, |_, seen| {
                    if seen.best != UNKNOWN && seen.best >= k {
                        Some(k)
                    } else if seen.best != UNKNOWN && !seen.open && seen.best <= -k {
                        Some(-k)
                    } else {
                        None
                    }
                })?;
                if open.len() == before {
                    break;
                }
            }
        }
        Self::call_the_rest_drawn(inside, &open);
        Ok(())
    }

    fn call_the_rest_drawn(inside: &Inside<'_>, open: &[u32]) {
        for &place in open {
            inside.scores[place as usize].store(0, Ordering::Relaxed);
        }
    }

    /// Outcomes by distance, playing backwards from what is decided.
    fn induct(&self, inside: &Inside<'_>, all: &[u32]) -> Result<(), NotSolved> {
        let mut open = vec![NOT_HERE; inside.scores.len()];
        let mut exits = vec![UNKNOWN; inside.scores.len()];
        let mut agenda = Agenda::default();
        for (place, begun) in all.iter().zip(self.begin(inside, all)?) {
            let at = *place as usize;
            open[at] = begun.open;
            exits[at] = begun.exit;
            if begun.open == 0 || begun.exit > 0 {
                agenda.add(*place, begun.exit);
            }
        }
        let mut distance = 0;
        while let Some(due) = agenda.take(distance) {
            distance += 1;
            for (places, won) in due.into_iter().zip([false, true]) {
                let value = if won {
                    Value::Win(distance - 1)
                } else {
                    Value::Loss(distance - 1)
                };
                let score = score_of_value(value);
                let mut new = places;
                new.retain(|&place| {
                    let is_new = inside.score(place as usize) == UNKNOWN;
                    if is_new {
                        inside.scores[place as usize].store(score, Ordering::Relaxed);
                    }
                    is_new
                });
                let seen = score_of_value(value.seen_by_parent(false));
                for before in self.before(inside, &new, &open)? {
                    let at = before as usize;
                    if inside.score(at) != UNKNOWN {
                        continue;
                    }
                    if !won {
                        agenda.add(before, seen);
                        continue;
                    }
                    open[at] = open[at].saturating_sub(1);
                    // The longest resistance; an exit that draws or wins is better than any.
                    if open[at] == 0 {
                        agenda.add(
                            before,
                            if exits[at] == UNKNOWN {
                                seen
                            } else {
                                exits[at].max(seen)
                            },
                        );
                    }
                }
            }
        }
        for &place in all {
            if inside.score(place as usize) == UNKNOWN {
                inside.scores[place as usize].store(0, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// For each place what its exits are worth, and how many different positions of the tier its moves lead to.
    fn begin(&self, inside: &Inside<'_>, all: &[u32]) -> Result<Vec<Begun>, NotSolved> {
        let limits = self.work.limits;
        let stopped = Stopping::default();
        let mut begun = vec![Begun::default(); all.len()];
        let bytes = inside.bytes + 16 * inside.scores.len() as u64;
        let jobs = begun.chunks_mut(SMALL_SHARE).zip(all.chunks(SMALL_SHARE));
        for_each_job(
            limits.threads(),
            jobs,
            || (Vec::new(), Vec::new()),
            |(moves, within), (begun, share)| {
                if !stopped.goes_on(limits, bytes) {
                    return;
                }
                let game = self.work.game;
                for (begun, &place) in begun.iter_mut().zip(share) {
                    let Some(position) = game.position(inside.tier, inside.number(place)) else {
                        continue;
                    };
                    within.clear();
                    let mut best = UNKNOWN;
                    game.for_each_child(&position, moves, |mv, to, number| {
                        if to == inside.tier {
                            within.push(number);
                        } else {
                            let after = self.look_up(to, number);
                            best = best.max(R::seen(game, &position, mv, after));
                        }
                    });
                    if within.is_empty() {
                        best = self.or_end(&position, best);
                    }
                    within.sort_unstable();
                    within.dedup();
                    *begun = Begun {
                        open: within.len() as u16,
                        exit: best,
                    };
                }
            },
        );
        stopped.result()?;
        Ok(begun)
    }

    /// The places of the positions before those, each once for each of those that it leads to.
    fn before(
        &self,
        inside: &Inside<'_>,
        places: &[u32],
        open: &[u16],
    ) -> Result<Vec<u32>, NotSolved> {
        let limits = self.work.limits;
        let stopped = Stopping::default();
        let bytes = inside.bytes + 16 * inside.scores.len() as u64;
        let found = for_each_job(
            if places.len() < SMALL_SHARE {
                1
            } else {
                limits.threads()
            },
            places.chunks(SMALL_SHARE),
            || (Vec::new(), Vec::new(), Vec::new()),
            |(positions, here, found), share| {
                if !stopped.goes_on(limits, bytes) {
                    return;
                }
                let game = self.work.game;
                for &place in share {
                    let Some(position) = game.position(inside.tier, inside.number(place)) else {
                        continue;
                    };
                    positions.clear();
                    here.clear();
                    game.predecessors_in_tier(&position, positions);
                    here.extend(positions.iter().filter_map(|before| {
                        let number = game.number(&game.canonical(before));
                        let place = inside.index.place(number)?;
                        (open[place] != NOT_HERE).then_some(place as u32)
                    }));
                    here.sort_unstable();
                    here.dedup();
                    found.append(here);
                }
            },
        );
        stopped.result()?;
        Ok(found.into_iter().flat_map(|(_, _, found)| found).collect())
    }
}

/// The count of open moves where play cannot come.
const NOT_HERE: u16 = u16::MAX;

/// How a position stands before anything in its tier is decided.
#[derive(Debug, Clone, Copy, Default)]
struct Begun {
    open: u16,
    exit: Score,
}

/// What is due at each distance: the lost, the won.
#[derive(Debug, Default)]
struct Agenda(Vec<[Vec<u32>; 2]>);

impl Agenda {
    /// Notes a place for the distance of its score; draws are not noted, they are what is left.
    fn add(&mut self, place: u32, score: Score) {
        let value = value_of_score(score);
        let Some(distance) = value.distance() else {
            return;
        };
        let distance = distance as usize;
        if self.0.len() <= distance {
            self.0.resize_with(distance + 1, Default::default);
        }
        self.0[distance][usize::from(score > 0)].push(place);
    }

    fn take(&mut self, distance: u32) -> Option<[Vec<u32>; 2]> {
        self.0.get_mut(distance as usize).map(std::mem::take)
    }
}
