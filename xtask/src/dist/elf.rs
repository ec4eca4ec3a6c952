//! The versions of symbols that an ELF file needs from the libraries it is loaded with (64 bits, little-endian).

/// The section with the versions that are needed (`SHT_GNU_verneed`).
const NEEDED: u32 = 0x6fff_fffe;

/// A version as numbers, which compare as versions do.
pub(crate) fn version(text: &str) -> Vec<u32> {
    text.split('.')
        .map_while(|part| part.parse().ok())
        .collect()
}

/// The newest version of the symbols of a library, such as 2.17 from `GLIBC_2.17`. Empty if it needs none.
pub(crate) fn newest(file: &[u8], library: &str) -> Result<Vec<u32>, String> {
    let versions = needed(file)?;
    let versions = versions.iter().filter_map(|name| {
        let numbers = name.strip_prefix(library)?.strip_prefix('_')?;
        Some(version(numbers))
    });
    Ok(versions.max().unwrap_or_default())
}

/// The names of all versions that are needed.
fn needed(file: &[u8]) -> Result<Vec<String>, String> {
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return Err("this is no ELF file of 64 bits, little-endian".to_owned());
    }
    read(file).ok_or_else(|| "the ELF file ends too early".to_owned())
}

fn read(file: &[u8]) -> Option<Vec<String>> {
    let sections = word(file, 0x28)?;
    let size = half(file, 0x3a)?;
    let section = |i: usize| file.get(sections + i * size..)?.get(..0x40);
    let mut names = Vec::new();
    for i in 0..half(file, 0x3c)? {
        let header = section(i)?;
        if number(header, 4)? != NEEDED {
            continue;
        }
        let strings = section(number(header, 0x28)? as usize)?;
        let strings = file.get(word(strings, 0x18)?..)?;
        let mut library = word(header, 0x18)?;
        // One entry for each library, and below it one for each version.
        for _ in 0..number(header, 0x2c)? {
            let entry = file.get(library..)?;
            let mut version = library + number(entry, 8)? as usize;
            for _ in 0..half(entry, 2)? {
                let entry = file.get(version..)?;
                let name = strings.get(number(entry, 8)? as usize..)?;
                let name = name.split(|&byte| byte == 0).next()?;
                names.push(String::from_utf8_lossy(name).into_owned());
                version += number(entry, 12)? as usize;
            }
            library += number(entry, 12)? as usize;
        }
    }
    Some(names)
}

fn half(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(usize::from(u16::from_le_bytes(bytes)))
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(bytes))
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 8)?.try_into().ok()?;
    usize::try_from(u64::from_le_bytes(bytes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(version("2.4") < version("2.17"));
        assert!(version("2.17") < version("2.17.1"));
        assert!(version("2.17") < version("3"));
    }

    /// Every program of Rust for glibc needs at least the symbols of the year 2012.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn this_program_needs_a_glibc() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let newest = newest(&own, "GLIBC").unwrap();
        assert!(newest >= version("2.14"), "{newest:?}");
        assert!(newest < version("3"), "{newest:?}");
        for end in [0, 5, 70, 1000] {
            assert!(needed(&own[..end]).is_err());
        }
    }
}
