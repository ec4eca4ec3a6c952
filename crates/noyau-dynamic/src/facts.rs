//! Metadata of a game for menus, and published facts for tests.

use noyau_core::game::Outcome;
use noyau_core::language::Text;

/// The metadata of a game.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Short, lowercase, unique, stable.
    pub name: &'static str,
    /// The rules in one line.
    pub summary: Text,
    /// A description of the parameters with an example.
    pub parameters: Text,
    /// The parameters used when none are given.
    pub default: &'static str,
    /// Incremented when a change of the rules invalidates old tables and certificates.
    pub version: u32,
}

/// A published fact about a game, as in `Fact::nimber("7,7", 5).source("OEIS A047708")`. The tests check every
/// fact: laws catch rules that contradict themselves, only facts catch rules that are consistent and wrong.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// The parameters of the game.
    pub parameters: &'static str,
    /// The text of the position, or empty for the start.
    pub at: &'static str,
    /// The fact.
    pub kind: FactKind,
    /// The source of the proof or count.
    pub source: &'static str,
}

/// The kinds of facts.
#[derive(Debug, Clone, Copy)]
pub enum FactKind {
    /// The number of sequences of 0, 1, 2… moves.
    Perft(&'static [u64]),
    /// The result of enumerating all positions.
    Count {
        /// Reachable positions.
        positions: u64,
        /// Terminal positions among them.
        terminal: u64,
        /// The longest play in plies, or `None` if play can be infinite.
        longest: Option<u32>,
    },
    /// The outcome of the position for the side to move, and the distance in plies if known.
    Value(Outcome, Option<u32>),
    /// The final margin of the side to move, including the points so far.
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

    /// The number of sequences of 0, 1, 2… moves.
    pub const fn perft(parameters: &'static str, counts: &'static [u64]) -> Self {
        Self::new(parameters, FactKind::Perft(counts))
    }

    /// Reachable positions, terminal ones among them, and the longest play in plies unless play can be infinite.
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

    /// The outcome of a position for the side to move, and the distance in plies if known.
    pub const fn value(parameters: &'static str, outcome: Outcome, distance: Option<u32>) -> Self {
        Self::new(parameters, FactKind::Value(outcome, distance))
    }

    /// The final margin of the side to move, including the points so far.
    pub const fn margin(parameters: &'static str, margin: i32) -> Self {
        Self::new(parameters, FactKind::Margin(margin))
    }

    /// The nimber of a position.
    pub const fn nimber(parameters: &'static str, nimber: u32) -> Self {
        Self::new(parameters, FactKind::Nimber(nimber))
    }

    /// Sets the position, in the game's text; the default is the start.
    #[must_use]
    pub const fn at(mut self, at: &'static str) -> Self {
        self.at = at;
        self
    }

    /// Sets the position and the source.
    #[must_use]
    pub const fn known_at(self, at: &'static str, source: &'static str) -> Self {
        self.at(at).source(source)
    }

    /// Sets the source.
    #[must_use]
    pub const fn source(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }
}
