//! Tiers that moves stay in, shared out.
//!
//! The procedure is that of one process ([`noyau::solve::tiers::loopy_tier`]). A sweep ends with what all workers have left.
//! In an induction each predecessor of another owner takes a message; two rounds or more a distance or margin.
//! Where every move leads to a lower number there is an order to go by (`descend`).

use crate::checkpoint::{Kind, Record, State};
use crate::driver::Driver;
use crate::failure::{NotDone, Trouble};
use crate::sweep::{INDUCTION, Scalars, step_of};
use crate::wire::{Packed, Reader, Writer};
use noyau::solve::tiers::loopy_tier::{Decided, Induction, Sweeper, Swept, solve_by_sweeps};
use noyau::solve::tiers::score::{Score, UNKNOWN};
use noyau::solve::tiers::seen::{Noticed, Seen, Step};
use noyau::solve::tiers::tier_scores::TierScores;
use std::time::Instant;

/// The flags of a parcel: there is more of this level, something is decided at it, it is time to keep.
const MORE: u8 = 1;
const ACTIVE: u8 = 2;
const KEEP: u8 = 4;

/// One worker's sweeps through its share of a tier.
struct Shared<'d, 'g, 'w> {
    driver: &'d mut Driver<'g, 'w>,
    under: &'d TierScores,
}

impl Sweeper for Shared<'_, '_, '_> {
    type Error = NotDone;

    fn scores(&self) -> &TierScores {
        self.under
    }

    fn total(&mut self, own: u64) -> Result<u64, NotDone> {
        Ok(self.driver.rounds.sums(&[own])?[0])
    }

    fn sweep(&mut self, places: &[u32], step: Step) -> Result<Swept, NotDone> {
        let Self { driver, under } = self;
        let layout = driver.layout;
        let descends = layout.tier(under.tier).descends && layout.is_whole;
        if step == Step::Settle && descends && driver.rounds.peers() > 1 {
            driver.descend(under, places)?;
            return Ok(Swept::default());
        }
        let mut noticed = Noticed::default();
        let mut decide = |place, seen: &Seen| under.decide_by(step, place, seen, &mut noticed);
        let left = driver.sweep(under, places, step, &mut decide)?;
        // What all workers together have left and noticed.
        let mut told = Writer::default();
        told.u64(left.len() as u64);
        told.u64(noticed.later.into());
        for &exit in &noticed.exits {
            told.u16(exit);
        }
        let mut total = 0;
        for bytes in driver.rounds.gather(&told.0)? {
            let mut reader = Reader(&bytes);
            total += reader.u64().ok_or_else(NotDone::garbled)?;
            let later = reader.u64().ok_or_else(NotDone::garbled)?;
            noticed.later = noticed.later.min(later as u32);
            noticed.exits.extend(std::iter::from_fn(|| reader.u16()));
        }
        Ok(Swept {
            left,
            total,
            noticed,
        })
    }
}

impl Driver<'_, '_> {
    /// Solves a tier that moves stay in.
    pub(crate) fn loopy_tier(&mut self, under: &TierScores) -> Result<(), NotDone> {
        if self.layout.plays_backwards {
            return self.induct(under);
        }
        let from = step_of(self.resume(under)?);
        let goal = self.layout.goal;
        let driver = self;
        if solve_by_sweeps(&mut Shared { driver, under }, goal, from)? {
            Ok(())
        } else {
            Err(NotDone::failed(&Trouble::Cycle))
        }
    }

    /// Outcomes by distance, or margins, playing backwards from what is decided.
    fn induct(&mut self, under: &TierScores) -> Result<(), NotDone> {
        let mut induction = Induction::new(under.places.count(), self.values);
        let mut from = 0;
        if let Some((time, state)) = self.disk.state(under.tier)?
            && state.scalars[0] == INDUCTION
        {
            self.time = time;
            from = state.scalars[1];
            for record in &state.records {
                let place = under.place(record.local).ok_or_else(NotDone::garbled)?;
                let [score, due, open, exit] = record.known;
                under.decide(place as u32, score as Score, 0);
                induction.open[place] = open;
                induction.exits[place] = exit as Score;
                if due as Score != UNKNOWN {
                    induction.agenda.add(place as u32, due as Score);
                }
            }
        } else {
            self.sweep(
                under,
                &under.undecided(),
                Step::Count,
                &mut |place, seen| {
                    induction.begin(place, seen.open, seen.exit());
                    true
                },
            )?;
        }
        let mut level = self.rounds.least(induction.agenda.next(from))?;
        while level != u64::MAX {
            let keeps;
            (level, keeps) = self.decide(under, &mut induction, level)?;
            if keeps && level != u64::MAX {
                self.keep_induction(under, level, &induction)?;
            }
        }
        induction.finish(under);
        Ok(())
    }

    /// Decides what is due at a level, and tells the positions before it. Says at which level something is due next, and
    /// whether it is time to keep how far the tier has come.
    fn decide(
        &mut self,
        under: &TierScores,
        induction: &mut Induction,
        level: u64,
    ) -> Result<(u64, bool), NotDone> {
        // What is lost and what is won now are told together: neither decides anything but later.
        let Decided {
            places: new,
            lost,
            seen,
        } = induction.decide(under, level);
        let tell = |induction: &mut Induction, local: u64, won: bool| {
            if let Some(place) = under.place(local) {
                induction.child_decided(under, place, won, seen[usize::from(won)]);
            }
        };
        self.tick(new.len() as u64);
        let (own, peers, width) = (
            self.rounds.index(),
            self.rounds.peers(),
            self.width(under.tier),
        );
        let flags = if new.is_empty() { 0 } else { ACTIVE };
        let flags = flags | if self.is_time_to_keep() { KEEP } else { 0 };
        let (mut numbers, mut before) = (Vec::new(), Vec::new());
        let (mut told, mut next) = (0, u64::MAX);
        let mut at = 0;
        let mut under_way = false;
        loop {
            self.rounds.check()?;
            let end = new.len().min(at + self.batch);
            let cut = lost.clamp(at, end);
            let mut out = vec![[Packed::new(width), Packed::new(width)]; peers];
            for (won, range) in [(false, at..cut), (true, cut..end)] {
                self.numbers(under, &new[range], &mut numbers);
                before.clear();
                self.game.before(under.tier, &numbers, &mut before);
                self.told.links += before.len() as u64;
                for &number in &before {
                    let (owner, local) = self.partition.locate(number);
                    if owner == own {
                        tell(induction, local, won);
                    } else {
                        out[owner][usize::from(won)].push(local);
                    }
                }
            }
            at = end;
            // While these were found, those of the batch before were on their way.
            if under_way {
                let mut goes_on = false;
                for bytes in self.rounds.receive()? {
                    let mut reader = Reader(&bytes);
                    let flags = reader.byte().ok_or_else(NotDone::garbled)?;
                    goes_on |= flags & MORE != 0;
                    told |= flags;
                    next = next.min(reader.u64().ok_or_else(NotDone::garbled)?);
                    for won in [false, true] {
                        for local in reader.numbers(width).ok_or_else(NotDone::garbled)? {
                            tell(induction, local, won);
                        }
                    }
                }
                if !goes_on {
                    break;
                }
            }
            let more = if at < new.len() { MORE } else { 0 };
            let due = induction.agenda.next(induction.after(level));
            let out = out.into_iter().map(|lists| {
                let mut writer = Writer::default();
                writer.byte(flags | more);
                writer.u64(due);
                for locals in lists {
                    writer.numbers(&locals);
                }
                writer.0
            });
            self.rounds.send(out.collect());
            under_way = true;
        }
        if told & ACTIVE != 0 {
            next = induction.after(level);
        }
        Ok((next, told & KEEP != 0))
    }

    /// Whether it is time to keep how far a tier has come. The first worker has the clock.
    pub(crate) fn is_time_to_keep(&self) -> bool {
        self.rounds.index() == 0 && self.kept.elapsed() >= self.task.interval
    }

    fn keep_induction(
        &mut self,
        under: &TierScores,
        level: u64,
        induction: &Induction,
    ) -> Result<(), NotDone> {
        let mut due = vec![UNKNOWN; under.places.count()];
        // The least level is the one that counts, and comes last here.
        for (score, places) in induction.agenda.backwards() {
            for &place in places {
                due[place as usize] = score;
            }
        }
        self.keep_records(under, [INDUCTION, level, 0, 0], &|place| {
            induction.is_here(place as u32).then(|| {
                [
                    under.score(place) as u16,
                    due[place] as u16,
                    induction.open[place],
                    induction.exits[place] as u16,
                ]
            })
        })
    }

    /// Keeps the scores of a tier as far as they are known.
    pub(crate) fn keep_scores(
        &mut self,
        under: &TierScores,
        scalars: Scalars,
    ) -> Result<(), NotDone> {
        self.keep_records(under, scalars, &|place| {
            let (score, nimber) = under.at(place);
            (score != UNKNOWN).then_some([score as u16, nimber, 0, 0])
        })
    }

    /// Takes up the scores of a tier that an earlier run has kept, and says where it was.
    pub(crate) fn resume(&mut self, under: &TierScores) -> Result<Scalars, NotDone> {
        let Some((time, state)) = self.disk.state(under.tier)? else {
            return Ok([0; 4]);
        };
        self.time = time;
        for record in &state.records {
            let place = under.place(record.local).ok_or_else(NotDone::garbled)?;
            let [score, nimber, ..] = record.known;
            under.decide(place as u32, score as Score, nimber);
        }
        Ok(state.scalars)
    }

    /// Keeps how far a tier has come; all workers do at the same time.
    fn keep_records(
        &mut self,
        under: &TierScores,
        scalars: Scalars,
        known: &dyn Fn(usize) -> Option<[u16; 4]>,
    ) -> Result<(), NotDone> {
        let records = (0..under.places.count()).filter_map(|place| {
            Some(Record {
                local: under.places.number(place as u32),
                known: known(place)?,
            })
        });
        let state = State {
            scalars,
            records: records.collect(),
        };
        self.time += 1;
        self.disk.put_state(under.tier, self.time, &state)?;
        // The one before it may go when all have kept this one.
        self.rounds.gather(&[])?;
        self.disk.mark_complete(under.tier, Kind::State(self.time));
        self.disk.drop_state(under.tier, self.time - 1)?;
        self.kept = Instant::now();
        Ok(())
    }
}
