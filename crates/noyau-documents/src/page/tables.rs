//! Tables: the list of them, rows and puzzles.

use super::view;
use noyau_dynamic::{OpenGame, Row};
use noyau_format::header::Header;
use serde::Serialize;
use serde_json::Value;

/// A table in a list.
#[derive(Debug, Serialize)]
pub struct ListedTable {
    id: String,
    game: String,
    positions: u64,
    bytes: u64,
}

impl ListedTable {
    /// The table with that id, header and size.
    pub fn new(id: &str, header: &Header, bytes: u64) -> Self {
        Self {
            id: id.to_owned(),
            game: header.title.game.clone(),
            positions: header.counts.positions,
            bytes,
        }
    }
}

/// A row of a table.
#[derive(Debug, Serialize)]
pub struct TableRow {
    position: String,
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<i32>,
    tier: u32,
}

impl TableRow {
    /// The row of a position, written as it can be set up.
    pub fn new(position: String, row: &Row) -> Self {
        Self {
            position,
            outcome: row.worth.outcome.name(),
            distance: row.worth.distance,
            margin: row.worth.margin,
            tier: row.tier,
        }
    }
}

/// A position with a single winning move.
#[derive(Debug, Serialize)]
pub struct Puzzle {
    position: String,
    game: String,
    side: &'static str,
    outcome: &'static str,
    distance: Option<u32>,
    solution: Vec<String>,
    view: Value,
}

impl Puzzle {
    /// The puzzle of the game's current position, with its row in the table.
    pub fn new(game: &dyn OpenGame, position: String, row: &Row, solution: Vec<String>) -> Self {
        Self {
            position,
            game: game.name(),
            side: game.side().name(),
            outcome: row.worth.outcome.name(),
            distance: row.worth.distance,
            solution,
            view: view(&game.view()),
        }
    }
}
