//! Tables: lists, rows and puzzles.

use super::view;
use crate::joined;
use noyau_dynamic::{OpenGame, Row, Worth, Zugzwangs};
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

/// Best play from a position of a table.
pub fn table_line(position: &str, line: &[String]) -> Value {
    json!({ "position": position, "line": line })
}

fn worth(worth: &Worth) -> Value {
    let outcome = worth.outcome.name();
    json!({ "outcome": outcome, "distance": worth.distance, "margin": worth.margin })
}

/// The mutual zugzwangs of a table; `position` gives the text of one that can be set up. In each row `turned` is what the
/// board is worth to the other side if it is to move.
pub fn zugzwangs(all: &Zugzwangs, mut position: impl FnMut(&str) -> String) -> Value {
    let by_tier = all.found.iter();
    let by_tier = by_tier.map(|(tier, count)| json!({ "tier": tier, "zugzwangs": count }));
    let rows = all.rows.iter().map(|(row, other)| {
        let turned = json!({ "turned": worth(other) });
        joined([table_row(&position(&row.position), row), turned])
    });
    json!({
        "zugzwangs": all.found.values().sum::<u64>(),
        "complete": all.complete,
        "by_tier": by_tier.collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
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
