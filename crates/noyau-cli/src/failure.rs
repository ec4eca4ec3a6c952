//! Why a command gives no answer, and the exit status that tells.

use crate::catalogue::Complaint;
use noyau::Message;
use noyau::erased::Problem;
use std::io;

/// How a command that ran to its end went, the better first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// There is an answer.
    Answered,
    /// There is none within the limits.
    Unknown,
    /// The input was wrong, and it has been said how.
    Refused,
}

impl Status {
    /// The exit status.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Unknown => 1,
            Self::Refused => 2,
        }
    }
}

/// What kept a command from its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something is wrong with what was asked.
    Request(Message),
    /// Something is wrong with a file; the message begins with its name and, where that helps, line and column.
    File(Message),
    /// The answer could not be written to the standard output.
    Output(io::Error),
}

impl Failure {
    /// The failure of a file to be written.
    pub(crate) fn writing(path: &std::path::Path, error: &io::Error) -> Self {
        Self::File(Message::of(&Complaint::CannotWrite {
            path: path.display().to_string(),
            why: error.to_string(),
        }))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Complaint> for Failure {
    fn from(complaint: Complaint) -> Self {
        Self::Request(Message::of(&complaint))
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
