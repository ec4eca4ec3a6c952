//! Outcomes without distances: a depth-first search for a yes or a no, with a transposition table and the bounds that the game
//! knows.
//!
//! The question is whether the side to move gets at least a draw, or a win. Moves are searched one after the other until one
//! answers yes. Before any of them is searched, all are looked up in the game's move ordering: in the bounds the game proves and
//! in the table of answers (enhanced transposition cutoffs, Schaeffer and Plaat 1996). A move that is still open when its turn
//! comes is bounded once more, with more effort.
//!
//! Several threads ask the same question and share the table. A thread defers a position that another one searches (Weill 1996,
//! ABDADA), and leaves a position that has been answered meanwhile; the first answer is taken. Every entry of the table is
//! true, so the answer does not depend on the threads.
//!
//! Complexity: exponential in the length of play; memory is the table, of bounded size. No recursion.

use crate::abdada::{Break, InFlight, SHARED_PLIES};
use crate::dfpn::Goal;
use crate::oracle::Oracle;
use crate::transposition::{Key, SharedTable, Work, shares};
use noyau_core::game::Side;
use noyau_core::hints::Score;
use noyau_core::hints::bounds::Bounded;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::in_parallel;
use noyau_core::payoff::{Payoff, Probe, Rules};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How often limits are looked at, in positions.
const TICK: u64 = 1024;
/// After a position with more moves limits are looked at too.
const WIDE: usize = 4096;

/// How often a thread looks at what others have answered, in positions.
const GLANCE: u64 = 64;

/// So many moves are bounded one after the other before the table is asked about them.
const TOGETHER: usize = 8;

/// Searches for outcomes, and keeps what it has found from one to the next.
pub struct OutcomeSearch<'a, G: Bounded> {
    common: Common<'a, G>,
    threads: Vec<Thread<G>>,
}

/// What the threads share.
struct Common<'a, G: Bounded> {
    game: &'a G,
    tables: Option<&'a dyn Probe<G>>,
    limits: &'a Limits,
    answers: SharedTable<(G::Key, Goal), Answer>,
    in_flight: InFlight,
    /// Whether a thread has answered what all are asked.
    answered: AtomicBool,
    nodes: AtomicU64,
    most_nodes: u64,
}

/// What the table holds.
#[derive(Debug, Clone, Copy)]
struct Answer {
    yes: bool,
    work: u32,
}

impl Answer {
    fn new(yes: bool, work: u64) -> Self {
        let work = work.min(u64::from(u32::MAX)) as u32;
        Self { yes, work }
    }
}

impl Work for Answer {
    #[inline]
    fn work(&self) -> u32 {
        self.work
    }
}

/// What each thread has for itself.
struct Thread<G: Bounded> {
    precomputed: G::Precomputed,
    /// Positions that it opened.
    nodes: u64,
    moves: Vec<G::Move>,
    /// The moves of the position being opened, with the keys of the move ordering.
    fresh: Vec<(Score, G::Move)>,
}

impl<G: Bounded> fmt::Debug for OutcomeSearch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeSearch")
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

/// The move ordering, lowest first: how good the position after a move looks for the opponent.
fn ordering<G: Bounded>(game: &G, position: &G::Position, mv: G::Move) -> Score {
    let ordering = game.ordering(&game.child(position, mv));
    -Payoff::OUTCOME.effect(game, position, mv).score(ordering)
}

/// A position whose moves are being tried.
struct Frame<G: Bounded> {
    key: (G::Key, Goal),
    /// Where its moves that are still to be tried begin.
    base: usize,
    /// The number of nodes when it was opened.
    opened: u64,
    /// The answer that is a yes for the position before.
    wanted: bool,
    /// Whether one of its moves has been opened.
    begun: bool,
}

/// A position that is to be searched.
struct Trial<G: Bounded> {
    position: G::Position,
    key: (G::Key, Goal),
    wanted: bool,
    /// Whether it has been deferred once.
    deferred: bool,
}

impl<'a, G: Bounded> OutcomeSearch<'a, G> {
    /// A search with an empty table, by so many threads.
    pub fn new(rules: impl Into<Rules<'a, G>>, limits: &'a Limits, threads: usize) -> Self {
        let Rules { game, tables, .. } = rules.into();
        let (bytes, precomputed) = shares(limits);
        let precomputed = game.precompute(precomputed);
        let thread = |_| Thread {
            precomputed: precomputed.clone(),
            nodes: 0,
            moves: Vec::new(),
            fresh: Vec::new(),
        };
        Self {
            common: Common {
                game,
                tables,
                limits,
                answers: SharedTable::new(bytes, threads),
                in_flight: InFlight::among(threads),
                answered: AtomicBool::new(false),
                nodes: AtomicU64::new(0),
                most_nodes: limits.nodes.unwrap_or(u64::MAX),
            },
            threads: (0..threads.max(1)).map(thread).collect(),
        }
    }

    /// The key of a position and a question, if the answer is not known without a search.
    fn look(&mut self, position: &G::Position, goal: Goal) -> Result<bool, (G::Key, Goal)> {
        self.threads[0].look(&self.common, position, goal)
    }
}

impl<G: Bounded> Oracle<G> for OutcomeSearch<'_, G> {
    fn nodes(&self) -> u64 {
        self.common.nodes.load(Ordering::Relaxed)
    }

    fn limit_nodes(&mut self, most: u64) {
        self.common.most_nodes = self.common.most_nodes.min(most);
    }

    fn ordering(&self, position: &G::Position, mv: G::Move) -> Option<Score> {
        Some(ordering(self.common.game, position, mv))
    }

    fn winning_parts(&mut self, position: &G::Position, owner: Side) -> Option<Vec<u128>> {
        let precomputed = &mut self.threads[0].precomputed;
        self.common.game.winning_parts(precomputed, position, owner)
    }

    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        self.look(position, goal).ok()
    }

    fn reaches(&mut self, root: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        let key = match self.look(root, goal) {
            Ok(yes) => return Ok(yes),
            Err(key) => key,
        };
        let Self { common, threads } = self;
        let common = &*common;
        common.answered.store(false, Ordering::Relaxed);
        let answers = in_parallel(threads.iter_mut().map(|thread| {
            let key = key.clone();
            move || thread.seek(common, root, key)
        }));
        let mut stopped = Stopped::Asked;
        for answer in answers {
            match answer {
                Ok(yes) => return Ok(yes),
                Err(Break::Stopped(why)) => stopped = why,
                Err(Break::Full | Break::Answered) => {}
            }
        }
        Err(stopped)
    }
}

impl<G: Bounded> Thread<G> {
    /// What the rules, the bounds and the table say at once, or else the key.
    fn look(
        &mut self,
        common: &Common<'_, G>,
        position: &G::Position,
        goal: Goal,
    ) -> Result<bool, (G::Key, Goal)> {
        let key = match self.bounds(common, position, goal) {
            Ok(yes) => return Ok(yes),
            Err(key) => key,
        };
        common.answers.get(&key).map(|answer| answer.yes).ok_or(key)
    }

    /// The same without the table.
    fn bounds(
        &mut self,
        common: &Common<'_, G>,
        position: &G::Position,
        goal: Goal,
    ) -> Result<bool, (G::Key, Goal)> {
        if let Some(outcome) = common.game.outcome(position) {
            return Ok(outcome.sign() >= goal);
        }
        if let Some(tables) = common.tables
            && let Some(worth) = tables.probe(position)
        {
            return Ok(worth.outcome.sign() >= goal);
        }
        let (outcome_bounds, key) = common.game.outcome_bounds(&mut self.precomputed, position);
        if let Some(yes) = outcome_bounds.reach(goal) {
            return Ok(yes);
        }
        Err((key, goal))
    }

    /// The same of a position that is to be opened, from bounds that take longer to find.
    fn look_again(&mut self, common: &Common<'_, G>, trial: &Trial<G>) -> Option<bool> {
        let (key, goal) = &trial.key;
        let outcome_bounds = common
            .game
            .costly_bounds(&mut self.precomputed, &trial.position, key);
        outcome_bounds.reach(*goal)
    }

    /// Searches a position that is not known at once.
    fn seek(
        &mut self,
        common: &Common<'_, G>,
        root: &G::Position,
        key: (G::Key, Goal),
    ) -> Result<bool, Break> {
        let mut frames: Vec<Frame<G>> = Vec::new();
        let mut trials: Vec<Trial<G>> = vec![Trial {
            position: root.clone(),
            key,
            wanted: true,
            deferred: false,
        }];
        let answer = self.answer(common, &mut frames, &mut trials);
        for (frame, ply) in frames.iter().zip(0..) {
            common.in_flight.leave(frame.key.hash64(), ply);
        }
        if answer.is_ok() {
            common.answered.store(true, Ordering::Relaxed);
        }
        answer
    }

    fn answer(
        &mut self,
        common: &Common<'_, G>,
        frames: &mut Vec<Frame<G>>,
        trials: &mut Vec<Trial<G>>,
    ) -> Result<bool, Break> {
        loop {
            // 1. The next move of the position on top: it may have been answered since, by way of another move. When
            // there is none, the answer is no.
            let (base, begun) = frames
                .last()
                .map_or((0, false), |frame| (frame.base, frame.begun));
            let next = if trials.len() > base {
                trials.pop()
            } else {
                None
            };
            let mut answer = match next {
                None => Some(false),
                Some(trial) => match common.answers.get(&trial.key) {
                    Some(answer) => (answer.yes == trial.wanted).then_some(true),
                    // Never defer the first move: its result often causes a cutoff.
                    None if begun
                        && !trial.deferred
                        && trials.len() > base
                        && common
                            .in_flight
                            .holds(trial.key.hash64(), frames.len() as u32) =>
                    {
                        let deferred = true;
                        trials.insert(base, Trial { deferred, ..trial });
                        None
                    }
                    None => match self.look_again(common, &trial) {
                        Some(yes) if frames.is_empty() => return Ok(yes),
                        Some(yes) => {
                            common.answers.put(trial.key, Answer::new(yes, 1));
                            (yes == trial.wanted).then_some(true)
                        }
                        None => self.open(common, trial, frames, trials)?.then_some(true),
                    },
                },
            };
            // 2. Answers go up as long as they decide.
            if let Some((ply, yes)) = self.answered_meanwhile(common, frames) {
                for (frame, ply) in frames.drain(ply + 1..).zip(ply as u32 + 1..) {
                    common.in_flight.leave(frame.key.hash64(), ply);
                }
                answer = Some(yes);
            }
            while let Some(yes) = answer {
                let Some(frame) = frames.pop() else {
                    return Ok(yes);
                };
                common
                    .in_flight
                    .leave(frame.key.hash64(), frames.len() as u32);
                trials.truncate(frame.base);
                let work = self.nodes - frame.opened;
                common.answers.put(frame.key, Answer::new(yes, work));
                if frames.is_empty() {
                    return Ok(yes);
                }
                answer = (yes == frame.wanted).then_some(true);
            }
        }
    }

    /// The first position of the line that another thread has answered, now and then.
    fn answered_meanwhile(
        &self,
        common: &Common<'_, G>,
        frames: &[Frame<G>],
    ) -> Option<(usize, bool)> {
        if !common.in_flight.any() || !self.nodes.is_multiple_of(GLANCE) {
            return None;
        }
        let mut near = frames.iter().take(SHARED_PLIES as usize).enumerate();
        near.find_map(|(ply, frame)| Some((ply, common.answers.get(&frame.key)?.yes)))
    }

    /// Generates the moves of a position and puts those that are not known at once up for trial, the best on top. Gives
    /// whether one of them is known to reach the goal.
    fn open(
        &mut self,
        common: &Common<'_, G>,
        trial: Trial<G>,
        frames: &mut Vec<Frame<G>>,
        trials: &mut Vec<Trial<G>>,
    ) -> Result<bool, Break> {
        let game = common.game;
        let nodes = common.nodes.fetch_add(1, Ordering::Relaxed);
        if nodes.is_multiple_of(TICK) || self.moves.len() > WIDE {
            let trials = trials.len() * size_of::<Trial<G>>();
            let held = common.answers.bytes() + trials as u64;
            common.limits.check(held)?;
            common.limits.report(nodes, 0);
        }
        if nodes >= common.most_nodes {
            return Err(Break::Stopped(Stopped::Nodes));
        }
        if common.answered.load(Ordering::Relaxed) {
            return Err(Break::Answered);
        }
        self.nodes += 1;
        let base = trials.len();
        let (position, goal) = (trial.position, trial.key.1);
        common
            .in_flight
            .enter(trial.key.hash64(), frames.len() as u32);
        if let Some(before) = frames.last_mut() {
            before.begun = true;
        }
        frames.push(Frame {
            key: trial.key,
            base,
            opened: self.nodes,
            wanted: trial.wanted,
            begun: false,
        });
        self.moves.clear();
        game.moves(&position, &mut self.moves);
        self.fresh.clear();
        let moves = self.moves.iter();
        self.fresh
            .extend(moves.map(|&mv| (ordering(game, &position, mv), mv)));
        self.fresh.sort_by_key(|fresh| fresh.0);
        let fresh = std::mem::take(&mut self.fresh);
        let found = fresh.chunks(TOGETHER).any(|some| {
            let moves = some.iter().map(|fresh| fresh.1);
            self.put_up(common, &position, goal, moves, trials)
        });
        self.fresh = fresh;
        trials[base..].reverse();
        Ok(found)
    }

    /// Puts moves that are not known at once up for trial. Gives whether one of them is known to reach the goal.
    fn put_up(
        &mut self,
        common: &Common<'_, G>,
        position: &G::Position,
        goal: Goal,
        moves: impl Iterator<Item = G::Move>,
        trials: &mut Vec<Trial<G>>,
    ) -> bool {
        let game = common.game;
        // While the bounds of some are worked out, what the table knows of those before is brought near.
        let from = trials.len();
        for mv in moves {
            let effect = Payoff::OUTCOME.effect(game, position, mv);
            let (goal, wanted) = effect.question_after(goal);
            let child = game.child(position, mv);
            match self.bounds(common, &child, goal) {
                Ok(yes) if yes == wanted => return true,
                Ok(_) => {}
                Err(key) => {
                    common.answers.prefetch(&key);
                    trials.push(Trial {
                        position: child,
                        key,
                        wanted,
                        deferred: false,
                    });
                }
            }
        }
        let mut kept = from;
        for i in from..trials.len() {
            match common.answers.get(&trials[i].key) {
                Some(answer) if answer.yes == trials[i].wanted => return true,
                Some(_) => {}
                None => {
                    trials.swap(kept, i);
                    kept += 1;
                }
            }
        }
        trials.truncate(kept);
        false
    }
}
