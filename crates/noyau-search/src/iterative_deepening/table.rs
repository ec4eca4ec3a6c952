//! What ever deeper searches know of positions: scores to a depth, bounds of them, and best moves.

use super::{Level, Score};
use crate::transposition::{KeyedTable, SharedTable, Work};
use noyau_core::heuristic::WON;

/// What is known of positions: by this search, or by all that share it.
pub(super) enum Table<'a> {
    Own(KeyedTable<u64, DepthEntry>),
    Shared(&'a SharedTable<u64, DepthEntry>),
}

impl Table<'_> {
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Self::Own(table) = self {
            table.prefetch(key);
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<DepthEntry> {
        match self {
            Self::Own(table) => table.get(&key),
            Self::Shared(table) => table.get(&key),
        }
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: DepthEntry) {
        match self {
            Self::Own(table) => table.put(key, entry),
            Self::Shared(table) => table.put(key, entry),
        }
    }
}

/// A decided score as seen from so many plies further down, or up if they are negative.
fn lowered(score: Score, plies: Score) -> Score {
    match score {
        _ if score > WON => score + plies,
        _ if score < -WON => score - plies,
        _ => score,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What the table holds of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthEntry {
    /// Seen from the position itself.
    score: Score,
    depth: u8,
    bound: Bound,
    /// The number of the best move, or the largest there is for none.
    pub(super) index: u8,
}

impl DepthEntry {
    /// A score that was found in a window.
    #[inline]
    pub(super) fn new(score: Score, (alpha, beta): (Score, Score), at: Level, index: u8) -> Self {
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        Self {
            score: lowered(score, at.ply as Score),
            depth: at.depth as u8,
            bound,
            index,
        }
    }

    /// The score, or the bound, if it is deep enough and says enough for a window.
    #[inline]
    pub(super) fn within(self, at: Level, alpha: Score, beta: Score) -> Option<Score> {
        let score = lowered(self.score, -(at.ply as Score));
        let deep = u32::from(self.depth) >= at.depth || score.abs() > WON;
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (deep && tells).then_some(score)
    }
}

impl Work for DepthEntry {
    #[inline]
    fn work(&self) -> u32 {
        self.depth.into()
    }
}
