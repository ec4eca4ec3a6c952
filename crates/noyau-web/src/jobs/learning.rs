//! Learning from self-play. What was learned is kept in a file, the same that the command line writes, and plays as the
//! agent `learned:JOB` from its first measurement on.

use super::{Ended, lock};
use crate::input::{self, Position};
use noyau::language::Message;
use noyau::learn::{Design, Learned};
use noyau::limits::Limits;
use noyau::message;
use noyau::play::contest::Stop;
use noyau::play::learning::{self, Course, Finish};
use noyau::play::{Library, Resources};
use noyau_files::whole_or_not;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What every job has learned, by the names of the jobs.
#[derive(Debug, Default)]
pub(crate) struct Precomputed(Mutex<BTreeMap<String, Arc<Learned>>>);

impl Precomputed {
    fn keep(&self, id: &str, learned: Learned) {
        lock(&self.0).insert(id.to_owned(), Arc::new(learned));
    }

    pub(super) fn forget(&self, id: &str) {
        lock(&self.0).remove(id);
    }
}

impl Library for Precomputed {
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

/// A course of learning that was asked for.
#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) course: Course,
    pub(crate) seed: u64,
    /// How long it may take in all.
    pub(crate) time: Duration,
}

/// A job that learns.
pub(crate) struct Learning {
    id: String,
    lesson: Lesson,
    position: Position,
    path: PathBuf,
    precomputed: Arc<Precomputed>,
    learned: Mutex<Learned>,
    /// How long it has learned.
    spent: Mutex<Duration>,
}

impl Learning {
    /// Opens what was learned, or begins with nothing learned.
    pub(super) fn open(
        id: &str,
        lesson: Lesson,
        position: Position,
        folder: &Path,
        precomputed: Arc<Precomputed>,
    ) -> io::Result<Self> {
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let game = input::reopen(&position).map_err(|why| invalid(why.to_string()))?;
        let path = folder.join("learned.noyau");
        let learned = match fs::read(&path) {
            Ok(bytes) => {
                let learned = Learned::from_bytes(&bytes);
                let learned = learned.map_err(|why| invalid(why.to_string()))?;
                if !game.is_about(&learned) {
                    return Err(invalid("it was learned of another game".to_owned()));
                }
                precomputed.keep(id, learned.clone());
                learned
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let design = Design {
                    seed: lesson.seed,
                    ..Design::default()
                };
                game.begin_learning(&design)
                    .map_err(|why| invalid(why.to_string()))?
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            id: id.to_owned(),
            lesson,
            position,
            path,
            precomputed,
            learned: Mutex::new(learned),
            spent: Mutex::default(),
        })
    }

    /// How many games it has learned from, and how many it will.
    pub(super) fn done(&self) -> (u64, u64) {
        (lock(&self.learned).about.games, self.lesson.course.games)
    }

    /// Learns on until the course, its time or the limits are over.
    pub(super) fn run(&self, limits: &Limits, touch: &dyn Fn()) -> Ended {
        let began = Instant::now();
        let left = self.lesson.time.saturating_sub(*lock(&self.spent));
        let within = limits.clone().for_at_most(left);
        let resources = Resources {
            library: Some(Arc::clone(&self.precomputed) as Arc<dyn Library>),
            ..Resources::default()
        };
        let mut learned = lock(&self.learned).clone();
        let mut failure = None;
        let finish = learning::learn(
            &self.lesson.course,
            &mut learned,
            &|| input::reopen(&self.position),
            &resources,
            &within,
            |learned| {
                *lock(&self.learned) = learned.clone();
                self.precomputed.keep(&self.id, learned.clone());
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
            return Ended::Failed(message!(
                "what was learned cannot be kept: {why}",
                "ce qui a été appris ne peut être conservé : {why}"
            ));
        }
        match finish {
            Ok(Finish::Done) => Ended::Done,
            // Its time is what was asked for; any other end is an interruption.
            Ok(Finish::Stopped)
                if within.left() == Some(Duration::ZERO) && limits.check(0).is_ok() =>
            {
                Ended::Done
            }
            Ok(Finish::Stopped) | Err(Stop::Interrupted) => Ended::Stopped(None),
            Err(Stop::Agent(problem)) => Ended::Failed(Message::of(&problem)),
            Err(Stop::Game(problem)) => Ended::Failed(Message::of(&problem)),
            Err(Stop::Rules(why)) => Ended::Failed(input::open_rules(&why)),
        }
    }

    fn write(&self, learned: &Learned) -> io::Result<()> {
        let bytes = learned.to_bytes();
        let draft = self.path.with_extension("new");
        whole_or_not(&draft, &self.path, |out| out.write_all(&bytes))
    }

    /// What came of it so far.
    pub(super) fn result(&self) -> Value {
        let learned = lock(&self.learned);
        let about = &learned.about;
        let opponent = self
            .lesson
            .course
            .opponents
            .first()
            .map(ToString::to_string);
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
            "seed": self.lesson.seed,
            "curve": curve,
        })
    }

    /// The file of what was learned.
    pub(crate) fn data(&self) -> Vec<u8> {
        lock(&self.learned).to_bytes()
    }
}
