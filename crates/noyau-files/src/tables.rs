//! A table on disk: one file, or a folder of parts.

use crate::begins_with;
use noyau::format::Damage;
use noyau::format::header::{MARK, Title};
use noyau::format::table::{ReadAt, Table};
use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A table whose files are read as needed. They may change meanwhile: what is read then is refused.
#[derive(Debug)]
pub struct TableFile {
    files: Vec<OpenFile>,
}

/// An open file, with what tells whether it has changed since.
#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    file: File,
    length: u64,
    modified: Option<SystemTime>,
}

impl OpenFile {
    fn open(path: PathBuf) -> Result<Self, Unread> {
        let opened = File::open(&path).and_then(|file| {
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            Ok((file, metadata))
        });
        match opened {
            Ok((file, metadata)) => Ok(Self {
                path,
                file,
                length: metadata.len(),
                modified: metadata.modified().ok(),
            }),
            Err(error) => Err(Unread { path, error }),
        }
    }
}

impl ReadAt for OpenFile {
    fn length(&self) -> u64 {
        self.length
    }

    #[cfg(unix)]
    fn read_at(&self, at: u64, piece: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, piece, at)
    }

    #[cfg(windows)]
    fn read_at(&self, mut at: u64, mut piece: &mut [u8]) -> io::Result<()> {
        use std::os::windows::fs::FileExt;
        while !piece.is_empty() {
            match self.file.seek_read(piece, at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    piece = &mut piece[read..];
                    at += read as u64;
                }
            }
        }
        Ok(())
    }
}

/// A file that could not be read.
#[derive(Debug)]
pub struct Unread {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be read: {}", self.path.display(), self.error)
    }
}

impl Error for Unread {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// Whether a path names a table: a folder, or a file with the magic bytes.
pub fn is_table(path: &Path) -> bool {
    if let Ok(mut entries) = fs::read_dir(path) {
        return entries.any(|entry| entry.is_ok_and(|entry| entry.path().is_file()));
    }
    begins_with(path, &MARK)
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
        let files = files.into_iter().map(OpenFile::open);
        let files = files.collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    /// The total bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.length).sum()
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Whether a file has been changed or replaced since it was opened.
    pub fn has_changed(&self) -> bool {
        self.files.iter().any(|file| {
            !fs::metadata(&file.path).is_ok_and(|there| {
                there.len() == file.length && there.modified().ok() == file.modified
            })
        })
    }

    /// The table, which keeps the files.
    pub fn into_table(self) -> Result<Table<'static>, Damage> {
        let shared = |file| Arc::new(file) as Arc<dyn ReadAt + Send>;
        Table::open_shared(self.files.into_iter().map(shared))
    }

    /// The table.
    pub fn table(&self) -> Result<Table<'_>, Damage> {
        Table::open_files(self.files.iter().map(|file| file as &dyn ReadAt))
    }
}
