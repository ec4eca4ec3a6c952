//! Jobs: contests, tables and learning. A job runs in the server, or in a worker of its own in the browser, is visible in
//! every tab, and is saved in its own folder, so that it can be resumed, even after a restart of the server.

mod contest;
mod learning;
mod request;
mod table;

pub(crate) use contest::Contest;
use contest::LiveGame;
pub(crate) use learning::{LearnedAgents, Learning};
use request::WorkSpec;
pub(crate) use request::{JobRequest, JobSpec};

use crate::error::{ApiError, ErrorKind};
use crate::input::open_rules;
use crate::storage::Storage;
use crate::tables::Tables;
use crate::worker::Change;
use noyau::documents::page::{JobDocument, JobState};
use noyau::format::codes::ProbeTables;
use noyau::limits::{Instant, Limits, Progress};
use noyau::parallel::lock;
use noyau::play::contest::Stop;
use noyau::random::SplitMix;
use noyau::{Language, Localized, Message, message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The number of jobs that run concurrently.
pub(crate) const AT_ONCE: usize = 1;
/// The maximum number of queued jobs.
const MOST_WAITING: usize = 8;
/// The maximum number of jobs kept; beyond it, the oldest ended ones are removed.
const MOST_KEPT: usize = 100;
/// The time limit of a run; the job can be resumed afterwards.
const LONGEST: Duration = Duration::from_hours(1);

/// The mutable part of a job.
#[derive(Debug)]
struct Status {
    state: JobState,
    /// Seconds of earlier runs.
    spent: f64,
    began: Option<Instant>,
    /// The progress at the beginning of this run.
    from: u64,
    message: Option<Message>,
    /// The result of a contest or of learning that is over, once it was asked for.
    result: Option<Value>,
}

/// A job.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) work: Work,
    request: Value,
    game: String,
    storage: Arc<dyn Storage>,
    runner: Arc<dyn Runner>,
    status: Mutex<Status>,
    saving: Mutex<()>,
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    /// A counter of changes, for watchers.
    changed: AtomicU64,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Job({})", self.id)
    }
}

/// Who runs jobs.
pub(crate) trait Runner: Send + Sync {
    /// Runs a queued job when its turn comes.
    fn launch(&self, job: &Arc<Job>);
    /// Ends a job whose flag is set; false if the job itself sees to it.
    fn halt(&self, job: &Job) -> bool;
    /// The job has changed.
    fn touched(&self, job: &Job);
}

/// The work of a job.
pub(crate) enum Work {
    Contest(Box<Contest>),
    Learning(Box<Learning>),
    Table(Box<table::TableWork>),
}

/// The end of a run of a job.
enum RunEnd {
    Done,
    Stopped(Option<Message>),
    Failed(Message),
}

/// The file `job.json` of a job.
#[derive(Serialize, Deserialize)]
struct SavedJob {
    request: Value,
    state: JobState,
    seconds: f64,
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn invalid(why: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

/// The result of a run whose contest stopped.
fn failed_contest(stop: &Stop) -> RunEnd {
    RunEnd::Failed(match stop {
        Stop::Interrupted => return RunEnd::Stopped(None),
        Stop::Agent(problem) => Message::of(problem),
        Stop::Game(problem) => Message::of(problem),
        Stop::Rules(why) => open_rules(why),
    })
}

impl Job {
    fn kind(&self) -> &'static str {
        match &self.work {
            Work::Contest(contest) => contest.kind(),
            Work::Learning(_) => "learn",
            Work::Table(_) => "table",
        }
    }

    /// Notifies watchers.
    fn touch(&self) {
        self.changed.fetch_add(1, Ordering::Relaxed);
        self.runner.touched(self);
    }

    /// How often it has changed.
    #[cfg(feature = "server")]
    pub(crate) fn changes(&self) -> u64 {
        self.changed.load(Ordering::Relaxed)
    }

    /// The steps done, and all of them.
    pub(crate) fn progress(&self) -> (u64, u64) {
        let Progress { done, total } = &*self.progress;
        (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed))
    }

    /// What another worker needs to know of its status.
    pub(crate) fn status_document(&self) -> Value {
        let (done, total) = self.progress();
        let status = lock(&self.status);
        let message = status.message.as_ref();
        let message = message.map(|message| [message.en.clone(), message.fr.clone()]);
        json!({
            "id": self.id,
            "state": status.state,
            "message": message,
            "done": done,
            "total": total,
        })
    }

    /// The games that it is playing, for another worker.
    pub(crate) fn live(&self) -> Option<Value> {
        match &self.work {
            Work::Contest(contest) => serde_json::to_value(contest.live()).ok(),
            Work::Learning(_) | Work::Table(_) => None,
        }
    }

    /// Takes over the status from the worker that runs it.
    fn told(&self, told: Told) {
        if let (Work::Contest(contest), Some(live)) = (&self.work, told.live) {
            contest.told_live(live);
        }
        self.progress.done.store(told.done, Ordering::Relaxed);
        self.progress.total.store(told.total, Ordering::Relaxed);
        // It may be told after the job was stopped here, and before the other worker knows. Whoever resumes a job queues it.
        let is_late = told.state == Some(JobState::Running) && self.stop.load(Ordering::Relaxed);
        if told.state == Some(JobState::Queued) {
            self.stop.store(false, Ordering::Relaxed);
        }
        if let Some(state) = told.state.filter(|_| !is_late) {
            let message = told.message.map(|[en, fr]| Message { en, fr });
            self.enter(state, message);
        }
        self.changed.fetch_add(1, Ordering::Relaxed);
    }

    /// A file of it was changed by the worker that runs it.
    fn file_changed(&self, change: &Change<'_>) {
        match (&self.work, change) {
            (Work::Contest(contest), Change::Append(name, bytes)) if contest.is_file(name) => {
                contest.add(bytes);
            }
            (Work::Learning(learning), Change::Write(name, bytes)) if learning.is_file(name) => {
                learning.renew(bytes);
            }
            _ => {}
        }
    }

    /// The job as a document in that language.
    pub(crate) fn document(&self, language: Language) -> JobDocument {
        let result = self.result();
        let (done, total) = self.progress();
        let status = lock(&self.status);
        let run = status
            .began
            .map_or(0.0, |began| began.elapsed().as_secs_f64());
        let gone = done.saturating_sub(status.from);
        let is_foreseen = match &self.work {
            Work::Table(table) => table.is_counted(),
            Work::Contest(_) | Work::Learning(_) => true,
        };
        let left = (status.state == JobState::Running && gone > 0 && is_foreseen)
            .then(|| total.saturating_sub(done) as f64 * run / gone as f64);
        JobDocument {
            id: self.id.clone(),
            kind: self.kind(),
            game: self.game.clone(),
            state: status.state,
            done,
            total,
            seconds: status.spent + run,
            left,
            request: self.request.clone(),
            message: status
                .message
                .as_ref()
                .map(|message| message.localized(language)),
            result,
        }
    }

    /// The result so far. Statistics of many games take a while, so that of a job that is over is kept.
    fn result(&self) -> Option<Value> {
        let status = lock(&self.status);
        let was_over = status.state.is_over();
        if let Some(kept) = &status.result {
            return Some(kept.clone());
        }
        drop(status);
        let result = match &self.work {
            Work::Contest(contest) => contest.result(),
            Work::Learning(learning) => Some(learning.result()),
            // A table may be deleted.
            Work::Table(work) => return work.result(&self.id),
        };
        let mut status = lock(&self.status);
        if was_over && status.state.is_over() {
            status.result.clone_from(&result);
        }
        result
    }

    /// Whether it neither runs nor is queued.
    pub(crate) fn is_over(&self) -> bool {
        lock(&self.status).state.is_over()
    }

    fn set(&self, state: JobState, message: Option<Message>) {
        self.enter(state, message);
        self.save();
        self.touch();
    }

    /// A bug of noyau ended it.
    #[cfg(feature = "server")]
    pub(crate) fn crashed(&self) {
        self.set(JobState::Failed, Some(crate::error::internal_error()));
    }

    fn enter(&self, state: JobState, message: Option<Message>) {
        let mut status = lock(&self.status);
        if let Some(began) = status.began.take() {
            status.spent += began.elapsed().as_secs_f64();
        }
        status.state = state;
        status.message = message;
        status.result = None;
        if state == JobState::Running {
            status.began = Some(Instant::now());
            status.from = self.progress.done.load(Ordering::Relaxed);
        }
    }

    /// Saves the status. A disk may take its time: requests can read the status meanwhile, and the last one to save it
    /// saves the last one.
    fn save(&self) {
        let _saving = lock(&self.saving);
        let status = lock(&self.status);
        let kept = SavedJob {
            request: self.request.clone(),
            state: status.state,
            seconds: status.spent,
        };
        drop(status);
        // A job that cannot be saved is lost when the server ends.
        let _ = serde_json::to_vec(&kept)
            .map_err(io::Error::from)
            .and_then(|text| self.storage.write(&self.file("job.json"), &text));
    }

    fn file(&self, name: &str) -> String {
        file(&self.id, name)
    }

    /// Runs it here although it was queued elsewhere.
    pub(crate) fn run_again(&self, memory: u64, threads: usize) {
        self.enter(JobState::Queued, None);
        self.run(memory, threads);
    }

    pub(crate) fn run(&self, memory: u64, threads: usize) {
        // A job that was stopped while queued, and then resumed, is launched twice.
        if lock(&self.status).state != JobState::Queued {
            return;
        }
        if self.stop.load(Ordering::Relaxed) {
            self.set(JobState::Stopped, None);
            return;
        }
        self.set(JobState::Running, None);
        let limits = Limits {
            memory: Some(memory),
            process: None,
            deadline: Instant::now().checked_add(LONGEST),
            nodes: None,
            stop: Some(Arc::clone(&self.stop)),
            threads,
            progress: Some(Arc::clone(&self.progress)),
        };
        let ended = match &self.work {
            Work::Contest(contest) => contest.run(&limits, &|| self.touch()),
            Work::Learning(learning) => learning.run(&limits, &|| self.touch()),
            Work::Table(work) => work.run(&self.id, &limits),
        };
        match ended {
            RunEnd::Done => self.set(JobState::Done, None),
            RunEnd::Stopped(why) => self.set(JobState::Stopped, why),
            RunEnd::Failed(why) => self.set(JobState::Failed, Some(why)),
        }
    }
}

/// A status as another worker tells it; without a state, only the progress.
#[derive(Debug, Deserialize)]
pub(crate) struct Told {
    id: String,
    state: Option<JobState>,
    #[serde(default)]
    message: Option<[String; 2]>,
    done: u64,
    total: u64,
    #[serde(default)]
    live: Option<BTreeMap<u64, LiveGame>>,
}

/// The name of a file of a job.
pub(crate) fn file(id: &str, name: &str) -> String {
    format!("jobs/{id}/{name}")
}

/// All jobs.
pub(crate) struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    storage: Arc<dyn Storage>,
    tables: Arc<Tables>,
    pub(crate) learned_agents: Arc<LearnedAgents>,
    runner: Arc<dyn Runner>,
    drawn: AtomicU64,
    /// The tables that the searches of contests ask.
    asked: Option<ProbeTables>,
}

impl Jobs {
    /// Loads the jobs that are kept; none of them runs.
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        tables: Arc<Tables>,
        runner: Arc<dyn Runner>,
        asked: Option<ProbeTables>,
    ) -> Self {
        let jobs = Self {
            all: Mutex::default(),
            learned_agents: Arc::new(LearnedAgents::new(Arc::clone(&storage))),
            storage,
            tables,
            runner,
            drawn: AtomicU64::new(crate::agents::any_seed()),
            asked,
        };
        let mut ids = jobs.storage.list("jobs");
        ids.sort_unstable();
        let kept = ids.into_iter().filter_map(|id| jobs.restore(id));
        *lock(&jobs.all) = kept.map(Arc::new).collect();
        jobs
    }

    /// Restores a job of an earlier server; `None` if its files cannot be read.
    fn restore(&self, id: String) -> Option<Job> {
        let kept = self.storage.read(&file(&id, "job.json")).ok()??;
        let kept: SavedJob = serde_json::from_slice(&kept).ok()?;
        let request: JobRequest = serde_json::from_value(kept.request.clone()).ok()?;
        let spec = request.check(&self.learned_agents.resources()).ok()?;
        let job = self.job(id, spec, kept.request).ok()?;
        let state = if kept.state.is_over() {
            kept.state
        } else {
            JobState::Stopped
        };
        let mut status = lock(&job.status);
        status.state = state;
        status.spent = kept.seconds;
        drop(status);
        Some(job)
    }

    fn job(&self, id: String, spec: JobSpec, request: Value) -> io::Result<Job> {
        let game = spec.game.clone();
        let progress = Arc::new(Progress::default());
        let work = match spec.work {
            WorkSpec::Contest(plan) => {
                let contest = Contest::open(
                    &id,
                    plan,
                    spec.position,
                    &self.storage,
                    &self.learned_agents,
                    self.asked.clone(),
                )?;
                progress.done.store(contest.done(), Ordering::Relaxed);
                progress.total.store(contest.total(), Ordering::Relaxed);
                Work::Contest(Box::new(contest))
            }
            WorkSpec::Learning(lesson) => {
                let learned_agents = Arc::clone(&self.learned_agents);
                let learning =
                    Learning::open(&id, lesson, spec.position, &self.storage, learned_agents)?;
                let (done, total) = learning.done();
                progress.done.store(done, Ordering::Relaxed);
                progress.total.store(total, Ordering::Relaxed);
                Work::Learning(Box::new(learning))
            }
            WorkSpec::Table => Work::Table(Box::new(table::TableWork::new(
                spec.position,
                Arc::clone(&self.tables),
            ))),
        };
        Ok(Job {
            id,
            work,
            request,
            game,
            storage: Arc::clone(&self.storage),
            runner: Arc::clone(&self.runner),
            status: Mutex::new(Status {
                state: JobState::Queued,
                spent: 0.0,
                began: None,
                from: 0,
                message: None,
                result: None,
            }),
            saving: Mutex::default(),
            stop: Arc::new(AtomicBool::new(false)),
            progress,
            changed: AtomicU64::new(0),
        })
    }

    fn fresh_id(&self) -> String {
        const SIGNS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let number = self.drawn.fetch_add(1, Ordering::Relaxed);
        let mut random = SplitMix(number);
        let signs = (0..10).map(|_| char::from(SIGNS[random.below(SIGNS.len())]));
        format!("k{}", signs.collect::<String>())
    }

    /// Starts a job.
    pub(crate) fn start(&self, spec: JobSpec, request: Value) -> Result<Arc<Job>, ApiError> {
        Self::is_room(&lock(&self.all))?;
        // Made, and old ones removed, without the lock: requests can list the jobs meanwhile.
        let id = self.fresh_id();
        let made = self.storage.create(&format!("jobs/{id}"));
        let made = made.and_then(|()| self.job(id, spec, request));
        let job = Arc::new(made.map_err(|error| {
            let why = error.to_string();
            ApiError::new(
                ErrorKind::Internal,
                message!(
                    "the job cannot be kept: {why}",
                    "le travail ne peut être conservé : {why}"
                ),
            )
        })?);
        let mut all = lock(&self.all);
        if let Err(busy) = Self::is_room(&all) {
            drop(all);
            self.forget(&job);
            return Err(busy);
        }
        let mut over: Vec<usize> = (0..all.len()).filter(|&i| all[i].is_over()).collect();
        over.truncate((all.len() + 1).saturating_sub(MOST_KEPT));
        let old: Vec<_> = { over }.into_iter().rev().map(|i| all.remove(i)).collect();
        all.push(Arc::clone(&job));
        drop(all);
        for job in old {
            self.forget(&job);
        }
        self.launch(&job);
        Ok(job)
    }

    fn is_room(all: &[Arc<Job>]) -> Result<(), ApiError> {
        let active = all.iter().filter(|job| !job.is_over()).count();
        if active < AT_ONCE + MOST_WAITING {
            return Ok(());
        }
        Err(ApiError::new(
            ErrorKind::Busy,
            message!(
                "too many jobs are waiting already: stop one, or wait",
                "trop de travaux attendent déjà : arrêtez-en un, ou attendez"
            ),
        ))
    }

    fn launch(&self, job: &Arc<Job>) {
        job.set(JobState::Queued, None);
        self.runner.launch(job);
    }

    /// All jobs, the newest first.
    pub(crate) fn list(&self) -> Vec<Arc<Job>> {
        lock(&self.all).iter().rev().cloned().collect()
    }

    /// The job with that id.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let all = lock(&self.all);
        let found = all.iter().find(|job| job.id == id);
        found.cloned().ok_or_else(|| {
            ApiError::not_found(message!(
                "there is no job called {id:?}",
                "aucun travail ne s'appelle {id:?}"
            ))
        })
    }

    /// Stops a job.
    pub(crate) fn stop(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        job.stop.store(true, Ordering::Relaxed);
        let state = lock(&job.status).state;
        let halted = !state.is_over() && self.runner.halt(&job);
        if halted || state == JobState::Queued {
            job.set(JobState::Stopped, None);
        }
        Ok(job)
    }

    /// Resumes a stopped job.
    pub(crate) fn resume(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        let all = lock(&self.all);
        let state = lock(&job.status).state;
        if state != JobState::Stopped {
            return Err(ApiError::bad(message!(
                "only a job that was stopped goes on",
                "seul un travail arrêté reprend"
            )));
        }
        Self::is_room(&all)?;
        drop(all);
        job.stop.store(false, Ordering::Relaxed);
        self.launch(&job);
        Ok(job)
    }

    /// Stops a job and removes it, with all its files.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        let job = self.stop(id)?;
        lock(&self.all).retain(|other| other.id != id);
        self.forget(&job);
        Ok(())
    }

    fn forget(&self, job: &Job) {
        self.storage.remove(&format!("jobs/{}", job.id));
        self.learned_agents.forget(&job.id);
        if matches!(job.work, Work::Table(_)) {
            self.tables.remove(&job.id);
        }
    }

    /// Another worker has told the status of a job.
    pub(crate) fn told(&self, told: Told) {
        let job = self.get(&told.id).ok().or_else(|| {
            // Another page has started it.
            let job = Arc::new(self.restore(told.id.clone())?);
            lock(&self.all).push(Arc::clone(&job));
            Some(job)
        });
        if let Some(job) = job {
            job.told(told);
        }
    }

    /// Another worker has changed a file.
    pub(crate) fn changed(&self, change: &Change<'_>) {
        let (Change::Write(name, _)
        | Change::Cut(name, _)
        | Change::Append(name, _)
        | Change::Remove(name)) = change;
        let id = name.strip_prefix("jobs/").unwrap_or_default();
        let id = id.split('/').next().unwrap_or_default();
        if let Ok(job) = self.get(id) {
            job.file_changed(change);
        }
        if matches!(change, Change::Remove(_)) {
            lock(&self.all).retain(|job| format!("jobs/{}", job.id) != *name);
        }
    }

    /// Stops all jobs.
    #[cfg(feature = "server")]
    pub(crate) fn stop_all(&self) {
        for job in self.list() {
            job.stop.store(true, Ordering::Relaxed);
            job.touch();
        }
    }
}
