//! Requests and answers, as the handlers know them: neither a connection nor its protocol.

use crate::error::ApiError;
use crate::jobs::Job;
use noyau::message;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const JSON: &str = "application/json";

/// A request to the API.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// `GET`, `POST` and so on.
    pub method: &'a str,
    /// The address without the query.
    pub path: &'a str,
    /// The query, without its question mark.
    pub query: &'a str,
    /// The type of the body.
    pub kind: &'a str,
    /// The body.
    pub body: &'a [u8],
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status, as in HTTP.
    pub status: u16,
    /// The type of the body.
    pub kind: &'static str,
    /// The name of the body as a file, if it is to be saved as one.
    pub file: Option<&'static str>,
    /// The body.
    pub body: Cow<'static, [u8]>,
}

impl Answer {
    /// A document that is already written.
    pub(crate) fn written(body: impl Into<Cow<'static, [u8]>>) -> Self {
        Self {
            status: 200,
            kind: JSON,
            file: None,
            body: body.into(),
        }
    }
}

impl From<Answer> for ApiResult {
    fn from(answer: Answer) -> Self {
        Ok(Reply::Whole(answer))
    }
}

/// What a handler gives back.
#[derive(Debug)]
pub(crate) enum Reply {
    Whole(Answer),
    /// The changes of a job, until it is over.
    Events(Arc<Job>),
}

/// The result of a handler.
pub(crate) type ApiResult = Result<Reply, ApiError>;

/// A document as an answer.
pub(crate) fn json(document: &impl Serialize) -> ApiResult {
    let body = serde_json::to_vec(document).map_err(|error| {
        let why = error.to_string();
        ApiError::bad(message!(
            "the answer cannot be written: {why}",
            "la réponse ne peut s'écrire : {why}"
        ))
    })?;
    Ok(Reply::Whole(Answer::written(body)))
}

/// A list of documents, under a name, as an answer.
pub(crate) fn json_list<T: Serialize>(name: &str, documents: impl Iterator<Item = T>) -> ApiResult {
    let documents: Vec<T> = documents.collect();
    json(&BTreeMap::from([(name, documents)]))
}
