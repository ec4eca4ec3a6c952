//! Errors of the API: a kind for programs, a message for people, and an HTTP status.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use noyau::dynamic::{FileProblem, Problem};
use noyau::limits::Stopped;
use noyau::{Language, Localized, Message, message};
use noyau_games::gdl::Problems;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The kind of an error: its name for programs determines the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    BadRequest,
    UnknownGame,
    IllegalMove,
    BadPosition,
    BadFile,
    TooLarge,
    Busy,
    Timeout,
    NotFound,
    Forbidden,
    Internal,
}

impl ErrorKind {
    /// The name for programs, and the status.
    const fn described(self) -> (&'static str, StatusCode) {
        match self {
            Self::BadRequest => ("bad-request", StatusCode::BAD_REQUEST),
            Self::UnknownGame => ("unknown-game", StatusCode::NOT_FOUND),
            Self::IllegalMove => ("illegal-move", StatusCode::UNPROCESSABLE_ENTITY),
            Self::BadPosition => ("bad-position", StatusCode::UNPROCESSABLE_ENTITY),
            Self::BadFile => ("bad-file", StatusCode::UNPROCESSABLE_ENTITY),
            Self::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE),
            Self::Busy => ("busy", StatusCode::TOO_MANY_REQUESTS),
            Self::Timeout => ("timeout", StatusCode::REQUEST_TIMEOUT),
            Self::NotFound => ("not-found", StatusCode::NOT_FOUND),
            Self::Forbidden => ("forbidden", StatusCode::FORBIDDEN),
            Self::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

/// The error response to a request.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    kind: ErrorKind,
    status: StatusCode,
    message: Message,
    /// Line and column of the error in a text of the request.
    place: Option<(usize, usize)>,
    mv: Option<String>,
    /// All errors of a text, if there may be several.
    all: Vec<FileProblem>,
}

impl ApiError {
    pub(crate) fn new(kind: ErrorKind, message: Message) -> Self {
        Self {
            kind,
            status: kind.described().1,
            message,
            place: None,
            mv: None,
            all: Vec::new(),
        }
    }

    pub(crate) fn bad(message: Message) -> Self {
        Self::new(ErrorKind::BadRequest, message)
    }

    pub(crate) fn not_found(message: Message) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    pub(crate) fn too_large(message: Message) -> Self {
        Self::new(ErrorKind::TooLarge, message)
    }

    pub(crate) fn timeout(message: Message) -> Self {
        Self::new(ErrorKind::Timeout, message)
    }

    /// A panic, or anything else that is a bug of noyau.
    pub(crate) fn internal() -> Self {
        Self::new(ErrorKind::Internal, internal_error())
    }

    /// An error at a place of a text.
    pub(crate) fn in_text(line: usize, column: usize, message: Message) -> Self {
        Self {
            place: Some((line, column)),
            ..Self::new(ErrorKind::BadFile, message)
        }
    }

    /// All errors of a rule sheet.
    pub(crate) fn in_sheet(Problems(problems): Problems) -> Self {
        let first = problems.first().cloned();
        let (line, column, why) = first.map_or_else(
            || (1, 1, message!("it cannot be read", "illisible")),
            |first| (first.line, first.column, first.why),
        );
        Self {
            all: problems,
            ..Self::in_text(line, column, why)
        }
    }

    /// The same with another status.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// A limit was reached before there was an answer.
    pub(crate) fn stopped(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Time => Self::timeout(message!(
                "there is no answer within the time: allow more seconds, or take a smaller game",
                "pas de réponse dans le temps imparti : accordez plus de secondes, ou prenez un jeu plus petit"
            )),
            Stopped::Memory => Self::too_large(message!(
                "this game is too large for the memory that a request may use",
                "ce jeu est trop grand pour la mémoire permise à une requête"
            )),
            Stopped::Nodes => Self::too_large(stopped.text().into()),
            Stopped::Asked => Self::timeout(stopped.text().into()),
        }
    }

    fn document(&self, language: Language) -> Value {
        let mut error = Map::new();
        error.insert("message".into(), self.message.localized(language).into());
        error.insert("kind".into(), self.kind.described().0.into());
        if let Some((line, column)) = self.place {
            error.insert("line".into(), line.into());
            error.insert("column".into(), column.into());
        }
        if let Some(mv) = &self.mv {
            error.insert("move".into(), mv.clone().into());
        }
        if !self.all.is_empty() {
            let all = self.all.iter().map(|problem| {
                json!({
                    "line": problem.line,
                    "column": problem.column,
                    "message": problem.why.localized(language),
                })
            });
            error.insert("errors".into(), all.collect());
        }
        json!({ "error": error })
    }

    /// The response, in that language.
    pub(crate) fn render(&self, language: Language) -> Response {
        let body = self.document(language).to_string();
        let kind = HeaderValue::from_static("application/json");
        let mut response = (self.status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if self.kind == ErrorKind::Busy {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// The message for a bug of noyau.
pub(crate) fn internal_error() -> Message {
    message!(
        "Internal error. Please report it.",
        "Erreur interne. Merci de la signaler."
    )
}

/// An error to be rendered by the outermost layer, which knows the language.
#[derive(Debug, Clone)]
pub(crate) struct Pending(pub(crate) Arc<ApiError>);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(Pending(Arc::new(self)));
        response
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        let message = Message::of(&problem);
        match problem {
            Problem::UnknownGame { .. } => Self::new(ErrorKind::UnknownGame, message),
            Problem::Position { .. } => Self::new(ErrorKind::BadPosition, message),
            Problem::IllegalMove { mv, .. } => Self {
                mv: Some(mv),
                ..Self::new(ErrorKind::IllegalMove, message)
            },
            Problem::FileContent {
                line, column, why, ..
            } => Self::in_text(line, column, why),
            Problem::File { why } => Self::new(ErrorKind::Forbidden, why),
            _ => Self::bad(message),
        }
    }
}
