//! The context of a request handler, and what it costs to run one.

use crate::App;
use crate::answer::ApiResult;
use crate::error::ApiError;
use crate::input::{Position, from_body, from_query};
use noyau::language::Language;
use noyau::limits::{Limits, Stopwatch};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A request that is being answered.
pub(crate) struct Task {
    pub(crate) app: Arc<App>,
    pub(crate) language: Language,
    /// The `{id}` of the address; empty if it has none.
    pub(crate) id: String,
    /// Since its arrival.
    pub(crate) began: Stopwatch,
    pub(crate) limits: Limits,
}

/// What a handler costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Cost {
    /// Next to nothing.
    Nothing,
    /// A few milliseconds.
    Short,
    /// Up to so many seconds; `None` for the default.
    Long(Option<f64>),
}

/// A handler with the parameters of its request.
pub(crate) struct Ready {
    pub(crate) cost: Cost,
    pub(crate) work: Box<dyn FnOnce(&Task) -> ApiResult + Send>,
}

/// The parameters of a request as they came.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Given<'a> {
    Query(&'a str),
    Body(&'a [u8]),
}

impl Given<'_> {
    pub(crate) fn read<P: DeserializeOwned>(self) -> Result<P, ApiError> {
        match self {
            Self::Query(query) => from_query(query),
            Self::Body(body) => from_body(body),
        }
    }
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

impl Ready {
    pub(crate) fn new(cost: Cost, work: impl FnOnce(&Task) -> ApiResult + Send + 'static) -> Self {
        Self {
            cost,
            work: Box::new(work),
        }
    }
}

/// A handler without parameters that costs next to nothing.
pub(crate) fn at_once(work: fn(&Task) -> ApiResult) -> Ready {
    Ready::new(Cost::Nothing, work)
}

/// A handler without parameters that takes milliseconds.
pub(crate) fn soon(work: fn(&Task) -> ApiResult) -> Ready {
    Ready::new(Cost::Short, work)
}

/// A CPU-bound handler.
pub(crate) fn task<P: TaskParams>(
    given: Given<'_>,
    work: fn(&Task, &P) -> ApiResult,
) -> Result<Ready, ApiError> {
    let params: P = given.read()?;
    let cost = Cost::Long(params.seconds());
    Ok(Ready::new(cost, move |task| work(task, &params)))
}

/// A handler that takes milliseconds, unless it is given a large text.
pub(crate) fn short_task<P: TaskParams>(
    given: Given<'_>,
    work: fn(&Task, &P) -> ApiResult,
) -> Result<Ready, ApiError> {
    let params: P = given.read()?;
    let cost = if params.is_short() {
        Cost::Short
    } else {
        Cost::Long(params.seconds())
    };
    Ok(Ready::new(cost, move |task| work(task, &params)))
}

/// A handler whose parameters cost it next to nothing.
pub(crate) fn with<P: DeserializeOwned + Send + 'static>(
    given: Given<'_>,
    cost: Cost,
    work: fn(&Task, &P) -> ApiResult,
) -> Result<Ready, ApiError> {
    let params: P = given.read()?;
    Ok(Ready::new(cost, move |task| work(task, &params)))
}
