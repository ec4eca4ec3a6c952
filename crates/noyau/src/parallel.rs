//! Work on several threads. What is done by which thread never shows in a result.

use std::sync::{Mutex, PoisonError};

/// Runs the tasks, each but the first on a thread of its own, and gives what they give in their order.
pub(crate) fn in_parallel<T: Send, F: FnOnce() -> T + Send>(
    tasks: impl IntoIterator<Item = F>,
) -> Vec<T> {
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else {
        return Vec::new();
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = tasks.map(|task| scope.spawn(task)).collect();
        let mut results = vec![first()];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// Does each job once; a thread that is done with one takes the next. Each thread works with a scratch of its own.
pub(crate) fn for_each_job<J: Send, S>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) + Sync,
) {
    let jobs = Mutex::new(jobs);
    in_parallel((0..threads).map(|_| {
        || {
            let mut scratch = scratch();
            loop {
                let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(job) = next else { break };
                work(&mut scratch, job);
            }
        }
    }));
}
