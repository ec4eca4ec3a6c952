//! The part of a game's tree that proves who wins, or by how many points.
//!
//! As for distances, that a side gets at least so much is proved by one move, and that it gets at most so much by all.
//! Where play may go on for ever, that is not enough: a side that always keeps a win and never takes it has none. So a
//! claim above nothing has a *rank*, below those of all claims that rest on it; endless play brings nothing, so other
//! claims need none. Ranks are those of an attractor (Zermelo 1913, Kőnig 1927), worked out over the positions found. Where play
//! goes round they may be missing at first; then all moves that keep the win are taken in, one of which goes on.
//!
//! Complexity: a question a move at most, and a generation of moves for each position and claim; memory is that of the
//! positions and the moves between them.

use super::{Bound, NotProved, one_thread, solve};
use crate::decide::Decider;
use crate::dfpn::Goal;
use crate::scoring::Margin;
use hashbrown::HashMap;
use noyau_core::game::{Game, Side};
use noyau_core::hints::SearchHints;
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::payoff::Rules;
use noyau_core::points::Points;
use noyau_core::value::MoveEffect;

/// A position of a proof.
#[derive(Debug, Clone)]
pub struct Shown<P> {
    /// The position.
    pub position: P,
    /// Who is to move.
    pub side: Side,
    /// What is claimed of it.
    pub claim: Claim,
}

/// What is claimed of a position, for the side to move there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Claim {
    /// It gets at least this, if anything is claimed.
    pub low: Option<Goal>,
    /// It gets at most this, if anything is claimed.
    pub high: Option<Goal>,
    /// The rank of the claim that it gets more than nothing, or less.
    pub rank: Option<u32>,
}

impl Claim {
    /// The claim that endless play would break, which needs a rank.
    fn strict(&self) -> Option<Bound> {
        match (self.low, self.high) {
            (Some(low), _) if low > 0 => Some(Bound::Low(low)),
            (_, Some(high)) if high < 0 => Some(Bound::High(high)),
            _ => None,
        }
    }

    /// Whether a bound is claimed already.
    pub fn has(&self, bound: Bound) -> bool {
        match bound {
            Bound::Low(goal) => self.low.is_some_and(|low| low >= goal),
            Bound::High(goal) => self.high.is_some_and(|high| high <= goal),
        }
    }

    fn add(&mut self, bound: Bound) {
        match bound {
            Bound::Low(goal) => self.low = Some(goal),
            Bound::High(goal) => self.high = Some(goal),
        }
    }
}

/// Solves a position by margin and gives the positions that prove the margin to come, itself first; at most so many.
/// The number is the most points there are to win.
pub fn show_margin<G: SearchHints + Points>(
    game: &G,
    points: u32,
    (position, side): (&G::Position, Side),
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let limits = &one_thread(limits);
    let (mut search, score) = solve(game, &Margin { most: points }, position, limits)?;
    let bounds = [Some(score.low), Some(score.high)];
    let decider = Decider {
        rules: Rules::by_points(game),
        draws: true,
        oracle: &mut search,
    };
    show(decider, (position, Some(side)), bounds, most, limits)
}

/// The positions that prove bounds of one, itself first; at most so many. The oracle knows that the bounds hold. Without a side,
/// a position is there once even if both sides can come to it.
pub fn show<G: Game>(
    decider: Decider<'_, G>,
    (position, side): (&G::Position, Option<Side>),
    bounds: [Option<Goal>; 2],
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let (draws, has_points) = (decider.draws, decider.rules.payoff.has_points());
    let mut pool = Pool {
        decider,
        positions: Vec::new(),
        numbers: Interner::default(),
        children: vec![(position.clone(), side)],
        moves: Vec::new(),
    };
    let showing = Showing {
        pool: &mut pool,
        draws,
        has_points,
        most,
        limits,
        claims: Vec::new(),
        open: Vec::new(),
        widened: HashMap::new(),
        each: 2 * size_of::<Shown<G::Position>>() as u64,
        bytes: 0,
    };
    let claims = showing.prove(bounds)?;
    let shown = pool.positions.into_iter().zip(claims);
    Ok(shown
        .map(|((position, side), claim)| Shown {
            position,
            side: side.unwrap_or(Side::First),
            claim,
        })
        .collect())
}

/// Positions by number, so that a proof is put together by code that does not depend on the game.
trait Positions {
    /// Whether play is over at a position.
    fn is_over(&self, place: u32) -> bool;
    /// Generates the children of a position, which are asked about until the next call; gives the moves to them.
    fn expand(&mut self, place: u32) -> Vec<MoveEffect>;
    /// How many moves a child has.
    fn replies(&mut self, child: usize) -> usize;
    /// The number of a child, if it has one.
    fn find(&self, child: usize) -> Option<u32>;
    /// The number of a child, which gets one if it has none.
    fn number(&mut self, child: usize) -> u32;
    /// Whether the side to move at a child gets at least the goal, if that is known without a search.
    fn known(&mut self, child: usize, goal: Goal) -> Option<bool>;
    /// Whether the side to move at a child gets at least the goal.
    fn reaches(&mut self, child: usize, goal: Goal) -> Result<bool, Stopped>;
}

struct Pool<'a, G: Game> {
    decider: Decider<'a, G>,
    positions: Vec<(G::Position, Option<Side>)>,
    numbers: Interner,
    children: Vec<(G::Position, Option<Side>)>,
    moves: Vec<G::Move>,
}

impl<G: Game> Positions for Pool<'_, G> {
    fn is_over(&self, place: u32) -> bool {
        let (position, _) = &self.positions[place as usize];
        self.decider.rules.game.outcome(position).is_some()
    }

    fn expand(&mut self, place: u32) -> Vec<MoveEffect> {
        let rules = self.decider.rules;
        let (position, side) = &self.positions[place as usize];
        self.children.clear();
        self.moves.clear();
        rules.game.moves(position, &mut self.moves);
        let moves = self.moves.iter();
        moves
            .map(|&mv| {
                let (child, effect) = rules.advance(position, mv);
                let side = side.map(|side| side.after(effect.keeps_turn));
                self.children.push((child, side));
                effect
            })
            .collect()
    }

    fn replies(&mut self, child: usize) -> usize {
        self.moves.clear();
        let (position, _) = &self.children[child];
        self.decider.rules.game.moves(position, &mut self.moves);
        self.moves.len()
    }

    fn find(&self, child: usize) -> Option<u32> {
        let child = &self.children[child];
        let hash = self.numbers.hash(child);
        let same = |place: u32| self.positions[place as usize] == *child;
        self.numbers.find(hash, same)
    }

    fn number(&mut self, child: usize) -> u32 {
        self.find(child).unwrap_or_else(|| {
            let child = &self.children[child];
            let place = self.positions.len() as u32;
            self.numbers.insert(self.numbers.hash(child), place);
            self.positions.push(child.clone());
            place
        })
    }

    fn known(&mut self, child: usize, goal: Goal) -> Option<bool> {
        self.decider.oracle.known(&self.children[child].0, goal)
    }

    fn reaches(&mut self, child: usize, goal: Goal) -> Result<bool, Stopped> {
        self.decider.oracle.reaches(&self.children[child].0, goal)
    }
}

struct Showing<'a> {
    pool: &'a mut dyn Positions,
    draws: bool,
    has_points: bool,
    most: usize,
    limits: &'a Limits,
    /// By number of the position.
    claims: Vec<Claim>,
    /// What is claimed and not proved yet.
    open: Vec<(u32, Bound)>,
    /// The lower bounds all of whose moves are taken in.
    widened: HashMap<u32, Goal>,
    /// What a position takes of memory.
    each: u64,
    /// What moves between positions took of memory when ranks were worked out.
    bytes: u64,
}

impl Showing<'_> {
    /// The claims that prove bounds of the first position.
    fn prove(mut self, [low, high]: [Option<Goal>; 2]) -> Result<Vec<Claim>, NotProved> {
        let claims = [low.map(Bound::Low), high.map(Bound::High)];
        let place = self.pool.number(0);
        self.claims.push(Claim::default());
        for bound in claims.into_iter().flatten() {
            self.claim(place, bound);
        }
        loop {
            self.close()?;
            let unranked = self.rank()?;
            if unranked.is_empty() {
                return Ok(self.claims);
            }
            if !self.widen(&unranked)? {
                return Err(NotProved::NotSearched);
            }
        }
    }

    /// Whether a claim says something.
    fn says(&self, bound: Bound) -> bool {
        self.has_points
            || match bound {
                Bound::Low(goal) => goal > -1,
                Bound::High(goal) => goal < 1,
            }
    }

    /// The claim as a question, and the answer by which it holds.
    fn question(&self, bound: Bound) -> (Goal, bool) {
        let (goal, wanted) = match bound {
            Bound::Low(goal) => (goal, true),
            Bound::High(goal) => (goal + 1, false),
        };
        // Without draws, who does not lose wins: one question for the table instead of two.
        (if self.draws { goal } else { 1 }, wanted)
    }

    /// Claims a bound, which is to be proved if it is news.
    fn claim(&mut self, place: u32, bound: Bound) {
        let claim = &mut self.claims[place as usize];
        if !claim.has(bound) {
            claim.add(bound);
            self.open.push((place, bound));
        }
    }

    fn stopped(&self, stopped: Stopped) -> NotProved {
        NotProved::Stopped(stopped, self.claims.len())
    }

    fn check(&self) -> Result<(), NotProved> {
        let bytes = self.claims.len() as u64 * self.each + self.bytes;
        let checked = self.limits.check(bytes);
        checked.map_err(|stopped| self.stopped(stopped))
    }

    /// Adds what proves the claims, until nothing is left to be proved.
    fn close(&mut self) -> Result<(), NotProved> {
        let mut steps = 0u32;
        while let Some((place, bound)) = self.open.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) {
                self.check()?;
            }
            if self.pool.is_over(place) {
                continue;
            }
            let moves = self.pool.expand(place);
            let after: Vec<Bound> = moves.iter().map(|&effect| bound.after(effect)).collect();
            if let Bound::Low(_) = bound {
                let Some(i) = self.move_for(&after)? else {
                    return Err(NotProved::NotSearched);
                };
                self.go_on(i, after[i])?;
            } else {
                for (i, &after) in after.iter().enumerate() {
                    self.go_on(i, after)?;
                }
            }
        }
        Ok(())
    }

    /// Claims of a child what a claim before the move to it needs.
    fn go_on(&mut self, child: usize, after: Bound) -> Result<(), NotProved> {
        if !self.says(after) {
            return Ok(());
        }
        let place = self.pool.number(child);
        if place as usize == self.claims.len() {
            self.claims.push(Claim::default());
        }
        if self.claims.len() > self.most {
            return Err(NotProved::TooLarge(self.most));
        }
        self.claim(place, after);
        Ok(())
    }

    /// A move that proves a lower bound, by what must hold after each: one that ends play, or after which nothing new has
    /// to be proved, or else one with few replies.
    fn move_for(&mut self, after: &[Bound]) -> Result<Option<usize>, NotProved> {
        let mut tried = Vec::with_capacity(after.len());
        let mut claimed = None;
        for (i, &after) in after.iter().enumerate() {
            if !self.says(after) {
                return Ok(Some(i));
            }
            let place = self.pool.find(i);
            if place.is_some_and(|place| self.claims[place as usize].has(after)) {
                claimed = claimed.or(Some(i));
            }
            tried.push((self.pool.replies(i), i));
        }
        tried.sort_unstable();
        for &(replies, i) in &tried {
            if replies > 0 && claimed.is_some() {
                return Ok(claimed);
            }
            let (goal, wanted) = self.question(after[i]);
            if self.pool.known(i, goal) == Some(wanted) {
                return Ok(Some(i));
            }
        }
        for &(_, i) in &tried {
            if self.holds(i, after[i])? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    fn holds(&mut self, child: usize, bound: Bound) -> Result<bool, NotProved> {
        let (goal, wanted) = self.question(bound);
        match self.pool.reaches(child, goal) {
            Ok(answer) => Ok(answer == wanted),
            Err(stopped) => Err(self.stopped(stopped)),
        }
    }

    /// Works out the ranks, and gives the positions that have none although they need one.
    fn rank(&mut self) -> Result<Vec<u32>, NotProved> {
        // 1. For each position that needs a rank: those its claim rests on that need one too. A lower bound rests on any
        // of them, an upper bound on all.
        let count = self.claims.len() as u32;
        let mut rests: Vec<(u32, u32)> = Vec::new();
        let mut missing = vec![0u32; count as usize];
        let mut queue: Vec<u32> = Vec::new();
        let mut above_ends: Vec<u32> = Vec::new();
        for place in 0..count {
            if place.is_multiple_of(1024) {
                self.bytes = 12 * rests.capacity() as u64;
                self.check()?;
            }
            self.claims[place as usize].rank = None;
            let Some(bound) = self.claims[place as usize].strict() else {
                continue;
            };
            if self.pool.is_over(place) {
                queue.push(place);
                continue;
            }
            let (mut at_once, from) = (false, rests.len());
            for (i, effect) in self.pool.expand(place).into_iter().enumerate() {
                let Some(below) = self.pool.find(i) else {
                    continue;
                };
                let claim = &self.claims[below as usize];
                if !claim.has(bound.after(effect)) {
                    continue;
                }
                if claim.strict().is_some() {
                    rests.push((below, place));
                } else {
                    at_once = true;
                }
            }
            let any = matches!(bound, Bound::Low(_));
            missing[place as usize] = if any { 1 } else { (rests.len() - from) as u32 };
            if (any && at_once) || (!any && rests.len() == from) {
                rests.truncate(from);
                above_ends.push(place);
            }
        }
        // 2. From the ends upwards, lower ranks before higher ones.
        rests.sort_unstable();
        for &place in &queue {
            self.claims[place as usize].rank = Some(0);
        }
        for &place in &above_ends {
            self.claims[place as usize].rank = Some(1);
        }
        queue.append(&mut above_ends);
        let mut next = 0;
        while let Some(&below) = queue.get(next) {
            next += 1;
            let rank = self.claims[below as usize].rank.map_or(0, |rank| rank + 1);
            let from = rests.partition_point(|rest| rest.0 < below);
            for &(_, place) in rests[from..].iter().take_while(|rest| rest.0 == below) {
                let missing = &mut missing[place as usize];
                *missing = missing.saturating_sub(1);
                let claim = &mut self.claims[place as usize];
                if *missing == 0 && claim.rank.is_none() {
                    claim.rank = Some(rank);
                    queue.push(place);
                }
            }
        }
        self.bytes = 0;
        let unranked = |&place: &u32| {
            let claim = &self.claims[place as usize];
            claim.rank.is_none() && claim.strict().is_some()
        };
        Ok((0..count).filter(unranked).collect())
    }

    /// Takes in every move by which those positions keep what they are claimed to get; `false` if all are there already.
    fn widen(&mut self, places: &[u32]) -> Result<bool, NotProved> {
        let mut wider = false;
        for &place in places {
            let Some(bound @ Bound::Low(goal)) = self.claims[place as usize].strict() else {
                continue;
            };
            if self.widened.insert(place, goal) == Some(goal) {
                continue;
            }
            wider = true;
            for (i, effect) in self.pool.expand(place).into_iter().enumerate() {
                let after = bound.after(effect);
                if self.holds(i, after)? {
                    self.go_on(i, after)?;
                }
            }
        }
        Ok(wider)
    }
}
