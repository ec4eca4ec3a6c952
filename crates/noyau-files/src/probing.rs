//! A folder of tables that searches ask.

use crate::{TableFile, Unread};
use noyau::dynamic::OpenGame;
use noyau::format::codes::{Codes, ProbeTables, Room};
use noyau::{Localized, Message, message};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The tables of a folder, or a single one. What cannot be read is left out, with a warning.
#[derive(Debug)]
pub struct ProbeFolder {
    path: PathBuf,
    tables: ProbeTables,
    /// The paths of the tables.
    paths: Vec<PathBuf>,
    warnings: Vec<Message>,
}

/// Without a limit the tables take at most this many bytes of memory.
const MOST_BYTES: u64 = 4 << 30;

impl ProbeFolder {
    /// Opens the tables of a folder, or the one table that the path names. They take at most half of `memory`, and so many
    /// threads read them.
    pub fn open(path: &Path, memory: Option<u64>, threads: usize) -> Self {
        let room = Arc::new(Room::new(memory.map_or(MOST_BYTES, |memory| memory / 2)));
        let mut folder = Self {
            path: path.to_owned(),
            tables: ProbeTables::default(),
            paths: Vec::new(),
            warnings: Vec::new(),
        };
        let mut found = Vec::new();
        for path in folder.candidates() {
            match open_codes(&path, &room, threads) {
                Ok(codes) => {
                    found.push(codes);
                    folder.paths.push(path);
                }
                Err(why) => folder.warnings.push(about(&path, &why)),
            }
        }
        folder.tables = ProbeTables::new(found);
        folder
    }

    /// The files and folders that may be tables, in the order of their names. Hidden ones are not.
    fn candidates(&mut self) -> Vec<PathBuf> {
        if !self.path.is_dir() {
            return vec![self.path.clone()];
        }
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) => {
                let why = Message::only(error.to_string());
                self.warnings.push(about(&self.path, &why));
                return Vec::new();
            }
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_hidden = |path: &PathBuf| {
            let name = path.file_name();
            name.is_some_and(|name| name.to_string_lossy().starts_with('.'))
        };
        let mut paths: Vec<_> = paths.filter(|path| !is_hidden(path)).collect();
        paths.sort_unstable();
        paths
    }

    /// The tables.
    pub fn tables(&self) -> &ProbeTables {
        &self.tables
    }

    /// What is wrong with those that cannot be read.
    pub fn warnings(&self) -> &[Message] {
        &self.warnings
    }

    /// Makes the searches of a game ask the tables that are of it. Returns what is wrong with others: those that cannot be
    /// read, and those of the same game that are no use here; or that there is none of use at all.
    pub fn attach(&self, game: &mut dyn OpenGame) -> Vec<Message> {
        let mut warnings = self.warnings.clone();
        let refused = game.use_tables(&self.tables);
        let is_akin = |number: usize| {
            let name = &self.tables.list()[number].header().title.game;
            name.split(':').next() == Some(game.info().name)
        };
        for (number, why) in &refused {
            if is_akin(*number) {
                warnings.push(about(&self.paths[*number], why));
            }
        }
        if refused.len() == self.paths.len() && warnings.is_empty() {
            let (path, game) = (self.path.display().to_string(), game.name());
            warnings.push(message!(
                "{path}: there is no table of {game} here, nor of a class of its endgames",
                "{path} : il n'y a ici aucune table de {game}, ni d'une classe de ses finales"
            ));
        }
        warnings
    }

    /// What was found to be wrong with tables when they were asked.
    pub fn damage(&self) -> Vec<Message> {
        let tables = self.tables.list().iter().zip(&self.paths);
        let damage = tables.filter_map(|(codes, path)| Some(about(path, codes.damage()?)));
        damage.collect()
    }
}

fn open_codes(path: &Path, room: &Arc<Room>, threads: usize) -> Result<Codes, Message> {
    let file = TableFile::open(path);
    let file = file.map_err(|Unread { error, .. }| Message::only(error.to_string()))?;
    let table = file.into_table().map_err(|damage| Message::of(&damage))?;
    Codes::new(table, room, threads).ok_or_else(|| {
        message!(
            "the positions of this table have names, and searches ask tables by number only",
            "les positions de cette table ont des noms, et les recherches n'interrogent les tables que par numéro"
        )
    })
}

/// A message about a file: it is a warning, for the search goes on without the table.
fn about(path: &Path, why: &impl Localized) -> Message {
    let path = path.display().to_string();
    message!(
        "{path}: this table is left out: {why}",
        "{path} : cette table est laissée de côté : {why}",
        why = Message::of(why)
    )
}
