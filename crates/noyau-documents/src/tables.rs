//! Tables of all positions, and the results of verifying them.

use crate::joined;
use noyau_dynamic::{OpenGame, Unvisited};
use noyau_format::code::code_of_value;
use noyau_format::header::{Header, Values};
use noyau_format::table::Table;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

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

/// The longest wins of the tiers of a table, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct LongestWins {
    /// In plies.
    pub plies: BTreeMap<u32, u32>,
    /// A position of each.
    pub positions: BTreeMap<u32, String>,
    /// With First and with Second to move.
    pub by_side: BTreeMap<u32, [Option<u32>; 2]>,
}

impl LongestWins {
    /// Finds them, given what the verifier says of each side.
    pub fn of(
        game: &dyn OpenGame,
        table: &Table<'_>,
        by_side: BTreeMap<u32, [Option<u32>; 2]>,
    ) -> Result<Self, Unvisited> {
        let mut plies = table.header().longest_wins();
        for (&tier, sides) in &by_side {
            if let Some(longest) = sides.iter().flatten().max() {
                plies.entry(tier).or_insert(*longest);
            }
        }
        let code = |plies| code_of_value(noyau_core::value::Value::Win(plies));
        let codes: BTreeMap<u32, Option<u32>> = plies
            .iter()
            .map(|(&tier, &plies)| (tier, code(plies)))
            .collect();
        let left = RefCell::new(codes);
        let wanted = |tier, code| left.borrow().get(&tier) == Some(&Some(code));
        let mut positions = BTreeMap::new();
        if !plies.is_empty() {
            game.table_rows(table, &wanted, &mut |row| {
                let mut left = left.borrow_mut();
                left.remove(&row.tier);
                positions.insert(row.tier, row.position.clone());
                Ok(!left.is_empty())
            })?;
        }
        Ok(Self {
            plies,
            positions,
            by_side,
        })
    }

    /// What is known of a tier, for its row.
    fn row(&self, tier: u32) -> Value {
        let by_side = self.by_side.get(&tier);
        joined([
            json!({"longest_win": self.plies.get(&tier)}),
            json!({"longest_win_position": self.positions.get(&tier)}),
            by_side.map_or(Value::Null, |[first, second]| {
                json!({"longest_win_by_side": {"first": first, "second": second}})
            }),
        ])
    }
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
        "more_starts": title.more_starts,
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
        "more_starts": header.title.more_starts,
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

/// The counts of a table: those of its header, with the position of the longest win, those of the tiers, and the number
/// of positions with a single winning move, if known. Counts by distance are ascending.
pub fn table_stats(
    header: &Header,
    longest_win: Option<&str>,
    of_tiers: &LongestWins,
    single: Option<u64>,
) -> Value {
    let tally = header.tally();
    let tiers = header.tiers().into_iter();
    let tiers: Vec<Value> = tiers
        .map(|of| joined([json!(of), of_tiers.row(of.tier)]))
        .collect();
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
        json!({"by_tier": tiers}),
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
