//! Jobs: work that runs in the server for longer than a request.

use super::{ApiResult, json, json_list};
use crate::context::{Context, Task};
use crate::error::{ApiError, ErrorKind};
use crate::input::{Params, bad_json};
use crate::jobs::{Contest, Job, JobRequest, Work};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use noyau::{Language, message};
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::convert::Infallible;
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// The shortest time between two events.
const EVERY: Duration = Duration::from_millis(200);
/// The longest time between two events of a running job.
const AT_LEAST: Duration = Duration::from_secs(1);
/// The maximum number of games in a response.
const MOST_GAMES: usize = 200;

pub(super) async fn list(context: Context) -> ApiResult {
    let jobs = context.app.jobs.list();
    let jobs = jobs.iter().map(|job| job.document(context.language));
    json_list("jobs", jobs)
}

pub(super) async fn start(context: Context, Params(mut request): Params<Value>) -> ApiResult {
    // A game may take a while to open.
    let work = move |task: &Task| {
        let parsed = serde_json::from_value::<JobRequest>(request.clone());
        let mut parsed = parsed.map_err(|error| bad_json(&error))?;
        // The seed is stored, so that the job is reproducible.
        request["seed"] = parsed.seed().into();
        let resources = task.app.jobs.learned_agents.resources();
        task.app.jobs.start(parsed.check(&resources)?, request)
    };
    let job = context.run(None, work).await?;
    let url = format!("/api/jobs/{}", job.id);
    let answer = json(&value!({ "id": job.id, "url": url }))?;
    Ok((StatusCode::ACCEPTED, answer).into_response())
}

pub(super) async fn one(context: Context) -> ApiResult {
    let job = context.app.jobs.get(&context.id)?;
    json(&job.document(context.language))
}

pub(super) async fn stop(context: Context) -> ApiResult {
    let work = |task: &Task| json(&task.app.jobs.stop(&task.id)?.document(task.language));
    context.run_short(work).await
}

pub(super) async fn resume(context: Context) -> ApiResult {
    let work = |task: &Task| json(&task.app.jobs.resume(&task.id)?.document(task.language));
    context.run_short(work).await
}

pub(super) async fn delete(context: Context) -> ApiResult {
    let work = |task: &Task| {
        task.app.jobs.remove(&task.id)?;
        json(&value!({ "id": task.id, "deleted": true }))
    };
    context.run_short(work).await
}

fn event(job: &Job, language: Language) -> (Event, bool) {
    let document = job.document(language);
    let over = document.state.is_over();
    let name = if over { "end" } else { "progress" };
    let data = serde_json::to_string(&document).unwrap_or_default();
    (Event::default().event(name).data(data), over)
}

pub(super) async fn events(context: Context) -> ApiResult {
    let language = context.language;
    let job = context.app.jobs.get(&context.id)?;
    let streaming = context.app.connections.stream(&context.connection)?;
    let mut changes = job.watch();
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(4);
    tokio::spawn(async move {
        let _streaming = streaming;
        loop {
            changes.mark_unchanged();
            let (event, over) = event(&job, language);
            if sender.send(Ok(event)).await.is_err() || over {
                return;
            }
            tokio::select! {
                // The client has disconnected.
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

fn contest(job: &Job) -> Result<&Contest, ApiError> {
    match &job.work {
        Work::Contest(contest) => Ok(contest),
        Work::Table(_) | Work::Learning(_) => Err(ApiError::not_found(message!(
            "this job plays no games",
            "ce travail ne joue pas de parties"
        ))),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn unreadable(error: io::Error) -> ApiError {
    let why = error.to_string();
    ApiError::new(
        ErrorKind::Internal,
        message!(
            "the file of this job cannot be read: {why}",
            "le fichier de ce travail est illisible : {why}"
        ),
    )
}

pub(super) async fn games(context: Context, Params(which): Params<Which>) -> ApiResult {
    let work = move |task: &Task| {
        let job = task.app.jobs.get(&task.id)?;
        let count = which.count.unwrap_or(50).min(MOST_GAMES);
        let (total, games) = contest(&job)?
            .games(which.from, count)
            .map_err(unreadable)?;
        json(&value!({ "total": total, "games": games }))
    };
    context.run_short(work).await
}

pub(super) async fn data(context: Context) -> ApiResult {
    context.run_short(written).await
}

/// The file that a job writes.
fn written(task: &Task) -> ApiResult {
    let job = task.app.jobs.get(&task.id)?;
    let (bytes, kind, name) = match &job.work {
        Work::Learning(learning) => (
            learning.data().map_err(unreadable)?,
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
