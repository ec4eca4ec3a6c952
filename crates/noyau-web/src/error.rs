//! Errors of the API: a kind for programs, a message for people, and an HTTP status.

use crate::answer::Answer;
use noyau::dynamic::{FileProblem, Problem};
use noyau::limits::Stopped;
use noyau::{Language, Localized, Message, message};
use noyau_games::gdl::Problems;
use serde_json::{Map, Value, json};

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
    const fn described(self) -> (&'static str, u16) {
        match self {
            Self::BadRequest => ("bad-request", 400),
            Self::UnknownGame => ("unknown-game", 404),
            Self::IllegalMove => ("illegal-move", 422),
            Self::BadPosition => ("bad-position", 422),
            Self::BadFile => ("bad-file", 422),
            Self::TooLarge => ("too-large", 413),
            Self::Busy => ("busy", 429),
            Self::Timeout => ("timeout", 408),
            Self::NotFound => ("not-found", 404),
            Self::Forbidden => ("forbidden", 403),
            Self::Internal => ("internal", 500),
        }
    }
}

/// The error response to a request.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    kind: ErrorKind,
    status: u16,
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
    #[cfg(feature = "server")]
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
    pub(crate) fn with_status(mut self, status: u16) -> Self {
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

    /// The answer, in that language.
    pub(crate) fn render(&self, language: Language) -> Answer {
        Answer {
            status: self.status,
            ..Answer::written(self.document(language).to_string().into_bytes())
        }
    }

    /// Whether the same may be asked again in a moment.
    #[cfg(feature = "server")]
    pub(crate) fn is_busy(&self) -> bool {
        self.kind == ErrorKind::Busy
    }
}

/// The message for a bug of noyau.
#[cfg(feature = "server")]
pub(crate) fn internal_error() -> Message {
    message!(
        "Internal error. Please report it.",
        "Erreur interne. Merci de la signaler."
    )
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
