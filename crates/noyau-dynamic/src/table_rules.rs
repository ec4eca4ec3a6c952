//! The rules of an open game, for the table verifier.

use super::tables::name_of;
use super::tabulated::Tabulated;
use noyau_core::game::Side;
use noyau_core::notation::Notation;
use noyau_core::payoff::Payoff;
use noyau_core::table_rules::{EntryMove, EntryMoves, Key, Standing, TableRules};
use noyau_format::header::Title;

/// The rules, for the table verifier.
pub(super) struct RulesOf<'a, G: Notation> {
    game: &'a G,
    title: Title,
    payoff: &'a Payoff<G>,
    /// The table layout, if entries are numbered.
    layout: Option<&'a Tabulated<G>>,
    /// The places of the starts, if entries are numbered, otherwise their names.
    starts: Vec<(u32, u64)>,
    start_names: Vec<String>,
    /// Whether the game's own start is among them.
    has_own_start: bool,
}

impl<'a, G: Notation> RulesOf<'a, G> {
    pub(super) fn new(
        game: &'a G,
        title: Title,
        payoff: &'a Payoff<G>,
        layout: Option<&'a Tabulated<G>>,
        starts: &[G::Position],
    ) -> Self {
        let locate = |layout: &Tabulated<G>| {
            let starts = starts.iter();
            starts.map(|start| (layout.locate)(game, start)).collect()
        };
        let names = starts.iter().map(|start| name_of(game, start));
        Self {
            game,
            title,
            payoff,
            layout,
            starts: layout.map_or_else(Vec::new, locate),
            start_names: names.collect(),
            has_own_start: starts.contains(&game.start()),
        }
    }

    fn position(&self, key: Key<'_>) -> Option<G::Position> {
        match key {
            Key::Number(tier, number) => (self.layout?.position)(self.game, tier, number),
            Key::Name(name) if self.game.to_move(&self.game.start()).is_some() => {
                let parsed = self.game.parse_position(name);
                parsed.ok().map(|(position, _)| position)
            }
            Key::Name(name) => self.game.parse_board(name, Side::First).ok(),
        }
    }

    /// Whether a position has that key.
    fn is_at(&self, key: Key<'_>, position: &G::Position) -> bool {
        match (key, self.layout) {
            (Key::Number(tier, number), Some(layout)) => {
                (layout.locate)(self.game, position) == (tier, number)
            }
            (Key::Name(name), _) => name_of(self.game, position) == name,
            _ => false,
        }
    }

    /// Appends a move.
    fn push(&self, position: &G::Position, mv: G::Move, out: &mut EntryMoves) {
        let game = self.game;
        let child = game.child(position, mv);
        let (tier, number) = if let Some(layout) = self.layout {
            (layout.locate)(game, &child)
        } else {
            out.names.push(name_of(game, &child));
            (0, out.names.len() as u64 - 1)
        };
        let effect = self.payoff.effect(game, position, mv);
        out.moves.push(EntryMove {
            tier,
            number,
            effect,
        });
    }
}

impl<G: Notation> TableRules for RulesOf<'_, G> {
    fn game(&self) -> String {
        self.title.game.clone()
    }

    fn version(&self) -> u32 {
        self.title.rules
    }

    fn has_points(&self) -> bool {
        self.payoff.has_points()
    }

    fn start(&self) -> Key<'_> {
        match self.starts.first() {
            Some(&(tier, number)) => Key::Number(tier, number),
            None => Key::Name(&self.start_names[0]),
        }
    }

    fn more_starts(&self) -> Vec<Key<'_>> {
        let numbers = self.starts.iter();
        let numbers = numbers.map(|&(tier, number)| Key::Number(tier, number));
        let names = self.start_names.iter().map(|name| Key::Name(name));
        let names = names.filter(|_| self.starts.is_empty());
        numbers.chain(names).skip(1).collect()
    }

    fn class_tiers(&self) -> Vec<u64> {
        let layout = self.layout.filter(|_| self.has_own_start);
        layout.map_or_else(Vec::new, |layout| (layout.class_tiers)(self.game))
    }

    fn expand(&self, keys: &[Key<'_>], out: &mut EntryMoves) {
        let mut moves = Vec::new();
        out.clear();
        for &key in keys {
            let Some(position) = self.position(key) else {
                out.push_entry(Standing::Nothing, 0);
                out.sides.push(None);
                continue;
            };
            let standing = if !self.is_at(key, &position) {
                Standing::Elsewhere
            } else if let Some(end) = self.payoff.end(self.game, &position) {
                Standing::Over(end)
            } else {
                moves.clear();
                self.game.moves(&position, &mut moves);
                for &mv in &moves {
                    self.push(&position, mv, out);
                }
                Standing::Open
            };
            let layout = self.layout;
            let orbit_size = layout.map_or(1, |layout| (layout.orbit_size)(self.game, &position));
            out.push_entry(standing, orbit_size);
            out.sides.push(self.game.to_move(&position));
        }
    }

    fn text(&self, key: Key<'_>) -> String {
        self.position(key).map_or_else(String::new, |position| {
            let side = self.game.to_move(&position).unwrap_or(Side::First);
            self.game.format_position(&position, side)
        })
    }

    fn move_text(&self, key: Key<'_>, index: usize) -> String {
        self.position(key).map_or_else(String::new, |position| {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            self.game.format_move(&position, moves[index])
        })
    }
}
