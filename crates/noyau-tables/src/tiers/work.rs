//! What a run works on and with.

use super::NotSolved;
use super::reach::numbers_of;
use crate::checkpoint::Shelf;
use noyau_core::index::Index;
use noyau_core::limits::{Limits, Stopped};
use std::sync::{Mutex, PoisonError};

/// A game, where its tiers are kept, and the bounds.
pub(super) struct Work<'a, G> {
    pub(super) game: &'a G,
    pub(super) shelf: &'a Shelf<'a>,
    pub(super) limits: &'a Limits,
}

/// Which limit was met, told by whichever thread met it first.
#[derive(Debug, Default)]
pub(super) struct Stopping(Mutex<Option<Stopped>>);

impl Stopping {
    /// Whether to go on with so many bytes held. To be asked every few thousand positions.
    pub(super) fn goes_on(&self, limits: &Limits, bytes: u64) -> bool {
        let mut stopped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped.is_none() {
            *stopped = limits.check(bytes).err();
        }
        stopped.is_none()
    }

    pub(super) fn result(self) -> Result<(), NotSolved> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(stopped) => Err(NotSolved::Stopped(stopped)),
        }
    }
}

impl<G: Index> Work<'_, G> {
    /// The numbers of a tier's positions, ascending, if the shelf knows them.
    pub(super) fn enumerated(&self, tier: u32) -> Result<Option<Vec<u64>>, NotSolved> {
        if self.shelf.is_solved(tier)? {
            let solved = self.shelf.solved(tier)?;
            return Ok(solved.map(|solved| numbers_of(solved.numbers, &solved.values)));
        }
        Ok(self.shelf.keys(tier)?)
    }
}
