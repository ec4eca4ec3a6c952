//! Agents by their texts, as far as the page lets them play.

use crate::jobs::Precomputed;
use crate::refusal::{Kind, Refusal};
use noyau::erased::OpenGame;
use noyau::language::Message;
use noyau::message;
use noyau::play::{AgentProblem, Library, Recipe, Resources};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The longest text of an agent.
const LONGEST: usize = 200;

/// A seed for who does not ask for one.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_nanos()))
}

pub(crate) fn refused(problem: &AgentProblem) -> Refusal {
    let kind = match problem {
        AgentProblem::NoPrograms => Kind::Forbidden,
        _ => Kind::BadRequest,
    };
    Refusal::new(kind, Message::of(problem))
}

/// Reads the text of an agent that is to play that game. Those that would start programs are refused.
pub(crate) fn read(
    text: &str,
    game: &dyn OpenGame,
    precomputed: &Arc<Precomputed>,
) -> Result<Recipe, Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::new(
            Kind::TooLarge,
            message!(
                "the text of an agent has at most {LONGEST} characters",
                "le texte d'un agent a au plus {LONGEST} caractères"
            ),
        ));
    }
    let recipe: Recipe = text.parse().map_err(|problem| refused(&problem))?;
    // Without means to start programs or read files, whatever needs them cannot be made.
    let resources = Resources {
        library: Some(Arc::clone(precomputed) as Arc<dyn Library>),
        ..Resources::default()
    };
    recipe
        .agent(0, &resources)
        .map_err(|problem| refused(&problem))?;
    if let Some(name) = recipe.heuristic() {
        let opinions = game.opinions();
        if !opinions.iter().any(|opinion| opinion.name == name) {
            let known: Vec<_> = opinions.iter().map(|opinion| opinion.name).collect();
            let (game, known) = (game.name(), known.join(", "));
            return Err(Refusal::bad(message!(
                "{game} has no heuristic {name:?}; it has {known}",
                "{game} n'a pas d'heuristique {name:?} ; il a {known}"
            )));
        }
    }
    Ok(recipe)
}
