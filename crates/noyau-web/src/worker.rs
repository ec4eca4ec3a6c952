//! The API without a server: in a web worker of the page, or in any program that has the library.

use crate::answer::{Answer, Reply, Request};
use crate::context::{Cost, Given, Task};
use crate::error::ApiError;
use crate::game_cache::GameCache;
use crate::input::{self, MOST_BYTES};
use crate::jobs::{Job, Jobs, Runner};
use crate::language_of;
use crate::routes::{self, event};
use crate::storage::memory::Memory;
use crate::tables::Tables;
use crate::{App, MAX_CACHED};
use noyau::Language;
use noyau::limits::Stopwatch;
use serde_json::json;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A change of the files of jobs and tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// A file has these bytes.
    Write(&'a str, &'a [u8]),
    /// A file ends after so many bytes.
    Cut(&'a str, u64),
    /// A file has these bytes more.
    Append(&'a str, &'a [u8]),
    /// A file, or a folder with all its files, is gone.
    Remove(&'a str),
}

/// What surrounds a worker.
pub trait Host: Send + Sync {
    /// A file has changed: it is to be kept, and the other workers are to be told.
    fn changed(&self, change: &Change<'_>);
    /// A job is to be run by a worker of its own, after those before it.
    fn launch(&self, job: &str);
    /// The worker of a job is to be ended.
    fn halt(&self, job: &str);
    /// The status of a job has changed: a JSON document for [`Worker::told`] of the other workers.
    fn touched(&self, status: &str);
    /// The names of the tables that the visitor has opened.
    fn tables(&self) -> Vec<String>;
    /// The length of such a table in bytes.
    fn table_length(&self, name: &str) -> Option<u64>;
    /// Fills a piece with the bytes of such a table from a place on; false if they cannot be read.
    fn read_table(&self, name: &str, at: u64, piece: &mut [u8]) -> bool;
}

/// What a worker may use for a request.
#[derive(Debug, Clone)]
pub struct Allowance {
    /// The memory in bytes.
    pub memory: u64,
    /// The time.
    pub time: Duration,
    /// The positions that a search expands. With such a limit there is none of time, so that answers do not depend on
    /// the machine.
    pub nodes: Option<u64>,
    /// The threads.
    pub threads: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            time: Duration::from_secs(10),
            nodes: None,
            threads: 1,
        }
    }
}

/// The API, one request at a time.
pub struct Worker {
    app: Arc<App>,
    memory: Arc<Memory>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Worker({:?})", self.memory)
    }
}

/// Has jobs run in other workers.
struct Elsewhere(Arc<dyn Host>);

impl Runner for Elsewhere {
    fn launch(&self, job: &Arc<Job>) {
        self.0.launch(&job.id);
    }

    fn halt(&self, job: &Job) -> bool {
        self.0.halt(&job.id);
        true
    }

    fn touched(&self, job: &Job) {
        self.0.touched(&job.status_document().to_string());
    }
}

impl Worker {
    /// A worker with the files that the host has kept.
    pub fn new<'a>(
        host: Arc<dyn Host>,
        allowance: Allowance,
        files: impl IntoIterator<Item = Change<'a>>,
    ) -> Self {
        let memory = Arc::new(Memory::new(Arc::clone(&host)));
        for change in files {
            // What does not fit the rest is damaged, and so is its job.
            let _ = memory.apply(&change);
        }
        let tables = Arc::new(Tables::new(Arc::clone(&memory) as _));
        let runner = Arc::new(Elsewhere(host));
        let storage = Arc::clone(&memory) as _;
        let jobs = Jobs::new(storage, Arc::clone(&tables), runner, None);
        let app = Arc::new(App {
            allowance,
            games: GameCache::new(MAX_CACHED),
            tables,
            jobs,
            catalogues: Default::default(),
        });
        Self { app, memory }
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request<'_>) -> Answer {
        let language = language_of(request.query).unwrap_or(Language::English);
        let reply = self.reply(request, language);
        match reply {
            Ok(Reply::Whole(answer)) => answer,
            // The job as it is now; the host knows when it changes.
            Ok(Reply::Events(job)) => {
                let (name, data, _) = event(&job, language);
                let body = format!("event: {name}\ndata: {data}\n\n");
                Answer {
                    kind: "text/event-stream",
                    ..Answer::written(body.into_bytes())
                }
            }
            Err(error) => error.render(language),
        }
    }

    fn reply(&self, request: &Request<'_>, language: Language) -> Result<Reply, ApiError> {
        let began = Stopwatch::start();
        let found = routes::find(request.method, request.path);
        let (route, id) = found.map_err(|unrouted| unrouted.error())?;
        let given = if route.has_body {
            input::is_json(request.kind)?;
            if request.body.len() > MOST_BYTES {
                return Err(input::too_long());
            }
            Given::Body(request.body)
        } else {
            Given::Query(request.query)
        };
        let ready = route.ready(&self.app, given)?;
        let seconds = match ready.cost {
            Cost::Long(seconds) => seconds,
            Cost::Nothing | Cost::Short => None,
        };
        let limits = self.app.allowance.limits(seconds, None);
        (ready.work)(&Task {
            app: Arc::clone(&self.app),
            language,
            id,
            began,
            limits,
        })
    }

    /// Makes a change of the files that another worker made, or that the host keeps.
    pub fn change(&self, change: &Change<'_>) {
        if self.memory.apply(change).is_ok() {
            self.app.jobs.changed(change);
        }
    }

    /// Takes over the status of a job from the worker that runs it.
    pub fn told(&self, status: &[u8]) {
        if let Ok(status) = serde_json::from_slice(status) {
            self.app.jobs.told(status);
        }
    }

    /// Runs a job until its end.
    pub fn run_job(&self, id: &str) {
        if let Ok(job) = self.app.jobs.get(id) {
            let allowance = &self.app.allowance;
            job.run_again(allowance.memory, allowance.threads);
        }
    }

    /// The progress of a job as a status for [`Worker::told`], without waiting for anything that it holds.
    pub fn progress(&self, id: &str) -> Option<String> {
        let job = self.app.jobs.get(id).ok()?;
        let (done, total) = job.progress();
        Some(json!({ "id": id, "done": done, "total": total, "live": job.live() }).to_string())
    }
}
