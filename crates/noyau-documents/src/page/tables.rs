//! Tables: lists, rows and puzzles.

use super::view;
use noyau_dynamic::{OpenGame, Row};
use noyau_format::header::Header;
use serde_json::{Value, json};

/// A table in a list.
pub fn listed_table(id: &str, header: &Header, bytes: u64) -> Value {
    let (game, positions) = (&header.title.game, header.counts.positions);
    json!({ "id": id, "game": game, "positions": positions, "bytes": bytes })
}

/// The row of a position, whose text can be set up.
pub fn table_row(position: &str, row: &Row) -> Value {
    json!({
        "position": position,
        "outcome": row.worth.outcome.name(),
        "distance": row.worth.distance,
        "margin": row.worth.margin,
        "tier": row.tier,
    })
}

/// A puzzle: the game's current position, which has a single winning move, with its row in the table.
pub fn puzzle(game: &dyn OpenGame, position: &str, row: &Row, solution: &[String]) -> Value {
    json!({
        "position": position,
        "game": game.name(),
        "side": game.side().name(),
        "outcome": row.worth.outcome.name(),
        "distance": row.worth.distance,
        "solution": solution,
        "view": view(&game.view()),
    })
}
