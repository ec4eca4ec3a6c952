//! Exact scores of games in which every play ends, by a sequence of yes-or-no questions.
//!
//! *Is the score at least t?* is answered by a depth-first search with a window of no width (Pearl 1980, Scout), over a
//! transposition table that holds a bound from either side, and the exact score is found by several: each question
//! leaves what it proved in the table, and the next one goes through it. An easy position is bisected from quick wins and
//! losses on; of a hard one it is asked first who wins. What a game knows comes in by
//! [`SearchHints`]: moves that are forced are played out before a position is opened, moves that lose at once are not tried,
//! bounds that cost little end a line. Before any reply is searched all of them are looked up, for one that is known may
//! answer the question (Plaat, Schaeffer, Pijls and de Bruin 1996, enhanced transposition cutoffs). Near the end a game may have
//! a search of its own, which keeps what it finds in a table small enough for a processor's cache.
//!
//! Complexity: in the worst case every line of play down to its end; memory is that of the table and one frame a ply.
//!
//! Several threads ask the same question and share the table. Near the root each prefers positions that no other one searches,
//! and the first answer is taken. Every entry of the table is true, so the answer does not depend on the threads.

mod worker;

use crate::abdada::{Break, InFlight};
use crate::scoring::{Scale, Scoring};
use crate::transposition::BoundsTable;
use noyau_core::hints::{Recent, SURE, Score, SearchHints};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::in_parallel_with_stack;
use noyau_core::payoff::{Probe, Rules};
use noyau_core::value::MoveEffect;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64};
use worker::{Question, Resolved, Start, Worker};

/// What a search has proved of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
    /// Why the two are not the same, if they are not.
    pub stopped: Option<Stopped>,
}

/// A search of one game with a table that lives as long as it does.
#[derive(Debug)]
pub struct Search<'a, G: SearchHints, T: Scoring<G>> {
    rules: Rules<'a, G>,
    scoring: PhantomData<T>,
    limits: &'a Limits,
    scale: Scale,
    table: BoundsTable,
    growing: bool,
    filled: u64,
    nodes: u64,
    most_nodes: u64,
    in_flight: InFlight,
    workers: Vec<Worker<G>>,
    /// The most plies, where they need a stack of their own.
    deep: Option<usize>,
}

/// The lines of play that may be longer than this are not searched: the search goes one call deeper with every ply.
pub const MOST_PLIES: u32 = 4000;

impl<'a, G: SearchHints, T: Scoring<G>> Search<'a, G, T> {
    /// A search from that position on, with an empty table; `None` where plays are too long, or the table cannot hold
    /// positions of this game.
    pub fn new(
        rules: impl Into<Rules<'a, G>>,
        scoring: &T,
        from: &G::Position,
        limits: &'a Limits,
    ) -> Option<Self> {
        let rules = rules.into();
        let game = rules.game;
        let scale = Scale::new(T::BY_PLY, scoring.span(game, from))?;
        let table = BoundsTable::new(game.key_bits(), scale.code_bits())?;
        let threads = limits.threads();
        let plies = game.most_plies(from);
        let recent = Recent::default();
        let worker = |_| Worker::new(recent.for_another_thread());
        (plies <= MOST_PLIES).then(|| Self {
            rules,
            scoring: PhantomData,
            limits,
            scale,
            table,
            growing: true,
            filled: 0,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            in_flight: InFlight::among(threads),
            workers: (0..threads).map(worker).collect(),
            deep: (plies > SHALLOW_PLIES).then_some(plies as usize),
        })
    }

    /// How many positions had their moves generated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes searches stop once so many positions have had their moves generated, at the latest.
    pub fn limit_nodes(&mut self, most: u64) {
        self.most_nodes = self.most_nodes.min(most);
    }

    /// The score of a position that can be reached from where the search began, or bounds of it.
    pub fn solve(&mut self, position: &G::Position) -> Proved {
        self.bisect(position, None, SURE)
    }

    /// Whether the score of a position is at least `wanted`. If it is, the result is a lower bound that is, too; if not,
    /// it is an upper bound below `wanted`.
    pub fn at_least(&mut self, position: &G::Position, wanted: Score) -> Result<Score, Stopped> {
        self.ask(&here(position), wanted)
    }

    /// Whether the score is at least `wanted`, if that is known without a search.
    pub fn known_at_least(&self, position: &G::Position, wanted: Score) -> Option<bool> {
        let settled = self.scale.settles(wanted);
        settled.or_else(|| self.known(here(position), wanted))
    }

    fn known(&self, start: Start<G::Position>, wanted: Score) -> Option<bool> {
        let question = self.question(1);
        match question.resolve(start, wanted, 0, true) {
            Resolved::Known(found) => Some(found >= wanted),
            Resolved::Open(branch) => question
                .look_up(branch.address, branch.ply, branch.below(wanted))
                .ok()
                .map(|found| branch.above(found) >= wanted),
        }
    }

    /// A move that brings a score which some move is known to bring.
    pub fn move_with(
        &mut self,
        position: &G::Position,
        score: Score,
    ) -> Result<Option<G::Move>, Stopped> {
        let mut moves = Vec::new();
        self.rules.game.moves(position, &mut moves);
        // The proof that there is one went through it, so the table most likely knows which.
        let mut known = moves.iter().copied();
        let known = known.find(|&mv| self.known(self.after(position, mv), score) == Some(true));
        if known.is_some() {
            return Ok(known);
        }
        for mv in moves {
            if self.ask(&self.after(position, mv), score)? >= score {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether a move brings at least a score.
    pub fn brings(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        score: Score,
    ) -> Result<bool, Stopped> {
        if let Some(answer) = self.scale.settles(score) {
            return Ok(answer);
        }
        let after = self.after(position, mv);
        match self.known(after.clone(), score) {
            Some(answer) => Ok(answer),
            None => Ok(self.ask(&after, score)? >= score),
        }
    }

    /// The score of the position after a move, for the side to move there, if the move brings `score`.
    pub fn score_after(&self, position: &G::Position, mv: G::Move, score: Score) -> Score {
        let effect = T::PAYOFF.effect(self.rules.game, position, mv);
        self.scale.seen_from_here(effect.score_after(score), 1)
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> Start<G::Position> {
        Start {
            position: self.rules.game.child(position, mv),
            ply: 1,
            effect: T::PAYOFF.effect(self.rules.game, position, mv),
        }
    }

    /// The score of a position, or of a move from it, which is known to be at most `high`.
    pub(super) fn bisect(
        &mut self,
        position: &G::Position,
        mv: Option<G::Move>,
        high: Score,
    ) -> Proved {
        let start = match mv {
            None => here(position),
            Some(mv) => self.after(position, mv),
        };
        // Whether it is in an odd or an even number of plies is told from the position where the questions are asked.
        let possible = self.scale.up_to(high, G::WINS_ON_OWN_MOVE);
        let (mut low, mut high) = (0, possible.len().saturating_sub(1));
        let draw = possible.partition_point(|&score| score < 0);
        let most_nodes = self.most_nodes;
        let quick = self.nodes.saturating_add(QUICK).min(most_nodes);
        let mut effect = 0;
        let mut stopped = None;
        while low < high {
            let is_quick = self.nodes < quick;
            let wanted = if is_quick {
                next_quick(low, high, draw)
            } else {
                next_slow(low, high, draw, &mut effect)
            };
            self.most_nodes = if is_quick { quick } else { most_nodes };
            match self.ask(&start, possible[wanted]) {
                Ok(score) if score >= possible[wanted] => {
                    low = possible
                        .partition_point(|&other| other < score)
                        .clamp(wanted, high);
                }
                Ok(score) => {
                    high = possible
                        .partition_point(|&other| other <= score)
                        .saturating_sub(1)
                        .clamp(low, wanted - 1);
                }
                // It turned out to be hard.
                Err(Stopped::Nodes) if is_quick && quick < most_nodes => {}
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        self.most_nodes = most_nodes;
        Proved {
            low: possible[low],
            high: possible[high],
            stopped,
        }
    }

    fn question(&self, threads: usize) -> Question<'_, G, T> {
        let capacity = self.table.capacity() as u64;
        Question {
            game: self.rules.game,
            tables: self.rules.tables,
            solved: self.rules.tables.map_or(0, Probe::tiers),
            scoring: PhantomData,
            limits: self.limits,
            scale: self.scale,
            table: &self.table,
            in_flight: &self.in_flight,
            answered: AtomicBool::new(false),
            nodes: AtomicU64::new(self.nodes),
            most_nodes: self.most_nodes,
            // Half full is where buckets begin to lose what is put into them.
            room: if self.growing {
                (capacity / 2).saturating_sub(self.filled) / threads as u64 + 1
            } else {
                u64::MAX
            },
        }
    }

    fn ask(&mut self, start: &Start<G::Position>, wanted: Score) -> Result<Score, Stopped> {
        // Many questions open too few positions to look at the limits themselves.
        self.limits.check(0)?;
        loop {
            let mut workers = std::mem::take(&mut self.workers);
            let question = self.question(workers.len());
            let results = if let ([worker], None) = (&mut workers[..], self.deep) {
                vec![worker.ask(&question, start, wanted)]
            } else {
                let plies = self.deep.unwrap_or(SHALLOW_PLIES as usize);
                ask_in_parallel(&question, &mut workers, start, wanted, plies)
            };
            for worker in &mut workers {
                self.nodes += std::mem::take(&mut worker.nodes);
                self.filled += std::mem::take(&mut worker.filled);
            }
            self.workers = workers;
            let mut why = None;
            for result in results {
                match result {
                    Ok(score) => return Ok(score),
                    Err(Break::Stopped(stopped)) => why = Some(stopped),
                    Err(Break::Full | Break::Answered) => {}
                }
            }
            if let Some(stopped) = why {
                return Err(stopped);
            }
            // Tables of solved positions may take the other half.
            let share = if self.rules.tables.is_some() { 2 } else { 1 };
            self.growing = self.table.grow(most_bytes(self.limits.memory) / share);
        }
    }
}

/// What to ask while it costs little. From quick wins and losses, which are easily seen or excluded, to slow ones: half
/// way between the draw and the further bound, unless that is beyond the middle.
fn next_quick(low: usize, high: usize, draw: usize) -> usize {
    let middle = low + (high - low) / 2;
    let lost = draw - (draw - low.min(draw)) / 2;
    let won = draw + (high.max(draw) - draw) / 2;
    1 + if middle <= draw && lost < middle {
        lost
    } else if middle >= draw && won > middle {
        won
    } else {
        middle
    }
}

/// What to ask where questions are hard. Who wins, first; then from slow wins and losses to quick ones, in steps that
/// double, for a hard position seldom ends soon.
fn next_slow(low: usize, high: usize, draw: usize, effect: &mut usize) -> usize {
    if (low..high).contains(&draw) {
        return draw + 1;
    }
    if (low + 1..=high).contains(&draw) {
        return draw;
    }
    *effect = (2 * *effect).max(1);
    let effect = (*effect).min((high - low).div_ceil(2));
    if low >= draw {
        low + effect
    } else {
        high + 1 - effect
    }
}

fn here<P: Clone>(position: &P) -> Start<P> {
    Start {
        position: position.clone(),
        ply: 0,
        effect: MoveEffect::NONE,
    }
}

/// Where no limit is set, the table stays below this.
const MOST_BYTES: u64 = 4 << 30;

/// In WebAssembly a larger table was slower: the empty board of Connect 4 took Node 57 CPU-s with 256 MiB, 66 with 1 GiB.
const MOST_IN_BROWSER: u64 = 256 << 20;

/// The most bytes of a table where a search may take so many.
fn most_bytes(given: Option<u64>) -> u64 {
    let most = given.unwrap_or(MOST_BYTES);
    if cfg!(target_family = "wasm") {
        most.min(MOST_IN_BROWSER)
    } else {
        most
    }
}

/// A position that takes more nodes than this is hard.
const QUICK: u64 = 5000;

/// What a ply may take of the stack, in a build that is not optimised.
const FRAME: usize = 8 << 10;

/// Lines of play up to this length fit on any stack.
const SHALLOW_PLIES: u32 = 200;

/// Lets every worker ask the question, with a stack for so many plies; each says the answer, or what broke it off.
fn ask_in_parallel<G: SearchHints, T: Scoring<G>>(
    question: &Question<'_, G, T>,
    workers: &mut [Worker<G>],
    start: &Start<G::Position>,
    wanted: Score,
    plies: usize,
) -> Vec<Result<Score, Break>> {
    let stack = (1 << 20) + plies * FRAME;
    let asked = workers
        .iter_mut()
        .map(|worker| move || worker.ask(question, start, wanted));
    let results = in_parallel_with_stack(stack, asked);
    let started = |result: Option<_>| result.unwrap_or(Err(Break::Stopped(Stopped::Memory)));
    results.into_iter().map(started).collect()
}
