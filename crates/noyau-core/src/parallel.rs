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

/// How many threads can run at the same time: one per core, or in a browser as many as share its memory.
pub fn available() -> usize {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return crate::host_threads::count();
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the tasks in parallel, the first on the current thread, and returns their results in order.
pub fn in_parallel<T: Send, F: FnOnce() -> T + Send>(tasks: impl IntoIterator<Item = F>) -> Vec<T> {
    results(tasks, None).into_iter().flatten().collect()
}

/// The same on threads with a stack of so many bytes; `None` for a task that has found no such thread.
pub fn in_parallel_with_stack<T: Send, F: FnOnce() -> T + Send>(
    stack: usize,
    tasks: impl IntoIterator<Item = F>,
) -> Vec<Option<T>> {
    results(tasks, Some(stack))
}

fn results<T: Send, F: FnOnce() -> T + Send>(
    tasks: impl IntoIterator<Item = F>,
    stack: Option<usize>,
) -> Vec<Option<T>> {
    let tasks: Vec<F> = tasks.into_iter().collect();
    let mut results: Vec<Option<T>> = tasks.iter().map(|_| None).collect();
    let places = results.iter_mut().zip(tasks);
    run_all(
        places
            .map(|(place, task)| -> Task<'_> { Box::new(|| *place = Some(task())) })
            .collect(),
        stack,
    );
    results
}

/// A type-erased task.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The only function that spawns threads, for type-erased tasks: the spawning code is long and would be compiled
/// for every solver of every game.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn run_all(tasks: Vec<Task<'_>>, stack: Option<usize>) {
    let mut tasks = tasks.into_iter();
    // The current thread has the stack that it has.
    let first = if stack.is_none() { tasks.next() } else { None };
    std::thread::scope(|scope| {
        let start = |task| match stack {
            None => Some(scope.spawn(task)),
            Some(bytes) => {
                let thread = std::thread::Builder::new().stack_size(bytes);
                thread.spawn_scoped(scope, task).ok()
            }
        };
        let others: Vec<_> = tasks.map(start).collect();
        if let Some(first) = first {
            first();
        }
        for other in others.into_iter().flatten() {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn run_all(tasks: Vec<Task<'_>>, stack: Option<usize>) {
    if stack.is_none_or(|bytes| bytes <= crate::host_threads::STACK) {
        crate::host_threads::run(tasks);
    }
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
