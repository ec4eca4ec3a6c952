//! The work folder of a table: checkpoints are written atomically, by one process at a time.

use crate::output::{whole_or_not, write_and_move};
use noyau::format::header::Title;
use noyau::parallel::lock;
use noyau::tables::checkpoint::{BlobStore, Checkpoints};
use std::error::Error;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The lock file of the working process.
const LOCK: &str = "lock";
/// The marker of a finished table.
const DONE: &str = "done";

/// A folder locked by this process.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    /// Held while the folder is in use.
    lock: Option<File>,
    /// The minimum time between waits for the disk, and the time of the last.
    moment: Duration,
    synced: Mutex<Instant>,
}

/// Why the folder cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// Another process has locked it.
    Locked,
    /// It cannot be created or opened.
    Io(io::Error),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("another process works in this folder"),
            Self::Io(error) => write!(f, "the folder cannot be used: {error}"),
        }
    }
}

impl Error for Unusable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Locked => None,
            Self::Io(error) => Some(error),
        }
    }
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl WorkFolder {
    /// Creates the folder if necessary and locks it. The system releases the lock when the process ends for any
    /// reason.
    pub fn open(path: PathBuf) -> Result<Self, Unusable> {
        if let Err(error) = fs::create_dir(&path)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(error.into());
        }
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                lock: Some(lock),
                ..Self::to_read(path)
            }),
            Err(TryLockError::WouldBlock) => Err(Unusable::Locked),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Opens a folder without locking it, for reading.
    pub fn to_read(path: PathBuf) -> Self {
        Self {
            path,
            lock: None,
            moment: Duration::ZERO,
            synced: Mutex::new(Instant::now()),
        }
    }

    /// The same folder, waiting for the disk at most once per `moment`: a checkpoint lost in a power failure has a
    /// wrong checksum and is made again, so at most that much work is lost.
    #[must_use]
    pub fn waiting_each(mut self, moment: Duration) -> Self {
        self.moment = moment;
        self
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder contains only the lock.
    pub fn is_fresh(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            if name != LOCK && name != "title.new" {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Marks the table as delivered; the contents are no longer needed.
    pub fn finish(&self) -> io::Result<()> {
        self.write(DONE, b"")
    }

    /// Whether the table was delivered and only the folder is left.
    pub fn is_finished(&self) -> io::Result<bool> {
        self.has(DONE)
    }

    /// Removes the folder with its contents. The marker goes last, so that a process after a crash recognises the
    /// state.
    pub fn remove(self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if entry.file_name() != LOCK && entry.file_name() != DONE {
                fs::remove_file(entry.path())?;
            }
        }
        BlobStore::remove(&self, DONE)?;
        let lock = self.path.join(LOCK);
        drop(self.lock);
        fs::remove_file(lock)?;
        fs::remove_dir(&self.path)
    }

    /// Removes the folder with its contents immediately.
    pub fn remove_all(self) -> io::Result<()> {
        drop(self.lock);
        fs::remove_dir_all(&self.path)
    }

    /// Writes the table with that title from its sections, all of which are here.
    pub fn deliver_table(&self, title: &Title, tiers: &[u32], to: &Path) -> io::Result<()> {
        let checkpoints = Checkpoints::new(self, &title.to_text())?;
        self.deliver(to, |out| checkpoints.write_table(title, [0, 1], tiers, out))
    }

    /// Writes a file elsewhere atomically: first in the folder, then moved.
    pub fn deliver(
        &self,
        to: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        whole_or_not(&self.path.join("table.new"), to, write)
    }
}

impl BlobStore for WorkFolder {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.path.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let draft = self.path.join(format!("{name}.new"));
        let mut synced = lock(&self.synced);
        let is_safe = synced.elapsed() >= self.moment;
        let write = |out: &mut dyn Write| out.write_all(bytes);
        write_and_move(&draft, write, |file| {
            if is_safe {
                file.sync_all()?;
            }
            fs::rename(&draft, self.path.join(name))
        })?;
        if is_safe {
            *synced = Instant::now();
        }
        Ok(())
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        fs::exists(self.path.join(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
