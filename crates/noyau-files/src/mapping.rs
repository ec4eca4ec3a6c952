//! Memory-mapped files.

#![allow(
    unsafe_code,
    reason = "a mapped file is memory that another program might change while it is read"
)]

use memmap2::Mmap;
use std::fs::File;

/// Smaller files are copied.
const WORTH_MAPPING: u64 = 1 << 20;

/// Maps a large file into memory; `None` for a small one, or where the system cannot (pipes, some file systems).
pub fn map(file: &File) -> Option<Mmap> {
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() < WORTH_MAPPING {
        return None;
    }
    // SAFETY: the memory is only read, and the mapping outlives its readers. Another process may still truncate or
    // rewrite the file, as with every program that maps files; a graph that changes while it is read has no right
    // answer.
    unsafe { Mmap::map(file) }.ok()
}
