//! The handlers behind HTTP: what a request costs decides where it runs and what it waits for.

use super::Shared;
use super::connections::Connection;
use super::limiter::BODY_TIMEOUT;
use super::origin_check::RequestLanguage;
use crate::answer::{Answer, ApiResult, Reply};
use crate::context::{Cost, Given, Ready, Task};
use crate::error::ApiError;
use crate::input::{self, MOST_BYTES};
use crate::jobs::Job;
use crate::routes::{self, Unrouted, event};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use noyau::limits::{Limits, Stopwatch};
use noyau::{Language, message};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;

/// The shortest time between two events.
const EVERY: Duration = Duration::from_millis(200);
/// The longest time between two events of a running job.
const AT_LEAST: Duration = Duration::from_secs(1);
/// How often a job is looked at whether it has changed.
const LOOK: Duration = Duration::from_millis(50);

/// Answers a request: by a handler of the API, or by a file of the page.
pub(super) async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        let language = request.extensions().get::<RequestLanguage>().copied();
        let language = language.map_or(Language::English, |RequestLanguage(language)| language);
        let answered = reply(&shared, request, language).await;
        return answered.unwrap_or_else(|error| render(&error, language));
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let error = ApiError::bad(message!(
            "a page is only read",
            "une page ne fait que se lire"
        ));
        return error.with_status(405).into_response();
    }
    shared.assets.find(path, request.headers())
}

async fn reply(
    shared: &Arc<Shared>,
    request: Request,
    language: Language,
) -> Result<Response, ApiError> {
    let began = Stopwatch::start();
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let connection = connection.ok_or_else(ApiError::internal)?;
    let (route, id) = match routes::find(request.method().as_str(), request.uri().path()) {
        Ok(found) => found,
        Err(unrouted) => {
            let mut response = render(&unrouted.error(), language);
            if let Unrouted::Method(allowed) = unrouted
                && let Ok(allowed) = HeaderValue::try_from(allowed)
            {
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            return Ok(response);
        }
    };
    let app = &shared.app;
    let ready = if route.has_body {
        input::is_json(content_type(request.headers()))?;
        let bytes = body(request.into_body()).await?;
        route.ready(app, Given::Body(&bytes))?
    } else {
        route.ready(app, Given::Query(request.uri().query().unwrap_or_default()))?
    };
    let Ready { cost, work } = ready;
    let app = Arc::clone(app);
    let work = move |limits: Limits| -> ApiResult {
        work(&Task {
            app,
            language,
            id,
            began,
            limits,
        })
    };
    let reply = match cost {
        Cost::Nothing => work(Limits::default()),
        Cost::Short => shared.limiter.run_short(work).await,
        Cost::Long(seconds) => {
            let _working = connection.solve();
            shared.limiter.run(seconds, work).await
        }
    };
    match reply? {
        Reply::Whole(answer) => {
            let mut response = response(answer);
            // How long it took here, for the browser's own tools.
            let milliseconds = began.elapsed().as_secs_f64() * 1000.0;
            let timing = HeaderValue::try_from(format!("api;dur={milliseconds:.1}"));
            if let Ok(timing) = timing {
                response.headers_mut().insert("server-timing", timing);
            }
            Ok(response)
        }
        Reply::Events(job) => events(shared, job, &connection, language),
    }
}

fn content_type(headers: &HeaderMap) -> &str {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default()
}

/// The whole body, if it is short enough and arrives in time.
async fn body(body: Body) -> Result<Bytes, ApiError> {
    let all = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MOST_BYTES)).await;
    let all = all.map_err(|_| {
        ApiError::timeout(message!(
            "the body of the request did not come in time",
            "le corps de la requête n'est pas arrivé à temps"
        ))
    })?;
    all.map_err(|_| input::too_long())
}

fn response(answer: Answer) -> Response {
    let Answer {
        status,
        kind,
        file,
        body,
    } = answer;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let about = [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    let mut response = (status, about, body.into_owned()).into_response();
    let file = file.map(|name| HeaderValue::try_from(format!("attachment; filename=\"{name}\"")));
    if let Some(Ok(file)) = file {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_DISPOSITION, file);
    }
    response
}

/// An error as a response in that language.
pub(super) fn render(error: &ApiError, language: Language) -> Response {
    let mut response = response(error.render(language));
    if error.is_busy() {
        let soon = HeaderValue::from_static("1");
        response.headers_mut().insert(header::RETRY_AFTER, soon);
    }
    response
}

/// An error to be rendered by the outermost layer, which knows the language.
#[derive(Debug, Clone)]
pub(super) struct Pending(pub(super) Arc<ApiError>);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.extensions_mut().insert(Pending(Arc::new(self)));
        response
    }
}

/// The stream of the changes of a job.
fn events(
    shared: &Shared,
    job: Arc<Job>,
    connection: &Arc<Connection>,
    language: Language,
) -> Result<Response, ApiError> {
    let streaming = shared.connections.stream(connection)?;
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(4);
    tokio::spawn(async move {
        let _streaming = streaming;
        loop {
            let seen = job.changes();
            let (name, data, over) = event(&job, language);
            let event = Event::default().event(name).data(data);
            if sender.send(Ok(event)).await.is_err() || over {
                return;
            }
            let began = Instant::now();
            let mut pause = EVERY;
            loop {
                tokio::select! {
                    // The client has disconnected.
                    () = sender.closed() => return,
                    () = tokio::time::sleep(pause) => {}
                }
                if job.changes() != seen || began.elapsed() >= EVERY + AT_LEAST {
                    break;
                }
                pause = LOOK;
            }
        }
    });
    let events = Sse::new(ReceiverStream::new(receiver));
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}
