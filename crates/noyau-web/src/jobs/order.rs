//! What is asked of a job, read and found to make sense.

use super::learning::{Lesson, Precomputed};
use crate::agents;
use crate::input::{self, Moves, Position};
use crate::refusal::{Kind, Refusal};
use noyau::erased::OpenGame;
use noyau::learn::Design;
use noyau::message;
use noyau::play::contest::Plan;
use noyau::play::learning::Course;
use noyau::statistics::Sprt;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// The most games of a contest.
const MOST_GAMES: u64 = 100_000;
/// The most agents of a tournament.
const MOST_AGENTS: usize = 16;
/// The longest opening by lot.
const LONGEST_OPENING: u32 = 40;
/// Games are broken off as draws after so many plies.
const MOST_PLIES: u32 = 1000;
/// How long an agent may think about a move.
const MOVE: Duration = Duration::from_secs(10);

/// What is asked.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Order {
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

/// The same, found to make sense.
#[derive(Debug)]
pub(crate) struct Ordered {
    pub(crate) game: String,
    pub(crate) position: Position,
    pub(crate) work: Wanted,
}

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Wanted {
    Contest(Contested),
    Learning(Lesson),
    /// All positions are solved.
    Table,
}

/// A contest.
#[derive(Debug)]
pub(crate) struct Contested {
    pub(crate) tournament: bool,
    pub(crate) plan: Plan,
    pub(crate) test: Option<Sprt>,
}

impl Order {
    /// Takes a seed by lot if none is asked for, so that the job can be told again from what is kept.
    pub(crate) fn seed(&mut self) -> u64 {
        *self.seed.get_or_insert_with(agents::any_seed)
    }

    /// Checks that it makes sense.
    pub(crate) fn check(self, precomputed: &Arc<Precomputed>) -> Result<Ordered, Refusal> {
        let position = Position {
            game: self.game.clone(),
            content: self.content.clone(),
            at: self.at.clone(),
            after: self.after.clone(),
            ..Position::default()
        };
        let mut game = input::open(&position.game, position.content.as_deref())?;
        input::place(&mut *game, &position)?;
        input::settled(&*game)?;
        let tournament = match self.kind.as_str() {
            "table" => {
                return Ok(Ordered {
                    game: game.name(),
                    position,
                    work: Wanted::Table,
                });
            }
            "learn" => return self.lesson(&*game, position, precomputed),
            "duel" => false,
            "tournament" => true,
            other => {
                return Err(Refusal::bad(message!(
                    "there is no job of kind {other:?}: there are duel, tournament, learn and table",
                    "aucun travail de genre {other:?} : il y a duel, tournament, learn et table"
                )));
            }
        };
        if game.outcome().is_some() {
            return Err(Refusal::bad(message!(
                "the game is over",
                "la partie est finie"
            )));
        }
        let wanted = if tournament { 2..=MOST_AGENTS } else { 2..=2 };
        if !wanted.contains(&self.agents.len()) {
            return Err(Refusal::bad(message!(
                "a duel has two agents, a tournament from two to {MOST_AGENTS}",
                "un duel a deux agents, un tournoi de deux à {MOST_AGENTS}"
            )));
        }
        let recipes = self
            .agents
            .iter()
            .map(|text| agents::read(text, &*game, precomputed));
        let recipes = recipes.collect::<Result<Vec<_>, _>>()?;
        let default = if tournament { 20 } else { 100 };
        let plan = Plan {
            agents: recipes,
            pairs: self.games.unwrap_or(default).div_ceil(2),
            opening: self.opening.unwrap_or(2).min(LONGEST_OPENING),
            plies: self.plies.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES),
            time: Some(MOVE),
            seed: self.seed.unwrap_or(0),
        };
        let pairings = plan.pairings().len() as u64;
        let games = plan.pairs.saturating_mul(2).saturating_mul(pairings);
        if games == 0 || games > MOST_GAMES {
            return Err(Refusal::new(
                Kind::TooLarge,
                message!(
                    "a contest here has from 1 to {MOST_GAMES} games, and this one would have {games}",
                    "une rencontre a ici de 1 à {MOST_GAMES} parties, et celle-ci en aurait {games}"
                ),
            ));
        }
        let test = self.sprt.as_deref().map(sprt).transpose()?;
        Ok(Ordered {
            game: game.name(),
            position,
            work: Wanted::Contest(Contested {
                tournament,
                plan,
                test: test.filter(|_| !tournament),
            }),
        })
    }
}

impl Order {
    /// A course of learning from where the game is.
    fn lesson(
        &self,
        game: &dyn OpenGame,
        position: Position,
        precomputed: &Arc<Precomputed>,
    ) -> Result<Ordered, Refusal> {
        let design = Design {
            seed: self.seed.unwrap_or(0),
            ..Design::default()
        };
        // Some games cannot be learned: that is said before anything is kept.
        game.begin_learning(&design).map_err(Refusal::bad)?;
        let opponents = match self.agents.as_slice() {
            [] => vec!["random".to_owned()],
            agents => agents.to_vec(),
        };
        if opponents.len() > MOST_AGENTS {
            return Err(Refusal::bad(message!(
                "a learner is measured against at most {MOST_AGENTS} agents",
                "on mesure un apprenant contre au plus {MOST_AGENTS} agents"
            )));
        }
        let opponents = opponents
            .iter()
            .map(|text| agents::read(text, game, precomputed));
        let seconds = self.seconds.filter(|seconds| seconds.is_finite());
        Ok(Ordered {
            game: game.name(),
            position,
            work: Wanted::Learning(Lesson {
                course: Course {
                    games: self.games.unwrap_or(20_000).clamp(1, 10 * MOST_GAMES),
                    every: 500,
                    opponents: opponents.collect::<Result<_, _>>()?,
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
fn sprt(numbers: &[f64]) -> Result<Sprt, Refusal> {
    let read = match *numbers {
        [elo0, elo1] => Some((elo0, elo1, 0.05, 0.05)),
        [elo0, elo1, alpha, beta] => Some((elo0, elo1, alpha, beta)),
        _ => None,
    };
    let sound = read.filter(|&(elo0, elo1, alpha, beta)| {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        elo0 < elo1 && elo0.abs() < 2000.0 && elo1.abs() < 2000.0 && rate(alpha) && rate(beta)
    });
    let (elo0, elo1, alpha, beta) = sound.ok_or_else(|| {
        Refusal::bad(message!(
            "two Elo differences are wanted, the smaller first, and perhaps two error rates below 0.5, as in [0, 20, 0.05, 0.05]",
            "il faut deux écarts Elo, le plus petit d'abord, et peut-être deux taux d'erreur sous 0.5, comme [0, 20, 0.05, 0.05]"
        ))
    })?;
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    })
}
