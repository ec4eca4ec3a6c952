//! What a strong solution will take, told before it is begun.
//!
//! Memory follows from what the solver holds at a time, disk from the bytes that a position was measured to take. How
//! many positions there are, and how long one takes, a sample tells ([`look`]). Without it, a game's own expectation
//! counts ([`plan`]).

use super::sample::{Sampled, sample};
use noyau_core::by_number::{ByNumber, Layout};
use noyau_core::language::{Message, Text};
use noyau_core::limits::Limits;
use noyau_core::message;

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

    /// How often the moves of a position are generated, or what takes as long, and how often where they lead is looked
    /// up or marked, to enumerate and to solve it.
    const fn work(self) -> (f64, f64) {
        match self {
            Self::OnePass => (2.5, 2.0),
            Self::Upwards => (2.25, 2.0),
            Self::Backwards => (3.25, 3.0),
            Self::Sweeps => (30.0, 30.0),
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
    /// The time to generate the moves of a position and to look up where they lead, on average.
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

/// The time to look up or to mark where a move leads, by number and in a list.
const NANOSECONDS_A_MOVE: [f64; 2] = [15.0, 28.0];

/// Plans a strong solution from the start, from what the game expects.
pub fn plan(game: &dyn ByNumber, limits: &Limits) -> Plan {
    let layout = game.layout();
    let expected = layout.tiers.iter().map(|tier| Sampled {
        positions: tier.expected as f64,
        nanoseconds: 150.0,
        moves: 5.0,
        is_exact: false,
    });
    plan_for(layout, &expected.collect::<Vec<_>>(), limits)
}

/// The same from a sample of the positions that play reaches, which takes a fraction of a second.
pub fn look(game: &dyn ByNumber, limits: &Limits) -> Plan {
    let sampled = sample(game, limits);
    let mut plan = plan_for(game.layout(), &sampled, limits);
    plan.estimated &= !{ sampled.iter() }.all(|tier| tier.is_exact || tier.positions == 0.0);
    plan
}

fn plan_for(layout: &Layout, sampled: &[Sampled], limits: &Limits) -> Plan {
    let mut plan = Plan::default();
    let expected: Vec<u64> = { sampled.iter() }
        .map(|tier| tier.positions as u64)
        .collect();
    // Index and scores of a tier that waits in memory.
    let held = |tier: u32| match layout.tier(tier).dense {
        Some(places) => places.saturating_mul(2),
        None => expected[tier as usize].saturating_mul(11),
    };
    let threads = limits.threads().max(1) as f64;
    let (mut seconds, mut once) = (0.0, 0.0);
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
        let spared = if layout.is_whole { 1.0 } else { 0.0 };
        let (expansions, visits) = method.work();
        let Sampled {
            nanoseconds, moves, ..
        } = sampled[tier as usize];
        let visit = moves * NANOSECONDS_A_MOVE[usize::from(dense.is_none())];
        let time = (expansions - spared) * nanoseconds + (visits - spared) * visit;
        // One thread goes up by number.
        let threads = if method == Method::Upwards {
            1.0
        } else {
            threads
        };
        seconds += positions as f64 * time / 1e9 / threads;
        once += positions as f64 * (nanoseconds + visit);
    }
    plan.nanoseconds = once / plan.positions.max(1) as f64;
    plan.seconds = seconds as u64;
    plan
}
