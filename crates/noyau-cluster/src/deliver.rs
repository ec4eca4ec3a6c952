//! The end of a run: every worker gets a range of the numbers of each tier, and writes it as a part of the table.
//!
//! While a tier is solved its numbers are dealt out in small blocks, which keeps the workers alike; parts of a table hold
//! ranges, which keeps them readable. So each value is sent once more. Ranges are cut by samples of the numbers that are
//! used, so that they hold about as many. Every worker sends its numbers ascending, each as what it is beyond the one before it,
//! and they stay so packed until they are merged into the section: O(positions), with a queue of the workers.

use crate::driver::Driver;
use crate::failure::{At, NotDone, Trouble};
use crate::wire::{Reader, Writer};
use noyau::format::block::Kind;
use noyau::format::code::Numbers;
use noyau::format::header::{MARK, Tally, TierCounts, Title};
use noyau::format::section::{Key, SectionData, SectionWriter};
use noyau::solve::tiers::score::add_count;
use noyau::tables::checkpoint::{BlobStore, Checkpoints};
use noyau_files::{WorkFolder, whole_or_not};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Numbers of each worker that tell where ranges are to be cut.
const SAMPLES: usize = 512;
/// Entries that are sent in a round, for each position that is otherwise taken up in one: they take that much less.
const ENTRIES_A_POSITION: usize = 8;
/// The piece that says that the shard is where it should be.
const DELIVERED: &str = "delivered";

/// The pieces of the shard, beside those that were solved.
struct ShardFolder<'a>(&'a WorkFolder);

fn shard(name: &str) -> String {
    format!("shard-{name}")
}

impl BlobStore for ShardFolder<'_> {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.0.read(&shard(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.write(&shard(name), bytes)
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        self.0.has(&shard(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(&shard(name))
    }
}

/// The file of a part.
pub(crate) fn part_file(save: &Path, index: usize) -> PathBuf {
    save.join(format!("part-{index:05}"))
}

/// What a part of a table says it is about, and which part it is.
fn title_of_part(path: &Path) -> Option<(Title, [u32; 2])> {
    #[derive(serde::Deserialize)]
    struct Part {
        part: [u32; 2],
    }
    let mut file = File::open(path).ok()?;
    let mut prelude = [0; 32];
    file.read_exact(&mut prelude).ok()?;
    if !prelude.starts_with(&MARK) {
        return None;
    }
    let length = u32::from_le_bytes(*prelude[12..].first_chunk()?);
    let mut text = Vec::new();
    file.take(length.into()).read_to_end(&mut text).ok()?;
    let part: Part = serde_json::from_slice(&text).ok()?;
    Some((Title::from_text(&text)?, part.part))
}

impl Driver<'_, '_> {
    /// Whether an earlier run has finished the table everywhere and only left something behind. What is in the folder of
    /// the table and does not belong to it is a refusal.
    pub(crate) fn is_delivered(&mut self) -> Result<bool, NotDone> {
        let save = self.task.save.clone();
        let (index, peers) = (self.rounds.index() as u32, self.rounds.peers() as u32);
        let mut own = false;
        let foreign = || {
            let path = save.display().to_string();
            NotDone::refused(&Trouble::OtherFolder { path })
        };
        match fs::read_dir(&save) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(NotDone::disk(&save, &error)),
            Ok(entries) => {
                for entry in entries {
                    let path = entry.at(&save)?.path();
                    if path.extension().is_some_and(|extension| extension == "new") {
                        continue;
                    }
                    let (title, part) = title_of_part(&path).ok_or_else(foreign)?;
                    if title != self.task.title {
                        return Err(foreign());
                    }
                    own |= part == [index, peers];
                }
            }
        }
        let folder = &self.disk.folder;
        let begun = folder
            .has(noyau::tables::checkpoint::TITLE)
            .at(folder.path())?;
        let delivered = folder.has(DELIVERED).at(folder.path())?;
        let flag = u64::from(own && (!begun || delivered));
        Ok(self.rounds.sums(&[flag])?[0] == u64::from(peers))
    }

    /// Writes this worker's part of the table.
    pub(crate) fn deliver(&mut self, filled: &[u32]) -> Result<(), NotDone> {
        let (index, peers) = (self.rounds.index(), self.rounds.peers());
        // 1. Which tiers an earlier run has dealt out already.
        let mut made = Vec::new();
        for &tier in filled {
            let piece = self.with_shard(|checkpoints| checkpoints.section(tier))?;
            made.push(u64::from(piece.is_some()));
        }
        let made = self.rounds.sums(&made)?;
        for (&tier, made) in filled.iter().zip(made) {
            if made < peers as u64 {
                let piece = self.range_of(tier)?;
                self.with_shard(|checkpoints| checkpoints.put_section(&piece))?;
            }
        }
        // 2. The part, and nothing of an earlier run with other parts.
        let save = self.task.save.clone();
        fs::create_dir_all(&save).at(&save)?;
        for entry in fs::read_dir(&save).at(&save)? {
            let path = entry.at(&save)?.path();
            let other = title_of_part(&path);
            if other.is_some_and(|(_, [_, of])| of as usize != peers) {
                let _ = fs::remove_file(path);
            }
        }
        let path = part_file(&save, index);
        let part = [index as u32, peers as u32];
        let title = &self.task.title;
        self.with_shard(|checkpoints| {
            let draft = path.with_added_extension("new");
            whole_or_not(&draft, &path, |out| {
                checkpoints.write_table(title, part, filled, out)
            })
        })?;
        // 3. All have delivered.
        self.rounds.gather(&[])?;
        let folder = &self.disk.folder;
        folder.write(DELIVERED, b"").at(folder.path())
    }

    /// Does something with the pieces of the shard.
    fn with_shard<T>(
        &self,
        what: impl FnOnce(&Checkpoints<'_>) -> io::Result<T>,
    ) -> Result<T, NotDone> {
        let folder = ShardFolder(&self.disk.folder);
        let checkpoints = Checkpoints::new(&folder, &self.task.title.to_text());
        checkpoints
            .and_then(|checkpoints| what(&checkpoints.holding(self.values)))
            .at(self.disk.folder.path())
    }

    /// Where the ranges of a tier end.
    fn cuts(&mut self, tier: u32, numbers: &[u64]) -> Result<Vec<u64>, NotDone> {
        let peers = self.rounds.peers() as u64;
        let count = numbers.len().min(SAMPLES);
        let mut told = Writer::default();
        for i in 0..count {
            told.u64(numbers[i * numbers.len() / count]);
            told.u64((numbers.len() / count) as u64);
        }
        let mut samples = Vec::new();
        for bytes in self.rounds.gather(&told.0)? {
            let mut reader = Reader(&bytes);
            while let (Some(number), Some(weight)) = (reader.u64(), reader.u64()) {
                samples.push((number, weight));
            }
        }
        samples.sort_unstable();
        let total: u64 = samples.iter().map(|&(_, weight)| weight).sum();
        let mut cuts = Vec::new();
        let mut sum = 0;
        for (number, weight) in samples {
            while (cuts.len() as u64) + 1 < peers && sum >= total * (cuts.len() as u64 + 1) / peers
            {
                cuts.push(number);
            }
            sum += weight;
        }
        let end = self.layout.tier(tier).dense.unwrap_or(u64::MAX);
        cuts.resize(peers as usize, end);
        Ok(cuts)
    }

    /// This worker's range of a tier, as a section of its part.
    fn range_of(&mut self, tier: u32) -> Result<SectionData, NotDone> {
        let (own, peers) = (self.rounds.index(), self.rounds.peers());
        let solved = self.disk.checkpoints()?.solved(tier);
        let solved = solved.at(self.disk.folder.path())?;
        let solved = solved.ok_or_else(NotDone::garbled)?;
        let Numbers::Listed(mut numbers) = solved.numbers else {
            return Err(NotDone::garbled());
        };
        for local in &mut numbers {
            *local = self.partition.number(*local);
        }
        let cuts = self.cuts(tier, &numbers)?;
        let nimbers = solved.nimbers.as_deref();
        let entry = |i: usize| Entry {
            number: numbers[i],
            code: solved.values[i],
            nimber: nimbers.map_or(0, |nimbers| nimbers[i]),
        };
        let place = |cut: u64| numbers.partition_point(|&number| number < cut);
        let range = |i: usize| place(if i == 0 { 0 } else { cuts[i - 1] })..place(cuts[i]);
        // Each begins with the range after its own, so that not all send to the same one.
        let mut ranges: Vec<(usize, Range<usize>)> = (1..peers)
            .map(|i| (own + i) % peers)
            .map(|to| (to, range(to)))
            .collect();
        ranges.reverse();
        let mut received: Vec<Vec<Vec<u8>>> = vec![Vec::new(); peers];
        let mut bytes_received = 0;
        let mut under_way = false;
        loop {
            self.rounds.check()?;
            let mut out = vec![Writer(vec![0]); peers];
            let mut room = self.batch * ENTRIES_A_POSITION;
            while room > 0
                && let Some((to, range)) = ranges.last_mut()
            {
                let next = range.end.min(range.start + room);
                room -= next - range.start;
                let mut before = 0;
                for entry in (range.start..next).map(entry) {
                    entry.write(before, self.nimbers, &mut out[*to]);
                    before = entry.number;
                }
                range.start = next;
                if range.start == range.end {
                    ranges.pop();
                }
            }
            // While these were packed, those before them were on their way.
            if under_way {
                let mut goes_on = false;
                for (from, bytes) in self.rounds.receive()?.into_iter().enumerate() {
                    goes_on |= *bytes.first().ok_or_else(NotDone::garbled)? != 0;
                    if bytes.len() > 1 {
                        bytes_received += bytes.len() as u64;
                        received[from].push(bytes);
                    }
                }
                if !goes_on {
                    break;
                }
            }
            let more = u8::from(!ranges.is_empty());
            let out = out.into_iter().map(|mut writer| {
                writer.0[0] = more;
                writer.0
            });
            self.rounds.send(out.collect());
            under_way = true;
            self.note_memory(12 * numbers.len() as u64 + bytes_received);
        }
        let from = own.checked_sub(1).map_or(0, |before| cuts[before]);
        let mut runs: Vec<Run<'_>> = received
            .iter()
            .map(|parcels| received_run(parcels, self.nimbers))
            .collect();
        runs[own] = Box::new(range(own).map(entry).map(Ok));
        self.section(tier, &mut runs, from..cuts[own])
    }

    /// Packs a range of a tier that several runs make up.
    fn section(
        &self,
        tier: u32,
        runs: &mut [Run<'_>],
        range: Range<u64>,
    ) -> Result<SectionData, NotDone> {
        let is_dense = self.layout.tier(tier).dense.is_some();
        let mut writer = if is_dense {
            SectionWriter::new(tier, Kind::Dense, range.start)
        } else {
            SectionWriter::new(tier, Kind::Listed, 0)
        };
        let nimber = |nimber: u16| self.nimbers.then_some(u32::from(nimber));
        let mut at = range.start;
        let mut counts: Vec<u64> = Vec::new();
        let (mut batch, mut numbers, mut images) = (Vec::new(), Vec::new(), Vec::new());
        let mut merged = Merged::new(runs)?;
        loop {
            self.rounds.check()?;
            merged.next_batch(self.batch, &mut batch)?;
            if batch.is_empty() {
                break;
            }
            numbers.clear();
            numbers.extend(batch.iter().map(|entry: &Entry| entry.number));
            self.game.orbit_sizes(tier, &numbers, &mut images);
            for (entry, &images) in batch.iter().zip(&images) {
                add_count(&mut counts, entry.code, images);
                let key = if is_dense {
                    for _ in at..entry.number {
                        writer.push(Key::Place, 0, nimber(0), None);
                    }
                    at = entry.number + 1;
                    Key::Place
                } else {
                    Key::Number(entry.number)
                };
                writer.push(key, entry.code.into(), nimber(entry.nimber), None);
            }
        }
        if is_dense {
            for _ in at..range.end {
                writer.push(Key::Place, 0, nimber(0), None);
            }
        }
        let tally = Tally::of(self.values, (0..).zip(counts));
        let counts = tally.counts();
        Ok(writer.finish(vec![TierCounts { tier, counts }], tally))
    }
}

/// A position of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    number: u64,
    code: u16,
    nimber: u16,
}

impl Entry {
    fn write(self, before: u64, nimbers: bool, writer: &mut Writer) {
        writer.short(self.number - before);
        writer.short(self.code.into());
        if nimbers {
            writer.short(self.nimber.into());
        }
    }

    fn read(before: u64, nimbers: bool, reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            number: before.checked_add(reader.short()?)?,
            code: reader.short()?.try_into().ok()?,
            nimber: if nimbers {
                reader.short()?.try_into().ok()?
            } else {
                0
            },
        })
    }
}

/// What one worker has of a range, ascending.
type Run<'a> = Box<dyn Iterator<Item = Result<Entry, NotDone>> + 'a>;

/// What another worker has sent of a range.
fn received_run(parcels: &[Vec<u8>], nimbers: bool) -> Run<'_> {
    Box::new(parcels.iter().flat_map(move |parcel| {
        // Behind its flag each parcel begins anew.
        let mut rest = Reader(&parcel[1..]);
        let mut before = 0;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let entry = Entry::read(before, nimbers, &mut rest);
            before = entry.map_or(0, |entry| entry.number);
            Some(entry.ok_or_else(NotDone::garbled))
        })
    }))
}

/// Several runs as one, ascending.
struct Merged<'r, 'a> {
    runs: &'r mut [Run<'a>],
    /// The next entry of each run.
    heads: Vec<Option<Entry>>,
    /// By the numbers of these, which run is next.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<'r, 'a> Merged<'r, 'a> {
    fn new(runs: &'r mut [Run<'a>]) -> Result<Self, NotDone> {
        let heads = runs.iter_mut().map(|run| run.next().transpose());
        let heads: Vec<Option<Entry>> = heads.collect::<Result<_, _>>()?;
        let queue = heads.iter().enumerate();
        let queue = queue.filter_map(|(run, head)| Some(Reverse((head.as_ref()?.number, run))));
        Ok(Self {
            queue: queue.collect(),
            runs,
            heads,
        })
    }

    /// The next entries, as many at most, in place of what `out` held.
    fn next_batch(&mut self, most: usize, out: &mut Vec<Entry>) -> Result<(), NotDone> {
        out.clear();
        while out.len() < most
            && let Some(Reverse((_, run))) = self.queue.pop()
        {
            // Numbers were dealt out in blocks: many come from one run before it is another's turn.
            let until = self.queue.peek().map_or(u64::MAX, |&Reverse((n, _))| n);
            while let Some(entry) = self.heads[run] {
                out.push(entry);
                self.heads[run] = self.runs[run].next().transpose()?;
                let head = self.heads[run].map(|entry| entry.number);
                if let Some(number) = head.filter(|&n| n >= until || out.len() >= most) {
                    self.queue.push(Reverse((number, run)));
                    break;
                }
            }
        }
        Ok(())
    }
}
