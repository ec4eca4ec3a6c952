//! Tiers that moves stay in: one procedure, for the threads of a process and for many processes.
//!
//! Where the game plays backwards, outcomes are found by backward induction on the distance ([`Induction`]): from each
//! position that is decided to those before it, with a count of the moves still open, and with the values of exits
//! coming in at their distance. Margins are found in the same way, the widest first: +k where a move leads to −k or out
//! of the tier for k, −k where all moves are known and none is better. O(positions + moves).
//!
//! Elsewhere ([`solve_by_sweeps`]) everything is settled first that depends on no cycle: a position all of whose moves
//! lead to known ones is the best of them. What is left lies on cycles or leads to them, and is swept again: for each
//! distance, or for each margin k, greatest first, +k where the side to move can force an exit worth k, −k where it
//! cannot avoid it. O(moves of what is left) a sweep.
//!
//! What remains goes round for ever, and is drawn. There is no graph in memory, only a few bytes a place. What a sweep
//! concludes does not depend on which scores of the same sweep it sees, or only on when: the order of work changes no
//! result.

use super::score::{Score, UNKNOWN};
use super::seen::{Noticed, Seen, Step};
use super::tier_scores::TierScores;
use noyau_core::by_number::Goal;
use noyau_format::header::Values;
use std::collections::BTreeMap;

/// What a sweep leaves.
#[derive(Debug, Default)]
pub struct Swept {
    /// The places of this worker that are still open, ascending.
    pub left: Vec<u32>,
    /// How many are open with all workers together.
    pub total: u64,
    /// What all workers together have noticed.
    pub noticed: Noticed,
}

/// Who sweeps through the places of a tier: the threads of a process, or one of many processes.
pub trait Sweeper {
    /// Why a sweep fails.
    type Error;

    /// The tier.
    fn scores(&self) -> &TierScores;

    /// How many places all workers together have, of which this one has so many.
    fn total(&mut self, own: u64) -> Result<u64, Self::Error>;

    /// Goes once through those places, and gives scores (and nimbers) to those that the step decides.
    fn sweep(&mut self, places: &[u32], step: Step) -> Result<Swept, Self::Error>;
}

/// Decides all positions of a tier by sweeps, from that step on. Says whether that could be: nimbers are for games that
/// end.
pub fn solve_by_sweeps<S: Sweeper>(
    sweeper: &mut S,
    goal: Goal,
    from: Step,
) -> Result<bool, S::Error> {
    let mut open = sweeper.scores().undecided();
    let mut total = sweeper.total(open.len() as u64)?;
    if matches!(from, Step::OnePass | Step::Settle) {
        repeat(sweeper, Step::Settle, &mut open, &mut total)?;
    }
    match goal {
        Goal::Outcomes => {
            let mut distance = match from {
                Step::ByDistance(distance) => distance,
                _ => 0,
            };
            while total > 0 {
                let swept = sweeper.sweep(&open, Step::ByDistance(distance))?;
                open = swept.left;
                if swept.total < total {
                    distance += 1;
                } else if swept.noticed.later == u32::MAX {
                    break;
                } else {
                    distance = swept.noticed.later;
                }
                total = swept.total;
            }
        }
        Goal::Margins if total > 0 => {
            let greatest = match from {
                Step::ByMargin(k) => k,
                _ => Score::MAX - 1,
            };
            let swept = sweeper.sweep(&open, Step::Exits)?;
            (open, total) = (swept.left, swept.total);
            for &k in swept.noticed.exits.range(1..=greatest as u16).rev() {
                repeat(sweeper, Step::ByMargin(k as Score), &mut open, &mut total)?;
            }
        }
        Goal::Nimbers if total > 0 => return Ok(false),
        Goal::Margins | Goal::Nimbers => {}
    }
    for place in open {
        sweeper.scores().decide(place, 0, 0);
    }
    Ok(true)
}

/// Repeats a step until it decides nothing more.
fn repeat<S: Sweeper>(
    sweeper: &mut S,
    step: Step,
    open: &mut Vec<u32>,
    total: &mut u64,
) -> Result<(), S::Error> {
    while *total > 0 {
        let swept = sweeper.sweep(open, step)?;
        *open = swept.left;
        if swept.total == *total {
            break;
        }
        *total = swept.total;
    }
    Ok(())
}

/// How far a score is from the greatest there is: distances in plies, margins from the widest down. A position of
/// greater level never decides one of lower level.
fn level_of(score: Score) -> Option<u64> {
    let size = u64::from(score.unsigned_abs());
    (size > 0).then(|| Score::MAX as u64 - size)
}

/// What a position that is decided at that level is worth.
fn score_at(level: u64, won: bool) -> Score {
    let size = (Score::MAX as u64 - level) as Score;
    if won { size } else { -size }
}

/// What is due at each level: the lost, the won.
#[derive(Debug, Default)]
pub struct Agenda(BTreeMap<u64, [Vec<u32>; 2]>);

impl Agenda {
    /// Notes a place for the level of its score; draws are not noted, they are what is left.
    pub fn add(&mut self, place: u32, score: Score) {
        if let Some(level) = level_of(score) {
            self.0.entry(level).or_default()[usize::from(score > 0)].push(place);
        }
    }

    /// The least level from there on at which something is due.
    pub fn next(&self, from: u64) -> u64 {
        let due = self.0.range(from..).next();
        due.map_or(u64::MAX, |(&level, _)| level)
    }

    /// What is due, with its score, the least level last.
    pub fn backwards(&self) -> impl Iterator<Item = (Score, &[u32])> {
        self.0.iter().rev().flat_map(|(&level, [lost, won])| {
            [
                (score_at(level, false), &lost[..]),
                (score_at(level, true), &won[..]),
            ]
        })
    }
}

/// The count of open moves where there is no position.
pub const NOT_HERE: u16 = u16::MAX;

/// A backward induction under way.
#[derive(Debug)]
pub struct Induction {
    values: Values,
    /// By place, to how many undecided positions of the tier its moves lead; [`NOT_HERE`] without a position.
    pub open: Vec<u16>,
    /// By place, the best of the moves that leave the tier.
    pub exits: Vec<Score>,
    /// What is due.
    pub agenda: Agenda,
}

/// The positions that are decided at a level.
#[derive(Debug)]
pub struct Decided {
    /// Their places, the lost first.
    pub places: Vec<u32>,
    /// How many of them are lost.
    pub lost: usize,
    /// What a move to a lost one is worth, and what a move to a won one.
    pub seen: [Score; 2],
}

impl Induction {
    /// Before any position is seen, for so many places.
    pub fn new(places: usize, values: Values) -> Self {
        Self {
            values,
            open: vec![NOT_HERE; places],
            exits: vec![UNKNOWN; places],
            agenda: Agenda::default(),
        }
    }

    /// Whether there is a position at that place.
    pub fn is_here(&self, place: u32) -> bool {
        self.open[place as usize] != NOT_HERE
    }

    /// Takes up a position whose moves are counted.
    pub fn begin(&mut self, place: u32, open: u16, exit: Score) {
        self.open[place as usize] = open;
        self.exits[place as usize] = exit;
        if exit != UNKNOWN && (open == 0 || exit > 0) {
            self.agenda.add(place, exit);
        }
    }

    /// The least level at which what is decided at this one may decide others: the next distance, or the same margin.
    pub fn after(&self, level: u64) -> u64 {
        level + u64::from(self.values == Values::Outcome)
    }

    /// Decides what is due at that level and has no score.
    pub fn decide(&mut self, tier: &TierScores, level: u64) -> Decided {
        let mut decided = Decided {
            places: Vec::new(),
            lost: 0,
            // A move inside a tier wins nothing and passes the turn.
            seen: [false, true].map(|won| -score_at(self.after(level), won)),
        };
        let due = self.agenda.0.remove(&level).unwrap_or_default();
        for (won, mut places) in [false, true].into_iter().zip(due) {
            let score = score_at(level, won);
            places.retain(|&place| {
                let is_new = tier.score(place as usize) == UNKNOWN;
                if is_new {
                    tier.decide(place, score, 0);
                }
                is_new
            });
            decided.places.append(&mut places);
            if !won {
                decided.lost = decided.places.len();
            }
        }
        decided
    }

    /// A move of that place leads to a position that is lost, or won, now; it is worth `seen`.
    pub fn child_decided(&mut self, tier: &TierScores, place: usize, won: bool, seen: Score) {
        if tier.score(place) != UNKNOWN || self.open[place] == NOT_HERE {
            return;
        }
        if !won {
            self.agenda.add(place as u32, seen);
            return;
        }
        let open = &mut self.open[place];
        *open = open.saturating_sub(1);
        if *open == 0 {
            // The longest resistance, or the least loss; an exit that draws or wins is better than any. An unknown exit
            // is the least score.
            self.agenda.add(place as u32, self.exits[place].max(seen));
        }
    }

    /// What is left when nothing is due goes round for ever: it is drawn.
    pub fn finish(&self, tier: &TierScores) {
        for place in tier.undecided() {
            if self.is_here(place) {
                tier.decide(place, 0, 0);
            }
        }
    }
}

impl Seen {
    /// What the moves that leave the tier are worth, or the end where none stays in it.
    pub fn exit(&self) -> Score {
        if self.open == 0 {
            self.or_end()
        } else {
            self.best
        }
    }
}
