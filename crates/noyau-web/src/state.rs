//! The folder in which jobs and their tables are kept: the user's, or one that goes when the server does.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder.
#[derive(Debug)]
pub(crate) struct StateFolder {
    path: PathBuf,
    temporary: bool,
}

impl StateFolder {
    /// Makes the folder, if it is not there.
    pub(crate) fn new(given: Option<PathBuf>) -> io::Result<Self> {
        let (path, temporary) = match given {
            Some(path) => (path, false),
            None => (fresh()?, true),
        };
        let folder = Self { path, temporary };
        fs::create_dir_all(folder.jobs())?;
        fs::create_dir_all(folder.tables())?;
        Ok(folder)
    }

    /// Where jobs are kept, a folder each.
    pub(crate) fn jobs(&self) -> PathBuf {
        self.path.join("jobs")
    }

    /// Where their tables are kept.
    pub(crate) fn tables(&self) -> PathBuf {
        self.path.join("tables")
    }
}

/// A new folder among the temporary ones, that nobody else has made or may read.
fn fresh() -> io::Result<PathBuf> {
    let parent = std::env::temp_dir();
    let process = std::process::id();
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..1000 {
        let path = parent.join(format!("noyau-{process}-{attempt}"));
        match create_private(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

impl Drop for StateFolder {
    fn drop(&mut self) {
        if self.temporary {
            // What is left is in a folder for what is left.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
