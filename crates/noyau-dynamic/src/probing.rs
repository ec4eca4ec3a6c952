//! Tables that the searches of a game ask.

use super::open::Open;
use super::tables::worth_of;
use super::{Cursor, no_files};
use noyau_core::language::Message;
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::payoff::{Found, Probe};
use noyau_core::value::Worth;
use noyau_format::Unusable;
use noyau_format::codes::{Codes, ProbeTables};

/// The tables of a game.
pub(super) struct Probes<G: Notation> {
    all: ProbeTables,
    used: Vec<Used<G>>,
    find: Find<G>,
    has_points: bool,
}

/// The tier and the number of a position in the table of a class, if it has the tier.
pub(super) type Find<G> =
    fn(&G, &<G as noyau_core::game::Game>::Position, &Codes) -> Option<(u32, u64)>;

/// A table that is of use: which of them all it is, and the game that numbers its positions.
struct Used<G> {
    number: usize,
    class: G,
}

impl<G: Notation> Probes<G> {
    fn codes(&self, used: &Used<G>) -> &Codes {
        &self.all.list()[used.number]
    }

    fn code(&self, used: &Used<G>, position: &G::Position) -> Option<u32> {
        let codes = self.codes(used);
        let (tier, number) = (self.find)(&used.class, position, codes)?;
        codes.code(tier, number)
    }

    /// The code of a position in the tables from that one on.
    fn code_from(&self, first: usize, position: &G::Position) -> Option<u32> {
        let mut used = self.used[first..].iter();
        used.find_map(|used| self.code(used, position))
    }

    fn worth(&self, code: u32) -> Worth {
        self.all.count_answer();
        worth_of(self.has_points, code, 0)
    }

    /// The table that has a position, and the game that numbers it there.
    pub(super) fn holding(&self, position: &G::Position) -> Option<(&Codes, &G)> {
        let has = |used: &&Used<G>| self.code(used, position).is_some();
        let used = self.used.iter().find(has)?;
        Some((self.codes(used), &used.class))
    }

    pub(super) fn all(&self) -> &ProbeTables {
        &self.all
    }
}

impl<G: Notation> Probe<G> for Probes<G> {
    fn probe(&self, position: &G::Position) -> Option<Worth> {
        self.code_from(0, position).map(|code| self.worth(code))
    }

    fn find(&self, position: &G::Position) -> Option<Found> {
        let place = |(table, used): (usize, &Used<G>)| {
            let codes = self.codes(used);
            let (tier, number) = (self.find)(&used.class, position, codes)?;
            codes.prefetch(tier, number);
            let table = table as u32;
            Some(Found {
                table,
                tier,
                number,
            })
        };
        self.used.iter().enumerate().find_map(place)
    }

    fn read(&self, found: Found, position: &G::Position) -> Option<Worth> {
        let table = found.table as usize;
        let code = self.codes(&self.used[table]).code(found.tier, found.number);
        let code = code.or_else(|| self.code_from(table + 1, position))?;
        Some(self.worth(code))
    }

    fn tiers(&self) -> u32 {
        let answers = |tier: &u32| {
            let mut used = self.used.iter();
            used.any(|used| self.codes(used).answers(*tier))
        };
        (0..u32::MAX).take_while(answers).count() as u32
    }
}

impl<G: Notation> Open<G> {
    /// Makes searches ask those of the tables that are of this game; for each of the others, why it is not.
    pub(super) fn use_probes(&mut self, tables: &ProbeTables) -> Vec<(usize, Unusable)> {
        let mut refused = Vec::new();
        let mut used = Vec::new();
        for (number, codes) in tables.list().iter().enumerate() {
            match self.class_of(codes) {
                Ok(class) => used.push(Used { number, class }),
                Err(why) => refused.push((number, why)),
            }
        }
        self.probes = self.spec.tables.as_ref().map(|layout| Probes {
            all: tables.clone(),
            used,
            find: layout.find,
            has_points: self.spec.payoff.has_points(),
        });
        refused
    }

    /// The game of a table: this one, or a class of its endgames.
    fn class_of(&self, codes: &Codes) -> Result<G, Unusable> {
        let (title, game) = (&codes.header().title, self.name());
        let foreign = || -> Unusable {
            let other = &title.game;
            Unusable::Other(message!(
                "the table is of {other}, which is no class of endgames of {game}",
                "la table est celle de {other}, qui n'est pas une classe de finales de {game}"
            ))
        };
        let layout = self.spec.tables.as_ref().ok_or_else(foreign)?;
        let (name, parameters) = title.game.split_once(':').unwrap_or((&title.game, ""));
        if name != self.spec.info.name || title.content.is_some() {
            return Err(foreign());
        }
        let class = self.spec.make(parameters, &no_files);
        let class = class.map_err(|problem| Unusable::Other(Message::of(&problem)))?;
        title.check(&title.game, self.spec.info.version)?;
        let is_own = title.game == game;
        let is_class = layout.holds.is_some_and(|holds| holds(&class, &self.game));
        if is_own || is_class {
            Ok(class)
        } else {
            Err(foreign())
        }
    }
}
