//! One thread's part of a null-window search: the question whether a score is at least so much, asked down the lines of play.

use crate::abdada::{Break, InFlight};
use crate::scoring::{Scale, Scoring};
use crate::transposition::{Address, BoundsTable, Entry};
use noyau_core::hints::{FINE, Recent, SURE, Score, SearchHints, StaticEval};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::payoff::{Found, Probe};
use noyau_core::value::MoveEffect;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Where a question begins: a position, how far it is from the root, and the moves that led to it, as scores see them.
#[derive(Clone)]
pub(super) struct Start<P> {
    pub(super) position: P,
    pub(super) ply: u32,
    pub(super) effect: MoveEffect,
}

/// What all threads that answer the same question share.
pub(super) struct Question<'a, G: SearchHints, T: Scoring<G>> {
    pub(super) game: &'a G,
    pub(super) tables: Option<&'a dyn Probe<G>>,
    /// How many tiers they have, from the first on.
    pub(super) solved: u32,
    pub(super) scoring: PhantomData<&'a T>,
    pub(super) limits: &'a Limits,
    pub(super) scale: Scale,
    pub(super) table: &'a BoundsTable,
    pub(super) in_flight: &'a InFlight,
    pub(super) answered: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) most_nodes: u64,
    /// How many free slots of the table a thread may take.
    pub(super) room: u64,
}

/// One thread's part of a search.
#[derive(Debug)]
pub(super) struct Worker<G: SearchHints> {
    pub(super) nodes: u64,
    pub(super) filled: u64,
    /// The replies still to be searched, of all positions on the line.
    branches: Vec<Branch<G>>,
    moves: Vec<G::Move>,
    /// For the searches of positions near the end.
    recent: Recent,
    /// For each side, moves that answered questions elsewhere.
    history: [History; 2],
}

/// A position to be searched, and how its score is seen from the position it is a branch of.
#[derive(Debug)]
pub(super) struct Branch<G: SearchHints> {
    position: G::Position,
    sight: G::Sight,
    low: Score,
    pub(super) ply: u32,
    /// The moves that lead to it.
    effect: MoveEffect,
    /// What is known of the score without a search, as it is seen above.
    floor: Score,
    ceiling: Score,
    /// Larger is tried sooner.
    weight: Score,
    /// Which of the candidates it comes from.
    index: u8,
    number: Option<u8>,
    /// Where the table has it; `None` near the end.
    pub(super) address: Option<Address>,
    /// Where tables of solved positions may have it.
    found: Option<Found>,
}

impl<G: SearchHints> Branch<G> {
    /// A score as it is seen above.
    #[inline]
    pub(super) fn above(&self, score: Score) -> Score {
        self.effect.score(score).clamp(self.floor, self.ceiling)
    }

    /// What is to be asked here when `wanted` is asked above. If the turn changes, above is *no* where here is *yes*.
    #[inline]
    pub(super) fn below(&self, wanted: Score) -> Score {
        self.effect.question_after(wanted).0
    }
}

pub(super) enum Resolved<G: SearchHints> {
    /// The question is answered.
    Known(Score),
    Open(Branch<G>),
}

impl<G: SearchHints, T: Scoring<G>> Question<'_, G, T> {
    /// Plays out what is forced from a position on, until the question is answered or there is a choice. A position that
    /// is `fresh` need not come from a candidate.
    #[inline]
    pub(super) fn resolve(
        &self,
        start: Start<G::Position>,
        wanted: Score,
        index: usize,
        fresh: bool,
    ) -> Resolved<G> {
        let Start {
            mut position,
            mut ply,
            mut effect,
        } = start;
        let (mut floor, mut ceiling) = (-2 * SURE, 2 * SURE);
        let mut weight = TRIED;
        let mut static_eval = if fresh {
            self.game.static_eval(&position)
        } else {
            self.game.static_eval_after(&position)
        };
        loop {
            let (low, high, forced, sight, ordering) = match static_eval {
                StaticEval::Over => {
                    let end = self.scale.seen_from_root(T::end(self.game, &position), ply);
                    return Resolved::Known(effect.score(end).clamp(floor, ceiling));
                }
                StaticEval::Open {
                    low,
                    high,
                    forced,
                    sight,
                    ordering,
                } => (
                    self.scale.seen_from_root(low, ply),
                    self.scale.seen_from_root(high, ply),
                    forced,
                    sight,
                    ordering,
                ),
            };
            if weight == TRIED {
                weight = effect.score(ordering);
            }
            let (least, most) = if effect.keeps_turn {
                (effect.score(low), effect.score(high))
            } else {
                (effect.score(high), effect.score(low))
            };
            floor = floor.max(least.min(ceiling));
            ceiling = ceiling.min(most.max(floor));
            if floor >= wanted {
                return Resolved::Known(floor);
            }
            if ceiling < wanted {
                return Resolved::Known(ceiling);
            }
            if let Some(mv) = forced {
                effect = effect.then(T::PAYOFF.effect(self.game, &position, mv));
                self.game.play(&mut position, mv);
                ply += 1;
                static_eval = self.game.static_eval_after(&position);
                continue;
            }
            let mut found = None;
            if let Some(tables) = self.tables {
                if fresh {
                    if let Some(score) = tables.probe(&position).and_then(T::known) {
                        let score = self.scale.seen_from_root(score, ply);
                        return Resolved::Known(effect.score(score).clamp(floor, ceiling));
                    }
                } else {
                    found = tables.find(&position);
                }
            }
            let address = if found.is_none() {
                self.address(&position)
            } else {
                None
            };
            if let Some(address) = address {
                self.table.prefetch(address);
            }
            return Resolved::Open(Branch {
                position,
                sight,
                low,
                ply,
                effect,
                floor,
                ceiling,
                weight,
                index: index.min(usize::from(Entry::NO_MOVE)) as u8,
                number: None,
                address,
                found,
            });
        }
    }

    /// Where the table has a position; nowhere near the end.
    #[inline]
    fn address(&self, position: &G::Position) -> Option<Address> {
        let kept = !self.game.near_end(position);
        kept.then(|| self.table.address(self.game.key(position)))
    }

    /// What tables of solved positions say of a position that they may have. If they do not have it, it is like others.
    #[inline]
    fn read(&self, branch: &mut Branch<G>) -> Option<Score> {
        let found = branch.found.take()?;
        let worth = self.tables?.read(found, &branch.position);
        let score = worth.and_then(T::known);
        if score.is_none() {
            branch.address = self.address(&branch.position);
        }
        Some(self.scale.seen_from_root(score?, branch.ply))
    }

    /// What the table says to a question: a bound that answers it, or else the number of the best move known.
    #[inline]
    pub(super) fn look_up(
        &self,
        address: Option<Address>,
        ply: u32,
        wanted: Score,
    ) -> Result<Score, u8> {
        let Some(entry) = address.and_then(|address| self.table.get(address)) else {
            return Err(Entry::NO_MOVE);
        };
        let lower = self.scale.score(entry.lower, ply);
        if lower >= wanted {
            return Ok(lower);
        }
        let upper = self.scale.score(entry.upper, ply);
        if upper < wanted {
            return Ok(upper);
        }
        Err(entry.best)
    }
}

/// How often a move answered a question, and how often it was tried in vain.
#[derive(Debug)]
struct History([Score; 256]);

impl History {
    const NONE: Self = Self([0; 256]);
    /// What is remembered of a move stays below this, so that it decides only among equally promising moves.
    const MOST: Score = 1 << 10;

    #[inline]
    fn of(&self, number: u8) -> Score {
        self.0[usize::from(number)]
    }

    /// The more work there was in it the more it counts, and what is remembered fades.
    fn learn(&mut self, number: u8, answered: bool, nodes: u64) {
        let work = (u64::BITS - nodes.leading_zeros()) as Score;
        let held = &mut self.0[usize::from(number)];
        let target = if answered {
            Self::MOST / 2
        } else {
            -Self::MOST / 2
        };
        *held += work * (target - *held) / Self::MOST;
    }
}

/// The weight of a branch that need not be searched any more.
const TRIED: Score = Score::MIN;

/// The weight of a branch that another thread searches.
const DEFERRED: Score = TRIED + 1;

/// A look ahead does not tell apart what lacks more than this, in parts of [`FINE`].
const FAR: Score = 8 * FINE;

/// How many replies are on their way from memory at once.
const AHEAD: usize = 3;

/// How often limits are looked at, in positions.
const TICK: u64 = 128;

impl<G: SearchHints> Worker<G> {
    pub(super) fn new(recent: Recent) -> Self {
        Self {
            nodes: 0,
            filled: 0,
            branches: Vec::new(),
            moves: Vec::new(),
            recent,
            history: [const { History::NONE }; 2],
        }
    }

    pub(super) fn ask<T: Scoring<G>>(
        &mut self,
        question: &Question<'_, G, T>,
        start: &Start<G::Position>,
        wanted: Score,
    ) -> Result<Score, Break> {
        self.branches.clear();
        self.moves.clear();
        let score = match question.resolve(start.clone(), wanted, 0, true) {
            Resolved::Known(score) => Ok(score),
            Resolved::Open(branch) => self
                .node(
                    question,
                    &branch.position,
                    &branch.sight,
                    branch.low,
                    branch.ply,
                    branch.address,
                    branch.below(wanted),
                )
                .map(|score| branch.above(score)),
        };
        // Whatever it is, the others need not go on.
        question.answered.store(true, Ordering::Relaxed);
        score
    }

    /// Counts positions, and looks at the limits now and then.
    #[inline]
    fn count<T: Scoring<G>>(
        &mut self,
        question: &Question<'_, G, T>,
        opened: u64,
    ) -> Result<(), Break> {
        let before = self.nodes;
        self.nodes += opened;
        if self.nodes / TICK == before / TICK {
            Ok(())
        } else {
            Self::tick(question, self.nodes / TICK - before / TICK)
        }
    }

    #[cold]
    fn tick<T: Scoring<G>>(question: &Question<'_, G, T>, ticks: u64) -> Result<(), Break> {
        if question.answered.load(Ordering::Relaxed) {
            return Err(Break::Answered);
        }
        let opened = ticks * TICK;
        let nodes = question.nodes.fetch_add(opened, Ordering::Relaxed) + opened;
        question.limits.report(nodes, 0);
        if nodes >= question.most_nodes {
            return Err(Break::Stopped(Stopped::Nodes));
        }
        question.limits.check(0).map_err(Break::Stopped)
    }

    /// Looks up a reply: which candidate it is, if that answers the question.
    #[inline]
    fn look_up<T: Scoring<G>>(
        &mut self,
        question: &Question<'_, G, T>,
        at: usize,
        wanted: Score,
        hint: u8,
        best: &mut Score,
    ) -> Option<usize> {
        let branch = &mut self.branches[at];
        let known = match question.read(branch) {
            Some(score) => Ok(score),
            None => question.look_up(branch.address, branch.ply, branch.below(wanted)),
        };
        match known {
            Err(_) => {
                if branch.index == hint && hint != Entry::NO_MOVE {
                    branch.weight = Score::MAX;
                }
                None
            }
            Ok(score) => {
                branch.weight = TRIED;
                let score = branch.above(score);
                *best = score.max(*best);
                (score >= wanted).then_some(branch.index.into())
            }
        }
    }

    /// Whether the score of a position, as seen from the root, is at least `wanted`; it is more than `low`, or `low`.
    #[allow(clippy::too_many_arguments, reason = "a branch, taken apart")]
    fn node<T: Scoring<G>>(
        &mut self,
        question: &Question<'_, G, T>,
        position: &G::Position,
        sight: &G::Sight,
        low: Score,
        ply: u32,
        address: Option<Address>,
        wanted: Score,
    ) -> Result<Score, Break> {
        let Question { game, scale, .. } = *question;
        // 1. The transposition table and cheap bounds.
        let hint = match question.look_up(address, ply, wanted) {
            Ok(score) => return Ok(score),
            Err(hint) => hint,
        };
        let before = self.nodes;
        let here = scale.seen_from_here(wanted, ply);
        let (least, most) = if address.is_some() {
            game.bounds(position, sight, here)
        } else {
            let bounds = game.finish(position, sight, here, &mut self.recent);
            let opened = self.recent.take_opened();
            self.count(question, opened)?;
            bounds
        };
        let least = scale.seen_from_root(least, ply);
        if least >= wanted {
            return Ok(least);
        }
        let most = scale.seen_from_root(most, ply);
        if most < wanted {
            return Ok(most);
        }

        // 2. The replies, each played on to where there is a choice. Enhanced transposition cutoff: all of them are looked
        //    up before any is searched, each while those after it are on their way from memory.
        let at_ply = ply;
        self.count(question, 1)?;
        if self.filled >= question.room {
            return Err(Break::Full);
        }
        let first_move = self.moves.len();
        let first = self.branches.len();
        game.candidates(position, sight, &mut self.moves);
        let mut best = low.max(least);
        let mut cut = None;
        let mut looked_up = first;
        for i in first_move..self.moves.len() {
            let mv = self.moves[i];
            let start = Start {
                position: game.child(position, mv),
                ply: ply + 1,
                effect: T::PAYOFF.effect(game, position, mv),
            };
            match question.resolve(start, wanted, i - first_move, false) {
                Resolved::Known(score) => {
                    best = best.max(score);
                    if score >= wanted {
                        cut = Some(i - first_move);
                        break;
                    }
                }
                Resolved::Open(mut branch) => {
                    branch.number = game.move_number(mv);
                    if let Some(number) = branch.number {
                        let history = &self.history[ply as usize % 2];
                        branch.weight = branch.weight * History::MOST + history.of(number);
                    }
                    self.branches.push(branch);
                    if self.branches.len() - looked_up > AHEAD {
                        cut = self.look_up(question, looked_up, wanted, hint, &mut best);
                        if cut.is_some() {
                            break;
                        }
                        looked_up += 1;
                    }
                }
            }
        }
        self.moves.truncate(first_move);
        while cut.is_none() && looked_up < self.branches.len() {
            cut = self.look_up(question, looked_up, wanted, hint, &mut best);
            looked_up += 1;
        }

        // 3. The search, in the move ordering.
        if cut.is_none() && hint == Entry::NO_MOVE {
            // What is worse than another, or far from enough, need not be known exactly. How far above is enough must be,
            // for the best move is the easiest to prove.
            let mut least = FINE * here - FAR;
            for branch in &mut self.branches[first..] {
                if branch.weight == TRIED {
                    continue;
                }
                let effect = MoveEffect {
                    gain: FINE * branch.effect.gain,
                    ..branch.effect
                };
                let (end, other) = (effect.score_after(least), effect.score_after(FINE * SURE));
                let window = (end.min(other), end.max(other));
                let child = &branch.position;
                if let Some(score) = game.look_ahead(position, child, window, question.solved) {
                    branch.weight = effect.score(score);
                    least = least.max(branch.weight);
                }
            }
        }
        let mark = address.map(Address::mark);
        if let Some(mark) = mark {
            question.in_flight.enter(mark, ply);
        }
        let mut begun = false;
        while cut.is_none() {
            let mut chosen = (TRIED, first);
            for i in first..self.branches.len() {
                if self.branches[i].weight > chosen.0 {
                    chosen = (self.branches[i].weight, i);
                }
            }
            let (weight, i) = chosen;
            if weight == TRIED {
                break;
            }
            let branch = &mut self.branches[i];
            if begun
                && weight > DEFERRED
                && let Some(address) = branch.address
                && question.in_flight.holds(address.mark(), branch.ply)
            {
                branch.weight = DEFERRED;
                continue;
            }
            begun = true;
            branch.weight = TRIED;
            let (child, sight) = (branch.position.clone(), branch.sight.clone());
            let (low, ply, address) = (branch.low, branch.ply, branch.address);
            let below = branch.below(wanted);
            let score = self.node(question, &child, &sight, low, ply, address, below)?;
            let branch = &self.branches[i];
            let score = branch.above(score);
            best = best.max(score);
            if score >= wanted {
                cut = Some(branch.index.into());
                if branch.number.is_some() {
                    let history = &mut self.history[at_ply as usize % 2];
                    for (j, branch) in self.branches[first..].iter().enumerate() {
                        if let (TRIED, Some(number)) = (branch.weight, branch.number) {
                            history.learn(number, first + j == i, self.nodes - before);
                        }
                    }
                }
            }
        }
        self.branches.truncate(first);
        if let Some(mark) = mark {
            question.in_flight.leave(mark, at_ply);
        }

        // 4. What was found is kept.
        let best = best.min(most);
        let Some(address) = address else {
            return Ok(best);
        };
        let work = u64::BITS - (self.nodes - before).leading_zeros();
        let entry = if best >= wanted {
            Entry {
                lower: scale.lower(best, ply),
                upper: scale.everything(),
                best: cut.map_or(Entry::NO_MOVE, |index| {
                    index.min(usize::from(Entry::NO_MOVE)) as u8
                }),
                work: work as u8,
            }
        } else {
            Entry {
                lower: Scale::NOTHING,
                upper: scale.upper(best, ply),
                best: Entry::NO_MOVE,
                work: work as u8,
            }
        };
        self.filled += u64::from(question.table.put(address, entry));
        Ok(best)
    }
}
