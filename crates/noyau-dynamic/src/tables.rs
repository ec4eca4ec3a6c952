//! Every position of a game at once: solved into a table, looked up in one, checked against the rules.

use super::graph::MoveValue;
use super::open::Open;
use super::solve::Applied;
use super::tabulated::Tabulated;
use super::{Answer, Cursor, Worth};
use noyau_core::by_number::ByNumber;
use noyau_core::game::Side;
use noyau_core::language::{Language, Message, Text};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::payoff::Payoff;
use noyau_core::table_rules::{EntryMove, EntryMoves, Key as EntryKey, Standing, TableRules};
use noyau_core::value::{Value, margin_of_move};
use noyau_format::Unusable;
use noyau_format::block::{Keys, Kind};
use noyau_format::code::{code_of_margin, code_of_value, margin_of_code, value_of_code};
use noyau_format::header::{Title, Values};
use noyau_format::section::{Key, SectionData, SectionWriter};
use noyau_format::shards::Census;
use noyau_format::table::{Entry, Table};
use noyau_graph::arena::Rows;
use noyau_graph::arena::analysis::for_each_component;
use noyau_tables::checkpoint::{BlobStore, Checkpoints, MemoryStore};
use noyau_tables::tiers::{self, Method, NotSolved, Plan};
use std::collections::HashSet;
use std::io;

/// What solving every position would take, told before it is begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePlan {
    /// How: a word for programs.
    pub method: &'static str,
    /// How, for people.
    pub how: Message,
    /// How many positions are to be stored, about, if that is known beforehand.
    pub positions: Option<u64>,
    /// The most bytes of memory that are needed at a time, if that is known beforehand.
    pub memory: Option<u64>,
    /// The bytes on disk, if that is known beforehand.
    pub disk: Option<u64>,
    /// How many seconds it might take, if that is known beforehand.
    pub seconds: Option<u64>,
    /// Why it cannot be done within the limits, if that is known beforehand.
    pub refusal: Option<Message>,
}

/// Why there is no table.
#[derive(Debug)]
pub enum Unsolved {
    /// A limit was met. What was finished is kept.
    Stopped(Stopped),
    /// It cannot be done within the limits.
    TooLarge(Message),
    /// A value is too large for a table.
    TooFar,
    /// A piece could not be kept or read.
    Io(io::Error),
}

impl From<io::Error> for Unsolved {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// One position of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its text, without points so far.
    pub position: String,
    /// Its tier.
    pub tier: u32,
    /// What it is worth to the side to move, as to what is still to come.
    pub worth: Worth,
    /// Its nimber.
    pub nimber: Option<u32>,
    /// How many positions it stands for: itself and its images under symmetry.
    pub images: u64,
}

/// Why the rows of a table were not all visited.
#[derive(Debug)]
pub enum Unvisited {
    /// The table is damaged, or does not belong to this game.
    Refused(Unusable),
    /// Whoever took the rows could take no more.
    Io(io::Error),
}

impl From<Unusable> for Unvisited {
    fn from(refused: Unusable) -> Self {
        Self::Refused(refused)
    }
}

/// Why there is no answer by a table.
pub(super) const NO_LAYOUT: Text = Text::new(
    "its positions are not laid out for tables",
    "ses positions ne sont pas rangées pour des tables",
);
pub(super) const NOT_REACHED: Text = Text::new(
    "a table holds what play can reach from the start, and this position is not among it",
    "une table contient ce que le jeu peut atteindre depuis le départ, et cette position n'en est pas",
);

/// The most tiers that are found: levels of longer graphs are taken together.
const MOST_TIERS: u32 = 256;

/// Tables of every position.
pub trait TableGame: Send {
    /// What a table of all positions reachable from here is about; `content` is the checksum of the file that the game
    /// is made from, if it is.
    fn table_title(&self, content: Option<String>) -> Title;
    /// What solving all positions reachable from here would take.
    fn plan_table(&self, limits: &Limits) -> TablePlan;
    /// Solves all positions reachable from here. What is done is kept in the folder, and not done again. Gives the
    /// sections of the table, which are there then.
    fn solve_table(
        &self,
        folder: &dyn BlobStore,
        title: &Title,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved>;
    /// What a table says of the position, and of its moves unless `quick`, with best play.
    fn look_up(&self, table: &Table<'_>, quick: bool) -> Result<Answer, Unusable>;
    /// The rules, for a check of that table of all positions reachable from here.
    fn table_rules(&self, table: &Table<'_>) -> Box<dyn TableRules + '_>;
    /// Visits the entries of a table, all or those with that code, until `visit` has enough.
    fn table_rows(
        &self,
        table: &Table<'_>,
        code: Option<u32>,
        visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
    ) -> Result<(), Unvisited>;
    /// How many positions an entry of a table stands for.
    fn table_images(&self, tier: u32, number: u64) -> u64;
    /// The game from its start by the numbers of its positions, as tables of it hold them; `None` for games, or sizes, that
    /// are not laid out for tables.
    fn by_number(&self) -> Option<Box<dyn ByNumber + '_>>;
    /// The tier and the number under which a table holds the position; `None` as for `by_number`.
    fn place_in_table(&self) -> Option<(u32, u64)>;
}

impl<G: Notation> TableGame for Open<G> {
    fn table_title(&self, content: Option<String>) -> Title {
        Title {
            game: self.name(),
            rules: self.spec.info.version,
            content,
            start: self.position(),
            values: if self.spec.payoff.has_points() {
                Values::Margin
            } else {
                Values::Outcome
            },
        }
    }

    fn plan_table(&self, limits: &Limits) -> TablePlan {
        let Some(layout) = self.layout() else {
            return TablePlan {
                method: "graph",
                how: message!(
                    "all positions are unfolded in memory and solved as one graph",
                    "toutes les positions sont dépliées en mémoire et résolues comme un graphe"
                ),
                positions: None,
                memory: None,
                disk: None,
                seconds: None,
                refusal: None,
            };
        };
        let plan = self.plan(layout, limits);
        let in_words = |language: Language| {
            let methods = [
                Method::OnePass,
                Method::Upwards,
                Method::Backwards,
                Method::Sweeps,
            ];
            let methods = methods.into_iter().filter_map(|method| {
                let tiers = plan.tiers.iter().filter(|tier| tier.method == method);
                let count = Some(tiers.count()).filter(|&count| count > 0)?;
                Some(format!("{count} × {}", method.text().get(language)))
            });
            methods.collect::<Vec<_>>().join(", ")
        };
        let (en, fr) = (in_words(Language::English), in_words(Language::French));
        TablePlan {
            method: "tiers",
            how: Message {
                en: format!("tier by tier: {en}"),
                fr: format!("niveau par niveau : {fr}"),
            },
            positions: Some(plan.positions),
            memory: Some(plan.memory),
            disk: Some(plan.disk),
            seconds: Some(plan.seconds),
            refusal: plan.refusal(limits),
        }
    }

    fn solve_table(
        &self,
        folder: &dyn BlobStore,
        title: &Title,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved> {
        let checkpoints = Checkpoints::new(folder, &title.to_text())?
            .with_threads(limits.threads())
            .holding(title.values);
        let Some(layout) = self.layout() else {
            if checkpoints.section(0)?.is_none() {
                checkpoints.put_section(&self.solve_named(title.values, limits)?)?;
            }
            return Ok(vec![0]);
        };
        self.solve_tiers(layout, &checkpoints, limits)
    }

    fn look_up(&self, table: &Table<'_>, quick: bool) -> Result<Answer, Unusable> {
        self.belongs(table)?;
        let lead = self.lead();
        let here = &self.now().position;
        let entry = self
            .entry(table, here)?
            .ok_or_else(|| self.missing(table))?;
        let moves = self.moves_in(table, here)?;
        let best_of = |moves: &[MoveIn<G>]| moves.iter().map(|mv| mv.2).max();
        let best = best_of(&moves);
        let mut line = Vec::new();
        let mut seen = HashSet::from([here.clone()]);
        let mut at = moves.clone();
        while let Some(best) = best_of(&at)
            && let Some(mv) = at.iter().find(|mv| mv.2 == best)
        {
            line.push(mv.0.clone());
            let next = mv.1.clone();
            if !seen.insert(next.clone()) {
                break;
            }
            at = self.moves_in(table, &next)?;
        }
        let listed = if quick { &[][..] } else { &moves[..] };
        Ok(Answer {
            worth: Some(self.worth_of(entry.code, lead)),
            nimber: entry.nimber,
            best: moves
                .iter()
                .filter(|mv| Some(mv.2) == best)
                .map(|mv| mv.0.clone())
                .collect(),
            line,
            moves: listed
                .iter()
                .map(|mv| (mv.0.clone(), self.worth_of(mv.3, lead)))
                .collect(),
            positions: Some(table.header().counts.positions),
            ..Answer::by(super::Method::Table)
        })
    }

    fn table_rules(&self, table: &Table<'_>) -> Box<dyn TableRules + '_> {
        let (game, start) = (&self.game, &self.now().position);
        let layout = self.numbers_of(table);
        Box::new(RulesOf {
            game,
            title: self.table_title(None),
            payoff: &self.spec.payoff,
            layout,
            start: layout.map(|layout| (layout.locate)(game, start)),
            start_name: name_of(game, start),
        })
    }

    fn table_rows(
        &self,
        table: &Table<'_>,
        wanted: Option<u32>,
        visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
    ) -> Result<(), Unvisited> {
        self.belongs(table)?;
        for section in &table.header().sections {
            for place in table.places(section.tier) {
                let block = table.read(place).map_err(Unusable::from)?;
                let hit = |code: u32| code != 0 && wanted.is_none_or(|wanted| wanted == code);
                if !(0..block.len()).any(|i| hit(block.code(i))) {
                    continue;
                }
                let entries = block.entries();
                let entries = entries.map_err(|why| Unusable::from(table.damage(place, why)))?;
                for i in (0..block.len()).filter(|&i| hit(entries.codes[i])) {
                    let code = entries.codes[i];
                    let number = match &entries.keys {
                        Keys::Named(_) => 0,
                        Keys::Dense => table.first_number(place) + i as u64,
                        Keys::Listed(keys) => keys[i],
                    };
                    let (position, images) = match &entries.keys {
                        Keys::Named(names) => (self.whole_text(names.get(i)), 1),
                        _ => self.numbered_text(section.tier, number),
                    };
                    let go_on = visit(&Row {
                        position,
                        tier: block.tier(i).unwrap_or(section.tier),
                        worth: self.worth_of(code, 0),
                        nimber: block.nimber(i),
                        images,
                    });
                    if !go_on.map_err(Unvisited::Io)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn table_images(&self, tier: u32, number: u64) -> u64 {
        self.numbered(tier, number).map_or(0, |(_, images)| images)
    }

    fn by_number(&self) -> Option<Box<dyn ByNumber + '_>> {
        let tables = self.tables()?;
        Some((tables.by_number)(&self.game, self.is_normal_play()))
    }

    fn place_in_table(&self) -> Option<(u32, u64)> {
        let tables = self.tables()?;
        Some((tables.locate)(&self.game, &self.now().position))
    }
}

impl<G: Notation> Open<G> {
    fn plan(&self, layout: &Tabulated<G>, limits: &Limits) -> Plan {
        tiers::plan(
            &*(layout.by_number)(&self.game, self.is_normal_play()),
            limits,
        )
    }

    /// The layout of the game, if it has one and the table is to begin at its start.
    fn layout(&self) -> Option<&Tabulated<G>> {
        self.tables()
            .filter(|_| self.now().position == self.game.start())
    }

    /// Solves every position from the start, and says which tiers have any.
    fn solve_tiers(
        &self,
        layout: &Tabulated<G>,
        checkpoints: &Checkpoints<'_>,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved> {
        let tiers = (layout.tiers)(&self.game);
        // A piece that was damaged meanwhile takes with it what others were found from: all are found anew.
        let mut whole = true;
        for tier in 0..tiers {
            whole &= !checkpoints.is_solved(tier)? || checkpoints.section(tier)?.is_some();
        }
        if !whole {
            for tier in 0..tiers {
                checkpoints.forget(tier)?;
            }
        }
        let by_number = (layout.by_number)(&self.game, self.is_normal_play());
        tiers::solve(&*by_number, checkpoints, limits).map_err(|not_solved| match not_solved {
            NotSolved::Stopped(stopped) => Unsolved::Stopped(stopped),
            NotSolved::Storage(error) => Unsolved::Io(error),
            NotSolved::ValueTooLarge => Unsolved::TooFar,
            other => Unsolved::TooLarge(Message::of(&other)),
        })?;
        let mut filled = Vec::new();
        for tier in 0..tiers {
            let piece = checkpoints.section(tier)?;
            filled.extend(piece.filter(|piece| piece.section.stored > 0).map(|_| tier));
        }
        Ok(filled)
    }

    /// Whether there are too many positions for a graph, but a table of all of them can be made.
    pub(super) fn has_large_table(&self, limits: &Limits) -> bool {
        /// A graph of more takes long and much memory.
        const LARGE: u64 = 2_000_000;
        /// A table that takes longer is made only when asked for.
        const SECONDS: f64 = 600.0;
        let Some(layout) = self.tables() else {
            return false;
        };
        let plan = self.plan(layout, limits);
        let sensible = plan.positions > LARGE && (plan.seconds as f64) < SECONDS;
        sensible && plan.refusal(limits).is_none()
    }

    /// The value of the position from a table of the whole game, made for it in memory. A position that play cannot reach
    /// from the start is not in it.
    pub(super) fn solve_by_table(&self, quick: bool, limits: &Limits) -> Applied {
        let layout = self.tables().ok_or(NO_LAYOUT)?;
        let folder = MemoryStore::default();
        let title = self.table_title(None);
        let bytes = || -> Result<Vec<u8>, Unsolved> {
            let checkpoints = Checkpoints::new(&folder, &title.to_text())?
                .with_threads(limits.threads())
                .holding(title.values);
            let tiers = self.solve_tiers(layout, &checkpoints, limits)?;
            let mut bytes = Vec::new();
            checkpoints.write_table(&title, [0, 1], &tiers, &mut bytes)?;
            Ok(bytes)
        };
        let bytes = match bytes() {
            Ok(bytes) => bytes,
            Err(Unsolved::Stopped(stopped)) => return Ok(Err((stopped, 0))),
            Err(_) => return Ok(Err((Stopped::Memory, 0))),
        };
        let table = Table::open(&[&bytes]).map_err(|_| NOT_REACHED)?;
        self.look_up(&table, quick).map(Ok).map_err(|_| NOT_REACHED)
    }

    /// Solves every position as one graph, and names each by its text.
    fn solve_named(&self, values: Values, limits: &Limits) -> Result<SectionData, Unsolved> {
        let stopped = |(stopped, positions)| unfinished(stopped, positions as u64);
        let (positions, solved) = self.solve_graph(limits).map_err(stopped)?;
        let count = positions.len();
        // Where positions are doubled, both halves are alike.
        let code = |number| match solved.value(number, Side::First) {
            MoveValue::Outcome(value) => code_of_value(value),
            MoveValue::Margin(margin) => code_of_margin(margin),
        };
        let codes: Option<Vec<u32>> = (0..count as u32).map(code).collect();
        let codes = codes.ok_or(Unsolved::TooFar)?;
        let tiers = found_tiers(&solved.graph.successors);

        let mut names: Vec<(String, u32)> = Vec::with_capacity(count);
        let mut length = 0;
        for (i, position) in (0..).zip(&positions) {
            let text = name_of(&self.game, position);
            length += text.len() as u64 + 40;
            if i % 4096 == 0 {
                let held = count as u64 * (size_of::<G::Position>() as u64 + 16) + length;
                let met = limits.check(held);
                met.map_err(|why| unfinished(why, count as u64))?;
            }
            names.push((text, i));
        }
        names.sort_unstable();
        let mut writer = SectionWriter::new(0, Kind::Named, 0);
        let mut census = Census::new(values);
        for (name, i) in &names {
            let i = *i as usize;
            census.add(tiers[i], codes[i], 1);
            let nimber = solved.nimber(i as u32);
            writer.push(Key::Name(name), codes[i], nimber, Some(tiers[i]));
        }
        let (tiers, tally) = census.finish();
        Ok(writer.finish(tiers, tally))
    }

    /// The layout of the game, if the table goes by it and not by names.
    fn numbers_of(&self, table: &Table<'_>) -> Option<&Tabulated<G>> {
        let sections = &table.header().sections;
        let named = sections.iter().any(|section| section.kind == Kind::Named);
        self.tables().filter(|_| !named)
    }

    fn entry(&self, table: &Table<'_>, position: &G::Position) -> Result<Option<Entry>, Unusable> {
        match self.numbers_of(table) {
            None => Ok(table.find_name(&name_of(&self.game, position))?),
            Some(layout) => {
                let (tier, number) = (layout.locate)(&self.game, position);
                Ok(table.find(tier, number)?)
            }
        }
    }

    /// What a code is worth, to a side that is ahead by `lead`.
    fn worth_of(&self, code: u32, lead: i32) -> Worth {
        if self.spec.payoff.has_points() {
            Worth::of_margin(lead.saturating_add(margin_of_code(code).unwrap_or(0)))
        } else {
            Worth::from(value_of_code(code).unwrap_or(Value::Draw))
        }
    }

    /// The moves of a position with what they are worth, larger keys being better, and where they lead.
    fn moves_in(
        &self,
        table: &Table<'_>,
        position: &G::Position,
    ) -> Result<Vec<MoveIn<G>>, Unusable> {
        let mut moves = Vec::new();
        for mv in self.legal(position) {
            let child = self.game.child(position, mv);
            let entry = self
                .entry(table, &child)?
                .ok_or_else(|| self.missing(table))?;
            let keeps = self.game.keeps_turn(position, mv);
            let (key, code) = if self.spec.payoff.has_points() {
                let after = margin_of_code(entry.code).unwrap_or(0);
                let gain = self.spec.payoff.gain(&self.game, position, mv);
                let margin = margin_of_move(gain, keeps, after);
                (MoveValue::Margin(margin), code_of_margin(margin))
            } else {
                let after = value_of_code(entry.code).unwrap_or(Value::Draw);
                let value = after.seen_by_parent(keeps);
                (MoveValue::Outcome(value), code_of_value(value))
            };
            let text = self.game.format_move(position, mv);
            moves.push((text, child, key, code.unwrap_or(0)));
        }
        Ok(moves)
    }

    fn missing(&self, table: &Table<'_>) -> Unusable {
        let start = &table.header().title.start;
        let position = self.position();
        Unusable::Other(message!(
            "{position:?} is not in the table: play does not come there from {start:?}",
            "{position:?} n'est pas dans la table : le jeu n'y arrive pas depuis {start:?}"
        ))
    }

    /// Checks that a table is of this game.
    fn belongs(&self, table: &Table<'_>) -> Result<(), Unusable> {
        let title = &table.header().title;
        title.check(&self.name(), self.spec.info.version)
    }

    fn numbered(&self, tier: u32, number: u64) -> Option<(G::Position, u64)> {
        let layout = self.tables()?;
        let position = (layout.position)(&self.game, tier, number)?;
        let images = (layout.orbit_size)(&self.game, &position);
        Some((position, images))
    }

    /// The text of a position by its number, and how many it stands for; none for a number that is no position's.
    fn numbered_text(&self, tier: u32, number: u64) -> (String, u64) {
        let Some((position, images)) = self.numbered(tier, number) else {
            return (String::new(), 0);
        };
        let side = self.game.to_move(&position).unwrap_or(Side::First);
        (self.game.format_position(&position, side), images)
    }

    /// The text of a position that goes by that name.
    fn whole_text(&self, name: &str) -> String {
        if self.game.to_move(&self.game.start()).is_some() {
            name.to_owned()
        } else {
            format!("{name} {}", Side::First)
        }
    }
}

/// The text by which a position goes in a table: with the side to move where the position tells it, else without.
fn name_of<G: Notation>(game: &G, position: &G::Position) -> String {
    match game.to_move(position) {
        Some(side) => game.format_position(position, side),
        None => game.format_board(position, Side::First),
    }
}

/// The rules, for the check of a table.
struct RulesOf<'a, G: Notation> {
    game: &'a G,
    title: Title,
    payoff: &'a Payoff<G>,
    /// How entries go by numbers, if they do.
    layout: Option<&'a Tabulated<G>>,
    start: Option<(u32, u64)>,
    start_name: String,
}

impl<G: Notation> RulesOf<'_, G> {
    fn position(&self, key: EntryKey<'_>) -> Option<G::Position> {
        match key {
            EntryKey::Number(tier, number) => (self.layout?.position)(self.game, tier, number),
            EntryKey::Name(name) if self.game.to_move(&self.game.start()).is_some() => {
                let parsed = self.game.parse_position(name);
                parsed.ok().map(|(position, _)| position)
            }
            EntryKey::Name(name) => self.game.parse_board(name, Side::First).ok(),
        }
    }

    /// Whether that is the key of a position.
    fn is_at(&self, key: EntryKey<'_>, position: &G::Position) -> bool {
        match (key, self.layout) {
            (EntryKey::Number(tier, number), Some(layout)) => {
                (layout.locate)(self.game, position) == (tier, number)
            }
            (EntryKey::Name(name), _) => name_of(self.game, position) == name,
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

    fn start(&self) -> EntryKey<'_> {
        match self.start {
            Some((tier, number)) => EntryKey::Number(tier, number),
            None => EntryKey::Name(&self.start_name),
        }
    }

    fn expand(&self, keys: &[EntryKey<'_>], out: &mut EntryMoves) {
        let mut moves = Vec::new();
        out.clear();
        for &key in keys {
            let Some(position) = self.position(key) else {
                out.push_entry(Standing::Nothing, 0);
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
        }
    }

    fn text(&self, key: EntryKey<'_>) -> String {
        self.position(key).map_or_else(String::new, |position| {
            let side = self.game.to_move(&position).unwrap_or(Side::First);
            self.game.format_position(&position, side)
        })
    }

    fn move_text(&self, key: EntryKey<'_>, index: usize) -> String {
        self.position(key).map_or_else(String::new, |position| {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            self.game.format_move(&position, moves[index])
        })
    }
}

/// A move in a table: its text, where it leads, what it is worth to the mover, and the code of that.
type MoveIn<G> = (
    String,
    <G as noyau_core::game::Game>::Position,
    MoveValue,
    u32,
);

/// Why a graph was not solved. Without the memory for all of it nothing can be kept.
fn unfinished(stopped: Stopped, positions: u64) -> Unsolved {
    match stopped {
        Stopped::Memory => Unsolved::TooLarge(message!(
            "there are more than {positions} positions, and the memory that may be used holds no more (--memory raises it)",
            "il y a plus de {positions} positions, et la mémoire permise n'en contient pas plus (--memory la relève)"
        )),
        stopped => Unsolved::Stopped(stopped),
    }
}

/// The tier of each vertex: how many strongly connected components a walk from it can pass through after its own, at
/// most. No edge leads to a higher one.
fn found_tiers(rows: &Rows) -> Vec<u32> {
    let mut level = vec![0u32; rows.len()];
    let mut most = 0;
    let mut inside = vec![false; rows.len()];
    for_each_component(rows, |component| {
        for &v in component {
            inside[v as usize] = true;
        }
        let out = component.iter().flat_map(|&v| rows.row(v));
        let out = out.filter(|&&w| !inside[w as usize]);
        let own = out.map(|&w| level[w as usize] + 1).max().unwrap_or(0);
        for &v in component {
            inside[v as usize] = false;
            level[v as usize] = own;
        }
        most = most.max(own);
    });
    let together = (most + 1).div_ceil(MOST_TIERS);
    level.iter().map(|level| level / together).collect()
}
