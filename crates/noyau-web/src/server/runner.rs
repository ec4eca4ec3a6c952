//! Runs jobs on threads of the server, one after the other.

use crate::jobs::{AT_ONCE, Job, Runner};
use noyau::parallel::available;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// The threads of jobs, and the memory limit of each in bytes.
pub(super) struct Threads {
    workers: Handle,
    running: Arc<Semaphore>,
    memory: u64,
}

impl Threads {
    pub(super) fn new(workers: Handle, memory: u64) -> Self {
        Self {
            workers,
            running: Arc::new(Semaphore::new(AT_ONCE)),
            memory,
        }
    }
}

impl Runner for Threads {
    fn launch(&self, job: &Arc<Job>) {
        let (job, memory) = (Arc::clone(job), self.memory);
        let turn = Arc::clone(&self.running).acquire_owned();
        let workers = self.workers.clone();
        self.workers.spawn(async move {
            let Ok(permit) = turn.await else {
                return;
            };
            let worker = Arc::clone(&job);
            let done = workers.spawn_blocking(move || {
                // One processor is left for requests.
                worker.run(memory, (available() - 1).max(1));
                drop(permit);
            });
            if done.await.is_err() {
                job.crashed();
            }
        });
    }

    /// A job looks at its flag.
    fn halt(&self, _: &Job) -> bool {
        false
    }

    /// Streams look at its counter.
    fn touched(&self, _: &Job) {}
}
