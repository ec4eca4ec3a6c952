//! The routes of the API.

mod arena;
mod exercises;
mod games;
mod jobs;
mod samples;
mod tables;
mod thinking;
mod trees;
mod values;

pub(crate) use games::catalogue;

use crate::App;
use crate::context::{short_task, task};
use crate::error::ApiError;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use noyau::message;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The description of the interface.
const DESCRIPTION: &str = include_str!("../../openapi.json");

/// The result of a handler.
pub(crate) type ApiResult = Result<Response, ApiError>;

/// A document as a response.
pub(crate) fn json(document: &impl Serialize) -> ApiResult {
    let body = serde_json::to_vec(document).map_err(|error| {
        let why = error.to_string();
        ApiError::bad(message!(
            "the answer cannot be written: {why}",
            "la réponse ne peut s'écrire : {why}"
        ))
    })?;
    Ok(json_text(body))
}

/// A list of documents, under a name, as a response.
pub(crate) fn json_list<T: Serialize>(name: &str, documents: impl Iterator<Item = T>) -> ApiResult {
    let documents: Vec<T> = documents.collect();
    json(&BTreeMap::from([(name, documents)]))
}

/// A serialised document as a response.
pub(crate) fn json_text(body: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// All routes. The description lists them too, and a test compares the two.
pub(crate) fn routes() -> Router<Arc<App>> {
    let state = short_task(games::state);
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/game", get(state.clone()).post(state))
        .route("/api/values", get(values::values).post(values::values))
        .route("/api/best", post(task(thinking::best)))
        .route("/api/judge", post(task(thinking::judge)))
        .route("/api/why", post(task(thinking::why)))
        .route("/api/arena", post(task(arena::arena)))
        .route("/api/arena/double", post(task(arena::double)))
        .route("/api/arena/attractor", post(task(arena::attractor)))
        .route("/api/arena/check", post(task(arena::check)))
        .route("/api/arena/export", post(task(arena::export)))
        .route("/api/tree", post(task(trees::tree)))
        .route("/api/tree/exercise", post(exercises::exercise))
        .route("/api/tree/check", post(task(exercises::check)))
        .route("/api/tree/export", post(task(trees::export)))
        .route("/api/gdl", post(task(samples::gdl)))
        .route("/api/samples", get(samples::samples))
        .route("/api/jobs", get(jobs::list).post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::one).delete(jobs::delete))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/resume", post(jobs::resume))
        .route("/api/jobs/{id}/games", get(jobs::games))
        .route("/api/jobs/{id}/data", get(jobs::data))
        .route("/api/tables", get(short_task(tables::list)))
        .route("/api/tables/{id}", get(task(tables::stats)))
        .route("/api/tables/{id}/rows", get(task(tables::rows)))
        .route("/api/tables/{id}/hardest", get(task(tables::hardest)))
        .route("/api/tables/{id}/puzzles", get(task(tables::puzzles)))
        .route("/api/openapi.json", get(description))
        .fallback(elsewhere)
}

async fn description() -> Response {
    json_text(DESCRIPTION.into())
}

/// The files of the page, for all addresses outside `/api`.
async fn elsewhere(State(app): State<Arc<App>>, request: Request) -> ApiResult {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return Err(ApiError::not_found(message!(
            "there is nothing at this address: /api/openapi.json lists what there is",
            "il n'y a rien à cette adresse : /api/openapi.json liste ce qu'il y a"
        )));
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(ApiError::bad(message!(
            "a page is only read",
            "une page ne fait que se lire"
        ))
        .with_status(StatusCode::METHOD_NOT_ALLOWED));
    }
    Ok(app.assets.find(path, request.headers()))
}
