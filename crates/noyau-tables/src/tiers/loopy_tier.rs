//! Tiers that moves stay in: one procedure, for the threads of a process and for many processes.
//!
//! Where the game plays backwards, outcomes are found by backward induction on the distance ([`Induction`]): from each
//! position that is decided to those before it, with a count of the moves still open, and with the values of exits
//! coming in at their distance. O(positions + moves).
//!
//! Elsewhere ([`solve_by_sweeps`]) everything is settled first that depends on no cycle: a position all of whose moves
//! lead to known ones is the best of them. What is left lies on cycles or leads to them, and is swept again: for each
//! distance, or for each margin k, greatest first, +k where the side to move can force an exit worth k, −k where it
//! cannot avoid it. O(moves of what is left) a sweep.
//!
//! What remains goes round for ever, and is drawn. There is no graph in memory, only a few bytes a place. What a sweep
//! concludes does not depend on which scores of the same sweep it sees, or only on when: the order of work changes no
//! result.

use super::score::{Score, UNKNOWN, score_of_value, value_of_score};
use super::seen::{Noticed, Seen, Step};
use super::tier_scores::TierScores;
use noyau_core::by_number::Goal;
use noyau_core::value::Value;

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

/// What is due at each distance: the lost, the won.
#[derive(Debug, Default)]
pub struct Agenda(pub Vec<[Vec<u32>; 2]>);

impl Agenda {
    /// Notes a place for the distance of its score; draws are not noted, they are what is left.
    pub fn add(&mut self, place: u32, score: Score) {
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
    pub fn next(&self, from: u64) -> u64 {
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

/// The count of open moves where there is no position.
pub const NOT_HERE: u16 = u16::MAX;

/// A backward induction under way.
#[derive(Debug)]
pub struct Induction {
    /// By place, to how many undecided positions of the tier its moves lead; [`NOT_HERE`] without a position.
    pub open: Vec<u16>,
    /// By place, the best of the moves that leave the tier.
    pub exits: Vec<Score>,
    /// What is due.
    pub agenda: Agenda,
}

/// The positions that are decided at a distance.
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
    pub fn new(places: usize) -> Self {
        Self {
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

    /// Decides what is due at that distance and has no score.
    pub fn decide(&mut self, tier: &TierScores, distance: u64) -> Decided {
        let values = [Value::Loss(distance as u32), Value::Win(distance as u32)];
        let mut decided = Decided {
            places: Vec::new(),
            lost: 0,
            seen: values.map(|value| score_of_value(value.seen_by_parent(false))),
        };
        for (won, value) in [false, true].into_iter().zip(values) {
            let mut places = self.agenda.take(distance, won);
            places.retain(|&place| {
                let is_new = tier.score(place as usize) == UNKNOWN;
                if is_new {
                    tier.decide(place, score_of_value(value), 0);
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
            // The longest resistance; an exit that draws or wins is better than any. An unknown exit is the least score.
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
