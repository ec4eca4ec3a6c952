//! Game knowledge beyond the rules that speeds up an exact search.
//!
//! A search works with *scores* for the side to move, larger is better. In games with points a score is the margin
//! still to come. In other games it is [`win`]`(n)` or [`loss`]`(n)`, `n` plies from the current position, or 0 for
//! a draw, so that quick wins rank above slow ones and slow losses above quick ones.

pub mod bounds;
pub mod nimbers;

use crate::game::Game;
use std::fmt;

/// The value of a position in a search, for the side to move.
pub type Score = i32;

/// Exceeds any margin and any number of plies: scores lie between −`SURE` and `SURE`.
pub const SURE: Score = 1 << 14;

/// The score of a win in `plies` plies.
#[inline]
pub const fn win(plies: u32) -> Score {
    SURE - plies as Score
}

/// The score of a loss in `plies` plies.
#[inline]
pub const fn loss(plies: u32) -> Score {
    plies as Score - SURE
}

/// A game without cycles, in which every play ends. Searches rely on this: they search every line to its end and
/// store values independently of the path.
pub trait Finite: Game {
    /// An upper bound on the length of any play from this position, in plies.
    fn most_plies(&self, position: &Self::Position) -> u32;
}

/// A game whose positions fit integer keys of few bits, so that a transposition table never confuses two positions.
pub trait Keyed: Game {
    /// The number of bits of a key, at most 128.
    fn key_bits(&self) -> u32;

    /// The key of a position. Positions with the same key have the same value; symmetric images may share one.
    fn key(&self, position: &Self::Position) -> u128;
}

/// The static evaluation of a position, before any move is tried.
#[derive(Debug, Clone, Copy)]
pub enum StaticEval<M, S> {
    /// A terminal position.
    Over,
    /// Not terminal. If both bounds agree, the value is known.
    Open {
        /// Lower bound. Moves that are not candidates score no more.
        low: Score,
        /// Upper bound.
        high: Score,
        /// The only move that may score more than `low`. It is played at once, without a table lookup.
        forced: Option<M>,
        /// Intermediate results that [`SearchHints::candidates`] and [`SearchHints::bounds`] reuse.
        sight: S,
        /// A heuristic score for move ordering.
        ordering: Score,
    },
}

/// Game knowledge that shortens a search. All of it is optional.
pub trait SearchHints: Finite + Keyed {
    /// Intermediate results of the static evaluation.
    type Sight: Clone + fmt::Debug + Send + Sync;

    /// Whether turns alternate and the side to move has never already won: then the side to move can win in 1, 3,
    /// 5… plies only, and lose in 0, 2, 4….
    const WINS_ON_OWN_MOVE: bool = false;

    /// Evaluates any position: nearly free bounds, forced moves, an ordering score.
    fn static_eval(&self, position: &Self::Position) -> StaticEval<Self::Move, Self::Sight>;

    /// Evaluates a position reached by a candidate or a forced move, which may allow stronger assumptions. Called
    /// at every node, so it must be cheap.
    #[inline]
    fn static_eval_after(&self, position: &Self::Position) -> StaticEval<Self::Move, Self::Sight> {
        self.static_eval(position)
    }

    /// Appends the moves that may score more than the lower bound of the static evaluation, most promising first.
    fn candidates(&self, position: &Self::Position, sight: &Self::Sight, out: &mut Vec<Self::Move>);

    /// An index for the history heuristic: moves with the same index behave alike in different positions. `None`
    /// where the static order is better.
    #[inline]
    fn move_number(&self, _mv: Self::Move) -> Option<u8> {
        None
    }

    /// Bounds worth computing before a position is searched: what the sides can no longer reach, or what a pairing
    /// strategy guarantees.
    #[inline]
    fn bounds(&self, _position: &Self::Position, _sight: &Self::Sight) -> (Score, Score) {
        (-SURE, SURE)
    }
}
