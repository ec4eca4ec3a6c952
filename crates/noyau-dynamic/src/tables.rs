//! Tables of all positions of a game: solving, lookup, verification.

use super::graph;
use super::open::{Open, Start};
use super::solve::Applied;
use super::table_rules::RulesOf;
use super::tabulated::Tabulated;
use super::zugzwangs::Zugzwangs;
use super::{Answer, Cursor, OpenGame, Problem, Worth};
use noyau_core::by_number::ByNumber;
use noyau_core::game::Side;
use noyau_core::language::{Language, Message, Text};
use noyau_core::limits::{Limits, Stopped, Unfinished};
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::table_rules::{Key as EntryKey, TableRules};
use noyau_core::value::Value;
use noyau_format::Unusable;
use noyau_format::block::{Keys, Kind};
use noyau_format::code::{margin_of_code, value_of_code};
use noyau_format::codes::ProbeTables;
use noyau_format::header::{Title, Values};
use noyau_format::section::{Key, SectionData, SectionWriter};
use noyau_format::shards::Census;
use noyau_format::table::Table;
use noyau_graph::arena::Rows;
use noyau_graph::arena::analysis::for_each_component;
use noyau_graph::solved::SolvedGraph;
use noyau_tables::checkpoint::{BlobStore, Checkpoints, MemoryStore};
use noyau_tables::tiers::{self, Method, NotSolved};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::io;

/// The estimated cost of solving every position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TablePlan {
    /// The method, for programs.
    pub method: &'static str,
    /// The method, for people.
    pub how: Message,
    /// The approximate number of stored positions, if known in advance.
    pub positions: Option<u64>,
    /// The peak memory in bytes, if known in advance.
    pub memory: Option<u64>,
    /// The bytes on disk, if known in advance.
    pub disk: Option<u64>,
    /// The estimated seconds, if known in advance.
    pub seconds: Option<u64>,
    /// Why it cannot be done within the limits, if known in advance.
    pub refusal: Option<Message>,
}

/// Why a table could not be solved.
#[derive(Debug)]
pub enum Unsolved {
    /// A limit was reached. Finished work is kept.
    Stopped(Stopped),
    /// It cannot be done within the limits.
    TooLarge(Message),
    /// A value exceeds the range of a table.
    TooFar,
    /// A checkpoint could not be written or read.
    Io(io::Error),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::TooLarge(why) => why.fmt(f),
            Self::TooFar => f.write_str("a distance or margin is too large for a table"),
            Self::Io(error) => write!(f, "a checkpoint cannot be read or written: {error}"),
        }
    }
}

impl Error for Unsolved {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Unsolved {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// One position of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its text, without the points so far.
    pub position: String,
    /// Its tier.
    pub tier: u32,
    /// The worth of what is still to come, to the side to move.
    pub worth: Worth,
    /// Its nimber.
    pub nimber: Option<u32>,
    /// The orbit size: the position and its images under symmetry.
    pub images: u64,
}

/// Why the visit of a table's rows was aborted.
#[derive(Debug)]
pub enum Unvisited {
    /// The table is damaged, or does not belong to this game.
    Refused(Unusable),
    /// An I/O error of the consumer.
    Io(io::Error),
}

impl fmt::Display for Unvisited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(unusable) => unusable.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for Unvisited {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused(unusable) => Some(unusable),
            Self::Io(error) => Some(error),
        }
    }
}

impl From<Unusable> for Unvisited {
    fn from(refused: Unusable) -> Self {
        Self::Refused(refused)
    }
}

/// Why there is no answer from a table.
pub(super) const NOT_REACHED: Text = Text::new(
    "a table holds what play can reach from the start, and this position is not among it",
    "une table contient ce que le jeu peut atteindre depuis le départ, et cette position n'en est pas",
);

/// The maximum number of tiers; the levels of deeper graphs are merged.
const MOST_TIERS: u32 = 256;

/// Tables of all positions.
pub trait TableGame: Send {
    /// Makes tables begin at those positions instead of the current one, which the first of them becomes. If a game
    /// numbers its positions, all of several must have a number. An error quotes the text that is wrong.
    fn set_table_starts(&mut self, positions: &[String]) -> Result<(), Problem>;
    /// The title of a table of all positions reachable from here; `content` is the checksum of the file of the
    /// game, if there is one.
    fn table_title(&self, content: Option<String>) -> Title;
    /// The estimated cost of solving all positions reachable from here.
    fn plan_table(&self, limits: &Limits) -> TablePlan;
    /// Solves all positions reachable from here. Finished work is kept in the folder and not repeated. Returns the
    /// sections of the table, all present in the folder.
    fn solve_table(
        &self,
        folder: &dyn BlobStore,
        title: &Title,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved>;
    /// The table's answer for the position, with its moves unless `quick`, and best play.
    fn look_up(&self, table: &Table<'_>, quick: bool) -> Result<Answer, Unusable>;
    /// Makes searches of this game ask those of the tables that are of it, or of a class of its endgames. Returns the
    /// others by number, with why they are not used.
    fn use_tables(&mut self, tables: &ProbeTables) -> Vec<(usize, Unusable)>;
    /// The tables that searches ask, if there are any.
    fn tables_in_use(&self) -> Option<&ProbeTables>;
    /// Whether a table in use has the position.
    fn is_in_tables(&self) -> bool;
    /// The answer of the tables in use for the position, with its moves unless `quick`, and best play.
    fn answer_from_tables(&self, quick: bool) -> Option<Answer>;
    /// The rules, to verify that table of all positions reachable from here.
    fn table_rules(&self, table: &Table<'_>) -> Box<dyn TableRules + '_>;
    /// Visits the entries of a table whose tier and code are wanted, until `visit` stops.
    fn table_rows(
        &self,
        table: &Table<'_>,
        wanted: &dyn Fn(u32, u32) -> bool,
        visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
    ) -> Result<(), Unvisited>;
    /// The orbit size of a table entry.
    fn table_images(&self, tier: u32, number: u64) -> u64;
    /// The mutual zugzwangs of a table, and at most so many of them as rows.
    fn table_zugzwangs(
        &self,
        table: &Table<'_>,
        most: usize,
        limits: &Limits,
    ) -> Result<Zugzwangs, Unvisited>;
    /// The game from its start, or from those of its tables, by the numbers of its positions, as in tables; `None` for games or sizes without a
    /// table layout.
    fn by_number(&self) -> Option<Box<dyn ByNumber + '_>>;
    /// The tier and the number of the position in a table; `None` as for `by_number`.
    fn place_in_table(&self) -> Option<(u32, u64)>;
}

impl<G: Notation> TableGame for Open<G> {
    fn set_table_starts(&mut self, positions: &[String]) -> Result<(), Problem> {
        let mut starts: Vec<Start<G::Position>> = Vec::new();
        let mut seen = HashSet::new();
        let mut unnumbered = None;
        for given in positions {
            self.set(given)?;
            let position = self.now().position.clone();
            if !seen.insert(position.clone()) {
                continue;
            }
            let text = self.position();
            if unnumbered.is_none() && !self.is_numbered(&position) {
                unnumbered = Some(given.clone());
            }
            starts.push(Start { position, text });
        }
        if let Some(first) = positions.first() {
            self.set(first)?;
        }
        if starts.len() < 2 {
            starts.clear();
        } else if let Some(got) = unnumbered {
            let why = message!(
                "tables of this game have no number for it",
                "les tables de ce jeu n'ont pas de numéro pour elle"
            );
            return Err(Problem::Position { got, why });
        }
        self.starts = starts;
        Ok(())
    }

    fn table_title(&self, content: Option<String>) -> Title {
        let more = self.starts.iter().skip(1);
        Title {
            game: self.name(),
            rules: self.spec.info.version,
            content,
            start: { self.starts.first() }
                .map_or_else(|| self.position(), |start| start.text.clone()),
            more_starts: more.map(|start| start.text.clone()).collect(),
            values: if self.spec.payoff.has_points() {
                Values::Margin
            } else {
                Values::Outcome
            },
        }
    }

    fn plan_table(&self, limits: &Limits) -> TablePlan {
        let by_number = self.numbered_from_here();
        TablePlan::new(by_number.as_deref(), size_of::<G::Position>(), limits)
    }

    fn solve_table(
        &self,
        folder: &dyn BlobStore,
        title: &Title,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved> {
        let checkpoints = checkpoints(folder, title, limits)?;
        match self.numbered_from_here() {
            Some(by_number) => {
                let plan = tiers::look(&*by_number, limits);
                if fits_graph(&plan, size_of::<G::Position>(), limits)
                    && let Some(tiers) = self.fill_from_graph(&checkpoints, limits)?
                {
                    return Ok(tiers);
                }
                solve_tiers(&*by_number, &checkpoints, limits)
            }
            None if checkpoints.section(0)?.is_some() => Ok(vec![0]),
            None => {
                checkpoints.put_section(&self.solve_named(title.values, limits)?)?;
                Ok(vec![0])
            }
        }
    }

    fn look_up(&self, table: &Table<'_>, quick: bool) -> Result<Answer, Unusable> {
        self.belongs(table)?;
        let layout = self.numbers_of(table);
        self.look_up_by(layout.map(|layout| (layout, &self.game)), table, quick)
    }

    fn use_tables(&mut self, tables: &ProbeTables) -> Vec<(usize, Unusable)> {
        self.use_probes(tables)
    }

    fn tables_in_use(&self) -> Option<&ProbeTables> {
        Some(self.probes.as_ref()?.all())
    }

    fn is_in_tables(&self) -> bool {
        let probes = self.probes.as_ref();
        probes.is_some_and(|probes| probes.holding(&self.now().position).is_some())
    }

    fn answer_from_tables(&self, quick: bool) -> Option<Answer> {
        let probes = self.probes.as_ref()?;
        let (codes, class) = probes.holding(&self.now().position)?;
        let layout = self.spec.tables.as_ref()?;
        let answer = self.look_up_by(Some((layout, class)), codes.table(), quick);
        probes.all().count_answer();
        answer.ok()
    }

    fn table_rules(&self, table: &Table<'_>) -> Box<dyn TableRules + '_> {
        let layout = self.numbers_of(table);
        let title = self.table_title(None);
        Box::new(RulesOf::new(
            &self.game,
            title,
            &self.spec.payoff,
            layout,
            &self.table_starts(),
        ))
    }

    fn table_rows(
        &self,
        table: &Table<'_>,
        wanted: &dyn Fn(u32, u32) -> bool,
        visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
    ) -> Result<(), Unvisited> {
        self.belongs(table)?;
        let row = |key: EntryKey<'_>| match key {
            EntryKey::Name(name) => (self.whole_text(name), 1),
            EntryKey::Number(tier, number) => self.numbered_text(tier, number),
        };
        visit_rows(table, self.spec.payoff.has_points(), wanted, &row, visit)
    }

    fn table_images(&self, tier: u32, number: u64) -> u64 {
        self.numbered(tier, number).map_or(0, |(_, images)| images)
    }

    fn table_zugzwangs(
        &self,
        table: &Table<'_>,
        most: usize,
        limits: &Limits,
    ) -> Result<Zugzwangs, Unvisited> {
        self.belongs(table)?;
        self.find_zugzwangs(table, most, limits)
    }

    fn by_number(&self) -> Option<Box<dyn ByNumber + '_>> {
        let tables = self.tables()?;
        let starts: Vec<_> = { self.starts.iter() }
            .map(|start| start.position.clone())
            .collect();
        Some((tables.by_number)(
            &self.game,
            &starts,
            self.is_normal_play(),
        ))
    }

    fn place_in_table(&self) -> Option<(u32, u64)> {
        let tables = self.tables()?;
        Some((tables.locate)(&self.game, &self.now().position))
    }
}

impl<G: Notation> Open<G> {
    /// The game by number, if its positions are numbered and the table begins at the start, or at several positions.
    fn numbered_from_here(&self) -> Option<Box<dyn ByNumber + '_>> {
        let by_number = self.by_number()?;
        let from_start = self.now().position == self.game.start();
        (from_start || !self.starts.is_empty()).then_some(by_number)
    }

    /// The positions at which a table begins: several, or the current one.
    pub(super) fn table_starts(&self) -> Vec<G::Position> {
        if self.starts.is_empty() {
            return vec![self.now().position.clone()];
        }
        let starts = self.starts.iter();
        starts.map(|start| start.position.clone()).collect()
    }

    /// Whether tables number that position, if they number positions at all. Texts can describe boards that no
    /// play reaches, and an index need not know them.
    fn is_numbered(&self, position: &G::Position) -> bool {
        self.tables().is_none_or(|tables| {
            let (tier, number) = (tables.locate)(&self.game, position);
            tier < (tables.tiers)(&self.game)
                && (tables.position)(&self.game, tier, number)
                    == Some((tables.canonical)(&self.game, position))
        })
    }

    /// Whether there are too many positions for a graph, but a table is feasible.
    pub(super) fn has_large_table(&self, limits: &Limits) -> bool {
        let by_number = self.by_number();
        by_number.is_some_and(|by_number| is_large(&*by_number, limits))
    }

    /// The value of the position from a table built in memory. A table of numbered positions is of the whole game, and
    /// has no positions that are unreachable from the start; any other begins here.
    pub(super) fn solve_by_table(&self, quick: bool, limits: &Limits) -> Applied {
        let title = self.table_title(None);
        let by_number = self.by_number();
        let solved = solve_in_memory(&title, limits, &|checkpoints| {
            if let Some(by_number) = &by_number {
                return solve_tiers(&**by_number, checkpoints, limits);
            }
            checkpoints.put_section(&self.solve_named(title.values, limits)?)?;
            Ok(vec![0])
        });
        let bytes = match solved {
            Ok(bytes) => bytes,
            Err(Unsolved::Stopped(stopped)) => return Ok(Err(stopped.after(0))),
            Err(_) => return Ok(Err(Stopped::Memory.after(0))),
        };
        let table = Table::open(&[&bytes]).map_err(|_| NOT_REACHED)?;
        self.look_up(&table, quick).map(Ok).map_err(|_| NOT_REACHED)
    }

    /// Solves all positions as one graph, and keeps the same tiers as the solver of tiers would; `None` if they do not
    /// fit in memory, or that solver has begun.
    fn fill_from_graph(
        &self,
        checkpoints: &Checkpoints<'_>,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Unsolved> {
        let (Some(tables), game) = (self.tables(), &self.game) else {
            return Ok(None);
        };
        for tier in 0..(tables.tiers)(game) {
            if checkpoints.is_solved(tier)? {
                return Ok(None);
            }
        }
        let (positions, solved) = match self.solve_graph_from(&self.table_starts(), limits) {
            Ok(solved) => solved,
            Err(unfinished) => {
                return match unfinished.stopped {
                    Stopped::Memory => Ok(None),
                    stopped => Err(Unsolved::Stopped(stopped)),
                };
            }
        };
        let mut places = Vec::with_capacity(positions.len());
        for (i, position) in (0..).zip(&positions) {
            let (tier, number) = (tables.locate)(game, position);
            places.push((tier, number, i));
        }
        places.sort_unstable();
        places.dedup_by_key(|place| (place.0, place.1));
        let layout = self.by_number();
        let layout = layout.as_ref().map(|by_number| by_number.layout());
        let mut filled = Vec::new();
        for places in places.chunk_by(|a, b| a.0 == b.0) {
            let tier = places[0].0;
            let dense = layout.and_then(|layout| layout.tier(tier).dense);
            let mut section = graph::tier(&solved, tier, dense, places).ok_or(Unsolved::TooFar)?;
            for &(_, _, i) in places {
                let images = (tables.orbit_size)(game, &positions[i as usize]);
                let code = graph::code(&solved, i).unwrap_or(0) as usize;
                if section.counts.len() <= code {
                    section.counts.resize(code + 1, 0);
                }
                section.counts[code] += images;
            }
            checkpoints.put_solved(&section)?;
            filled.push(tier);
        }
        Ok(Some(filled))
    }

    /// Solves all positions as one graph, and names each by its text.
    fn solve_named(&self, values: Values, limits: &Limits) -> Result<SectionData, Unsolved> {
        let solved = self.solve_graph_from(&self.table_starts(), limits);
        let (positions, solved) = solved.map_err(unsolved)?;
        let name = |i: usize| name_of(&self.game, &positions[i]);
        let (count, size) = (positions.len(), size_of::<G::Position>());
        named_section(&solved, (count, size), &name, values, limits)
    }

    /// The layout of the game, if the table uses numbers and not names.
    fn numbers_of(&self, table: &Table<'_>) -> Option<&Tabulated<G>> {
        let sections = &table.header().sections;
        let named = sections.iter().any(|section| section.kind == Kind::Named);
        self.tables().filter(|_| !named)
    }

    /// Checks that a table belongs to this game.
    fn belongs(&self, table: &Table<'_>) -> Result<(), Unusable> {
        let title = &table.header().title;
        title.check(&self.name(), self.spec.info.version)
    }

    pub(super) fn numbered(&self, tier: u32, number: u64) -> Option<(G::Position, u64)> {
        let layout = self.tables()?;
        let position = (layout.position)(&self.game, tier, number)?;
        let images = (layout.orbit_size)(&self.game, &position);
        Some((position, images))
    }

    /// The text of a position by number, and its orbit size; empty for a number without position.
    fn numbered_text(&self, tier: u32, number: u64) -> (String, u64) {
        let Some((position, images)) = self.numbered(tier, number) else {
            return (String::new(), 0);
        };
        let side = self.game.to_move(&position).unwrap_or(Side::First);
        (self.game.format_position(&position, side), images)
    }

    /// The full text of a position with that table name.
    fn whole_text(&self, name: &str) -> String {
        if self.game.to_move(&self.game.start()).is_some() {
            name.to_owned()
        } else {
            format!("{name} {}", Side::First)
        }
    }
}

impl TablePlan {
    /// The plan for a numbered game, or for one solved as a graph, with positions of that many bytes.
    fn new(by_number: Option<&dyn ByNumber>, size: usize, limits: &Limits) -> Self {
        let graph = Self {
            method: "graph",
            how: message!(
                "all positions are unfolded in memory and solved as one graph",
                "toutes les positions sont dépliées en mémoire et résolues comme un graphe"
            ),
            ..Self::default()
        };
        let Some(by_number) = by_number else {
            return graph;
        };
        let plan = tiers::look(by_number, limits);
        if fits_graph(&plan, size, limits) {
            return Self {
                positions: Some(plan.positions),
                memory: Some(graph_bytes(&plan, size)),
                disk: Some(plan.disk),
                seconds: Some((plan.positions as f64 * plan.nanoseconds * 4.0 / 1e9) as u64),
                ..graph
            };
        }
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
        Self {
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
}

/// The memory for the graph of as many positions as are planned, with that many bytes each.
fn graph_bytes(plan: &tiers::Plan, size: usize) -> u64 {
    /// What a position takes beside itself, with about ten moves.
    const NODE: u64 = 200;
    plan.positions.saturating_mul(NODE + size as u64)
}

/// Whether one graph is better than tiers that are swept again and again. It keeps nothing before it is done.
fn fits_graph(plan: &tiers::Plan, size: usize, limits: &Limits) -> bool {
    const MOST: u64 = 20_000_000;
    let few = plan.positions <= MOST;
    let swept = { plan.tiers.iter() }.any(|tier| tier.method == Method::Sweeps);
    few && swept && graph_bytes(plan, size) <= limits.memory.unwrap_or(u64::MAX)
}

/// Whether a table has too many positions for a graph and is still built within minutes.
fn is_large(by_number: &dyn ByNumber, limits: &Limits) -> bool {
    /// A larger graph takes long and much memory.
    const LARGE: u64 = 2_000_000;
    /// A slower table is built only on request.
    const SECONDS: f64 = 600.0;
    let plan = tiers::plan(by_number, limits);
    let sensible = plan.positions > LARGE && (plan.seconds as f64) < SECONDS;
    sensible && plan.refusal(limits).is_none()
}

fn checkpoints<'a>(
    folder: &'a dyn BlobStore,
    title: &Title,
    limits: &Limits,
) -> io::Result<Checkpoints<'a>> {
    let checkpoints = Checkpoints::new(folder, &title.to_text())?;
    Ok(checkpoints
        .with_threads(limits.threads())
        .holding(title.values))
}

/// Solves all positions from the start and returns the tiers that have any.
fn solve_tiers(
    by_number: &dyn ByNumber,
    checkpoints: &Checkpoints<'_>,
    limits: &Limits,
) -> Result<Vec<u32>, Unsolved> {
    let tiers = 0..=by_number.layout().top();
    // Other sections depend on a damaged one, so if one is damaged all are solved again.
    let mut whole = true;
    for tier in tiers.clone() {
        whole &= !checkpoints.is_solved(tier)? || checkpoints.section(tier)?.is_some();
    }
    if !whole {
        for tier in tiers.clone() {
            checkpoints.forget(tier)?;
        }
    }
    tiers::solve(by_number, checkpoints, limits).map_err(|not_solved| match not_solved {
        NotSolved::Stopped(stopped) => Unsolved::Stopped(stopped),
        NotSolved::Storage(error) => Unsolved::Io(error),
        NotSolved::ValueTooLarge => Unsolved::TooFar,
        other => Unsolved::TooLarge(Message::of(&other)),
    })?;
    let mut filled = Vec::new();
    for tier in tiers {
        let data = checkpoints.section(tier)?;
        filled.extend(data.filter(|data| data.section.stored > 0).map(|_| tier));
    }
    Ok(filled)
}

/// The bytes of a table whose sections `solve` makes.
fn solve_in_memory(
    title: &Title,
    limits: &Limits,
    solve: &dyn Fn(&Checkpoints<'_>) -> Result<Vec<u32>, Unsolved>,
) -> Result<Vec<u8>, Unsolved> {
    let folder = MemoryStore::default();
    let checkpoints = checkpoints(&folder, title, limits)?;
    let tiers = solve(&checkpoints)?;
    let held = folder.bytes();
    let checked = limits.check_growth(held, held);
    checked.map_err(Unsolved::Stopped)?;
    let mut bytes = Vec::with_capacity(held as usize);
    checkpoints.write_table(title, [0, 1], &tiers, &mut bytes)?;
    Ok(bytes)
}

/// The bytes of a table of a solved graph whose positions have these names, all different.
pub fn table_of_names(
    solved: &SolvedGraph,
    name: &dyn Fn(usize) -> String,
    title: &Title,
    limits: &Limits,
) -> Result<Vec<u8>, Unsolved> {
    solve_in_memory(title, limits, &|checkpoints| {
        let size = (solved.graph.len(), 0);
        let section = named_section(solved, size, name, title.values, limits)?;
        checkpoints.put_section(&section)?;
        Ok(vec![0])
    })
}

/// The section of a game solved as a graph, with `count` positions of `size` bytes each.
fn named_section(
    solved: &SolvedGraph,
    (count, size): (usize, usize),
    name: &dyn Fn(usize) -> String,
    values: Values,
    limits: &Limits,
) -> Result<SectionData, Unsolved> {
    let codes: Option<Vec<u32>> = (0..count as u32).map(|i| graph::code(solved, i)).collect();
    let codes = codes.ok_or(Unsolved::TooFar)?;
    let tiers = found_tiers(solved.successors());

    let mut names: Vec<(String, u32)> = Vec::with_capacity(count);
    let mut length = 0;
    for i in 0..count {
        let text = name(i);
        length += text.len() as u64 + 40;
        if i % 4096 == 0 {
            let met = limits.check((count * (size + 16)) as u64 + length);
            met.map_err(|why| unsolved(why.after(count as u64)))?;
        }
        names.push((text, i as u32));
    }
    names.sort_unstable();
    if let Some(same) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let why = format!("two positions have the same text {:?}", same[0].0);
        return Err(io::Error::new(io::ErrorKind::InvalidData, why).into());
    }
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

/// Sets up the position, or the positions, at which a table with that title begins.
pub fn set_up_table(game: &mut dyn OpenGame, title: &Title) -> Result<(), Problem> {
    if !title.more_starts.is_empty() {
        let starts: Vec<String> = [&title.start]
            .into_iter()
            .chain(&title.more_starts)
            .cloned()
            .collect();
        return game.set_table_starts(&starts);
    }
    if game.position() == title.start {
        return Ok(());
    }
    game.set(&title.start)
}

/// The worth of a code to a side that is ahead by `lead`.
pub fn worth_of(has_points: bool, code: u32, lead: i32) -> Worth {
    if has_points {
        Worth::of_margin(lead.saturating_add(margin_of_code(code).unwrap_or(0)))
    } else {
        Worth::from(value_of_code(code).unwrap_or(Value::Draw))
    }
}

/// Visits the entries of a table; `row` returns the text and the orbit size of an entry.
fn visit_rows(
    table: &Table<'_>,
    has_points: bool,
    wanted: &dyn Fn(u32, u32) -> bool,
    row: &dyn Fn(EntryKey<'_>) -> (String, u64),
    visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
) -> Result<(), Unvisited> {
    for section in &table.header().sections {
        for place in table.places(section.tier) {
            let block = table.read(place).map_err(Unusable::from)?;
            let tier = |i: usize| block.tier(i).unwrap_or(section.tier);
            let hit = |i: usize| block.code(i) != 0 && wanted(tier(i), block.code(i));
            if !(0..block.len()).any(hit) {
                continue;
            }
            let entries = block.entries();
            let entries = entries.map_err(|why| Unusable::from(table.damage(place, why)))?;
            for i in (0..block.len()).filter(|&i| hit(i)) {
                let (position, images) = row(match &entries.keys {
                    Keys::Named(names) => EntryKey::Name(names.get(i)),
                    Keys::Dense => {
                        EntryKey::Number(section.tier, table.first_number(place) + i as u64)
                    }
                    Keys::Listed(keys) => EntryKey::Number(section.tier, keys[i]),
                });
                let go_on = visit(&Row {
                    position,
                    tier: tier(i),
                    worth: worth_of(has_points, entries.codes[i], 0),
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

/// The name of a position in a table: its text with the side to move if the position determines it, otherwise
/// without.
pub(super) fn name_of<G: Notation>(game: &G, position: &G::Position) -> String {
    match game.to_move(position) {
        Some(side) => game.format_position(position, side),
        None => game.format_board(position, Side::First),
    }
}

/// Why a graph was not solved. Without memory for the whole graph nothing can be kept.
fn unsolved(Unfinished { stopped, positions }: Unfinished) -> Unsolved {
    match stopped {
        Stopped::Memory => Unsolved::TooLarge(message!(
            "there are more than {positions} positions, and the memory that may be used holds no more (--memory raises it)",
            "il y a plus de {positions} positions, et la mémoire permise n'en contient pas plus (--memory la relève)"
        )),
        stopped => Unsolved::Stopped(stopped),
    }
}

/// The tier of each vertex: the maximum number of strongly connected components on a path from it after its own. No
/// edge leads to a higher tier.
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
