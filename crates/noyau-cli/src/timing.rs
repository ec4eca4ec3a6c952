//! The CPU time of the phases of a command.

use cpu_time::ProcessTime;

/// Measures consecutive phases.
#[derive(Debug)]
pub(crate) struct Clock {
    since: ProcessTime,
}

impl Clock {
    /// Starts measuring.
    pub(crate) fn start() -> Self {
        Self {
            since: ProcessTime::now(),
        }
    }

    /// The CPU seconds since the last call, of all threads together.
    pub(crate) fn lap(&mut self) -> f64 {
        let now = ProcessTime::now();
        let seconds = now.duration_since(self.since).as_secs_f64();
        self.since = now;
        seconds
    }
}
