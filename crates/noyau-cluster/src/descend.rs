//! Tiers in which every move leads to a lower number, shared out.
//!
//! Each block of numbers may depend on the one before it, so the blocks are settled in their order, one round each: its
//! owner looks up what was open and tells all others the values, a few kilobytes. What takes the time, the moves and the
//! look-up of what is settled already, is done for the next row of blocks while the others have their turn. The values of
//! other workers are kept as long as there are no more of them than of the own ones, and asked for after that, so that
//! memory goes down with the number of workers. O(moves), and a round for each block of 1024 numbers.

use crate::driver::{Driver, Slots};
use crate::failure::NotDone;
use crate::partition::BLOCK_BITS;
use crate::sweep::{Batch, scalars_of};
use crate::wire::{Packed, Reader, Writer};
use noyau::by_number::{Expansion, Link};
use noyau::solve::tiers::score::{Score, UNKNOWN, Worth};
use noyau::solve::tiers::seen::{MoveScorer, Step, mex};
use noyau::solve::tiers::tier_scores::TierScores;

const BLOCK: u64 = 1 << BLOCK_BITS;

/// The flag of a round after which all keep how far they are.
const KEEP: u8 = 1;

/// What other workers have told of their blocks.
struct Known {
    /// By the number of the block.
    blocks: Vec<Option<Vec<Worth>>>,
    /// Blocks a row.
    peers: u64,
    /// From this row on they are told; those before it were settled in an earlier run.
    first: u64,
    /// For so many rows they are kept.
    rows: u64,
}

impl Known {
    fn look_up(&self, number: u64) -> Option<Worth> {
        let block = self.blocks[(number >> BLOCK_BITS) as usize].as_ref()?;
        let worth = block[(number & (BLOCK - 1)) as usize];
        (worth.0 != UNKNOWN).then_some(worth)
    }

    /// Forgets the blocks of the row that need not be kept any longer when that one is settled.
    fn forget(&mut self, row: u64) {
        if let Some(old) = row.checked_sub(self.rows) {
            let from = (old * self.peers) as usize;
            for block in &mut self.blocks[from..from + self.peers as usize] {
                *block = None;
            }
        }
    }
}

/// The block of a row that is this worker's, as far as it could be seen ahead.
#[derive(Default)]
struct Ahead {
    batch: Batch,
    /// For each position the moves to what was not settled yet.
    open: Vec<Vec<Link>>,
    questions: Vec<Vec<Packed>>,
}

impl Driver<'_, '_> {
    /// Settles those places of a tier of which every number is used, ascending.
    pub(crate) fn descend(&mut self, under: &TierScores, mut todo: &[u32]) -> Result<(), NotDone> {
        let peers = self.rounds.peers() as u64;
        let rows = self.partition.bound(self.layout.tier(under.tier).bound) >> BLOCK_BITS;
        let first = todo.first();
        let first = first.map_or(u64::MAX, |&place| under.places.number(place) >> BLOCK_BITS);
        let first = self.rounds.least(first)?;
        let slots = self.slots(under.tier);
        let mut known = Known {
            blocks: vec![None; (rows * peers) as usize],
            peers,
            first,
            rows: (rows / (peers - 1).max(1)).max(1),
        };
        // Nobody asks where all is kept from the first row on.
        let asks = first > 0 || known.rows < rows || slots.tiers.len() > 1;
        let mut ahead = None;
        for row in first..rows {
            let mut now = match ahead.take() {
                Some(now) => now,
                None => self.look_ahead(under, &known, &slots, row, &mut todo)?,
            };
            if asks {
                self.ask(under, &mut now, &slots)?;
            }
            let mut keeps = false;
            for turn in 0..peers {
                self.rounds.check()?;
                let block = row * peers + turn;
                let (owner, _) = self.partition.locate(block << BLOCK_BITS);
                let flag = if self.is_time_to_keep() { KEEP } else { 0 };
                let mut told = Writer(vec![flag]);
                let is_own = owner == self.rounds.index();
                if is_own {
                    self.see_block(under, &known, &mut now)?;
                    self.tell_block(under, row, &mut told);
                }
                self.rounds.send(vec![told.0; peers as usize]);
                if !is_own && ahead.is_none() && row + 1 < rows {
                    ahead = Some(self.look_ahead(under, &known, &slots, row + 1, &mut todo)?);
                }
                for (from, bytes) in self.rounds.receive()?.iter().enumerate() {
                    let mut reader = Reader(bytes);
                    keeps |= reader.byte().ok_or_else(NotDone::garbled)? == KEEP;
                    if from == owner && !is_own {
                        known.blocks[block as usize] = Some(self.read_block(&mut reader)?);
                    }
                }
            }
            known.forget(row);
            if keeps {
                self.keep_scores(under, scalars_of(Step::Settle).unwrap_or_default())?;
            }
        }
        Ok(())
    }

    /// Expands this worker's block of a row, and looks up what is settled.
    fn look_ahead(
        &mut self,
        under: &TierScores,
        known: &Known,
        slots: &Slots,
        row: u64,
        todo: &mut &[u32],
    ) -> Result<Ahead, NotDone> {
        let (tier, own, peers) = (under.tier, self.rounds.index(), self.rounds.peers());
        let end = (row + 1) << BLOCK_BITS;
        let cut = todo.partition_point(|&place| under.places.number(place) < end);
        let (places, rest) = todo.split_at(cut);
        *todo = rest;
        let mut ahead = Ahead {
            questions: vec![slots.lists(); peers],
            ..Ahead::default()
        };
        let batch = &mut ahead.batch;
        batch.places = places.to_vec();
        batch.asked = vec![vec![Vec::new(); slots.tiers.len()]; peers];
        let mut numbers = Vec::new();
        self.numbers(under, places, &mut numbers);
        let mut scorer = MoveScorer::new(tier, self.values, self.nimbers);
        let mut expansion = Expansion::default();
        self.game.expand(tier, &numbers, &mut expansion);
        self.told.links += expansion.links.len() as u64;
        for (i, (state, links)) in (0..).zip(expansion.iter()) {
            let mut open = Vec::new();
            let seen = scorer.see(Step::Settle, state, links, |link| {
                let (owner, local) = self.partition.locate(link.number);
                let worth = if link.tier == tier {
                    self.settled_value(under, known, link.number)
                } else if owner == own {
                    let held = self.held.get(link.tier as usize).and_then(Option::as_ref);
                    held.and_then(|held| held.look_up(local))
                } else {
                    None
                };
                if worth.is_some() {
                    return Ok(worth);
                }
                // What will be settled yet lies in this row or in the one before it.
                let of = local >> BLOCK_BITS;
                let will_be = of >= known.first && of + 1 >= row;
                if link.tier == tier && (owner == own || will_be) {
                    open.push(*link);
                } else {
                    let slot = slots.of(link.tier)?;
                    ahead.questions[owner][slot].push(local);
                    batch.asked[owner][slot].push((i, *link));
                }
                Ok::<_, NotDone>(None)
            })?;
            batch.seen.push(seen);
            if self.nimbers {
                let nimbers = std::mem::take(&mut scorer.nimbers);
                batch.nimbers.insert(i, nimbers);
            }
            ahead.open.push(open);
        }
        Ok(ahead)
    }

    /// The value of a position of the tier under way, where this worker knows it.
    fn settled_value(&self, under: &TierScores, known: &Known, number: u64) -> Option<Worth> {
        let (owner, local) = self.partition.locate(number);
        if owner != self.rounds.index() {
            return known.look_up(number);
        }
        under.look_up(local)
    }

    /// Asks the others for what was settled before, and is not kept here.
    fn ask(&mut self, under: &TierScores, ahead: &mut Ahead, slots: &Slots) -> Result<(), NotDone> {
        let questions = std::mem::take(&mut ahead.questions);
        let out = questions.iter().map(|questions| {
            let mut writer = Writer::default();
            Slots::write(questions, &mut writer);
            writer.0
        });
        let mut answers = Vec::new();
        for asked in self.rounds.exchange(out.collect())? {
            answers.push(self.answer(under, &mut Reader(&asked), slots)?);
        }
        for (peer, known) in self.rounds.exchange(answers)?.iter().enumerate() {
            self.take_answers(&mut ahead.batch, peer, known, slots, under.tier)?;
        }
        Ok(())
    }

    /// Settles this worker's block, in the order of its numbers.
    fn see_block(
        &mut self,
        under: &TierScores,
        known: &Known,
        ahead: &mut Ahead,
    ) -> Result<(), NotDone> {
        let Ahead { batch, open, .. } = ahead;
        for (i, (&place, seen)) in (0..).zip(batch.places.iter().zip(&mut batch.seen)) {
            let mut nimbers = batch.nimbers.remove(&i).unwrap_or_default();
            for link in &open[i as usize] {
                let worth = self.settled_value(under, known, link.number);
                let (score, nimber) = worth.ok_or_else(NotDone::garbled)?;
                seen.open -= 1;
                seen.see(self.values, link, score);
                nimbers.push(nimber);
            }
            if seen.open > 0 {
                return Err(NotDone::garbled());
            }
            seen.nimber = mex(&mut nimbers);
            under.decide(place, seen.or_end(), seen.nimber);
        }
        Ok(())
    }

    /// The values of this worker's block of a row, for the others.
    fn tell_block(&self, under: &TierScores, row: u64, told: &mut Writer) {
        for local in row << BLOCK_BITS..(row + 1) << BLOCK_BITS {
            let (score, nimber) = under.look_up(local).unwrap_or((UNKNOWN, 0));
            told.u16(score as u16);
            if self.nimbers {
                told.u16(nimber);
            }
        }
    }

    fn read_block(&self, told: &mut Reader<'_>) -> Result<Vec<Worth>, NotDone> {
        let mut worth = || {
            let score = told.u16()? as Score;
            Some((score, if self.nimbers { told.u16()? } else { 0 }))
        };
        let block: Option<Vec<_>> = (0..BLOCK).map(|_| worth()).collect();
        block.ok_or_else(NotDone::garbled)
    }
}
