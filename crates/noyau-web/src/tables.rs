//! Tables of all positions: those written by jobs, and those in the user's folder.

use crate::input::open_again;
use noyau::documents::page::listed_table;
use noyau::dynamic::{Answer, OpenGame};
use noyau::format::fingerprint;
use noyau::format::header::Header;
use noyau::parallel::lock;
use noyau_files::{TableFile, is_table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of tables in a list.
const MOST: usize = 200;

/// An open table.
#[derive(Debug)]
pub(crate) struct OpenTable {
    pub(crate) id: String,
    pub(crate) file: TableFile,
    pub(crate) header: Header,
    /// The text that its game is made from, if any.
    pub(crate) content: Option<String>,
    /// The number of positions with a single winning move, once counted.
    pub(crate) single: Mutex<Option<u64>>,
}

impl OpenTable {
    fn open(id: String, path: &Path) -> Option<Self> {
        if !is_table(path) {
            return None;
        }
        let file = TableFile::open(path).ok()?;
        let header = file.table().ok()?.header().clone();
        // The file of a game is beside the table.
        let content = match &header.title.content {
            None => None,
            Some(sum) => {
                let (_, name) = header.title.game.split_once(':')?;
                let name = name.split(',').next()?;
                if name.contains(['/', '\\']) || name.contains("..") {
                    return None;
                }
                let folder = path.parent()?;
                let beside = [folder.join(name), path.with_extension("content")];
                let text = beside.iter().find_map(|path| {
                    let text = fs::read_to_string(path).ok()?;
                    (fingerprint(text.as_bytes()) == *sum).then_some(text)
                });
                Some(text?)
            }
        };
        Some(Self {
            id,
            file,
            header,
            content,
            single: Mutex::new(None),
        })
    }

    /// The game of the table, at the table's start.
    pub(crate) fn game(&self) -> Option<Box<dyn OpenGame>> {
        let title = &self.header.title;
        let mut game = open_again(&title.game, self.content.as_deref()).ok()?;
        if game.position() != title.start {
            game.set(&title.start).ok()?;
        }
        Some(game)
    }
}

/// The tables.
#[derive(Debug)]
pub(crate) struct Tables {
    given: Option<PathBuf>,
    made: PathBuf,
    open: Mutex<BTreeMap<String, Arc<OpenTable>>>,
}

impl Tables {
    /// Tables in the user's folder, if any, and in the folder of jobs.
    pub(crate) fn new(given: Option<PathBuf>, made: PathBuf) -> Self {
        let tables = Self {
            given,
            made,
            open: Mutex::default(),
        };
        tables.refresh();
        tables
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Arc<OpenTable>>> {
        lock(&self.open)
    }

    /// The path of the table of that job.
    pub(crate) fn path(&self, id: &str) -> PathBuf {
        self.made.join(format!("{id}.noyau"))
    }

    /// Opens new and changed tables, and closes those whose files are gone.
    fn refresh(&self) {
        let mut there = BTreeMap::new();
        let folders = self.given.iter().map(|folder| (folder, true));
        for (folder, given) in folders.chain([(&self.made, false)]) {
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten().take(MOST * 5) {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                let id = match name.strip_suffix(".noyau") {
                    Some(id) if !given => id.to_owned(),
                    None if !given => continue,
                    _ => format!("t{}", fingerprint(name.as_bytes())),
                };
                if there.len() < MOST {
                    there.insert(id, path);
                }
            }
        }
        self.open().retain(|_, table| !table.file.has_changed());
        let known: Vec<String> = self.open().keys().cloned().collect();
        let new = there.iter().filter(|(id, _)| !known.contains(id));
        let new: Vec<_> = new
            .filter_map(|(id, path)| {
                Some((id.clone(), Arc::new(OpenTable::open(id.clone(), path)?)))
            })
            .collect();
        let mut open = self.open();
        open.retain(|id, _| there.contains_key(id));
        open.extend(new);
    }

    /// The list of all tables.
    pub(crate) fn list(&self) -> Vec<Value> {
        self.refresh();
        let open = self.open();
        let open = open.values();
        open.map(|table| listed_table(&table.id, &table.header, table.file.bytes()))
            .collect()
    }

    /// The table of that id.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<OpenTable>> {
        let found = self.open().get(id).cloned();
        found.or_else(|| {
            self.refresh();
            self.open().get(id).cloned()
        })
    }

    /// Removes a table written by a job.
    pub(crate) fn remove(&self, id: &str) {
        let path = self.path(id);
        // The job may not have finished it.
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(path.with_extension("content"));
        let _ = fs::remove_dir_all(path.with_extension("part"));
        self.refresh();
    }

    /// The answer for the current position of a game from one of the tables.
    pub(crate) fn look_up(&self, game: &dyn OpenGame, content: Option<&str>) -> Option<Answer> {
        let name = game.name();
        let found: Vec<_> = {
            let open = self.open();
            let of_game = open
                .values()
                .filter(|table| table.header.title.game == name);
            of_game.cloned().collect()
        };
        let sum = content.map(|content| fingerprint(content.as_bytes()));
        found.into_iter().find_map(|table| {
            let title = &table.header.title;
            // Requests do not send the text of noyau's own samples.
            if sum.is_some() && title.content != sum {
                return None;
            }
            let table = table.file.table().ok()?;
            game.look_up(&table, false).ok()
        })
    }
}
