//! Files that commands write.

use crate::console::Console;
use crate::failure::Failure;
use clap::ArgMatches;
use noyau::format::proof::is_proof;
use noyau_files::{OutputFile, begins_with, head};
use std::io::{self, Write};
use std::path::Path;

pub(crate) use noyau_files::beside;

/// Whether an existing file may be replaced without a question: with `--force`.
pub(crate) fn is_forced(matches: &ArgMatches) -> bool {
    matches.try_get_one::<bool>("force").ok().flatten() == Some(&true)
}

/// Begins a file. `is_same_work` says whether an existing file may be replaced without `--force`.
pub(crate) fn create(
    matches: &ArgMatches,
    path: &Path,
    is_same_work: impl FnOnce(&Path) -> bool,
) -> Result<OutputFile, Failure> {
    OutputFile::create(path, |there| is_forced(matches) || is_same_work(there))
        .map_err(|error| Failure::writing(path, &error))
}

/// Begins a certificate, which may replace one of the same game, or of a graph if there is no game.
pub(crate) fn create_certificate(
    matches: &ArgMatches,
    path: &Path,
    game: Option<&str>,
) -> Result<OutputFile, Failure> {
    /// The head of a certificate, with the name of the game, is shorter.
    const HEAD: usize = 1 << 12;
    let is_same_work = |there: &Path| {
        let head = head(there, HEAD);
        let text = String::from_utf8_lossy(&head);
        let is_same = |game| text.contains(&format!("\"game\":{},", serde_json::Value::from(game)));
        let ours = is_proof(&head) || text.starts_with("{\"noyau\":\"certificate\"");
        ours && game.is_none_or(is_same)
    };
    if is_proof_path(path) {
        let same = |there: &Path| is_forced(matches) || is_same_work(there);
        return OutputFile::resuming(path, same).map_err(|error| Failure::writing(path, &error));
    }
    create(matches, path, is_same_work)
}

/// Whether a certificate of that name is a proof file.
pub(crate) fn is_proof_path(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "proof")
}

/// Writes a file, which may replace one that begins alike.
pub(crate) fn write(matches: &ArgMatches, path: &Path, content: &str) -> Result<(), Failure> {
    let mut file = create(matches, path, |there| begins_alike(there, content))?;
    let written = file.out().write_all(content.as_bytes());
    written
        .and_then(|()| file.finish())
        .map_err(|error| Failure::writing(path, &error))
}

/// Whether the first line of a file is that of the content, as far as it is the same in all files of the kind.
fn begins_alike(path: &Path, content: &str) -> bool {
    /// The head of an SVG, before its class and size.
    const MARK: usize = 40;
    let line = content.split_inclusive('\n').next().unwrap_or_default();
    begins_with(path, &line.as_bytes()[..line.len().min(MARK)])
}

/// Creates a folder, if necessary.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::writing(path, &error))
}

/// Writes to the file, or to the standard output if there is none. `is_same_work` says whether an existing file may
/// be replaced without `--force`.
pub(crate) fn to_file_or_console<T>(
    console: Console,
    matches: &ArgMatches,
    path: Option<&Path>,
    is_same_work: impl FnOnce(&Path) -> bool,
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
            let mut file = create(matches, path, is_same_work)?;
            let written = write(file.out()).and_then(|done| file.finish().map(|()| done));
            written.map_err(|error| Failure::writing(path, &error))
        }
    }
}

/// Writes a text to the file, or to the standard output if there is none.
pub(crate) fn text_to_file_or_console(
    console: Console,
    matches: &ArgMatches,
    path: Option<&Path>,
    content: &str,
) -> Result<(), Failure> {
    match path {
        None => {
            let mut out = console.out();
            out.write_all(content.as_bytes())?;
            Ok(out.flush()?)
        }
        Some(path) => write(matches, path, content),
    }
}
