//! One process of a run: it meets the others, starts its workers on the engine, and ends when all are done or one is not.

use crate::driver::{Driver, Task, Told};
use crate::failure::{NotDone, Trouble};
use crate::handshake::Identity;
use crate::rendezvous::{Peer, Rendezvous};
use crate::rounds::Rounds;
use crate::stop::Stop;
use crate::watch::Watch;
use noyau::Message;
use noyau::by_number::ByNumber;
use noyau::dynamic::OpenGame;
use noyau::format::header::Title;
use noyau::limits::{Limits, Stopped};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};

/// Opens the game of a run anew; each worker has its own.
pub type Opener = dyn Fn() -> Result<Box<dyn OpenGame>, Message> + Send + Sync;

/// What one process of a run is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address and port of every process.
    pub hosts: Vec<String>,
    /// Which of them this is.
    pub process: usize,
    /// Where it listens, if not on its address of the list.
    pub listen: Option<String>,
    /// What the processes know and nobody else.
    pub secret: Vec<u8>,
    /// Workers in each process.
    pub workers: usize,
    /// The folder of the finished parts.
    pub save: PathBuf,
    /// The folder in which work goes on until then.
    pub work: PathBuf,
    /// How long to wait for the others.
    pub wait: Duration,
    /// How often what is done of a long tier is kept.
    pub interval: Duration,
}

/// Names the threads whose panics the engine means as an end of the run: the run says why in its own words.
pub const ENGINE_THREADS: &str = "timely:";

/// How often the process looks whether a worker has something to say.
const LOOK: Duration = Duration::from_millis(50);
/// How often it looks whether the others have finished too, which takes them no time when they have all delivered.
const MOMENT: Duration = Duration::from_millis(2);

/// What a worker does in a run.
pub(crate) type Work = dyn Fn(Rounds<'_>, Task, &Arc<Stop>) -> Result<Told, NotDone> + Send + Sync;

/// The game by the numbers of its positions.
pub(crate) fn numbers_of(game: &dyn OpenGame) -> Result<Box<dyn ByNumber + '_>, NotDone> {
    let numbers = game.by_number();
    numbers.ok_or_else(|| NotDone::refused(&Trouble::NoLayout { game: game.name() }))
}

/// Runs one process. `note` is told what is worth knowing on the way.
pub fn solve(
    opener: Arc<Opener>,
    title: Title,
    settings: &Settings,
    limits: Limits,
    note: &(dyn Fn(Message) + Sync),
) -> Result<Vec<Told>, NotDone> {
    let work: Arc<Work> = Arc::new(move |rounds, task, stop| {
        let game = opener().map_err(NotDone::Refused)?;
        let by_number = numbers_of(&*game)?;
        Driver::new(&*by_number, rounds, task, Arc::clone(stop))?.run()
    });
    solve_by(work, title, settings, limits, note)
}

/// The same for whatever workers do.
pub(crate) fn solve_by(
    work: Arc<Work>,
    title: Title,
    settings: &Settings,
    limits: Limits,
    note: &(dyn Fn(Message) + Sync),
) -> Result<Vec<Told>, NotDone> {
    let processes = settings.hosts.len();
    let process = settings.process;
    let refused = |trouble: Trouble| Err(NotDone::refused(&trouble));
    if process >= processes {
        return refused(Trouble::NoProcess { process, processes });
    }
    if processes > 1 && settings.secret.len() < 16 {
        return refused(Trouble::EmptySecret);
    }
    let workers = settings.workers.max(1);
    let task = Task {
        title,
        work: settings.work.clone(),
        save: settings.save.clone(),
        workers,
        memory: limits.memory.map(|memory| memory / workers as u64),
        interval: settings.interval,
        local_peers: Arc::default(),
    };
    let stop = Arc::new(Stop::new(limits));
    // 1. The others.
    let identity = Identity {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: task.title.to_text(),
        shape: [processes as u32, workers as u32],
        process: process as u32,
    };
    let peers = if processes == 1 {
        vec![None]
    } else {
        let own = &settings.hosts[process];
        let meeting = Rendezvous {
            hosts: &settings.hosts,
            listen: settings.listen.as_ref().unwrap_or(own),
            identity: &identity,
            secret: &settings.secret,
            wait: settings.wait,
            stop: &stop,
            note,
        };
        meeting.hold()?
    };
    // 2. Signs of life, and the engine on connections that are made already.
    let lost = |error: &dyn std::fmt::Display| {
        NotDone::failed(&Trouble::Inside {
            what: error.to_string(),
        })
    };
    let mut watched = Vec::new();
    let mut sockets = Vec::new();
    for (i, peer) in peers.into_iter().enumerate() {
        sockets.push(peer.map(|Peer { data, watch }| {
            watched.push((format!("{i} ({})", settings.hosts[i]), watch));
            data
        }));
    }
    let watch = Watch::begin(watched, &stop).map_err(|error| lost(&error))?;
    let (builders, guard) = builders(sockets, process, workers).map_err(|error| lost(&error))?;
    let (sender, results) = mpsc::channel();
    let working = Arc::clone(&stop);
    let guards =
        timely::execute::execute_from(builders, guard, WorkerConfig::default(), move |worker| {
            let rounds = Rounds::new(worker, workers, Arc::clone(&working));
            let run = || work(rounds, task.clone(), &working);
            let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
                let what = said(panic.as_ref());
                Err(NotDone::failed(&Trouble::Inside { what }))
            });
            // If nobody listens any more, the run is over anyway.
            let _ = sender.send(result);
        })
        .map_err(|error| lost(&error))?;
    // 3. Until all workers here are done, or the run has ended.
    let outcome = wait_for_workers(&results, workers, &stop);
    let outcome = outcome.and_then(|told| {
        watch.finish();
        while !watch.all_finished() {
            if let Some(why) = stop.take() {
                return Err(why);
            }
            std::thread::sleep(MOMENT);
        }
        Ok(told)
    });
    if let Err(why) = &outcome {
        watch.fail(&why.message());
    }
    // The engine's threads wait for each other even where a process is gone; they end with this one.
    std::mem::forget(guards);
    outcome
}

fn wait_for_workers(
    results: &mpsc::Receiver<Result<Told, NotDone>>,
    workers: usize,
    stop: &Stop,
) -> Result<Vec<Told>, NotDone> {
    let mut told = Vec::new();
    while told.len() < workers {
        match results.recv_timeout(LOOK) {
            Ok(Ok(one)) => told.push(one),
            // Where the run was ended from elsewhere, that is the reason and not what became of this worker.
            Ok(Err(why)) => return Err(reason(stop, why)),
            Err(RecvTimeoutError::Timeout) => {
                if stop.is_set() {
                    return Err(reason(stop, NotDone::Stopped(Stopped::Asked)));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(reason(stop, NotDone::garbled()));
            }
        }
    }
    Ok(told)
}

/// Why the run ends: what was said first, after a moment in which those who watch may have their say.
fn reason(stop: &Stop, otherwise: NotDone) -> NotDone {
    if matches!(otherwise, NotDone::Failed(_)) && !stop.is_set() {
        std::thread::sleep(4 * LOOK);
    }
    let why = stop.take().unwrap_or(otherwise);
    stop.end(NotDone::Stopped(Stopped::Asked));
    why
}

type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

fn builders(
    sockets: Vec<Option<std::net::TcpStream>>,
    process: usize,
    workers: usize,
) -> Result<Builders, String> {
    if sockets.len() == 1 {
        let config = if workers == 1 {
            Config::Thread
        } else {
            Config::Process(workers)
        };
        return config.try_build();
    }
    let hooks = Hooks::default();
    let within = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(within, sockets, process, workers, hooks)
            .map_err(|error| error.to_string())?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp);
    Ok((builders.collect(), Box::new(guard)))
}

/// The words of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panic").to_owned()
}
