//! Tiers that moves stay in, shared out.
//!
//! As in one process (`noyau::solve::tiers`): where the game plays backwards, backward induction by distance, with a message
//! for each predecessor of another owner, O(positions + moves) and two rounds or more a distance. Elsewhere what depends on
//! no cycle is settled first, and what is left is gone through for each distance, or for each margin k, until nothing
//! changes, O(moves of what is left) a sweep. What remains goes round for ever, and is drawn.
//! Where every move leads to a lower number there is an order to go by (`descend`).

use crate::driver::{Driver, Under};
use crate::failure::{NotDone, Trouble};
use crate::pieces::{Kind, Record, State};
use crate::sweep::{BY_DISTANCE, BY_MARGIN, INDUCTION, SETTLING, Scalars, Within};
use crate::wire::{Packed, Reader, Writer};
use noyau::solve::tiers::{Score, UNKNOWN, score_of_value, value_of_score};
use noyau::store::header::Values;
use noyau::value::Value;
use std::time::Instant;

/// The count of open moves where play cannot come.
const NOT_HERE: u16 = u16::MAX;

/// The flags of a parcel: there is more of this distance, something is decided at it, it is time to keep.
const MORE: u8 = 1;
const ACTIVE: u8 = 2;
const KEEP: u8 = 4;

/// What is due at each distance: the lost, the won.
#[derive(Debug, Default)]
struct Agenda(Vec<[Vec<u32>; 2]>);

impl Agenda {
    /// Notes a place for the distance of its score; draws are not noted, they are what is left.
    fn add(&mut self, place: u32, score: Score) {
        let Some(distance) = value_of_score(score).distance() else {
            return;
        };
        let distance = distance as usize;
        if self.0.len() <= distance {
            self.0.resize_with(distance + 1, Default::default);
        }
        self.0[distance][usize::from(score > 0)].push(place);
    }

    /// The least distance from there on at which something is due.
    fn next(&self, from: u64) -> u64 {
        let later = self.0.iter().enumerate().skip(from as usize);
        let mut due = later.filter(|(_, due)| due.iter().any(|places| !places.is_empty()));
        due.next().map_or(u64::MAX, |(distance, _)| distance as u64)
    }

    fn take(&mut self, distance: u64, won: bool) -> Vec<u32> {
        let due = self.0.get_mut(distance as usize);
        due.map(|due| std::mem::take(&mut due[usize::from(won)]))
            .unwrap_or_default()
    }
}

/// An induction under way: what is open and what exits are worth, by place.
struct Induction {
    open: Vec<u16>,
    exits: Vec<Score>,
    agenda: Agenda,
}

impl Induction {
    /// A move of that place leads to a position that is lost, or won, now.
    fn decided(&mut self, under: &Under, place: usize, won: bool, seen: Score) {
        if under.scores[place] != UNKNOWN || self.open[place] == NOT_HERE {
            return;
        }
        if !won {
            self.agenda.add(place as u32, seen);
            return;
        }
        let open = &mut self.open[place];
        *open = open.saturating_sub(1);
        if *open == 0 {
            // The longest resistance; an exit that draws or wins is better than any.
            let exit = self.exits[place];
            let best = if exit == UNKNOWN {
                seen
            } else {
                exit.max(seen)
            };
            self.agenda.add(place as u32, best);
        }
    }
}

impl Driver<'_, '_> {
    /// Solves a tier that moves stay in.
    pub(crate) fn inside(&mut self, under: &mut Under) -> Result<(), NotDone> {
        if self.game.plays_backwards() {
            return self.induct(under);
        }
        let [step, value, ..] = self.resume(under)?;
        let mut open = under.unknown(self.share);
        if step <= SETTLING {
            open = self.settle(under, open)?;
        }
        let undecided = self.rounds.sums(&[open.len() as u64])?[0];
        if undecided > 0 && self.nimbers {
            return Err(NotDone::failed(&Trouble::Cycle));
        }
        if undecided > 0 {
            open = match self.values {
                Values::Outcome => {
                    let from = if step == BY_DISTANCE { value } else { 0 };
                    self.by_distance(under, open, from)?
                }
                Values::Margin => {
                    let from = if step == BY_MARGIN {
                        value as Score
                    } else {
                        Score::MAX - 1
                    };
                    self.by_margin(under, open, from)?
                }
            };
        }
        for place in open {
            under.scores[place as usize] = 0;
        }
        Ok(())
    }

    /// Settles what depends on no cycle, and gives what is left.
    fn settle(&mut self, under: &mut Under, mut open: Vec<u32>) -> Result<Vec<u32>, NotDone> {
        if self.game.descends(under.tier) && self.game.is_whole() && self.rounds.peers() > 1 {
            self.descend(under, &open)?;
            return Ok(Vec::new());
        }
        let scalars = Some([SETTLING, 0, 0, 0]);
        let mut before = self.rounds.sums(&[open.len() as u64])?[0];
        while before > 0 {
            open = self.sweep(
                under,
                &open,
                Within::LookUp,
                scalars,
                &mut |under, place, seen| {
                    if seen.open > 0 {
                        return false;
                    }
                    under.scores[place] = seen.or_end();
                    if let Some(nimber) = under.nimbers.get_mut(place) {
                        *nimber = seen.nimber;
                    }
                    true
                },
            )?;
            let after = self.rounds.sums(&[open.len() as u64])?[0];
            if after == before {
                break;
            }
            before = after;
        }
        Ok(open)
    }

    /// Outcomes by distance, going through what is undecided again and again. Gives what is never decided.
    fn by_distance(
        &mut self,
        under: &mut Under,
        mut open: Vec<u32>,
        from: u64,
    ) -> Result<Vec<u32>, NotDone> {
        let mut distance = from;
        let mut before = self.rounds.sums(&[open.len() as u64])?[0];
        while before > 0 {
            let mut later = u64::MAX;
            open = self.sweep(
                under,
                &open,
                Within::LookUp,
                Some([BY_DISTANCE, distance, 0, 0]),
                &mut |under, place, seen| {
                    if seen.is_gap() {
                        return true;
                    }
                    if seen.best == UNKNOWN || (seen.best <= 0 && seen.open > 0) {
                        return false;
                    }
                    let found = value_of_score(seen.best).distance().unwrap_or(0);
                    if u64::from(found) > distance {
                        later = later.min(found.into());
                        return false;
                    }
                    under.scores[place] = seen.best;
                    true
                },
            )?;
            let later = self.rounds.least(later)?;
            let after = self.rounds.sums(&[open.len() as u64])?[0];
            if after < before {
                distance += 1;
            } else if later == u64::MAX {
                break;
            } else {
                distance = later;
            }
            before = after;
        }
        Ok(open)
    }

    /// Margins by what can be forced, from that one downwards. Gives what nobody can force.
    fn by_margin(
        &mut self,
        under: &mut Under,
        mut open: Vec<u32>,
        from: Score,
    ) -> Result<Vec<u32>, NotDone> {
        // 1. Which margins there are to be had.
        let mut exits = vec![false; Score::MAX as usize + 1];
        open = self.sweep(under, &open, Within::LookUp, None, &mut |_, _, seen| {
            if seen.best != UNKNOWN {
                exits[usize::from(seen.best.unsigned_abs())] = true;
            }
            seen.is_gap()
        })?;
        let mut told = Writer::default();
        for (k, _) in exits.iter().enumerate().filter(|&(_, &is)| is) {
            told.u16(k as u16);
        }
        for bytes in self.rounds.gather(&told.0)? {
            let mut reader = Reader(&bytes);
            while let Some(k) = reader.u16() {
                exits[usize::from(k.min(Score::MAX as u16))] = true;
            }
        }
        // 2. Each of them, the greatest first.
        let mut before = self.rounds.sums(&[open.len() as u64])?[0];
        for k in (1..=from).rev().filter(|&k| exits[k as usize]) {
            loop {
                open = self.sweep(
                    under,
                    &open,
                    Within::LookUp,
                    Some([BY_MARGIN, k as u64, 0, 0]),
                    &mut |under, place, seen| {
                        let score = if seen.best != UNKNOWN && seen.best >= k {
                            k
                        } else if seen.best != UNKNOWN && seen.open == 0 && seen.best <= -k {
                            -k
                        } else {
                            return false;
                        };
                        under.scores[place] = score;
                        true
                    },
                )?;
                let after = self.rounds.sums(&[open.len() as u64])?[0];
                if after == before {
                    break;
                }
                before = after;
            }
        }
        Ok(open)
    }

    /// Outcomes by distance, playing backwards from what is decided.
    fn induct(&mut self, under: &mut Under) -> Result<(), NotDone> {
        let len = under.len();
        let mut induction = Induction {
            open: vec![NOT_HERE; len],
            exits: vec![UNKNOWN; len],
            agenda: Agenda::default(),
        };
        let mut from = 0;
        if let Some((time, state)) = self.pieces.state(under.tier)? {
            self.time = time;
            from = state.scalars[1];
            for record in &state.records {
                let place = under.index.place(record.local);
                let place = place.ok_or_else(NotDone::garbled)?;
                let [score, due, open, exit] = record.known;
                under.scores[place] = score as Score;
                induction.open[place] = open;
                induction.exits[place] = exit as Score;
                if due as Score != UNKNOWN {
                    induction.agenda.add(place as u32, due as Score);
                }
            }
        } else {
            let todo = under.unknown(self.share);
            let Induction {
                open,
                exits,
                agenda,
            } = &mut induction;
            self.sweep(under, &todo, Within::Count, None, &mut |_, place, seen| {
                if seen.is_gap() {
                    return true;
                }
                let exit = if seen.open == 0 {
                    seen.or_end()
                } else {
                    seen.best
                };
                open[place] = seen.open;
                exits[place] = exit;
                if exit != UNKNOWN && (seen.open == 0 || exit > 0) {
                    agenda.add(place as u32, exit);
                }
                true
            })?;
        }
        let mut distance = self.rounds.least(induction.agenda.next(from))?;
        while distance != u64::MAX {
            let keeps;
            (distance, keeps) = self.decide(under, &mut induction, distance)?;
            if keeps && distance != u64::MAX {
                self.keep_induction(under, distance, &induction)?;
            }
        }
        for (score, &open) in under.scores.iter_mut().zip(&induction.open) {
            if *score == UNKNOWN && open != NOT_HERE {
                *score = 0;
            }
        }
        Ok(())
    }

    /// Decides what is due at a distance, and tells the positions before it. Says at which distance something is due next,
    /// and whether it is time to keep how far the tier has come.
    fn decide(
        &mut self,
        under: &mut Under,
        induction: &mut Induction,
        distance: u64,
    ) -> Result<(u64, bool), NotDone> {
        let plies = distance as u32;
        let values = [Value::Loss(plies), Value::Win(plies)];
        let seen = values.map(|value| score_of_value(value.seen_by_parent(false)));
        // What is lost and what is won now are told together: neither decides anything but at greater distances.
        let mut new = Vec::new();
        let mut lost = 0;
        for (won, value) in [false, true].into_iter().zip(values) {
            let score = score_of_value(value);
            for place in induction.agenda.take(distance, won) {
                let known = &mut under.scores[place as usize];
                if *known == UNKNOWN {
                    *known = score;
                    new.push(place);
                }
            }
            lost = if won { lost } else { new.len() };
        }
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
                let number = |&place: &u32| self.share.number(under.local(place as usize));
                numbers.clear();
                numbers.extend(new[range].iter().map(number));
                before.clear();
                self.game.before(under.tier, &numbers, &mut before);
                self.told.links += before.len() as u64;
                for &number in &before {
                    let (owner, local) = self.share.locate(number);
                    if owner != own {
                        out[owner][usize::from(won)].push(local);
                    } else if let Some(place) = under.index.place(local) {
                        induction.decided(under, place, won, seen[usize::from(won)]);
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
                            if let Some(place) = under.index.place(local) {
                                induction.decided(under, place, won, seen[usize::from(won)]);
                            }
                        }
                    }
                }
                if !goes_on {
                    break;
                }
            }
            let more = if at < new.len() { MORE } else { 0 };
            let due = induction.agenda.next(distance + 1);
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
            next = distance + 1;
        }
        Ok((next, told & KEEP != 0))
    }

    /// Whether it is time to keep how far a tier has come. The first worker has the clock.
    pub(crate) fn is_time_to_keep(&self) -> bool {
        self.rounds.index() == 0 && self.kept.elapsed() >= self.task.interval
    }

    fn keep_induction(
        &mut self,
        under: &Under,
        distance: u64,
        induction: &Induction,
    ) -> Result<(), NotDone> {
        let mut due = vec![UNKNOWN; under.len()];
        for (plies, [lost, won]) in induction.agenda.0.iter().enumerate().rev() {
            let plies = plies as u32;
            // The least distance is the one that counts, and comes last here.
            for (places, value) in [(lost, Value::Loss(plies)), (won, Value::Win(plies))] {
                for &place in places {
                    due[place as usize] = score_of_value(value);
                }
            }
        }
        self.keep_records(under, [INDUCTION, distance, 0, 0], &|place| {
            (induction.open[place] != NOT_HERE).then(|| {
                [
                    under.scores[place] as u16,
                    due[place] as u16,
                    induction.open[place],
                    induction.exits[place] as u16,
                ]
            })
        })
    }

    /// Keeps the scores of a tier as far as they are known.
    pub(crate) fn keep_scores(&mut self, under: &Under, scalars: Scalars) -> Result<(), NotDone> {
        self.keep_records(under, scalars, &|place| {
            let score = under.scores[place];
            let nimber = under.nimbers.get(place).copied().unwrap_or(0);
            (score != UNKNOWN).then_some([score as u16, nimber, 0, 0])
        })
    }

    /// Takes up the scores of a tier that an earlier run has kept, and says where it was.
    pub(crate) fn resume(&mut self, under: &mut Under) -> Result<Scalars, NotDone> {
        let Some((time, state)) = self.pieces.state(under.tier)? else {
            return Ok([0; 4]);
        };
        self.time = time;
        for record in &state.records {
            let place = under.index.place(record.local);
            let place = place.ok_or_else(NotDone::garbled)?;
            under.scores[place] = record.known[0] as Score;
            if let Some(nimber) = under.nimbers.get_mut(place) {
                *nimber = record.known[1];
            }
        }
        Ok(state.scalars)
    }

    /// Keeps how far a tier has come; all workers do at the same time.
    fn keep_records(
        &mut self,
        under: &Under,
        scalars: Scalars,
        known: &dyn Fn(usize) -> Option<[u16; 4]>,
    ) -> Result<(), NotDone> {
        let records = (0..under.len()).filter_map(|place| {
            Some(Record {
                local: under.local(place),
                known: known(place)?,
            })
        });
        let state = State {
            scalars,
            records: records.collect(),
        };
        self.time += 1;
        self.pieces.put_state(under.tier, self.time, &state)?;
        // The one before it may go when all have kept this one.
        self.rounds.gather(&[])?;
        self.pieces
            .mark_complete(under.tier, Kind::State(self.time));
        self.pieces.drop_state(under.tier, self.time - 1)?;
        self.kept = Instant::now();
        Ok(())
    }
}
