//! Jobs: work that runs for longer than a request.

use crate::answer::{Answer, ApiResult, Reply, json, json_list};
use crate::context::Task;
use crate::error::{ApiError, ErrorKind};
use crate::input::bad_json;
use crate::jobs::{Contest, Job, JobRequest, Work};
use noyau::{Language, message};
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::io;

/// The maximum number of games in a response.
const MOST_GAMES: usize = 200;

pub(super) fn list(task: &Task) -> ApiResult {
    let jobs = task.app.jobs.list();
    let jobs = jobs.iter().map(|job| job.document(task.language));
    json_list("jobs", jobs)
}

pub(super) fn start(task: &Task, request: &Value) -> ApiResult {
    let parsed = serde_json::from_value::<JobRequest>(request.clone());
    let mut parsed = parsed.map_err(|error| bad_json(&error))?;
    // The seed is stored, so that the job is reproducible.
    let mut request = request.clone();
    request["seed"] = parsed.seed().into();
    let resources = task.app.jobs.learned_agents.resources();
    let job = task.app.jobs.start(parsed.check(&resources)?, request)?;
    let url = format!("/api/jobs/{}", job.id);
    let answer = json(&value!({ "id": job.id, "url": url }))?;
    Ok(match answer {
        Reply::Whole(answer) => Reply::Whole(Answer {
            status: 202,
            ..answer
        }),
        events @ Reply::Events(_) => events,
    })
}

pub(super) fn one(task: &Task) -> ApiResult {
    json(&task.app.jobs.get(&task.id)?.document(task.language))
}

pub(super) fn stop(task: &Task) -> ApiResult {
    json(&task.app.jobs.stop(&task.id)?.document(task.language))
}

pub(super) fn resume(task: &Task) -> ApiResult {
    json(&task.app.jobs.resume(&task.id)?.document(task.language))
}

pub(super) fn delete(task: &Task) -> ApiResult {
    task.app.jobs.remove(&task.id)?;
    json(&value!({ "id": task.id, "deleted": true }))
}

pub(super) fn events(task: &Task) -> ApiResult {
    Ok(Reply::Events(task.app.jobs.get(&task.id)?))
}

/// A job as an event: its name, its data, and whether it is the last.
pub(crate) fn event(job: &Job, language: Language) -> (&'static str, String, bool) {
    let document = job.document(language);
    let over = document.state.is_over();
    let name = if over { "end" } else { "progress" };
    let data = serde_json::to_string(&document).unwrap_or_default();
    (name, data, over)
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

pub(super) fn games(task: &Task, which: &Which) -> ApiResult {
    let job = task.app.jobs.get(&task.id)?;
    let count = which.count.unwrap_or(50).min(MOST_GAMES);
    let (total, games) = contest(&job)?
        .games(which.from, count)
        .map_err(unreadable)?;
    json(&value!({ "total": total, "games": games }))
}

/// The boards of the games that a contest is playing.
pub(super) fn live(task: &Task) -> ApiResult {
    let job = task.app.jobs.get(&task.id)?;
    json_list("games", contest(&job)?.live_boards().into_iter())
}

/// The file that a job writes.
pub(super) fn data(task: &Task) -> ApiResult {
    let job = task.app.jobs.get(&task.id)?;
    let (bytes, kind, name) = match &job.work {
        Work::Learning(learning) => (
            learning.data().map_err(unreadable)?,
            "application/octet-stream",
            "learned.noyau",
        ),
        _ => (
            contest(&job)?.data().map_err(unreadable)?,
            "application/x-ndjson",
            "games.jsonl",
        ),
    };
    Ok(Reply::Whole(Answer {
        status: 200,
        kind,
        file: Some(name),
        body: bytes.into(),
    }))
}
