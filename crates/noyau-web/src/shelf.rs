//! Games that are open and solved already, so that the next question about one is answered at once.
//!
//! For each game, told apart by its name and the text it is made from, a few open games are kept to be used again, and
//! the exact values of all its positions where they are few enough. What was used longest ago goes when there is too
//! much of it.

use crate::input::{self, Position};
use crate::refusal::Refusal;
use noyau::erased::{Answer, Known, OpenGame};
use noyau::limits::{Limits, Stopped};
use noyau::play::Tables;
use noyau::store::checksum;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A game is known as a whole only up to so many bytes.
const MOST_KNOWN: u64 = 128 << 20;
/// A game whose plan tells more positions than this is not tried.
const MOST_POSITIONS: u64 = 4_000_000;
/// How many open games of a kind are kept.
const KEPT_OPEN: usize = 16;
/// How many tables of a game are kept: that of its start, and of positions that it does not lead to.
const KNOWN_OF_A_GAME: usize = 4;
/// How many kinds of games are remembered.
const MOST_GAMES: usize = 256;

/// A game by its name and the checksum of the text it is made from.
type Key = (String, u64);

/// What is kept of one game.
#[derive(Default)]
struct Volume {
    open: Vec<Box<dyn OpenGame>>,
    /// All values from the start, or from positions that cannot be reached from it.
    known: Vec<Known>,
    too_large: bool,
    /// The most time that was not enough to know it.
    tried: Duration,
    used: u64,
}

impl Volume {
    fn bytes(&self) -> u64 {
        self.known.iter().map(Known::bytes).sum()
    }
}

#[derive(Default)]
struct Volumes {
    all: HashMap<Key, Volume>,
    clock: u64,
    bytes: u64,
}

/// The games that are kept.
pub(crate) struct Shelf {
    volumes: Mutex<Volumes>,
    /// Held while a game is made known, so that it is done once.
    learning: Mutex<()>,
    /// The most bytes of all that is known.
    most_bytes: u64,
}

/// An open game in the position that was asked for; it goes back to the shelf in the end.
pub(crate) struct Borrowed<'a> {
    shelf: &'a Shelf,
    key: Key,
    game: Option<Box<dyn OpenGame>>,
    /// Whether a position was set up, so that undoing moves does not lead back to the start.
    set: bool,
    start: String,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shelf {
    pub(crate) fn new(most_bytes: u64) -> Self {
        Self {
            volumes: Mutex::default(),
            learning: Mutex::new(()),
            most_bytes,
        }
    }

    fn key(position: &Position) -> Key {
        let content = position.content.as_deref();
        let sum = content.map_or(0, |content| checksum(content.as_bytes(), 1));
        (position.game.clone(), sum)
    }

    /// Whether a game is known and soon open, so that asking about a position takes next to no time.
    pub(crate) fn holds(&self, position: &Position) -> bool {
        let volumes = lock(&self.volumes);
        let volume = volumes.all.get(&Self::key(position));
        // A rule sheet takes a while to open; other games do not.
        let quick = !position.game.starts_with("gdl");
        volume.is_some_and(|volume| !volume.known.is_empty() && (quick || !volume.open.is_empty()))
    }

    /// Opens a game, or takes one that is open, and puts it into the position.
    pub(crate) fn open(&self, position: &Position) -> Result<Borrowed<'_>, Refusal> {
        let content = position.content.as_deref();
        let key = Self::key(position);
        let kept = {
            let mut volumes = lock(&self.volumes);
            volumes.clock += 1;
            let clock = volumes.clock;
            volumes.all.get_mut(&key).and_then(|volume| {
                volume.used = clock;
                volume.open.pop()
            })
        };
        let game = match kept {
            Some(game) => game,
            None => input::open(&position.game, content)?,
        };
        let mut borrowed = Borrowed {
            shelf: self,
            key,
            start: game.position(),
            game: Some(game),
            set: position.at.as_ref().is_some_and(|at| !at.is_empty()),
        };
        input::place(borrowed.game_mut(), position)?;
        input::settled(borrowed.game())?;
        Ok(borrowed)
    }

    /// The table that has the position at hand, if there is one.
    fn find(&self, borrowed: &Borrowed<'_>) -> Option<(Known, Answer)> {
        // Cloned, so that nobody waits while it is asked.
        let known = lock(&self.volumes).all.get(&borrowed.key)?.known.clone();
        known.into_iter().find_map(|known| {
            let answer = borrowed.game().answer_from(&known)?;
            Some((known, answer))
        })
    }

    /// The exact answer from what is known already.
    pub(crate) fn recall(&self, borrowed: &Borrowed<'_>) -> Option<Answer> {
        self.find(borrowed).map(|(_, answer)| answer)
    }

    /// The table that has the position at hand, made now if need be; `None` for games that are too large.
    pub(crate) fn known(&self, borrowed: &mut Borrowed<'_>, limits: &Limits) -> Option<Known> {
        if let Some((known, _)) = self.find(borrowed) {
            return Some(known);
        }
        let within = Limits {
            memory: Some(limits.memory.map_or(MOST_KNOWN, |own| own.min(MOST_KNOWN))),
            ..limits.shared(2)
        };
        let time = within.left().unwrap_or_default();
        if !self.is_worth_trying(&borrowed.key, time) {
            return None;
        }
        let _one_at_a_time = lock(&self.learning);
        if let Some((known, _)) = self.find(borrowed) {
            return Some(known);
        }
        if !self.is_worth_trying(&borrowed.key, time) {
            return None;
        }
        let plan = borrowed.game().plan_table(limits);
        if plan.positions.is_some_and(|count| count > MOST_POSITIONS) {
            self.note(&borrowed.key, |volume| volume.too_large = true);
            return None;
        }
        // From the start, so that the table serves all positions of the game; from here if that is not among them.
        let (here, start) = (borrowed.game().position(), borrowed.start.clone());
        for from in [&start, &here] {
            borrowed.set = true;
            borrowed.game_mut().set(from).ok()?;
            let made = borrowed.game().know(&within);
            borrowed.game_mut().set(&here).ok()?;
            match made {
                Ok(known) => {
                    self.note(&borrowed.key, |volume| {
                        if volume.known.len() == KNOWN_OF_A_GAME {
                            volume.known.remove(0);
                        }
                        volume.known.push(known.clone());
                    });
                    if borrowed.game().recall(&known).is_some() {
                        return Some(known);
                    }
                }
                Err((Stopped::Time, _)) => {
                    self.note(&borrowed.key, |volume| {
                        volume.tried = volume.tried.max(time);
                    });
                    return None;
                }
                Err((Stopped::Memory, _)) => {
                    self.note(&borrowed.key, |volume| volume.too_large = true);
                    return None;
                }
                Err(_) => return None,
            }
        }
        None
    }

    /// Whether so much time may be enough to know a game.
    fn is_worth_trying(&self, key: &Key, time: Duration) -> bool {
        let volumes = lock(&self.volumes);
        let volume = volumes.all.get(key);
        volume.is_none_or(|volume| !volume.too_large && time > 2 * volume.tried)
    }

    /// The tables for agents and judgements of the position at hand.
    pub(crate) fn tables(&self, borrowed: &mut Borrowed<'_>, limits: &Limits) -> Tables {
        match self.known(borrowed, limits) {
            Some(known) => Tables::knowing(known),
            None => Tables::without(borrowed.game().name()),
        }
    }

    /// Changes what is kept of a game, and lets go of what is too much.
    fn note(&self, key: &Key, change: impl FnOnce(&mut Volume)) {
        let mut volumes = lock(&self.volumes);
        volumes.clock += 1;
        let clock = volumes.clock;
        let volume = volumes.all.entry(key.clone()).or_default();
        let before = volume.bytes();
        change(volume);
        volume.used = clock;
        let after = volume.bytes();
        volumes.bytes = volumes.bytes + after - before;
        while volumes.all.len() > MOST_GAMES || volumes.bytes > self.most_bytes {
            let oldest = volumes.all.iter().min_by_key(|(_, volume)| volume.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            if let Some(gone) = volumes.all.remove(&oldest) {
                volumes.bytes -= gone.bytes();
            }
        }
    }

    fn give_back(&self, key: &Key, mut game: Box<dyn OpenGame>, set: bool, start: &str) {
        if game.defect().is_some() {
            return;
        }
        if set {
            if game.set(start).is_err() {
                return;
            }
        } else {
            while game.undo() {}
        }
        self.note(key, |volume| {
            if volume.open.len() < KEPT_OPEN {
                volume.open.push(game);
            }
        });
    }
}

impl Borrowed<'_> {
    pub(crate) fn game(&self) -> &dyn OpenGame {
        &**self
            .game
            .as_ref()
            .expect("the game is here until it is dropped")
    }

    pub(crate) fn game_mut(&mut self) -> &mut dyn OpenGame {
        &mut **self
            .game
            .as_mut()
            .expect("the game is here until it is dropped")
    }

    /// Sets up a position; what was played before is forgotten.
    pub(crate) fn go_to(&mut self, position: &str) -> Result<(), Refusal> {
        self.set = true;
        Ok(self.game_mut().set(position)?)
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        if let Some(game) = self.game.take() {
            let key = std::mem::take(&mut self.key);
            self.shelf.give_back(&key, game, self.set, &self.start);
        }
    }
}
