//! The folder in which a table grows: pieces that are there whole or not at all, and one process at a time.

use noyau::parallel::lock;
use noyau::store::checkpoint::{BlobStore, Checkpoints};
use noyau::store::header::Title;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The name of the file that is locked while a process works in the folder.
const LOCK: &str = "lock";
/// The name of the piece that says that the table is finished.
const DONE: &str = "done";

/// A folder that this process alone works in.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    /// Held as long as the folder is worked in.
    lock: Option<File>,
    /// How often at least the disk is waited for, and when it was last.
    moment: Duration,
    synced: Mutex<Instant>,
}

/// Why the folder cannot be worked in.
#[derive(Debug)]
pub enum Unusable {
    /// Another process works in it.
    Locked,
    /// It cannot be made or opened.
    Io(io::Error),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl WorkFolder {
    /// Makes the folder, if it is not there, and locks it. The system unlocks it when the process ends, however it does.
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

    /// A folder of which others hold the lock, or nobody.
    pub fn to_read(path: PathBuf) -> Self {
        Self {
            path,
            lock: None,
            moment: Duration::ZERO,
            synced: Mutex::new(Instant::now()),
        }
    }

    /// The same folder, waiting for the disk only after each moment: a piece that the system loses with its power has a
    /// wrong checksum and is made again, so that no more than a moment's work is lost.
    #[must_use]
    pub fn waiting_each(mut self, moment: Duration) -> Self {
        self.moment = moment;
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is nothing in it but the lock.
    pub fn is_fresh(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            if name != LOCK && name != "title.new" {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says that the table is where it should be, so that nothing here is needed any more.
    pub fn finish(&self) -> io::Result<()> {
        self.write(DONE, b"")
    }

    /// Whether the table was finished, and only the folder was left.
    pub fn is_finished(&self) -> io::Result<bool> {
        self.has(DONE)
    }

    /// Removes the folder with everything in it. What says that it is finished goes last, so that whoever comes after a
    /// crash knows.
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

    /// Removes the folder with everything in it, at once.
    pub fn remove_all(self) -> io::Result<()> {
        drop(self.lock);
        fs::remove_dir_all(&self.path)
    }

    /// Writes the table of that title from its sections, which are all here.
    pub fn deliver_table(&self, title: &Title, tiers: &[u32], to: &Path) -> io::Result<()> {
        let checkpoints = Checkpoints::new(self, &title.to_text())?;
        self.deliver(to, |out| checkpoints.write_table(title, [0, 1], tiers, out))
    }

    /// Writes a file elsewhere, whole or not at all: in the folder first, then it is moved there.
    pub fn deliver(
        &self,
        to: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        whole_or_not(&self.path.join("table.new"), to, write)?;
        // So that the name outlives a power cut. Where folders cannot be synchronised, there is no more to be done.
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// Writes a file under one name and, when it is safely on the disk, gives it another.
pub fn whole_or_not(
    draft: &Path,
    to: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_and_move(draft, to, true, write)
}

fn write_and_move(
    draft: &Path,
    to: &Path,
    is_safe: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let written = File::create(draft).and_then(|file| {
        let mut out = io::BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        let file = out.into_inner()?;
        if is_safe { file.sync_all() } else { Ok(()) }
    });
    let moved = written.and_then(|()| fs::rename(draft, to));
    if moved.is_err() {
        // A half-written file only takes room, which may be what is missing.
        let _ = fs::remove_file(draft);
    }
    moved
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
        write_and_move(&draft, &self.path.join(name), is_safe, |out| {
            out.write_all(bytes)
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
