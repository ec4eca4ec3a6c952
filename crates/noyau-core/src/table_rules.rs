//! The rules of a game as the check of a table asks for them: the moves of many entries at a time, without the types of
//! positions and moves.
//!
//! Moves come from [`Game::moves`](crate::Game::moves) and [`Game::play`](crate::Game::play) alone, not from the shorter
//! ways by which a game may find the numbers of its children: those are what solvers use.

use crate::value::MoveEffect;

/// What an entry of a table goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key<'a> {
    /// The tier and the number of a position.
    Number(u32, u64),
    /// Its text.
    Name(&'a str),
}

/// What an entry stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// No position.
    Nothing,
    /// A position that goes by another key, or an image of which stands for it.
    Elsewhere,
    /// A position in which play goes on.
    Open,
    /// An end: the margin of the side to move, or 1, 0, −1 for a win, a draw, a loss in games without points.
    Over(i32),
}

/// A move of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryMove {
    /// The tier of the entry it leads to; 0 where entries go by names.
    pub tier: u32,
    /// The number of that entry, or the place of its name in [`EntryMoves::names`].
    pub number: u64,
    /// What it wins, and who moves next.
    pub effect: MoveEffect,
}

/// The moves of many entries.
#[derive(Debug, Default)]
pub struct EntryMoves {
    /// Those of all entries, one entry after the other.
    pub moves: Vec<EntryMove>,
    /// For each entry what it stands for, how many positions it stands for, and where its moves end.
    pub entries: Vec<(Standing, u64, usize)>,
    /// The names of the entries that moves lead to.
    pub names: Vec<String>,
}

impl EntryMoves {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.entries.clear();
        self.names.clear();
    }

    /// Ends the moves of an entry.
    pub fn push_entry(&mut self, standing: Standing, orbit_size: u64) {
        self.entries.push((standing, orbit_size, self.moves.len()));
    }

    /// What the entries stand for, each with how many positions it stands for and its moves.
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

/// The rules of a game, for the check of a table.
pub trait TableRules: Sync {
    /// Name and parameters of the game.
    fn game(&self) -> String;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// Whether it is played for points.
    fn has_points(&self) -> bool;
    /// What the start goes by.
    fn start(&self) -> Key<'_>;
    /// Replaces what `out` holds by the moves of those entries.
    fn expand(&self, keys: &[Key<'_>], out: &mut EntryMoves);
    /// The text of the position that an entry stands for.
    fn text(&self, key: Key<'_>) -> String;
    /// The text of one of its moves.
    fn move_text(&self, key: Key<'_>, index: usize) -> String;
}
