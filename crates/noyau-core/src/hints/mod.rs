//! What a game knows about itself beyond its rules, through which it sharpens an exact search.
//!
//! A search works with *scores*: numbers for the side to move, the larger the better. In games with points a score is
//! the margin to come. In the others it is [`win`]`(n)` or [`loss`]`(n)`, `n` plies from the position at hand, or 0 for a
//! draw, so that quick wins are above slow ones and slow losses above quick ones.

pub mod bounds;
pub mod nimbers;

use crate::game::Game;
use std::fmt;

/// The value of a position in a search, for the side to move.
pub type Score = i32;

/// More than any margin and more than any number of plies: scores lie between −`SURE` and `SURE`.
pub const SURE: Score = 1 << 14;

/// The score of a win in so many plies.
#[inline]
pub const fn win(plies: u32) -> Score {
    SURE - plies as Score
}

/// The score of a loss in so many plies.
#[inline]
pub const fn loss(plies: u32) -> Score {
    plies as Score - SURE
}

/// A game in which every play comes to an end: no position can come again. Searches rely on it, for they go down
/// every line to its end and remember values without the way that led to them.
pub trait Finite: Game {
    /// No play from this position is longer, in plies.
    fn most_plies(&self, position: &Self::Position) -> u32;
}

/// A game whose positions are whole numbers of few bits, so that a table can hold them without confusing any two.
pub trait Keyed: Game {
    /// How many bits a key has, at most 128.
    fn key_bits(&self) -> u32;

    /// The number of a position. Positions with the same number have the same value; images under a symmetry may share
    /// one.
    fn key(&self, position: &Self::Position) -> u128;
}

/// What a game sees in a position before its moves are tried.
#[derive(Debug, Clone, Copy)]
pub enum StaticEval<M, S> {
    /// Play is over.
    Over,
    /// Play goes on, or the value is known without playing on: where both bounds are the same.
    Open {
        /// The value is at least this. Moves that are no candidates bring no more.
        low: Score,
        /// The value is at most this.
        high: Score,
        /// The only move that may bring more than `low`. It is played at once, without a look into the table.
        forced: Option<M>,
        /// What [`SearchHints::candidates`] and [`SearchHints::bounds`] need not find out again.
        sight: S,
        /// How good the position looks for the side to move, to decide which of several is tried first.
        ordering: Score,
    },
}

/// What a game knows that makes a search of it shorter. Everything but the rules may be left out.
pub trait SearchHints: Finite + Keyed {
    /// What a survey sees and the next steps use.
    type Sight: Clone + fmt::Debug + Send + Sync;

    /// Whether turns alternate and nobody is ever to move in a game already won: then the side to move can win in 1, 3,
    /// 5… plies only, and lose in 0, 2, 4….
    const WINS_ON_OWN_MOVE: bool = false;

    /// Looks at any position: bounds that cost next to nothing, forced moves, promise.
    fn static_eval(&self, position: &Self::Position) -> StaticEval<Self::Move, Self::Sight>;

    /// The same for a position that a candidate or a forced move has led to, of which more may be taken for granted. It is
    /// called for every position met, so it must be cheap.
    #[inline]
    fn static_eval_after(&self, position: &Self::Position) -> StaticEval<Self::Move, Self::Sight> {
        self.static_eval(position)
    }

    /// Appends the moves that may bring more than the lower bound of the survey, promising ones first.
    fn candidates(&self, position: &Self::Position, sight: &Self::Sight, out: &mut Vec<Self::Move>);

    /// A number for a move that means much the same in other positions: what answered a question there is tried sooner
    /// here. `None` where what is seen in a position orders its moves better.
    #[inline]
    fn move_number(&self, _mv: Self::Move) -> Option<u8> {
        None
    }

    /// Bounds of the value that are worth finding where a position would else be searched: what the sides can no longer
    /// reach, or what a pairing strategy secures.
    #[inline]
    fn bounds(&self, _position: &Self::Position, _sight: &Self::Sight) -> (Score, Score) {
        (-SURE, SURE)
    }
}
