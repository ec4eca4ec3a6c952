//! Jobs and tables in memory. Every change is told to the host, a browser, which keeps a copy; what it was told
//! elsewhere, in another worker, it tells here.

use super::{Storage, TableBytes, WorkPlace};
use crate::worker::{Change, Host};
use noyau::format::header::{MARK, Title};
use noyau::format::table::{ReadAt, Table};
use noyau::format::{Damage, fingerprint};
use noyau::parallel::lock;
use noyau::tables::checkpoint::{BlobStore, Checkpoints};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};

type Files = BTreeMap<String, Arc<Vec<u8>>>;

/// The files, and the host that is told of their changes.
pub(crate) struct Memory {
    files: Arc<Mutex<Files>>,
    host: Arc<dyn Host>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({} files)", lock(&self.files).len())
    }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Memory {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            files: Arc::default(),
            host,
        }
    }

    /// Makes a change that was made elsewhere.
    pub(crate) fn apply(&self, change: &Change<'_>) -> io::Result<()> {
        let mut files = lock(&self.files);
        match *change {
            Change::Write(name, bytes) => {
                files.insert(name.to_owned(), Arc::new(bytes.to_vec()));
            }
            Change::Cut(name, length) => {
                let file = files.entry(name.to_owned()).or_default();
                Arc::make_mut(file).truncate(usize::try_from(length).unwrap_or(usize::MAX));
            }
            Change::Append(name, bytes) => {
                let file = files.get_mut(name).ok_or_else(not_found)?;
                Arc::make_mut(file).extend_from_slice(bytes);
            }
            Change::Remove(name) => {
                let folder = format!("{name}/");
                files.retain(|other, _| other != name && !other.starts_with(&folder));
            }
        }
        Ok(())
    }

    fn change(&self, change: &Change<'_>) -> io::Result<()> {
        self.apply(change)?;
        self.host.changed(change);
        Ok(())
    }

    fn get(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        lock(&self.files).get(name).cloned()
    }
}

impl Storage for Memory {
    fn create(&self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = format!("{folder}/");
        let files = lock(&self.files);
        let inside = files.keys().filter_map(|name| name.strip_prefix(&folder));
        let mut names: Vec<String> = inside
            .map(|name| name.split('/').next().unwrap_or(name).to_owned())
            .collect();
        names.dedup();
        names
    }

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.get(name).map(|bytes| bytes.to_vec()))
    }

    fn read_range(&self, name: &str, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let bytes = self.get(name).ok_or_else(not_found)?;
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        let (from, to) = (place(from), place(to));
        Ok(bytes[from..to.max(from)].to_vec())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.change(&Change::Write(name, bytes))
    }

    fn cut(&self, name: &str, length: u64) -> io::Result<()> {
        self.change(&Change::Cut(name, length))
    }

    fn append(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.change(&Change::Append(name, bytes))
    }

    fn remove(&self, name: &str) {
        let _ = self.change(&Change::Remove(name));
    }

    fn given_tables(&self) -> Vec<(String, String)> {
        let names = self.host.tables().into_iter();
        names
            .map(|name| (format!("t{}", fingerprint(name.as_bytes())), name))
            .collect()
    }

    fn open_table(&self, given: bool, name: &str) -> Option<Box<dyn TableBytes>> {
        if given {
            let length = self.host.table_length(name)?;
            let file = HostFile {
                name: name.to_owned(),
                length,
                host: Arc::clone(&self.host),
            };
            let mut mark = [0; MARK.len()];
            file.read_at(0, &mut mark).ok()?;
            return (mark == MARK).then(|| Box::new(file) as Box<dyn TableBytes>);
        }
        let bytes = self.get(name)?;
        bytes.starts_with(&MARK).then(|| {
            Box::new(MemoryTable {
                name: name.to_owned(),
                bytes,
                files: Arc::clone(&self.files),
            }) as Box<dyn TableBytes>
        })
    }

    fn beside_table(&self, given: bool, name: &str, _: &str) -> Vec<String> {
        let content = name.strip_suffix(".noyau").unwrap_or(name);
        let bytes = self.get(&format!("{content}.content"));
        let text = bytes.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
        text.filter(|_| !given).into_iter().collect()
    }

    fn work_place(&self, table: &str) -> io::Result<Box<dyn WorkPlace>> {
        let folder = table.strip_suffix(".noyau").unwrap_or(table);
        Ok(Box::new(Place {
            pieces: Pieces {
                folder: format!("{folder}.part"),
                memory: Self {
                    files: Arc::clone(&self.files),
                    host: Arc::clone(&self.host),
                },
            },
            table: table.to_owned(),
        }))
    }
}

/// A table in memory.
struct MemoryTable {
    name: String,
    bytes: Arc<Vec<u8>>,
    files: Arc<Mutex<Files>>,
}

impl fmt::Debug for MemoryTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryTable({})", self.name)
    }
}

impl TableBytes for MemoryTable {
    fn table(&self) -> Result<Table<'_>, Damage> {
        Table::open(&[&self.bytes])
    }

    fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn has_changed(&self) -> bool {
        let files = lock(&self.files);
        let now = files.get(&self.name);
        !now.is_some_and(|now| Arc::ptr_eq(now, &self.bytes))
    }
}

/// A table that the host reads: a file that someone picked, or one beside the page.
struct HostFile {
    name: String,
    length: u64,
    host: Arc<dyn Host>,
}

impl fmt::Debug for HostFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostFile({})", self.name)
    }
}

impl ReadAt for HostFile {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, piece: &mut [u8]) -> io::Result<()> {
        if self.host.read_table(&self.name, at, piece) {
            return Ok(());
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

impl TableBytes for HostFile {
    fn table(&self) -> Result<Table<'_>, Damage> {
        Table::open_files([self as &dyn ReadAt])
    }

    fn bytes(&self) -> u64 {
        self.length
    }

    fn has_changed(&self) -> bool {
        self.host.table_length(&self.name) != Some(self.length)
    }
}

/// Checkpoints as files of one folder.
struct Pieces {
    folder: String,
    memory: Memory,
}

impl Pieces {
    fn name(&self, piece: &str) -> String {
        format!("{}/{piece}", self.folder)
    }
}

impl BlobStore for Pieces {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.memory.read(&self.name(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.memory.write(&self.name(name), bytes)
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        Ok(self.memory.get(&self.name(name)).is_some())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.memory.change(&Change::Remove(&self.name(name)))
    }
}

struct Place {
    pieces: Pieces,
    table: String,
}

impl WorkPlace for Place {
    fn store(&self) -> &dyn BlobStore {
        &self.pieces
    }

    fn deliver(&self, title: &Title, tiers: &[u32]) -> io::Result<()> {
        let checkpoints = Checkpoints::new(&self.pieces, &title.to_text())?;
        let mut bytes = Vec::new();
        checkpoints.write_table(title, [0, 1], tiers, &mut bytes)?;
        self.pieces.memory.write(&self.table, &bytes)
    }

    fn remove(self: Box<Self>) -> io::Result<()> {
        let Pieces { folder, memory } = &self.pieces;
        memory.change(&Change::Remove(folder))
    }
}

/// A host that keeps nothing.
#[cfg(test)]
pub(crate) struct Nobody;

#[cfg(test)]
impl Host for Nobody {
    fn changed(&self, _: &Change<'_>) {}
    fn launch(&self, _: &str) {}
    fn halt(&self, _: &str) {}
    fn touched(&self, _: &str) {}
    fn tables(&self) -> Vec<String> {
        Vec::new()
    }
    fn table_length(&self, _: &str) -> Option<u64> {
        None
    }
    fn read_table(&self, _: &str, _: u64, _: &mut [u8]) -> bool {
        false
    }
}
