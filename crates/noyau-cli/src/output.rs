//! Files that commands write.

use crate::console::Console;
use crate::failure::Failure;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Makes a file to write into.
pub(crate) fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create(path)
        .map(|file| BufWriter::with_capacity(1 << 16, file))
        .map_err(|error| Failure::writing(path, &error))
}

/// Writes what is still held back.
pub(crate) fn finish(mut file: BufWriter<File>, path: &Path) -> Result<(), Failure> {
    file.flush().map_err(|error| Failure::writing(path, &error))
}

/// Makes a folder, if it is not there.
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
            let mut file = create(path)?;
            let done = write(&mut file).map_err(|error| Failure::writing(path, &error))?;
            finish(file, path)?;
            Ok(done)
        }
    }
}
