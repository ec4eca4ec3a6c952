//! Work on several threads. What is done by which thread never shows in a result.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after another thread panicked with it: the panic itself is reported elsewhere.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of a mutex, also after a thread panicked with it.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the tasks, each but the first on a thread of its own, and gives what they give in their order.
pub fn in_parallel<T: Send, F: FnOnce() -> T + Send>(tasks: impl IntoIterator<Item = F>) -> Vec<T> {
    let tasks: Vec<F> = tasks.into_iter().collect();
    let mut results: Vec<Option<T>> = tasks.iter().map(|_| None).collect();
    let places = results.iter_mut().zip(tasks);
    run_all(
        places
            .map(|(place, task)| -> Task<'_> { Box::new(|| *place = Some(task())) })
            .collect(),
    );
    results.into_iter().flatten().collect()
}

type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Threads are started here alone, and for tasks without a type of their own: the code that starts one is long, and
/// every solver of every game would have its own.
fn run_all(tasks: Vec<Task<'_>>) {
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else {
        return;
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = tasks.map(|task| scope.spawn(task)).collect();
        first();
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Does each job once; a thread that is done with one takes the next. Each thread works with a scratch of its own; what
/// is in them at the end comes back, in no order that means anything.
pub fn for_each_job<J: Send, S: Send>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) + Sync,
) -> Vec<S> {
    let jobs = Mutex::new(jobs);
    in_parallel((0..threads).map(|_| {
        || {
            let mut scratch = scratch();
            loop {
                let next = lock(&jobs).next();
                let Some(job) = next else { break };
                work(&mut scratch, job);
            }
            scratch
        }
    }))
}
