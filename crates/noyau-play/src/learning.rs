//! A course of learning: rounds of self-play, with regular matches against fixed opponents.
//!
//! Everything is determined by the design, the course and the number of games so far, all stored in the file; so a
//! course that is interrupted between two rounds and resumed gives the same result.

use super::contest::{self, Opener, Plan, Standings, Stop};
use super::learned::Library;
use super::recipe::{Recipe, Resources};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_learn::{Learned, Measured};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The schedule of a course.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The number of training games, rounded up to whole rounds.
    pub games: u64,
    /// The number of games between measurements, after each of which the learner is saved.
    pub every: u64,
    /// The opponents of the measurements.
    pub opponents: Vec<Recipe>,
    /// The number of game pairs against each.
    pub pairs: u64,
    /// The number of random plies at the start of each pair.
    pub opening: u32,
    /// The search depth of the learner during measurements.
    pub depth: u32,
}

/// How a course ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Done,
    /// A limit was reached, or the callback stopped it.
    Stopped,
}

/// The name of the learner during measurements; no file has this name.
const LEARNER: &str = "*";

/// Provides the current learner, and the heuristics of another library.
struct Learner {
    learned: Arc<Learned>,
    others: Option<Arc<dyn Library>>,
}

impl Library for Learner {
    fn learned(&self, path: &str) -> Result<Arc<Learned>, Message> {
        match &self.others {
            Some(others) if path != LEARNER => others.learned(path),
            _ => Ok(Arc::clone(&self.learned)),
        }
    }
}

/// Learns until the course is complete or a limit is reached. `keep` receives each state worth saving, and stops
/// the course by a break.
pub fn learn(
    course: &Course,
    learned: &mut Learned,
    open: Opener<'_>,
    resources: &Resources,
    limits: &Limits,
    mut keep: impl FnMut(&Learned) -> ControlFlow<()>,
) -> Result<Finish, Stop> {
    let game = open().map_err(Stop::Game)?;
    let round = u64::from(learned.about.design.round.max(1));
    let every = course.every.max(1);
    loop {
        let games = learned.about.games;
        let done = games >= course.games;
        // At the first round that ends at or after each multiple, and at the last.
        let due = games > 0 && (done || games / every != games.saturating_sub(round) / every);
        let mut curve = learned.about.curve.iter();
        if due && !curve.any(|point| point.games == games) {
            match measure(course, learned, open, resources, limits) {
                Ok(points) => learned.about.curve.extend(points),
                Err(Stop::Interrupted) => {
                    let _ = keep(learned);
                    return Ok(Finish::Stopped);
                }
                Err(stop) => return Err(stop),
            }
            if keep(learned).is_break() {
                return Ok(Finish::Stopped);
            }
        }
        if done {
            return Ok(Finish::Done);
        }
        let taught = game.learn(learned, limits);
        if let Some(why) = game.defect() {
            return Err(Stop::Rules(why));
        }
        if taught.is_err() {
            let _ = keep(learned);
            return Ok(Finish::Stopped);
        }
        limits.report(learned.about.games, course.games);
    }
}

/// Measures the learner against each opponent.
fn measure(
    course: &Course,
    learned: &Learned,
    open: Opener<'_>,
    resources: &Resources,
    limits: &Limits,
) -> Result<Vec<Measured>, Stop> {
    let resources = Resources {
        library: Some(Arc::new(Learner {
            learned: Arc::new(learned.clone()),
            others: resources.library.clone(),
        })),
        ..resources.clone()
    };
    let limits = Limits {
        progress: None,
        ..limits.clone()
    };
    let depth = course.depth;
    // What is learned for searches is measured in one, which looks on where there are captures to make.
    let learner = if learned.about.features.phases.is_empty() {
        format!("learned:{LEARNER},depth={depth}")
    } else {
        format!("search:learned={LEARNER},depth={depth}")
    };
    let learner: Recipe = learner.parse()?;
    let mut points = Vec::new();
    for opponent in &course.opponents {
        let plan = Plan {
            agents: vec![learner.clone(), opponent.clone()],
            pairs: course.pairs,
            opening: course.opening,
            plies: learned.about.design.plies,
            time: None,
            seed: learned.about.design.seed,
        };
        let mut standings = Standings::new(2);
        contest::run(&plan, 0, open, &resources, &limits, |played| {
            standings.add(&played);
            ControlFlow::Continue(())
        })?;
        let score = standings.table[0][1];
        points.push(Measured {
            games: learned.about.games,
            opponent: opponent.to_string(),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
        });
    }
    Ok(points)
}
