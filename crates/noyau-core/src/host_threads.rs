//! The threads of a target that starts none of its own: WebAssembly in a browser, where web workers share the memory.
//! The crate around the library keeps them.

#![allow(
    unsafe_code,
    reason = "functions of another crate are declared, and tasks given to it that borrow"
)]

use crate::parallel::Task;

/// The bytes of the stack that a thread of the host has at least.
pub const STACK: usize = 3 << 20;

// SAFETY: the crate around the library defines both as they are declared here.
unsafe extern "Rust" {
    /// How many threads there are, with the current one.
    #[link_name = "noyau_threads"]
    safe fn threads() -> usize;
    /// Runs all tasks, the first on the current thread, and returns when they have ended.
    #[link_name = "noyau_run_tasks"]
    safe fn run_tasks(tasks: Vec<Task<'static>>);
}

pub(crate) fn count() -> usize {
    threads()
}

pub(crate) fn run(tasks: Vec<Task<'_>>) {
    // SAFETY: no task is left when `run_tasks` returns, and nothing unwinds on this target.
    run_tasks(unsafe { std::mem::transmute::<Vec<Task<'_>>, Vec<Task<'static>>>(tasks) });
}
