//! The threads of the library: the worker that is asked, and web workers that share its memory and help.
//!
//! A worker that computes cannot start another one, so helpers are started ahead and wait for tasks. A task that no helper
//! takes is run by the thread that needs it: one thread alone does all the work too.

#![allow(
    unsafe_code,
    reason = "exported names and functions for the library are declared with it"
)]

use noyau_core::host_threads::STACK;
use noyau_core::limits::Instant;
use noyau_core::parallel::{Task, lock};
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// How often a thread that waits for helpers reads the clock: the host tells the progress of a job then.
const MOMENT: Duration = Duration::from_millis(100);

/// The tasks that one call runs.
struct Batch {
    left: Mutex<usize>,
    ended: Condvar,
}

/// A task that waits for a thread.
struct Waiting {
    task: Task<'static>,
    batch: Arc<Batch>,
}

impl Waiting {
    fn run(self) {
        (self.task)();
        *lock(&self.batch.left) -= 1;
        self.batch.ended.notify_one();
    }
}

static QUEUE: Mutex<VecDeque<Waiting>> = Mutex::new(VecDeque::new());
static ADDED: Condvar = Condvar::new();
static HELPERS: AtomicUsize = AtomicUsize::new(0);
/// How many tasks helpers have run.
static HELPED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static IS_HELPER: Cell<bool> = const { Cell::new(false) };
}

/// Says how many threads there will be, with the current one.
pub(crate) fn expect(threads: usize) {
    HELPERS.store(threads.saturating_sub(1), Ordering::Relaxed);
}

pub(crate) fn is_helper() -> bool {
    IS_HELPER.get()
}

pub(crate) fn helped() -> u64 {
    HELPED.load(Ordering::Relaxed)
}

#[unsafe(no_mangle)]
fn noyau_threads() -> usize {
    1 + HELPERS.load(Ordering::Relaxed)
}

#[unsafe(no_mangle)]
fn noyau_run_tasks(tasks: Vec<Task<'static>>) {
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else {
        return;
    };
    if tasks.len() == 0 || HELPERS.load(Ordering::Relaxed) == 0 {
        first();
        tasks.for_each(|task| task());
        return;
    }
    let batch = Arc::new(Batch {
        left: Mutex::new(tasks.len()),
        ended: Condvar::new(),
    });
    lock(&QUEUE).extend(tasks.map(|task| Waiting {
        task,
        batch: Arc::clone(&batch),
    }));
    ADDED.notify_all();
    first();
    while let Some(waiting) = untaken(&batch) {
        waiting.run();
    }
    loop {
        let left = lock(&batch.left);
        if *left == 0 {
            return;
        }
        drop(batch.ended.wait_timeout(left, MOMENT));
        Instant::now();
    }
}

/// A task of the batch that no helper has taken.
fn untaken(batch: &Arc<Batch>) -> Option<Waiting> {
    let mut queue = lock(&QUEUE);
    let place = queue
        .iter()
        .position(|one| Arc::ptr_eq(&one.batch, batch))?;
    queue.remove(place)
}

/// The end of a new stack for a helper; so many bytes follow for what is the helper's own.
#[unsafe(no_mangle)]
extern "C" fn make_room(own: usize) -> *mut u8 {
    /// The alignment of the stack.
    #[repr(align(64))]
    struct Line(#[allow(dead_code, reason = "only its size counts")] [u8; 64]);
    let lines = STACK / size_of::<Line>();
    let room = Vec::<Line>::with_capacity(lines + own.div_ceil(size_of::<Line>()));
    room.leak().as_mut_ptr().wrapping_add(lines).cast()
}

/// Runs the tasks of other threads, for ever.
#[unsafe(no_mangle)]
extern "C" fn help() {
    IS_HELPER.set(true);
    loop {
        let mut queue = lock(&QUEUE);
        let waiting = loop {
            match queue.pop_front() {
                Some(waiting) => break waiting,
                None => queue = ADDED.wait(queue).unwrap_or_else(|error| error.into_inner()),
            }
        };
        drop(queue);
        HELPED.fetch_add(1, Ordering::Relaxed);
        waiting.run();
    }
}
