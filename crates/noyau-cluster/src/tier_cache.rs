//! The solved share of a tier, for those who ask what a position is worth: in memory, or on disk where memory is short.
//!
//! On disk the locals and scores stand in blocks; who asks for many at once reads each block once, in the order of the
//! disk.

use crate::failure::{At, NotDone};
use noyau::format::code::{Numbers, SolvedTier};
use noyau::format::header::Values;
use noyau::solve::tiers::SolvedScores;
use noyau::solve::tiers::score::{Score, Worth, score_of_code};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A solved share.
#[derive(Debug)]
pub(crate) enum CachedTier {
    Memory(SolvedScores),
    Disk(OnDisk),
}

/// Entries a block on disk.
const BLOCK: usize = 4096;
/// Bytes an entry on disk.
const ENTRY: usize = 12;

#[derive(Debug)]
pub(crate) struct OnDisk {
    path: PathBuf,
    /// The first local of each block.
    firsts: Vec<u64>,
    entries: usize,
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        // It can be made again from the piece of the tier.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl CachedTier {
    /// Takes a tier into memory.
    pub(crate) fn in_memory(solved: SolvedTier, values: Values) -> Self {
        Self::Memory(SolvedScores::new(solved, values))
    }

    /// Puts a tier where it can be looked up without being in memory.
    pub(crate) fn on_disk(
        path: &Path,
        solved: &SolvedTier,
        values: Values,
    ) -> Result<Self, NotDone> {
        let Numbers::Listed(locals) = &solved.numbers else {
            return Err(NotDone::garbled());
        };
        let mut firsts = Vec::new();
        let mut file = std::io::BufWriter::new(File::create(path).at(path)?);
        for from in (0..locals.len()).step_by(BLOCK) {
            let range = from..(from + BLOCK).min(locals.len());
            firsts.push(locals[from]);
            for i in range {
                let nimber = solved.nimbers.as_ref().map_or(0, |nimbers| nimbers[i]);
                let score = score_of_code(values, solved.values[i]);
                let mut entry = [0; ENTRY];
                entry[..8].copy_from_slice(&locals[i].to_le_bytes());
                entry[8..10].copy_from_slice(&score.to_le_bytes());
                entry[10..].copy_from_slice(&nimber.to_le_bytes());
                file.write_all(&entry).at(path)?;
            }
        }
        file.flush().at(path)?;
        Ok(Self::Disk(OnDisk {
            path: path.to_owned(),
            firsts,
            entries: locals.len(),
        }))
    }

    pub(crate) fn is_on_disk(&self) -> bool {
        matches!(self, Self::Disk(_))
    }

    /// Memory taken.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Memory(scores) => scores.bytes(),
            Self::Disk(disk) => 8 * disk.firsts.len() as u64,
        }
    }

    /// What a position is worth, where that is in memory.
    #[inline]
    pub(crate) fn look_up(&self, local: u64) -> Option<Worth> {
        match self {
            Self::Memory(scores) => scores.look_up(local),
            Self::Disk(_) => None,
        }
    }

    /// What many positions are worth, in the order they are asked for.
    pub(crate) fn look_up_all(&self, locals: &[u64]) -> Result<Vec<Option<Worth>>, NotDone> {
        match self {
            Self::Memory(_) => Ok(locals.iter().map(|&local| self.look_up(local)).collect()),
            Self::Disk(disk) => disk.look_up_all(locals),
        }
    }
}

impl OnDisk {
    fn look_up_all(&self, locals: &[u64]) -> Result<Vec<Option<Worth>>, NotDone> {
        let mut worths = vec![None; locals.len()];
        let mut order: Vec<u32> = (0..locals.len() as u32).collect();
        order.sort_unstable_by_key(|&i| locals[i as usize]);
        let mut file = File::open(&self.path).at(&self.path)?;
        let mut bytes = Vec::new();
        let mut read = None;
        let mut at = 0;
        for i in order {
            let local = locals[i as usize];
            let after = self.firsts.partition_point(|&first| first <= local);
            let Some(block) = after.checked_sub(1) else {
                continue;
            };
            if read != Some(block) {
                let from = block * BLOCK;
                let count = BLOCK.min(self.entries - from);
                file.seek(SeekFrom::Start((from * ENTRY) as u64))
                    .at(&self.path)?;
                bytes.resize(count * ENTRY, 0);
                file.read_exact(&mut bytes).at(&self.path)?;
                read = Some(block);
                at = 0;
            }
            let (entries, _) = bytes.as_chunks::<ENTRY>();
            let local_of = |entry: &[u8; ENTRY]| {
                entry
                    .first_chunk()
                    .map_or(0, |first| u64::from_le_bytes(*first))
            };
            while at < entries.len() && local_of(&entries[at]) < local {
                at += 1;
            }
            if let Some(entry) = entries.get(at)
                && local_of(entry) == local
            {
                worths[i as usize] = Some((
                    Score::from_le_bytes([entry[8], entry[9]]),
                    u16::from_le_bytes([entry[10], entry[11]]),
                ));
            }
        }
        Ok(worths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_and_memory_say_the_same() {
        let locals: Vec<u64> = (0..20_000).map(|i| i * 3 + i / 7).collect();
        let solved = SolvedTier {
            tier: 1,
            values: (0..20_000u32).map(|i| (i % 50 + 1) as u16).collect(),
            nimbers: Some((0..20_000u32).map(|i| (i % 9) as u16).collect()),
            numbers: Numbers::Listed(locals),
            counts: Vec::new(),
        };
        let path = std::env::temp_dir().join(format!("noyau-held-{}", std::process::id()));
        let disk = CachedTier::on_disk(&path, &solved, Values::Outcome).unwrap();
        let memory = CachedTier::in_memory(solved, Values::Outcome);
        let asked: Vec<u64> = (0..70_000).rev().step_by(3).chain([5, 5, 0]).collect();
        let found = disk.look_up_all(&asked).unwrap();
        assert_eq!(found, memory.look_up_all(&asked).unwrap());
        assert!(found.iter().any(Option::is_some));
        assert!(found.iter().any(Option::is_none));
        drop(disk);
        assert!(!path.exists());
    }
}
