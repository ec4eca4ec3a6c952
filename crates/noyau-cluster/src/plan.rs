//! What a run over many hosts will take, computed before it is begun.
//!
//! The model is of what the workers do: each position is expanded once to enumerate it and once to solve it, or as often as
//! its tier is gone through; each link costs a look-up here, or a message and an answer where another worker owns it;
//! each batch costs a round. What these cost is measured (`measure`).

use crate::driver::BATCH;
use crate::partition::{BLOCK_BITS, Partition};
use crate::wire::width;
use noyau::by_number::ByNumber;

/// What things cost.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Constants {
    /// Nanoseconds to expand a position.
    pub expand: f64,
    /// Links a position.
    pub links: f64,
    /// How often a position is expanded to solve it, or played back to, in a tier that moves stay in.
    pub sweeps: f64,
    /// Nanoseconds a position, besides its moves, from being found to being delivered.
    pub position: f64,
    /// Nanoseconds a link between workers, for the question, its answer and the enumeration.
    pub message: f64,
    /// Rounds a tier, besides those of its batches.
    pub rounds: f64,
    /// Microseconds a round.
    pub round: f64,
    /// Seconds until the processes have met.
    pub start: f64,
    /// Bytes a second that a host sends.
    pub network: f64,
}

impl Default for Constants {
    /// A supposition, for a network of 1 Gbit/s: `--measure` takes the place of all but the network.
    fn default() -> Self {
        Self {
            expand: 250.0,
            links: 6.0,
            sweeps: 3.0,
            position: 450.0,
            message: 60.0,
            rounds: 12.0,
            round: 120.0,
            start: 0.2,
            network: 1.25e8,
        }
    }
}

/// What a run will take.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Plan {
    /// Positions to store, at most or about.
    pub positions: u64,
    /// Whether how many there are is known only when they are enumerated.
    pub estimated: bool,
    /// Bytes of memory a process, with every tier that is asked for in it.
    pub memory: u64,
    /// Bytes of memory a process, with these on disk.
    pub least_memory: u64,
    /// Bytes on the disk of a process.
    pub disk: u64,
    /// Bytes sent between workers.
    pub traffic: u64,
    /// Rounds.
    pub rounds: u64,
    /// Seconds.
    pub seconds: f64,
    /// How many hosts would do with the memory that each has.
    pub hosts_needed: u64,
}

/// On what a run is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Processes, a host each.
    pub processes: u64,
    /// Workers in each.
    pub workers: u64,
    /// Bytes of memory of each process.
    pub memory: Option<u64>,
    /// How many positions there are, where that is known; what the game expects otherwise.
    pub positions: Option<u64>,
}

/// Plans a run.
pub fn plan(game: &dyn ByNumber, shape: Shape, constants: &Constants) -> Plan {
    let Shape {
        processes, workers, ..
    } = shape;
    let peers = (processes * workers).max(1);
    let layout = game.layout();
    let partition = Partition::new(0, peers as usize);
    let elsewhere = (peers - 1) as f64 / peers as f64;
    let other_hosts = (processes - 1) as f64 / processes as f64;
    let mut plan = Plan {
        positions: 0,
        estimated: false,
        memory: 0,
        least_memory: 0,
        disk: 0,
        traffic: 0,
        rounds: 0,
        seconds: 0.0,
        hosts_needed: 0,
    };
    let in_rounds = workers * BATCH as u64 * 1024;
    let (mut processor, mut traffic, mut fullest) = (0.0, 0.0, 0u64);
    let mut rounds = 0.0;
    let tiers = layout.tiers.iter();
    let expected = tiers.map(|tier| tier.expected).fold(0, u64::saturating_add);
    let fraction = shape
        .positions
        .map_or(1.0, |known| known as f64 / expected as f64);
    let positions_of = |tier: u32| (layout.tier(tier).expected as f64 * fraction).ceil() as u64;
    for (tier, of) in (0..).zip(&layout.tiers).filter(|(_, of)| of.expected > 0) {
        let positions = positions_of(tier);
        let stays = layout.is_loopy(tier);
        // 1. Memory: number, index and score of each position; inside a tier what is open and due.
        let own = positions.saturating_mul(if layout.is_whole { 6 } else { 22 });
        let own = own.saturating_add(positions.saturating_mul(if stays { 12 } else { 0 }));
        let lower = of.child_tiers.iter().filter(|&&lower| lower < tier);
        let held = lower.fold(0u64, |sum, &lower| {
            sum.saturating_add(positions_of(lower).saturating_mul(12))
        });
        fullest = fullest.max(own);
        plan.least_memory = plan.least_memory.max(own / processes + in_rounds);
        let all = own.saturating_add(held) / processes + in_rounds;
        plan.memory = plan.memory.max(all);
        // 2. Time and traffic.
        let (n, links) = (positions as f64, positions as f64 * constants.links);
        let bytes = width(partition.bound(of.bound)) as f64;
        let once = if layout.is_whole { 0.0 } else { 1.0 };
        let solved = if stays && !of.descends {
            constants.sweeps
        } else {
            1.0
        };
        processor += n * (constants.expand * (once + solved) + constants.position);
        // Solved tiers of workers of the same process are looked up without a question.
        let asked = if stays { elsewhere } else { other_hosts };
        processor += links * (elsewhere * once + asked * solved) * constants.message;
        // A question takes its number and two bytes of answer; what is delivered takes about three.
        traffic +=
            elsewhere * (links * once * bytes + n * 3.0) + asked * links * solved * (bytes + 2.0);
        let batches = positions as f64 / (peers * BATCH as u64) as f64;
        rounds += constants.rounds + (once + solved) * batches;
        if peers > 1 && of.descends {
            // A round for each block.
            rounds += of.bound as f64 / f64::from(1 << BLOCK_BITS);
        }
        plan.positions = plan.positions.saturating_add(positions);
        plan.estimated |= !layout.is_whole && shape.positions.is_none();
    }
    plan.rounds = rounds as u64;
    plan.traffic = traffic as u64;
    // Keys, values and shards, packed.
    plan.disk = plan.positions.saturating_mul(6) / processes;
    let waiting = if peers > 1 {
        rounds * constants.round * 1e-6
    } else {
        0.0
    };
    let sending = if processes > 1 {
        traffic / processes as f64 / constants.network
    } else {
        0.0
    };
    let start = if processes > 1 { constants.start } else { 0.0 };
    plan.seconds = start + (processor * 1e-9 / peers as f64).max(sending) + waiting;
    let given = shape
        .memory
        .unwrap_or(plan.least_memory)
        .saturating_sub(in_rounds);
    plan.hosts_needed = fullest.div_ceil(given.max(1));
    plan
}
