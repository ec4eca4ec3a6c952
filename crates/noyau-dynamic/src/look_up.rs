//! What a table answers about a position: its value, its moves, and best play.

use super::open::Open;
use super::tables::{name_of, worth_of};
use super::tabulated::Tabulated;
use super::{Answer, Cursor};
use noyau_core::intern::Interner;
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::value::{MoveEffect, Value};
use noyau_format::Unusable;
use noyau_format::code::{code_of_margin, code_of_value, margin_of_code, value_of_code};
use noyau_format::table::{Entry, Table};
use noyau_graph::solved::MoveValue;

impl<G: Notation> Open<G> {
    /// The table's answer for the position, by the numbers that a layout and a game give to positions.
    pub(super) fn look_up_by(
        &self,
        layout: Option<(&Tabulated<G>, &G)>,
        table: &Table<'_>,
        quick: bool,
    ) -> Result<Answer, Unusable> {
        let mut line = LineOf {
            open: self,
            layout,
            interner: Interner::default(),
            positions: Vec::new(),
            children: vec![self.now().position.clone()],
        };
        line.play(0);
        let asked = Asked {
            table,
            has_points: self.spec.payoff.has_points(),
            position: self.position(),
        };
        asked.answer(&mut line, self.lead(), quick)
    }
}

/// The place of a position in a table.
enum Place {
    Number(u32, u64),
    Name(String),
}

/// A line of play from the queried position.
trait Line {
    /// The table place of the current position.
    fn place(&self) -> Place;
    /// The moves of the position: texts, effects on scores, and the table places of the successors.
    fn moves(&mut self) -> Vec<(String, MoveEffect, Place)>;
    /// Plays one of these moves; `false` if that repeats a position of the line.
    fn play(&mut self, index: usize) -> bool;
}

struct LineOf<'a, G: Notation> {
    open: &'a Open<G>,
    /// The table layout and the game that numbers positions, if the table uses numbers.
    layout: Option<(&'a Tabulated<G>, &'a G)>,
    interner: Interner,
    positions: Vec<G::Position>,
    children: Vec<G::Position>,
}

impl<G: Notation> LineOf<'_, G> {
    fn place_of(&self, position: &G::Position) -> Place {
        let number = self
            .layout
            .map(|(layout, game)| (layout.locate)(game, position));
        number.map_or_else(
            || Place::Name(name_of(&self.open.game, position)),
            |(tier, number)| Place::Number(tier, number),
        )
    }
}

impl<G: Notation> Line for LineOf<'_, G> {
    fn place(&self) -> Place {
        self.place_of(&self.positions[self.positions.len() - 1])
    }

    fn moves(&mut self) -> Vec<(String, MoveEffect, Place)> {
        let (open, position) = (self.open, &self.positions[self.positions.len() - 1]);
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        for mv in open.legal(position) {
            let child = open.game.child(position, mv);
            let effect = open.spec.payoff.effect(&open.game, position, mv);
            let text = open.game.format_move(position, mv);
            moves.push((text, effect, self.place_of(&child)));
            children.push(child);
        }
        self.children = children;
        moves
    }

    fn play(&mut self, index: usize) -> bool {
        let next = self.children[index].clone();
        let hash = self.interner.hash(&next);
        let is_here = |number: u32| self.positions[number as usize] == next;
        let is_new = self.interner.find(hash, is_here).is_none();
        if is_new {
            self.interner.insert(hash, self.positions.len() as u32);
        }
        self.positions.push(next);
        is_new
    }
}

/// A table query.
struct Asked<'a> {
    table: &'a Table<'a>,
    has_points: bool,
    /// The text of the position.
    position: String,
}

impl Asked<'_> {
    fn entry(&self, place: &Place) -> Result<Entry, Unusable> {
        let entry = match place {
            Place::Number(tier, number) => self.table.find(*tier, *number)?,
            Place::Name(name) => self.table.find_name(name)?,
        };
        entry.ok_or_else(|| {
            let (position, start) = (&self.position, &self.table.header().title.start);
            Unusable::Other(message!(
                "{position:?} is not in the table: play does not come there from {start:?}",
                "{position:?} n'est pas dans la table : le jeu n'y arrive pas depuis {start:?}"
            ))
        })
    }

    /// The moves of a position: texts, values, and the codes of these.
    fn moves(&self, line: &mut dyn Line) -> Result<Vec<(String, MoveValue, u32)>, Unusable> {
        let mut moves = Vec::new();
        for (text, effect, place) in line.moves() {
            let entry = self.entry(&place)?;
            let (value, code) = if self.has_points {
                let after = margin_of_code(entry.code).unwrap_or(0);
                let margin = effect.score(after);
                (MoveValue::Margin(margin), code_of_margin(margin))
            } else {
                let after = value_of_code(entry.code).unwrap_or(Value::Draw);
                let value = after.seen_by_parent(effect.keeps_turn);
                (MoveValue::Outcome(value), code_of_value(value))
            };
            moves.push((text, value, code.unwrap_or(0)));
        }
        Ok(moves)
    }

    /// The table's answer for the position, whose side to move leads by `lead`, with its moves unless `quick`, and
    /// best play.
    fn answer(&self, line: &mut dyn Line, lead: i32, quick: bool) -> Result<Answer, Unusable> {
        let entry = self.entry(&line.place())?;
        let moves = self.moves(line)?;
        let best = moves.iter().map(|mv| mv.1).max();
        let mut played = Vec::new();
        let mut at = moves.clone();
        while let Some(best) = at.iter().map(|mv| mv.1).max()
            && let Some(index) = at.iter().position(|mv| mv.1 == best)
        {
            played.push(at.swap_remove(index).0);
            if !line.play(index) {
                break;
            }
            at = self.moves(line)?;
        }
        let worth = |code| worth_of(self.has_points, code, lead);
        let best_moves = moves.iter().filter(|mv| Some(mv.1) == best);
        let listed = if quick { &[][..] } else { &moves[..] };
        Ok(Answer {
            worth: Some(worth(entry.code)),
            nimber: entry.nimber,
            best: best_moves.map(|mv| mv.0.clone()).collect(),
            line: played,
            moves: listed
                .iter()
                .map(|mv| (mv.0.clone(), worth(mv.2)))
                .collect(),
            positions: Some(self.table.header().counts.positions),
            ..Answer::by(super::Method::Table)
        })
    }
}
