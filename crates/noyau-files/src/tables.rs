//! A table on disk: one file, or a folder of parts.

use crate::Content;
use noyau::format::Damage;
use noyau::format::header::{MARK, Title};
use noyau::format::table::Table;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The bytes of a table, memory-mapped if large.
#[derive(Debug)]
pub struct TableFile {
    contents: Vec<Content>,
}

/// A file that could not be read.
#[derive(Debug)]
pub struct Unread {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

/// Whether a path names a table: a folder, or a file with the magic bytes.
pub fn is_table(path: &Path) -> bool {
    if let Ok(mut entries) = fs::read_dir(path) {
        return entries.any(|entry| entry.is_ok_and(|entry| entry.path().is_file()));
    }
    let mut first = [0; MARK.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == MARK
}

/// Whether a path names a readable table with that title.
pub fn is_table_of(path: &Path, title: &Title) -> bool {
    let file = TableFile::open(path).ok();
    let table = file.as_ref().and_then(|file| file.table().ok());
    table.is_some_and(|table| table.header().title == *title)
}

impl TableFile {
    /// Opens the file, or all files of the folder.
    pub fn open(path: &Path) -> Result<Self, Unread> {
        let cannot = |error| Unread {
            path: path.to_owned(),
            error,
        };
        let mut files = Vec::new();
        if path.is_dir() {
            for entry in fs::read_dir(path).map_err(cannot)? {
                files.push(entry.map_err(cannot)?.path());
            }
            files.sort_unstable();
        } else {
            files.push(path.to_owned());
        }
        let contents = files.into_iter().map(|path| {
            let content = Content::of(&path);
            content.map_err(|error| Unread { path, error })
        });
        let contents = contents.collect::<Result<_, _>>()?;
        Ok(Self { contents })
    }

    /// The total bytes.
    pub fn bytes(&self) -> u64 {
        self.contents
            .iter()
            .map(|content| content.len() as u64)
            .sum()
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.contents.len()
    }

    /// The table.
    pub fn table(&self) -> Result<Table<'_>, Damage> {
        let files: Vec<&[u8]> = self.contents.iter().map(|content| &**content).collect();
        Table::open(&files)
    }
}
