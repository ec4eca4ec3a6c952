//! Where jobs and tables are kept: a folder of the disk, or memory that a browser keeps a copy of.
//!
//! The files of a job are in `jobs/ID/`, the tables that jobs write are `tables/ID.noyau`.

#[cfg(feature = "server")]
pub(crate) mod disk;
pub(crate) mod memory;

use noyau::format::Damage;
use noyau::format::header::Title;
use noyau::format::table::Table;
use noyau::tables::checkpoint::BlobStore;
use std::fmt::Debug;
use std::io;

/// Files by their names, which are paths with `/`.
pub(crate) trait Storage: Debug + Send + Sync {
    /// Makes a new folder for a job.
    fn create(&self, folder: &str) -> io::Result<()>;
    /// The names in a folder.
    fn list(&self, folder: &str) -> Vec<String>;
    /// The bytes of a file, if there is one.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;
    /// The bytes of a file from one place to another.
    fn read_range(&self, name: &str, from: u64, to: u64) -> io::Result<Vec<u8>>;
    /// Writes a whole file, or nothing.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file after so many bytes; creates it if there is none.
    fn cut(&self, name: &str, length: u64) -> io::Result<()>;
    /// Adds bytes at the end of a file.
    fn append(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Removes a file, or a folder with all its files. What cannot be removed only wastes a little space.
    fn remove(&self, name: &str);

    /// Tables from elsewhere that are shown too: their ids and names.
    fn given_tables(&self) -> Vec<(String, String)>;
    /// Opens a table, `given` or written here.
    fn open_table(&self, given: bool, name: &str) -> Option<Box<dyn TableBytes>>;
    /// The texts of the files beside a table that the file of its game may be.
    fn beside_table(&self, given: bool, name: &str, wanted: &str) -> Vec<String>;
    /// A place for the checkpoints of the table of that name.
    fn work_place(&self, table: &str) -> io::Result<Box<dyn WorkPlace>>;
}

/// The bytes of an open table.
pub(crate) trait TableBytes: Debug + Send + Sync {
    fn table(&self) -> Result<Table<'_>, Damage>;
    fn bytes(&self) -> u64;
    /// Whether they have changed since, or are gone.
    fn has_changed(&self) -> bool;
}

/// A place for the checkpoints of a table.
pub(crate) trait WorkPlace {
    fn store(&self) -> &dyn BlobStore;
    /// Writes the table from its sections, all of which are here.
    fn deliver(&self, title: &Title, tiers: &[u32]) -> io::Result<()>;
    /// Removes the checkpoints.
    fn remove(self: Box<Self>) -> io::Result<()>;
}
