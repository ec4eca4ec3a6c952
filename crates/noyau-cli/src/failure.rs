//! Failures of commands, and exit statuses.

use noyau::dynamic::Problem;
use noyau::limits::Stopped;
use noyau::{Localized, Message, message};
use std::io;

/// The status of a completed command, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// There is an answer.
    Answered,
    /// There is no answer within the limits.
    Unknown,
    /// The input was wrong, and the error has been reported.
    Refused,
}

impl Status {
    /// An answer, or unknown if it is incomplete.
    pub(crate) fn unknown_if(incomplete: bool) -> Self {
        if incomplete {
            Self::Unknown
        } else {
            Self::Answered
        }
    }

    /// The exit status.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Unknown => 1,
            Self::Refused => 2,
        }
    }
}

/// The result of a command.
pub(crate) type Exit = Result<Status, Failure>;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is wrong.
    Request(Message),
    /// A file is wrong; the message begins with its name and, if useful, line and column.
    File(Message),
    /// The answer could not be written to the standard output.
    Output(io::Error),
    /// A limit was reached before there was an answer.
    Stopped(Stopped),
}

impl Failure {
    /// An error in a file; its message begins with line and column.
    pub(crate) fn in_file(path: &str, error: &impl Localized) -> Self {
        Self::File(message!(
            "{path}:{error}",
            "{path}:{error}",
            error = Message::of(error)
        ))
    }

    /// The error that a file cannot be written.
    pub(crate) fn writing(path: &std::path::Path, error: &io::Error) -> Self {
        Self::File(noyau_files::why_unwritten(path, error))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let message = Message::of(&problem);
        match problem {
            Problem::File { .. } | Problem::FileContent { .. } => Self::File(message),
            _ => Self::Request(message),
        }
    }
}
