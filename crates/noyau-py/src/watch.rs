//! Long work: done without the interpreter, while the calling thread checks for Ctrl-C.

use noyau::language::Message;
use noyau::limits::{Limits, Progress, Stopped};
use noyau::message;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::failure::{LimitReached, said, shown, value_error};

/// How often to check for Ctrl-C.
const EVERY: Duration = Duration::from_millis(50);

/// The stack of the worker thread: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A whole number from 0, from an argument of any size.
pub(crate) fn whole<T: TryFrom<i128>>(object: &Bound<'_, PyAny>) -> PyResult<T> {
    let number: PyResult<i128> = object.extract();
    let got = shown(object);
    match number {
        Ok(number) if number < 0 => Err(value_error(&message!(
            "{got} is less than 0: a whole number from 0 is wanted",
            "{got} est inférieur à 0 : il faut un nombre entier à partir de 0"
        ))),
        Ok(number) => T::try_from(number).map_err(|_| too_large(&got)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Err(too_large(&got)),
        Err(error) => Err(error),
    }
}

/// The same where the argument may be missing.
pub(crate) fn whole_or_none<T: TryFrom<i128>>(object: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if object.is_none() {
        return Ok(None);
    }
    whole(object).map(Some)
}

fn too_large(got: &str) -> PyErr {
    value_error(&message!(
        "{got} is too large a number here",
        "{got} est un nombre trop grand ici"
    ))
}

/// The limits given by the caller.
#[derive(Debug, Clone, Default)]
pub(crate) struct LimitArgs {
    pub(crate) seconds: Option<f64>,
    pub(crate) memory: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) threads: usize,
}

impl LimitArgs {
    pub(crate) fn new(
        seconds: Option<f64>,
        memory: Option<u64>,
        nodes: Option<u64>,
        threads: usize,
    ) -> Self {
        Self {
            seconds,
            memory,
            nodes,
            threads,
        }
    }

    /// The limits, and the flag that stops the task.
    pub(crate) fn limits(&self) -> PyResult<(Limits, Arc<AtomicBool>)> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut limits = Limits {
            memory: self.memory,
            nodes: self.nodes,
            threads: self.threads,
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        if let Some(seconds) = self.seconds {
            let Ok(time) = Duration::try_from_secs_f64(seconds) else {
                return Err(value_error(&message!(
                    "{seconds} is no time: a number of seconds from 0 is wanted",
                    "{seconds} n'est pas une durée : il faut un nombre de secondes, à partir de 0"
                )));
            };
            limits = limits.for_at_most(time);
        }
        Ok((limits, stop))
    }
}

/// Calls a user's function with the progress of a task.
pub(crate) fn tell(py: Python<'_>, function: &Py<PyAny>, progress: &Progress) -> PyResult<()> {
    let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
    let told = (count(&progress.done), count(&progress.total));
    function.call1(py, told).map(drop)
}

/// Works on another thread, with the interpreter released. Signals are handled meanwhile; one that raises, as
/// Ctrl-C does, stops the work. `told` is called now and then with the progress.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    (mut limits, stop): (Limits, Arc<AtomicBool>),
    told: Option<&Py<PyAny>>,
    work: impl FnOnce(&Limits) -> T + Send,
) -> PyResult<T> {
    let progress = Arc::new(Progress::default());
    if told.is_some() {
        limits.progress = Some(Arc::clone(&progress));
    }
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = channel();
            let started = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let result = catch_unwind(AssertUnwindSafe(|| work(&limits)));
                    let _ = done.send(());
                    result
                });
            let worker = started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(EVERY) {
                let checked = Python::attach(|py| {
                    py.check_signals()?;
                    told.map_or(Ok(()), |function| tell(py, function, &progress))
                });
                if let Err(error) = checked {
                    stop.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
            let result = worker.join().unwrap_or_else(Err);
            match (raised, result) {
                (_, Err(panic)) => resume_unwind(panic),
                (Some(error), _) => Err(error),
                (None, Ok(result)) => Ok(result),
            }
        })
    })
}

/// The exception for a reached limit.
pub(crate) fn limit_reached(stopped: Stopped, positions: Option<usize>) -> PyErr {
    let what = stopped.text();
    let message = match positions {
        None => Message::from(what),
        Some(positions) => {
            let (en, fr) = (what.en, what.fr);
            message!(
                "{en}: {positions} positions were met by then",
                "{fr} : {positions} positions ont été rencontrées jusque-là"
            )
        }
    };
    LimitReached::new_err(said(&message))
}
