//! A game judged move by move.

use noyau_core::language::Language;
use noyau_dynamic::Worth;
use noyau_play::judge::Judged;
use serde::Serialize;

/// What a position or a move is worth to its side; margins are in the units of the game.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Worthy {
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<i32>,
}

impl From<Worth> for Worthy {
    fn from(worth: Worth) -> Self {
        Self {
            outcome: worth.outcome.name(),
            distance: worth.distance,
            margin: worth.margin,
        }
    }
}

/// A move with its judgement.
#[derive(Debug, Clone, Serialize)]
pub struct JudgedMove {
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    before: Worthy,
    after: Worthy,
    mark: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark_text: Option<&'static str>,
    best: Vec<String>,
}

impl JudgedMove {
    /// The document of a move; with a language, its mark is said in words too.
    pub fn new(judged: Judged, language: Option<Language>) -> Self {
        Self {
            side: judged.side.name(),
            mv: judged.mv,
            before: judged.before.into(),
            after: judged.after.into(),
            mark: judged.mark.name(),
            mark_text: language.map(|language| judged.mark.text().get(language)),
            best: judged.best,
        }
    }
}
