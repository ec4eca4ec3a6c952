//! What Monte-Carlo tree search asks of a game beyond its rules: how simulated games go on, what to expect of moves that have
//! not been tried, and which moves are of a kind.
//!
//! Nothing of it changes what is proved: ends and tables alone decide.

use crate::game::Game;
use crate::random::SplitMix;
use std::fmt;

/// What a move is expected to bring, as if it had been tried before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// How many of them would have been won.
    pub won: f32,
    /// As if so many simulations had been made.
    pub of: f32,
}

impl Expected {
    /// Adds simulations, all won or all lost.
    pub fn add(&mut self, of: f32, won: bool) {
        self.of += of;
        self.won += if won { of } else { 0.0 };
    }
}

/// A game that knows how it is usually played.
pub trait Guide: Game {
    /// How many kinds of moves there are.
    fn kinds(&self) -> usize;

    /// The kind of a move, below [`kinds`](Self::kinds): moves of a kind by one side bring much the same, sooner or later.
    fn kind(&self, mv: Self::Move) -> Option<usize>;

    /// A legal move that play might go on with after that last one, or `None` where it is over.
    fn likely_move(
        &self,
        position: &Self::Position,
        last: Option<Self::Move>,
        random: &mut SplitMix,
    ) -> Option<Self::Move>;

    /// Appends what to expect of each of the moves of a position, which was reached by that last one.
    fn expect(
        &self,
        position: &Self::Position,
        last: Option<Self::Move>,
        moves: &[Self::Move],
        out: &mut Vec<Expected>,
    );
}

/// What [`Guide::likely_move`] is.
pub type LikelyMove<G> = fn(
    &G,
    &<G as Game>::Position,
    Option<<G as Game>::Move>,
    &mut SplitMix,
) -> Option<<G as Game>::Move>;

/// What [`Guide::expect`] is.
pub type Expect<G> = fn(
    &G,
    &<G as Game>::Position,
    Option<<G as Game>::Move>,
    &[<G as Game>::Move],
    &mut Vec<Expected>,
);

/// The functions of [`Guide`], without the trait bound.
pub struct GuideOf<G: Game> {
    /// See [`Guide::kinds`].
    pub kinds: fn(&G) -> usize,
    /// See [`Guide::kind`].
    pub kind: fn(&G, G::Move) -> Option<usize>,
    /// See [`Guide::likely_move`].
    pub likely_move: LikelyMove<G>,
    /// See [`Guide::expect`].
    pub expect: Expect<G>,
}

impl<G: Guide> GuideOf<G> {
    /// Those of a game.
    pub const fn new() -> Self {
        Self {
            kinds: G::kinds,
            kind: G::kind,
            likely_move: G::likely_move,
            expect: G::expect,
        }
    }
}

impl<G: Guide> Default for GuideOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> fmt::Debug for GuideOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuideOf").finish_non_exhaustive()
    }
}
