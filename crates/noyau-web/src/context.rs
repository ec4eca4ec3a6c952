//! The context of a request handler, and the execution of CPU-bound handlers.

use crate::App;
use crate::connections::Connection;
use crate::error::ApiError;
use crate::input::{Params, Position};
use crate::routes::ApiResult;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use noyau::language::Language;
use noyau::limits::Limits;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

/// The language of a request, set by the outermost layer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestLanguage(pub(crate) Language);

/// The server, and the common parts of a request.
pub(crate) struct Context {
    pub(crate) app: Arc<App>,
    pub(crate) language: Language,
    pub(crate) connection: Arc<Connection>,
    /// The `{id}` of the address; empty if it has none.
    pub(crate) id: String,
}

/// A CPU-bound request with its permit.
pub(crate) struct Task {
    pub(crate) app: Arc<App>,
    pub(crate) language: Language,
    pub(crate) id: String,
    /// The arrival time, before waiting for the permit.
    pub(crate) began: Instant,
    pub(crate) limits: Limits,
}

/// The parameters of a CPU-bound request.
pub(crate) trait TaskParams: DeserializeOwned + Send + 'static {
    /// The time limit; `None` for the default.
    fn seconds(&self) -> Option<f64> {
        None
    }

    /// Whether a short task with them takes milliseconds.
    fn is_short(&self) -> bool {
        true
    }
}

/// The parameters of a request without any.
#[derive(Debug, Deserialize)]
pub(crate) struct NoParams {}

impl TaskParams for NoParams {}

impl TaskParams for Position {
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// A game that is made from a text may take a while to open.
    fn is_short(&self) -> bool {
        self.content.is_none()
    }
}

impl FromRequestParts<Arc<App>> for Context {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let id = Option::<Path<String>>::from_request_parts(parts, app).await;
        let id = id.map_err(IntoResponse::into_response)?;
        let language = parts.extensions.get::<RequestLanguage>().copied();
        let connection = parts.extensions.get::<Arc<Connection>>().cloned();
        Ok(Self {
            app: Arc::clone(app),
            language: language.map_or(Language::English, |RequestLanguage(language)| language),
            connection: connection.ok_or_else(|| ApiError::internal().into_response())?,
            id: id.map_or_else(String::new, |Path(id)| id),
        })
    }
}

impl Context {
    /// Runs CPU-bound work within the server's limits.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        seconds: Option<f64>,
        work: impl FnOnce(&Task) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _working = self.connection.solve();
        let app = Arc::clone(&self.app);
        app.limiter.run(seconds, self.task(work)).await
    }

    /// Runs work of a few milliseconds, which never waits for a solve.
    pub(crate) async fn run_short<T: Send + 'static>(
        self,
        work: impl FnOnce(&Task) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(&self.app);
        app.limiter.run_short(self.task(work)).await
    }

    fn task<T>(
        self,
        work: impl FnOnce(&Task) -> Result<T, ApiError> + Send + 'static,
    ) -> impl FnOnce(Limits) -> Result<T, ApiError> + Send + 'static {
        let began = Instant::now();
        let Self {
            app, language, id, ..
        } = self;
        move |limits| {
            work(&Task {
                app,
                language,
                id,
                began,
                limits,
            })
        }
    }
}

/// The response of a CPU-bound handler.
type Pending = Pin<Box<dyn Future<Output = ApiResult> + Send>>;

/// Makes a handler from a CPU-bound function.
pub(crate) fn task<P: TaskParams>(
    work: fn(&Task, &P) -> ApiResult,
) -> impl Fn(Context, Params<P>) -> Pending + Clone + Send + Sync + 'static {
    move |context, Params(params)| {
        let seconds = params.seconds();
        Box::pin(context.run(seconds, move |task| work(task, &params)))
    }
}

/// Makes a handler from a function that takes milliseconds, unless it is given a large text.
pub(crate) fn short_task<P: TaskParams>(
    work: fn(&Task, &P) -> ApiResult,
) -> impl Fn(Context, Params<P>) -> Pending + Clone + Send + Sync + 'static {
    move |context, Params(params)| {
        if params.is_short() {
            Box::pin(context.run_short(move |task| work(task, &params)))
        } else {
            task(work)(context, Params(params))
        }
    }
}
