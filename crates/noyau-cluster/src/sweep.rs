//! Going through positions of a tier to see what their moves are worth, with questions to the owners of what they lead to.
//!
//! A worker takes up positions, looks up what workers of its process hold, and asks for the rest, a batch of those that
//! ask in a round; the answers come with the questions of the next round. While a round is on its way the next batch is
//! expanded. O(moves), and a message of a few bytes and its answer for each move to a position of a worker elsewhere.

use crate::driver::{Driver, Slots};
use crate::failure::NotDone;
use crate::tier_cache::CachedTier;
use crate::wire::{Reader, Writer};
use noyau::by_number::{Expansion, Link, State};
use noyau::solve::tiers::score::{Score, UNKNOWN, Worth};
use noyau::solve::tiers::seen::{MoveScorer, Noticed, Seen, Step, mex};
use noyau::solve::tiers::tier_scores::TierScores;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Positions that ask together.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) places: Vec<u32>,
    pub(crate) seen: Vec<Seen>,
    /// By worker and slot which position asked, and by which move.
    pub(crate) asked: Vec<Vec<Vec<(u32, Link)>>>,
    /// The nimbers of the successors of those that asked.
    pub(crate) nimbers: BTreeMap<u32, Vec<u16>>,
}

impl Batch {
    fn new(peers: usize, slots: usize) -> Self {
        Self {
            asked: vec![vec![Vec::new(); slots]; peers],
            ..Self::default()
        }
    }
}

/// What to do with a position that was seen to the end: whether it is decided.
pub(crate) type Decide<'d> = &'d mut dyn FnMut(u32, &Seen) -> bool;

/// Where a solver is in its procedure, for the state that is kept.
pub(crate) type Scalars = [u64; 4];

/// An induction, as a state that is kept calls it.
pub(crate) const INDUCTION: u64 = 4;

/// The step as a state that is kept calls it, where it is kept.
pub(crate) fn scalars_of(step: Step) -> Option<Scalars> {
    match step {
        Step::OnePass => Some([0; 4]),
        Step::Settle => Some([1, 0, 0, 0]),
        Step::ByDistance(distance) => Some([2, distance.into(), 0, 0]),
        Step::ByMargin(k) => Some([3, k as u64, 0, 0]),
        Step::Count | Step::Exits => None,
    }
}

/// The step that a state calls so.
pub(crate) fn step_of(scalars: Scalars) -> Step {
    match scalars {
        [2, distance, ..] => Step::ByDistance(distance as u32),
        [3, k, ..] => Step::ByMargin(k as Score),
        _ => Step::Settle,
    }
}

/// A round takes up so many times a batch at most, however few of them have to ask.
pub(crate) const MOST_BATCHES: usize = 8;

/// The flags of a parcel.
const BUSY: u8 = 1;
const KEEP: u8 = 2;

impl Driver<'_, '_> {
    /// Solves a tier that every move leaves.
    pub(crate) fn one_pass(&mut self, under: &TierScores) -> Result<(), NotDone> {
        self.resume(under)?;
        let mut noticed = Noticed::default();
        let mut decide =
            |place, seen: &Seen| under.decide_by(Step::OnePass, place, seen, &mut noticed);
        self.sweep(under, &under.undecided(), Step::OnePass, &mut decide)?;
        Ok(())
    }

    /// Goes once through those places, and gives those that `decide` leaves undecided, ascending.
    pub(crate) fn sweep(
        &mut self,
        under: &TierScores,
        todo: &[u32],
        step: Step,
        decide: Decide<'_>,
    ) -> Result<Vec<u32>, NotDone> {
        let (tier, own, peers) = (under.tier, self.rounds.index(), self.rounds.peers());
        let slots = self.slots(tier);
        let scalars = scalars_of(step);
        // What is held in memory in this process, by worker and slot. The rest is asked for; where what is held is on disk, a
        // worker asks itself, so that it reads in the order of the disk.
        let in_sight: Vec<Vec<Option<Arc<CachedTier>>>> = (0..peers)
            .map(|worker| {
                let held = |&lower: &u32| {
                    let is_solved = lower < tier;
                    is_solved.then(|| self.in_sight(worker, lower)).flatten()
                };
                slots.tiers.iter().map(held).collect()
            })
            .collect();
        let mut expansion = Expansion::default();
        let mut scorer = MoveScorer::new(tier, self.values, self.nimbers);
        let mut numbers = Vec::new();
        let mut left = Vec::new();
        // The batches whose answers come with the next round, and with the one after it.
        let (mut waiting, mut asking) = (Batch::default(), Batch::default());
        let mut under_way = false;
        let mut answers: Vec<Vec<u8>> = vec![Vec::new(); peers];
        let mut at = 0;
        loop {
            self.rounds.check()?;
            // 1. What is known here; those that have to ask make a batch.
            let mut batch = Batch::new(peers, slots.tiers.len());
            let mut questions = vec![slots.lists(); peers];
            let mut taken = 0;
            while at < todo.len()
                && taken < MOST_BATCHES * self.batch
                && batch.places.len() < self.batch - self.batch / 8
            {
                self.rounds.check()?;
                let next = todo.len().min(at + self.batch - batch.places.len());
                let places = &todo[at..next];
                taken += places.len();
                at = next;
                self.numbers(under, places, &mut numbers);
                self.game.expand(tier, &numbers, &mut expansion);
                self.told.links += expansion.links.len() as u64;
                for (&place, (state, links)) in places.iter().zip(expansion.iter()) {
                    if state == State::Gap {
                        continue;
                    }
                    let mut asks = false;
                    let asker = batch.places.len() as u32;
                    let seen = scorer.see(step, state, links, |link| {
                        let (owner, local) = self.partition.locate(link.number);
                        if link.tier == tier && owner == own {
                            return Ok(under.look_up(local));
                        }
                        let slot = slots.of(link.tier)?;
                        let Some(held) = &in_sight[owner][slot] else {
                            questions[owner][slot].push(local);
                            batch.asked[owner][slot].push((asker, *link));
                            asks = true;
                            return Ok(None);
                        };
                        held.look_up(local).map(Some).ok_or_else(NotDone::garbled)
                    })?;
                    if asks {
                        if self.nimbers {
                            let nimbers = std::mem::take(&mut scorer.nimbers);
                            batch.nimbers.insert(asker, nimbers);
                        }
                        batch.places.push(place);
                        batch.seen.push(seen);
                    } else if !decide(place, &seen) {
                        left.push(place);
                    }
                }
                if scalars.is_some_and(|scalars| scalars[0] == 0) {
                    self.tick(places.len() as u64);
                }
            }
            // 2. The round before this one: what the others want to know, and what they know.
            if under_way {
                let (mut goes_on, mut keeps) = (false, false);
                for (peer, bytes) in self.rounds.receive()?.iter().enumerate() {
                    let mut reader = Reader(bytes);
                    let flags = reader.byte().ok_or_else(NotDone::garbled)?;
                    goes_on |= flags & BUSY != 0;
                    keeps |= flags & KEEP != 0;
                    let known = reader.bytes().ok_or_else(NotDone::garbled)?;
                    self.take_answers(&mut waiting, peer, known, &slots, tier)?;
                    answers[peer] = self.answer(under, &mut reader, &slots)?;
                }
                Self::see_to_the_end(&mut waiting, decide, &mut left);
                if keeps && let Some(scalars) = scalars {
                    self.keep_scores(under, scalars)?;
                }
                if !goes_on {
                    break;
                }
            }
            waiting = std::mem::replace(&mut asking, batch);
            // 3. The next round: answers, and new questions.
            let asks = !asking.places.is_empty();
            let keeps = scalars.is_some() && self.is_time_to_keep();
            let busy = if at < todo.len() || asks { BUSY } else { 0 };
            let flags = busy | if keeps { KEEP } else { 0 };
            let answered = answers.iter_mut().map(std::mem::take);
            let out = answered.zip(&questions).map(|(answers, questions)| {
                let mut writer = Writer::default();
                writer.byte(flags);
                writer.bytes(&answers);
                Slots::write(questions, &mut writer);
                writer.0
            });
            self.rounds.send(out.collect());
            under_way = true;
        }
        left.sort_unstable();
        Ok(left)
    }

    /// Decides the positions of a batch that had to ask, now that all is answered.
    fn see_to_the_end(batch: &mut Batch, decide: Decide<'_>, left: &mut Vec<u32>) {
        let Batch {
            places,
            seen,
            nimbers,
            ..
        } = batch;
        for (i, (&place, seen)) in (0..).zip(places.iter().zip(seen.iter_mut())) {
            let nimbers = nimbers.get_mut(&i);
            seen.nimber = nimbers.map_or(0, |nimbers| mex(nimbers));
            if !decide(place, seen) {
                left.push(place);
            }
        }
    }

    /// Answers what another worker asks.
    pub(crate) fn answer(
        &self,
        under: &TierScores,
        questions: &mut Reader<'_>,
        slots: &Slots,
    ) -> Result<Vec<u8>, NotDone> {
        let mut writer = Writer::default();
        while let Some((tier, locals)) = slots.read(questions)? {
            let each = if self.nimbers { 4 } else { 2 };
            writer.0.reserve(each * locals.len());
            let say = |worth: Option<Worth>| {
                let (score, nimber) = worth.unwrap_or((UNKNOWN, 0));
                writer.u16(score as u16);
                if self.nimbers {
                    writer.u16(nimber);
                }
            };
            if tier == under.tier {
                locals.map(|local| under.look_up(local)).for_each(say);
                continue;
            }
            let held = self.held[tier as usize].as_ref();
            let held = held.ok_or_else(NotDone::garbled)?;
            if held.is_on_disk() {
                let locals: Vec<u64> = locals.collect();
                held.look_up_all(&locals)?.into_iter().for_each(say);
            } else {
                locals.map(|local| held.look_up(local)).for_each(say);
            }
        }
        Ok(writer.0)
    }

    /// Takes what another worker has answered.
    pub(crate) fn take_answers(
        &self,
        batch: &mut Batch,
        peer: usize,
        known: &[u8],
        slots: &Slots,
        tier: u32,
    ) -> Result<(), NotDone> {
        let Some(asked) = batch.asked.get(peer) else {
            return Ok(());
        };
        let mut reader = Reader(known);
        for (asked, &of) in asked.iter().zip(&slots.tiers) {
            for (i, link) in asked {
                let score = reader.u16().ok_or_else(NotDone::garbled)? as Score;
                let nimber = if self.nimbers {
                    reader.u16().ok_or_else(NotDone::garbled)?
                } else {
                    0
                };
                let seen = &mut batch.seen[*i as usize];
                if score != UNKNOWN {
                    seen.open -= 1;
                    seen.see(self.values, link, score);
                    if self.nimbers {
                        batch.nimbers.entry(*i).or_default().push(nimber);
                    }
                } else if of != tier {
                    return Err(NotDone::garbled());
                }
            }
        }
        if reader.is_empty() {
            Ok(())
        } else {
            Err(NotDone::garbled())
        }
    }
}
