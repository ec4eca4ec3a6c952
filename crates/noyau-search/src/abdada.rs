//! Which positions near the root are being searched by some thread, so that two threads seldom search the same one (Weill 1996,
//! ABDADA): a thread defers what another one searches while it has something else to do.

use noyau_core::limits::Stopped;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a thread breaks off a question.
pub(super) enum Break {
    Stopped(Stopped),
    /// The table is full and may grow.
    Full,
    /// Another thread has the answer.
    Answered,
}

impl From<Stopped> for Break {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// Threads tell each other what they search down to this ply.
pub(super) const SHARED_PLIES: u32 = 22;

/// The marks of the positions in flight. Another position may have the same mark: then it is deferred in vain, or is not
/// deferred, and no answer changes.
#[derive(Debug)]
pub(super) struct InFlight(Vec<AtomicU64>);

impl InFlight {
    const SLOTS: usize = 1 << 14;

    pub(super) fn among(threads: usize) -> Self {
        let slots = if threads > 1 { Self::SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there is more than one thread.
    #[inline]
    pub(super) fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// The slot and the mark of a position; `None` where positions are not marked.
    #[inline]
    fn slot(&self, mark: u64, ply: u32) -> Option<(&AtomicU64, u64)> {
        if self.0.is_empty() || ply >= SHARED_PLIES {
            return None;
        }
        Some((&self.0[mark as usize % Self::SLOTS], mark))
    }

    #[inline]
    pub(super) fn enter(&self, mark: u64, ply: u32) {
        if let Some((slot, mark)) = self.slot(mark, ply) {
            slot.store(mark, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn leave(&self, mark: u64, ply: u32) {
        if let Some((slot, _)) = self.slot(mark, ply) {
            slot.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn holds(&self, mark: u64, ply: u32) -> bool {
        self.slot(mark, ply)
            .is_some_and(|(slot, mark)| slot.load(Ordering::Relaxed) == mark)
    }
}
