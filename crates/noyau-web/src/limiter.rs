//! Limits CPU-bound requests: a semaphore permit each, a short queue for them, and the error `busy` beyond it.

use crate::error::{ApiError, ErrorKind};
use noyau::limits::Limits;
use noyau::message;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The maximum wait for a permit.
const MAX_WAIT: Duration = Duration::from_secs(15);

/// The queue length per permit.
const QUEUE_PER_PERMIT: usize = 32;

/// Limits the number of concurrent CPU-bound tasks, and the resources of each.
#[derive(Debug)]
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    queued: AtomicUsize,
    max_queued: usize,
    /// The memory limit of a task in bytes.
    memory: u64,
    /// The time limit of a task in seconds.
    seconds: f64,
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
    pub(crate) fn new(tasks: usize, memory: u64, seconds: f64) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(tasks)),
            queued: AtomicUsize::new(0),
            max_queued: QUEUE_PER_PERMIT * tasks,
            memory,
            seconds,
        }
    }

    /// Runs a task on a blocking thread, for at most `seconds` from its start, and never longer than the server
    /// allows.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        seconds: Option<f64>,
        task: impl FnOnce(Limits) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            permit
        } else {
            let before = self.queued.fetch_add(1, Ordering::Relaxed);
            let slot = QueueSlot(&self.queued);
            if before >= self.max_queued {
                return Err(busy());
            }
            let turn = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.permits).acquire_owned());
            let permit = turn.await.map_err(|_| busy())?.map_err(|_| busy())?;
            drop(slot);
            permit
        };
        let cancel = CancelOnDrop(Arc::new(AtomicBool::new(false)));
        let seconds = seconds.filter(|seconds| !seconds.is_nan()).unwrap_or(2.0);
        let seconds = seconds.min(self.seconds).max(0.01);
        let limits = Limits {
            memory: Some(self.memory),
            deadline: Instant::now().checked_add(Duration::from_secs_f64(seconds)),
            nodes: None,
            stop: Some(Arc::clone(&cancel.0)),
            threads: 1,
            progress: None,
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = task(limits);
            drop(permit);
            result
        });
        let result = done.await;
        drop(cancel);
        result.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}
