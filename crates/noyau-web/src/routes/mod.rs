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
use crate::context::{Context, task};
use crate::error::ApiError;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on, post};
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
    let either = MethodFilter::GET.or(MethodFilter::POST);
    let (read, ask) = (MethodFilter::GET, MethodFilter::POST);
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/game", task(either, games::state))
        .route("/api/values", on(either, values::values))
        .route("/api/best", task(ask, thinking::best))
        .route("/api/judge", task(ask, thinking::judge))
        .route("/api/why", task(ask, thinking::why))
        .route("/api/arena", task(ask, arena::arena))
        .route("/api/arena/double", task(ask, arena::double))
        .route("/api/arena/attractor", task(ask, arena::attractor))
        .route("/api/arena/check", task(ask, arena::check))
        .route("/api/arena/export", task(ask, arena::export))
        .route("/api/tree", task(ask, trees::tree))
        .route("/api/tree/exercise", post(exercises::exercise))
        .route("/api/tree/check", task(ask, exercises::check))
        .route("/api/tree/export", task(ask, trees::export))
        .route("/api/gdl", task(ask, samples::gdl))
        .route("/api/samples", get(samples::samples))
        .route("/api/jobs", get(jobs::list).post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::one).delete(jobs::delete))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/resume", post(jobs::resume))
        .route("/api/jobs/{id}/games", get(jobs::games))
        .route("/api/jobs/{id}/data", get(jobs::data))
        .route("/api/tables", task(read, tables::list))
        .route("/api/tables/{id}", task(read, tables::stats))
        .route("/api/tables/{id}/rows", task(read, tables::rows))
        .route("/api/tables/{id}/hardest", task(read, tables::hardest))
        .route("/api/tables/{id}/puzzles", task(read, tables::puzzles))
        .route("/api/openapi.json", get(description))
        .fallback(elsewhere)
}

async fn description() -> Response {
    json_text(DESCRIPTION.into())
}

/// The files of the page, for all addresses outside `/api`.
async fn elsewhere(context: Context, request: Request) -> ApiResult {
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
    Ok(context.app.assets.find(path, request.headers()))
}
