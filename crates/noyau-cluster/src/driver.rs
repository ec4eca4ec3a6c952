//! One worker's part of a run: forwards to enumerate every tier, backwards to solve it, and at the end its shard.
//!
//! The same procedure as [`noyau::solve::tiers`] in one process, with questions and answers in place of look-ups: which
//! positions there are, what each is worth and how many there are of each come out the same.

use crate::checkpoint::{Kind, WorkerCheckpoints};
use crate::failure::{At, NotDone, Trouble};
use crate::local_peers::LocalPeers;
use crate::partition::Partition;
use crate::rounds::{Rounds, Traffic};
use crate::stop::Stop;
use crate::tier_cache::CachedTier;
use crate::wire::{Packed, Reader, Writer, width};
use noyau::by_number::{ByNumber, Goal, Layout};
use noyau::format::code::{GAP, Numbers, SolvedTier};
use noyau::format::header::{Title, Values};
use noyau::solve::tiers::tier_scores::{Places, TierScores};
use noyau::solve::tiers::values_of;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Positions a worker takes up in a round.
pub(crate) const BATCH: usize = 16_384;
/// The memory that a position takes in a round, its moves and the messages about them included.
const BYTES_IN_ROUND: u64 = 1024;

/// What a run is about, the same for all workers of a process.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    pub(crate) title: Title,
    /// The folder of the pieces.
    pub(crate) work: PathBuf,
    /// The folder of the shards.
    pub(crate) save: PathBuf,
    /// Workers a process.
    pub(crate) workers: usize,
    /// Bytes of memory a worker.
    pub(crate) memory: Option<u64>,
    /// How often what is done of a long tier is kept.
    pub(crate) interval: Duration,
    /// What the workers of the process hold.
    pub(crate) local_peers: Arc<LocalPeers>,
}

/// What a worker tells of a finished run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Told {
    /// Positions that it has solved.
    pub positions: u64,
    /// Links of them that were followed when they were solved.
    pub links: u64,
    /// Its rounds.
    pub traffic: Traffic,
    /// The most bytes that it has counted for itself.
    pub memory: u64,
    /// Seconds.
    pub seconds: f64,
}

/// One worker.
pub(crate) struct Driver<'g, 'w> {
    pub(crate) game: &'g dyn ByNumber,
    pub(crate) layout: &'g Layout,
    pub(crate) rounds: Rounds<'w>,
    pub(crate) partition: Partition,
    pub(crate) disk: WorkerCheckpoints,
    pub(crate) task: Task,
    pub(crate) values: Values,
    pub(crate) nimbers: bool,
    pub(crate) batch: usize,
    pub(crate) held: Vec<Option<Arc<CachedTier>>>,
    pub(crate) stop: Arc<Stop>,
    /// When the last state was kept.
    pub(crate) kept: Instant,
    /// The number of the last state.
    pub(crate) time: u64,
    pub(crate) told: Told,
    done: u64,
    total: u64,
}

/// The tiers that moves from one lead to, as messages call them.
pub(crate) struct Slots {
    pub(crate) tiers: Vec<u32>,
    widths: Vec<usize>,
    by_tier: Vec<Option<u16>>,
}

impl Slots {
    /// The slot of a tier.
    #[inline]
    pub(crate) fn of(&self, tier: u32) -> Result<usize, NotDone> {
        let slot = self.by_tier.get(tier as usize).copied().flatten();
        slot.map(usize::from).ok_or_else(NotDone::garbled)
    }

    /// A list of locals for each slot, empty.
    pub(crate) fn lists(&self) -> Vec<Packed> {
        self.widths
            .iter()
            .map(|&width| Packed::new(width))
            .collect()
    }

    /// Writes a list of locals for each slot.
    pub(crate) fn write(lists: &[Packed], writer: &mut Writer) {
        for (slot, locals) in (0..).zip(lists) {
            if !locals.is_empty() {
                writer.u16(slot);
                writer.numbers(locals);
            }
        }
    }

    /// Reads the next list, with its tier.
    pub(crate) fn read<'a>(
        &self,
        reader: &mut Reader<'a>,
    ) -> Result<Option<(u32, impl ExactSizeIterator<Item = u64> + use<'a>)>, NotDone> {
        if reader.is_empty() {
            return Ok(None);
        }
        let slot = usize::from(reader.u16().ok_or_else(NotDone::garbled)?);
        let &tier = self.tiers.get(slot).ok_or_else(NotDone::garbled)?;
        let locals = reader.numbers(self.widths[slot]);
        Ok(Some((tier, locals.ok_or_else(NotDone::garbled)?)))
    }
}

impl<'g, 'w> Driver<'g, 'w> {
    pub(crate) fn new(
        game: &'g dyn ByNumber,
        rounds: Rounds<'w>,
        task: Task,
        stop: Arc<Stop>,
    ) -> Result<Self, NotDone> {
        let layout = game.layout();
        let values = values_of(layout);
        let disk = WorkerCheckpoints::open(
            &task.work,
            &task.title.to_text(),
            values,
            task.workers,
            &rounds,
        )?;
        let most = task
            .memory
            .map_or(u64::MAX, |memory| memory / 8 / BYTES_IN_ROUND);
        Ok(Self {
            partition: Partition::new(rounds.index(), rounds.peers()),
            batch: most.clamp(256, BATCH as u64) as usize,
            held: layout.tiers.iter().map(|_| None).collect(),
            nimbers: layout.goal == Goal::Nimbers,
            layout,
            game,
            rounds,
            disk,
            task,
            values,
            stop,
            kept: Instant::now(),
            time: 0,
            told: Told::default(),
            done: 0,
            total: 0,
        })
    }

    /// Solves the game and writes this worker's shard.
    pub(crate) fn run(mut self) -> Result<Told, NotDone> {
        let began = Instant::now();
        if !self.is_delivered()? {
            self.disk.checkpoints()?;
            self.disk.take_over(&mut self.rounds)?;
            let sizes = if self.layout.is_whole {
                self.layout.tiers.iter().map(|tier| tier.bound).collect()
            } else {
                self.enumerate()?
            };
            let filled = self.solve(&sizes)?;
            self.deliver(&filled)?;
        }
        // Nobody clears up before everybody has delivered.
        self.rounds.gather(&[])?;
        self.disk.remove()?;
        self.told.traffic = self.rounds.traffic;
        self.told.seconds = began.elapsed().as_secs_f64();
        Ok(self.told)
    }

    /// The bytes that a number of that tier takes between workers.
    pub(crate) fn width(&self, tier: u32) -> usize {
        width(self.partition.bound(self.layout.tier(tier).bound))
    }

    /// The tiers that moves from that one lead to.
    pub(crate) fn slots(&self, tier: u32) -> Slots {
        let tiers = self.layout.tier(tier).child_tiers.clone();
        let mut by_tier = vec![None; tier as usize + 1];
        for (slot, &lower) in tiers.iter().enumerate() {
            if let Some(place) = by_tier.get_mut(lower as usize) {
                *place = Some(slot as u16);
            }
        }
        Slots {
            widths: tiers.iter().map(|&tier| self.width(tier)).collect(),
            tiers,
            by_tier,
        }
    }

    /// Tells how far this worker has come; the first of a process tells for all.
    pub(crate) fn tick(&mut self, positions: u64) {
        self.done += positions;
        if self.rounds.index().is_multiple_of(self.task.workers) {
            self.stop.report(self.done, self.total.max(self.done));
        }
    }

    /// Holds what is solved of a tier, in sight of the other workers of the process.
    fn hold(&mut self, tier: u32, held: CachedTier) {
        let held = Arc::new(held);
        let index = self.rounds.index();
        self.task.local_peers.show(index, tier, Arc::clone(&held));
        self.held[tier as usize] = Some(held);
    }

    fn release(&mut self, tier: u32) {
        self.task.local_peers.hide(self.rounds.index(), tier);
        self.held[tier as usize] = None;
    }

    /// What that worker holds of a tier where this one can look it up.
    pub(crate) fn in_sight(&self, worker: usize, tier: u32) -> Option<Arc<CachedTier>> {
        let process = |worker: usize| worker / self.task.workers;
        if process(worker) == process(self.rounds.index()) {
            self.task.local_peers.in_memory(worker, tier)
        } else {
            None
        }
    }

    fn held_bytes(&self) -> u64 {
        self.held.iter().flatten().map(|held| held.bytes()).sum()
    }

    /// Notes that so many bytes are held.
    pub(crate) fn note_memory(&mut self, bytes: u64) {
        let round = self.batch as u64 * BYTES_IN_ROUND;
        self.told.memory = self.told.memory.max(bytes + round);
    }

    /// Fails if a tier takes more than there is.
    pub(crate) fn fits(&self, tier: u32, bytes: u64) -> Result<(), NotDone> {
        match self.task.memory {
            Some(memory) if bytes > memory => Err(NotDone::failed(&Trouble::Memory {
                tier,
                needed: mebibytes(bytes),
                given: mebibytes(memory),
            })),
            _ => Ok(()),
        }
    }

    /// Solves every tier, and says which have positions.
    fn solve(&mut self, sizes: &[u64]) -> Result<Vec<u32>, NotDone> {
        let top = self.layout.top();
        let all: u64 = sizes.iter().sum();
        self.total = 2 * all / self.rounds.peers() as u64;
        self.done = self.done.max(self.total / 2);
        let last_asked = self.layout.last_asked();
        let mut filled = Vec::new();
        for tier in 0..=top {
            if self.layout.tier(tier).expected == 0 || sizes[tier as usize] == 0 {
                continue;
            }
            if self.disk.is_complete(tier, Kind::Solved) {
                self.tick(sizes[tier as usize] / self.rounds.peers() as u64);
            } else {
                self.make_ready(tier)?;
                self.solve_tier(tier)?;
                self.disk.mark_complete(tier, Kind::Solved);
            }
            filled.push(tier);
            for lower in (0..=top).filter(|&lower| last_asked[lower as usize] <= tier) {
                self.release(lower);
            }
        }
        Ok(filled)
    }

    /// What is kept of a solved tier, and where it is put when memory is short.
    fn solved(&self, tier: u32) -> Result<(SolvedTier, PathBuf), NotDone> {
        let path = self.disk.folder.path();
        let solved = self.disk.checkpoints()?.solved(tier).at(path)?;
        let spill = path.join(format!("spill-{tier}"));
        Ok((solved.ok_or_else(NotDone::garbled)?, spill))
    }

    /// Takes up the tiers that a tier's moves lead to, in memory as far as half of it goes.
    fn make_ready(&mut self, tier: u32) -> Result<(), NotDone> {
        let reached = &self.layout.tier(tier).child_tiers;
        let memory = self.task.memory.unwrap_or(u64::MAX);
        if self.held_bytes() > memory / 2 {
            for lower in (0..tier).filter(|lower| !reached.contains(lower)) {
                self.release(lower);
            }
        }
        for &lower in reached {
            let complete = lower < tier && self.disk.is_complete(lower, Kind::Solved);
            if !complete || self.held[lower as usize].is_some() {
                continue;
            }
            let (solved, spill) = self.solved(lower)?;
            // A number and its score.
            let bytes = 12 * solved.values.len() as u64;
            let held = if self.held_bytes().saturating_add(bytes) > memory / 2 {
                CachedTier::on_disk(&spill, &solved, self.values)?
            } else {
                CachedTier::in_memory(solved, self.values)
            };
            self.hold(lower, held);
        }
        // What was kept in memory while there was room may have to go after all.
        let mut fullest: Vec<u32> = (0..self.held.len() as u32).collect();
        fullest.sort_by_key(|&lower| {
            let held = self.held[lower as usize].as_ref();
            std::cmp::Reverse(held.map_or(0, |held| held.bytes()))
        });
        for lower in fullest {
            if self.held_bytes() <= memory / 2 {
                break;
            }
            if self.held[lower as usize].is_some() {
                self.release(lower);
                let (solved, spill) = self.solved(lower)?;
                self.hold(lower, CachedTier::on_disk(&spill, &solved, self.values)?);
            }
        }
        if self.task.workers > 1 {
            // What the local_peers hold is as it stays until the tier is solved.
            self.rounds.gather(&[])?;
        }
        Ok(())
    }

    /// Solves a tier and keeps it.
    fn solve_tier(&mut self, tier: u32) -> Result<(), NotDone> {
        let places = if self.layout.is_whole {
            Places::Whole(self.partition.count(self.layout.tier(tier).bound))
        } else {
            Places::Listed(self.disk.keys(tier)?)
        };
        let len = places.count();
        if len as u64 >= u64::from(u32::MAX) {
            return Err(NotDone::failed(&Trouble::TierTooLarge { tier }));
        }
        let under = TierScores::new(tier, places, true, self.nimbers);
        let stays = self.layout.is_loopy(tier);
        // Inside a tier what is open, and by distance what is due.
        let open = if stays { 12 * len as u64 } else { 0 };
        let bytes = self.held_bytes() + under.bytes() + open + 4 * len as u64;
        self.note_memory(bytes);
        self.fits(tier, bytes)?;
        if stays {
            self.loopy_tier(&under)?;
        } else {
            self.one_pass(&under)?;
        }
        self.keep(under)
    }

    /// Puts a solved tier on the disk, and keeps it in memory for those above it.
    fn keep(&mut self, under: TierScores) -> Result<(), NotDone> {
        let tier = under.tier;
        let solved = under.finish(self.values);
        let mut solved = solved.ok_or_else(|| NotDone::failed(&Trouble::TooFar))?;
        if let Numbers::Dense(len) = solved.numbers {
            // A share is listed, without gaps.
            let is_here = |&local: &u64| solved.values[local as usize] != GAP;
            let locals: Vec<u64> = (0..len).filter(is_here).collect();
            let here = |nimbers: Vec<u16>| locals.iter().map(|&l| nimbers[l as usize]).collect();
            solved.nimbers = solved.nimbers.map(here);
            solved.values.retain(|&code| code != GAP);
            solved.numbers = Numbers::Listed(locals);
        }
        // Positions are counted when the shards are made.
        self.told.positions += solved.values.len() as u64;
        let kept = self.disk.checkpoints()?.put_solved(&solved);
        kept.at(self.disk.folder.path())?;
        // Only when all have kept theirs is it of use, and only then may what led to it go.
        self.rounds.gather(&[])?;
        for time in self.time.saturating_sub(1)..=self.time {
            self.disk.drop_state(tier, time)?;
        }
        let memory = self.task.memory.unwrap_or(u64::MAX);
        if self.held_bytes() + 12 * solved.values.len() as u64 <= memory / 2 {
            self.hold(tier, CachedTier::in_memory(solved, self.values));
        }
        Ok(())
    }

    /// The numbers at those places of the tier under way.
    pub(crate) fn numbers(&self, under: &TierScores, places: &[u32], out: &mut Vec<u64>) {
        let number = |&place: &u32| self.partition.number(under.places.number(place));
        out.clear();
        out.extend(places.iter().map(number));
    }
}

/// Bytes for people.
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}
