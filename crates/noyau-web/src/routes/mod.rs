//! What can be asked, one file a subject.

mod arena;
mod exercises;
mod games;
mod jobs;
mod samples;
mod tables;
mod thinking;
mod trees;
mod values;
mod views;

pub(crate) use games::catalogue;
pub(crate) use views::Shown;

use crate::App;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use noyau::message;
use serde::Serialize;
use std::sync::Arc;

/// The description of all this, for programs.
const DESCRIPTION: &str = include_str!("../../openapi.json");

/// What a handler gives.
pub(crate) type Answered = Result<Response, Refusal>;

/// A document as an answer.
pub(crate) fn json(document: &impl Serialize) -> Answered {
    let body = serde_json::to_vec(document).map_err(|error| {
        let why = error.to_string();
        Refusal::bad(message!(
            "the answer cannot be written: {why}",
            "la réponse ne peut s'écrire : {why}"
        ))
    })?;
    Ok(json_text(body))
}

/// A document that is written already.
pub(crate) fn json_text(body: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// Every route. The description lists them too, and a test compares.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/game", get(games::state).post(games::state))
        .route("/api/values", get(values::values).post(values::values))
        .route("/api/best", post(thinking::best))
        .route("/api/judge", post(thinking::judge))
        .route("/api/why", post(thinking::why))
        .route("/api/arena", post(arena::arena))
        .route("/api/arena/double", post(arena::double))
        .route("/api/arena/attractor", post(arena::attractor))
        .route("/api/arena/check", post(arena::check))
        .route("/api/arena/export", post(arena::export))
        .route("/api/tree", post(trees::tree))
        .route("/api/tree/exercise", post(exercises::exercise))
        .route("/api/tree/check", post(exercises::check))
        .route("/api/tree/export", post(trees::export))
        .route("/api/gdl", post(samples::gdl))
        .route("/api/samples", get(samples::samples))
        .route("/api/jobs", get(jobs::list).post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::one).delete(jobs::delete))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/resume", post(jobs::resume))
        .route("/api/jobs/{id}/games", get(jobs::games))
        .route("/api/jobs/{id}/data", get(jobs::data))
        .route("/api/tables", get(tables::list))
        .route("/api/tables/{id}", get(tables::stats))
        .route("/api/tables/{id}/rows", get(tables::rows))
        .route("/api/tables/{id}/hardest", get(tables::hardest))
        .route("/api/tables/{id}/puzzles", get(tables::puzzles))
        .route("/api/openapi.json", get(description))
        .fallback(elsewhere)
}

async fn description() -> Response {
    json_text(DESCRIPTION.into())
}

/// The files of the page; below `/api` there are none.
async fn elsewhere(State(app): State<Arc<App>>, request: Request) -> Answered {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return Err(Refusal::not_found(message!(
            "there is nothing at this address: /api/openapi.json lists what there is",
            "il n'y a rien à cette adresse : /api/openapi.json liste ce qu'il y a"
        )));
    }
    if request.method() != axum::http::Method::GET && request.method() != axum::http::Method::HEAD {
        return Err(Refusal::bad(message!(
            "a page is only read",
            "une page ne fait que se lire"
        ))
        .with_status(axum::http::StatusCode::METHOD_NOT_ALLOWED));
    }
    Ok(app.assets.find(path, request.headers()))
}
