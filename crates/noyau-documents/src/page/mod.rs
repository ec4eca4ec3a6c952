//! The documents of the page's server, described in its `openapi.json`.

mod arena;
mod exercises;
mod games;
mod jobs;
mod search;
mod tables;
mod tree;
mod view;

pub use arena::{ArenaPart, arena_document, arena_part_document, attractor_layers, nimbers_of};
pub use exercises::{checked_kernel, checked_tree, exercise, posed};
pub use games::{
    SampleFile, agent, catalogue, catalogue_entry, game_state, played_move, sample_files,
};
pub use jobs::{JobDocument, JobState, contest_game, live_game};
pub use search::{
    best_move, heuristic_value, judgement, refutation, refutations, unproved, values,
};
pub use tables::{listed_table, puzzle, table_line, table_row, zugzwangs};
pub use tree::tree_document;
pub use view::view;

use serde_json::{Map, Value, json};

/// A file to save.
pub fn exported(name: &str, text: &str) -> Value {
    json!({ "name": name, "text": text })
}

/// A valid rule sheet: its roles, their legal moves at the start, the name of the game, and remarks.
pub fn rule_sheet(
    roles: &[String],
    legal: &Map<String, Value>,
    game: &str,
    notes: &[String],
) -> Value {
    json!({ "roles": roles, "legal": legal, "game": game, "notes": notes })
}
