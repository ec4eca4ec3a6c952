//! The counts of a table of every position.

use noyau_format::header::{Header, TierCounts, Values};
use serde::Serialize;
use serde_json::{Value, json};

/// The counts of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Stats<'a> {
    game: &'a str,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: Option<u32>,
    longest_win_position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    single_winning_move: Option<u64>,
    stored: u64,
    /// How many positions are won and lost in so many plies; ascending.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_distance: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_margin: Option<Vec<(i32, u64)>>,
    by_tier: Vec<TierCounts>,
}

impl<'a> Stats<'a> {
    /// The document of a table: what its header says, with the position that is won latest and the number of positions
    /// with a single winning move, where they are known.
    pub fn new(header: &'a Header, longest_win: Option<String>, single: Option<u64>) -> Self {
        let tally = header.tally();
        let outcomes = header.title.values == Values::Outcome;
        Self {
            game: &header.title.game,
            positions: header.counts.positions,
            win: header.counts.win,
            draw: header.counts.draw,
            loss: header.counts.loss,
            longest_win: header.longest_win,
            longest_win_position: longest_win,
            single_winning_move: single,
            stored: header.stored,
            by_distance: outcomes.then(|| json!({ "win": tally.win, "loss": tally.loss })),
            by_margin: (!outcomes).then_some(tally.margin),
            by_tier: header.tiers(),
        }
    }
}
