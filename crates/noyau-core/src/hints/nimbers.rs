//! Impartial games that decompose into parts with known nimbers.
//!
//! The nimber of a sum is the XOR of the nimbers of its parts (Sprague 1935, Grundy 1939), so solving single heaps
//! solves sums of any number of heaps.

use crate::game::Impartial;
use crate::limits::{Limits, Stopped};
use crate::sum::Splits;
use std::fmt::Debug;

/// An impartial game whose indivisible parts have known nimbers under normal play.
pub trait PartNimbers: Impartial + Splits {
    /// A table of small parts, built once.
    type Precomputed: Debug;

    /// Whether a position is such a sum.
    fn applies(&self, _: &Self::Position) -> bool {
        self.is_normal_play()
    }

    /// Whether there are too many positions to enumerate.
    fn is_large(&self) -> bool;

    /// An upper bound on the number of moves of a position that may have more than memory can hold; 0 if none has.
    fn most_moves(&self, _: &Self::Position) -> u64 {
        0
    }

    /// Builds the table for [`part_nimber`](Self::part_nimber).
    fn precompute(&self, limits: &Limits) -> Result<Self::Precomputed, Stopped>;

    /// The nimber of a part that does not split further.
    fn part_nimber(&self, precomputed: &Self::Precomputed, part: &Self::Position) -> u32;
}

/// The nimber of any position.
pub fn nimber<G: PartNimbers>(
    game: &G,
    precomputed: &G::Precomputed,
    position: &G::Position,
    parts: &mut Vec<G::Position>,
) -> u32 {
    parts.clear();
    game.split(position, parts);
    parts
        .iter()
        .fold(0, |sum, part| sum ^ game.part_nimber(precomputed, part))
}
