//! The memory of this process, as the system reports it.

use noyau::limits::ProcessMemory;
use std::fs;

/// What the program takes before any task does, and what tasks may take between two looks at the limit.
const OWN: u64 = 24 << 20;

/// The limit of this process for a task that may take so many bytes; `None` where the system does not tell.
pub(crate) fn limit(bytes: u64) -> Option<ProcessMemory> {
    resident().map(|_| ProcessMemory {
        read: || resident().unwrap_or(0),
        most: bytes.saturating_add(OWN),
    })
}

/// The bytes in memory now.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;
    // Read often, so the file stays open.
    static SIZES: OnceLock<Option<fs::File>> = OnceLock::new();
    let sizes = SIZES.get_or_init(|| fs::File::open("/proc/self/statm").ok());
    let mut text = [0; 128];
    let length = sizes.as_ref()?.read_at(&mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(not(target_os = "linux"))]
fn resident() -> Option<u64> {
    None
}

/// The most bytes that were in memory so far, if the system reports it.
pub(crate) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
