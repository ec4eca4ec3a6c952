//! Jobs: contests, tables and learning. A job runs in the server, is visible in every tab, and is saved in its own
//! folder, so that it can be resumed, even after a restart of the server.

mod contest;
mod learning;
mod request;
mod table;

pub(crate) use contest::Contest;
pub(crate) use learning::{LearnedAgents, Learning};
use request::WorkSpec;
pub(crate) use request::{JobRequest, JobSpec};

use crate::error::{ApiError, ErrorKind, internal_error};
use crate::input::open_rules;
use crate::tables::Tables;
use noyau::documents::page::{JobDocument, JobState};
use noyau::limits::{Limits, Progress};
use noyau::parallel::lock;
use noyau::play::contest::Stop;
use noyau::random::SplitMix;
use noyau::{Language, Localized, Message, message};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, io};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};

/// The number of jobs that run concurrently.
const AT_ONCE: usize = 1;
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
    folder: PathBuf,
    status: Mutex<Status>,
    saving: Mutex<()>,
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    /// A counter of changes, for watchers.
    changed: watch::Sender<u64>,
}

/// The work of a job.
pub(crate) enum Work {
    Contest(Box<Contest>),
    Learning(Box<Learning>),
    Table(table::TableWork),
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
        self.changed.send_modify(|count| *count += 1);
    }

    /// A receiver that is notified of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The job as a document in that language.
    pub(crate) fn document(&self, language: Language) -> JobDocument {
        let result = self.result();
        let (done, total) = (
            self.progress.done.load(Ordering::Relaxed),
            self.progress.total.load(Ordering::Relaxed),
        );
        let status = lock(&self.status);
        let run = status
            .began
            .map_or(0.0, |began| began.elapsed().as_secs_f64());
        let gone = done.saturating_sub(status.from);
        let left = (status.state == JobState::Running && gone > 0)
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
        drop(status);
        self.save();
        self.touch();
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
            .and_then(|text| noyau_files::write(&self.folder.join("job.json"), &text, |_| true));
    }

    fn run(&self, memory: u64) {
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
            // One processor is left for requests.
            threads: std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1)),
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

/// All jobs.
pub(crate) struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    folder: PathBuf,
    tables: Arc<Tables>,
    pub(crate) learned_agents: Arc<LearnedAgents>,
    memory: u64,
    workers: Handle,
    running: Arc<Semaphore>,
    drawn: AtomicU64,
}

impl Jobs {
    /// Loads the jobs of the folder; none of them runs.
    pub(crate) fn new(folder: PathBuf, tables: Arc<Tables>, memory: u64, workers: Handle) -> Self {
        let jobs = Self {
            all: Mutex::default(),
            folder,
            tables,
            learned_agents: Arc::default(),
            memory,
            workers,
            running: Arc::new(Semaphore::new(AT_ONCE)),
            drawn: AtomicU64::new(crate::agents::any_seed()),
        };
        let entries = fs::read_dir(&jobs.folder);
        let mut folders: Vec<PathBuf> = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        folders.sort_unstable();
        let kept = folders.iter().filter_map(|folder| jobs.restore(folder));
        *lock(&jobs.all) = kept.map(Arc::new).collect();
        jobs
    }

    /// Restores a job of an earlier server; `None` if its files cannot be read.
    fn restore(&self, folder: &Path) -> Option<Job> {
        let kept: SavedJob =
            serde_json::from_slice(&fs::read(folder.join("job.json")).ok()?).ok()?;
        let id = folder.file_name()?.to_str()?.to_owned();
        let request: JobRequest = serde_json::from_value(kept.request.clone()).ok()?;
        let spec = request.check(&self.learned_agents.resources()).ok()?;
        let job = self.job(id, spec, kept.request, folder.to_owned()).ok()?;
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

    fn job(&self, id: String, spec: JobSpec, request: Value, folder: PathBuf) -> io::Result<Job> {
        let game = spec.game.clone();
        let progress = Arc::new(Progress::default());
        let work = match spec.work {
            WorkSpec::Contest(plan) => {
                let contest = Contest::open(plan, spec.position, &folder, &self.learned_agents)?;
                progress.done.store(contest.done(), Ordering::Relaxed);
                progress.total.store(contest.total(), Ordering::Relaxed);
                Work::Contest(Box::new(contest))
            }
            WorkSpec::Learning(lesson) => {
                let learned_agents = Arc::clone(&self.learned_agents);
                let learning = Learning::open(&id, lesson, spec.position, &folder, learned_agents)?;
                let (done, total) = learning.done();
                progress.done.store(done, Ordering::Relaxed);
                progress.total.store(total, Ordering::Relaxed);
                Work::Learning(Box::new(learning))
            }
            WorkSpec::Table => Work::Table(table::TableWork::new(
                spec.position,
                Arc::clone(&self.tables),
            )),
        };
        Ok(Job {
            id,
            work,
            request,
            game,
            folder,
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
            changed: watch::Sender::new(0),
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
        let folder = self.folder.join(&id);
        let made = fs::create_dir(&folder).and_then(|()| self.job(id, spec, request, folder));
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
        let (job, memory) = (Arc::clone(job), self.memory);
        let turn = Arc::clone(&self.running).acquire_owned();
        let workers = self.workers.clone();
        self.workers.spawn(async move {
            let Ok(permit) = turn.await else {
                return;
            };
            let worker = Arc::clone(&job);
            let done = workers.spawn_blocking(move || {
                worker.run(memory);
                drop(permit);
            });
            if done.await.is_err() {
                job.set(JobState::Failed, Some(internal_error()));
            }
        });
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
        if lock(&job.status).state == JobState::Queued {
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
        // A folder that cannot be removed only wastes a little space.
        let _ = fs::remove_dir_all(&job.folder);
        self.learned_agents.forget(&job.id);
        if matches!(job.work, Work::Table(_)) {
            self.tables.remove(&job.id);
        }
    }

    /// Stops all jobs.
    pub(crate) fn stop_all(&self) {
        for job in self.list() {
            job.stop.store(true, Ordering::Relaxed);
            job.touch();
        }
    }
}
