//! Jobs: long work that runs in the server.

use super::{Answered, json, json_text};
use crate::App;
use crate::input::{Asked, Spoken};
use crate::jobs::{Contest, Document, Job, Order, Stage, Work};
use crate::refusal::{Kind, Refusal};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use noyau::language::Language;
use noyau::message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// Whoever watches is told at most so often.
const EVERY: Duration = Duration::from_millis(200);
/// And at least so often while it runs.
const AT_LEAST: Duration = Duration::from_secs(1);
/// The most games that are given at a time.
const MOST_GAMES: usize = 200;

#[derive(Serialize)]
struct List {
    jobs: Vec<Document>,
}

pub(super) async fn list(State(app): State<Arc<App>>, Spoken(language): Spoken) -> Answered {
    let jobs = app.jobs.list();
    json(&List {
        jobs: jobs.iter().map(|job| job.document(language)).collect(),
    })
}

pub(super) async fn start(
    State(app): State<Arc<App>>,
    Asked(mut request): Asked<Value>,
) -> Answered {
    let precomputed = Arc::clone(&app.jobs.precomputed);
    // A game may take a while to open.
    let (ordered, request) = app
        .pool
        .run(None, move |_| {
            let order = serde_json::from_value::<Order>(request.clone());
            let mut order = order.map_err(|error| {
                let why = error.to_string();
                Refusal::bad(message!(
                    "the JSON of the request cannot be read: {why}",
                    "le JSON de la requête est illisible : {why}"
                ))
            })?;
            // The seed is kept, so that the job can be told again.
            request["seed"] = order.seed().into();
            Ok((order.check(&precomputed)?, request))
        })
        .await?;
    let job = app.jobs.start(ordered, request)?;
    let url = format!("/api/jobs/{}", job.id);
    let body = value!({ "id": job.id, "url": url });
    let answer = json_text(body.to_string().into_bytes());
    Ok((StatusCode::ACCEPTED, answer).into_response())
}

pub(super) async fn one(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answered {
    json(&app.jobs.get(&id)?.document(language))
}

pub(super) async fn stop(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answered {
    json(&app.jobs.stop(&id)?.document(language))
}

pub(super) async fn resume(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answered {
    json(&app.jobs.resume(&id)?.document(language))
}

pub(super) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    app.jobs.remove(&id)?;
    json(&value!({ "id": id, "deleted": true }))
}

fn event(job: &Job, language: Language) -> (Event, bool) {
    let document = job.document(language);
    let over = !matches!(document.state, Stage::Queued | Stage::Running);
    let name = if over { "end" } else { "progress" };
    let data = serde_json::to_string(&document).unwrap_or_default();
    (Event::default().event(name).data(data), over)
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answered {
    let job = app.jobs.get(&id)?;
    let mut changes = job.watch();
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(4);
    tokio::spawn(async move {
        loop {
            changes.mark_unchanged();
            let (event, over) = event(&job, language);
            if sender.send(Ok(event)).await.is_err() || over {
                return;
            }
            tokio::select! {
                // Nobody watches any more.
                () = sender.closed() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
            tokio::select! {
                () = sender.closed() => return,
                _ = tokio::time::timeout(AT_LEAST, changes.changed()) => {}
            }
        }
    });
    let events = Sse::new(ReceiverStream::new(receiver));
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Which {
    from: u64,
    count: Option<usize>,
}

fn contest(job: &Job) -> Result<&Contest, Refusal> {
    match &job.work {
        Work::Contest(contest) => Ok(contest),
        Work::Table(_) | Work::Learning(_) => Err(Refusal::not_found(message!(
            "this job plays no games",
            "ce travail ne joue pas de parties"
        ))),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn unreadable(error: io::Error) -> Refusal {
    let why = error.to_string();
    Refusal::new(
        Kind::Internal,
        message!(
            "the games cannot be read: {why}",
            "les parties sont illisibles : {why}"
        ),
    )
}

pub(super) async fn games(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Answered {
    let job = app.jobs.get(&id)?;
    let count = which.count.unwrap_or(50).min(MOST_GAMES);
    let (total, games) = contest(&job)?
        .games(which.from, count)
        .map_err(unreadable)?;
    json(&value!({ "total": total, "games": games }))
}

pub(super) async fn data(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let job = app.jobs.get(&id)?;
    let (bytes, kind, name) = match &job.work {
        Work::Learning(learning) => (
            learning.data(),
            "application/octet-stream",
            "attachment; filename=\"learned.noyau\"",
        ),
        _ => (
            contest(&job)?.data().map_err(unreadable)?,
            "application/x-ndjson",
            "attachment; filename=\"games.jsonl\"",
        ),
    };
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(name)),
    ];
    let answer: Response = (about, bytes).into_response();
    Ok(answer)
}
