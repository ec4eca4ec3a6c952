//! Tables on disk, for all interfaces of noyau: memory-mapped files, and work folders of unfinished tables.
//!
//! The library does no input or output; the command line and the server use this crate for it.
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! let path = std::env::temp_dir().join(format!("noyau-files-{}", std::process::id()));
//! std::fs::write(&path, "no table")?;
//! assert_eq!(&*noyau_files::Content::of(&path)?, b"no table");
//! assert!(!noyau_files::is_table(&path));
//! # std::fs::remove_file(&path)
//! # }
//! ```

mod mapping;
mod output;
mod tables;
mod workfolder;

pub use mapping::map;
pub use output::{
    OutputFile, Refused, begins_with, beside, destination, head, whole_or_not, why_unwritten, write,
};
pub use tables::{TableFile, Unread, is_table, is_table_of};
pub use workfolder::{Unusable, WorkFolder};

use memmap2::Mmap;
use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The content of a file.
#[derive(Debug)]
pub enum Content {
    /// Copied into memory.
    Copied(Vec<u8>),
    /// Memory-mapped.
    Mapped(Mmap),
}

impl Content {
    /// The content of a whole file. Large files are mapped, not copied.
    pub fn of(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        match map(&file) {
            Some(bytes) => Ok(Self::Mapped(bytes)),
            None => fs::read(path).map(Self::Copied),
        }
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Copied(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}
