//! Time and memory limits of a task, and cancellation.
//!
//! The one place where the library reads a clock.
#![expect(clippy::disallowed_types, reason = "the one place that reads a clock")]

use crate::language::Text;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A moment by the monotonic clock: the system's, or in a browser the page's.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use crate::host_clock::Instant;

/// The limits of a task. A task that reaches a limit returns what it has proved so far; that is an answer, not an
/// error.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The maximum memory in bytes.
    pub memory: Option<u64>,
    /// The memory of the process, if the caller can read it.
    pub process: Option<ProcessMemory>,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// The maximum number of positions a search expands.
    pub nodes: Option<u64>,
    /// A cancellation flag, set from outside (Ctrl-C, a closed page).
    pub stop: Option<Arc<AtomicBool>>,
    /// The number of threads; 0 means one per core.
    pub threads: usize,
    /// Where to report progress, if anywhere.
    pub progress: Option<Arc<Progress>>,
}

/// The memory of a process: also what its tasks do not count, such as blocks that were freed and not given back.
#[derive(Debug, Clone, Copy)]
pub struct ProcessMemory {
    /// Reads how many bytes the process has.
    pub read: fn() -> u64,
    /// How many it may have.
    pub most: u64,
}

/// A progress counter, written by a task and read by its display.
#[derive(Debug, Default)]
pub struct Progress {
    /// Steps done.
    pub done: AtomicU64,
    /// Steps known so far; may grow.
    pub total: AtomicU64,
}

/// Measures how long something takes.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since then.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The limit that stopped a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The memory limit.
    Memory,
    /// The deadline.
    Time,
    /// The node limit.
    Nodes,
    /// Cancelled from outside.
    Asked,
}

impl Stopped {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Asked => "interrupted",
        }
    }

    /// The error of an enumeration that this limit stopped after so many positions.
    pub const fn after(self, positions: u64) -> Unfinished {
        Unfinished {
            stopped: self,
            positions,
        }
    }

    /// The text for people.
    pub const fn text(self) -> Text {
        let (en, fr) = match self {
            Self::Memory => (
                "the memory limit was met",
                "la limite de mémoire est atteinte",
            ),
            Self::Time => ("the time limit was met", "la limite de temps est atteinte"),
            Self::Nodes => (
                "the limit of positions was met",
                "la limite de positions est atteinte",
            ),
            Self::Asked => ("it was interrupted", "interruption demandée"),
        };
        Text { en, fr }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().en)
    }
}

impl Error for Stopped {}

/// The limit that stopped an enumeration of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// The limit.
    pub stopped: Stopped,
    /// How many positions were done.
    pub positions: u64,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stopped, positions } = self;
        write!(f, "{stopped} after {positions} positions")
    }
}

impl Error for Unfinished {}

impl Limits {
    /// The same limits with a deadline at most `time` from now.
    #[must_use]
    pub fn for_at_most(mut self, time: Duration) -> Self {
        let then = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, then) {
            (Some(own), Some(then)) => Some(own.min(then)),
            (own, then) => own.or(then),
        };
        self
    }

    /// The time left; `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// The same limits with one `parts`-th of the time left, for the first of `parts` tasks.
    #[must_use]
    pub fn shared(&self, parts: u32) -> Self {
        let now = Instant::now();
        let left = |deadline: Instant| deadline.saturating_duration_since(now) / parts.max(1);
        Self {
            deadline: self.deadline.map(|deadline| now + left(deadline)),
            ..self.clone()
        }
    }

    /// Whether a task that uses `bytes` of memory may continue. Cheap, but not free: call it every few thousand
    /// steps.
    pub fn check(&self, bytes: u64) -> Result<(), Stopped> {
        self.check_growth(bytes, 0)
    }

    /// Whether a task that uses `bytes` of memory may take `more` at once.
    pub fn check_growth(&self, bytes: u64, more: u64) -> Result<(), Stopped> {
        if self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return Err(Stopped::Asked);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Stopped::Time);
        }
        let exceeds = |held: u64, most: u64| held.saturating_add(more) > most;
        let own = self.memory.is_some_and(|most| exceeds(bytes, most));
        if own || self.process.is_some_and(|of| exceeds((of.read)(), of.most)) {
            return Err(Stopped::Memory);
        }
        Ok(())
    }

    /// Whether a search that has expanded `nodes` positions may continue.
    #[inline]
    pub fn check_nodes(&self, nodes: u64) -> Result<(), Stopped> {
        match self.nodes {
            Some(most) if nodes >= most => Err(Stopped::Nodes),
            _ => Ok(()),
        }
    }

    /// Reports progress.
    pub fn report(&self, done: u64, total: u64) {
        if let Some(progress) = &self.progress {
            progress.done.store(done, Ordering::Relaxed);
            progress.total.store(total, Ordering::Relaxed);
        }
    }

    /// The number of threads to use.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => crate::parallel::available(),
            n => n,
        }
    }
}
