//! Progress of long work on the standard error, if it is a terminal; and Ctrl-C.

use crate::console::Console;
use crate::input;
use crate::messages::text;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use noyau::Text;
use noyau::limits::{Limits, Progress};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Shows progress until it is dropped.
#[derive(Debug)]
pub(crate) struct Watch {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Watch {
    /// Shows the elapsed time. Short work shows nothing.
    pub(crate) fn start(console: Console, phase: Text) -> Self {
        Self::showing(console, phase, |seconds| format!("{seconds} s"))
    }

    /// Shows the progress of the work under these limits.
    pub(crate) fn over(console: Console, phase: Text, limits: &mut Limits) -> Self {
        let progress = shared(limits);
        let known = console.say(text("known so far", "connu pour l'instant"));
        Self::showing(console, phase, move |seconds| {
            let done = progress.done.load(Ordering::Relaxed);
            let total = progress.total.load(Ordering::Relaxed);
            format!("{done}/{total} ({known}), {seconds} s")
        })
    }

    /// Shows the progress of work of known size, and the time left.
    pub(crate) fn with_time_left(console: Console, phase: Text, limits: &mut Limits) -> Self {
        Self::counting(console, phase, shared(limits))
    }

    /// The same with a separate counter.
    pub(crate) fn counting(console: Console, phase: Text, progress: Arc<Progress>) -> Self {
        let left = console.say(text("left", "restantes"));
        // A resumed run starts with part of the work done.
        let mut begun = None;
        Self::showing(console, phase, move |seconds| {
            let done = progress.done.load(Ordering::Relaxed);
            let total = progress.total.load(Ordering::Relaxed).max(done);
            let percent = done as f64 * 100.0 / total.max(1) as f64;
            let known = format!("{done}/{total}, {percent:.0} %, {seconds} s");
            match done.saturating_sub(*begun.get_or_insert(done)) {
                0 => known,
                since => {
                    let more = (total - done) as f64 * seconds as f64 / since as f64;
                    format!("{known}, {more:.0} s {left}")
                }
            }
        })
    }

    fn showing(
        console: Console,
        phase: Text,
        mut state: impl FnMut(u64) -> String + Send + 'static,
    ) -> Self {
        if !io::stderr().is_terminal() {
            return Self { running: None };
        }
        let phase = console.say(phase);
        let (done, finished) = mpsc::channel();
        let shower = thread::spawn(move || {
            const SOON: Duration = Duration::from_millis(500);
            if finished.recv_timeout(SOON) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let began = Instant::now().checked_sub(SOON);
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            loop {
                let seconds = began.map_or(0, |began| began.elapsed().as_secs());
                bar.set_message(format!("{phase}… {}", state(seconds)));
                bar.tick();
                if finished.recv_timeout(Duration::from_millis(100))
                    != Err(RecvTimeoutError::Timeout)
                {
                    bar.finish_and_clear();
                    return;
                }
            }
        });
        Self {
            running: Some((done, shower)),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((done, shower)) = self.running.take() {
            drop(done);
            // A failed progress line does not affect the answer.
            let _ = shower.join();
        }
    }
}

/// A progress bar for work of known size, with the time left.
pub(crate) fn bar(console: Console, phase: Text, amount: u64) -> ProgressBar {
    // indicatif hides it unless the output is a terminal.
    let bar = ProgressBar::new(amount);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {eta}") {
        bar.set_style(style);
    }
    bar.set_message(console.say(phase));
    bar
}

/// The progress counter of these limits.
fn shared(limits: &mut Limits) -> Arc<Progress> {
    Arc::clone(limits.progress.get_or_insert_default())
}

/// The limits of the options, with Ctrl-C.
pub(crate) fn limits(matches: &ArgMatches) -> Limits {
    let mut limits = input::limits(matches);
    stop_on_interrupt(&mut limits);
    limits
}

/// How many parts of an answer are being written, one within another.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// While this exists an answer is being written, and the first Ctrl-C ends the program: there is nothing left to
/// stop and report.
#[derive(Debug)]
pub(crate) struct Writing(());

impl Writing {
    pub(crate) fn start() -> Self {
        WRITING.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Makes Ctrl-C stop the work at the next point where it can report its results; a second Ctrl-C ends the program.
pub(crate) fn stop_on_interrupt(limits: &mut Limits) {
    let stop = Arc::new(AtomicBool::new(false));
    limits.stop = Some(Arc::clone(&stop));
    // Without a handler Ctrl-C ends the program at once, which is harmless.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) || WRITING.load(Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    });
}
