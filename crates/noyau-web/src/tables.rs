//! Tables of every position: those that jobs made here, and those in the folder that the user named.

use crate::input::open_again;
use noyau::erased::{Answer, OpenGame};
use noyau::store::fingerprint;
use noyau::store::header::Header;
use noyau_files::{TableFile, is_table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most tables that are shown.
const MOST: usize = 200;

/// A table that is open.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) id: String,
    pub(crate) file: TableFile,
    pub(crate) header: Header,
    /// The text that its game is made from, if it is.
    pub(crate) content: Option<String>,
    /// How many positions have a single winning move, once that is known.
    pub(crate) single: Mutex<Option<u64>>,
}

/// What a list shows of a table.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    id: String,
    game: String,
    positions: u64,
    bytes: u64,
}

impl Held {
    fn open(id: String, path: &Path) -> Option<Self> {
        if !is_table(path) {
            return None;
        }
        let file = TableFile::open(path).ok()?;
        let header = file.table().ok()?.header().clone();
        // A game that is made from a file needs it: it stands beside the table.
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

    fn listed(&self) -> Listed {
        Listed {
            id: self.id.clone(),
            game: self.header.title.game.clone(),
            positions: self.header.counts.positions,
            bytes: self.file.bytes(),
        }
    }
}

/// The tables.
#[derive(Debug)]
pub(crate) struct Tables {
    given: Option<PathBuf>,
    made: PathBuf,
    held: Mutex<BTreeMap<String, Arc<Held>>>,
}

impl Tables {
    /// Tables in the folder that the user named, if any, and in the one where they are made.
    pub(crate) fn new(given: Option<PathBuf>, made: PathBuf) -> Self {
        let tables = Self {
            given,
            made,
            held: Mutex::default(),
        };
        tables.look();
        tables
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Held>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a table of that name is made.
    pub(crate) fn path(&self, id: &str) -> PathBuf {
        self.made.join(format!("{id}.noyau"))
    }

    /// Looks for tables that are new, and forgets those that have gone.
    fn look(&self) {
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
        let known: Vec<String> = self.held().keys().cloned().collect();
        let new = there.iter().filter(|(id, _)| !known.contains(id));
        let new: Vec<_> = new
            .filter_map(|(id, path)| Some((id.clone(), Arc::new(Held::open(id.clone(), path)?))))
            .collect();
        let mut held = self.held();
        held.retain(|id, _| there.contains_key(id));
        held.extend(new);
    }

    /// All of them.
    pub(crate) fn list(&self) -> Vec<Listed> {
        self.look();
        self.held().values().map(|held| held.listed()).collect()
    }

    /// The table of that name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Held>> {
        let found = self.held().get(id).cloned();
        found.or_else(|| {
            self.look();
            self.held().get(id).cloned()
        })
    }

    /// Removes a table that was made here.
    pub(crate) fn remove(&self, id: &str) {
        let path = self.path(id);
        // It may never have been finished.
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(path.with_extension("content"));
        let _ = fs::remove_dir_all(path.with_extension("part"));
        self.look();
    }

    /// What a table says of the position that a game is in, if one does.
    pub(crate) fn look_up(&self, game: &dyn OpenGame, content: Option<&str>) -> Option<Answer> {
        let name = game.name();
        let found: Vec<_> = {
            let held = self.held();
            let of_game = held.values().filter(|held| held.header.title.game == name);
            of_game.cloned().collect()
        };
        let sum = content.map(|content| fingerprint(content.as_bytes()));
        found.into_iter().find_map(|held| {
            let title = &held.header.title;
            // The samples that come with noyau are not sent.
            if sum.is_some() && title.content != sum {
                return None;
            }
            let table = held.file.table().ok()?;
            game.look_up(&table, false).ok()
        })
    }
}
