//! What a menu shows about a game, and what is known about it from elsewhere.

use noyau_core::game::Outcome;
use noyau_core::language::Text;

/// What a menu shows about a game.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Short, lowercase, unique, stable.
    pub name: &'static str,
    /// The rules in a line.
    pub summary: Text,
    /// What parameters may be, in words with an example.
    pub parameters: Text,
    /// The parameters used when none are given.
    pub default: &'static str,
    /// Raised when the rules change so that old tables and certificates no longer hold.
    pub version: u32,
}

/// What is known about a game from elsewhere. Checked by the automatic tests: laws catch rules that contradict
/// themselves, only facts catch rules that are coherent and wrong.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Numbers of move sequences.
    pub perft: &'static [PerftFact],
    /// Numbers of positions.
    pub counts: &'static [CountFact],
    /// Proved values.
    pub values: &'static [ValueFact],
    /// Proved margins, in games with points.
    pub margins: &'static [MarginFact],
    /// Proved nimbers, in impartial games.
    pub nimbers: &'static [NimberFact],
}

impl Facts {
    /// No fact: what a list of facts starts from.
    pub const NONE: Self = Self {
        perft: &[],
        counts: &[],
        values: &[],
        margins: &[],
        nimbers: &[],
    };
}

/// The numbers of sequences of 0, 1, 2… moves.
#[derive(Debug, Clone, Copy)]
pub struct PerftFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The numbers.
    pub counts: &'static [u64],
    /// Where they come from.
    pub source: &'static str,
}

/// What a complete walk through the positions finds.
#[derive(Debug, Clone, Copy)]
pub struct CountFact {
    /// The parameters.
    pub parameters: &'static str,
    /// Reachable positions.
    pub positions: u64,
    /// Final positions among them.
    pub terminal: u64,
    /// The longest play in plies, or `None` if play can go on for ever.
    pub longest: Option<u32>,
    /// Where the numbers come from.
    pub source: &'static str,
}

/// The value of a position.
#[derive(Debug, Clone, Copy)]
pub struct ValueFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// How it ends for the side to move.
    pub outcome: Outcome,
    /// In how many plies, where that is known.
    pub distance: Option<u32>,
    /// Where it is proved.
    pub source: &'static str,
}

/// By how much the side to move finishes ahead.
#[derive(Debug, Clone, Copy)]
pub struct MarginFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The margin, points so far included.
    pub margin: i32,
    /// Where it is proved.
    pub source: &'static str,
}

/// The nimber of a position.
#[derive(Debug, Clone, Copy)]
pub struct NimberFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The nimber.
    pub nimber: u32,
    /// Where it is proved.
    pub source: &'static str,
}
