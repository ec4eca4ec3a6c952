//! Learning from self-play. The job writes the same file as the command line, and its heuristic plays as the agent
//! `learned:JOB` from the first measurement on.

use super::{RunEnd, failed_contest, file, invalid};
use crate::input::{self, Position};
use crate::storage::Storage;
use noyau::learn::{About, Design, Learned};
use noyau::limits::{Limits, Stopwatch};
use noyau::parallel::lock;
use noyau::play::learning::{self, Course, Finish};
use noyau::play::{Library, Resources};
use noyau::{Message, message};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The name of the file of a job.
const FILE: &str = "learned.noyau";
/// The maximum number of heuristics in memory that no agent uses. Each takes some megabytes.
const MOST_LEARNED: usize = 2;

/// The learned heuristics by job id. They are in files, and the last used ones in memory.
#[derive(Debug)]
pub(crate) struct LearnedAgents {
    storage: Arc<dyn Storage>,
    files: Mutex<LearnedFiles>,
}

#[derive(Debug, Default)]
struct LearnedFiles {
    /// The jobs with a file.
    written: BTreeSet<String>,
    /// The last used is last.
    recent: Vec<(String, Arc<Learned>)>,
}

impl LearnedFiles {
    fn forget_recent(&mut self, id: &str) {
        self.recent.retain(|(other, _)| other != id);
    }
}

impl LearnedAgents {
    pub(crate) fn new(storage: Arc<dyn Storage>) -> Self {
        Self {
            storage,
            files: Mutex::default(),
        }
    }

    /// The file of a job was written, or written anew.
    fn written(&self, id: &str) {
        let mut files = lock(&self.files);
        files.forget_recent(id);
        files.written.insert(id.to_owned());
    }

    pub(super) fn forget(&self, id: &str) {
        let mut files = lock(&self.files);
        files.forget_recent(id);
        files.written.remove(id);
    }

    /// The resources of agents: heuristics learned here, but no programs and no files.
    pub(crate) fn resources(self: &Arc<Self>) -> Resources {
        Resources {
            library: Some(Arc::clone(self) as Arc<dyn Library>),
            ..Resources::default()
        }
    }
}

impl Library for LearnedAgents {
    fn learned(&self, path: &str) -> Result<Arc<Learned>, Message> {
        let mut files = lock(&self.files);
        let at = files.recent.iter().position(|(id, _)| id == path);
        let learned = match at {
            Some(at) => Some(files.recent.remove(at).1),
            None if files.written.contains(path) => {
                let learned = read(&*self.storage, &file(path, FILE));
                learned.ok().flatten().map(Arc::new)
            }
            None => None,
        };
        let learned = learned.ok_or_else(|| {
            message!(
                "no job called {path:?} has learned anything; the page reads no files",
                "aucun travail appelé {path:?} n'a rien appris ; la page ne lit pas de fichiers"
            )
        })?;
        files.recent.push((path.to_owned(), Arc::clone(&learned)));
        if files.recent.len() > MOST_LEARNED {
            files.recent.remove(0);
        }
        Ok(learned)
    }
}

/// The heuristic in a file, if there is one.
fn read(storage: &dyn Storage, file: &str) -> io::Result<Option<Learned>> {
    let bytes = storage.read(file)?;
    let learned = bytes.map(|bytes| Learned::from_bytes(&bytes));
    learned.transpose().map_err(invalid)
}

/// A valid request for a course of learning.
#[derive(Debug)]
pub(crate) struct LearningSpec {
    pub(crate) course: Course,
    pub(crate) seed: u64,
    /// The total time limit.
    pub(crate) time: Duration,
}

/// A job that learns.
pub(crate) struct Learning {
    id: String,
    spec: LearningSpec,
    position: Position,
    file: String,
    storage: Arc<dyn Storage>,
    learned_agents: Arc<LearnedAgents>,
    summary: Mutex<Summary>,
    /// The total time of all runs so far.
    spent: Mutex<Duration>,
}

/// What a job tells of its heuristic, which is in its file.
struct Summary {
    about: About,
    weights: usize,
}

impl Summary {
    fn of(learned: &Learned) -> Mutex<Self> {
        Mutex::new(Self {
            about: learned.about.clone(),
            weights: learned.weights(),
        })
    }
}

impl Learning {
    /// Opens the file of the learned heuristic, or starts afresh.
    pub(super) fn open(
        id: &str,
        spec: LearningSpec,
        position: Position,
        storage: &Arc<dyn Storage>,
        learned_agents: Arc<LearnedAgents>,
    ) -> io::Result<Self> {
        let file = file(id, FILE);
        let kept = read(&**storage, &file)?;
        if kept.is_some() {
            learned_agents.written(id);
        }
        let learned = checked(kept, &spec, &position)?;
        Ok(Self {
            id: id.to_owned(),
            summary: Summary::of(&learned),
            spec,
            position,
            file,
            storage: Arc::clone(storage),
            learned_agents,
            spent: Mutex::default(),
        })
    }

    /// The number of games learned from so far, and in total.
    pub(super) fn done(&self) -> (u64, u64) {
        (lock(&self.summary).about.games, self.spec.course.games)
    }

    /// Learns until the end of the course, the time limit or another limit.
    pub(super) fn run(&self, limits: &Limits, touch: &dyn Fn()) -> RunEnd {
        let began = Stopwatch::start();
        let left = self.spec.time.saturating_sub(*lock(&self.spent));
        let within = limits.clone().for_at_most(left);
        let unkept = |why: &io::Error| {
            let why = why.to_string();
            message!(
                "what was learned cannot be kept: {why}",
                "ce qui a été appris ne peut être conservé : {why}"
            )
        };
        let mut learned = match self.load() {
            Ok(learned) => learned,
            Err(error) => return RunEnd::Failed(unkept(&error)),
        };
        let mut failure = None;
        let finish = learning::learn(
            &self.spec.course,
            &mut learned,
            &|| input::reopen(&self.position),
            &self.learned_agents.resources(),
            &within,
            |learned| {
                if let Err(error) = self.write(learned) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                self.learned_agents.written(&self.id);
                lock(&self.summary).about = learned.about.clone();
                touch();
                ControlFlow::Continue(())
            },
        );
        *lock(&self.spent) += began.elapsed();
        if let Some(error) = failure {
            return RunEnd::Failed(unkept(&error));
        }
        match finish {
            Ok(Finish::Done) => RunEnd::Done,
            // The time of the request is over; anything else is an interruption.
            Ok(Finish::Stopped)
                if within.left() == Some(Duration::ZERO) && limits.check(0).is_ok() =>
            {
                RunEnd::Done
            }
            Ok(Finish::Stopped) => RunEnd::Stopped(None),
            Err(stop) => failed_contest(&stop),
        }
    }

    fn write(&self, learned: &Learned) -> io::Result<()> {
        self.storage.write(&self.file, &learned.to_bytes())
    }

    /// The heuristic as its file has it, or one that has learned nothing.
    fn load(&self) -> io::Result<Learned> {
        let kept = read(&*self.storage, &self.file)?;
        checked(kept, &self.spec, &self.position)
    }

    /// Whether a file is that of the heuristic.
    pub(super) fn is_file(&self, name: &str) -> bool {
        self.file == name
    }

    /// Another worker has written the file anew.
    pub(super) fn renew(&self, bytes: &[u8]) {
        if let Ok(learned) = Learned::from_bytes(bytes) {
            self.learned_agents.written(&self.id);
            lock(&self.summary).about = learned.about;
        }
    }

    /// The result so far.
    pub(super) fn result(&self) -> Value {
        let Summary { about, weights } = &*lock(&self.summary);
        let opponent = self.spec.course.opponents.first().map(ToString::to_string);
        let first = about
            .curve
            .iter()
            .filter(|point| Some(&point.opponent) == opponent.as_ref());
        let curve: Vec<(u64, f64)> = first
            .map(|point| {
                let games = (point.wins + point.draws + point.losses).max(1) as f64;
                let points = point.wins as f64 + point.draws as f64 / 2.0;
                (point.games, points / games)
            })
            .collect();
        json!({
            "agent": format!("learned:{}", self.id),
            "opponent": opponent,
            "games": about.games,
            "weights": weights,
            "seed": self.spec.seed,
            "curve": curve,
        })
    }

    /// The file of the learned heuristic.
    pub(crate) fn data(&self) -> io::Result<Vec<u8>> {
        Ok(self.load()?.to_bytes())
    }
}

/// The heuristic of a file, if it is of that game; without a file, one that has learned nothing.
fn checked(kept: Option<Learned>, spec: &LearningSpec, position: &Position) -> io::Result<Learned> {
    let game = input::reopen(position).map_err(invalid)?;
    let Some(learned) = kept else {
        let design = Design {
            seed: spec.seed,
            ..Design::default()
        };
        return game.begin_learning(&design).map_err(invalid);
    };
    if game.is_about(&learned) {
        Ok(learned)
    } else {
        Err(invalid("it was learned of another game"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::memory::{Memory, Nobody};

    #[test]
    fn few_heuristics_are_in_memory_and_all_can_be_used() {
        let storage = Arc::new(Memory::new(Arc::new(Nobody)));
        let game = input::open("tictactoe", None).unwrap();
        let agents = LearnedAgents::new(Arc::clone(&storage) as _);
        let ids = ["a", "b", "c", "d"];
        for (seed, id) in (0..).zip(ids) {
            let design = Design {
                seed,
                ..Design::default()
            };
            let learned = game.begin_learning(&design).unwrap();
            storage.write(&file(id, FILE), &learned.to_bytes()).unwrap();
            agents.written(id);
        }
        for id in ids.iter().chain(&ids) {
            let learned = agents.learned(id).unwrap();
            assert_eq!(ids[learned.about.design.seed as usize], *id);
            assert!(lock(&agents.files).recent.len() <= MOST_LEARNED);
        }
        agents.forget("d");
        assert!(agents.learned("d").is_err());
    }
}
