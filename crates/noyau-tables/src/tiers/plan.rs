//! What a strong solution will take, told before it is begun.
//!
//! Memory follows from what the solver holds at a time, disk from the bytes that a position was measured to take. How
//! many positions there are, and how long one takes, a first look tells ([`look`]): it enumerates the first positions
//! that play reaches, or all if they are few. Without it, a game's own expectation counts ([`plan`]).

use super::backward::BATCH;
use noyau_core::by_number::{Ask, ByNumber, Expansion, Layout};
use noyau_core::hash::FoldHasher;
use noyau_core::language::{Message, Text};
use noyau_core::limits::{Limits, Stopwatch};
use noyau_core::message;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::time::Duration;

/// How a tier is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// All moves leave the tier: one pass.
    OnePass,
    /// Moves stay in the tier, but lead to lower numbers: one pass by number.
    Upwards,
    /// Moves stay in the tier: backward induction by distance, playing backwards.
    Backwards,
    /// Moves stay in the tier: what is undecided is gone through until nothing changes.
    Sweeps,
}

impl Method {
    /// The words for it.
    pub const fn text(self) -> Text {
        match self {
            Self::OnePass => Text::new("one pass", "un passage"),
            Self::Upwards => Text::new("one pass by number", "un passage par numéro"),
            Self::Backwards => Text::new("backward induction", "induction à rebours"),
            Self::Sweeps => Text::new("repeated sweeps", "balayages répétés"),
        }
    }

    /// How often the moves of a position are generated, or what takes as long, to enumerate and to solve it.
    const fn expansions(self) -> f64 {
        match self {
            Self::OnePass => 2.0,
            Self::Upwards => 2.5,
            Self::Backwards => 5.0,
            Self::Sweeps => 30.0,
        }
    }
}

/// What is planned for one tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TierPlan {
    /// Which tier.
    pub tier: u32,
    /// How it is solved.
    pub method: Method,
    /// Positions stored, about.
    pub positions: u64,
    /// Places for values: numbers in a dense tier, positions in a listed one.
    pub places: u64,
    /// Whether numbers are places.
    pub dense: bool,
    /// Bytes of memory while it is solved.
    pub memory: u64,
}

/// What a strong solution will take.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// Tier by tier, those without positions left out.
    pub tiers: Vec<TierPlan>,
    /// Positions stored, one for each set of images under symmetry: about, where a game expects how many of its images
    /// are the same.
    pub positions: u64,
    /// Bytes of memory at most.
    pub memory: u64,
    /// Bytes on disk, about.
    pub disk: u64,
    /// Seconds, about.
    pub seconds: u64,
    /// The time that the moves of a position take to generate.
    pub nanoseconds: f64,
    /// Whether the positions of some tier are known only when they are enumerated.
    pub estimated: bool,
}

/// How much fewer positions there may be than a game expects before it enumerates them: Connect 4 of 7x5 expects about
/// eight times as many as there are.
const SLACK: u64 = 8;

impl Plan {
    /// Why it cannot be done within the limits, if it cannot. What is only estimated gets the benefit of the doubt.
    pub fn refusal(&self, limits: &Limits) -> Option<Message> {
        let given = limits.memory?;
        let slack = if self.estimated { SLACK } else { 1 };
        if self.memory / slack <= given {
            return None;
        }
        let (needed, positions) = (amount(self.memory), self.positions);
        let (given, disk) = (amount(given), amount(self.disk));
        Some(message!(
            "a table of about {positions} positions needs {needed} of memory and {disk} of disk; {given} of memory may be used",
            "une table d'environ {positions} positions demande {needed} de mémoire et {disk} de disque ; {given} de mémoire sont permis"
        ))
    }
}

/// Bytes for people, alike in both languages.
fn amount(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = bytes as f64 / 1024.0;
    let mut units = UNITS.iter().peekable();
    let mut unit = UNITS[0];
    while let Some(next) = units.next() {
        unit = next;
        if value < 1024.0 || units.peek().is_none() {
            break;
        }
        value /= 1024.0;
    }
    format!("{value:.0} {unit}")
}

/// What a first look shows.
struct FirstLook {
    /// The positions of each tier, as far as they are known.
    sizes: Vec<Option<u64>>,
    /// The time that the moves of a position take to generate.
    nanoseconds: f64,
}

/// So many positions are looked at.
const LOOKED_AT: u64 = 200_000;
/// The time that the moves of a position take where no look was taken.
const NANOSECONDS: f64 = 330.0;
/// The time to look up or to mark where a move leads.
const NANOSECONDS_A_MOVE: f64 = 10.0;

/// The time that the moves of a position take.
#[derive(Default)]
struct Pace {
    positions: usize,
    moves: usize,
    time: Duration,
}

impl Pace {
    fn expand(&mut self, game: &dyn ByNumber, tier: u32, numbers: &[u64], out: &mut Expansion) {
        let watch = Stopwatch::start();
        game.expand(tier, numbers, out);
        self.time += watch.elapsed();
        self.positions += numbers.len();
        self.moves += out.links.len();
    }

    fn nanoseconds(&self) -> f64 {
        let moves = self.moves as f64 * NANOSECONDS_A_MOVE;
        (self.time.as_nanos() as f64 + moves) / self.positions.max(1) as f64
    }
}

impl FirstLook {
    /// Takes positions from all tiers of a game whose numbers are all positions.
    fn at_whole(game: &dyn ByNumber) -> Self {
        let layout = game.layout();
        let sizes: Vec<u64> = layout.tiers.iter().map(|tier| tier.expected).collect();
        let step = (sizes.iter().sum::<u64>() / LOOKED_AT * 8).max(1);
        let mut expansion = Expansion::new(Ask::Children);
        let (mut pace, mut numbers) = (Pace::default(), Vec::new());
        for (tier, &size) in (0..).zip(&sizes) {
            for from in (0..size).step_by(step as usize * BATCH) {
                numbers.clear();
                numbers.extend((from..size).step_by(step as usize).take(BATCH));
                pace.expand(game, tier, &numbers, &mut expansion);
            }
        }
        Self {
            sizes: sizes.into_iter().map(Some).collect(),
            nanoseconds: pace.nanoseconds(),
        }
    }

    /// Enumerates positions from the start downwards, until all or enough are found.
    fn new(game: &dyn ByNumber, limits: &Limits) -> Self {
        let layout = game.layout();
        if layout.is_whole {
            return Self::at_whole(game);
        }
        let mut sizes = vec![None; layout.tiers.len()];
        let mut found: Vec<Numbers> = sizes.iter().map(|_| Numbers::default()).collect();
        found[layout.top() as usize].insert(layout.start.1);
        let mut expansion = Expansion::new(Ask::Children);
        let mut pace = Pace::default();
        'tiers: for tier in (0..=layout.top()).rev() {
            let mut seen = std::mem::take(&mut found[tier as usize]);
            let mut open: Vec<u64> = seen.iter().copied().collect();
            while !open.is_empty() {
                open.sort_unstable();
                let mut new = Vec::new();
                for numbers in open.chunks(BATCH) {
                    if pace.positions as u64 >= LOOKED_AT || limits.check(0).is_err() {
                        break 'tiers;
                    }
                    pace.expand(game, tier, numbers, &mut expansion);
                    for link in &expansion.links {
                        if link.tier != tier {
                            found[link.tier as usize].insert(link.number);
                        } else if seen.insert(link.number) {
                            new.push(link.number);
                        }
                    }
                }
                open = new;
            }
            sizes[tier as usize] = Some(seen.len() as u64);
        }
        Self {
            sizes,
            nanoseconds: pace.nanoseconds(),
        }
    }

    /// How many positions each tier has; in those that were not reached, which share of the expected ones follows from
    /// the share in those that were.
    fn positions(&self, layout: &Layout) -> Vec<u64> {
        /// How much the share grows from tier to tier at most: the more moves were made, the more is reached.
        const CHANGE: f64 = 2.0;
        let (mut share, mut change): (f64, f64) = (1.0, 1.0);
        let mut positions = vec![0; self.sizes.len()];
        for tier in (0..self.sizes.len()).rev() {
            let expected = layout.tiers[tier].expected;
            positions[tier] = if let Some(size) = self.sizes[tier] {
                if size > 0 && expected > 0 {
                    let now = size as f64 / expected as f64;
                    change = (now / share).clamp(1.0, CHANGE);
                    share = now;
                }
                size
            } else {
                share = (share * change).min(1.0);
                (expected as f64 * share) as u64
            };
        }
        positions
    }
}

/// Numbers of positions.
type Numbers = HashSet<u64, BuildHasherDefault<FoldHasher>>;

/// Plans a strong solution from the start, from what the game expects.
pub fn plan(game: &dyn ByNumber, limits: &Limits) -> Plan {
    let tiers = game.layout().tiers.iter();
    let expected: Vec<u64> = tiers.map(|tier| tier.expected).collect();
    plan_for(game.layout(), &expected, NANOSECONDS, limits)
}

/// The same from a first look at the game, which takes a fraction of a second.
pub fn look(game: &dyn ByNumber, limits: &Limits) -> Plan {
    let layout = game.layout();
    let look = FirstLook::new(game, limits);
    let known = look.sizes.iter().all(Option::is_some);
    let mut plan = plan_for(layout, &look.positions(layout), look.nanoseconds, limits);
    plan.estimated &= !known;
    plan
}

fn plan_for(layout: &Layout, expected: &[u64], nanoseconds: f64, limits: &Limits) -> Plan {
    let mut plan = Plan::default();
    // Index and scores of a tier that waits in memory.
    let held = |tier: u32| match layout.tier(tier).dense {
        Some(places) => places.saturating_mul(2),
        None => expected[tier as usize].saturating_mul(11),
    };
    let mut expansions = 0.0;
    for (tier, of) in (0..).zip(&layout.tiers) {
        let (positions, dense) = (expected[tier as usize], of.dense);
        if positions == 0 {
            continue;
        }
        let places = dense.unwrap_or(positions);
        let method = match (layout.is_loopy(tier), layout.plays_backwards) {
            (false, _) => Method::OnePass,
            (true, _) if of.descends => Method::Upwards,
            (true, true) => Method::Backwards,
            (true, false) => Method::Sweeps,
        };
        // Numbers, scores and codes; inside a tier also its index, what is open and what is due.
        let listed = if layout.is_whole { 0 } else { 8 };
        let (a_position, a_place) = match method {
            Method::OnePass => (listed, 4),
            _ => (listed + 16, 10),
        };
        let own = positions
            .saturating_mul(a_position)
            .saturating_add(places.saturating_mul(a_place));
        let lower = of.child_tiers.iter().filter(|&&lower| lower < tier);
        let memory = lower.fold(own, |sum, &lower| sum.saturating_add(held(lower)));
        plan.tiers.push(TierPlan {
            tier,
            method,
            positions,
            places,
            dense: dense.is_some(),
            memory,
        });
        plan.estimated |= dense.is_none();
        plan.positions = plan.positions.saturating_add(positions);
        plan.memory = plan.memory.max(memory);
        // A value takes about a byte, a number in a list about as much again.
        let bytes = if dense.is_some() {
            places
        } else {
            positions.saturating_mul(2)
        };
        plan.disk = plan.disk.saturating_add(bytes);
        // Positions that need not be enumerated are taken up once less.
        let enumerated = if layout.is_whole { 1.0 } else { 0.0 };
        expansions += positions as f64 * (method.expansions() - enumerated);
    }
    let threads = limits.threads().max(1) as f64;
    plan.nanoseconds = nanoseconds;
    plan.seconds = (expansions * nanoseconds / 1e9 / threads) as u64;
    plan
}
