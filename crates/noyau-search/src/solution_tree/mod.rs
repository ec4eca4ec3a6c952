//! The part of a game's tree that proves a score: what remains of a search when the searcher is taken away.
//!
//! That a score is at least so much is proved by one move, after which the other side's is at most so much; that it is at
//! most so much, by all moves. Down to the end this is a solution tree of alpha-beta (Pijls and de Bruin 1990), here with
//! each position once. The search is asked again at every step and mostly finds what it has proved in its table; what a
//! game knows beyond its rules, by which lines end early in a search, is played out here.
//!
//! Complexity: the size of the proof times a question each; memory is that of the proof.

pub mod margins;
pub mod steps;

use crate::null_window::{Proved, Search};
use crate::scoring::{Distance, Scoring};
use noyau_core::game::{Game, Side};
use noyau_core::hints::{SURE, Score, SearchHints};
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::payoff::Payoff;
use noyau_core::value::MoveEffect;
use std::error::Error;
use std::fmt;
use std::io;

/// A position of a proof: who moves there, and the bounds of its score that are claimed, −[`SURE`] or [`SURE`] for none.
#[derive(Debug, Clone)]
pub struct Evidence<P> {
    /// The position.
    pub position: P,
    /// Who is to move.
    pub side: Side,
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
}

/// Why there is no proof.
#[derive(Debug)]
pub enum NotProved {
    /// A limit was met after so many positions.
    Stopped(Stopped, usize),
    /// It has more positions than this.
    TooLarge(usize),
    /// The game cannot be searched from there.
    NotSearched,
    /// It cannot be written.
    Io(io::Error),
}

impl fmt::Display for NotProved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped, positions) => write!(f, "{stopped} after {positions} positions"),
            Self::TooLarge(most) => write!(f, "the proof has more than {most} positions"),
            Self::NotSearched => f.write_str("the game cannot be searched from this position"),
            Self::Io(error) => write!(f, "the proof cannot be written: {error}"),
        }
    }
}

impl Error for NotProved {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for NotProved {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Solves a position and gives the positions that prove its score, itself first; at most so many.
pub fn prove<G: SearchHints>(
    game: &G,
    (position, side): (&G::Position, Side),
    most: usize,
    limits: &Limits,
) -> Result<Vec<Evidence<G::Position>>, NotProved> {
    let limits = &one_thread(limits);
    let (mut search, score) = solve(game, &Distance, position, limits)?;
    let mut proof = Proof {
        found: Vec::new(),
        numbers: Interner::default(),
        open: vec![
            (position.clone(), side, Bound::Low(score.low)),
            (position.clone(), side, Bound::High(score.high)),
        ],
    };
    let mut steps = 0u32;
    while let Some((position, side, bound)) = proof.open.pop() {
        // Most questions are answered by the table, and do not look at the limits.
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1024) {
            let bytes = 2 * size_of::<Evidence<G::Position>>() * proof.found.len();
            let checked = limits.check(bytes as u64);
            checked.map_err(|stopped| NotProved::Stopped(stopped, proof.found.len()))?;
        }
        if !proof.claims(&position, side, bound) {
            continue;
        }
        if proof.found.len() > most {
            return Err(NotProved::TooLarge(most));
        }
        proof
            .go_on(&mut search, game, &position, side, bound)
            .map_err(|stopped| NotProved::Stopped(stopped, proof.found.len()))?;
    }
    Ok(proof.found)
}

/// Which of several proofs is found would depend on what threads leave in the table.
fn one_thread(limits: &Limits) -> Limits {
    Limits {
        threads: 1,
        ..limits.clone()
    }
}

/// The score of a position, and the search that knows why.
fn solve<'a, G: SearchHints, T: Scoring<G>>(
    game: &'a G,
    scoring: &T,
    position: &G::Position,
    limits: &'a Limits,
) -> Result<(Search<'a, G, T>, Proved), NotProved> {
    let mut search = Search::new(game, scoring, position, limits).ok_or(NotProved::NotSearched)?;
    let score = search.solve(position);
    match score.stopped {
        None => Ok((search, score)),
        Some(stopped) => Err(NotProved::Stopped(stopped, 0)),
    }
}

/// A claim about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The side to move gets at least this.
    Low(i32),
    /// It gets at most this.
    High(i32),
}

impl Bound {
    /// Whether this claim implies another of the same position.
    fn implies(self, other: Self) -> bool {
        match (self, other) {
            (Self::Low(own), Self::Low(other)) => own >= other,
            (Self::High(own), Self::High(other)) => own <= other,
            _ => false,
        }
    }

    /// Whether endless play would break the claim.
    pub fn is_strict(self) -> bool {
        match self {
            Self::Low(score) => score > 0,
            Self::High(score) => score < 0,
        }
    }

    /// What must hold after a move for the claim to hold before it.
    #[must_use]
    pub const fn after(self, effect: MoveEffect) -> Self {
        match (self, effect.keeps_turn) {
            (Self::Low(score), true) | (Self::High(score), false) => {
                Self::Low(effect.score_after(score))
            }
            (Self::High(score), true) | (Self::Low(score), false) => {
                Self::High(effect.score_after(score))
            }
        }
    }
}

struct Proof<G: Game> {
    found: Vec<Evidence<G::Position>>,
    numbers: Interner,
    /// What is claimed and not proved yet.
    open: Vec<(G::Position, Side, Bound)>,
}

impl<G: SearchHints> Proof<G> {
    /// Whether the bound is news, and is now claimed.
    fn claims(&mut self, position: &G::Position, side: Side, bound: Bound) -> bool {
        // Nothing is lost or won sooner than at once.
        if matches!(bound, Bound::Low(score) if score <= -SURE)
            || matches!(bound, Bound::High(score) if score >= SURE)
        {
            return false;
        }
        let hash = self.numbers.hash(&(position, side));
        let same = |at: u32| {
            let known = &self.found[at as usize];
            known.side == side && known.position == *position
        };
        let at = self.numbers.find(hash, same).unwrap_or_else(|| {
            let at = self.found.len() as u32;
            self.numbers.insert(hash, at);
            self.found.push(Evidence {
                position: position.clone(),
                side,
                low: -SURE,
                high: SURE,
            });
            at
        });
        let known = &mut self.found[at as usize];
        match bound {
            Bound::Low(score) if score > known.low => known.low = score,
            Bound::High(score) if score < known.high => known.high = score,
            _ => return false,
        }
        true
    }

    /// Adds what proves a bound one move on.
    fn go_on(
        &mut self,
        search: &mut Search<'_, G, Distance>,
        game: &G,
        position: &G::Position,
        side: Side,
        bound: Bound,
    ) -> Result<(), Stopped> {
        if game.outcome(position).is_some() {
            return Ok(());
        }
        let mut moves = Vec::new();
        match bound {
            // At once, or by any move.
            Bound::Low(score) if score <= 1 - SURE => {}
            Bound::Low(score) => moves.extend(search.move_with(position, score)?),
            Bound::High(_) => game.moves(position, &mut moves),
        }
        for mv in moves {
            let effect = Payoff::OUTCOME.effect(game, position, mv);
            let below = sooner(bound).after(effect);
            let side = side.after(effect.keeps_turn);
            self.open.push((game.child(position, mv), side, below));
        }
        Ok(())
    }
}

/// The same claim one ply nearer to the end.
fn sooner(bound: Bound) -> Bound {
    match bound {
        Bound::Low(score) => Bound::Low(score + score.signum()),
        Bound::High(score) => Bound::High(score + score.signum()),
    }
}
