//! Forwards: which positions play can reach, tier by tier.
//!
//! Every worker expands its share of a tier, some batches in a round, and sends the children to their owners, who mark them
//! or list them. Moves within a tier are followed until no worker has found anything new. One generation of moves a position;
//! a message of a few bytes for each child of another owner that was not sent just before.

use crate::checkpoint::Kind;
use crate::driver::{Driver, Slots};
use crate::failure::{At, NotDone};
use crate::sweep::MOST_BATCHES;
use crate::wire::{Reader, Writer};
use noyau::by_number::{Ask, Expansion};
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

/// Marks may take so many bytes for each position expected: about as much as lists would.
const BYTES_A_POSITION: u64 = 128;
/// Marks that are no trouble.
const FEW_BYTES: u64 = 1 << 20;
/// A round takes up more than a batch as long as it sends fewer messages than this for each position of one.
const MESSAGES_A_POSITION: usize = 4;
/// Children that were sent a moment ago, by some digits of a mixture of their numbers: as many as the nearest cache holds.
const RECENT_BITS: u32 = 11;

/// The flags of a parcel: there is more of this generation, there was something of it.
const MORE: u8 = 1;
const SOME: u8 = 2;

/// What is known of the share of a tier that is still to be taken up.
enum Found {
    /// One bit a local.
    Marks(Vec<u64>),
    /// Locals in any order, perhaps several times.
    List(List),
}

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

/// Marks a local, and says whether it is new.
#[inline]
fn mark(words: &mut [u64], local: u64) -> bool {
    let word = &mut words[(local / 64) as usize];
    let bit = 1 << (local % 64);
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

fn marked(words: &[u64]) -> Vec<u64> {
    let mut locals = Vec::new();
    for (i, &word) in (0..).zip(words) {
        let mut marks = word;
        while marks != 0 {
            locals.push(i * 64 + u64::from(marks.trailing_zeros()));
            marks &= marks - 1;
        }
    }
    locals
}

/// The enumeration under way.
struct Reach {
    found: Vec<Option<Found>>,
    /// In the tier under way: what is new there.
    new: Vec<u64>,
    tier: u32,
    /// What was sent to other workers lately.
    recent: Vec<(u64, u32)>,
}

impl Reach {
    #[inline]
    fn note(&mut self, tier: u32, local: u64) -> Result<(), NotDone> {
        match &mut self.found[tier as usize] {
            Some(Found::Marks(words)) => {
                let is_new = mark(words, local);
                if is_new && tier == self.tier {
                    self.new.push(local);
                }
            }
            Some(Found::List(_)) if tier == self.tier => self.new.push(local),
            Some(Found::List(list)) => list.push(local)?,
            None => {}
        }
        Ok(())
    }
}

impl Driver<'_, '_> {
    /// Puts the locals of this worker's share of every tier on the disk, and says how many positions each tier has in all.
    pub(crate) fn enumerate(&mut self) -> Result<Vec<u64>, NotDone> {
        let (top, start) = self.layout.start;
        let mut sizes = vec![0; top as usize + 1];
        let mut reach = Reach {
            found: (0..=top).map(|_| None).collect(),
            new: Vec::new(),
            tier: top,
            recent: vec![
                (u64::MAX, 0);
                if self.rounds.peers() > 1 {
                    1 << RECENT_BITS
                } else {
                    0
                }
            ],
        };
        let is_known = |driver: &Self, tier: u32| {
            driver.disk.is_complete(tier, Kind::Keys) || driver.disk.is_complete(tier, Kind::Solved)
        };
        if !is_known(self, top) {
            reach.found[top as usize] = Some(self.room(top, 1));
            let (owner, local) = self.partition.locate(start);
            if owner == self.rounds.index() {
                // It is not new: it is where the enumeration begins.
                reach.tier = u32::MAX;
                reach.note(top, local)?;
            }
        }
        for tier in (0..=top).rev() {
            if self.layout.tier(tier).expected == 0 {
                continue;
            }
            let known = is_known(self, tier);
            let below = self.layout.tier(tier).child_tiers.clone();
            let open: Vec<u32> = below
                .into_iter()
                .filter(|&lower| lower < tier && !is_known(self, lower))
                .filter(|&lower| self.layout.tier(lower).expected > 0)
                .collect();
            reach.tier = tier;
            let locals = if known {
                let keys = self.disk.keys(tier)?.ok_or_else(NotDone::garbled)?;
                if !open.is_empty() {
                    self.prepare(&mut reach, &open, keys.len() as u64);
                    self.follow(&mut reach, tier, &keys)?;
                }
                keys
            } else {
                let locals = self.reach_tier(&mut reach, tier, &open)?;
                let put = self.disk.checkpoints()?.put_keys(tier, &locals);
                put.at(self.disk.folder.path())?;
                locals
            };
            let own = locals.len() as u64;
            sizes[tier as usize] = self.rounds.sums(&[own])?[0];
            if !known {
                self.disk.mark_complete(tier, Kind::Keys);
            }
            self.tick(own);
        }
        Ok(sizes)
    }

    /// Room for the locals of a tier, of which about so many are expected.
    fn room(&self, tier: u32, expected: u64) -> Found {
        let bound = self.partition.bound(self.layout.tier(tier).bound);
        let bytes = bound / 8;
        let memory = self.task.memory.unwrap_or(u64::MAX);
        let most = FEW_BYTES.max(expected.saturating_mul(BYTES_A_POSITION));
        let small = self.layout.tier(tier).dense.is_some() || bytes <= most;
        if small && bytes <= memory / 4 {
            return Found::Marks(vec![0; bound.div_ceil(64) as usize]);
        }
        Found::List(List {
            locals: Vec::new(),
            distinct: 0,
            runs: Vec::new(),
            name: self.disk.folder.path().join(format!("run-{tier}")),
            most: (memory / 4 / 8).clamp(1 << 12, usize::MAX as u64) as usize,
        })
    }

    fn prepare(&self, reach: &mut Reach, open: &[u32], parents: u64) {
        for &lower in open {
            if reach.found[lower as usize].is_none() {
                reach.found[lower as usize] = Some(self.room(lower, parents));
            }
        }
    }

    /// Finds all of this worker's share of a tier, and sends on what it leads to. Gives its locals, ascending.
    fn reach_tier(
        &mut self,
        reach: &mut Reach,
        tier: u32,
        open: &[u32],
    ) -> Result<Vec<u64>, NotDone> {
        let stays = self.layout.is_loopy(tier);
        let (mut locals, marks) = match reach.found[tier as usize].take() {
            None => (Vec::new(), None),
            Some(Found::Marks(words)) => (marked(&words), Some(words)),
            Some(Found::List(list)) => (list.finish()?, None),
        };
        let by_marks = marks.is_some();
        self.note_memory(8 * locals.len() as u64);
        self.fits(tier, 16 * locals.len() as u64)?;
        self.prepare(reach, open, locals.len() as u64);
        if !stays {
            self.follow(reach, tier, &locals)?;
            return Ok(locals);
        }
        reach.found[tier as usize] = Some(match marks {
            Some(words) => Found::Marks(words),
            // What is new is told apart here, not in the list.
            None => self.room_for_list(tier),
        });
        let mut frontier = locals.clone();
        // As long as anybody has found something.
        while self.follow(reach, tier, &frontier)? {
            let mut new = std::mem::take(&mut reach.new);
            new.sort_unstable();
            if !by_marks {
                new.dedup();
                new.retain(|local| locals.binary_search(local).is_err());
            }
            locals.extend(&new);
            #[allow(
                clippy::stable_sort_primitive,
                reason = "the stable sort merges two ascending runs in linear time"
            )]
            locals.sort();
            self.note_memory(8 * (locals.len() + new.len()) as u64);
            self.fits(tier, 16 * locals.len() as u64)?;
            frontier = new;
        }
        reach.found[tier as usize] = None;
        Ok(locals)
    }

    fn room_for_list(&self, tier: u32) -> Found {
        Found::List(List {
            locals: Vec::new(),
            distinct: 0,
            runs: Vec::new(),
            name: self.disk.folder.path().join(format!("run-{tier}")),
            most: usize::MAX,
        })
    }

    /// Sends the children of those positions to their owners, and notes those that come here. Says whether any worker had
    /// such positions.
    fn follow(&mut self, reach: &mut Reach, tier: u32, locals: &[u64]) -> Result<bool, NotDone> {
        let peers = self.rounds.peers();
        let own = self.rounds.index();
        let slots = self.slots(tier);
        let mut expansion = Expansion::new(Ask::Children);
        let mut numbers = Vec::new();
        let mut at = 0;
        let (mut under_way, mut any) = (false, false);
        loop {
            let mut out = vec![slots.lists(); peers];
            let (mut taken, mut sent) = (0, 0);
            while at < locals.len()
                && taken < MOST_BATCHES * self.batch
                && sent < MESSAGES_A_POSITION * self.batch
            {
                self.rounds.check()?;
                let next = locals.len().min(at + self.batch);
                taken += next - at;
                numbers.clear();
                numbers.extend(locals[at..next].iter().map(|&l| self.partition.number(l)));
                at = next;
                self.game.expand(tier, &numbers, &mut expansion);
                for link in &expansion.links {
                    let (owner, local) = self.partition.locate(link.number);
                    if owner == own {
                        reach.note(link.tier, local)?;
                        continue;
                    }
                    let slot = slots.of(link.tier)?;
                    let mixed = link.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let cell = &mut reach.recent[(mixed >> (64 - RECENT_BITS)) as usize];
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
                let flags = self.note_all(reach, &slots)?;
                any |= flags & SOME != 0;
                if flags & MORE == 0 {
                    return Ok(any);
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
            self.rounds.send(out.collect());
            under_way = true;
        }
    }

    /// Notes what comes in a round, and gives the flags that somebody has set.
    fn note_all(&mut self, reach: &mut Reach, slots: &Slots) -> Result<u8, NotDone> {
        let mut flags = 0;
        for bytes in self.rounds.receive()? {
            let mut reader = Reader(&bytes);
            flags |= reader.byte().ok_or_else(NotDone::garbled)?;
            while let Some((tier, locals)) = slots.read(&mut reader)? {
                for local in locals {
                    reach.note(tier, local)?;
                }
            }
        }
        Ok(flags)
    }
}
