//! What a run over many hosts will take, computed before it is begun.
//!
//! The model is of what the workers do: each position is expanded once to enumerate it and once to solve it, or as often as
//! its tier is gone through; each link costs a look-up here, or a message and an answer where another worker owns it;
//! each batch costs a round. What these cost is measured: the moves of the game by expanding positions of random plays,
//! the rest by runs of a game that is nothing but numbers, with one process and with two.

use crate::driver::{BATCH, Driver, Told};
use crate::failure::NotDone;
use crate::run::{Settings, Work, solve_by};
use crate::share::Share;
use crate::wire::width;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::solve::tiers::by_number::{ByNumber, Expansion, Link, Passage};
use noyau::solve::tiers::{UNKNOWN, score_of_value};
use noyau::store::header::{Title, Values};
use noyau::value::Value;
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What things cost.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Constants {
    /// Nanoseconds to expand a position.
    pub expand: f64,
    /// Links a position.
    pub links: f64,
    /// Nanoseconds a position, besides its moves, from being found to being delivered.
    pub position: f64,
    /// Nanoseconds a link between workers, for the question, its answer and the enumeration.
    pub message: f64,
    /// Microseconds a round.
    pub round: f64,
    /// Bytes a second that a host sends.
    pub network: f64,
}

impl Default for Constants {
    /// A supposition, for a network of 1 Gbit/s: `--measure` takes the place of all but the network.
    fn default() -> Self {
        Self {
            expand: 250.0,
            links: 6.0,
            position: 450.0,
            message: 60.0,
            round: 120.0,
            network: 1.25e8,
        }
    }
}

/// How often what is left of a tier is gone through, where predecessors are not known: a
/// supposition.
const SWEEPS: f64 = 8.0;

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

/// Plans a run on so many processes of so many workers, with so much memory each.
pub fn plan(
    game: &dyn ByNumber,
    processes: u64,
    workers: u64,
    memory: Option<u64>,
    constants: &Constants,
) -> Plan {
    let peers = (processes * workers).max(1);
    let (top, _) = game.start();
    let share = Share::new(0, peers as usize);
    let elsewhere = (peers - 1) as f64 / peers as f64;
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
    for tier in (0..=top).filter(|&tier| game.expected(tier) > 0) {
        let positions = game.expected(tier);
        let reached = game.reaches(tier);
        let stays = reached.contains(&tier);
        // 1. Memory: number, index and score of each position; inside a tier what is open and due.
        let own = positions.saturating_mul(if game.is_whole() { 6 } else { 22 });
        let own = own.saturating_add(positions.saturating_mul(if stays { 12 } else { 0 }));
        let lower = reached.iter().filter(|&&lower| lower < tier);
        let held = lower.fold(0u64, |sum, &lower| {
            sum.saturating_add(game.expected(lower).saturating_mul(12))
        });
        fullest = fullest.max(own);
        plan.least_memory = plan.least_memory.max(own / processes + in_rounds);
        let all = own.saturating_add(held) / processes + in_rounds;
        plan.memory = plan.memory.max(all);
        // 2. Time and traffic.
        let (n, links) = (positions as f64, positions as f64 * constants.links);
        let bytes = width(share.bound(game.bound(tier))) as f64;
        let once = if game.is_whole() { 0.0 } else { 1.0 };
        let (expansions, messages) = match (stays, game.plays_backwards(), game.descends(tier)) {
            (false, ..) | (true, _, true) => (1.0, 1.0),
            // Predecessors are about as dear as moves.
            (true, true, _) => (2.0, 1.5),
            (true, false, _) => (SWEEPS, SWEEPS),
        };
        processor += n * (constants.expand * (once + expansions) + constants.position);
        processor += links * elsewhere * (once + messages) / 2.0 * constants.message;
        traffic += elsewhere * (links * (once * bytes + messages * (bytes + 2.0)) + n * 12.0);
        let batches = positions.div_ceil(peers * BATCH as u64) as f64;
        plan.rounds += ((once + expansions) * batches + 8.0) as u64;
        plan.positions = plan.positions.saturating_add(positions);
        plan.estimated |= !game.is_whole();
    }
    plan.traffic = traffic as u64;
    // Keys, values and shards, packed.
    plan.disk = plan.positions.saturating_mul(6) / processes;
    let rounds = plan.rounds as f64 * if peers > 1 { constants.round } else { 5.0 } * 1e-6;
    let sending = if processes > 1 {
        traffic / processes as f64 / constants.network
    } else {
        0.0
    };
    plan.seconds = (processor * 1e-9 / peers as f64).max(sending) + rounds;
    let given = memory
        .unwrap_or(plan.least_memory)
        .saturating_sub(in_rounds);
    plan.hosts_needed = fullest.div_ceil(given.max(1));
    plan
}

/// Measures what things cost on this machine and in this game. `scratch` is a folder for the runs that measure.
pub fn measure(game: &dyn ByNumber, scratch: &Path) -> Result<Constants, NotDone> {
    let (expand, links) = expansion_of(game);
    let ladder = Ladder;
    let (step, rungs) = expansion_of(&ladder);
    let one = run_ladder(1, &scratch.join("one"))?;
    let two = run_ladder(2, &scratch.join("two"))?;
    let positions: u64 = one.iter().map(|told| told.positions).sum();
    let seconds = |told: &[Told]| told.iter().map(|told| told.seconds).fold(0.0, f64::max);
    let n = positions as f64;
    let position = (seconds(&one) * 1e9 / n - 2.0 * step).max(50.0);
    // Two workers do half each; what they take beyond that goes to their messages and rounds.
    let cores = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(2) as f64;
    let beyond = seconds(&two) * cores - seconds(&one);
    let rounds = two
        .iter()
        .map(|told| told.traffic.rounds)
        .max()
        .unwrap_or(1);
    let round = round_trip()?;
    let waiting = rounds as f64 * round * cores;
    let message = ((beyond - waiting) * 1e9 / (n * rungs / 2.0)).max(5.0);
    Ok(Constants {
        expand,
        links,
        position,
        message,
        round: round * 1e6,
        ..Constants::default()
    })
}

/// Nanoseconds to expand a position of random plays, and links of one.
fn expansion_of(game: &dyn ByNumber) -> (f64, f64) {
    const PLAYS: u64 = 300;
    const LONGEST: usize = 400;
    let mut random = SplitMix(1);
    let mut met: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let mut expansion = Expansion::default();
    for _ in 0..PLAYS {
        let (mut tier, mut number) = game.start();
        for _ in 0..LONGEST {
            met.entry(tier).or_default().push(number);
            game.expand(tier, &[number], &mut expansion);
            let Some(count) = std::num::NonZero::new(expansion.links.len() as u64) else {
                break;
            };
            let link = expansion.links[(random.next_u64() % count) as usize];
            (tier, number) = (link.tier, link.number);
        }
    }
    // Most positions lie where play is long; the tiers of a game count by how many they hold.
    let (mut weight, mut nanoseconds, mut links) = (0.0, 0.0, 0.0);
    for (tier, numbers) in met {
        let began = Instant::now();
        let mut times = 0u32;
        while times < 3 || began.elapsed() < Duration::from_millis(10) {
            game.expand(tier, &numbers, &mut expansion);
            times += 1;
        }
        let each = began.elapsed().as_secs_f64() * 1e9 / f64::from(times) / numbers.len() as f64;
        let share = game.expected(tier) as f64;
        weight += share;
        nanoseconds += share * each;
        links += share * expansion.links.len() as f64 / numbers.len() as f64;
    }
    (nanoseconds / weight, links / weight)
}

/// A game that is nothing but numbers: tiers of so many positions, each with some links to the next lower one.
struct Ladder;

const RUNGS: u32 = 12;
const WIDE: u64 = 40_000;
const EACH: u64 = 6;

impl ByNumber for Ladder {
    fn start(&self) -> (u32, u64) {
        (RUNGS + 6, 0)
    }
    fn values(&self) -> Values {
        Values::Outcome
    }
    fn nimbers(&self) -> bool {
        false
    }
    fn reaches(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(1).into_iter().collect()
    }
    fn dense(&self, _: u32) -> Option<u64> {
        None
    }
    fn bound(&self, _: u32) -> u64 {
        WIDE * 16
    }
    fn expected(&self, _: u32) -> u64 {
        WIDE
    }
    fn is_whole(&self) -> bool {
        false
    }
    fn descends(&self, _: u32) -> bool {
        false
    }
    fn plays_backwards(&self) -> bool {
        false
    }
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        out.links.clear();
        out.ends.clear();
        out.settled.clear();
        for &number in numbers {
            if tier > 0 {
                for i in 0..EACH {
                    let mixed = (number * EACH + i).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
                    out.links.push(Link {
                        number: mixed % WIDE * 16,
                        tier: tier - 1,
                        passage: Passage::PLAIN,
                    });
                }
            }
            let end = if number % 3 == 0 {
                Value::Loss(0)
            } else {
                Value::Draw
            };
            out.ends.push(out.links.len() as u32);
            let settled = if tier == 0 {
                score_of_value(end)
            } else {
                UNKNOWN
            };
            out.settled.push(settled);
        }
    }
    fn before(&self, _: u32, _: &[u64], _: &mut Vec<u64>) {}
    fn images(&self, _: u32, numbers: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.resize(numbers.len(), 1);
    }
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
        game: "ladder".to_owned(),
        rules: 1,
        content: None,
        start: "0".to_owned(),
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
                    wait: Duration::from_secs(30),
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

fn run_ladder(processes: usize, scratch: &Path) -> Result<Vec<Told>, NotDone> {
    let work: Arc<Work> =
        Arc::new(|rounds, task, stop| Driver::new(&Ladder, rounds, task, Arc::clone(stop))?.run());
    let told = run_here(processes, scratch, &work);
    let _ = std::fs::remove_dir_all(scratch);
    told
}

/// Seconds of a round between two processes that have nothing to say.
fn round_trip() -> Result<f64, NotDone> {
    const ROUNDS: u32 = 500;
    let work: Arc<Work> = Arc::new(|mut rounds, _, _| {
        let began = Instant::now();
        for _ in 0..ROUNDS {
            rounds.gather(&[0; 64])?;
        }
        Ok(Told {
            seconds: began.elapsed().as_secs_f64(),
            ..Told::default()
        })
    });
    let told = run_here(2, Path::new("."), &work)?;
    let seconds = told.iter().map(|told| told.seconds).fold(0.0, f64::max);
    Ok(seconds / f64::from(ROUNDS))
}
