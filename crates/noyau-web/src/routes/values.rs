//! Exact values, and where there are none in time, an opinion.

use super::{Answered, json};
use crate::App;
use crate::input::{self, Asked, Position};
use crate::refusal::Refusal;
use crate::shelf::Borrowed;
use axum::extract::State;
use noyau::answers::Solved;
use noyau::erased::{Answer, Method, OpenGame, Wanted};
use noyau::limits::Limits;
use noyau::play::{Recipe, Resources};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

#[derive(Serialize)]
struct Scored {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
}

/// What a search thinks where nothing is proved.
#[derive(Serialize)]
struct Opinion {
    agent: &'static str,
    score: Option<f64>,
    unit: Option<&'static str>,
    line: Vec<String>,
    moves: Vec<Scored>,
    depth: Option<u32>,
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    solved: Solved<'a>,
    /// Only where nothing is proved.
    opinion: Option<Opinion>,
}

fn document(
    game: &dyn OpenGame,
    answer: &Answer,
    opinion: Option<Opinion>,
    began: Instant,
) -> Answered {
    let seconds = began.elapsed().as_secs_f64();
    json(&Document {
        solved: Solved::new(game, answer, false, seconds),
        opinion,
    })
}

pub(super) async fn values(
    State(app): State<Arc<App>>,
    Asked(position): Asked<Position>,
) -> Answered {
    let began = Instant::now();
    // What is known is told at once, without a thread of its own.
    if app.shelf.holds(&position) {
        let borrowed = app.shelf.open(&position)?;
        if let Some(answer) = app.shelf.recall(&borrowed) {
            return document(borrowed.game(), &answer, None, began);
        }
    }
    let shared = Arc::clone(&app);
    app.pool
        .run(position.seconds, move |limits| {
            let mut borrowed = shared.shelf.open(&position)?;
            let answer = exact(&shared, &mut borrowed, &position, limits)?;
            let opinion = match answer.worth {
                Some(_) => None,
                None => opinion(borrowed.game_mut(), limits),
            };
            input::settled(borrowed.game())?;
            document(borrowed.game(), &answer, opinion, began)
        })
        .await
}

/// The exact answer, or what is proved within the limits: from what is known, from a table, or by whatever method serves
/// best.
pub(super) fn exact(
    app: &App,
    borrowed: &mut Borrowed<'_>,
    position: &Position,
    limits: &Limits,
) -> Result<Answer, Refusal> {
    if let Some(answer) = app.shelf.recall(borrowed) {
        return Ok(answer);
    }
    let content = position.content.as_deref();
    if let Some(answer) = app.tables.look_up(borrowed.game(), content) {
        return Ok(answer);
    }
    let known = app.shelf.known(borrowed, limits);
    if let Some(answer) = known.and_then(|known| borrowed.game().answer_from(&known)) {
        return Ok(answer);
    }
    // A part of the time is kept for an opinion.
    let left = limits.left().unwrap_or_default();
    let within = limits.clone().for_at_most(left.mul_f64(0.7));
    let answer = borrowed
        .game()
        .solve_by(Method::Auto, Wanted::Moves, &within)?;
    Ok(answer)
}

/// What the search thinks of every move: each is searched for its share of the time that is left.
fn opinion(game: &mut dyn OpenGame, limits: &Limits) -> Option<Opinion> {
    let seconds = limits.left()?.as_secs_f64().max(0.05);
    let recipe: Recipe = format!("search:time={seconds},ties=first").parse().ok()?;
    let mut agent = recipe.agent(1, &Resources::default()).ok()?;
    let limits = Limits {
        deadline: None,
        ..limits.clone()
    };
    let choice = agent.choose(game, &limits).ok()?;
    Some(Opinion {
        agent: "search",
        score: choice.score,
        unit: choice.unit.map(noyau::play::Unit::name),
        // The search does not tell how deep it came.
        depth: None,
        line: choice.line,
        moves: choice
            .considered
            .into_iter()
            .map(|considered| Scored {
                mv: considered.mv,
                score: considered.score,
            })
            .collect(),
    })
}
