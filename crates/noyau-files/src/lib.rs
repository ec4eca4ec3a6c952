//! Files of all interfaces of noyau: the rule for those that it writes, tables, and work folders of unfinished tables.
//!
//! The library does no input or output; the command line and the server use this crate for it.
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! let path = std::env::temp_dir().join(format!("noyau-files-{}", std::process::id()));
//! std::fs::write(&path, "no table")?;
//! assert_eq!(noyau_files::head(&path, 2), b"no");
//! assert!(!noyau_files::is_table(&path));
//! # std::fs::remove_file(&path)
//! # }
//! ```

mod output;
mod probing;
mod tables;
mod workfolder;

pub use output::{
    OutputFile, PartFile, Refused, begins_with, beside, destination, head, whole_or_not,
    why_unwritten, write,
};
pub use probing::ProbeFolder;
pub use tables::{TableFile, Unread, is_table, is_table_of};
pub use workfolder::{Unusable, WorkFolder};
