//! Forwards: which positions play can reach, shared out.
//!
//! The procedure is that of one process ([`noyau::solve::tiers::reach`]).
//! Every worker expands its share of a tier, some batches in a round, and sends the children to their owners, who mark them
//! or list them. Moves within a tier are followed until no worker has found anything new. One generation of moves a position;
//! a message of a few bytes for each child of another owner that was not sent just before.

use crate::checkpoint::Kind;
use crate::driver::{Driver, Slots};
use crate::failure::{At, NotDone};
use crate::sweep::MOST_BATCHES;
use crate::wire::{Reader, Writer};
use noyau::by_number::{Ask, Expansion};
use noyau::solve::tiers::reach::{Expander, Found, Inside, Rooms, enumerate};
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

/// A round takes up more than a batch as long as it sends fewer messages than this for each position of one.
const MESSAGES_A_POSITION: usize = 4;
/// Children that were sent a moment ago, by some digits of a mixture of their numbers: as many as the nearest cache holds.
const RECENT_BITS: u32 = 11;

/// The flags of a parcel: there is more of this generation, there was something of it.
const MORE: u8 = 1;
const SOME: u8 = 2;

/// A list that goes to the disk where it grows too long.
struct List {
    locals: Vec<u64>,
    /// How long it was when its doubles were last taken out.
    distinct: usize,
    /// Sorted runs on the disk.
    runs: Vec<PathBuf>,
    /// Where further runs go.
    name: PathBuf,
    /// As many are held in memory at most.
    most: usize,
}

impl List {
    fn push(&mut self, local: u64) -> Result<(), NotDone> {
        self.locals.push(local);
        if self.locals.len() > ((1 << 20) + 2 * self.distinct).min(self.most) {
            self.locals.sort_unstable();
            self.locals.dedup();
            self.distinct = self.locals.len();
            if self.distinct > self.most / 2 {
                let path = self.name.with_added_extension(self.runs.len().to_string());
                let mut out = BufWriter::new(File::create(&path).at(&path)?);
                for local in &self.locals {
                    out.write_all(&local.to_le_bytes()).at(&path)?;
                }
                out.flush().at(&path)?;
                self.runs.push(path);
                self.locals.clear();
                self.distinct = 0;
            }
        }
        Ok(())
    }

    /// All of it, ascending.
    fn finish(mut self) -> Result<Vec<u64>, NotDone> {
        for path in &self.runs {
            let mut bytes = Vec::new();
            let mut file = File::open(path).at(path)?;
            file.read_to_end(&mut bytes).at(path)?;
            let (words, _) = bytes.as_chunks::<8>();
            self.locals
                .extend(words.iter().map(|word| u64::from_le_bytes(*word)));
            let _ = fs::remove_file(path);
            self.locals.sort_unstable();
            self.locals.dedup();
        }
        self.locals.sort_unstable();
        self.locals.dedup();
        Ok(self.locals)
    }
}

/// The enumeration under way.
struct Reach<'d, 'g, 'w> {
    driver: &'d mut Driver<'g, 'w>,
    /// What was sent to other workers lately.
    recent: Vec<(u64, u32)>,
    /// The last tier, and how many of its positions were expanded.
    expanded: (u32, u64),
}

impl Driver<'_, '_> {
    /// Puts the locals of this worker's share of every tier on the disk, and says how many positions each tier has in all.
    pub(crate) fn enumerate(&mut self) -> Result<Vec<u64>, NotDone> {
        let (layout, partition) = (self.layout, self.partition);
        let tiers = layout.tiers.iter();
        let bounds = tiers.map(|tier| partition.bound(tier.bound)).collect();
        let rooms = Rooms::new(bounds, self.task.memory);
        let own = self.rounds.index();
        let starts = |tier| {
            let places = layout
                .starts_in(tier)
                .map(|number| partition.locate(number));
            let own = places.filter(|&(owner, _)| owner == own);
            own.map(|(_, local)| local).collect()
        };
        let cells = if self.rounds.peers() > 1 {
            1 << RECENT_BITS
        } else {
            0
        };
        let mut reach = Reach {
            driver: self,
            recent: vec![(u64::MAX, 0); cells],
            expanded: (layout.top(), 0),
        };
        let sizes = enumerate(&mut reach, layout, starts, rooms)?;
        self.rounds.sums(&sizes)
    }
}

/// Where a worker puts the children that are its own.
struct Sink<'a> {
    tier: u32,
    inside: Inside<'a>,
    /// Those in the tier that are wanted.
    new: Vec<u64>,
    rooms: &'a mut Rooms<List>,
}

impl Sink<'_> {
    #[inline]
    fn note(&mut self, tier: u32, local: u64) -> Result<(), NotDone> {
        if tier == self.tier {
            if self.inside.wants(local) {
                self.new.push(local);
            }
            return Ok(());
        }
        match &mut self.rooms.found[tier as usize] {
            Some(Found::Marks(marks)) => {
                marks.mark(local);
            }
            Some(Found::List(list)) => list.push(local)?,
            None => {}
        }
        Ok(())
    }

    /// Notes what comes in a round, and gives the flags that somebody has set.
    fn note_all(&mut self, parcels: &[Vec<u8>], slots: &Slots) -> Result<u8, NotDone> {
        let mut flags = 0;
        for bytes in parcels {
            let mut reader = Reader(bytes);
            flags |= reader.byte().ok_or_else(NotDone::garbled)?;
            while let Some((tier, locals)) = slots.read(&mut reader)? {
                for local in locals {
                    self.note(tier, local)?;
                }
            }
        }
        Ok(flags)
    }
}

impl Expander for Reach<'_, '_, '_> {
    type Error = NotDone;
    type List = List;

    fn known(&mut self, tier: u32) -> Result<Option<Vec<u64>>, NotDone> {
        let disk = &self.driver.disk;
        if !disk.is_complete(tier, Kind::Keys) && !disk.is_complete(tier, Kind::Solved) {
            return Ok(None);
        }
        disk.keys(tier).map(Some)
    }

    fn keep(&mut self, tier: u32, locals: &[u64]) -> Result<(), NotDone> {
        let disk = &self.driver.disk;
        let put = disk.checkpoints()?.put_keys(tier, locals);
        put.at(disk.folder.path())
    }

    fn list(&self, tier: u32) -> List {
        let memory = self.driver.task.memory.unwrap_or(u64::MAX);
        let folder = self.driver.disk.folder.path();
        List {
            locals: Vec::new(),
            distinct: 0,
            runs: Vec::new(),
            name: folder.join(format!("run-{tier}")),
            most: (memory / 4 / 8).clamp(1 << 12, usize::MAX as u64) as usize,
        }
    }

    fn ascending(&self, list: List) -> Result<Vec<u64>, NotDone> {
        list.finish()
    }

    /// Sends the children of those positions to their owners, and notes those that come here.
    fn expand(
        &mut self,
        tier: u32,
        locals: &[u64],
        inside: Inside<'_>,
        rooms: &mut Rooms<List>,
    ) -> Result<Option<Vec<u64>>, NotDone> {
        if self.expanded.0 != tier {
            self.expanded = (tier, 0);
        }
        self.expanded.1 += locals.len() as u64;
        let Self { driver, recent, .. } = self;
        driver.note_memory(8 * self.expanded.1);
        driver.fits(tier, 16 * self.expanded.1)?;
        let (own, peers) = (driver.rounds.index(), driver.rounds.peers());
        let (partition, batch) = (driver.partition, driver.batch);
        let slots = driver.slots(tier);
        let mut sink = Sink {
            tier,
            inside,
            new: Vec::new(),
            rooms,
        };
        let mut expansion = Expansion::new(Ask::Children);
        let mut numbers = Vec::new();
        let mut at = 0;
        let (mut under_way, mut any) = (false, false);
        loop {
            let mut out = vec![slots.lists(); peers];
            let (mut taken, mut sent) = (0, 0);
            while at < locals.len()
                && taken < MOST_BATCHES * batch
                && sent < MESSAGES_A_POSITION * batch
            {
                driver.rounds.check()?;
                let next = locals.len().min(at + batch);
                taken += next - at;
                numbers.clear();
                numbers.extend(locals[at..next].iter().map(|&l| partition.number(l)));
                at = next;
                driver.game.expand(tier, &numbers, &mut expansion);
                for link in &expansion.links {
                    let (owner, local) = partition.locate(link.number);
                    if owner == own {
                        sink.note(link.tier, local)?;
                        continue;
                    }
                    let slot = slots.of(link.tier)?;
                    let mixed = link.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let cell = &mut recent[(mixed >> (64 - RECENT_BITS)) as usize];
                    let child = (link.number, link.tier);
                    if *cell != child {
                        *cell = child;
                        out[owner][slot].push(local);
                        sent += 1;
                    }
                }
            }
            // While this batch was expanded the one before it was on its way.
            if under_way {
                let flags = sink.note_all(&driver.rounds.receive()?, &slots)?;
                any |= flags & SOME != 0;
                if flags & MORE == 0 {
                    driver.tick(locals.len() as u64);
                    return Ok(any.then_some(sink.new));
                }
            }
            let more = if at < locals.len() { MORE } else { 0 };
            let some = if locals.is_empty() { 0 } else { SOME };
            let out = out.into_iter().map(|lists| {
                let mut writer = Writer::default();
                writer.byte(more | some);
                Slots::write(&lists, &mut writer);
                writer.0
            });
            driver.rounds.send(out.collect());
            under_way = true;
        }
    }
}
