//! The last plies of Connect 4. Most positions of a search have few empty cells: they have a search of their own,
//! which keeps what it finds in a table that stays in the processor's cache, and computes no threat twice.
//!
//! Values here are 0 for a draw, and for a win of the side to move 1 plus the number of cells that are empty after it;
//! a loss is the negative of the opponent's win. So a value does not change with the ply, only its sign does.

use super::search_hints::Sight;
use super::{Connect4, Stones};
use noyau_core::hints::{Recent, SURE, Score, loss, win};
use noyau_core::word::Word;

/// With this many empty cells a position is searched here.
pub(super) const LAST_CELLS: u32 = 20;

/// With this many columns at most.
pub(super) const MOST_COLUMNS: usize = 8;

/// With fewer empty cells positions are not kept.
const LEAST_KEPT: i32 = 6;

/// With fewer empty cells follow-up strategies are not looked for.
const LEAST_FOLLOWED: i32 = 8;

/// With more empty cells the replies are looked up before one is searched.
const LEAST_LOOKED_UP: i32 = 13;

/// A position that is not lost at once and where the side to move cannot win at once.
#[derive(Clone, Copy)]
pub(super) struct Late<W> {
    pub(super) own: W,
    pub(super) all: W,
    /// The empty cells where the side to move completes a line.
    pub(super) chances: W,
    /// The empty cells where the opponent does.
    pub(super) threats: W,
    /// The moves that leave the opponent no line.
    pub(super) candidates: W,
}

/// A reply: the cell, and what the opponent is then faced with.
#[derive(Clone, Copy)]
struct Reply<W> {
    cell: W,
    threats: W,
    candidates: W,
}

impl<W: Word> Late<W> {
    #[inline]
    fn key(&self) -> u64 {
        self.own.plus(self.all).widen() as u64
    }

    #[inline]
    fn after(&self, reply: &Reply<W>) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | reply.cell,
            chances: self.threats & !reply.cell,
            threats: reply.threats,
            candidates: reply.candidates,
        }
    }
}

/// Bounds of a value, as they are kept.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// Larger than any value, so that both bounds are positive in the table.
    const SHIFT: i32 = 32;
    const BITS: u32 = 6;

    #[inline]
    fn pack(self) -> u32 {
        ((self.low + Self::SHIFT) << Self::BITS | (self.high + Self::SHIFT)) as u32
    }

    #[inline]
    fn unpack(data: u32) -> Self {
        Self {
            low: (data >> Self::BITS) as i32 - Self::SHIFT,
            high: (data & ((1 << Self::BITS) - 1)) as i32 - Self::SHIFT,
        }
    }
}

/// The least value of a position with so many empty cells whose score is at least `wanted`.
#[inline]
fn goal(wanted: Score, left: i32) -> i32 {
    match wanted.signum() {
        1 => (left + 1 - (SURE - wanted)).max(1),
        -1 => (wanted + SURE - left - 1).min(0),
        _ => 0,
    }
}

/// The score of a position with that value, seen from it.
#[inline]
fn score(value: i32, left: i32) -> Score {
    match value.signum() {
        1 => win((left + 1 - value) as u32),
        -1 => loss((left + 1 + value) as u32),
        _ => 0,
    }
}

impl<W: Word> Connect4<W> {
    fn late(&self, stones: &Stones<W>, sight: &Sight<W>) -> Late<W> {
        Late {
            own: stones.own,
            all: stones.all,
            chances: self.completing(stones.own) & self.full & !stones.all,
            threats: sight.threats,
            candidates: sight.candidates,
        }
    }

    /// Bounds of the score by follow-up strategies, if they tell whether it is at least `wanted`.
    #[inline]
    pub(super) fn followed(
        &self,
        stones: &Stones<W>,
        sight: &Sight<W>,
        wanted: Score,
    ) -> (Score, Score) {
        let left = (self.full & !stones.all).count() as i32;
        let goal = goal(wanted, left);
        match self.decided(&self.late(stones, sight), left, goal) {
            None => (-SURE, SURE),
            Some(value) if value >= goal => (score(value, left), SURE),
            Some(value) => (-SURE, score(value, left)),
        }
    }

    /// A bound of the score that tells whether it is at least `wanted`.
    pub(super) fn searched(
        &self,
        stones: &Stones<W>,
        sight: &Sight<W>,
        wanted: Score,
        recent: &mut Recent,
    ) -> (Score, Score) {
        let left = (self.full & !stones.all).count() as i32;
        let goal = goal(wanted, left);
        let value = self.search(recent, &self.late(stones, sight), left, goal);
        let score = score(value, left);
        if value >= goal {
            (score, SURE)
        } else {
            (-SURE, score)
        }
    }

    /// What a candidate leaves to the opponent, if that does not lose at once.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most of the time is spent here")]
    fn reply(&self, position: &Late<W>, cell: W) -> Option<Reply<W>> {
        let all = position.all | cell;
        let threats = self.completing(position.own | cell) & self.full & !all;
        let candidates = self.safe(all, threats);
        let open = candidates != W::ZERO;
        open.then_some(Reply {
            cell,
            threats,
            candidates,
        })
    }

    /// The value of a position, or a bound of it on the same side of `goal`.
    fn search(&self, recent: &mut Recent, position: &Late<W>, left: i32, goal: i32) -> i32 {
        // 1. A win takes at least three plies, a loss four.
        if left <= 2 {
            return 0;
        }
        let soonest = left - 2;
        if soonest < goal {
            return soonest;
        }
        let mut low = if left == 3 { 0 } else { 3 - left };
        if low >= goal {
            return low;
        }
        let mut high = soonest;
        // 2. A forced move.
        let candidates = position.candidates;
        if candidates.without_lowest() == W::ZERO {
            return match self.reply(position, candidates) {
                None => soonest,
                Some(reply) => -self.search(recent, &position.after(&reply), left - 1, 1 - goal),
            };
        }
        // 3. The table, and follow-up strategies.
        let kept = left >= LEAST_KEPT;
        let key = position.key();
        if kept && let Some(data) = recent.get(key) {
            let known = Bounds::unpack(data);
            if known.low >= goal {
                return known.low;
            }
            if known.high < goal {
                return known.high;
            }
            low = low.max(known.low);
            high = high.min(known.high);
        }
        if left >= LEAST_FOLLOWED
            && let Some(value) = self.decided(position, left, goal)
        {
            return value;
        }
        // 4. The replies, those that leave more threats first, and middle columns first among these.
        recent.open();
        let looked_up = left >= LEAST_LOOKED_UP;
        let none = Reply {
            cell: W::ZERO,
            threats: W::ZERO,
            candidates: W::ZERO,
        };
        let mut replies = [none; MOST_COLUMNS];
        let mut weights = [0; MOST_COLUMNS];
        let mut count = 0;
        for &column in &self.centre_first {
            let cell = candidates & column;
            if cell == W::ZERO {
                continue;
            }
            let Some(reply) = self.reply(position, cell) else {
                return soonest;
            };
            if looked_up {
                recent.prefetch(position.after(&reply).key());
            }
            let weight = reply.threats.count();
            let mut at = count;
            while at > 0 && weights[at - 1] < weight {
                replies[at] = replies[at - 1];
                weights[at] = weights[at - 1];
                at -= 1;
            }
            replies[at] = reply;
            weights[at] = weight;
            count += 1;
        }
        let replies = &replies[..count];
        // 5. Enhanced transposition cutoff.
        if looked_up {
            for reply in replies {
                if let Some(data) = recent.get(position.after(reply).key()) {
                    let low = -Bounds::unpack(data).high;
                    if low >= goal {
                        recent.put(key, Bounds { low, high }.pack());
                        return low;
                    }
                }
            }
        }
        // 6. The search.
        let mut best = low;
        for reply in replies {
            best = best.max(-self.search(recent, &position.after(reply), left - 1, 1 - goal));
            if best >= goal {
                break;
            }
        }
        let best = best.min(high);
        if kept {
            let bounds = if best >= goal {
                Bounds { low: best, high }
            } else {
                Bounds { low, high: best }
            };
            recent.put(key, bounds.pack());
        }
        best
    }

    /// A bound of the value by follow-up strategies, if it tells whether the value is at least `goal`.
    fn decided(&self, position: &Late<W>, left: i32, goal: i32) -> Option<i32> {
        let Late { own, all, .. } = *position;
        let other = own ^ all;
        let empty = self.full & !all;
        let landings = self.landings(all);
        let claimed = empty & self.following & !landings;
        // On the whole board the follower does not lose.
        if left % 2 == 0 {
            if goal >= 0 && self.confines(own, empty, landings, self.following, false) {
                let value = -i32::from(self.aligned(other | claimed));
                if value < goal {
                    return Some(value);
                }
            }
        } else if goal <= 1 && self.confines(other, empty, landings, self.following, true) {
            let value = i32::from(self.aligned(own | claimed));
            if value >= goal {
                return Some(value);
            }
        }
        // Below cells that complete a line for it, the follower gets one of them at the latest when everything else
        // is full, unless the cell can be taken at once.
        let mut found = None;
        self.truncated(position.chances & !landings, empty, |region, following| {
            let cells = region.count() as i32;
            let value = left + 1 - cells;
            if cells % 2 == 1
                && value >= goal.max(1)
                && self.confines(other, region, landings, following, true)
            {
                found = Some(value);
            }
        });
        if found.is_some() {
            return found;
        }
        self.truncated(position.threats & !landings, empty, |region, following| {
            let cells = region.count() as i32;
            let value = cells - left - 1;
            if cells % 2 == 0
                && value < goal.min(0)
                && self.confines(own, region, landings, following, false)
            {
                found = Some(value);
            }
        });
        found
    }
}
