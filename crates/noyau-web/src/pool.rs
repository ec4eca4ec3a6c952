//! Work that keeps a processor busy: so many at once, a short queue, and then a refusal.

use crate::refusal::{Kind, Refusal};
use noyau::limits::Limits;
use noyau::message;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(15);

/// How many wait for each that runs.
const WAITING: usize = 32;

/// So many tasks at once.
#[derive(Debug)]
pub(crate) struct Pool {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// The most bytes of memory of a task.
    memory: u64,
    /// The most seconds of a task.
    seconds: f64,
}

/// Stops a task when whoever asked for it has gone: the future that waits for it is dropped then.
struct Leash(Arc<AtomicBool>);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One more that waits, as long as it lives.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn busy() -> Refusal {
    Refusal::new(
        Kind::Busy,
        message!(
            "too much is being worked out at once: try again in a moment",
            "trop de calculs à la fois : réessayez dans un instant"
        ),
    )
}

impl Pool {
    pub(crate) fn new(tasks: usize, memory: u64, seconds: f64) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(tasks)),
            waiting: AtomicUsize::new(0),
            most_waiting: WAITING * tasks,
            memory,
            seconds,
        }
    }

    /// Runs a task on a thread of its own, within `seconds` from when it begins, or the server's own limit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        seconds: Option<f64>,
        task: impl FnOnce(&Limits) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            permit
        } else {
            if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                return Err(busy());
            }
            let waiting = Waiting(&self.waiting);
            let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.permits).acquire_owned());
            let permit = turn.await.map_err(|_| busy())?.map_err(|_| busy())?;
            drop(waiting);
            permit
        };
        let leash = Leash(Arc::new(AtomicBool::new(false)));
        // What is no number is as good as nothing said.
        let seconds = seconds.filter(|seconds| !seconds.is_nan()).unwrap_or(2.0);
        let seconds = seconds.min(self.seconds).max(0.01);
        let limits = Limits {
            memory: Some(self.memory),
            deadline: Instant::now().checked_add(Duration::from_secs_f64(seconds)),
            nodes: None,
            stop: Some(Arc::clone(&leash.0)),
            threads: 1,
            progress: None,
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = task(&limits);
            drop(permit);
            result
        });
        let result = done.await;
        drop(leash);
        result.unwrap_or_else(|_| {
            Err(Refusal::new(
                Kind::Internal,
                message!(
                    "something went wrong here that should not: please tell the makers of noyau",
                    "quelque chose s'est mal passé ici, à tort : prévenez les auteurs de noyau"
                ),
            ))
        })
    }
}
