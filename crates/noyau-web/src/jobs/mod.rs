//! Long work: contests, tables and learning. A job runs in the server, is seen by every tab, and is kept in a folder of its own:
//! one that was stopped goes on where it stopped, after a restart of the server too.

mod contest;
mod learning;
mod order;
mod table;

pub(crate) use contest::Contest;
pub(crate) use learning::{Learning, Precomputed};
use order::Wanted;
pub(crate) use order::{Order, Ordered};

use crate::refusal::{Kind, Refusal};
use crate::tables::Tables;
use noyau::language::{Language, Localized, Message};
use noyau::limits::{Limits, Progress};
use noyau::message;
use noyau::random::SplitMix;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};
use tokio::sync::{Semaphore, watch};

/// How many jobs run at once; the others wait.
const AT_ONCE: usize = 1;
/// How many may wait.
const MOST_WAITING: usize = 8;
/// How many are kept; beyond, the oldest that are over go.
const MOST_KEPT: usize = 100;
/// How long a job may run before it is stopped; it may be resumed.
const LONGEST: Duration = Duration::from_hours(1);

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    Queued,
    Running,
    Done,
    Stopped,
    Failed,
}

impl Stage {
    fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Stopped | Self::Failed)
    }
}

/// What changes of a job.
#[derive(Debug)]
struct Standing {
    stage: Stage,
    /// Seconds of earlier runs.
    spent: f64,
    began: Option<Instant>,
    /// How much was done when this run began.
    from: u64,
    message: Option<Message>,
}

/// A job.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) work: Work,
    request: Value,
    game: String,
    folder: PathBuf,
    standing: Mutex<Standing>,
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    /// Counts what has changed, so that whoever watches knows when to look.
    changed: watch::Sender<u64>,
}

/// What a job does.
pub(crate) enum Work {
    Contest(Box<Contest>),
    Learning(Box<Learning>),
    Table(table::TableWork),
}

/// How a run of a job ended.
enum Ended {
    Done,
    Stopped(Option<Message>),
    Failed(Message),
}

/// A job as a document.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    id: String,
    kind: &'static str,
    game: String,
    pub(crate) state: Stage,
    done: u64,
    total: u64,
    seconds: f64,
    left: Option<f64>,
    request: Value,
    message: Option<String>,
    result: Option<Value>,
}

/// What is kept of a job beside its games.
#[derive(Serialize, Deserialize)]
struct Kept {
    request: Value,
    stage: Stage,
    seconds: f64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    fn kind(&self) -> &'static str {
        match &self.work {
            Work::Contest(contest) => contest.kind(),
            Work::Learning(_) => "learn",
            Work::Table(_) => "table",
        }
    }

    /// Says that something has changed.
    fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Tells whenever something has changed.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How it stands, in that language.
    pub(crate) fn document(&self, language: Language) -> Document {
        let (done, total) = (
            self.progress.done.load(Ordering::Relaxed),
            self.progress.total.load(Ordering::Relaxed),
        );
        let standing = lock(&self.standing);
        let run = standing
            .began
            .map_or(0.0, |began| began.elapsed().as_secs_f64());
        let gone = done.saturating_sub(standing.from);
        let left = (standing.stage == Stage::Running && gone > 0)
            .then(|| total.saturating_sub(done) as f64 * run / gone as f64);
        Document {
            id: self.id.clone(),
            kind: self.kind(),
            game: self.game.clone(),
            state: standing.stage,
            done,
            total,
            seconds: standing.spent + run,
            left,
            request: self.request.clone(),
            message: standing
                .message
                .as_ref()
                .map(|message| message.localized(language)),
            result: match &self.work {
                Work::Contest(contest) => contest.result(),
                Work::Learning(learning) => Some(learning.result()),
                Work::Table(work) => work.result(&self.id),
            },
        }
    }

    /// Whether it neither runs nor waits.
    pub(crate) fn is_over(&self) -> bool {
        lock(&self.standing).stage.is_over()
    }

    fn set(&self, stage: Stage, message: Option<Message>) {
        let mut standing = lock(&self.standing);
        if let Some(began) = standing.began.take() {
            standing.spent += began.elapsed().as_secs_f64();
        }
        standing.stage = stage;
        standing.message = message;
        if stage == Stage::Running {
            standing.began = Some(Instant::now());
            standing.from = self.progress.done.load(Ordering::Relaxed);
        }
        let kept = Kept {
            request: self.request.clone(),
            stage,
            seconds: standing.spent,
        };
        drop(standing);
        // What cannot be kept is lost when the server ends, and not before.
        let _ = serde_json::to_vec(&kept)
            .map_err(io::Error::from)
            .and_then(|text| fs::write(self.folder.join("job.json"), text));
        self.touch();
    }

    fn run(&self, memory: u64) {
        // One that was stopped while it waited, and resumed, has been launched twice.
        if lock(&self.standing).stage != Stage::Queued {
            return;
        }
        if self.stop.load(Ordering::Relaxed) {
            self.set(Stage::Stopped, None);
            return;
        }
        self.set(Stage::Running, None);
        let limits = Limits {
            memory: Some(memory),
            deadline: Instant::now().checked_add(LONGEST),
            nodes: None,
            stop: Some(Arc::clone(&self.stop)),
            // One processor is left to whoever looks at the page.
            threads: std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1)),
            progress: Some(Arc::clone(&self.progress)),
        };
        let ended = match &self.work {
            Work::Contest(contest) => contest.run(&limits, &|| self.touch()),
            Work::Learning(learning) => learning.run(&limits, &|| self.touch()),
            Work::Table(work) => work.run(&self.id, &limits),
        };
        match ended {
            Ended::Done => self.set(Stage::Done, None),
            Ended::Stopped(why) => self.set(Stage::Stopped, why),
            Ended::Failed(why) => self.set(Stage::Failed, Some(why)),
        }
    }
}

/// All jobs.
pub(crate) struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    folder: PathBuf,
    tables: Arc<Tables>,
    /// What was learned, for agents.
    pub(crate) precomputed: Arc<Precomputed>,
    memory: u64,
    running: Arc<Semaphore>,
    drawn: AtomicU64,
}

impl Jobs {
    /// The jobs that are kept in the folder; none of them runs.
    pub(crate) fn new(folder: PathBuf, tables: Arc<Tables>, memory: u64) -> Self {
        let jobs = Self {
            all: Mutex::default(),
            folder,
            tables,
            precomputed: Arc::default(),
            memory,
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
        folders.sort();
        let kept = folders.iter().filter_map(|folder| jobs.restore(folder));
        *lock(&jobs.all) = kept.map(Arc::new).collect();
        jobs
    }

    /// A job that an earlier server kept; `None` if what it kept cannot be read.
    fn restore(&self, folder: &Path) -> Option<Job> {
        let kept: Kept = serde_json::from_slice(&fs::read(folder.join("job.json")).ok()?).ok()?;
        let id = folder.file_name()?.to_str()?.to_owned();
        let order: Order = serde_json::from_value(kept.request.clone()).ok()?;
        let ordered = order.check(&self.precomputed).ok()?;
        let job = self
            .job(id, ordered, kept.request, folder.to_owned())
            .ok()?;
        let stage = if kept.stage.is_over() {
            kept.stage
        } else {
            Stage::Stopped
        };
        let mut standing = lock(&job.standing);
        standing.stage = stage;
        standing.spent = kept.seconds;
        drop(standing);
        Some(job)
    }

    fn job(
        &self,
        id: String,
        ordered: Ordered,
        request: Value,
        folder: PathBuf,
    ) -> io::Result<Job> {
        let game = ordered.game.clone();
        let progress = Arc::new(Progress::default());
        let work = match ordered.work {
            Wanted::Contest(plan) => {
                let contest = Contest::open(plan, ordered.position, &folder, &self.precomputed)?;
                progress.done.store(contest.done(), Ordering::Relaxed);
                progress.total.store(contest.total(), Ordering::Relaxed);
                Work::Contest(Box::new(contest))
            }
            Wanted::Learning(lesson) => {
                let precomputed = Arc::clone(&self.precomputed);
                let learning = Learning::open(&id, lesson, ordered.position, &folder, precomputed)?;
                let (done, total) = learning.done();
                progress.done.store(done, Ordering::Relaxed);
                progress.total.store(total, Ordering::Relaxed);
                Work::Learning(Box::new(learning))
            }
            Wanted::Table => Work::Table(table::TableWork::new(
                ordered.position,
                Arc::clone(&self.tables),
            )),
        };
        Ok(Job {
            id,
            work,
            request,
            game,
            folder,
            standing: Mutex::new(Standing {
                stage: Stage::Queued,
                spent: 0.0,
                began: None,
                from: 0,
                message: None,
            }),
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

    /// Takes a job on.
    pub(crate) fn start(&self, ordered: Ordered, request: Value) -> Result<Arc<Job>, Refusal> {
        let mut all = lock(&self.all);
        Self::is_room(&all)?;
        let mut over: Vec<usize> = (0..all.len()).filter(|&i| all[i].is_over()).collect();
        over.truncate((all.len() + 1).saturating_sub(MOST_KEPT));
        for i in over.into_iter().rev() {
            let old = all.remove(i);
            self.forget(&old);
        }
        let id = self.fresh_id();
        let folder = self.folder.join(&id);
        let made = fs::create_dir(&folder).and_then(|()| self.job(id, ordered, request, folder));
        let job = Arc::new(made.map_err(|error| {
            let why = error.to_string();
            Refusal::new(
                Kind::Internal,
                message!(
                    "the job cannot be kept: {why}",
                    "le travail ne peut être conservé : {why}"
                ),
            )
        })?);
        all.push(Arc::clone(&job));
        drop(all);
        self.launch(&job);
        Ok(job)
    }

    fn is_room(all: &[Arc<Job>]) -> Result<(), Refusal> {
        let active = all.iter().filter(|job| !job.is_over()).count();
        if active < AT_ONCE + MOST_WAITING {
            return Ok(());
        }
        Err(Refusal::new(
            Kind::Busy,
            message!(
                "too many jobs are waiting already: stop one, or wait",
                "trop de travaux attendent déjà : arrêtez-en un, ou attendez"
            ),
        ))
    }

    fn launch(&self, job: &Arc<Job>) {
        job.set(Stage::Queued, None);
        let (job, memory) = (Arc::clone(job), self.memory);
        let turn = Arc::clone(&self.running).acquire_owned();
        tokio::spawn(async move {
            let Ok(permit) = turn.await else {
                return;
            };
            let worker = Arc::clone(&job);
            let done = tokio::task::spawn_blocking(move || {
                worker.run(memory);
                drop(permit);
            });
            if done.await.is_err() {
                let broken = message!(
                    "something went wrong here that should not: please tell the makers of noyau",
                    "quelque chose s'est mal passé ici, à tort : prévenez les auteurs de noyau"
                );
                job.set(Stage::Failed, Some(broken));
            }
        });
    }

    /// All of them, the newest first.
    pub(crate) fn list(&self) -> Vec<Arc<Job>> {
        lock(&self.all).iter().rev().cloned().collect()
    }

    /// The job of that name.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let all = lock(&self.all);
        let found = all.iter().find(|job| job.id == id);
        found.cloned().ok_or_else(|| {
            Refusal::not_found(message!(
                "there is no job called {id:?}",
                "aucun travail ne s'appelle {id:?}"
            ))
        })
    }

    /// Tells a job to stop.
    pub(crate) fn stop(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.get(id)?;
        job.stop.store(true, Ordering::Relaxed);
        if lock(&job.standing).stage == Stage::Queued {
            job.set(Stage::Stopped, None);
        }
        Ok(job)
    }

    /// Lets a job that was stopped go on.
    pub(crate) fn resume(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.get(id)?;
        let all = lock(&self.all);
        let stage = lock(&job.standing).stage;
        if stage != Stage::Stopped {
            return Err(Refusal::bad(message!(
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

    /// Stops a job and forgets it, with everything it made.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
        let job = self.stop(id)?;
        lock(&self.all).retain(|other| other.id != id);
        self.forget(&job);
        Ok(())
    }

    fn forget(&self, job: &Job) {
        // A folder that stays is only a little waste.
        let _ = fs::remove_dir_all(&job.folder);
        self.precomputed.forget(&job.id);
        if matches!(job.work, Work::Table(_)) {
            self.tables.remove(&job.id);
        }
    }

    /// Stops everything, for the server stops.
    pub(crate) fn stop_all(&self) {
        for job in self.list() {
            job.stop.store(true, Ordering::Relaxed);
            job.touch();
        }
    }
}
