//! Whether the run goes on, and if not, why not.

use crate::failure::NotDone;
use noyau::limits::{Limits, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Shared by the workers of a process and by who watches over the others.
#[derive(Debug)]
pub(crate) struct Stop {
    limits: Limits,
    is_set: AtomicBool,
    why: Mutex<Option<NotDone>>,
}

impl Stop {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            // What the workers hold is counted by each of them.
            limits: Limits {
                memory: None,
                ..limits
            },
            is_set: AtomicBool::new(false),
            why: Mutex::new(None),
        }
    }

    /// Ends the run, unless it has been ended already: the first reason is the one that counts.
    pub(crate) fn end(&self, why: NotDone) {
        let mut held = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        held.get_or_insert(why);
        self.is_set.store(true, Ordering::Release);
    }

    /// Why it was ended, if it was.
    pub(crate) fn take(&self) -> Option<NotDone> {
        let mut held = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        held.take()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }

    pub(crate) fn check(&self) -> Result<(), NotDone> {
        if self.is_set() {
            return Err(NotDone::Stopped(Stopped::Asked));
        }
        self.limits.check(0).map_err(NotDone::Stopped)
    }

    pub(crate) fn report(&self, done: u64, total: u64) {
        self.limits.report(done, total);
    }
}
