//! Game knowledge beyond the rules that speeds up an exact search.
//!
//! A search works with *scores* for the side to move, larger is better. In games with points a score is the margin
//! still to come. In other games it is [`win`]`(n)` or [`loss`]`(n)`, `n` plies from the current position, or 0 for
//! a draw, so that quick wins rank above slow ones and slow losses above quick ones.

pub mod bounds;
pub mod nimbers;
mod recent;

pub use recent::Recent;

use crate::game::{Game, Outcome, Side};
use crate::points::Points;
use std::fmt;

/// The value of a position in a search, for the side to move.
pub type Score = i32;

/// Exceeds any margin and any number of plies: scores lie between −`SURE` and `SURE`.
pub const SURE: Score = 1 << 14;

/// A point in the scores of [`SearchHints::look_ahead`], so that they tell apart what is close.
pub const FINE: Score = 8;

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
    /// The number of bits of a key, at most 128 less those of a score. Fewer make a smaller table.
    fn key_bits(&self) -> u32 {
        64
    }

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

    /// A better score for move ordering than that of the static evaluation, from a search to a small depth, in parts of
    /// [`FINE`]. It is asked of what a candidate leads to from `parent`, only where nothing else says which candidate to
    /// try first; `None` where the static order will do, for all candidates of a position alike. A score at or beyond an
    /// end of the `window` need not be told apart from others there. Of `solved` tiers, from the first on, tables most
    /// likely have the positions, so that a mistake there costs little.
    #[inline]
    fn look_ahead(
        &self,
        _parent: &Self::Position,
        _child: &Self::Position,
        _window: (Score, Score),
        _solved: u32,
    ) -> Option<Score> {
        None
    }

    /// Bounds worth computing before a position is searched: what the sides can no longer reach, what a pairing
    /// strategy guarantees, or what a search of the game's own finds. It is asked whether the score is at least `wanted`:
    /// bounds that do not tell need not be computed.
    #[inline]
    fn bounds(
        &self,
        _position: &Self::Position,
        _sight: &Self::Sight,
        _wanted: Score,
    ) -> (Score, Score) {
        (-SURE, SURE)
    }

    /// Whether a position is so near the end that [`finish`](Self::finish) searches it. It is then neither looked up nor
    /// kept in the transposition table, which would take longer than searching it again.
    #[inline]
    fn near_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The bounds of a position near the end, in place of [`bounds`](Self::bounds), with a small table of the thread's,
    /// which also counts the positions that are opened. The search goes on where they do not answer the question.
    #[inline]
    fn finish(
        &self,
        position: &Self::Position,
        sight: &Self::Sight,
        wanted: Score,
        _recent: &mut Recent,
    ) -> (Score, Score) {
        self.bounds(position, sight, wanted)
    }
}

/// A game without hints: its moves are searched in their order.
#[derive(Debug)]
pub struct Unhinted<'a, G>(pub &'a G);

impl<G: Game> Game for Unhinted<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) {
        self.0.moves(position, out);
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }

    fn keeps_turn(&self, position: &G::Position, mv: G::Move) -> bool {
        self.0.keeps_turn(position, mv)
    }

    fn to_move(&self, position: &G::Position) -> Option<Side> {
        self.0.to_move(position)
    }
}

impl<G: Points> Points for Unhinted<'_, G> {
    const ALONG_MOVES: bool = G::ALONG_MOVES;

    fn gain(&self, position: &G::Position, mv: G::Move) -> i32 {
        self.0.gain(position, mv)
    }

    fn settle(&self, position: &G::Position) -> (i32, i32) {
        self.0.settle(position)
    }
}

impl<G: Finite> Finite for Unhinted<'_, G> {
    fn most_plies(&self, position: &G::Position) -> u32 {
        self.0.most_plies(position)
    }
}

impl<G: Keyed> Keyed for Unhinted<'_, G> {
    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn key(&self, position: &G::Position) -> u128 {
        self.0.key(position)
    }
}

impl<G: Finite + Keyed> SearchHints for Unhinted<'_, G> {
    type Sight = ();

    fn static_eval(&self, position: &G::Position) -> StaticEval<G::Move, ()> {
        match self.outcome(position) {
            Some(_) => StaticEval::Over,
            None => StaticEval::Open {
                low: -SURE,
                high: SURE,
                forced: None,
                sight: (),
                ordering: 0,
            },
        }
    }

    fn candidates(&self, position: &G::Position, (): &(), out: &mut Vec<G::Move>) {
        self.moves(position, out);
    }
}
