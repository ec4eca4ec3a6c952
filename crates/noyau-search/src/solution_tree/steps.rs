//! A proof as a stream of steps, in the order of a depth-first walk.
//!
//! Nothing of the proof stays in memory but the line of play and a window of claims that later steps refer to. Which move
//! proves a claim depends on the rules and on true answers only, not on what a search has in its table: so a proof that
//! was broken off goes on with the same steps.
//!
//! Complexity: a question for each move tried at a lower bound; memory is the window and one frame a ply.

use super::{Bound, NotProved, one_thread, solve};
use crate::scoring::Scoring;
use hashbrown::HashTable;
use noyau_core::game::Game;
use noyau_core::hints::{SURE, SearchHints, StaticEval};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::value::MoveEffect;
use noyau_core::walk::{Walk, Walker};
use std::{fmt, io};

/// Limits are looked at after so many steps.
const TICK: u64 = 1 << 10;

/// What scores count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Won in n plies is [`WON`] − n, lost in n plies n − [`WON`], drawn 0.
    Distance,
    /// 1, 0 or −1.
    Outcome,
    /// The margin to come.
    Margin,
}

/// The score of a win at once, where plies count.
pub const WON: i32 = 1 << 30;

impl Scale {
    /// What must hold after a move for the claim to hold before it.
    pub fn after(self, bound: Bound, effect: MoveEffect) -> Bound {
        let sooner = |score: i32| match self {
            Self::Distance => score + score.signum(),
            _ => score,
        };
        let bound = match bound {
            Bound::Low(score) => Bound::Low(sooner(score)),
            Bound::High(score) => Bound::High(sooner(score)),
        };
        bound.after(effect)
    }

    /// Whether a claim says nothing.
    fn is_trivial(self, bound: Bound) -> bool {
        let most = match self {
            Self::Distance => WON,
            Self::Outcome => 1,
            Self::Margin => return false,
        };
        match bound {
            Bound::Low(score) => score <= -most,
            Bound::High(score) => score >= most,
        }
    }

    /// Whether a claim holds at the end of play.
    fn holds_at(self, end: i32, bound: Bound) -> bool {
        let end = if self == Self::Distance {
            end * WON
        } else {
            end
        };
        match bound {
            Bound::Low(score) => end >= score,
            Bound::High(score) => end <= score,
        }
    }
}

/// A walk with a solver that knows which claims hold.
pub trait Solver {
    /// The walk.
    fn walk(&mut self) -> &mut dyn Walk;
    /// The moves in the order in which they are tried as proofs of a lower bound.
    fn order(&mut self, out: &mut Vec<usize>);
    /// Whether a lower bound holds because of that move.
    fn proves(&mut self, mv: usize, score: i32) -> Result<bool, Stopped>;
    /// Parts of the free cells by which the side to move, or its opponent, provably wins a placement game.
    fn winning_parts(&mut self, opponent: bool) -> Option<Vec<u128>>;
}

/// A step of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The claim follows from the numbered claim so many before the last.
    Known(u64),
    /// The side that the claim says wins does so by the sum of these parts of the free cells.
    Parts(Vec<u128>),
    /// A lower bound is proved by a move.
    Move {
        /// The number of the move.
        mv: usize,
        /// Whether the claim gets a number.
        keep: bool,
    },
    /// An upper bound is proved by all moves.
    All {
        /// Whether the claim gets a number.
        keep: bool,
    },
}

/// Takes the steps of a proof.
pub trait Steps {
    /// The next step of a proof that was broken off, for a claim of that kind of the current position, or `None` where
    /// it goes on.
    fn begun(&mut self, walk: &dyn Walk, least: bool) -> io::Result<Option<Step>>;
    /// Takes a step.
    fn take(&mut self, walk: &dyn Walk, step: &Step) -> io::Result<()>;
}

/// A claim in the window.
#[derive(Debug, Clone, Copy)]
struct Numbered {
    bound: Bound,
    hash: u64,
    open: bool,
}

/// A claim of the line of play that is being proved.
#[derive(Debug)]
struct Frame {
    bound: Bound,
    number: Option<u64>,
    /// The moves still to be played.
    next: usize,
    end: usize,
}

/// The size of a proof.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// Steps, with those that were there already.
    pub steps: u64,
    /// Moves played.
    pub moves: u64,
}

/// Writes the steps that prove claims.
pub struct Prover<'a> {
    solver: &'a mut dyn Solver,
    steps: &'a mut dyn Steps,
    limits: &'a Limits,
    scale: Scale,
    window: u64,
    /// The numbered claims of the window, each in the slot that its number leaves, and their slots by hash.
    numbered: Vec<Numbered>,
    slots: HashTable<u32>,
    count: u64,
    frames: Vec<Frame>,
    size: Size,
}

impl fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl<'a> Prover<'a> {
    /// A writer with a window of so many claims.
    pub fn new(
        solver: &'a mut dyn Solver,
        scale: Scale,
        window: u32,
        limits: &'a Limits,
        steps: &'a mut dyn Steps,
    ) -> Self {
        Self {
            solver,
            steps,
            limits,
            scale,
            window: window.max(1).into(),
            numbered: Vec::new(),
            slots: HashTable::new(),
            count: 0,
            frames: Vec::new(),
            size: Size::default(),
        }
    }

    /// The bytes that the window takes, for positions of that many bytes each.
    pub const fn window_bytes(window: u64, position: u64) -> u64 {
        // The table of slots grows in powers of two.
        window * (position + size_of::<Numbered>() as u64 + 12)
    }

    /// Writes the proof of some claims of the current position.
    pub fn prove(mut self, claims: &[Bound]) -> Result<Size, NotProved> {
        for &claim in claims {
            if self.open(claim)? {
                continue;
            }
            while let Some(frame) = self.frames.last_mut() {
                if frame.next < frame.end {
                    let effect = self.solver.walk().play(frame.next);
                    let after = self.scale.after(frame.bound, effect);
                    frame.next += 1;
                    self.size.moves += 1;
                    if self.open(after)? {
                        self.solver.walk().undo();
                    }
                    continue;
                }
                if let Some(number) = frame.number
                    && self.count - number <= self.window
                {
                    self.numbered[(number % self.window) as usize].open = false;
                }
                self.frames.pop();
                self.solver.walk().undo();
            }
        }
        Ok(self.size)
    }

    fn stopped(&self, stopped: Stopped) -> NotProved {
        NotProved::Stopped(stopped, self.size.steps as usize)
    }

    /// Opens a claim of the current position. Gives whether it is proved at once.
    fn open(&mut self, bound: Bound) -> Result<bool, NotProved> {
        match self.holds_at_once(bound) {
            Some(true) => return Ok(true),
            Some(false) => return Err(NotProved::NotSearched),
            None => {}
        }
        self.size.steps += 1;
        if self.size.steps.is_multiple_of(TICK) {
            let position = self.solver.walk().slot_bytes() as u64;
            let bytes = Self::window_bytes(self.numbered.len() as u64, position);
            let checked = self.limits.check(bytes);
            checked.map_err(|stopped| self.stopped(stopped))?;
            self.limits.report(self.size.steps, 0);
        }
        let least = matches!(bound, Bound::Low(_));
        let hash = self.solver.walk().hash();
        let begun = self.steps.begun(self.solver.walk(), least)?;
        let step = if let Some(step) = begun {
            step
        } else {
            let step = self.choose(hash, bound)?;
            self.steps.take(self.solver.walk(), &step)?;
            step
        };
        let (next, end, keep) = match step {
            Step::Known(_) | Step::Parts(_) => return Ok(true),
            Step::Move { mv, keep } => (mv, mv + 1, keep),
            Step::All { keep } => (0, self.solver.walk().moves(), keep),
        };
        // Only steps that are there already can be wrong.
        if end > self.solver.walk().moves() {
            return Err(NotProved::NotSearched);
        }
        let number = keep.then(|| self.number(hash, bound));
        self.frames.push(Frame {
            bound,
            number,
            next,
            end,
        });
        Ok(false)
    }

    /// Whether a claim of the current position holds, if it says nothing or play is over.
    fn holds_at_once(&mut self, bound: Bound) -> Option<bool> {
        if self.scale.is_trivial(bound) {
            return Some(true);
        }
        let end = self.solver.walk().end()?;
        Some(self.scale.holds_at(end, bound))
    }

    /// Numbers a claim, which takes the slot of the oldest one.
    fn number(&mut self, hash: u64, bound: Bound) -> u64 {
        let number = self.count;
        self.count += 1;
        let slot = (number % self.window) as usize;
        let claim = Numbered {
            bound,
            hash,
            open: true,
        };
        if let Some(old) = self.numbered.get_mut(slot) {
            let is_it = |&other: &u32| other as usize == slot;
            if let Ok(entry) = self.slots.find_entry(old.hash, is_it) {
                entry.remove();
            }
            *old = claim;
        } else {
            self.numbered.push(claim);
        }
        self.solver.walk().keep(slot);
        let hash_of = |&slot: &u32| self.numbered[slot as usize].hash;
        self.slots.insert_unique(hash, slot as u32, hash_of);
        number
    }

    /// The latest numbered claim that implies this one of the current position.
    fn known(&mut self, hash: u64, bound: Bound) -> Option<u64> {
        let walk = self.solver.walk();
        let last = self.count.checked_sub(1)? % self.window;
        let back = |slot: u32| (last + self.window - u64::from(slot)) % self.window;
        let known = self.slots.iter_hash(hash).copied().filter(|&slot| {
            let other = &self.numbered[slot as usize];
            let rests = !other.open || !other.bound.is_strict();
            other.hash == hash && other.bound.implies(bound) && rests && walk.is_kept(slot as usize)
        });
        known.map(back).min()
    }

    /// Parts by which the side wins that a claim says wins.
    fn parts(&mut self, bound: Bound) -> Option<Vec<u128>> {
        match (self.scale, bound) {
            (Scale::Outcome, Bound::Low(1)) => self.solver.winning_parts(false),
            (Scale::Outcome, Bound::High(-1)) => self.solver.winning_parts(true),
            _ => None,
        }
    }

    /// The step that proves a claim of the current position: a short one if there is one, otherwise the first move in order
    /// that proves it.
    fn choose(&mut self, hash: u64, bound: Bound) -> Result<Step, NotProved> {
        if let Some(back) = self.known(hash, bound) {
            return Ok(Step::Known(back));
        }
        if let Some(parts) = self.parts(bound) {
            return Ok(Step::Parts(parts));
        }
        let Bound::Low(score) = bound else {
            return Ok(Step::All { keep: true });
        };
        let mut order = Vec::new();
        self.solver.order(&mut order);
        // A claim that is proved by two steps is not worth a number.
        for short in [
            Self::holds_at_once_after,
            Self::is_known_after,
            Self::has_parts_after,
        ] {
            if let Some(&mv) = order.iter().find(|&&mv| short(self, mv, bound)) {
                return Ok(Step::Move { mv, keep: false });
            }
        }
        for mv in order {
            let proves = self.solver.proves(mv, score);
            if proves.map_err(|stopped| self.stopped(stopped))? {
                return Ok(Step::Move { mv, keep: true });
            }
        }
        Err(NotProved::NotSearched)
    }

    /// What `see` says of the claim after a move.
    fn after<T>(&mut self, mv: usize, bound: Bound, see: impl FnOnce(&mut Self, Bound) -> T) -> T {
        let effect = self.solver.walk().play(mv);
        let seen = see(self, self.scale.after(bound, effect));
        self.solver.walk().undo();
        seen
    }

    fn holds_at_once_after(&mut self, mv: usize, bound: Bound) -> bool {
        self.after(mv, bound, |prover, after| {
            prover.holds_at_once(after) == Some(true)
        })
    }

    fn is_known_after(&mut self, mv: usize, bound: Bound) -> bool {
        self.after(mv, bound, |prover, after| {
            let is_over = prover.solver.walk().end().is_some();
            let hash = prover.solver.walk().hash();
            !is_over && prover.known(hash, after).is_some()
        })
    }

    fn has_parts_after(&mut self, mv: usize, bound: Bound) -> bool {
        self.scale == Scale::Outcome
            && self.after(mv, bound, |prover, after| prover.parts(after).is_some())
    }
}

/// Whether a move from a position brings at least a score.
type Brings<'a, G> =
    dyn FnMut(&<G as Game>::Position, <G as Game>::Move, i32) -> Result<bool, Stopped> + 'a;

/// A key by which moves are tried, lowest first.
type Key<'a, G> = dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> i32 + 'a;

/// Parts by which the side to move, or its opponent, wins a position.
type Parts<'a, G> = dyn FnMut(&<G as Game>::Position, bool) -> Option<Vec<u128>> + 'a;

/// A solver that asks about moves.
pub struct Asking<'a, G: Game> {
    /// The walk.
    pub walker: Walker<'a, G>,
    /// The question.
    pub brings: &'a mut Brings<'a, G>,
    /// The order among moves with as many replies.
    pub key: &'a Key<'a, G>,
    /// The parts by which the side to move wins, or its opponent.
    pub parts: &'a mut Parts<'a, G>,
}

impl<G: Game> fmt::Debug for Asking<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").finish_non_exhaustive()
    }
}

impl<G: Game> Solver for Asking<'_, G> {
    fn walk(&mut self) -> &mut dyn Walk {
        &mut self.walker
    }

    fn order(&mut self, out: &mut Vec<usize>) {
        let count = self.walker.moves();
        let keys = (0..count).map(|i| {
            let mv = self.walker.legal()[i];
            let key = (self.key)(self.walker.position(), mv);
            self.walker.play(i);
            let replies = self.walker.moves();
            self.walker.undo();
            (replies, key, i)
        });
        let mut keys: Vec<_> = keys.collect();
        keys.sort_unstable();
        out.extend(keys.into_iter().map(|(_, _, i)| i));
    }

    fn proves(&mut self, mv: usize, score: i32) -> Result<bool, Stopped> {
        let mv = self.walker.legal()[mv];
        (self.brings)(self.walker.position(), mv, score)
    }

    fn winning_parts(&mut self, opponent: bool) -> Option<Vec<u128>> {
        (self.parts)(self.walker.position(), opponent)
    }
}

/// What writes a proof of bounds, given the solver and the bounds.
pub type Run<'a> = dyn FnMut(&mut dyn Solver, [Option<i32>; 2]) -> Result<(), NotProved> + 'a;

/// Solves the position of a walk by search and writes the proof of its score; the number is the most points there are to win.
pub fn prove_score<G: SearchHints, T: Scoring<G>>(
    game: &G,
    most: u32,
    walker: Walker<'_, G>,
    limits: &Limits,
    run: &mut Run<'_>,
) -> Result<(), NotProved> {
    let position = walker.position().clone();
    let limits = &one_thread(limits);
    let (mut search, score) = solve(game, &T::new(most), &position, limits)?;
    // Plies count from another number in a search.
    let shift = if T::BY_PLY { WON - SURE } else { 0 };
    let bounds = [score.low, score.high].map(|score| Some(score + score.signum() * shift));
    let mut brings = |position: &G::Position, mv, score: i32| {
        search.brings(position, mv, score - score.signum() * shift)
    };
    let key = |position: &G::Position, mv| preference(game, position, mv);
    let mut asking = Asking {
        walker,
        brings: &mut brings,
        key: &key,
        parts: &mut |_, _| None,
    };
    run(&mut asking, bounds)
}

/// The place of a move among those that the game thinks promising.
fn preference<G: SearchHints>(game: &G, position: &G::Position, mv: G::Move) -> i32 {
    let StaticEval::Open { sight, .. } = game.static_eval(position) else {
        return 0;
    };
    let mut moves = Vec::new();
    game.candidates(position, &sight, &mut moves);
    let place = moves.iter().position(|&other| other == mv);
    place.unwrap_or(moves.len()) as i32
}
