//! A cache of open games and of solved games.
//!
//! For each game, identified by its name and the text it is made from, the cache keeps a few open games for the
//! next requests, and the exact values of all its positions if there are few enough. All of it has a budget in bytes;
//! the least recently used game is evicted first.

use crate::error::ApiError;
use crate::input::{self, Position};
use noyau::dynamic::{Answer, Known, OpenGame};
use noyau::format::checksum;
use noyau::format::codes::ProbeTables;
use noyau::limits::{Limits, Stopped};
use noyau::parallel::lock;
use noyau::play::Tables;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

/// The maximum bytes of one solved game.
const MAX_SOLVED_BYTES: u64 = 128 << 20;
/// Games with more positions than this, by their plan, are not solved.
const MAX_POSITIONS: u64 = 4_000_000;
/// The maximum number of open games kept for each game.
const MAX_OPEN: usize = 4;
/// What an open game counts for: bytes, and bytes more for each of the text it is made from. Measured are up to 3 for
/// graphs, and up to 16 for rule sheets.
const OPEN_BYTES: u64 = 64 << 10;
const BYTES_PER_CONTENT: u64 = 20;
/// The maximum number of solutions kept for each game: from its start, and from positions unreachable from it.
const MAX_SOLUTIONS: usize = 4;
/// The maximum number of cached games.
const MAX_GAMES: usize = 256;

/// The name of a game and the checksum of the text it is made from.
type Key = (String, u64);

/// The cache entry of one game.
#[derive(Default)]
struct CachedGame {
    open: Vec<Box<dyn OpenGame>>,
    /// The bytes of each open game.
    open_bytes: u64,
    /// All values from the start, or from positions unreachable from it.
    solutions: Vec<Known>,
    too_large: bool,
    /// The longest time limit that did not suffice to solve it.
    tried: Duration,
    used: u64,
}

impl CachedGame {
    fn bytes(&self) -> u64 {
        let solutions: u64 = self.solutions.iter().map(Known::bytes).sum();
        solutions + self.open_bytes * self.open.len() as u64
    }
}

#[derive(Default)]
struct Entries {
    all: HashMap<Key, CachedGame>,
    clock: u64,
    bytes: u64,
}

/// The cache.
pub(crate) struct GameCache {
    entries: Mutex<Entries>,
    /// Held while a game is solved, so that no two requests solve the same one.
    solving: Mutex<()>,
    /// The maximum bytes of all solutions and open games.
    max_bytes: u64,
    /// The tables that searches ask.
    tables: Option<ProbeTables>,
}

/// An open game in the position of a request. Dropping it returns it to the cache.
pub(crate) struct PooledGame<'a> {
    cache: &'a GameCache,
    key: Key,
    /// What it counts for in the cache.
    bytes: u64,
    game: Option<Box<dyn OpenGame>>,
    /// Whether a position was set up, so that undoing moves does not lead back to the start.
    set: bool,
    start: String,
}

impl GameCache {
    pub(crate) fn new(max_bytes: u64) -> Self {
        Self {
            entries: Mutex::default(),
            solving: Mutex::new(()),
            max_bytes,
            tables: None,
        }
    }

    /// The same cache, whose games ask those of the tables that are of them.
    #[cfg(feature = "server")]
    pub(crate) fn asking(self, tables: Option<ProbeTables>) -> Self {
        Self { tables, ..self }
    }

    fn key(position: &Position) -> Key {
        let content = position.content.as_deref();
        let sum = content.map_or(0, |content| checksum(content.as_bytes(), 1));
        (position.game.clone(), sum)
    }

    /// Whether a game is solved and fast to open, so that a lookup is nearly free.
    pub(crate) fn is_solved(&self, position: &Position) -> bool {
        let entries = lock(&self.entries);
        let entry = entries.all.get(&Self::key(position));
        // A rule sheet takes a while to open; other games do not.
        let quick = !position.game.starts_with("gdl");
        entry.is_some_and(|entry| !entry.solutions.is_empty() && (quick || !entry.open.is_empty()))
    }

    /// Opens a game, or takes an open one from the cache, and sets up the position.
    pub(crate) fn open(&self, position: &Position) -> Result<PooledGame<'_>, ApiError> {
        let key = Self::key(position);
        let content = position.content.as_deref();
        let cached = {
            let mut entries = lock(&self.entries);
            entries.clock += 1;
            let Entries { all, clock, bytes } = &mut *entries;
            all.get_mut(&key).and_then(|entry| {
                entry.used = *clock;
                let game = entry.open.pop()?;
                *bytes -= entry.open_bytes;
                Some(game)
            })
        };
        let mut game = match cached {
            Some(game) => game,
            None => input::open(&position.game, content)?,
        };
        if let Some(tables) = &self.tables {
            // Those of other games are no matter.
            let _ = game.use_tables(&tables.counted_anew());
        }
        let mut pooled = PooledGame {
            cache: self,
            key,
            bytes: OPEN_BYTES + BYTES_PER_CONTENT * content.map_or(0, str::len) as u64,
            start: game.position(),
            game: Some(game),
            set: position.at.as_ref().is_some_and(|at| !at.is_empty()),
        };
        input::place(pooled.game_mut(), position)?;
        input::settled(pooled.game())?;
        Ok(pooled)
    }

    /// The cached solution that has the current position, with the answer for it.
    fn find(&self, pooled: &PooledGame<'_>) -> Option<(Known, Answer)> {
        // Cloned, so that the lock is not held during the lookup.
        let solutions = lock(&self.entries).all.get(&pooled.key)?.solutions.clone();
        solutions.into_iter().find_map(|solution| {
            let answer = pooled.game().answer_from(&solution)?;
            Some((solution, answer))
        })
    }

    /// The exact answer from the cache.
    pub(crate) fn recall(&self, pooled: &PooledGame<'_>) -> Option<Answer> {
        self.find(pooled).map(|(_, answer)| answer)
    }

    /// The solution that contains the current position, computed now if necessary; `None` for games that are too
    /// large.
    pub(crate) fn solution(&self, pooled: &mut PooledGame<'_>, limits: &Limits) -> Option<Known> {
        if let Some((solution, _)) = self.find(pooled) {
            return Some(solution);
        }
        let memory = limits.memory.unwrap_or(MAX_SOLVED_BYTES);
        let within = Limits {
            memory: Some(memory.min(MAX_SOLVED_BYTES)),
            ..limits.shared(2)
        };
        let time = within.left().unwrap_or(Duration::MAX);
        if !self.is_worth_trying(&pooled.key, time) {
            return None;
        }
        let _solving = lock(&self.solving);
        if let Some((solution, _)) = self.find(pooled) {
            return Some(solution);
        }
        if !self.is_worth_trying(&pooled.key, time) {
            return None;
        }
        let plan = pooled.game().plan_table(&within);
        if plan.positions.is_some_and(|count| count > MAX_POSITIONS) {
            // A count that was broken off says little.
            let is_counted = within.check(0).is_ok();
            self.update(&pooled.key, |entry| {
                if is_counted {
                    entry.too_large = true;
                } else {
                    entry.tried = entry.tried.max(time);
                }
            });
            return None;
        }
        // From the start, so that it serves all positions of the game; from here if this position is unreachable
        // from the start.
        let (here, start) = (pooled.game().position(), pooled.start.clone());
        for from in [&start, &here] {
            pooled.go_to(from).ok()?;
            let solved = pooled.game().know(&within);
            pooled.go_to(&here).ok()?;
            let solution = match solved {
                Ok(solution) => solution,
                Err(unfinished) => {
                    self.update(&pooled.key, |entry| match unfinished.stopped {
                        Stopped::Time => entry.tried = entry.tried.max(time),
                        Stopped::Memory => entry.too_large = true,
                        Stopped::Nodes | Stopped::Asked => {}
                    });
                    return None;
                }
            };
            self.update(&pooled.key, |entry| {
                if entry.solutions.len() == MAX_SOLUTIONS {
                    entry.solutions.remove(0);
                }
                entry.solutions.push(solution.clone());
            });
            if pooled.game().recall(&solution).is_some() {
                return Some(solution);
            }
        }
        None
    }

    /// Whether this much time may suffice to solve a game.
    fn is_worth_trying(&self, key: &Key, time: Duration) -> bool {
        let entries = lock(&self.entries);
        let entry = entries.all.get(key);
        entry.is_none_or(|entry| !entry.too_large && time > entry.tried.saturating_mul(2))
    }

    /// The tables for agents and judgements of the current position.
    pub(crate) fn tables(&self, pooled: &mut PooledGame<'_>, limits: &Limits) -> Tables {
        let solution = self.solution(pooled, limits);
        Tables::of(solution.ok_or_else(|| pooled.game().name()))
    }

    /// Changes the entry of a game, then evicts entries while there are too many.
    fn update(&self, key: &Key, change: impl FnOnce(&mut CachedGame)) {
        let mut entries = lock(&self.entries);
        entries.clock += 1;
        let clock = entries.clock;
        let entry = entries.all.entry(key.clone()).or_default();
        let before = entry.bytes();
        change(entry);
        entry.used = clock;
        let after = entry.bytes();
        entries.bytes = entries.bytes + after - before;
        while entries.all.len() > MAX_GAMES || entries.bytes > self.max_bytes {
            let oldest = entries.all.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            if let Some(evicted) = entries.all.remove(&oldest) {
                entries.bytes -= evicted.bytes();
            }
        }
    }
}

impl PooledGame<'_> {
    pub(crate) fn game(&self) -> &dyn OpenGame {
        let game = self.game.as_deref();
        game.expect("the game is here until it is dropped")
    }

    pub(crate) fn game_mut(&mut self) -> &mut dyn OpenGame {
        let game = self.game.as_deref_mut();
        game.expect("the game is here until it is dropped")
    }

    /// The game, to be moved to any position: its history does not lead back to the start.
    pub(crate) fn wander(&mut self) -> &mut dyn OpenGame {
        self.set = true;
        self.game_mut()
    }

    /// Sets up a position and clears the history.
    pub(crate) fn go_to(&mut self, position: &str) -> Result<(), ApiError> {
        Ok(self.wander().set(position)?)
    }
}

impl Drop for PooledGame<'_> {
    /// Returns the game to the cache, at its start, unless its rules are broken.
    fn drop(&mut self) {
        let Some(mut game) = self.game.take() else {
            return;
        };
        if game.defect().is_some() || self.set && game.set(&self.start).is_err() {
            return;
        }
        while !self.set && game.undo() {}
        self.cache.update(&self.key, |entry| {
            entry.open_bytes = self.bytes;
            if entry.open.len() < MAX_OPEN {
                entry.open.push(game);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_to_its_start() {
        let cache = GameCache::new(1 << 20);
        let position = Position {
            game: "connect4:4x4".to_owned(),
            ..Position::default()
        };
        let mut pooled = cache.open(&position).unwrap();
        let start = pooled.game().position();
        pooled.wander().play("1").unwrap();
        let after = pooled.game().board();
        pooled.wander().set_board(&after).unwrap();
        drop(pooled);
        assert_eq!(cache.open(&position).unwrap().game().position(), start);
    }

    #[test]
    fn all_that_is_kept_stays_within_the_budget() {
        let budget = 4 << 20;
        let cache = GameCache::new(budget);
        let limits = Limits::default();
        for round in 0..40 {
            // Graphs by their texts, all different, and small games that are solved.
            let graph = Position {
                game: "graph:a.list".to_owned(),
                content: Some(format!("[{}[]]", "[],".repeat(3000 + round))),
                ..Position::default()
            };
            drop(cache.open(&graph).unwrap());
            let game = format!("connect4:3x{}", 3 + round % 3);
            let solved = Position {
                game,
                ..Position::default()
            };
            let mut pooled = cache.open(&solved).unwrap();
            assert!(cache.solution(&mut pooled, &limits).is_some());
            drop(pooled);
            let entries = lock(&cache.entries);
            let bytes: u64 = entries.all.values().map(CachedGame::bytes).sum();
            assert_eq!(entries.bytes, bytes);
            assert!(bytes <= budget, "{bytes} of {budget}");
        }
        assert!(lock(&cache.entries).all.len() < 40);
    }
}
