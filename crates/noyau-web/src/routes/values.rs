//! Exact values; for games too large to solve in time, a heuristic value beside the proved bounds.

use crate::App;
use crate::answer::{ApiResult, json};
use crate::context::{Cost, Given, Ready};
use crate::error::ApiError;
use crate::game_cache::PooledGame;
use crate::input::{self, Position};
use noyau::Outcome;
use noyau::documents::{page, solved};
use noyau::dynamic::{Answer, DeepAnswer, Method, OpenGame, Wanted, Worth, best_opinion};
use noyau::heuristic::WON;
use noyau::limits::{Limits, Stopwatch};
use noyau::search::iterative_deepening::{Depth, MOST_DEPTH};
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
        let mut answer = exact(&task.app, &mut pooled, &position, &task.limits)?;
        // What is not proved of a move is estimated.
        let game = pooled.game_mut();
        let is_told = answer.worth.is_some() && !answer.best.is_empty();
        let is_whole = is_told && (position.quick || answer.moves.len() == game.moves().len());
        let opinion = if is_whole || game.outcome().is_some() {
            None
        } else {
            let found = heuristic_values(game, &task.limits);
            if let Some(found) = &found {
                prove_decided(game, found, &mut answer, &task.limits);
            }
            found.map(|found| page::heuristic_value("search", &found))
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
    let found = heuristic_values(game, limits)?;
    Some(page::heuristic_value("search", &found))
}

fn heuristic_values(game: &mut dyn OpenGame, limits: &Limits) -> Option<DeepAnswer> {
    // What was learned is read first: it takes longer than the shortest search.
    let by = best_opinion(game);
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
    // No move is worse by more: all of them are told.
    let found = game.search_deeper(Depth::Selective(MOST_DEPTH), by, 4 * WON, &limits);
    (!found.moves.is_empty()).then_some(found)
}

/// The most moves that are proved in an answer, and the most positions for each.
const MOST_PROVED: usize = 12;
const PROOF_NODES: u64 = 4000;
const PROOF_BYTES: u64 = 4 << 20;

/// Proves what the search has seen to the end of the game: its table takes two positions for one if their hashes agree, so
/// what it says of a win or a loss is no proof. Moves that are proved are added to the answer.
fn prove_decided(
    game: &mut dyn OpenGame,
    found: &DeepAnswer,
    answer: &mut Answer,
    limits: &Limits,
) {
    let limits = Limits {
        nodes: Some(PROOF_NODES),
        memory: Some(PROOF_BYTES),
        deadline: None,
        threads: 1,
        ..limits.clone()
    }
    .for_at_most(SHORTEST);
    let decided = found.moves.iter().filter(|(_, score)| score.abs() == WON);
    for (mv, _) in decided.take(MOST_PROVED) {
        if answer.moves.iter().any(|(known, _)| known == mv) {
            continue;
        }
        let side = game.side();
        if game.play(mv).is_err() {
            continue;
        }
        let over = game.outcome();
        let proved = over.or_else(|| {
            let answer = game.solve_by(Method::Proof, Wanted::Value, &limits).ok()?;
            Some(answer.worth?.outcome)
        });
        let own = if game.side() == side {
            proved
        } else {
            proved.map(Outcome::reversed)
        };
        game.undo();
        if let Some(outcome) = own {
            let worth = Worth {
                outcome,
                distance: None,
                margin: None,
            };
            answer.moves.push((mv.clone(), worth));
            if outcome == Outcome::Win && answer.worth.is_none() {
                answer.worth = Some(worth);
                answer.bounds = [Outcome::Win; 2];
                answer.best = vec![mv.clone()];
            }
        }
    }
}
