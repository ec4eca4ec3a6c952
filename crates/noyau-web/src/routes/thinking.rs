//! An agent's move, a game judged, and why a move wins.

use super::values::exact;
use super::{Answered, json};
use crate::App;
use crate::agents;
use crate::input::{self, Asked, Position, Spoken};
use crate::refusal::{Kind, Refusal};
use axum::extract::State;
use noyau::answers::JudgedMove;
use noyau::erased::Answer;
use noyau::language::Message;
use noyau::limits::Stopped;
use noyau::message;
use noyau::play::judge::{self, NotJudged};
use noyau::play::{Library, Resources, Unit};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

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

pub(super) async fn best(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Asked(position): Asked<Position>,
) -> Answered {
    let began = Instant::now();
    let shared = Arc::clone(&app);
    app.pool
        .run(position.seconds, move |limits| {
            let mut borrowed = shared.shelf.open(&position)?;
            let text = position.agent.as_deref().unwrap_or("search");
            let recipe = agents::read(text, borrowed.game(), &shared.jobs.precomputed)?;
            let seed = position.seed.unwrap_or_else(agents::any_seed);
            if borrowed.game().outcome().is_some() {
                return Err(Refusal::bad(message!(
                    "the game is over",
                    "la partie est finie"
                )));
            }
            let tables = if recipe.is_exact() {
                shared.shelf.tables(&mut borrowed, limits)
            } else {
                noyau::play::Tables::default()
            };
            let resources = Resources {
                tables,
                library: Some(Arc::clone(&shared.jobs.precomputed) as Arc<dyn Library>),
                ..Resources::default()
            };
            let mut agent = recipe
                .agent(seed, &resources)
                .map_err(|problem| agents::refused(&problem))?;
            let chosen = agent.choose(borrowed.game_mut(), limits);
            input::settled(borrowed.game())?;
            let choice =
                chosen.map_err(|refusal| Refusal::new(Kind::Timeout, Message::of(&refusal)))?;
            let considered = choice.considered.into_iter().map(|one| Considered {
                mv: one.mv,
                score: one.score,
                visits: one.samples,
            });
            json(&Best {
                mv: choice.mv,
                score: choice.score,
                unit: choice.unit.map(Unit::name),
                unit_text: choice.unit.map(|unit| unit.text().get(language)),
                line: choice.line,
                considered: considered.collect(),
                seed,
                seconds: began.elapsed().as_secs_f64(),
            })
        })
        .await
}

#[derive(Serialize)]
struct Judgement {
    moves: Vec<JudgedMove>,
    accuracy: [Option<f64>; 2],
    lost_at: Option<usize>,
}

pub(super) async fn judge(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Asked(position): Asked<Position>,
) -> Answered {
    let shared = Arc::clone(&app);
    app.pool
        .run(position.seconds, move |limits| {
            let mut borrowed = shared.shelf.open(&position)?;
            let moves = match &position.moves {
                None => Vec::new(),
                Some(moves) => input::split(borrowed.game(), moves)?,
            };
            let tables = shared.shelf.tables(&mut borrowed, limits);
            let judged = judge::judge(borrowed.game_mut(), &moves, &tables, limits);
            input::settled(borrowed.game())?;
            let judged = judged.map_err(|why| {
                let message = Message::of(&why);
                match why {
                    NotJudged::Move { .. } => Refusal::new(Kind::IllegalMove, message),
                    _ => Refusal::new(Kind::Timeout, message),
                }
            })?;
            let moves = judged.moves.into_iter();
            json(&Judgement {
                moves: moves
                    .map(|judged| JudgedMove::new(judged, Some(language)))
                    .collect(),
                accuracy: judged.accuracy,
                lost_at: judged.lost_at,
            })
        })
        .await
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

/// No more moves than this are refuted one by one.
const MOST_REFUTED: usize = 64;

pub(super) async fn why(State(app): State<Arc<App>>, Asked(position): Asked<Position>) -> Answered {
    let shared = Arc::clone(&app);
    app.pool
        .run(position.seconds, move |limits| {
            let mut borrowed = shared.shelf.open(&position)?;
            let answer = exact(&shared, &mut borrowed, &position, limits)?;
            input::settled(borrowed.game())?;
            let Answer {
                worth: Some(worth),
                best,
                line,
                moves,
                ..
            } = answer
            else {
                return Err(Refusal::stopped(answer.stopped.unwrap_or(Stopped::Time)));
            };
            let others: Vec<_> = moves
                .into_iter()
                .filter(|(mv, _)| !best.contains(mv))
                .collect();
            let here = borrowed.game().position();
            let mut refutations = Vec::new();
            for (i, (mv, worth)) in others.iter().take(MOST_REFUTED).enumerate() {
                borrowed.game_mut().play(mv)?;
                // Each has its share of the time that is left.
                let share = limits.shared((others.len() - i) as u32);
                let reply = exact(&shared, &mut borrowed, &position, &share);
                borrowed.go_to(&here)?;
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
        })
        .await
}
