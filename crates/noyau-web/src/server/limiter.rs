//! Limits CPU-bound requests: a semaphore permit each, a short queue for them, and the error `busy` beyond it.
//!
//! Solves and jobs run on threads of a lower priority than those that answer. Requests that take milliseconds have
//! permits and threads of their own, so that they never wait for a solve; brief solves have permits of their own, so that a
//! first value is soon there while others think.

use super::{STACK, Settings};
use crate::Allowance;
use crate::error::{ApiError, ErrorKind};
use noyau::limits::Limits;
use noyau::message;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum wait for a permit.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// The time limit for receiving a body.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The queue length per permit, and the longest queue.
const QUEUE_PER_PERMIT: usize = 32;
const LONGEST_QUEUE: usize = 128;

/// Solves of at most so many seconds are brief: they have no time to fill their memory.
const BRIEF: f64 = 0.25;

/// Limits the number of concurrent CPU-bound tasks, and the resources of each.
#[derive(Debug)]
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    /// The permits of brief solves.
    brief: Arc<Semaphore>,
    /// The permits of requests that take milliseconds.
    short: Arc<Semaphore>,
    workers: Handle,
    queued: AtomicUsize,
    max_queued: usize,
    tasks: usize,
    allowance: Allowance,
}

/// Cancels a task when its client disconnects, which drops the waiting future.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A slot in the queue, released on drop.
struct QueueSlot<'a>(&'a AtomicUsize);

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn busy() -> ApiError {
    ApiError::new(
        ErrorKind::Busy,
        message!(
            "too much is being worked out at once: try again in a moment",
            "trop de calculs à la fois : réessayez dans un instant"
        ),
    )
}

impl Limiter {
    pub(crate) fn new(settings: &Settings, allowance: Allowance, workers: Handle) -> Self {
        let tasks = settings.solves.max(1);
        let short = noyau::parallel::available().max(2);
        Self {
            permits: Arc::new(Semaphore::new(tasks)),
            brief: Arc::new(Semaphore::new(tasks)),
            short: Arc::new(Semaphore::new(short)),
            workers,
            queued: AtomicUsize::new(0),
            max_queued: (QUEUE_PER_PERMIT * tasks).min(LONGEST_QUEUE),
            tasks,
            allowance,
        }
    }

    /// The maximum number of solves that run or wait.
    pub(crate) fn most(&self) -> usize {
        2 * self.tasks + self.max_queued
    }

    /// Runs a task of a few milliseconds.
    pub(crate) async fn run_short<T: Send + 'static>(
        &self,
        task: impl FnOnce(Limits) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.short).acquire_owned());
        let permit = turn.await.map_err(|_| busy())?.map_err(|_| busy())?;
        self.run_with(permit, &Handle::current(), None, task).await
    }

    /// Runs a task on a thread of low priority, for at most `seconds` from its start, and never longer than the server
    /// allows.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        seconds: Option<f64>,
        task: impl FnOnce(Limits) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permits = match seconds {
            Some(seconds) if seconds <= BRIEF => &self.brief,
            _ => &self.permits,
        };
        let permit = if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
            permit
        } else {
            let before = self.queued.fetch_add(1, Ordering::Relaxed);
            let slot = QueueSlot(&self.queued);
            if before >= self.max_queued {
                return Err(busy());
            }
            let turn = tokio::time::timeout(MAX_WAIT, Arc::clone(permits).acquire_owned());
            let permit = turn.await.map_err(|_| busy())?.map_err(|_| busy())?;
            drop(slot);
            permit
        };
        self.run_with(permit, &self.workers, seconds, task).await
    }

    async fn run_with<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        threads: &Handle,
        seconds: Option<f64>,
        task: impl FnOnce(Limits) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let cancel = CancelOnDrop(Arc::new(AtomicBool::new(false)));
        let limits = self.allowance.limits(seconds, Some(Arc::clone(&cancel.0)));
        let done = threads.spawn_blocking(move || {
            let result = task(limits);
            drop(permit);
            result
        });
        let result = done.await;
        drop(cancel);
        result.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}

/// The threads of solves and jobs.
pub(crate) fn workers() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK)
        .on_thread_start(lower_priority)
        .build()
}

/// Lowers the priority of this thread, and of the threads that it starts.
fn lower_priority() {
    // Elsewhere this would concern the whole process.
    #[cfg(target_os = "linux")]
    {
        // Without it requests only wait a little longer.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}
