//! What things cost on this machine and in this game, for a plan.
//!
//! The moves of the game are timed on positions of random plays. The rest is measured by solving a part of the same game,
//! one that is closed under its moves: all that can be reached from a late position, or the lower tiers of a game whose
//! every number is used. It is solved with one process and with two, over sockets as between hosts; the processor time that
//! the second takes beyond the first is that of the messages. How long a round takes is measured by rounds without work.

use crate::driver::{BATCH, Driver, Told};
use crate::failure::NotDone;
use crate::plan::Constants;
use crate::run::{Opener, Settings, Work, numbers_of, solve_by};
use noyau::by_number::{ByNumber, Expansion, Layout};
use noyau::format::header::{Title, Values};
use noyau::limits::Limits;
use noyau::random::SplitMix;
use std::collections::{BTreeMap, HashSet};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Positions of the part that is solved, at most.
const MOST: usize = 3_000_000;
/// Random plays, and their longest.
const PLAYS: u64 = 300;
const LONGEST: usize = 400;

/// Which part of a game is solved.
#[derive(Debug, Clone, Copy)]
struct Cut {
    start: (u32, u64),
    /// Where every number is used and moves lead to lower ones, the numbers below this.
    most: u64,
}

/// What the rules were asked, in tiers that every move leaves and in others.
#[derive(Debug, Default)]
struct Asked {
    positions: [AtomicU64; 2],
    expanded: [AtomicU64; 2],
    links: AtomicU64,
    nanoseconds: AtomicU64,
    tiers: AtomicU64,
}

/// How processor time is told, in seconds: other work of the machine is no part of it.
#[derive(Debug, Clone, Copy)]
pub struct Clocks {
    /// Of this process.
    pub process: fn() -> f64,
    /// Of this thread.
    pub thread: fn() -> f64,
}

/// A part of a game, with what is asked of it.
struct Part<'g> {
    game: &'g dyn ByNumber,
    layout: Layout,
    asked: &'g Asked,
    clocks: Clocks,
}

impl<'g> Part<'g> {
    fn new(game: &'g dyn ByNumber, cut: Cut, asked: &'g Asked, clocks: Clocks) -> Self {
        let mut layout = game.layout().clone();
        layout.starts = vec![cut.start];
        layout.tiers.truncate(cut.start.0 as usize + 1);
        for tier in &mut layout.tiers {
            if layout.is_whole && tier.descends {
                tier.dense = tier.dense.map(|dense| dense.min(cut.most));
                tier.bound = tier.bound.min(cut.most);
                tier.expected = tier.expected.min(cut.most);
            }
        }
        Self {
            game,
            layout,
            asked,
            clocks,
        }
    }

    fn stays(&self, tier: u32) -> usize {
        usize::from(self.layout.is_loopy(tier) && !self.layout.tier(tier).descends)
    }

    fn asked(&self, tier: u32, positions: usize, began: f64) {
        let nanoseconds = (((self.clocks.thread)() - began) * 1e9) as u64;
        let add = |to: &AtomicU64, what: u64| to.fetch_add(what, Ordering::Relaxed);
        add(&self.asked.expanded[self.stays(tier)], positions as u64);
        add(&self.asked.nanoseconds, nanoseconds);
    }
}

impl ByNumber for Part<'_> {
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        let began = (self.clocks.thread)();
        self.game.expand(tier, numbers, out);
        self.asked(tier, numbers.len(), began);
        let links = out.links.len() as u64;
        self.asked.links.fetch_add(links, Ordering::Relaxed);
    }
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        let (began, from) = ((self.clocks.thread)(), out.len());
        self.game.before(tier, numbers, out);
        self.asked(tier, numbers.len(), began);
        let links = (out.len() - from) as u64;
        self.asked.links.fetch_add(links, Ordering::Relaxed);
    }
    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        self.game.orbit_sizes(tier, numbers, out);
        // Each position is asked about once, when it is delivered.
        let positions = &self.asked.positions[self.stays(tier)];
        let count = numbers.len() as u64;
        positions.fetch_add(count, Ordering::Relaxed);
        if count < BATCH as u64 {
            self.asked.tiers.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Measures what things cost. `scratch` is a folder for the runs that measure.
pub fn measure(opener: &Arc<Opener>, scratch: &Path, clocks: Clocks) -> Result<Constants, NotDone> {
    let game = opener().map_err(NotDone::Refused)?;
    let by_number = numbers_of(&*game)?;
    let (expand, links) = expansion_of(&*by_number, clocks);
    let cut = cut_of(&*by_number);
    drop(by_number);
    let mut runs = Vec::new();
    for processes in [1, 2] {
        let mut best: Option<Run> = None;
        for _ in 0..3 {
            let run = run_part(opener, cut, processes, scratch, clocks)?;
            if best
                .as_ref()
                .is_none_or(|best| run.processor < best.processor)
            {
                best = Some(run);
            }
        }
        runs.extend(best);
    }
    // What two processes take without any work, and what a round takes of them.
    let (start, idle) = time_of_rounds(0, scratch, clocks)?;
    let (seconds, busy) = time_of_rounds(ROUNDS, scratch, clocks)?;
    let round = seconds / f64::from(ROUNDS);
    let round_processor = (busy - idle).max(0.0) / f64::from(ROUNDS);
    let defaults = Constants::default();
    let (Some(two), Some(one)) = (runs.pop(), runs.pop()) else {
        return Err(NotDone::garbled());
    };
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64;
    let [leaving, staying] = [0, 1].map(|i| of(&one.asked.positions[i]));
    let positions = leaving + staying;
    if positions < 2000.0 {
        // Too few to tell anything.
        return Ok(Constants {
            expand,
            links,
            round: round * 1e6,
            start,
            ..defaults
        });
    }
    let whole = opener().map_err(NotDone::Refused)?;
    let once = if numbers_of(&*whole)?.layout().is_whole {
        0.0
    } else {
        1.0
    };
    let sweeps = if staying < 1000.0 {
        defaults.sweeps
    } else {
        of(&one.asked.expanded[1]) / staying - once
    };
    // A part of what is done for a position is done for each of its links. Where every number is used there are gaps among
    // them, whose cost is that of the positions.
    let expanded = of(&one.asked.expanded[0]) + of(&one.asked.expanded[1]);
    let rules = of(&one.asked.nanoseconds);
    let (links_here, of_gaps) = if once == 0.0 {
        (of(&one.asked.links) / positions, rules / positions - expand)
    } else {
        (of(&one.asked.links) / expanded, 0.0)
    };
    let rest = (one.processor * 1e9 - rules).max(0.0) / positions + of_gaps.max(0.0);
    let alike = 0.5 + 0.5 * links / links_here.max(0.1);
    // Half of the links lead from one of two workers to the other.
    let crossing = of(&two.asked.links) / 2.0;
    let without_messages = one.processor + idle + two.rounds as f64 * round_processor;
    let beyond = (two.processor - without_messages).max(0.0);
    let tiers = (of(&two.asked.tiers) / 2.0).max(1.0);
    // Numbers of no position take no room in a batch.
    let expanded_by_two = of(&two.asked.expanded[0]) + of(&two.asked.expanded[1]);
    let taken_up = if once == 0.0 {
        positions
    } else {
        expanded_by_two
    };
    let batches = taken_up / (2.0 * BATCH as f64);
    Ok(Constants {
        expand,
        links,
        sweeps,
        position: rest * alike,
        message: beyond * 1e9 / crossing,
        rounds: ((two.rounds as f64 - batches) / tiers).max(4.0),
        round: round * 1e6,
        start,
        ..defaults
    })
}

/// Nanoseconds to expand a position of random plays, and links of one.
fn expansion_of(game: &dyn ByNumber, clocks: Clocks) -> (f64, f64) {
    let mut met: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for seed in 0..PLAYS {
        for (tier, number) in random_play(game, seed) {
            met.entry(tier).or_default().push(number);
        }
    }
    let mut expansion = Expansion::default();
    // The tiers of a game count by how many positions they hold.
    let (mut weight, mut nanoseconds, mut links) = (0.0, 0.0, 0.0);
    for (tier, numbers) in met {
        let mut each = f64::INFINITY;
        for _ in 0..20 {
            let began = (clocks.thread)();
            game.expand(tier, &numbers, &mut expansion);
            each = each.min(((clocks.thread)() - began) * 1e9 / numbers.len() as f64);
        }
        let share = game.layout().tier(tier).expected as f64;
        weight += share;
        nanoseconds += share * each;
        links += share * expansion.links.len() as f64 / numbers.len() as f64;
    }
    (nanoseconds / weight, links / weight)
}

/// The positions of a play at random.
fn random_play(game: &dyn ByNumber, seed: u64) -> Vec<(u32, u64)> {
    let mut random = SplitMix(seed);
    let mut expansion = Expansion::default();
    let mut play = vec![game.layout().starts[0]];
    while let Some(&(tier, number)) = play.last()
        && play.len() < LONGEST
    {
        game.expand(tier, &[number], &mut expansion);
        let Some(count) = std::num::NonZero::new(expansion.links.len() as u64) else {
            break;
        };
        let link = expansion.links[(random.next_u64() % count) as usize];
        play.push((link.tier, link.number));
    }
    play
}

/// A part of the game that is closed under its moves, and not too large.
fn cut_of(game: &dyn ByNumber) -> Cut {
    let layout = game.layout();
    if layout.is_whole {
        let mut sum = 0u64;
        let fits = (0..=layout.top()).take_while(|&tier| {
            sum = sum.saturating_add(layout.tier(tier).expected);
            sum <= MOST as u64
        });
        return Cut {
            start: (fits.last().unwrap_or(0), 0),
            most: MOST as u64,
        };
    }
    let mut best = (0, layout.starts[0]);
    for seed in 0..5 {
        let play = random_play(game, seed);
        // Whatever can be reached later can be reached before: the first position from which not too much can.
        let (mut low, mut high) = (0, play.len());
        while low < high {
            let middle = low.midpoint(high);
            match reached(game, play[middle]) {
                Some(count) => {
                    best = best.max((count, play[middle]));
                    high = middle;
                }
                None => low = middle + 1,
            }
        }
    }
    Cut {
        start: best.1,
        most: u64::MAX,
    }
}

/// How many positions can be reached from one, if they are not too many.
fn reached(game: &dyn ByNumber, from: (u32, u64)) -> Option<usize> {
    let mut seen = HashSet::from([from]);
    let mut open = vec![from];
    let mut expansion = Expansion::default();
    while let Some((tier, number)) = open.pop() {
        game.expand(tier, &[number], &mut expansion);
        for link in &expansion.links {
            if seen.insert((link.tier, link.number)) {
                open.push((link.tier, link.number));
            }
        }
        if seen.len() > MOST {
            return None;
        }
    }
    Some(seen.len())
}

/// What a run of the part has taken.
struct Run {
    asked: Arc<Asked>,
    processor: f64,
    rounds: u64,
}

fn run_part(
    opener: &Arc<Opener>,
    cut: Cut,
    processes: usize,
    scratch: &Path,
    clocks: Clocks,
) -> Result<Run, NotDone> {
    let asked = Arc::new(Asked::default());
    let (counts, opener) = (Arc::clone(&asked), Arc::clone(opener));
    let work: Arc<Work> = Arc::new(move |rounds, task, stop| {
        let game = opener().map_err(NotDone::Refused)?;
        let by_number = numbers_of(&*game)?;
        let part = Part::new(&*by_number, cut, &counts, clocks);
        Driver::new(&part, rounds, task, Arc::clone(stop))?.run()
    });
    let before = (clocks.process)();
    let told = run_here(processes, scratch, &work);
    let taken = (clocks.process)() - before;
    let _ = std::fs::remove_dir_all(scratch);
    let rounds = told?.iter().map(|told| told.traffic.rounds).max();
    Ok(Run {
        asked,
        processor: taken,
        rounds: rounds.unwrap_or(0),
    })
}

/// Runs processes of one worker each in this one, over sockets as between hosts.
fn run_here(processes: usize, scratch: &Path, work: &Arc<Work>) -> Result<Vec<Told>, NotDone> {
    let hosts = || -> std::io::Result<Vec<String>> {
        let free = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0"));
        let free: Vec<TcpListener> = free.collect::<std::io::Result<_>>()?;
        free.iter()
            .map(|one| Ok(one.local_addr()?.to_string()))
            .collect()
    };
    let hosts = hosts().map_err(|error| NotDone::disk(scratch, &error))?;
    let secret = crate::draw_secret().map_err(|error| NotDone::disk(scratch, &error))?;
    let title = Title {
        game: "part".to_owned(),
        rules: 1,
        content: None,
        start: "0".to_owned(),
        more_starts: Vec::new(),
        values: Values::Outcome,
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..processes)
            .map(|process| {
                let settings = Settings {
                    hosts: hosts.clone(),
                    process,
                    listen: None,
                    secret: secret.to_vec(),
                    workers: 1,
                    save: scratch.join("parts"),
                    work: scratch.join("work"),
                    wait: Duration::from_mins(1),
                    interval: Duration::from_hours(1),
                };
                let (work, title) = (Arc::clone(work), title.clone());
                scope.spawn(move || solve_by(work, title, &settings, Limits::default(), &|_| {}))
            })
            .collect();
        let mut told = Vec::new();
        for one in running {
            told.extend(one.join().unwrap_or_else(|_| Err(NotDone::garbled()))?);
        }
        Ok(told)
    })
}

/// Rounds that are timed at a stretch.
const ROUNDS: u32 = 300;

/// Seconds of so many rounds between two processes that have nothing to say, or of their meeting if there are none, and
/// the processor time of all that.
fn time_of_rounds(count: u32, scratch: &Path, clocks: Clocks) -> Result<(f64, f64), NotDone> {
    let work: Arc<Work> = Arc::new(move |mut rounds, _, _| {
        let began = Instant::now();
        for _ in 0..count {
            rounds.gather(&[0; 64])?;
        }
        Ok(Told {
            seconds: began.elapsed().as_secs_f64(),
            ..Told::default()
        })
    });
    // The least of several: what else the machine does is no part of it.
    let mut least = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        let (began, before) = (Instant::now(), (clocks.process)());
        let told = run_here(2, scratch, &work)?;
        let seconds = if count == 0 {
            began.elapsed().as_secs_f64()
        } else {
            told.iter().map(|told| told.seconds).fold(0.0, f64::max)
        };
        least.0 = seconds.min(least.0);
        least.1 = least.1.min((clocks.process)() - before);
    }
    Ok(least)
}
