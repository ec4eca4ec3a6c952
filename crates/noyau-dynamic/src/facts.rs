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

/// Something known about a game from elsewhere, as in `Fact::nimber("7,7", 5).source("OEIS A047708")`. The tests check
/// every fact: laws catch rules that contradict themselves, only facts catch rules that are coherent and wrong.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// The parameters of the game.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// What is known.
    pub kind: FactKind,
    /// Where it is proved or counted.
    pub source: &'static str,
}

/// What a fact is about.
#[derive(Debug, Clone, Copy)]
pub enum FactKind {
    /// The numbers of sequences of 0, 1, 2… moves.
    Perft(&'static [u64]),
    /// What a complete walk through the positions finds.
    Count {
        /// Reachable positions.
        positions: u64,
        /// Final positions among them.
        terminal: u64,
        /// The longest play in plies, or `None` if play can go on for ever.
        longest: Option<u32>,
    },
    /// How the position ends for the side to move, and in how many plies where that is known.
    Value(Outcome, Option<u32>),
    /// By how much the side to move finishes ahead, points so far included.
    Margin(i32),
    /// The nimber of the position.
    Nimber(u32),
}

impl Fact {
    const fn new(parameters: &'static str, kind: FactKind) -> Self {
        let (at, source) = ("", "");
        Self {
            parameters,
            at,
            kind,
            source,
        }
    }

    /// The numbers of sequences of 0, 1, 2… moves.
    pub const fn perft(parameters: &'static str, counts: &'static [u64]) -> Self {
        Self::new(parameters, FactKind::Perft(counts))
    }

    /// Reachable positions, final ones among them, and the longest play in plies unless play can go on for ever.
    pub const fn count(
        parameters: &'static str,
        positions: u64,
        terminal: u64,
        longest: Option<u32>,
    ) -> Self {
        let kind = FactKind::Count {
            positions,
            terminal,
            longest,
        };
        Self::new(parameters, kind)
    }

    /// How a position ends for the side to move, and in how many plies where that is known.
    pub const fn value(parameters: &'static str, outcome: Outcome, distance: Option<u32>) -> Self {
        Self::new(parameters, FactKind::Value(outcome, distance))
    }

    /// By how much the side to move finishes ahead, points so far included.
    pub const fn margin(parameters: &'static str, margin: i32) -> Self {
        Self::new(parameters, FactKind::Margin(margin))
    }

    /// The nimber of a position.
    pub const fn nimber(parameters: &'static str, nimber: u32) -> Self {
        Self::new(parameters, FactKind::Nimber(nimber))
    }

    /// Says in which position, in the game's text; it is the start otherwise.
    #[must_use]
    pub const fn at(mut self, at: &'static str) -> Self {
        self.at = at;
        self
    }

    /// Says in which position, and where the fact comes from.
    #[must_use]
    pub const fn known_at(self, at: &'static str, source: &'static str) -> Self {
        self.at(at).source(source)
    }

    /// Says where the fact comes from.
    #[must_use]
    pub const fn source(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }
}
