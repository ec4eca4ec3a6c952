//! Exact values; for games too large to solve in time, a heuristic value beside the proved bounds.

use crate::App;
use crate::answer::{ApiResult, json};
use crate::context::{Cost, Given, Ready};
use crate::error::ApiError;
use crate::game_cache::PooledGame;
use crate::input::{self, Position};
use noyau::documents::{page, solved};
use noyau::dynamic::{Answer, Method, OpenGame, Wanted};
use noyau::heuristic::WON;
use noyau::limits::{Limits, Stopwatch};
use noyau::search::iterative_deepening::MOST_DEPTH;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

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
        // What is not proved of a move is estimated.
        let game = pooled.game_mut();
        let is_told = answer.worth.is_some() && !answer.best.is_empty();
        let is_whole = is_told && (position.quick || answer.moves.len() == game.moves().len());
        let opinion = if is_whole || game.outcome().is_some() {
            None
        } else {
            opinion(game, &task.limits)
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
    if let Some(answer) = pooled.game().answer_from_tables(position.quick) {
        return Ok(answer);
    }
    let known = app.games.solution(pooled, limits);
    if let Some(answer) = known.and_then(|known| pooled.game().answer_from(&known)) {
        return Ok(answer);
    }
    // The rest of the time is for the heuristic value.
    let within = limits.shared(2);
    let game = pooled.game();
    let wanted = if position.quick {
        Wanted::Best
    } else {
        Wanted::Moves
    };
    Ok(game.solve_by(Method::Auto, wanted, &within)?)
}

/// The shortest time for a heuristic value, so that every move has one.
const SHORTEST: Duration = Duration::from_millis(40);

/// A heuristic value of every move, at the last depth that was searched to its end.
pub(super) fn opinion(game: &mut dyn OpenGame, limits: &Limits) -> Option<Value> {
    let time = limits.left().map(|left| left.max(SHORTEST));
    let limits = match (time, limits.nodes) {
        (Some(time), _) => Limits {
            deadline: None,
            ..limits.clone()
        }
        .for_at_most(time),
        (None, Some(_)) => limits.clone(),
        // Nothing would end it.
        (None, None) => return None,
    };
    game.check_moves(&limits).ok()?;
    let by = game.opinions().first().map_or("", |first| first.name);
    // No move is worse by more: all of them are told.
    let found = game.search_deeper(MOST_DEPTH, by, 4 * WON, &limits);
    (!found.moves.is_empty()).then(|| page::heuristic_value("search", &found))
}
