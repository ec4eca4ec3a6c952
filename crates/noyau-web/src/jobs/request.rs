//! The request for a job, and its validation.

use super::learning::LearningSpec;
use crate::agents;
use crate::error::ApiError;
use crate::input::{self, Moves, Position};
use noyau::dynamic::OpenGame;
use noyau::learn::Design;
use noyau::message;
use noyau::play::Resources;
use noyau::play::contest::Plan;
use noyau::play::learning::Course;
use noyau::statistics::Sprt;
use serde::Deserialize;
use std::time::Duration;

/// The maximum number of games of a contest.
const MOST_GAMES: u64 = 100_000;
/// The maximum number of agents of a tournament.
const MOST_AGENTS: usize = 16;
/// The longest random opening, in plies.
const LONGEST_OPENING: u32 = 40;
/// The longest game, in plies; longer ones are draws.
const MOST_PLIES: u32 = 1000;
/// The time limit per move.
const MOVE: Duration = Duration::from_secs(10);

/// The request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct JobRequest {
    kind: String,
    game: String,
    content: Option<String>,
    at: Option<String>,
    after: Option<Moves>,
    agents: Vec<String>,
    games: Option<u64>,
    opening: Option<u32>,
    plies: Option<u32>,
    seed: Option<u64>,
    sprt: Option<Vec<f64>>,
    seconds: Option<f64>,
}

/// A valid request.
#[derive(Debug)]
pub(crate) struct JobSpec {
    pub(crate) game: String,
    pub(crate) position: Position,
    pub(crate) work: WorkSpec,
}

/// The work of a job.
#[derive(Debug)]
pub(crate) enum WorkSpec {
    Contest(ContestSpec),
    Learning(LearningSpec),
    /// Solves all positions.
    Table,
}

/// A contest.
#[derive(Debug)]
pub(crate) struct ContestSpec {
    pub(crate) tournament: bool,
    pub(crate) plan: Plan,
    pub(crate) test: Option<Sprt>,
}

impl JobRequest {
    /// The seed; without one, a random seed is drawn and stored in the request.
    pub(crate) fn seed(&mut self) -> u64 {
        *self.seed.get_or_insert_with(agents::any_seed)
    }

    /// Validates the request.
    pub(crate) fn check(self, resources: &Resources) -> Result<JobSpec, ApiError> {
        let (content, at) = (self.content.as_ref(), self.at.as_ref());
        let position = Position::new(&self.game, content, at, self.after.as_ref());
        let mut game = input::open(&position.game, position.content.as_deref())?;
        input::place(&mut *game, &position)?;
        input::settled(&*game)?;
        let tournament = match self.kind.as_str() {
            "table" => {
                return Ok(JobSpec {
                    game: game.name(),
                    position,
                    work: WorkSpec::Table,
                });
            }
            "learn" => return self.learning(&*game, position, resources),
            "duel" => false,
            "tournament" => true,
            other => {
                return Err(ApiError::bad(message!(
                    "there is no job of kind {other:?}: there are duel, tournament, learn and table",
                    "aucun travail de genre {other:?} : il y a duel, tournament, learn et table"
                )));
            }
        };
        if game.outcome().is_some() {
            return Err(agents::game_over());
        }
        let wanted = if tournament { 2..=MOST_AGENTS } else { 2..=2 };
        if !wanted.contains(&self.agents.len()) {
            return Err(ApiError::bad(message!(
                "a duel has two agents, a tournament from two to {MOST_AGENTS}",
                "un duel a deux agents, un tournoi de deux à {MOST_AGENTS}"
            )));
        }
        let default = if tournament { 20 } else { 100 };
        let plan = Plan {
            agents: agents::read_all(&self.agents, &*game, resources)?,
            pairs: self.games.unwrap_or(default).div_ceil(2),
            opening: self.opening.unwrap_or(2).min(LONGEST_OPENING),
            plies: self.plies.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES),
            time: Some(MOVE),
            seed: self.seed.unwrap_or(0),
        };
        let pairings = plan.pairings().len() as u64;
        let games = plan.pairs.saturating_mul(2).saturating_mul(pairings);
        if games == 0 || games > MOST_GAMES {
            return Err(ApiError::too_large(message!(
                "a contest here has from 1 to {MOST_GAMES} games, and this one would have {games}",
                "une rencontre a ici de 1 à {MOST_GAMES} parties, et celle-ci en aurait {games}"
            )));
        }
        let test = self.sprt.as_deref().map(sprt).transpose()?;
        Ok(JobSpec {
            game: game.name(),
            position,
            work: WorkSpec::Contest(ContestSpec {
                tournament,
                plan,
                test: test.filter(|_| !tournament),
            }),
        })
    }

    /// A course of learning from the current position.
    fn learning(
        &self,
        game: &dyn OpenGame,
        position: Position,
        resources: &Resources,
    ) -> Result<JobSpec, ApiError> {
        let design = Design {
            seed: self.seed.unwrap_or(0),
            ..Design::default()
        };
        // Some games do not support learning.
        game.begin_learning(&design).map_err(ApiError::bad)?;
        let opponents = match self.agents.as_slice() {
            [] => vec!["random".to_owned()],
            agents => agents.to_vec(),
        };
        if opponents.len() > MOST_AGENTS {
            return Err(ApiError::bad(message!(
                "a learner is measured against at most {MOST_AGENTS} agents",
                "on mesure un apprenant contre au plus {MOST_AGENTS} agents"
            )));
        }
        let seconds = self.seconds.filter(|seconds| seconds.is_finite());
        Ok(JobSpec {
            game: game.name(),
            position,
            work: WorkSpec::Learning(LearningSpec {
                course: Course {
                    games: self.games.unwrap_or(20_000).clamp(1, 10 * MOST_GAMES),
                    every: 500,
                    opponents: agents::read_all(&opponents, game, resources)?,
                    pairs: 20,
                    opening: self.opening.unwrap_or(2).min(LONGEST_OPENING),
                    depth: 1,
                },
                seed: design.seed,
                time: Duration::from_secs_f64(seconds.unwrap_or(60.0).clamp(1.0, 3600.0)),
            }),
        })
    }
}

/// The hypotheses and error rates of a sequential test.
fn sprt(numbers: &[f64]) -> Result<Sprt, ApiError> {
    Sprt::from_numbers(numbers).ok_or_else(|| {
        ApiError::bad(message!(
            "two Elo differences are wanted, the smaller first, and perhaps two error rates below 0.5, as in [0, 20, 0.05, 0.05]",
            "il faut deux écarts Elo, le plus petit d'abord, et peut-être deux taux d'erreur sous 0.5, comme [0, 20, 0.05, 0.05]"
        ))
    })
}
