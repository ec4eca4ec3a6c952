//! Learning from self-play. The job writes the same file as the command line, and its heuristic plays as the agent
//! `learned:JOB` from the first measurement on.

use super::{RunEnd, failed_contest, invalid};
use crate::input::{self, Position};
use noyau::learn::{Design, Learned};
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

/// The learned heuristics by job id.
#[derive(Debug, Default)]
pub(crate) struct LearnedAgents(Mutex<BTreeMap<String, Arc<Learned>>>);

impl LearnedAgents {
    fn keep(&self, id: &str, learned: &Arc<Learned>) {
        lock(&self.0).insert(id.to_owned(), Arc::clone(learned));
    }

    pub(super) fn forget(&self, id: &str) {
        lock(&self.0).remove(id);
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
        let found = lock(&self.0).get(path).cloned();
        found.ok_or_else(|| {
            message!(
                "no job called {path:?} has learned anything; the page reads no files",
                "aucun travail appelé {path:?} n'a rien appris ; la page ne lit pas de fichiers"
            )
        })
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
    learned: Mutex<Arc<Learned>>,
    /// The total time of all runs so far.
    spent: Mutex<Duration>,
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
        let game = input::reopen(&position).map_err(invalid)?;
        let path = folder.join("learned.noyau");
        let learned = match fs::read(&path) {
            Ok(bytes) => {
                let learned = Learned::from_bytes(&bytes).map_err(invalid)?;
                if !game.is_about(&learned) {
                    return Err(invalid("it was learned of another game"));
                }
                let learned = Arc::new(learned);
                learned_agents.keep(id, &learned);
                learned
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let design = Design {
                    seed: spec.seed,
                    ..Design::default()
                };
                Arc::new(game.begin_learning(&design).map_err(invalid)?)
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            id: id.to_owned(),
            spec,
            position,
            path,
            learned_agents,
            learned: Mutex::new(learned),
            spent: Mutex::default(),
        })
    }

    /// The number of games learned from so far, and in total.
    pub(super) fn done(&self) -> (u64, u64) {
        (lock(&self.learned).about.games, self.spec.course.games)
    }

    /// Learns until the end of the course, the time limit or another limit.
    pub(super) fn run(&self, limits: &Limits, touch: &dyn Fn()) -> RunEnd {
        let began = Instant::now();
        let left = self.spec.time.saturating_sub(*lock(&self.spent));
        let within = limits.clone().for_at_most(left);
        let mut learned = Learned::clone(&lock(&self.learned));
        let mut failure = None;
        let finish = learning::learn(
            &self.spec.course,
            &mut learned,
            &|| input::reopen(&self.position),
            &self.learned_agents.resources(),
            &within,
            |learned| {
                let kept = Arc::new(learned.clone());
                self.learned_agents.keep(&self.id, &kept);
                *lock(&self.learned) = kept;
                touch();
                match self.write(learned) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error.to_string());
                        ControlFlow::Break(())
                    }
                }
            },
        );
        *lock(&self.spent) += began.elapsed();
        if let Some(why) = failure {
            return RunEnd::Failed(message!(
                "what was learned cannot be kept: {why}",
                "ce qui a été appris ne peut être conservé : {why}"
            ));
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
        let learned = lock(&self.learned);
        let about = &learned.about;
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
            "weights": learned.weights(),
            "seed": self.spec.seed,
            "curve": curve,
        })
    }

    /// The file of the learned heuristic.
    pub(crate) fn data(&self) -> Vec<u8> {
        lock(&self.learned).to_bytes()
    }
}
