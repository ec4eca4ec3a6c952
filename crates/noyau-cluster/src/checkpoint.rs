//! What a worker keeps on its disk: a folder `worker-K-of-N` with the keys and the values of its share of each tier, each
//! piece whole or not at all and under a checksum, and within a long tier how far it has come.
//!
//! A run with another number of workers finds the pieces of the earlier one, wherever some process sees them, and deals
//! them out anew before it goes on.

use crate::failure::{At, NotDone, Trouble};
use crate::partition::Partition;
use crate::rounds::Rounds;
use crate::wire::{Reader, Writer};
use noyau::format::checksum;
use noyau::format::code::Numbers;
use noyau::format::header::Values;
use noyau::tables::checkpoint::{BlobStore, Checkpoints, TITLE};
use noyau_files::{Unusable, WorkFolder};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often at least the disk is waited for.
const MOMENT: Duration = Duration::from_secs(1);

/// The folder of one worker, made if it is not there, for this worker alone.
fn own_folder(root: &Path, index: usize, of: usize) -> Result<WorkFolder, NotDone> {
    let path = root.join(format!("worker-{index}-of-{of}"));
    match WorkFolder::open(path.clone()) {
        Ok(folder) => Ok(folder.waiting_each(MOMENT)),
        Err(Unusable::Locked) => {
            let path = path.display().to_string();
            Err(NotDone::refused(&Trouble::Locked { path }))
        }
        Err(Unusable::Io(error)) => Err(NotDone::disk(&path, &error)),
    }
}

/// What a piece holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The locals of a tier's positions.
    Keys,
    /// Their values too.
    Solved,
    /// How far a tier has come, for the so-many-th time.
    State(u64),
}

impl Kind {
    fn of_name(name: &str) -> Option<(Self, u32)> {
        let (kind, rest) = name.split_once('-')?;
        match kind {
            "keys" => Some((Self::Keys, rest.parse().ok()?)),
            "solved" => Some((Self::Solved, rest.parse().ok()?)),
            "state" => {
                let (tier, time) = rest.split_once('-')?;
                Some((Self::State(time.parse().ok()?), tier.parse().ok()?))
            }
            _ => None,
        }
    }

    fn code(self) -> (u8, u64) {
        match self {
            Self::Keys => (0, 0),
            Self::Solved => (1, 0),
            Self::State(time) => (2, time),
        }
    }

    fn of_code(code: u8, time: u64) -> Option<Self> {
        match code {
            0 => Some(Self::Keys),
            1 => Some(Self::Solved),
            2 => Some(Self::State(time)),
            _ => None,
        }
    }
}

/// A position of a share with whatever is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record {
    pub(crate) local: u64,
    pub(crate) known: [u16; 4],
}

/// How far a tier has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// Where the solver is in its procedure: the same in all workers.
    pub(crate) scalars: [u64; 4],
    /// The positions.
    pub(crate) records: Vec<Record>,
}

impl State {
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer(vec![0; 8]);
        for scalar in self.scalars {
            writer.u64(scalar);
        }
        let mut before = 0;
        for record in &self.records {
            // Locals ascend, mostly by little.
            let step = record.local - before;
            before = record.local;
            match u8::try_from(step) {
                Ok(step) if step < u8::MAX => writer.byte(step),
                _ => {
                    writer.byte(u8::MAX);
                    writer.u64(step);
                }
            }
            for value in record.known {
                writer.u16(value);
            }
        }
        let sum = checksum(&writer.0[8..], 0);
        writer.0[..8].copy_from_slice(&sum.to_le_bytes());
        writer.0
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        if reader.u64()? != checksum(reader.0, 0) {
            return None;
        }
        let mut state = Self::default();
        for scalar in &mut state.scalars {
            *scalar = reader.u64()?;
        }
        let mut local = 0;
        while !reader.is_empty() {
            let step = match reader.byte()? {
                u8::MAX => reader.u64()?,
                step => u64::from(step),
            };
            local += step;
            let mut known = [0; 4];
            for value in &mut known {
                *value = reader.u16()?;
            }
            state.records.push(Record { local, known });
        }
        Some(state)
    }
}

/// The pieces of one worker, and where those of others are.
pub(crate) struct WorkerCheckpoints {
    root: PathBuf,
    pub(crate) folder: WorkFolder,
    title: String,
    values: Values,
    index: usize,
    peers: usize,
    /// Workers a process.
    workers: usize,
    /// By tier what is complete in this layout.
    complete: BTreeSet<(u32, Kind)>,
}

/// Who reads the piece of each worker of an earlier run of so many.
type Readers = Vec<usize>;
/// All pieces that somebody sees: by kind, tier and number of workers, for each worker who sees it.
type Seen = BTreeMap<(u32, Kind, usize), Vec<Vec<usize>>>;

impl WorkerCheckpoints {
    pub(crate) fn open(
        root: &Path,
        title: &str,
        values: Values,
        workers: usize,
        rounds: &Rounds<'_>,
    ) -> Result<Self, NotDone> {
        let (index, peers) = (rounds.index(), rounds.peers());
        fs::create_dir_all(root).at(root)?;
        let folder = own_folder(root, index, peers)?;
        Ok(Self {
            root: root.to_owned(),
            folder,
            title: title.to_owned(),
            values,
            index,
            peers,
            workers,
            complete: BTreeSet::new(),
        })
    }

    /// The checkpoints of this worker.
    pub(crate) fn checkpoints(&self) -> Result<Checkpoints<'_>, NotDone> {
        self.checkpoints_in(&self.folder)
    }

    fn checkpoints_in<'f>(&self, folder: &'f WorkFolder) -> Result<Checkpoints<'f>, NotDone> {
        let checkpoints = Checkpoints::new(folder, &self.title).map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                let path = self.root.display().to_string();
                return NotDone::refused(&Trouble::OtherFolder { path });
            }
            NotDone::disk(folder.path(), &error)
        })?;
        Ok(checkpoints.holding(self.values))
    }

    /// The locals of this worker's positions of a tier, which are known.
    pub(crate) fn keys(&self, tier: u32) -> Result<Vec<u64>, NotDone> {
        let keys = self
            .checkpoints()?
            .enumerated(tier)
            .at(self.folder.path())?;
        keys.ok_or_else(NotDone::garbled)
    }

    pub(crate) fn is_complete(&self, tier: u32, kind: Kind) -> bool {
        self.complete.contains(&(tier, kind))
    }

    pub(crate) fn mark_complete(&mut self, tier: u32, kind: Kind) {
        self.complete.insert((tier, kind));
    }

    /// The latest state of a tier that is complete.
    pub(crate) fn state(&self, tier: u32) -> Result<Option<(u64, State)>, NotDone> {
        let of_tier = self.complete.range((tier, Kind::State(0))..);
        let last = of_tier
            .take_while(|(of, _)| *of == tier)
            .filter_map(|(_, kind)| match kind {
                Kind::State(time) => Some(*time),
                _ => None,
            })
            .last();
        let Some(time) = last else { return Ok(None) };
        let name = state_of(tier, time);
        let bytes = self.folder.read(&name).at(self.folder.path())?;
        let state = bytes.as_deref().and_then(State::from_bytes);
        Ok(state.map(|state| (time, state)))
    }

    /// Keeps a state. It is of use when all workers have kept theirs; then the one before it may go.
    pub(crate) fn put_state(&self, tier: u32, time: u64, state: &State) -> Result<(), NotDone> {
        let written = self.folder.write(&state_of(tier, time), &state.to_bytes());
        written.at(self.folder.path())
    }

    pub(crate) fn drop_state(&mut self, tier: u32, time: u64) -> Result<(), NotDone> {
        self.complete.remove(&(tier, Kind::State(time)));
        BlobStore::remove(&self.folder, &state_of(tier, time)).at(self.folder.path())
    }

    /// The folders of workers that this process sees, with which of how many each was.
    fn folders(&self) -> Result<Vec<(PathBuf, usize, usize)>, NotDone> {
        let mut folders = Vec::new();
        for entry in fs::read_dir(&self.root).at(&self.root)? {
            let path = entry.at(&self.root)?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let parts = name
                .and_then(|name| name.strip_prefix("worker-"))
                .and_then(|rest| rest.split_once("-of-"));
            if let Some((index, of)) = parts
                && let (Ok(index), Ok(of)) = (index.parse::<usize>(), of.parse::<usize>())
                && index < of
            {
                folders.push((path, index, of));
            }
        }
        folders.sort();
        Ok(folders)
    }

    /// The sound pieces that this process sees. Those with a wrong checksum count as not there.
    fn list(&self) -> Result<Writer, NotDone> {
        let mut told = Writer::default();
        for (path, index, of) in self.folders()? {
            let folder = WorkFolder::to_read(path);
            let Some(title) = folder.read(TITLE).at(folder.path())? else {
                continue;
            };
            if title != self.title.as_bytes() {
                let path = self.root.display().to_string();
                return Err(NotDone::refused(&Trouble::OtherFolder { path }));
            }
            let checkpoints = self.checkpoints_in(&folder)?;
            for entry in fs::read_dir(folder.path()).at(folder.path())? {
                let name = entry.at(folder.path())?.file_name();
                let Some((kind, tier)) = name.to_str().and_then(Kind::of_name) else {
                    continue;
                };
                let sound = match kind {
                    Kind::Keys => checkpoints.keys(tier).at(folder.path())?.is_some(),
                    Kind::Solved => checkpoints.section(tier).at(folder.path())?.is_some(),
                    Kind::State(time) => {
                        let bytes = folder.read(&state_of(tier, time)).at(folder.path())?;
                        bytes.is_some_and(|bytes| State::from_bytes(&bytes).is_some())
                    }
                };
                // Where the values are, the keys are.
                let also = (kind == Kind::Solved).then_some(Kind::Keys);
                for kind in [kind].into_iter().chain(also).filter(|_| sound) {
                    let (code, time) = kind.code();
                    told.u32(index as u32);
                    told.u32(of as u32);
                    told.byte(code);
                    told.u64(time);
                    told.u32(tier);
                }
            }
        }
        Ok(told)
    }

    /// Finds out what earlier runs have left, deals it out to this one's workers, and knows then what is complete.
    pub(crate) fn take_over(&mut self, rounds: &mut Rounds<'_>) -> Result<(), NotDone> {
        let is_first = self.index.is_multiple_of(self.workers);
        let told = if is_first {
            self.list()?
        } else {
            Writer::default()
        };
        let mut seen = Seen::new();
        for (worker, bytes) in rounds.gather(&told.0)?.iter().enumerate() {
            let mut reader = Reader(bytes);
            while !reader.is_empty() {
                let read = |reader: &mut Reader<'_>| {
                    let (index, of) = (reader.u32()? as usize, reader.u32()? as usize);
                    let kind = Kind::of_code(reader.byte()?, reader.u64()?)?;
                    (index < of).then_some((index, of, kind, reader.u32()?))
                };
                let read = read(&mut reader);
                let (index, of, kind, tier) = read.ok_or_else(NotDone::garbled)?;
                let all = seen.entry((tier, kind, of));
                let seers = &mut all.or_insert_with(|| vec![Vec::new(); of])[index];
                if seers.last() != Some(&worker) {
                    seers.push(worker);
                }
            }
        }
        seen.retain(|_, workers| workers.iter().all(|seers| !seers.is_empty()));
        let own_layout: Vec<_> = seen
            .iter()
            .filter(|((_, _, of), seers)| *of == self.peers && self.is_at_home(seers))
            .map(|(&(tier, kind, _), _)| (tier, kind))
            .collect();
        for (tier, kind) in own_layout {
            self.mark_complete(tier, kind);
        }
        let solved: BTreeSet<u32> = seen
            .keys()
            .filter(|(_, kind, _)| *kind == Kind::Solved)
            .map(|&(tier, ..)| tier)
            .collect();
        let mut from_elsewhere: Vec<usize> = Vec::new();
        for ((tier, kind, of), seers) in seen {
            let known = self.is_complete(tier, kind) || self.is_complete(tier, Kind::Solved);
            let here = of == self.peers && self.is_at_home(&seers);
            let with_values = kind == Kind::Keys && solved.contains(&tier);
            if known || here || with_values {
                continue;
            }
            let readers = self.readers(of, &seers);
            self.deal_out(rounds, tier, kind, of, &readers)?;
            self.mark_complete(tier, kind);
            from_elsewhere.push(of);
        }
        // Everyone has written what was dealt out: the old pieces only take room.
        rounds.gather(&[])?;
        from_elsewhere.sort_unstable();
        from_elsewhere.dedup();
        if is_first {
            for (path, _, of) in self.folders()? {
                if of != self.peers && from_elsewhere.contains(&of) {
                    let _ = fs::remove_dir_all(path);
                }
            }
        }
        Ok(())
    }

    /// Whether each worker's process sees the piece of that worker.
    fn is_at_home(&self, seers: &[Vec<usize>]) -> bool {
        let process = |worker: usize| worker / self.workers;
        seers
            .iter()
            .enumerate()
            .all(|(worker, seers)| seers.iter().any(|&seer| process(seer) == process(worker)))
    }

    /// Who reads each piece: the workers of those who see it in turn.
    fn readers(&self, of: usize, seers: &[Vec<usize>]) -> Readers {
        (0..of)
            .map(|index| {
                let seers = &seers[index];
                let first = seers[index % seers.len()];
                first + index % self.workers
            })
            .collect()
    }

    /// Reads the pieces of an earlier run and sends every record to the worker that it belongs to now.
    fn deal_out(
        &self,
        rounds: &mut Rounds<'_>,
        tier: u32,
        kind: Kind,
        of: usize,
        readers: &Readers,
    ) -> Result<(), NotDone> {
        let partition = Partition::new(self.index, self.peers);
        let mut own: Vec<Record> = Vec::new();
        let mut scalars = [0; 4];
        let mine = readers
            .iter()
            .enumerate()
            .filter(|&(_, &reader)| reader == self.index);
        let mut waiting: Vec<usize> = mine.map(|(index, _)| index).collect();
        let mut records = Vec::new();
        let mut at = 0;
        loop {
            if at == records.len()
                && let Some(index) = waiting.pop()
            {
                let path = self.root.join(format!("worker-{index}-of-{of}"));
                let folder = WorkFolder::to_read(path);
                let read;
                (read, scalars) = self.read_records(&folder, tier, kind)?;
                let old = Partition::new(index, of);
                let renumbered = read.into_iter().map(|record| Record {
                    local: old.number(record.local),
                    ..record
                });
                records = renumbered.collect();
                at = 0;
            }
            let mut out = vec![Writer::default(); self.peers];
            let next = records.len().min(at + crate::driver::BATCH);
            for record in &records[at..next] {
                let (owner, local) = partition.locate(record.local);
                out[owner].u64(local);
                for value in record.known {
                    out[owner].u16(value);
                }
            }
            at = next;
            let more = at < records.len() || !waiting.is_empty();
            for writer in &mut out {
                writer.byte(u8::from(more));
            }
            let out = out.into_iter().map(|writer| writer.0).collect();
            let mut goes_on = false;
            for bytes in rounds.exchange(out)? {
                let (&flag, bytes) = bytes.split_last().ok_or_else(NotDone::garbled)?;
                goes_on |= flag != 0;
                let mut reader = Reader(bytes);
                while !reader.is_empty() {
                    let local = reader.u64().ok_or_else(NotDone::garbled)?;
                    let mut known = [0; 4];
                    for value in &mut known {
                        *value = reader.u16().ok_or_else(NotDone::garbled)?;
                    }
                    own.push(Record { local, known });
                }
            }
            if !goes_on {
                break;
            }
        }
        own.sort_unstable();
        // Whoever has read no piece learns from the others where the solver was.
        let told: Vec<u8> = scalars.iter().flat_map(|s: &u64| s.to_le_bytes()).collect();
        for bytes in rounds.gather(&told)? {
            let mut reader = Reader(&bytes);
            for scalar in &mut scalars {
                *scalar = reader.u64().ok_or_else(NotDone::garbled)?.max(*scalar);
            }
        }
        self.write_records(tier, kind, scalars, own)
    }

    /// The records of a piece, and where the solver was.
    fn read_records(
        &self,
        folder: &WorkFolder,
        tier: u32,
        kind: Kind,
    ) -> Result<(Vec<Record>, [u64; 4]), NotDone> {
        let checkpoints = self.checkpoints_in(folder)?;
        let plain = |local| Record {
            local,
            known: [0; 4],
        };
        // What was sound when it was listed is sound still, or the run ends here and lists it again.
        Ok(match kind {
            Kind::Keys => {
                let keys = checkpoints.enumerated(tier).at(folder.path())?;
                let keys = keys.ok_or_else(NotDone::garbled)?;
                (keys.into_iter().map(plain).collect(), [0; 4])
            }
            Kind::Solved => {
                let solved = checkpoints.solved(tier).at(folder.path())?;
                let solved = solved.ok_or_else(NotDone::garbled)?;
                let Numbers::Listed(locals) = solved.numbers else {
                    return Err(NotDone::garbled());
                };
                let nimbers = solved.nimbers.unwrap_or_default();
                let records = locals.into_iter().enumerate().map(|(i, local)| Record {
                    local,
                    known: [
                        solved.values[i],
                        nimbers.get(i).copied().unwrap_or(0),
                        u16::from(!nimbers.is_empty()),
                        0,
                    ],
                });
                (records.collect(), [0; 4])
            }
            Kind::State(time) => {
                let bytes = folder.read(&state_of(tier, time)).at(folder.path())?;
                let state = bytes.as_deref().and_then(State::from_bytes);
                let state = state.ok_or_else(NotDone::garbled)?;
                (state.records, state.scalars)
            }
        })
    }

    fn write_records(
        &self,
        tier: u32,
        kind: Kind,
        scalars: [u64; 4],
        records: Vec<Record>,
    ) -> Result<(), NotDone> {
        let checkpoints = self.checkpoints()?;
        let locals: Vec<u64> = records.iter().map(|record| record.local).collect();
        match kind {
            Kind::Keys => checkpoints.put_keys(tier, &locals).at(self.folder.path()),
            Kind::State(time) => self.put_state(tier, time, &State { scalars, records }),
            Kind::Solved => {
                let values: Vec<u16> = records.iter().map(|record| record.known[0]).collect();
                let with_nimbers = records.iter().any(|record| record.known[2] != 0);
                let nimbers = records.iter().map(|record| record.known[1]);
                let solved = noyau::format::code::SolvedTier {
                    tier,
                    numbers: Numbers::Listed(locals),
                    values,
                    nimbers: with_nimbers.then(|| nimbers.collect()),
                    counts: Vec::new(),
                };
                checkpoints.put_solved(&solved).at(self.folder.path())
            }
        }
    }

    /// Removes the work of all workers that this process sees, when the table is finished everywhere.
    pub(crate) fn remove(self) -> Result<(), NotDone> {
        let root = self.root.clone();
        let is_first = self.index.is_multiple_of(self.workers);
        let others = if is_first {
            self.folders()?
        } else {
            Vec::new()
        };
        let own = self.folder.path().to_owned();
        self.folder.remove_all().at(&own)?;
        for (path, _, of) in others {
            if path != own && of != self.peers {
                let _ = fs::remove_dir_all(path);
            }
        }
        // The last one to go finds it empty.
        let _ = fs::remove_dir(root);
        Ok(())
    }
}

fn state_of(tier: u32, time: u64) -> String {
    format!("state-{tier}-{time}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_reads_back_or_not_at_all() {
        let records = [3, 4, 300, 1 << 40].map(|local| Record {
            local,
            known: [local as u16, 1, 2, 3],
        });
        let state = State {
            scalars: [1, 2, 3, 4],
            records: records.to_vec(),
        };
        let bytes = state.to_bytes();
        assert_eq!(State::from_bytes(&bytes), Some(state));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            assert_eq!(State::from_bytes(&wrong), None);
            assert_eq!(State::from_bytes(&bytes[..at]), None);
        }
    }
}
