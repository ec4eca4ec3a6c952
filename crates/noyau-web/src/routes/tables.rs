//! The atlas: statistics, rows and puzzles of tables.

use crate::answer::{ApiResult, json, json_list};
use crate::context::{NoParams, Task, TaskParams};
use crate::error::{ApiError, ErrorKind};
use crate::tables::OpenTable;
use noyau::documents::page::{self, puzzle, table_line, table_row};
use noyau::documents::{LongestWins, table_stats};
use noyau::dynamic::{OpenGame, Row, Unvisited};
use noyau::format::code::code_of_value;
use noyau::format::header::Values;
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau::parallel::lock;
use noyau::random::SplitMix;
use noyau::verify::table::audit;
use noyau::{Message, Outcome, Value, message};
use serde::Deserialize;
use std::sync::Arc;

/// The maximum number of rows in a response.
const MAX_ROWS: usize = 500;
/// The maximum number of puzzles in a response.
const MAX_PUZZLES: usize = 20;

pub(super) fn list(task: &Task, _: &NoParams) -> ApiResult {
    json_list("tables", task.app.tables.list().into_iter())
}

/// A table with its game, at the table's start.
struct Atlas {
    table: Arc<OpenTable>,
    game: Box<dyn OpenGame>,
}

fn damaged(why: Message) -> ApiError {
    ApiError::new(ErrorKind::BadFile, why)
}

fn unvisited(why: Unvisited) -> ApiError {
    match why {
        Unvisited::Refused(refused) => damaged(Message::of(&refused)),
        Unvisited::Io(error) => damaged(message!("{error}", "{error}")),
    }
}

fn read(table: &OpenTable) -> Result<Table<'_>, ApiError> {
    let table = table.file.table();
    table.map_err(|damage| damaged(Message::of(&damage)))
}

impl Atlas {
    /// Opens the table named in the address.
    fn open(task: &Task) -> Result<Self, ApiError> {
        let id = &task.id;
        let table = task.app.tables.get(id).ok_or_else(|| {
            ApiError::not_found(message!(
                "there is no table called {id:?}",
                "aucune table ne s'appelle {id:?}"
            ))
        })?;
        let game = table.game().ok_or_else(|| {
            damaged(message!(
                "the game of this table cannot be opened here",
                "le jeu de cette table ne peut s'ouvrir ici"
            ))
        })?;
        Ok(Self { table, game })
    }

    /// Visits the rows with that value, or all, until `visit` returns false or the time is up.
    fn visit(
        &self,
        value: Option<Value>,
        limits: &Limits,
        mut visit: impl FnMut(&Row) -> bool,
    ) -> Result<(), ApiError> {
        let mut visited = 0u32;
        let code = value.and_then(code_of_value);
        let wanted = |_, there| code.is_none_or(|code| code == there);
        let table = read(&self.table)?;
        let done = self.game.table_rows(&table, &wanted, &mut |row| {
            visited = visited.wrapping_add(1);
            if visited.is_multiple_of(1024) && limits.check(0).is_err() {
                return Ok(false);
            }
            Ok(visit(row))
        });
        done.map_err(unvisited)
    }

    /// The text of a position that can be set up: in games with points, with the points split evenly.
    fn playable(&mut self, position: &str) -> String {
        if self.game.points().is_some() && self.game.set(position).is_err() {
            for won in 0..=256 {
                let text = format!("{position} {}-{}", won - won / 2, won / 2);
                if self.game.set(&text).is_ok() {
                    return text;
                }
            }
        }
        position.to_owned()
    }

    fn document(mut self, rows: &[Row]) -> ApiResult {
        let rows = rows.iter();
        let rows = rows.map(|row| table_row(&self.playable(&row.position), row));
        json_list("rows", rows)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct StatsParams {}

impl TaskParams for StatsParams {
    fn seconds(&self) -> Option<f64> {
        Some(8.0)
    }
}

pub(super) fn stats(task: &Task, _: &StatsParams) -> ApiResult {
    let atlas = Atlas::open(task)?;
    let OpenTable {
        header, audited, ..
    } = &*atlas.table;
    let mut longest = None;
    if let Some(plies) = header.longest_win {
        atlas.visit(Some(Value::Win(plies)), &task.limits, |row| {
            longest = Some(row.position.clone());
            false
        })?;
    }
    let table = read(&atlas.table)?;
    // Counted once from the rules, if time allows.
    let known = lock(audited).clone();
    let counted = known.or_else(|| {
        let rules = atlas.game.table_rules(&table);
        let counted = audit(&*rules, &table, &task.limits).ok()?;
        lock(audited).insert(counted).clone().into()
    });
    let by_side = counted.as_ref().map(|counted| counted.longest.clone());
    let of_tiers = LongestWins::of(&*atlas.game, &table, by_side.unwrap_or_default());
    json(&table_stats(
        header,
        longest.as_deref(),
        &of_tiers.map_err(unvisited)?,
        counted.map(|counted| counted.single),
    ))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RowFilter {
    outcome: Option<String>,
    distance: Option<u32>,
    count: Option<usize>,
    seed: Option<u64>,
}

impl TaskParams for RowFilter {}

impl RowFilter {
    fn outcome(&self) -> Result<Option<Outcome>, ApiError> {
        match self.outcome.as_deref() {
            None | Some("") => Ok(None),
            Some("win") => Ok(Some(Outcome::Win)),
            Some("draw") => Ok(Some(Outcome::Draw)),
            Some("loss") => Ok(Some(Outcome::Loss)),
            Some(other) => Err(ApiError::bad(message!(
                "{other:?} is no outcome: win, draw and loss are",
                "{other:?} n'est pas une issue : win, draw et loss le sont"
            ))),
        }
    }
}

pub(super) fn rows(task: &Task, filter: &RowFilter) -> ApiResult {
    let outcome = filter.outcome()?;
    let count = filter.count.unwrap_or(50).min(MAX_ROWS);
    let atlas = Atlas::open(task)?;
    let value = match (outcome, filter.distance) {
        (Some(Outcome::Win), Some(distance)) => Some(Value::Win(distance)),
        (Some(Outcome::Loss), Some(distance)) => Some(Value::Loss(distance)),
        (Some(Outcome::Draw), _) => Some(Value::Draw),
        _ => None,
    };
    let value = value.filter(|_| atlas.table.header.title.values == Values::Outcome);
    let mut found = Vec::new();
    atlas.visit(value, &task.limits, |row| {
        let fits = outcome.is_none_or(|outcome| outcome == row.worth.outcome)
            && (filter.distance).is_none_or(|distance| row.worth.distance == Some(distance));
        if fits && found.len() < count {
            found.push(row.clone());
        }
        found.len() < count
    })?;
    atlas.document(&found)
}

pub(super) fn hardest(task: &Task, filter: &RowFilter) -> ApiResult {
    let count = filter.count.unwrap_or(20).min(MAX_ROWS);
    let atlas = Atlas::open(task)?;
    let tally = atlas.table.header.tally();
    let wins = tally.win.iter().map(|&(distance, _)| Value::Win(distance));
    let losses = tally.loss.iter();
    let losses = losses.map(|&(distance, _)| Value::Loss(distance));
    let mut values: Vec<Value> = wins.chain(losses).collect();
    values.sort_by_key(|value| std::cmp::Reverse(value.distance()));
    let mut found = Vec::new();
    for value in values {
        if found.len() >= count {
            break;
        }
        atlas.visit(Some(value), &task.limits, |row| {
            found.push(row.clone());
            found.len() < count
        })?;
    }
    // In games with points, the hardest positions are those decided by one point.
    if tally.win.is_empty() && tally.loss.is_empty() {
        atlas.visit(None, &task.limits, |row| {
            if row.worth.margin.is_some_and(|margin| margin.abs() == 1) {
                found.push(row.clone());
            }
            found.len() < count
        })?;
    }
    atlas.document(&found)
}

/// The position of a line.
#[derive(Debug, Deserialize)]
pub(super) struct LineParams {
    at: String,
}

impl TaskParams for LineParams {}

/// Best play from a position of the table.
pub(super) fn line(task: &Task, asked: &LineParams) -> ApiResult {
    let mut atlas = Atlas::open(task)?;
    let position = atlas.playable(&asked.at);
    atlas.game.set(&position)?;
    let shared = Arc::clone(&atlas.table);
    let table = read(&shared)?;
    let answer = atlas.game.look_up(&table, true);
    let answer = answer.map_err(|why| damaged(Message::of(&why)))?;
    json(&table_line(&position, &answer.line))
}

pub(super) fn zugzwangs(task: &Task, filter: &RowFilter) -> ApiResult {
    let count = filter.count.unwrap_or(20).min(MAX_ROWS);
    let mut atlas = Atlas::open(task)?;
    let shared = Arc::clone(&atlas.table);
    let found = atlas
        .game
        .table_zugzwangs(&read(&shared)?, count, &task.limits);
    let found = found.map_err(unvisited)?;
    json(&page::zugzwangs(&found, |position| {
        atlas.playable(position)
    }))
}

/// A uniform random sample of rows (Vitter's algorithm R).
struct Reservoir {
    rows: Vec<Row>,
    size: usize,
    seen: usize,
    random: SplitMix,
}

impl Reservoir {
    fn offer(&mut self, row: &Row) {
        self.seen += 1;
        if self.rows.len() < self.size {
            self.rows.push(row.clone());
        } else {
            let place = self.random.below(self.seen);
            if let Some(kept) = self.rows.get_mut(place) {
                *kept = row.clone();
            }
        }
    }
}

pub(super) fn puzzles(task: &Task, filter: &RowFilter) -> ApiResult {
    let count = filter.count.unwrap_or(5).min(MAX_PUZZLES);
    let mut atlas = Atlas::open(task)?;
    let mut sample = Reservoir {
        rows: Vec::new(),
        size: 40 * count,
        seen: 0,
        random: SplitMix(filter.seed.unwrap_or(1)),
    };
    // Half of the time is for the moves of the sample.
    let value = filter.distance.map(Value::Win);
    atlas.visit(value, &task.limits.shared(2), |row| {
        let deep = row.worth.distance.is_none_or(|distance| distance > 2);
        if row.worth.outcome == Outcome::Win && (filter.distance.is_some() || deep) {
            sample.offer(row);
        }
        true
    })?;
    let shared = Arc::clone(&atlas.table);
    let table = read(&shared)?;
    let mut puzzles = Vec::new();
    for row in sample.rows {
        if puzzles.len() == count || task.limits.check(0).is_err() {
            break;
        }
        let position = atlas.playable(&row.position);
        if atlas.game.set(&position).is_err() {
            continue;
        }
        let Ok(answer) = atlas.game.look_up(&table, false) else {
            continue;
        };
        let won = answer.moves.iter();
        let won = won.filter(|mv| mv.1.outcome == Outcome::Win);
        if won.count() != 1 || answer.moves.len() < 2 {
            continue;
        }
        puzzles.push(puzzle(&*atlas.game, &position, &row, &answer.line));
    }
    json_list("puzzles", puzzles.into_iter())
}
