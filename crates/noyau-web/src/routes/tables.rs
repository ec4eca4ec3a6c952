//! The atlas: what tables of every position hold.

use super::{Answered, Shown, json};
use crate::App;
use crate::input::Asked;
use crate::refusal::{Kind, Refusal};
use crate::tables::{Held, Listed};
use axum::extract::{Path, State};
use noyau::answers::Stats;
use noyau::erased::{OpenGame, Row, Unvisited};
use noyau::language::Message;
use noyau::limits::Limits;
use noyau::message;
use noyau::random::SplitMix;
use noyau::store::code::wide_code_of_value;
use noyau::view::View;
use noyau::{Outcome, Value};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, PoisonError};

/// The most rows that are given at a time.
const MOST_ROWS: usize = 500;
/// The most puzzles that are given at a time.
const MOST_PUZZLES: usize = 20;

#[derive(Serialize)]
struct List {
    tables: Vec<Listed>,
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Answered {
    let shared = Arc::clone(&app);
    app.pool
        .run(None, move |_| {
            let tables = shared.tables.list();
            json(&List { tables })
        })
        .await
}

fn find(app: &App, id: &str) -> Result<Arc<Held>, Refusal> {
    app.tables.get(id).ok_or_else(|| {
        Refusal::not_found(message!(
            "there is no table called {id:?}",
            "aucune table ne s'appelle {id:?}"
        ))
    })
}

fn damaged(why: Message) -> Refusal {
    Refusal::new(Kind::BadFile, why)
}

/// The table's game at the table's start.
fn game(held: &Held) -> Result<Box<dyn OpenGame>, Refusal> {
    held.game().ok_or_else(|| {
        damaged(message!(
            "the game of this table cannot be opened here",
            "le jeu de cette table ne peut s'ouvrir ici"
        ))
    })
}

/// Visits the rows of a table with that value, or all, until `visit` has enough or the time is up.
fn visit(
    held: &Held,
    game: &dyn OpenGame,
    code: Option<u32>,
    limits: &Limits,
    mut visit: impl FnMut(&Row) -> bool,
) -> Result<(), Refusal> {
    let table = held.file.table();
    let table = table.map_err(|damage| damaged(Message::of(&damage)))?;
    let mut visited = 0u32;
    let done = game.table_rows(&table, code, &mut |row| {
        visited = visited.wrapping_add(1);
        if visited.is_multiple_of(1024) && limits.check(0).is_err() {
            return Ok(false);
        }
        Ok(visit(row))
    });
    done.map_err(|why| match why {
        Unvisited::Refused(refused) => damaged(Message::of(&refused)),
        Unvisited::Io(error) => damaged(message!("{error}", "{error}")),
    })
}

/// Numbers of positions with values, of a table that tells outcomes.
fn code(value: Value) -> Option<u32> {
    wide_code_of_value(value)
}

pub(super) async fn stats(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let shared = Arc::clone(&app);
    app.pool
        .run(Some(8.0), move |limits| {
            let held = find(&shared, &id)?;
            let game = game(&held)?;
            let mut longest = None;
            if let Some(plies) = held.header.longest_win {
                visit(&held, &*game, code(Value::Win(plies)), limits, |row| {
                    longest = Some(row.position.clone());
                    false
                })?;
            }
            let single = *held.single.lock().unwrap_or_else(PoisonError::into_inner);
            // The rules tell: it is counted once, where that can be done in time.
            let single = single.or_else(|| {
                let table = held.file.table().ok()?;
                let audited = game.verify_table(&table, limits).ok()?;
                *held.single.lock().unwrap_or_else(PoisonError::into_inner) = Some(audited.single);
                Some(audited.single)
            });
            json(&Stats::new(&held.header, longest, single))
        })
        .await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    outcome: Option<String>,
    distance: Option<u32>,
    count: Option<usize>,
    seed: Option<u64>,
}

impl Wanted {
    fn outcome(&self) -> Result<Option<Outcome>, Refusal> {
        match self.outcome.as_deref() {
            None | Some("") => Ok(None),
            Some("win") => Ok(Some(Outcome::Win)),
            Some("draw") => Ok(Some(Outcome::Draw)),
            Some("loss") => Ok(Some(Outcome::Loss)),
            Some(other) => Err(Refusal::bad(message!(
                "{other:?} is no outcome: win, draw and loss are",
                "{other:?} n'est pas une issue : win, draw et loss le sont"
            ))),
        }
    }
}

#[derive(Serialize)]
struct OneRow {
    position: String,
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<i32>,
    tier: u32,
}

#[derive(Serialize)]
struct Rows {
    rows: Vec<OneRow>,
}

/// The text of a position as it can be set up: in games with points, with points shared out evenly.
fn playable(game: &mut dyn OpenGame, position: &str) -> String {
    if game.points().is_none() || game.set(position).is_ok() {
        return position.to_owned();
    }
    for won in 0..=256 {
        let text = format!("{position} {}-{}", won - won / 2, won / 2);
        if game.set(&text).is_ok() {
            return text;
        }
    }
    position.to_owned()
}

fn one(game: &mut dyn OpenGame, row: &Row) -> OneRow {
    OneRow {
        position: playable(game, &row.position),
        outcome: row.worth.outcome.name(),
        distance: row.worth.distance,
        margin: row.worth.margin,
        tier: row.tier,
    }
}

pub(super) async fn rows(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Wanted>,
) -> Answered {
    let outcome = wanted.outcome()?;
    let count = wanted.count.unwrap_or(50).min(MOST_ROWS);
    let shared = Arc::clone(&app);
    app.pool
        .run(None, move |limits| {
            let held = find(&shared, &id)?;
            let mut game = game(&held)?;
            let code = match (outcome, wanted.distance) {
                (Some(Outcome::Win), Some(distance)) => code(Value::Win(distance)),
                (Some(Outcome::Loss), Some(distance)) => code(Value::Loss(distance)),
                (Some(Outcome::Draw), _) => code(Value::Draw),
                _ => None,
            };
            let code =
                code.filter(|_| held.header.title.values == noyau::store::header::Values::Outcome);
            let mut found = Vec::new();
            visit(&held, &*game, code, limits, |row| {
                let fits = outcome.is_none_or(|outcome| outcome == row.worth.outcome)
                    && wanted
                        .distance
                        .is_none_or(|distance| row.worth.distance == Some(distance));
                if fits && found.len() < count {
                    found.push(row.clone());
                }
                found.len() < count
            })?;
            let rows = found.iter().map(|row| one(&mut *game, row)).collect();
            json(&Rows { rows })
        })
        .await
}

pub(super) async fn hardest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Wanted>,
) -> Answered {
    let count = wanted.count.unwrap_or(20).min(MOST_ROWS);
    let shared = Arc::clone(&app);
    app.pool
        .run(None, move |limits| {
            let held = find(&shared, &id)?;
            let mut game = game(&held)?;
            let tally = held.header.tally();
            let wins = tally.win.iter().map(|&(distance, _)| Value::Win(distance));
            let losses = tally
                .loss
                .iter()
                .map(|&(distance, _)| Value::Loss(distance));
            let mut values: Vec<Value> = wins.chain(losses).collect();
            values.sort_by_key(|value| std::cmp::Reverse(value.distance()));
            let mut found = Vec::new();
            for value in values {
                if found.len() >= count {
                    break;
                }
                visit(&held, &*game, code(value), limits, |row| {
                    found.push(row.clone());
                    found.len() < count
                })?;
            }
            // Where there are points, the hardest are those that are decided by the least.
            if tally.win.is_empty() && tally.loss.is_empty() {
                visit(&held, &*game, None, limits, |row| {
                    if row.worth.margin.is_some_and(|margin| margin.abs() == 1) {
                        found.push(row.clone());
                    }
                    found.len() < count
                })?;
            }
            let rows = found.iter().map(|row| one(&mut *game, row)).collect();
            json(&Rows { rows })
        })
        .await
}

#[derive(Serialize)]
struct Puzzle {
    position: String,
    game: String,
    side: &'static str,
    outcome: &'static str,
    distance: Option<u32>,
    solution: Vec<String>,
    view: Shown<View>,
}

#[derive(Serialize)]
struct Puzzles {
    puzzles: Vec<Puzzle>,
}

/// Rows drawn by lot, each as likely as any other (Vitter's algorithm R).
struct Drawn {
    rows: Vec<Row>,
    most: usize,
    seen: usize,
    random: SplitMix,
}

impl Drawn {
    fn offer(&mut self, row: &Row) {
        self.seen += 1;
        if self.rows.len() < self.most {
            self.rows.push(row.clone());
        } else {
            let place = self.random.below(self.seen);
            if let Some(kept) = self.rows.get_mut(place) {
                *kept = row.clone();
            }
        }
    }
}

pub(super) async fn puzzles(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Wanted>,
) -> Answered {
    let count = wanted.count.unwrap_or(5).min(MOST_PUZZLES);
    let shared = Arc::clone(&app);
    app.pool
        .run(None, move |limits| {
            let held = find(&shared, &id)?;
            let mut game = game(&held)?;
            let code = wanted
                .distance
                .and_then(|distance| code(Value::Win(distance)));
            let mut drawn = Drawn {
                rows: Vec::new(),
                most: 40 * count,
                seen: 0,
                random: SplitMix(wanted.seed.unwrap_or(1)),
            };
            // Half of the time is for looking at the moves of what was drawn.
            visit(&held, &*game, code, &limits.shared(2), |row| {
                let deep = row.worth.distance.is_none_or(|distance| distance > 2);
                if row.worth.outcome == Outcome::Win && (wanted.distance.is_some() || deep) {
                    drawn.offer(row);
                }
                true
            })?;
            let table = held.file.table();
            let table = table.map_err(|damage| damaged(Message::of(&damage)))?;
            let mut puzzles = Vec::new();
            for row in drawn.rows {
                if puzzles.len() == count || limits.check(0).is_err() {
                    break;
                }
                let position = playable(&mut *game, &row.position);
                if game.set(&position).is_err() {
                    continue;
                }
                let Ok(answer) = game.look_up(&table, false) else {
                    continue;
                };
                let won = answer
                    .moves
                    .iter()
                    .filter(|mv| mv.1.outcome == Outcome::Win);
                if won.count() != 1 || answer.moves.len() < 2 {
                    continue;
                }
                puzzles.push(Puzzle {
                    position,
                    game: game.name(),
                    side: game.side().name(),
                    outcome: row.worth.outcome.name(),
                    distance: row.worth.distance,
                    solution: answer.line,
                    view: Shown(game.view()),
                });
            }
            json(&Puzzles { puzzles })
        })
        .await
}
