//! The move of an agent, the judgement of a game, and the refutations of bad moves.

use super::values::exact;
use super::{ApiResult, json};
use crate::agents;
use crate::context::Task;
use crate::error::{ApiError, ErrorKind};
use crate::input::{self, Position};
use noyau::answers::JudgedMove;
use noyau::erased::Answer;
use noyau::language::Message;
use noyau::limits::Stopped;
use noyau::play::judge::{self, NotJudged};
use noyau::play::{Resources, Tables, Unit};
use serde::Serialize;

#[derive(Serialize)]
struct Considered {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
    visits: Option<u64>,
}

#[derive(Serialize)]
struct Best {
    #[serde(rename = "move")]
    mv: String,
    score: Option<f64>,
    unit: Option<&'static str>,
    unit_text: Option<&'static str>,
    line: Vec<String>,
    considered: Vec<Considered>,
    seed: u64,
    seconds: f64,
}

pub(super) fn best(task: &Task, position: &Position) -> ApiResult {
    let mut pooled = task.app.games.open(position)?;
    let text = position.agent.as_deref().unwrap_or("search");
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
    let considered = choice.considered.into_iter().map(|one| Considered {
        mv: one.mv,
        score: one.score,
        visits: one.samples,
    });
    json(&Best {
        mv: choice.mv,
        score: choice.score,
        unit: choice.unit.map(Unit::name),
        unit_text: choice.unit.map(|unit| unit.text().get(task.language)),
        line: choice.line,
        considered: considered.collect(),
        seed,
        seconds: task.began.elapsed().as_secs_f64(),
    })
}

#[derive(Serialize)]
struct Judgement {
    moves: Vec<JudgedMove>,
    accuracy: [Option<f64>; 2],
    lost_at: Option<usize>,
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
    let moves = judged.moves.into_iter();
    json(&Judgement {
        moves: moves
            .map(|judged| JudgedMove::new(judged, Some(task.language)))
            .collect(),
        accuracy: judged.accuracy,
        lost_at: judged.lost_at,
    })
}

#[derive(Serialize)]
struct Refutation {
    #[serde(rename = "move")]
    mv: String,
    outcome: &'static str,
    distance: Option<u32>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct Why {
    outcome: &'static str,
    line: Vec<String>,
    refutations: Vec<Refutation>,
}

/// The most moves that are refuted.
const MOST_REFUTED: usize = 64;

pub(super) fn why(task: &Task, position: &Position) -> ApiResult {
    let mut pooled = task.app.games.open(position)?;
    let answer = exact(&task.app, &mut pooled, position, &task.limits)?;
    input::settled(pooled.game())?;
    let Answer {
        worth: Some(worth),
        best,
        line,
        moves,
        ..
    } = answer
    else {
        return Err(ApiError::stopped(answer.stopped.unwrap_or(Stopped::Time)));
    };
    let others: Vec<_> = moves
        .into_iter()
        .filter(|(mv, _)| !best.contains(mv))
        .collect();
    let here = pooled.game().position();
    let mut refutations = Vec::new();
    for (i, (mv, worth)) in others.iter().take(MOST_REFUTED).enumerate() {
        pooled.game_mut().play(mv)?;
        // Each has its share of the time that is left.
        let share = task.limits.shared((others.len() - i) as u32);
        let reply = exact(&task.app, &mut pooled, position, &share);
        pooled.go_to(&here)?;
        refutations.push(Refutation {
            mv: mv.clone(),
            outcome: worth.outcome.name(),
            distance: worth.distance,
            line: reply?.line,
        });
    }
    json(&Why {
        outcome: worth.outcome.name(),
        line,
        refutations,
    })
}
