//! The folder of jobs and tables: the user's, or a temporary one removed with the server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The state folder.
#[derive(Debug)]
pub(crate) struct StateFolder {
    path: PathBuf,
    temporary: bool,
}

impl StateFolder {
    /// Creates the folder, if it does not exist.
    pub(crate) fn new(given: Option<PathBuf>) -> io::Result<Self> {
        let (path, temporary) = match given {
            Some(path) => (path, false),
            None => (fresh()?, true),
        };
        let folder = Self { path, temporary };
        for inside in ["jobs", "tables"] {
            fs::create_dir_all(folder.path.join(inside))?;
        }
        Ok(folder)
    }

    /// The folder, which has one of jobs and one of tables.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// A new temporary folder, readable only by this user.
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
            // If this fails, the system cleans up its temporary folders.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
