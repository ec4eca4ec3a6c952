//! Exact values; for games too large to solve in time, a heuristic value beside the proved bounds.

use super::{ApiResult, json};
use crate::App;
use crate::context::{Context, Task};
use crate::error::ApiError;
use crate::game_cache::PooledGame;
use crate::input::{self, Params, Position};
use noyau::documents::{page, solved};
use noyau::dynamic::{Answer, Method, OpenGame, Wanted};
use noyau::limits::Limits;
use noyau::play::{Recipe, Resources};
use serde_json::Value;
use std::time::Instant;

fn document(
    game: &dyn OpenGame,
    answer: &Answer,
    opinion: Option<&Value>,
    began: Instant,
) -> ApiResult {
    let seconds = began.elapsed().as_secs_f64();
    let solved = serde_json::to_value(solved(game, answer, false, seconds));
    json(&page::values(solved.unwrap_or_default(), opinion))
}

pub(super) async fn values(context: Context, Params(position): Params<Position>) -> ApiResult {
    let games = &context.app.games;
    // Fully solved games are answered from the cache, without a permit.
    if games.is_solved(&position) {
        let began = Instant::now();
        let pooled = games.open(&position)?;
        if let Some(answer) = games.recall(&pooled) {
            return document(pooled.game(), &answer, None, began);
        }
    }
    let seconds = position.seconds;
    let work = move |task: &Task| {
        let mut pooled = task.app.games.open(&position)?;
        let answer = exact(&task.app, &mut pooled, &position, &task.limits)?;
        let opinion = match answer.worth {
            Some(_) => None,
            None => opinion(pooled.game_mut(), &task.limits),
        };
        input::settled(pooled.game())?;
        document(pooled.game(), &answer, opinion.as_ref(), task.began)
    };
    context.run(seconds, work).await
}

/// The exact answer, or the bounds proved within the limits: from the cache, from a table, or by the method that
/// suits the game.
pub(super) fn exact(
    app: &App,
    pooled: &mut PooledGame<'_>,
    position: &Position,
    limits: &Limits,
) -> Result<Answer, ApiError> {
    if let Some(answer) = app.games.recall(pooled) {
        return Ok(answer);
    }
    let content = position.content.as_deref();
    if let Some(answer) = app.tables.look_up(pooled.game(), content) {
        return Ok(answer);
    }
    let known = app.games.solution(pooled, limits);
    if let Some(answer) = known.and_then(|known| pooled.game().answer_from(&known)) {
        return Ok(answer);
    }
    // The rest of the time is for the heuristic value.
    let left = limits.left().unwrap_or_default();
    let within = limits.clone().for_at_most(left.mul_f64(0.7));
    let game = pooled.game();
    Ok(game.solve_by(Method::Auto, Wanted::Moves, &within)?)
}

/// A heuristic value of every move: each is searched for its share of the remaining time.
fn opinion(game: &mut dyn OpenGame, limits: &Limits) -> Option<Value> {
    let seconds = limits.left()?.as_secs_f64().max(0.05);
    let recipe: Recipe = format!("search:time={seconds},ties=first").parse().ok()?;
    let mut agent = recipe.agent(1, &Resources::default()).ok()?;
    let limits = Limits {
        deadline: None,
        ..limits.clone()
    };
    let choice = agent.choose(game, &limits).ok()?;
    Some(page::heuristic_value("search", &choice))
}
