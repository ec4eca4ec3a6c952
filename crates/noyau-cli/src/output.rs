//! Files that commands write.

use crate::console::Console;
use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The path with a suffix.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file.
pub(crate) fn write(path: &Path, content: &str) -> Result<(), Failure> {
    fs::write(path, content).map_err(|error| Failure::writing(path, &error))
}

/// A file that gets its name when it is complete. Until then it is FILE.part, and an existing file is kept.
pub(crate) struct AtomicFile {
    path: PathBuf,
    /// `None` if the path is not a regular file, such as a pipe, which is written directly.
    part: Option<PathBuf>,
    file: BufWriter<File>,
}

impl AtomicFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        // Symbolic links are kept.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let plain = fs::metadata(&path).map_or(true, |there| there.is_file());
        let part = plain.then(|| beside(&path, ".part"));
        match File::create(part.as_ref().unwrap_or(&path)) {
            Ok(file) => Ok(Self {
                file: BufWriter::with_capacity(1 << 16, file),
                path,
                part,
            }),
            Err(error) => Err(Failure::writing(&path, &error)),
        }
    }

    pub(crate) fn out(&mut self) -> &mut dyn Write {
        &mut self.file
    }

    /// Renames the file to its final name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let written = self.file.flush().and_then(|()| match &self.part {
            None => Ok(()),
            Some(part) => fs::rename(part, &self.path),
        });
        written.map_err(|error| self.failed(&error))?;
        self.part = None;
        Ok(())
    }

    pub(crate) fn failed(&self, error: &io::Error) -> Failure {
        Failure::writing(&self.path, error)
    }
}

impl Drop for AtomicFile {
    /// Removes the file unless it was finished.
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
        }
    }
}

/// Creates a folder, if necessary.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::writing(path, &error))
}

/// Writes to the file, or to the standard output if there is none.
pub(crate) fn to_file_or_console<T>(
    console: Console,
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, Failure> {
    match path {
        None => {
            let mut out = console.out();
            let done = write(&mut out)?;
            out.flush()?;
            Ok(done)
        }
        Some(path) => {
            let written = File::create(path).and_then(|file| {
                let mut file = BufWriter::with_capacity(1 << 16, file);
                let done = write(&mut file)?;
                file.flush()?;
                Ok(done)
            });
            written.map_err(|error| Failure::writing(path, &error))
        }
    }
}
