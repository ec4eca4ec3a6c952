//! The CPU time that the parts of a command take.

use cpu_time::ProcessTime;
use serde::Serialize;

/// Measures one part after the other.
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

/// What `--timings` adds to an answer.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct CpuSeconds {
    /// Reading and parsing the file.
    pub(crate) read: f64,
    /// Everything before the predecessors are there.
    pub(crate) build: f64,
    /// The algorithm.
    pub(crate) solve: f64,
}

impl CpuSeconds {
    /// The line for people.
    pub(crate) fn to_text(self, words: [&str; 3]) -> String {
        let [read, build, solve] = words;
        format!(
            "{read} {:.3} s, {build} {:.3} s, {solve} {:.3} s",
            self.read, self.build, self.solve
        )
    }
}
