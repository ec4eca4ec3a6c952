//! Tables of all positions, and the results of verifying them.

use crate::joined;
use noyau_format::header::{Header, Values};
use serde_json::{Value, json};

/// The location of a table: path, number of files, and total bytes.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// The file or the folder.
    pub path: &'a str,
    /// The number of files.
    pub files: usize,
    /// The total bytes.
    pub bytes: u64,
}

fn outcomes(header: &Header) -> Value {
    let (counts, longest) = (header.counts, header.longest_win);
    json!({"win": counts.win, "draw": counts.draw, "loss": counts.loss, "longest_win": longest})
}

/// The metadata of a table.
pub fn table_info(header: &Header, stored: Stored<'_>) -> Value {
    let title = &header.title;
    let positions = header.counts.positions;
    let about = json!({
        "game": title.game,
        "rules": title.rules,
        "start": title.start,
        "values": title.values,
        "nimbers": header.nimbers,
        "symmetry": header.stored != positions,
        "positions": positions,
        "stored": header.stored,
    });
    let structure = json!({
        "tiers": header.tiers().len(),
        "blocks": header.sections.iter().map(|section| section.blocks).sum::<u64>(),
        "parts": stored.files,
        "bytes": stored.bytes,
        "packing": header.packing,
        "index_checksum": header.index_checksum,
    });
    joined([about, outcomes(header), structure])
}

/// A new table, made by that method in `seconds` seconds.
pub fn table_made(header: &Header, stored: Stored<'_>, method: &str, seconds: f64) -> Value {
    let about = json!({
        "game": header.title.game,
        "start": header.title.start,
        "positions": header.counts.positions,
        "stored": header.stored,
    });
    let (file, bytes) = (stored.path, stored.bytes);
    let made = json!({"method": method, "file": file, "bytes": bytes, "seconds": seconds});
    joined([about, outcomes(header), made])
}

/// A table merged from several files.
pub fn table_merged(header: &Header, stored: Stored<'_>) -> Value {
    json!({
        "game": header.title.game,
        "positions": header.counts.positions,
        "parts": stored.files,
        "file": stored.path,
        "bytes": stored.bytes,
    })
}

/// The counts of a table: those of its header, with the position of the longest win and the number of positions
/// with a single winning move, if known. Counts by distance are ascending.
pub fn table_stats(header: &Header, longest_win: Option<&str>, single: Option<u64>) -> Value {
    let tally = header.tally();
    let values = match header.title.values {
        Values::Outcome => json!({"by_distance": {"win": tally.win, "loss": tally.loss}}),
        Values::Margin => json!({"by_margin": tally.margin}),
    };
    joined([
        json!({"game": header.title.game, "positions": header.counts.positions}),
        outcomes(header),
        json!({"longest_win_position": longest_win}),
        single.map_or(Value::Null, |single| json!({"single_winning_move": single})),
        json!({"stored": header.stored}),
        values,
        json!({"by_tier": header.tiers()}),
    ])
}

/// An accepted certificate or table.
pub fn verified(kind: &str, vertices: u64, edges: u64) -> Value {
    json!({"verified": true, "kind": kind, "vertices": vertices, "edges": edges})
}

/// A rejected certificate or table.
pub fn refused(why: &str) -> Value {
    json!({"verified": false, "why": why})
}
