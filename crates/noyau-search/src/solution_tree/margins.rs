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

use super::{Bound, NotProved};
use crate::decide::Decider;
use crate::dfpn::Goal;
use crate::null_window::Search;
use crate::scoring::Margin;
use hashbrown::HashMap;
use noyau_core::game::{Game, Side};
use noyau_core::hints::SearchHints;
use noyau_core::limits::Limits;
use noyau_core::payoff::Payoff;
use noyau_core::points::Points;

/// A position of a proof, for the side to move there.
#[derive(Debug, Clone)]
pub struct Shown<P> {
    /// The position.
    pub position: P,
    /// Who is to move.
    pub side: Side,
    /// It gets at least this, if anything is claimed.
    pub low: Option<Goal>,
    /// It gets at most this, if anything is claimed.
    pub high: Option<Goal>,
    /// The rank of the claim that it gets more than nothing, or less.
    pub rank: Option<u32>,
}

impl<P> Shown<P> {
    /// Whether endless play would break one of its claims.
    fn is_strict(&self) -> bool {
        self.low.is_some_and(|low| low > 0) || self.high.is_some_and(|high| high < 0)
    }
}

impl<G: Game> Decider<'_, G> {
    /// Whether a claim says something.
    fn says(&self, bound: Bound) -> bool {
        self.payoff.has_points()
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
    // Which of several proofs is found would depend on what threads leave in the table.
    let limits = &Limits {
        threads: 1,
        ..limits.clone()
    };
    let margin = Margin { most: points };
    let mut search = Search::new(game, &margin, position, limits).ok_or(NotProved::NotSearched)?;
    let score = search.solve(position);
    if let Some(stopped) = score.stopped {
        return Err(NotProved::Stopped(stopped, 0));
    }
    let bounds = [Some(score.low), Some(score.high)];
    let decider = Decider {
        game,
        payoff: &Payoff::POINTS,
        draws: true,
        oracle: &mut search,
    };
    show(decider, (position, side), bounds, most, limits)
}

/// The positions that prove bounds of one, itself first; at most so many. The oracle knows that the bounds hold.
pub fn show<G: Game>(
    decider: Decider<'_, G>,
    (position, side): (&G::Position, Side),
    [low, high]: [Option<Goal>; 2],
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let mut showing = Showing {
        decider,
        most,
        limits,
        found: Vec::new(),
        index: HashMap::new(),
        open: Vec::new(),
        widened: HashMap::new(),
        bytes: 0,
    };
    let place = showing.place(position.clone(), side);
    let claims = [low.map(Bound::Low), high.map(Bound::High)];
    for bound in claims.into_iter().flatten() {
        showing.claim(place, bound);
    }
    loop {
        showing.close()?;
        let unranked = showing.rank()?;
        if unranked.is_empty() {
            return Ok(showing.found);
        }
        if !showing.widen(&unranked)? {
            return Err(NotProved::NotSearched);
        }
    }
}

struct Showing<'a, 'd, G: Game> {
    decider: Decider<'d, G>,
    most: usize,
    limits: &'a Limits,
    found: Vec<Shown<G::Position>>,
    index: HashMap<(G::Position, Side), u32>,
    /// What is claimed and not proved yet.
    open: Vec<(u32, Bound)>,
    /// The lower bounds all of whose moves are taken in.
    widened: HashMap<u32, Goal>,
    /// What moves between positions took of memory when ranks were worked out.
    bytes: u64,
}

impl<G: Game> Showing<'_, '_, G> {
    fn place(&mut self, position: G::Position, side: Side) -> u32 {
        let found = &mut self.found;
        *self
            .index
            .entry((position, side))
            .or_insert_with_key(|(position, side)| {
                found.push(Shown {
                    position: position.clone(),
                    side: *side,
                    low: None,
                    high: None,
                    rank: None,
                });
                (found.len() - 1) as u32
            })
    }

    /// Claims a bound, which is to be proved if it is news.
    fn claim(&mut self, place: u32, bound: Bound) {
        let known = &mut self.found[place as usize];
        match bound {
            Bound::Low(goal) if known.low.is_none_or(|low| low < goal) => known.low = Some(goal),
            Bound::High(goal) if known.high.is_none_or(|high| high > goal) => {
                known.high = Some(goal);
            }
            _ => return,
        }
        self.open.push((place, bound));
    }

    /// Whether a position is claimed to be worth so much already.
    fn is_claimed(&self, place: u32, bound: Bound) -> bool {
        let known = &self.found[place as usize];
        match bound {
            Bound::Low(goal) => known.low.is_some_and(|low| low >= goal),
            Bound::High(goal) => known.high.is_some_and(|high| high <= goal),
        }
    }

    fn stopped(&self, stopped: noyau_core::limits::Stopped) -> NotProved {
        NotProved::Stopped(stopped, self.found.len())
    }

    fn check(&self) -> Result<(), NotProved> {
        let each = 2 * size_of::<Shown<G::Position>>() as u64;
        let bytes = self.found.len() as u64 * each + self.bytes;
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
            let shown = &self.found[place as usize];
            let (position, side) = (shown.position.clone(), shown.side);
            if self.decider.game.outcome(&position).is_some() {
                continue;
            }
            let mut moves = Vec::new();
            self.decider.game.moves(&position, &mut moves);
            if let Bound::Low(_) = bound {
                let Some(mv) = self.move_for(&position, side, &moves, bound)? else {
                    return Err(NotProved::NotSearched);
                };
                moves = vec![mv];
            }
            for mv in moves {
                self.go_on(&position, side, mv, bound)?;
            }
        }
        Ok(())
    }

    /// Claims after a move what a claim before it needs.
    fn go_on(
        &mut self,
        position: &G::Position,
        side: Side,
        mv: G::Move,
        bound: Bound,
    ) -> Result<(), NotProved> {
        let after = self.after(position, mv, bound);
        if !self.decider.says(after) {
            return Ok(());
        }
        let (child, side) = self.child(position, side, mv);
        let place = self.place(child, side);
        if self.found.len() > self.most {
            return Err(NotProved::TooLarge(self.most));
        }
        self.claim(place, after);
        Ok(())
    }

    fn child(&self, position: &G::Position, side: Side, mv: G::Move) -> (G::Position, Side) {
        let Decider { game, .. } = self.decider;
        let side = side.after(game.keeps_turn(position, mv));
        (game.child(position, mv), side)
    }

    /// What must hold after a move for a claim to hold before it.
    fn after(&self, position: &G::Position, mv: G::Move, bound: Bound) -> Bound {
        let Decider { game, payoff, .. } = self.decider;
        bound.after(payoff.step(game, position, mv))
    }

    /// A move that proves a lower bound: one that ends play, or after which nothing new has to be proved, or else one
    /// with few replies.
    fn move_for(
        &mut self,
        position: &G::Position,
        side: Side,
        moves: &[G::Move],
        bound: Bound,
    ) -> Result<Option<G::Move>, NotProved> {
        let mut tried = Vec::with_capacity(moves.len());
        let mut replies = Vec::new();
        let mut claimed = None;
        for &mv in moves {
            let after = self.after(position, mv, bound);
            if !self.decider.says(after) {
                return Ok(Some(mv));
            }
            let child = self.child(position, side, mv);
            let place = self.index.get(&child);
            if place.is_some_and(|&place| self.is_claimed(place, after)) {
                claimed = claimed.or(Some(mv));
            }
            replies.clear();
            self.decider.game.moves(&child.0, &mut replies);
            tried.push((replies.len(), mv, after, child.0));
        }
        tried.sort_by_key(|tried| tried.0);
        for (replies, mv, after, child) in &tried {
            if *replies > 0 && claimed.is_some() {
                return Ok(claimed);
            }
            let (goal, wanted) = self.decider.question(*after);
            if self.decider.oracle.known(child, goal) == Some(wanted) {
                return Ok(Some(*mv));
            }
        }
        for (_, mv, after, child) in &tried {
            if self.holds(child, *after)? {
                return Ok(Some(*mv));
            }
        }
        Ok(None)
    }

    fn holds(&mut self, position: &G::Position, bound: Bound) -> Result<bool, NotProved> {
        let (goal, wanted) = self.decider.question(bound);
        match self.decider.oracle.reaches(position, goal) {
            Ok(answer) => Ok(answer == wanted),
            Err(stopped) => Err(self.stopped(stopped)),
        }
    }

    /// The claim of a position that needs a rank.
    fn strict(&self, place: u32) -> Option<Bound> {
        let shown = &self.found[place as usize];
        match (shown.low, shown.high) {
            (Some(low), _) if low > 0 => Some(Bound::Low(low)),
            (_, Some(high)) if high < 0 => Some(Bound::High(high)),
            _ => None,
        }
    }

    /// Works out the ranks, and gives the positions that have none although they need one.
    fn rank(&mut self) -> Result<Vec<u32>, NotProved> {
        // 1. For each position that needs a rank: those its claim rests on that need one too. A lower bound rests on any
        // of them, an upper bound on all.
        let count = self.found.len() as u32;
        let mut rests: Vec<(u32, u32)> = Vec::new();
        let mut missing = vec![0u32; count as usize];
        let mut queue: Vec<u32> = Vec::new();
        let mut above_ends: Vec<u32> = Vec::new();
        let mut moves = Vec::new();
        for place in 0..count {
            if place.is_multiple_of(1024) {
                self.bytes = 12 * rests.capacity() as u64;
                self.check()?;
            }
            self.found[place as usize].rank = None;
            let Some(bound) = self.strict(place) else {
                continue;
            };
            let shown = &self.found[place as usize];
            if self.decider.game.outcome(&shown.position).is_some() {
                queue.push(place);
                continue;
            }
            moves.clear();
            self.decider.game.moves(&shown.position, &mut moves);
            let (mut at_once, from) = (false, rests.len());
            for &mv in &moves {
                let after = self.after(&shown.position, mv, bound);
                let child = self.child(&shown.position, shown.side, mv);
                let Some(&below) = self.index.get(&child) else {
                    continue;
                };
                if !self.is_claimed(below, after) {
                    continue;
                }
                if self.found[below as usize].is_strict() {
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
            self.found[place as usize].rank = Some(0);
        }
        for &place in &above_ends {
            self.found[place as usize].rank = Some(1);
        }
        queue.append(&mut above_ends);
        let mut next = 0;
        while let Some(&below) = queue.get(next) {
            next += 1;
            let rank = self.found[below as usize].rank.map_or(0, |rank| rank + 1);
            let from = rests.partition_point(|rest| rest.0 < below);
            for &(_, place) in rests[from..].iter().take_while(|rest| rest.0 == below) {
                let missing = &mut missing[place as usize];
                *missing = missing.saturating_sub(1);
                let shown = &mut self.found[place as usize];
                if *missing == 0 && shown.rank.is_none() {
                    shown.rank = Some(rank);
                    queue.push(place);
                }
            }
        }
        self.bytes = 0;
        let ranked = |&place: &u32| {
            let shown = &self.found[place as usize];
            shown.rank.is_none() && shown.is_strict()
        };
        Ok((0..count).filter(ranked).collect())
    }

    /// Takes in every move by which those positions keep what they are claimed to get; `false` if all are there already.
    fn widen(&mut self, places: &[u32]) -> Result<bool, NotProved> {
        let mut wider = false;
        for &place in places {
            let Some(bound @ Bound::Low(goal)) = self.strict(place) else {
                continue;
            };
            if self.widened.insert(place, goal) == Some(goal) {
                continue;
            }
            wider = true;
            let shown = &self.found[place as usize];
            let (position, side) = (shown.position.clone(), shown.side);
            let mut moves = Vec::new();
            self.decider.game.moves(&position, &mut moves);
            for mv in moves {
                let after = self.after(&position, mv, bound);
                let (child, _) = self.child(&position, side, mv);
                if self.holds(&child, after)? {
                    self.go_on(&position, side, mv, bound)?;
                }
            }
        }
        Ok(wider)
    }
}
