//! Learning from self-play. The job writes the same file as the command line, and its heuristic plays as the agent
//! `learned:JOB` from the first measurement on.

use super::{RunEnd, failed_contest, invalid};
use crate::input::{self, Position};
use noyau::learn::{About, Design, Learned};
use noyau::limits::Limits;
use noyau::parallel::lock;
use noyau::play::learning::{self, Course, Finish};
use noyau::play::{Library, Resources};
use noyau::{Message, message};
use noyau_files::whole_or_not;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The maximum number of heuristics in memory that no agent uses. Each takes some megabytes.
const MOST_LEARNED: usize = 2;

/// The learned heuristics by job id. They are in files, and the last used ones in memory.
#[derive(Debug, Default)]
pub(crate) struct LearnedAgents(Mutex<LearnedFiles>);

#[derive(Debug, Default)]
struct LearnedFiles {
    paths: BTreeMap<String, PathBuf>,
    /// The last used is last.
    recent: Vec<(String, Arc<Learned>)>,
}

impl LearnedFiles {
    fn forget_recent(&mut self, id: &str) {
        self.recent.retain(|(other, _)| other != id);
    }
}

impl LearnedAgents {
    /// The file of a job was written, or written anew.
    fn written(&self, id: &str, path: &Path) {
        let mut files = lock(&self.0);
        files.forget_recent(id);
        files.paths.insert(id.to_owned(), path.to_owned());
    }

    pub(super) fn forget(&self, id: &str) {
        let mut files = lock(&self.0);
        files.forget_recent(id);
        files.paths.remove(id);
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
        let mut files = lock(&self.0);
        let at = files.recent.iter().position(|(id, _)| id == path);
        let learned = match (at, files.paths.get(path)) {
            (Some(at), _) => Some(files.recent.remove(at).1),
            (None, Some(file)) => read(file).ok().flatten().map(Arc::new),
            (None, None) => None,
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
fn read(path: &Path) -> io::Result<Option<Learned>> {
    match fs::read(path) {
        Ok(bytes) => Learned::from_bytes(&bytes).map(Some).map_err(invalid),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
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
    path: PathBuf,
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
        folder: &Path,
        learned_agents: Arc<LearnedAgents>,
    ) -> io::Result<Self> {
        let path = folder.join("learned.noyau");
        let learned = load(&path, &spec, &position)?;
        if path.exists() {
            learned_agents.written(id, &path);
        }
        Ok(Self {
            id: id.to_owned(),
            summary: Summary::of(&learned),
            spec,
            position,
            path,
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
        let began = Instant::now();
        let left = self.spec.time.saturating_sub(*lock(&self.spent));
        let within = limits.clone().for_at_most(left);
        let unkept = |why: &io::Error| {
            let why = why.to_string();
            message!(
                "what was learned cannot be kept: {why}",
                "ce qui a été appris ne peut être conservé : {why}"
            )
        };
        let mut learned = match load(&self.path, &self.spec, &self.position) {
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
                self.learned_agents.written(&self.id, &self.path);
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
        let bytes = learned.to_bytes();
        let draft = self.path.with_extension("new");
        whole_or_not(&draft, &self.path, |out| out.write_all(&bytes))
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
        Ok(load(&self.path, &self.spec, &self.position)?.to_bytes())
    }
}

/// The heuristic of a job as its file has it, or one that has learned nothing.
fn load(path: &Path, spec: &LearningSpec, position: &Position) -> io::Result<Learned> {
    let game = input::reopen(position).map_err(invalid)?;
    let Some(learned) = read(path)? else {
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

    #[test]
    fn few_heuristics_are_in_memory_and_all_can_be_used() {
        let folder = std::env::temp_dir().join(format!("noyau-learned-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let game = input::open("tictactoe", None).unwrap();
        let agents = LearnedAgents::default();
        let ids = ["a", "b", "c", "d"];
        for (seed, id) in (0..).zip(ids) {
            let design = Design {
                seed,
                ..Design::default()
            };
            let learned = game.begin_learning(&design).unwrap();
            let path = folder.join(id);
            fs::write(&path, learned.to_bytes()).unwrap();
            agents.written(id, &path);
        }
        for id in ids.iter().chain(&ids) {
            let learned = agents.learned(id).unwrap();
            assert_eq!(ids[learned.about.design.seed as usize], *id);
            assert!(lock(&agents.0).recent.len() <= MOST_LEARNED);
        }
        agents.forget("d");
        assert!(agents.learned("d").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
