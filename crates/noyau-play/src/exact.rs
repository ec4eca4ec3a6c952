//! Agents with exact values: `perfect` and `stubborn`, and the tables they share.

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit, seen};
use noyau_core::game::Outcome;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::lock;
use noyau_dynamic::{Known, OpenGame, Worth};
use std::sync::{Arc, Mutex};

/// Exact values shared by all agents of a run: small games are solved once as a whole, others position by position.
#[derive(Debug, Clone, Default)]
pub struct Tables(Arc<Mutex<Shelf>>);

#[derive(Debug, Default)]
struct Shelf {
    known: Option<Known>,
    /// A game that proved too large to solve as a whole.
    too_large: Option<String>,
}

/// The maximum size of a table in bytes.
const MOST_BYTES: u64 = 512 << 20;

impl Tables {
    /// Starts with a solved table, or with a game that is not to be solved as a whole.
    pub fn of(known: Result<Known, String>) -> Self {
        let (known, too_large) = match known {
            Ok(known) => (Some(known), None),
            Err(game) => (None, Some(game)),
        };
        Self(Arc::new(Mutex::new(Shelf { known, too_large })))
    }

    /// The table of all positions reachable from the current one, if it is small enough.
    pub fn whole(&self, game: &dyn OpenGame, limits: &Limits) -> Result<Option<Known>, Refusal> {
        // Other threads that need the same table wait here until it is ready.
        let mut shelf = lock(&self.0);
        if let Some(known) = &shelf.known
            && game.recall(known).is_some()
        {
            return Ok(Some(known.clone()));
        }
        let name = game.name();
        if shelf.too_large.as_ref() == Some(&name) {
            return Ok(None);
        }
        let most = limits.memory.map_or(MOST_BYTES, |own| own.min(MOST_BYTES));
        let within = Limits {
            memory: Some(most),
            ..limits.clone()
        };
        match game.know(&within) {
            Ok(known) => {
                shelf.known = Some(known.clone());
                Ok(Some(known))
            }
            Err(unfinished) if unfinished.stopped == Stopped::Memory => {
                shelf.too_large = Some(name);
                Ok(None)
            }
            Err(unfinished) => Err(unfinished.stopped.into()),
        }
    }

    /// The worth of each move of the current position; the tables that the game was given are asked first.
    pub fn worths(
        &self,
        game: &dyn OpenGame,
        limits: &Limits,
    ) -> Result<Vec<(String, Worth)>, Refusal> {
        if let Some(answer) = game.answer_from_tables(false) {
            return Ok(answer.moves);
        }
        if let Some(known) = self.whole(game, limits)?
            && let Some(worths) = game.recall(&known)
        {
            return Ok(worths);
        }
        let answer = game.solve(false, limits);
        // A limit may have cut the list of moves short.
        if answer.worth.is_some() && answer.moves.len() == game.moves().len() {
            return Ok(answer.moves);
        }
        Err(answer.stopped.unwrap_or(Stopped::Memory).into())
    }
}

/// Whether a move preserves the best outcome, or margin in games with points.
pub(super) fn keeps(worth: Worth, best: Worth) -> bool {
    worth.outcome == best.outcome && worth.margin == best.margin
}

/// The best worth: by margin in games with points, otherwise by outcome, sooner if won and later if lost.
pub(super) fn best_of(worths: &[(String, Worth)]) -> Option<Worth> {
    worths
        .iter()
        .map(|(_, worth)| *worth)
        .max_by(|a, b| seen(*a, 1).0.total_cmp(&seen(*b, 1).0))
}

/// Plays a best move: the shortest win, the longest resistance.
pub(super) struct Perfect {
    pub(super) tables: Tables,
    pub(super) taste: Taste,
    /// Whether it sets traps when it cannot win, instead of resisting long.
    pub(super) stubborn: bool,
}

impl Agent for Perfect {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        let worths = self.tables.worths(game, limits)?;
        let best = best_of(&worths).ok_or(Refusal::Over)?;
        let units = game.units();
        let work = worths.len() as u64;
        let mut unit = Unit::Sight;
        let mut considered: Vec<Considered> = Vec::new();
        for (mv, worth) in worths {
            let (score, of) = seen(worth, units);
            unit = of;
            considered.push(Considered {
                worth: Some(worth),
                ..Considered::new(mv, score)
            });
        }
        if !self.stubborn || best.outcome == Outcome::Win {
            return self.taste.choose(&considered, unit, work);
        }
        // Among the moves that keep the outcome, those that leave the opponent the fewest good replies; among these
        // the best-looking ones.
        let mut fewest = usize::MAX;
        let mut traps = Vec::new();
        for mv in &considered {
            if !mv.worth.is_some_and(|worth| keeps(worth, best)) {
                continue;
            }
            let replies = self.good_replies(game, &mv.mv, limits)?;
            if replies < fewest {
                fewest = replies;
                traps.clear();
            }
            if replies == fewest {
                traps.push(mv.clone());
            }
        }
        let choice = self.taste.choose(&traps, unit, work)?;
        Ok(Choice {
            considered,
            ..choice
        })
    }
}

impl Perfect {
    /// The number of replies that keep the opponent's outcome after the move; none to miss if the game is over.
    fn good_replies(
        &self,
        game: &mut dyn OpenGame,
        mv: &str,
        limits: &Limits,
    ) -> Result<usize, Refusal> {
        let side = game.side();
        if game.play(mv).is_err() {
            return Ok(usize::MAX);
        }
        let count = if game.outcome().is_some() || game.side() == side {
            Ok(usize::MAX)
        } else {
            self.tables.worths(game, limits).map(|replies| {
                let best = best_of(&replies);
                let good = |worth: &Worth| best.is_some_and(|best| keeps(*worth, best));
                replies.iter().filter(|(_, worth)| good(worth)).count()
            })
        };
        game.undo();
        count
    }
}
