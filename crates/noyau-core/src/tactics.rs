//! What searches that play ask of a game beyond its rules: which moves are noisy, when a side cannot wait, and which moves
//! cannot be taken back.
//!
//! Nothing of it changes what a search to a full depth finds: only selective searches use it, and none that is exact.

use crate::game::Game;
use std::fmt;

/// A game that says which moves change a position at once.
pub trait Tactics: Game {
    /// What a move changes at once: above 0 if it seems to win something, more if it seems to win more; below 0 if it
    /// is noisy but seems to lose something; 0 if it is quiet. A play of noisy moves ends.
    fn noise(&self, position: &Self::Position, mv: Self::Move) -> i32;

    /// Appends the moves that seem to win something, in the order of all moves.
    #[inline]
    fn winning_noise(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        let first = out.len();
        self.moves(position, out);
        let mut kept = first;
        for i in first..out.len() {
            if self.noise(position, out[i]) > 0 {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether the side to move cannot choose a quiet move: in check, or with a capture to make. Then no opinion counts.
    #[inline]
    fn is_forced(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The position with the other side to move, where a side that passes is hardly ever better off than one that moves
    /// (no zugzwang); `None` elsewhere.
    #[inline]
    fn passed(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether no play leads back to the position once the move has been played.
    fn is_irreversible(&self, position: &Self::Position, mv: Self::Move) -> bool;
}

/// The functions of [`Tactics`], without the trait bound.
pub struct TacticsOf<G: Game> {
    /// See [`Tactics::noise`].
    pub noise: fn(&G, &G::Position, G::Move) -> i32,
    /// See [`Tactics::winning_noise`].
    pub winning_noise: fn(&G, &G::Position, &mut Vec<G::Move>),
    /// See [`Tactics::is_forced`].
    pub is_forced: fn(&G, &G::Position) -> bool,
    /// See [`Tactics::passed`].
    pub passed: fn(&G, &G::Position) -> Option<G::Position>,
    /// See [`Tactics::is_irreversible`].
    pub is_irreversible: fn(&G, &G::Position, G::Move) -> bool,
}

impl<G: Game> TacticsOf<G> {
    /// Those of a game of which nothing is known.
    pub const NONE: Self = Self {
        noise: |_, _, _| 0,
        winning_noise: |_, _, _| (),
        is_forced: |_, _| false,
        passed: |_, _| None,
        is_irreversible: |_, _, _| false,
    };
}

impl<G: Tactics> TacticsOf<G> {
    /// Those of a game.
    pub const fn new() -> Self {
        Self {
            noise: G::noise,
            winning_noise: G::winning_noise,
            is_forced: G::is_forced,
            passed: G::passed,
            is_irreversible: G::is_irreversible,
        }
    }
}

impl<G: Tactics> Default for TacticsOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> fmt::Debug for TacticsOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TacticsOf").finish_non_exhaustive()
    }
}
