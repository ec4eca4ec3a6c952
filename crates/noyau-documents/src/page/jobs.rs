//! Jobs, and their games.

use crate::Record;
use noyau_dynamic::OpenGame;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum JobState {
    Queued,
    Running,
    Done,
    Stopped,
    Failed,
}

impl JobState {
    /// Whether the job neither runs nor is queued.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Stopped | Self::Failed)
    }
}

/// A job.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "openapi.json describes the keys")]
pub struct JobDocument {
    pub id: String,
    pub kind: &'static str,
    pub game: String,
    pub state: JobState,
    pub done: u64,
    pub total: u64,
    pub seconds: f64,
    pub left: Option<f64>,
    pub request: Value,
    pub message: Option<String>,
    pub result: Option<Value>,
}

/// The game of a record.
pub fn contest_game(record: Record, game: &dyn OpenGame) -> Value {
    json!({
        "number": record.game - 1,
        "players": [record.first, record.second],
        "moves": game.split_moves(&record.moves),
        "opening": record.opening,
        "winner": Some(record.result).filter(|result| result != "draw"),
        "end": record.end,
        "why": record.why,
    })
}

/// A game that is being played, in the position that it has reached.
pub fn live_game(
    number: u64,
    players: [Option<String>; 2],
    moves: &[String],
    game: &dyn OpenGame,
) -> Value {
    json!({
        "number": number,
        "players": players.map(Option::unwrap_or_default),
        "moves": moves,
        "side": game.side().name(),
        "over": game.outcome().is_some(),
        "points": game.points(),
        "view": super::view(&game.view()),
    })
}
