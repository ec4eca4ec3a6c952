//! Solves all positions of a game into a table.

use super::RunEnd;
use crate::input::{self, Position};
use crate::tables::Tables;
use noyau::dynamic::{OpenGame, Unsolved};
use noyau::format::fingerprint;
use noyau::limits::{Limits, Stopped};
use noyau::{Message, message};
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, OnceLock};

/// The maximum bytes of a table on disk.
const MOST_BYTES: u64 = 2 << 30;

/// A job that writes a table.
pub(crate) struct TableWork {
    position: Position,
    tables: Arc<Tables>,
    counted: OnceLock<bool>,
}

impl TableWork {
    pub(super) fn new(position: Position, tables: Arc<Tables>) -> Self {
        Self {
            position,
            tables,
            counted: OnceLock::new(),
        }
    }

    /// Whether the number of its positions is known from the start. Otherwise they are counted as they are found, and
    /// nobody can say how many are still to come.
    pub(super) fn is_counted(&self) -> bool {
        *self.counted.get_or_init(|| {
            let game = input::reopen(&self.position);
            game.is_ok_and(|game| game.place_in_table().is_some())
        })
    }

    /// The summary of the table, once it is written.
    pub(super) fn result(&self, id: &str) -> Option<Value> {
        let table = self.tables.get(id)?;
        let counts = table.header.counts;
        Some(json!({
            "table": id,
            "game": table.header.title.game,
            "positions": counts.positions,
            "win": counts.win,
            "draw": counts.draw,
            "loss": counts.loss,
            "longest_win": table.header.longest_win,
            "bytes": table.file.bytes(),
        }))
    }

    /// Solves until the end or a limit; finished tiers are kept in a folder beside the table.
    pub(super) fn run(&self, id: &str, limits: &Limits) -> RunEnd {
        let game = match input::reopen(&self.position) {
            Ok(game) => game,
            Err(problem) => return RunEnd::Failed(Message::of(&problem)),
        };
        match self.solve(&*game, id, limits) {
            Ok(ended) => ended,
            Err(error) => {
                let why = error.to_string();
                RunEnd::Failed(message!(
                    "the table cannot be kept: {why}",
                    "la table ne peut être conservée : {why}"
                ))
            }
        }
    }

    fn solve(&self, game: &dyn OpenGame, id: &str, limits: &Limits) -> io::Result<RunEnd> {
        let plan = game.plan_table(limits);
        if let Some(why) = plan.refusal {
            return Ok(RunEnd::Failed(why));
        }
        if plan.disk.is_some_and(|bytes| bytes > MOST_BYTES) {
            return Ok(RunEnd::Failed(message!(
                "this table would take more than 2 GiB: make it with `noyau solve --all --save`",
                "cette table prendrait plus de 2 Gio : faites-la avec `noyau solve --all --save`"
            )));
        }
        // The text of a sample is found by its name.
        let content = self.position.content.clone().or_else(|| {
            let (family, path) = self.position.game.split_once(':')?;
            let path = path.split(',').next()?;
            let samples = noyau_games::find(family)?.samples().iter();
            let sample = { samples }.find(|sample| sample.path == path)?;
            Some(sample.content.to_owned())
        });
        let title = game.table_title(content.as_ref().map(|text| fingerprint(text.as_bytes())));
        let folder = self.tables.begin(id, content.as_deref())?;
        let solved = game.solve_table(folder.store(), &title, limits);
        let tiers = match solved {
            Ok(tiers) => tiers,
            Err(Unsolved::Stopped(Stopped::Asked)) => return Ok(RunEnd::Stopped(None)),
            Err(Unsolved::Stopped(Stopped::Time)) => {
                let why = message!(
                    "it has run for an hour: it goes on when it is resumed",
                    "une heure est passée : le travail reprend quand on le relance"
                );
                return Ok(RunEnd::Stopped(Some(why)));
            }
            Err(unsolved) => {
                let why = match unsolved {
                    Unsolved::TooLarge(why) => why,
                    Unsolved::Io(error) => return Err(error),
                    _ => message!(
                        "this game is too large for the memory that the server may use",
                        "ce jeu est trop grand pour la mémoire permise au serveur"
                    ),
                };
                // The folder is useless for another attempt.
                folder.remove()?;
                return Ok(RunEnd::Failed(why));
            }
        };
        if let Some(why) = game.defect() {
            folder.remove()?;
            return Ok(RunEnd::Failed(input::open_rules(&why)));
        }
        folder.deliver(&title, &tiers)?;
        folder.remove()?;
        Ok(RunEnd::Done)
    }
}
