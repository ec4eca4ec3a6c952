//! Errors in text files, with their place.

use crate::language::{Language, Localized};
use std::fmt;

/// An error in a text and its place. Lines and columns count from 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError<P> {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong and what is expected.
    pub problem: P,
}

impl<P> SourceError<P> {
    /// An error at a byte offset of a text.
    #[cold]
    pub fn at(text: &str, at: usize, problem: P) -> Self {
        let before = &text.as_bytes()[..at.min(text.len())];
        let mut lines = before.split(|&byte| byte == b'\n');
        let last = lines.next_back().unwrap_or_default();
        Self {
            line: 1 + lines.count(),
            // Count characters by their first bytes.
            column: 1 + last.iter().filter(|&&byte| byte & 0xc0 != 0x80).count(),
            problem,
        }
    }
}

impl<P: Localized> Localized for SourceError<P> {
    fn localized(&self, language: Language) -> String {
        let problem = self.problem.localized(language);
        format!("{}:{}: {problem}", self.line, self.column)
    }
}

impl<P: Localized> fmt::Display for SourceError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localized(Language::English))
    }
}

impl<P: Localized + fmt::Debug> std::error::Error for SourceError<P> {}

/// An excerpt of a file for a message, at most 40 characters.
pub fn shortened(part: &str) -> String {
    const SHOWN: usize = 40;
    let clean = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let mut short: String = part.chars().take(SHOWN).map(clean).collect();
    if part.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}
