//! What a run works on and with.

use super::NotSolved;
use crate::checkpoint::Checkpoints;
use noyau_core::by_number::ByNumber;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::{lock, unlocked};
use std::sync::Mutex;

/// A game, where its tiers are kept, and the bounds.
pub(super) struct Work<'a> {
    pub(super) game: &'a dyn ByNumber,
    pub(super) checkpoints: &'a Checkpoints<'a>,
    pub(super) limits: &'a Limits,
}

/// Which limit was met, told by whichever thread met it first.
#[derive(Debug, Default)]
pub(super) struct Stopping(Mutex<Option<Stopped>>);

impl Stopping {
    /// Whether to go on with so many bytes held. To be asked every few thousand positions.
    pub(super) fn goes_on(&self, limits: &Limits, bytes: u64) -> bool {
        let mut stopped = lock(&self.0);
        if stopped.is_none() {
            *stopped = limits.check(bytes).err();
        }
        stopped.is_none()
    }

    pub(super) fn result(self) -> Result<(), NotSolved> {
        match unlocked(self.0) {
            None => Ok(()),
            Some(stopped) => Err(NotSolved::Stopped(stopped)),
        }
    }
}
