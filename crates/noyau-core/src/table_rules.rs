//! The rules of a game as a table verifier needs them: batched moves of entries, without position and move types.
//!
//! Moves come from [`Game::moves`](crate::Game::moves) and [`Game::play`](crate::Game::play) only, not from the
//! shortcuts by which a game may number its children: solvers use those.

use crate::game::Side;
use crate::value::MoveEffect;

/// The key of a table entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key<'a> {
    /// The tier and the number of a position.
    Number(u32, u64),
    /// The text of a position.
    Name(&'a str),
}

/// The status of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// No position.
    Nothing,
    /// A position stored under another key, or represented by a symmetric image.
    Elsewhere,
    /// Not a terminal position.
    Open,
    /// A terminal position: the margin of the side to move, or 1, 0, −1 for a win, a draw, a loss in games without
    /// points.
    Over(i32),
}

/// A move of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryMove {
    /// The tier of the successor's entry; 0 if entries are named.
    pub tier: u32,
    /// The number of that entry, or the index of its name in [`EntryMoves::names`].
    pub number: u64,
    /// The gain, and whether the move keeps the turn.
    pub effect: MoveEffect,
}

/// The moves of many entries.
#[derive(Debug, Default)]
pub struct EntryMoves {
    /// The moves of all entries, concatenated.
    pub moves: Vec<EntryMove>,
    /// For each entry its status, its orbit size, and the end of its moves.
    pub entries: Vec<(Standing, u64, usize)>,
    /// The names of the successors' entries.
    pub names: Vec<String>,
    /// For each entry the side to move, if positions determine it; may be left empty.
    pub sides: Vec<Option<Side>>,
}

impl EntryMoves {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.entries.clear();
        self.names.clear();
        self.sides.clear();
    }

    /// Closes the moves of an entry.
    pub fn push_entry(&mut self, standing: Standing, orbit_size: u64) {
        self.entries.push((standing, orbit_size, self.moves.len()));
    }

    /// The entries, each with its status, its orbit size and its moves.
    pub fn iter(&self) -> impl Iterator<Item = (Standing, u64, &[EntryMove])> {
        let mut from = 0;
        self.entries
            .iter()
            .map(move |&(standing, orbit_size, end)| {
                let moves = &self.moves[from..end];
                from = end;
                (standing, orbit_size, moves)
            })
    }
}

/// The rules of a game, for a table verifier.
pub trait TableRules: Sync {
    /// Name and parameters of the game.
    fn game(&self) -> String;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// Whether the game is decided by points.
    fn has_points(&self) -> bool;
    /// The key of the start.
    fn start(&self) -> Key<'_>;
    /// The keys of further starts.
    fn more_starts(&self) -> Vec<Key<'_>> {
        Vec::new()
    }
    /// How many numbers each tier has, if a table holds all positions that have one, wherever play starts; none
    /// otherwise.
    fn class_tiers(&self) -> Vec<u64> {
        Vec::new()
    }
    /// Replaces the contents of `out` with the moves of these entries.
    fn expand(&self, keys: &[Key<'_>], out: &mut EntryMoves);
    /// The text of an entry's position.
    fn text(&self, key: Key<'_>) -> String;
    /// The text of a move of that position.
    fn move_text(&self, key: Key<'_>, index: usize) -> String;
}
