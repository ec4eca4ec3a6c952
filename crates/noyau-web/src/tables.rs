//! Tables of all positions: those written by jobs, and those in the user's folder.

use crate::input::open_again;
use crate::storage::{Storage, TableBytes, WorkPlace};
use noyau::documents::page::listed_table;
use noyau::dynamic::{Answer, OpenGame, set_up_table};
use noyau::format::fingerprint;
use noyau::format::header::Header;
use noyau::parallel::lock;
use noyau::verify::table::Audited;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of tables in a list.
const MOST: usize = 200;

/// An open table.
#[derive(Debug)]
pub(crate) struct OpenTable {
    pub(crate) id: String,
    pub(crate) file: Box<dyn TableBytes>,
    pub(crate) header: Header,
    /// The text that its game is made from, if any.
    pub(crate) content: Option<String>,
    /// What the verifier has counted, if it was asked.
    pub(crate) audited: Mutex<Option<Audited>>,
}

impl OpenTable {
    fn open(storage: &dyn Storage, id: String, given: bool, name: &str) -> Option<Self> {
        let file = storage.open_table(given, name)?;
        let header = file.table().ok()?.header().clone();
        // The file of a game is beside the table.
        let content = match &header.title.content {
            None => None,
            Some(sum) => {
                let (_, wanted) = header.title.game.split_once(':')?;
                let wanted = wanted.split(',').next()?;
                if wanted.contains(['/', '\\']) || wanted.contains("..") {
                    return None;
                }
                let mut texts = storage.beside_table(given, name, wanted).into_iter();
                Some(texts.find(|text| fingerprint(text.as_bytes()) == *sum)?)
            }
        };
        Some(Self {
            id,
            file,
            header,
            content,
            audited: Mutex::new(None),
        })
    }

    /// The game of the table, at the table's start.
    pub(crate) fn game(&self) -> Option<Box<dyn OpenGame>> {
        let title = &self.header.title;
        let mut game = open_again(&title.game, self.content.as_deref()).ok()?;
        set_up_table(&mut *game, title).ok()?;
        Some(game)
    }
}

/// The tables.
#[derive(Debug)]
pub(crate) struct Tables {
    storage: Arc<dyn Storage>,
    open: Mutex<BTreeMap<String, Arc<OpenTable>>>,
}

impl Tables {
    /// The tables of the storage.
    pub(crate) fn new(storage: Arc<dyn Storage>) -> Self {
        let tables = Self {
            storage,
            open: Mutex::default(),
        };
        tables.refresh();
        tables
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Arc<OpenTable>>> {
        lock(&self.open)
    }

    /// Begins the table of that job: a place for its checkpoints, and beside it the text that its game is made from.
    pub(crate) fn begin(&self, id: &str, content: Option<&str>) -> io::Result<Box<dyn WorkPlace>> {
        if let Some(content) = content {
            let beside = format!("tables/{id}.content");
            self.storage.write(&beside, content.as_bytes())?;
        }
        self.storage.work_place(&format!("tables/{id}.noyau"))
    }

    /// Opens new and changed tables, and closes those whose files are gone.
    fn refresh(&self) {
        let mut there = BTreeMap::new();
        let given = self.storage.given_tables().into_iter();
        let given = given.map(|(id, name)| (id, true, name));
        let made = self.storage.list("tables").into_iter();
        let made = made.filter_map(|name| {
            let id = name.strip_suffix(".noyau")?.to_owned();
            Some((id, false, format!("tables/{name}")))
        });
        for (id, given, name) in given.chain(made) {
            if there.len() < MOST {
                there.insert(id, (given, name));
            }
        }
        self.open().retain(|_, table| !table.file.has_changed());
        let known: Vec<String> = self.open().keys().cloned().collect();
        let new = there.iter().filter(|(id, _)| !known.contains(id));
        let new: Vec<_> = new
            .filter_map(|(id, (given, name))| {
                let table = OpenTable::open(&*self.storage, id.clone(), *given, name)?;
                Some((id.clone(), Arc::new(table)))
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
        // The job may not have finished it.
        for ending in ["noyau", "content", "part"] {
            self.storage.remove(&format!("tables/{id}.{ending}"));
        }
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
