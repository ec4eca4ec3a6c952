//! Jobs and tables on the disk, and a folder of the user's tables.

use super::{Storage, TableBytes, WorkPlace};
use noyau::format::header::Title;
use noyau::format::table::Table;
use noyau::format::{Damage, fingerprint};
use noyau::tables::checkpoint::BlobStore;
use noyau_files::{TableFile, Unusable, WorkFolder, is_table};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// The maximum number of entries of a folder that are looked at.
const MOST: usize = 1000;

/// The folder of jobs and tables, and the folder of given tables.
#[derive(Debug)]
pub(crate) struct Disk {
    pub(crate) folder: PathBuf,
    pub(crate) given: Option<PathBuf>,
}

impl Disk {
    fn table_path(&self, given: bool, name: &str) -> Option<PathBuf> {
        if given {
            return Some(self.given.as_ref()?.join(name));
        }
        Some(self.folder.join(name))
    }
}

impl Storage for Disk {
    fn create(&self, folder: &str) -> io::Result<()> {
        fs::create_dir(self.folder.join(folder))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder.join(folder));
        let entries = entries.into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.collect()
    }

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.folder.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read_range(&self, name: &str, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.folder.join(name))?;
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(to.saturating_sub(from)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        noyau_files::write(&self.folder.join(name), bytes, |_| true)
    }

    fn cut(&self, name: &str, length: u64) -> io::Result<()> {
        let mut file = OpenOptions::new();
        let file = file
            .create(true)
            .append(true)
            .open(self.folder.join(name))?;
        file.set_len(length)
    }

    fn append(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let file = OpenOptions::new().append(true).open(self.folder.join(name));
        file?.write_all(bytes)
    }

    fn remove(&self, name: &str) {
        let path = self.folder.join(name);
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }

    fn given_tables(&self) -> Vec<(String, String)> {
        let entries = self.given.as_ref().map(fs::read_dir);
        let entries = entries.into_iter().flatten().flatten().flatten();
        let names = entries
            .take(MOST)
            .map(|entry| entry.file_name().to_string_lossy().into_owned());
        names
            .map(|name| (format!("t{}", fingerprint(name.as_bytes())), name))
            .collect()
    }

    fn open_table(&self, given: bool, name: &str) -> Option<Box<dyn TableBytes>> {
        let path = self.table_path(given, name)?;
        if !is_table(&path) {
            return None;
        }
        Some(Box::new(TableFile::open(&path).ok()?))
    }

    fn beside_table(&self, given: bool, name: &str, wanted: &str) -> Vec<String> {
        let Some(path) = self.table_path(given, name) else {
            return Vec::new();
        };
        let beside = [path.with_file_name(wanted), path.with_extension("content")];
        let texts = beside
            .iter()
            .filter_map(|path| fs::read_to_string(path).ok());
        texts.collect()
    }

    fn work_place(&self, table: &str) -> io::Result<Box<dyn WorkPlace>> {
        let table = self.folder.join(table);
        let folder = WorkFolder::open(table.with_extension("part"));
        let folder = folder.map_err(|unusable| match unusable {
            Unusable::Locked => io::Error::from(io::ErrorKind::ResourceBusy),
            Unusable::Io(error) => error,
        })?;
        Ok(Box::new(Place { folder, table }))
    }
}

impl TableBytes for TableFile {
    fn table(&self) -> Result<Table<'_>, Damage> {
        self.table()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn has_changed(&self) -> bool {
        self.has_changed()
    }
}

/// A folder of checkpoints, and the path of its table.
struct Place {
    folder: WorkFolder,
    table: PathBuf,
}

impl WorkPlace for Place {
    fn store(&self) -> &dyn BlobStore {
        &self.folder
    }

    fn deliver(&self, title: &Title, tiers: &[u32]) -> io::Result<()> {
        self.folder.deliver_table(title, tiers, &self.table)
    }

    fn remove(self: Box<Self>) -> io::Result<()> {
        self.folder.remove()
    }
}
