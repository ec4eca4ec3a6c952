//! Exact values; for games too large to solve in time, a heuristic value beside the proved bounds.

use crate::App;
use crate::answer::{ApiResult, json};
use crate::context::{Cost, Given, Ready};
use crate::error::ApiError;
use crate::game_cache::PooledGame;
use crate::input::{self, Position};
use noyau::documents::{page, solved};
use noyau::dynamic::{Answer, Method, OpenGame, Wanted};
use noyau::limits::{Limits, Stopwatch};
use noyau::play::{Recipe, Resources};
use serde_json::Value;
use std::sync::Arc;

fn document(
    game: &dyn OpenGame,
    answer: &Answer,
    quick: bool,
    opinion: Option<&Value>,
    began: Stopwatch,
) -> ApiResult {
    let seconds = began.elapsed().as_secs_f64();
    let solved = serde_json::to_value(solved(game, answer, quick, seconds));
    json(&page::values(solved.unwrap_or_default(), opinion))
}

pub(super) fn values(app: &Arc<App>, given: Given<'_>) -> Result<Ready, ApiError> {
    let position: Position = given.read()?;
    // Fully solved games are answered from the cache, without waiting.
    if app.games.is_solved(&position) {
        let began = Stopwatch::start();
        let pooled = app.games.open(&position)?;
        if let Some(answer) = app.games.recall(&pooled) {
            let document = document(pooled.game(), &answer, position.quick, None, began);
            return Ok(Ready::new(Cost::Nothing, move |_| document));
        }
    }
    let cost = Cost::Long(position.seconds);
    Ok(Ready::new(cost, move |task| {
        let mut pooled = task.app.games.open(&position)?;
        let answer = exact(&task.app, &mut pooled, &position, &task.limits)?;
        // Without a best move somebody still wants to know what to play.
        let is_whole = answer.worth.is_some() && !answer.best.is_empty();
        let is_over = pooled.game().outcome().is_some();
        let opinion = if is_whole || is_over {
            None
        } else {
            opinion(pooled.game_mut(), &task.limits)
        };
        input::settled(pooled.game())?;
        let (game, quick) = (pooled.game(), position.quick);
        document(game, &answer, quick, opinion.as_ref(), task.began)
    }))
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
    let within = match limits.left() {
        Some(left) => limits.clone().for_at_most(left.mul_f64(0.7)),
        None => limits.clone(),
    };
    let game = pooled.game();
    let wanted = if position.quick {
        Wanted::Best
    } else {
        Wanted::Moves
    };
    Ok(game.solve_by(Method::Auto, wanted, &within)?)
}

/// A heuristic value of every move: each is searched for its share of the remaining time.
pub(super) fn opinion(game: &mut dyn OpenGame, limits: &Limits) -> Option<Value> {
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
