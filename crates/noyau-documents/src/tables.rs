//! Tables of every position, what is made of them, and what came of checking them.

use crate::joined;
use noyau_format::header::{Header, Values};
use serde_json::{Value, json};

/// Where a table is: the path, how many files, and how many bytes in all.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// The file or the folder.
    pub path: &'a str,
    /// How many files.
    pub files: usize,
    /// How many bytes.
    pub bytes: u64,
}

fn outcomes(header: &Header) -> Value {
    let (counts, longest) = (header.counts, header.longest_win);
    json!({"win": counts.win, "draw": counts.draw, "loss": counts.loss, "longest_win": longest})
}

/// What a table says of itself.
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

/// A table that was just made, by that method in so many seconds.
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

/// A table that was made of so many parts.
pub fn table_merged(header: &Header, stored: Stored<'_>) -> Value {
    json!({
        "game": header.title.game,
        "positions": header.counts.positions,
        "parts": stored.files,
        "file": stored.path,
        "bytes": stored.bytes,
    })
}

/// The counts of a table: what its header says, with the position that is won latest and the number of positions with a
/// single winning move, where they are known. Counts by distance are ascending.
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

/// A certificate or table that is right.
pub fn verified(kind: &str, vertices: u64, edges: u64) -> Value {
    json!({"verified": true, "kind": kind, "vertices": vertices, "edges": edges})
}

/// A certificate or table that is refused.
pub fn refused(why: &str) -> Value {
    json!({"verified": false, "why": why})
}
