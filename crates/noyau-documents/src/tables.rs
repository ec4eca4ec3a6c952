//! Tables of every position, what is made of them, and what came of checking them.

use noyau_format::header::Header;
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

/// What a table says of itself.
pub fn table_info(header: &Header, stored: Stored<'_>) -> Value {
    let title = &header.title;
    json!({
        "game": title.game,
        "rules": title.rules,
        "start": title.start,
        "values": title.values,
        "nimbers": header.nimbers,
        "symmetry": header.stored != header.counts.positions,
        "positions": header.counts.positions,
        "stored": header.stored,
        "win": header.counts.win,
        "draw": header.counts.draw,
        "loss": header.counts.loss,
        "longest_win": header.longest_win,
        "tiers": header.tiers().len(),
        "blocks": header.sections.iter().map(|section| section.blocks).sum::<u64>(),
        "parts": stored.files,
        "bytes": stored.bytes,
        "packing": header.packing,
        "index_checksum": header.index_checksum,
    })
}

/// A table that was just made, by that method in so many seconds.
pub fn table_made(header: &Header, stored: Stored<'_>, method: &str, seconds: f64) -> Value {
    json!({
        "game": header.title.game,
        "start": header.title.start,
        "positions": header.counts.positions,
        "stored": header.stored,
        "win": header.counts.win,
        "draw": header.counts.draw,
        "loss": header.counts.loss,
        "longest_win": header.longest_win,
        "method": method,
        "file": stored.path,
        "bytes": stored.bytes,
        "seconds": seconds,
    })
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

/// A certificate or table that is right.
pub fn verified(kind: &str, vertices: u64, edges: u64) -> Value {
    json!({"verified": true, "kind": kind, "vertices": vertices, "edges": edges})
}

/// A certificate or table that is refused.
pub fn refused(why: &str) -> Value {
    json!({"verified": false, "why": why})
}
