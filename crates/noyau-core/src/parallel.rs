//! Parallel work. Results never depend on which thread does what.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex and ignores poisoning: the panic itself is reported elsewhere.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of a mutex, ignoring poisoning.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the tasks in parallel, the first on the current thread, and returns their results in order.
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

/// The only function that spawns threads, for type-erased tasks: the spawning code is long and would be compiled
/// for every solver of every game.
fn run_all(tasks: Vec<Task<'_>>) {
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else {
        return;
    };
    // A browser without shared memory has one thread: tasks never wait for each other.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) || tasks.len() == 0 {
        first();
        tasks.for_each(|task| task());
        return;
    }
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

/// Runs each job once; an idle thread takes the next job. Each thread has its own scratch value; the scratch values
/// are returned in arbitrary order.
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
