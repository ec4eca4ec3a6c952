//! Selective search: what players look at beyond the horizon, and what they leave out.
//!
//! 1. At the horizon play goes on with noisy moves until the position is quiet, and a side that is not forced may stop
//!    (quiescence, Harris 1975).
//! 2. A position with a forced side to move is searched a ply deeper, so that a check or an exchange does not push what
//!    follows behind the horizon.
//! 3. A position that was on the line of play before is worth what endless play is worth: a draw, or what each side has,
//!    the rest left to nobody.
//! 4. Quiet moves that come late in the order are searched less deep first (late-move reductions, Romstad 2006), less so if
//!    they have refuted much, and a ply less where the opinion has not risen since the side last moved. Near the horizon
//!    the last of them, and moves that seem to lose something, are left out once another is known that does not lose. Where
//!    no move is known to begin with, the whole position is searched a ply less deep.
//! 5. A side that could pass and still be well off need not be searched to the full depth (null move, Beal 1989), where the
//!    game says that passing is hardly ever better than moving.
//! 6. Near the horizon a side that is ahead by far more than moves usually change need not be searched (futility,
//!    Heinz 1998). What moves usually change is measured along the search, so that it fits any opinion.
//!
//! None of it makes a win or a loss of what is none: such scores come from ends and tables only, and 4 to 6 leave out
//! nothing that they rest on. Quiet moves are put in order by what they have refuted after the same move of the other side, too.

use super::ordering::{HINTED, Ordered, TAKEN, faded, kind_of};
use super::oversight::Erring;
use super::table::DepthEntry;
use super::{INFINITE, Level, MOST_PLIES, Root, Search, Stopped, name_of};
use noyau_core::game::{Game, Outcome};
use noyau_core::hash::FoldHasher;
use noyau_core::heuristic::{Score, WON};
use noyau_core::tactics::TacticsOf;

/// What a selective search holds.
pub(super) struct Selection<'a, G: Game> {
    tactics: &'a TacticsOf<G>,
    /// What the table calls the positions of the game so far, and of the line that is searched.
    path: Vec<u64>,
    /// The depth that is searched, before anything is added.
    depth: u32,
    /// The opinions along the line, where the last move was a quiet one.
    opinions: Vec<Option<Score>>,
    /// By how much quiet moves change the opinion: the sum, and how many they were.
    swings: (u64, u64),
    /// For each kind of move after each kind of move before it, how much it has refuted.
    replies: Vec<i16>,
    /// What kinds of moves were played along the line.
    kinds: Vec<u16>,
    /// How it errs, if it does.
    erring: Option<Erring>,
}

impl<'a, G: Game> Selection<'a, G> {
    pub(super) fn new(
        tactics: &'a TacticsOf<G>,
        root: &Root<'_, G>,
        erring: Option<Erring>,
    ) -> Self {
        let before = root.before.iter();
        let mut path: Vec<_> = before
            .map(|(position, lead, same)| name_of(position, *lead, usize::from(!same)))
            .collect();
        path.push(name_of(root.position, root.lead, 0));
        Self {
            tactics,
            path,
            depth: 0,
            opinions: vec![None; MOST_PLIES as usize + 2],
            swings: (0, 0),
            replies: vec![0; REPLIES],
            kinds: vec![0; MOST_PLIES as usize + 2],
            erring,
        }
    }

    pub(super) fn begin(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Where what is known of a kind of move at a ply is, by the move before it.
    fn reply(&self, ply: u32, kind: u16) -> usize {
        let before = match ply {
            0 => 0,
            _ => usize::from(self.kinds[ply as usize - 1]),
        };
        (before.wrapping_mul(0x9E5) ^ usize::from(kind)) % REPLIES
    }

    /// By how many plies less a late move of the player's own is searched first.
    pub(super) fn less_at_root(
        &mut self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        depth: u32,
        late: u32,
    ) -> u32 {
        self.kinds[0] = kind_of(&mv);
        let loud = (self.tactics.is_forced)(game, position)
            || (self.tactics.noise)(game, position, mv) > 0;
        let less = if loud { 0 } else { reduction(depth, late) };
        less.saturating_sub(1)
    }

    /// From where on positions of the line may come back after a move.
    #[inline]
    pub(super) fn fresh_after(
        &self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        fresh: u32,
    ) -> u32 {
        if (self.tactics.is_irreversible)(game, position, mv) {
            self.path.len() as u32
        } else {
            fresh
        }
    }

    /// Keeps the opinion of a position, and what the quiet move before it has changed.
    fn note(&mut self, ply: u32, opinion: Score) {
        let before = self.opinions[ply as usize - 1];
        if let Some(before) = before {
            let swing = opinion.saturating_add(before).unsigned_abs();
            self.swings.0 += u64::from(swing.min(WON as u32 / 8));
            self.swings.1 += 1;
        }
        self.opinions[ply as usize] = Some(opinion);
    }

    /// Whether a position is better for its side than when it was last to move.
    fn is_rising(&self, ply: u32, opinion: Score) -> bool {
        let before = (ply as usize).checked_sub(2);
        let before = before.and_then(|before| self.opinions[before]);
        before.is_none_or(|before| opinion > before)
    }

    /// More than moves usually change in so many plies.
    fn margin(&self, depth: u32) -> Option<Score> {
        /// So many have been seen before it counts.
        const SEEN: u64 = 256;
        let (sum, count) = self.swings;
        let usual = (2 * sum + count) / count.max(1);
        (count >= SEEN).then(|| (usual as Score + 1) * depth as Score)
    }
}

/// How many kinds of replies are told apart.
const REPLIES: usize = 1 << 16;

/// Among the moves of a position: what the table knows, then what wins something, killers, quiet moves by their history, and
/// what seems to lose something.
const KILLER: i32 = i32::MAX / 2;
const WINNING: i32 = KILLER + 1;
const LOSING: i32 = i32::MIN / 2;

/// What endless play is worth at most: less than a win, which does not depend on the way to it.
const ENDLESS: Score = WON / 2;

/// So near the horizon futility counts.
const FUTILE: u32 = 3;
/// And so near for a side that is ahead.
const AHEAD: u32 = 6;

/// So near the horizon moves are left out that seem to lose something, or come late.
const LOST: u32 = 3;
const LATE: u32 = 4;

/// A move that has refuted so much is searched deeper than others.
const OFTEN: i32 = 2000;

impl<G: Game> Search<'_, G> {
    /// The score of a position that has been counted.
    pub(super) fn visit_selectively(
        &mut self,
        position: &G::Position,
        at: Level,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let key = name_of(position, at.lead, at.side);
        self.table.prefetch(key);
        if let Some(score) = self.ended(position, at) {
            return Ok(score);
        }
        let lead = at.lead;
        let Some(selection) = &mut self.selection else {
            return Ok(self.judge(position, lead));
        };
        if selection.path[at.fresh as usize..].contains(&key) {
            self.horizon = true;
            return Ok(if self.rules.payoff.has_points() {
                Outcome::of_margin(lead).sign() * ENDLESS
            } else {
                0
            });
        }
        let forced = (selection.tactics.is_forced)(self.rules.game, position);
        selection.opinions[at.ply as usize] = None;
        if at.depth == 0 || at.ply + 1 >= MOST_PLIES {
            return self.settle(position, key, at, forced, alpha, beta);
        }
        // Beyond twice the depth nothing is added.
        let longer = forced && at.ply + at.depth < 2 * selection.depth;
        let at = Level {
            depth: at.depth + u32::from(longer),
            ..at
        };
        selection.path.push(key);
        let score = self.inner(position, key, at, forced, alpha, beta);
        if let Some(selection) = &mut self.selection {
            selection.path.pop();
        }
        score
    }

    /// The score at the horizon, once noisy moves have been played out.
    fn settle(
        &mut self,
        position: &G::Position,
        key: u64,
        at: Level,
        forced: bool,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.horizon = true;
        let too_far = at.ply + 1 >= MOST_PLIES;
        let mut best = -INFINITE;
        let before = alpha;
        let wide = beta - alpha > 1;
        let known = self.table.get(key).filter(|_| !wide);
        if let Some(score) = known.and_then(|known| known.within(at, alpha, beta)) {
            return Ok(score);
        }
        if !forced || too_far {
            best = self.misjudge(position, key, at.lead);
            if best >= beta || too_far {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let (game, first) = (self.rules.game, self.ordered.len());
        let Some(selection) = &self.selection else {
            return Ok(best);
        };
        self.room.clear();
        if forced {
            game.moves(position, &mut self.room);
        } else {
            (selection.tactics.winning_noise)(game, position, &mut self.room);
        }
        for &mv in &self.room {
            self.ordered.push(Ordered {
                mv,
                weight: WINNING.saturating_add((selection.tactics.noise)(game, position, mv)),
                index: 0,
                kind: 0,
            });
        }
        if self.ordered.len() > first {
            self.overlook(first, key, at.ply);
        }
        let above = Level { depth: 1, ..at };
        for _ in first..self.ordered.len() {
            let mv = self.take_heaviest(first).mv;
            let score = self.after(position, mv, above, alpha, beta)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        self.ordered.truncate(first);
        // What is deeper is worth more, and stays.
        if known.is_none() && !wide {
            let entry = DepthEntry::new(best, (before, beta), at, u8::MAX);
            self.table.put(key, entry);
        }
        Ok(best)
    }

    /// The score of a position before the horizon, or a bound of it where it is not in the window.
    fn inner(
        &mut self,
        position: &G::Position,
        key: u64,
        at: Level,
        forced: bool,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let wide = beta - alpha > 1;
        // 1. What is known.
        let known = self.table.get(key);
        let mut hint = u8::MAX;
        if let Some(known) = known {
            hint = known.index;
            if let Some(score) = known.within(at, alpha, beta).filter(|_| !wide) {
                // What lies behind it is the horizon's word, unless it is decided.
                self.horizon |= score.abs() <= WON;
                return Ok(score);
            }
        }
        // Without a move to begin with it is not worth the whole depth.
        let blind = hint == u8::MAX && at.depth >= 4;
        let at = Level {
            depth: at.depth - u32::from(blind),
            ..at
        };
        let Level {
            depth, ply, side, ..
        } = at;

        // 2. What need not be searched.
        let mut least = None;
        let mut rising = true;
        if !wide && !forced && alpha.abs() < ENDLESS {
            let opinion = self.misjudge(position, key, at.lead);
            if let Some(selection) = &mut self.selection {
                selection.note(ply, opinion);
                rising = selection.is_rising(ply, opinion);
                let ahead = depth - u32::from(rising && depth > FUTILE);
                if depth <= AHEAD
                    && let Some(margin) = selection.margin(ahead)
                {
                    if opinion.saturating_sub(margin) >= beta {
                        self.horizon = true;
                        return Ok(opinion);
                    }
                    least = Some(opinion.saturating_add(margin))
                        .filter(|&most| most <= alpha && depth <= FUTILE);
                }
            }
            if depth >= 3
                && opinion >= beta
                && let Some(score) = self.pass(position, at, beta)?
            {
                return Ok(score);
            }
        }

        // 3. The moves, promising ones first.
        let first = self.order_by_noise(position, ply, side);
        if hint != u8::MAX
            && let Some(hinted) = self.ordered.get_mut(first + usize::from(hint))
        {
            hinted.weight = HINTED;
        }
        self.overlook(first, key, ply);
        let (before, mut best, mut chosen) = (alpha, -INFINITE, u8::MAX);
        for turn in first..self.ordered.len() {
            let Ordered {
                mv,
                index,
                weight,
                kind,
            } = self.take_heaviest(first);
            if let Some(selection) = &mut self.selection {
                selection.kinds[ply as usize] = kind;
            }
            let quiet = weight < KILLER - 1;
            let late = (turn - first) as u32;
            // Only where another move has been found that does not lose: a loss would rest on what is left out.
            if quiet && !wide && !forced && best > -WON && is_left_out(depth, late, weight, rising)
            {
                self.horizon = true;
                if depth <= LOST {
                    break;
                }
                continue;
            }
            if let Some(least) = least.filter(|_| quiet && late > 0) {
                // It is left out with all others, which are quiet, too: at best it brings what is usual.
                self.horizon = true;
                best = best.max(least);
                break;
            }
            let mut score;
            if late == 0 {
                score = self.after(position, mv, at, alpha, beta)?;
            } else {
                let less = if quiet && !forced {
                    match reduction(depth, late).saturating_sub(u32::from(wide)) {
                        0 => 0,
                        less => {
                            let more = less + u32::from(!rising) - u32::from(weight > OFTEN);
                            more.min(depth - 1)
                        }
                    }
                } else {
                    0
                };
                let nearer = Level {
                    depth: depth - less,
                    ..at
                };
                score = self.after(position, mv, nearer, alpha, alpha + 1)?;
                if less > 0 && score > alpha {
                    score = self.after(position, mv, at, alpha, alpha + 1)?;
                }
                if score > alpha && score < beta {
                    score = self.after(position, mv, at, alpha, beta)?;
                }
            }
            if score > best {
                best = score;
                if score > alpha {
                    chosen = index;
                    if wide {
                        self.take_line(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        if weight <= KILLER {
                            self.learn(first, mv, ply, side, depth);
                            self.learn_reply(first, mv, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.ordered.truncate(first);

        // 4. What was found is kept.
        let index = if chosen == u8::MAX { hint } else { chosen };
        let entry = DepthEntry::new(best, (before, beta), at, index);
        self.table.put(key, entry);
        Ok(best)
    }

    /// The opinion of a position, with what a weaker player makes of it.
    fn misjudge(&self, position: &G::Position, key: u64, lead: i32) -> Score {
        let opinion = self.judge(position, lead);
        match self.selection.as_ref().and_then(|of| of.erring.as_ref()) {
            None => opinion,
            Some(erring) => erring.misjudge(key, opinion).clamp(1 - WON, WON - 1),
        }
    }

    /// Takes the moves that a weaker player overlooks off the list.
    fn overlook(&mut self, first: usize, key: u64, ply: u32) {
        let Some(erring) = self.selection.as_ref().and_then(|of| of.erring.as_ref()) else {
            return;
        };
        let mut kept = first;
        for i in first..self.ordered.len() {
            let Ordered { mv, weight, .. } = self.ordered[i];
            let noisy = weight >= WINNING;
            if !erring.overlooks(key, FoldHasher::hash_of(&mv), ply, noisy) {
                self.ordered.swap(kept, i);
                kept += 1;
            }
        }
        // One is always seen.
        self.ordered.truncate(kept.max(first + 1));
    }

    /// A bound that shows that a position is good enough even if its side passes.
    fn pass(
        &mut self,
        position: &G::Position,
        at: Level,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(selection) = &self.selection else {
            return Ok(None);
        };
        if at.passed {
            return Ok(None);
        }
        let Some(child) = (selection.tactics.passed)(self.rules.game, position) else {
            return Ok(None);
        };
        if let Some(selection) = &mut self.selection {
            selection.kinds[at.ply as usize] = 0;
        }
        let below = Level {
            lead: -at.lead,
            depth: at.depth - (3 + at.depth / 4).min(at.depth),
            ply: at.ply + 1,
            side: at.side ^ 1,
            fresh: self.selection.as_ref().map_or(0, |of| of.path.len() as u32),
            passed: true,
        };
        let score = -self.visit(&child, below, -beta, 1 - beta)?;
        Ok((score >= beta).then(|| score.min(ENDLESS)))
    }

    /// Remembers which move refuted the move before, and which did not.
    fn learn_reply(&mut self, first: usize, mv: G::Move, ply: u32, depth: u32) {
        let Some(selection) = &mut self.selection else {
            return;
        };
        let weight = (depth * depth).min(1 << 10) as i32;
        let taken = self.ordered[first..].iter();
        for tried in taken.filter(|tried| tried.weight == TAKEN) {
            let place = selection.reply(ply, tried.kind);
            let held = &mut selection.replies[place];
            *held += faded((*held).into(), weight, tried.mv == mv) as i16;
        }
    }

    /// Puts the moves of a position on the list; says where they begin.
    fn order_by_noise(&mut self, position: &G::Position, ply: u32, side: usize) -> usize {
        let (game, first) = (self.rules.game, self.ordered.len());
        self.room.clear();
        game.moves(position, &mut self.room);
        let Some(selection) = &self.selection else {
            return first;
        };
        let killers = self.killers[ply as usize];
        for (i, &mv) in self.room.iter().enumerate() {
            let index = i.min(usize::from(u8::MAX)) as u8;
            let kind = kind_of(&mv);
            let noise = (selection.tactics.noise)(game, position, mv);
            let weight = if noise > 0 {
                WINNING.saturating_add(noise).min(HINTED - 1)
            } else if noise < 0 {
                LOSING.saturating_add(noise)
            } else if killers[0] == Some(mv) {
                KILLER
            } else if killers[1] == Some(mv) {
                KILLER - 1
            } else {
                let reply = i32::from(selection.replies[selection.reply(ply, kind)]);
                self.history[usize::from(kind)][side] + reply
            };
            self.ordered.push(Ordered {
                mv,
                weight,
                index,
                kind,
            });
        }
        first
    }
}

/// Whether a quiet move so near the horizon, after so many others, is not searched at all.
fn is_left_out(depth: u32, late: u32, weight: i32, rising: bool) -> bool {
    if weight < LOSING / 2 {
        return depth <= LOST;
    }
    let many = 3 + depth * depth;
    depth <= LATE && late > if rising { many } else { many / 2 }
}

/// By how many plies less a quiet move is searched that comes after so many others.
fn reduction(depth: u32, late: u32) -> u32 {
    if depth < 3 || late < 3 {
        return 0;
    }
    let less = (depth.ilog2() * (late + 1).ilog2() + 1) / 3;
    less.min(depth - 2)
}
