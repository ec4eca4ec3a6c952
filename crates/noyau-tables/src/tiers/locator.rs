//! Where the value of a numbered position stands.
//!
//! Dense tiers are arrays: the number is the place. Listed ones are found in one of two ways, both exact: by marks, a
//! bit for each number with the count of marks before each word of them, where numbers are small; otherwise in the
//! sorted list itself, by a directory of its highest bits and a short search. Numbers asked for one after another are
//! near each other, so both mostly stay in the cache.

/// From a number to a place.
#[derive(Debug)]
pub enum Locator {
    /// The number is the place; there are so many.
    Direct(u64),
    /// Marks.
    Marked(Marked),
    /// A sorted list.
    Sorted(Sorted),
}

/// A bit for each number.
#[derive(Debug)]
pub struct Marked {
    /// One bit a number.
    words: Vec<u64>,
    /// The marks before each word.
    before: Vec<u32>,
}

/// The numbers themselves.
#[derive(Debug)]
pub struct Sorted {
    keys: Vec<u64>,
    shift: u32,
    /// The first place at or after each value of the highest bits.
    directory: Vec<u32>,
}

/// Marks may take so many bytes for each number listed: as much as the list itself.
const BYTES_A_NUMBER: u64 = 8;
/// Marks that are no trouble.
const FEW_BYTES: u64 = 1 << 20;

impl Locator {
    /// The index of an ascending list of fewer than 2³² numbers.
    pub fn of_list(keys: Vec<u64>) -> Self {
        let bound = keys.last().map_or(0, |last| last + 1);
        // A word of marks comes with a count of four bytes.
        let bytes = bound / 8 + bound / 16;
        if bytes <= FEW_BYTES.max(BYTES_A_NUMBER * keys.len() as u64) {
            Self::Marked(Marked::new(&keys, bound))
        } else {
            Self::Sorted(Sorted::new(keys, bound))
        }
    }

    /// The place of a number, if it is listed.
    #[inline]
    pub fn place(&self, number: u64) -> Option<usize> {
        match self {
            Self::Direct(len) => (number < *len).then_some(number as usize),
            Self::Marked(marked) => marked.place(number),
            Self::Sorted(sorted) => sorted.place(number),
        }
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Self::Direct(_) => 0,
            Self::Marked(marked) => 8 * marked.words.len() + 4 * marked.before.len(),
            Self::Sorted(sorted) => 8 * sorted.keys.len() + 4 * sorted.directory.len(),
        };
        bytes as u64
    }
}

impl Marked {
    fn new(keys: &[u64], bound: u64) -> Self {
        let mut words = vec![0u64; bound.div_ceil(64) as usize];
        let mut before = vec![0u32; words.len()];
        let mut filled = 0;
        for (place, &key) in (0u32..).zip(keys) {
            let word = (key / 64) as usize;
            if words[word] == 0 {
                // Words without marks are never asked for their count.
                before[word] = place;
                filled = word;
            }
            debug_assert!(word == filled);
            words[word] |= 1 << (key % 64);
        }
        Self { words, before }
    }

    #[inline]
    fn place(&self, number: u64) -> Option<usize> {
        let word = (number / 64) as usize;
        let marks = *self.words.get(word)?;
        let mark = 1u64 << (number % 64);
        let below = (marks & (mark - 1)).count_ones();
        (marks & mark != 0).then(|| (self.before[word] + below) as usize)
    }
}

impl Sorted {
    fn new(keys: Vec<u64>, bound: u64) -> Self {
        let bits = 64 - bound.leading_zeros();
        // About four numbers to an entry.
        let entries = (keys.len() as u64 / 4).max(1);
        let shift = bits.saturating_sub(entries.ilog2());
        let highest = bound.saturating_sub(1) >> shift;
        let mut directory = Vec::with_capacity(highest as usize + 2);
        for (place, &key) in (0u32..).zip(&keys) {
            let entry = (key >> shift) as usize;
            if directory.len() <= entry {
                directory.resize(entry + 1, place);
            }
        }
        directory.resize(highest as usize + 2, keys.len() as u32);
        Self {
            keys,
            shift,
            directory,
        }
    }

    #[inline]
    fn place(&self, number: u64) -> Option<usize> {
        let entry = (number >> self.shift) as usize;
        let from = *self.directory.get(entry)? as usize;
        let to = *self.directory.get(entry + 1)? as usize;
        let near = self.keys.get(from..to)?;
        let at = near.partition_point(|&key| key < number);
        (near.get(at) == Some(&number)).then_some(from + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau_core::random::SplitMix;

    #[test]
    fn listed_numbers_are_found_and_no_others() {
        let mut random = SplitMix(1);
        for bits in [1, 3, 10, 20, 40, 63] {
            for many in [0, 1, 2, 100, 3000] {
                let mut keys: Vec<u64> = (0..many)
                    .map(|_| random.next_u64() >> (64 - bits))
                    .collect();
                keys.sort_unstable();
                keys.dedup();
                let bound = keys.last().map_or(0, |last| last + 1);
                let mut indices = vec![
                    Locator::of_list(keys.clone()),
                    Locator::Sorted(Sorted::new(keys.clone(), bound)),
                ];
                if bits <= 20 {
                    indices.push(Locator::Marked(Marked::new(&keys, bound)));
                }
                let near = keys.iter().flat_map(|&key| [key, key + 1, key.max(1) - 1]);
                for number in near.chain([0, 1, u64::MAX]) {
                    for index in &indices {
                        assert_eq!(index.place(number), keys.binary_search(&number).ok());
                    }
                }
            }
        }
    }
}
