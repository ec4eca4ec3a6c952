//! Agents named in requests.

use crate::error::{ApiError, ErrorKind};
use noyau::dynamic::OpenGame;
use noyau::limits::Instant;
use noyau::play::{AgentProblem, Recipe, Resources};
use noyau::{Message, message};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The longest text of an agent.
const LONGEST: usize = 200;

/// A seed for requests without one.
pub(crate) fn any_seed() -> u64 {
    let mut hasher = DefaultHasher::new();
    Instant::now().hash(&mut hasher);
    hasher.finish() % 1_000_000_000
}

pub(crate) fn refused(problem: &AgentProblem) -> ApiError {
    let kind = match problem {
        AgentProblem::NoPrograms => ErrorKind::Forbidden,
        _ => ErrorKind::BadRequest,
    };
    ApiError::new(kind, Message::of(problem))
}

/// The error for a position without moves.
pub(crate) fn game_over() -> ApiError {
    ApiError::bad(message!("the game is over", "la partie est finie"))
}

/// Parses the text of an agent for a game. The resources cannot start programs or read files, so agents that need
/// them are errors.
pub(crate) fn read(
    text: &str,
    game: &dyn OpenGame,
    resources: &Resources,
) -> Result<Recipe, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::too_large(message!(
            "the text of an agent has at most {LONGEST} characters",
            "le texte d'un agent a au plus {LONGEST} caractères"
        )));
    }
    let recipe: Recipe = text.parse().map_err(|problem| refused(&problem))?;
    recipe
        .agent(0, resources)
        .map_err(|problem| refused(&problem))?;
    recipe.suits(game).map_err(|problem| refused(&problem))?;
    Ok(recipe)
}

/// Parses the texts of several agents.
pub(crate) fn read_all(
    texts: &[String],
    game: &dyn OpenGame,
    resources: &Resources,
) -> Result<Vec<Recipe>, ApiError> {
    let recipes = texts.iter().map(|text| read(text, game, resources));
    recipes.collect()
}
