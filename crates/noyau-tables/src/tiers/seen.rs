//! One position of the tier under way: what its moves are worth as far as is known, and what follows from it.

use super::score::{Score, UNKNOWN, Worth, score_of_move, score_of_state, value_of_score};
use noyau_core::by_number::{Link, State};
use noyau_format::header::Values;
use std::collections::BTreeSet;

/// What the moves of a position are worth as far as is known.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// The best of those that lead to known positions, [`UNKNOWN`] if there is none.
    pub best: Score,
    /// How many others lead to unknown ones; in [`Step::Count`] how many different ones stay in the tier.
    pub open: u16,
    /// What it is worth if play is over.
    pub end: Score,
    /// The mex of the nimbers of its children, where nimbers are wanted.
    pub nimber: u16,
}

impl Seen {
    /// Before any move is seen.
    pub fn new(values: Values, state: State) -> Self {
        Self {
            best: UNKNOWN,
            open: 0,
            end: score_of_state(values, state),
            nimber: 0,
        }
    }

    /// Sees a move to a position of that score.
    #[inline]
    pub fn see(&mut self, values: Values, link: &Link, after: Score) {
        self.best = self.best.max(score_of_move(values, link, after));
    }

    /// The best of the moves, or what the end is worth where there is none.
    #[inline]
    pub fn or_end(&self) -> Score {
        if self.best == UNKNOWN {
            self.end
        } else {
            self.best
        }
    }
}

/// What a sweep through the positions of a tier is to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Every move leaves the tier: all of them.
    OnePass,
    /// How many moves stay in the tier, and what the others are worth.
    Count,
    /// Those that depend on no cycle.
    Settle,
    /// Those that are won or lost within so many plies.
    ByDistance(u32),
    /// None: which margins can be had at once.
    Exits,
    /// Those in which the side to move can force this margin, or cannot avoid its opposite.
    ByMargin(Score),
}

/// What a sweep notices of the positions that it leaves open.
#[derive(Debug)]
pub struct Noticed {
    /// The least distance at which one could be decided.
    pub later: u32,
    /// The sizes of the margins that can be had at once.
    pub exits: BTreeSet<u16>,
}

impl Default for Noticed {
    fn default() -> Self {
        Self {
            later: u32::MAX,
            exits: BTreeSet::new(),
        }
    }
}

impl Noticed {
    /// Adds what another worker has noticed.
    pub fn merge(&mut self, mut other: Self) {
        self.later = self.later.min(other.later);
        self.exits.append(&mut other.exits);
    }
}

impl Step {
    /// The score of a position by this step; `None` leaves it open.
    #[inline]
    pub fn decide(self, seen: &Seen, noticed: &mut Noticed) -> Option<Score> {
        match self {
            Self::OnePass => Some(seen.or_end()),
            Self::Count => None,
            Self::Settle => (seen.open == 0).then(|| seen.or_end()),
            _ if seen.best == UNKNOWN => None,
            Self::ByDistance(_) if seen.best <= 0 && seen.open > 0 => None,
            Self::ByDistance(distance) => {
                let found = value_of_score(seen.best).distance().unwrap_or(0);
                if found > distance {
                    noticed.later = noticed.later.min(found);
                    return None;
                }
                Some(seen.best)
            }
            Self::Exits => {
                noticed.exits.insert(seen.best.unsigned_abs());
                None
            }
            Self::ByMargin(k) if seen.best >= k => Some(k),
            Self::ByMargin(k) => (seen.open == 0 && seen.best <= -k).then_some(-k),
        }
    }
}

/// Finds what the moves of positions of a tier are worth, one position after another.
#[derive(Debug)]
pub struct MoveScorer {
    tier: u32,
    values: Values,
    has_nimbers: bool,
    /// The different children of the position in the tier itself.
    within: Vec<u64>,
    /// The nimbers of its other children.
    pub nimbers: Vec<u16>,
}

impl MoveScorer {
    /// For positions of that tier, with nimbers where they are wanted.
    pub fn new(tier: u32, values: Values, has_nimbers: bool) -> Self {
        Self {
            tier,
            values,
            has_nimbers,
            within: Vec::new(),
            nimbers: Vec::new(),
        }
    }

    /// What the moves of a position are worth as far as `child` tells; where it tells nothing, a move is open.
    /// [`Step::Count`] does not ask for children in the tier.
    #[inline]
    pub fn see<E>(
        &mut self,
        step: Step,
        state: State,
        links: &[Link],
        mut child: impl FnMut(&Link) -> Result<Option<Worth>, E>,
    ) -> Result<Seen, E> {
        let mut seen = Seen::new(self.values, state);
        self.within.clear();
        self.nimbers.clear();
        for link in links {
            if link.tier == self.tier && step == Step::Count {
                self.within.push(link.number);
                continue;
            }
            let Some((score, nimber)) = child(link)? else {
                seen.open += 1;
                continue;
            };
            seen.see(self.values, link, score);
            if self.has_nimbers {
                self.nimbers.push(nimber);
            }
        }
        if step == Step::Count {
            self.within.sort_unstable();
            self.within.dedup();
            seen.open += self.within.len() as u16;
        }
        if self.has_nimbers {
            seen.nimber = mex(&mut self.nimbers);
        }
        Ok(seen)
    }
}

/// The least nimber that is not among these.
pub fn mex(nimbers: &mut [u16]) -> u16 {
    nimbers.sort_unstable();
    let mut least = 0;
    for &mut nimber in nimbers {
        if nimber == least {
            least += 1;
        }
    }
    least
}
