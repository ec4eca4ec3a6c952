//! The move of an agent, the judgement of a game, and the refutations of bad moves.

use super::values::{exact, opinion};
use crate::agents;
use crate::answer::{ApiResult, json};
use crate::context::Task;
use crate::error::{ApiError, ErrorKind};
use crate::input::{self, Position};
use noyau::documents::page::{best_move, judgement, refutation, refutations, unproved};
use noyau::documents::reasons;
use noyau::dynamic::Answer;
use noyau::language::Message;
use noyau::limits::Stopped;
use noyau::play::judge::{self, NotJudged};
use noyau::play::{Resources, Tables, why};

pub(super) fn best(task: &Task, position: &Position) -> ApiResult {
    let mut pooled = task.app.games.open(position)?;
    let text = position.agent.as_deref().unwrap_or("strong");
    let resources = task.app.jobs.learned_agents.resources();
    let recipe = agents::read(text, pooled.game(), &resources)?;
    let seed = position.seed.unwrap_or_else(agents::any_seed);
    if pooled.game().outcome().is_some() {
        return Err(agents::game_over());
    }
    let tables = if recipe.is_exact() {
        task.app.games.tables(&mut pooled, &task.limits)
    } else {
        Tables::default()
    };
    let resources = Resources {
        tables,
        ..resources
    };
    let mut agent = recipe
        .agent(seed, &resources)
        .map_err(|problem| agents::refused(&problem))?;
    let chosen = agent.choose(pooled.game_mut(), &task.limits);
    input::settled(pooled.game())?;
    let choice = chosen.map_err(|refusal| ApiError::timeout(Message::of(&refusal)))?;
    let seconds = task.began.elapsed().as_secs_f64();
    json(&best_move(&choice, seed, seconds, task.language))
}

pub(super) fn judge(task: &Task, position: &Position) -> ApiResult {
    let mut pooled = task.app.games.open(position)?;
    let moves = match &position.moves {
        None => Vec::new(),
        Some(moves) => input::split(pooled.game(), moves)?,
    };
    let tables = task.app.games.tables(&mut pooled, &task.limits);
    let judged = judge::judge(pooled.game_mut(), &moves, &tables, &task.limits);
    input::settled(pooled.game())?;
    let judged = judged.map_err(|why| {
        let message = Message::of(&why);
        match why {
            NotJudged::Move { .. } => ApiError::new(ErrorKind::IllegalMove, message),
            _ => ApiError::timeout(message),
        }
    })?;
    json(&judgement(&judged, task.language))
}

/// The maximum number of refuted moves.
const MOST_REFUTED: usize = 64;

pub(super) fn why(task: &Task, position: &Position) -> ApiResult {
    let mut pooled = task.app.games.open(position)?;
    let answer = exact(&task.app, &mut pooled, position, &task.limits)?;
    input::settled(pooled.game())?;
    let here = pooled.game().position();
    let tables = task.app.games.tables(&mut pooled, &task.limits);
    // What is not solved may still be decided by a theorem.
    let within = task.limits.shared(2);
    let found = why::explain(pooled.game_mut(), &answer, &tables, &within);
    pooled.go_to(&here)?;
    input::settled(pooled.game())?;
    let reasons = reasons(&found, task.language);
    let Some(outcome) = found.outcome else {
        let stopped = answer.stopped.unwrap_or(Stopped::Time);
        let opinion = opinion(pooled.game_mut(), &task.limits);
        input::settled(pooled.game())?;
        let opinion = opinion.ok_or_else(|| ApiError::stopped(stopped))?;
        return json(&unproved(&opinion));
    };
    let Answer { best, moves, .. } = answer;
    let others: Vec<_> = moves
        .into_iter()
        .filter(|(mv, _)| !best.contains(mv))
        .collect();
    let mut refuted = Vec::new();
    for (i, (mv, worth)) in others.iter().take(MOST_REFUTED).enumerate() {
        pooled.game_mut().play(mv)?;
        // Each has its share of the remaining time.
        let share = task.limits.shared((others.len() - i) as u32);
        let reply = exact(&task.app, &mut pooled, position, &share);
        pooled.go_to(&here)?;
        refuted.push(refutation(mv, *worth, &reply?.line));
    }
    json(&refutations(outcome, &found.line, &refuted, &reasons))
}
