//! A `.tar.gz` whose bytes depend on nothing but its files and one time: no owners, no names of users, and a
//! compressor that Cargo.lock pins.

use flate2::{Compression, GzBuilder};
use std::io::Write;

const BLOCK: usize = 512;

/// An archive in the format `ustar`.
pub(crate) struct Archive {
    time: u64,
    bytes: Vec<u8>,
}

impl Archive {
    /// An empty archive, whose files will all have that time.
    pub(crate) fn new(time: u64) -> Self {
        let bytes = Vec::new();
        Self { time, bytes }
    }

    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, mode: u32, content: &[u8]) -> Result<(), String> {
        let mut header = [0; BLOCK];
        let mut put = |at: usize, length: usize, text: &str| {
            let place = header[at..at + length].get_mut(..text.len());
            let place = place.ok_or_else(|| format!("{name}: {text:?} is too long for tar"))?;
            place.copy_from_slice(text.as_bytes());
            Ok::<(), String>(())
        };
        put(0, 100, name)?;
        put(100, 7, &format!("{mode:07o}"))?;
        put(108, 7, "0000000")?;
        put(116, 7, "0000000")?;
        put(124, 11, &format!("{:011o}", content.len()))?;
        put(136, 11, &format!("{:011o}", self.time))?;
        // The sum is taken with spaces in its place.
        put(148, 8, "        ")?;
        put(156, 1, "0")?;
        put(257, 8, "ustar\x0000")?;
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        self.bytes.extend(header);
        self.bytes.extend(content);
        self.bytes
            .resize(self.bytes.len().next_multiple_of(BLOCK), 0);
        Ok(())
    }

    /// The compressed archive.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, String> {
        self.bytes.resize(self.bytes.len() + 2 * BLOCK, 0);
        // No name, no time, and no system: 255 is "unknown".
        let gz = GzBuilder::new().operating_system(255);
        let mut gz = gz.write(Vec::new(), Compression::best());
        let written = gz.write_all(&self.bytes).and_then(|()| gz.finish());
        written.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn the_bytes_are_those_of_the_format() {
        let mut archive = Archive::new(8);
        archive.add("a/b", 0o755, b"hello").unwrap();
        let packed = archive.finish().unwrap();
        // Flags and time are 0, the system is unknown.
        assert_eq!(packed[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
        assert_eq!(packed[9], 255);
        let mut tar = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut tar).unwrap();
        assert_eq!(tar.len(), 4 * BLOCK);
        assert!(tar.starts_with(b"a/b\0"));
        assert_eq!(tar[100..108], *b"0000755\0");
        assert_eq!(tar[124..148], *b"00000000005\x0000000000010\0");
        let sum: u32 = tar[..148]
            .iter()
            .chain(&tar[156..BLOCK])
            .map(|&b| u32::from(b))
            .sum();
        assert_eq!(
            tar[148..156],
            *format!("{:06o}\0 ", sum + 8 * 32).as_bytes()
        );
        assert_eq!(tar[BLOCK..BLOCK + 6], *b"hello\0");
    }

    #[test]
    fn a_long_name_is_refused() {
        let mut archive = Archive::new(0);
        assert!(archive.add(&"a".repeat(100), 0o644, b"").is_ok());
        assert!(archive.add(&"a".repeat(101), 0o644, b"").is_err());
    }
}
