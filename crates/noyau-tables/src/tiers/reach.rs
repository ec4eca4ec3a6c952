//! Which positions play can reach, tier by tier: one procedure, for the threads of a process and for many processes.
//!
//! From the starts downwards, the children of a tier's positions are collected in the tiers they lie in: as marks, one
//! bit a number, where numbers are small enough, otherwise as lists that are sorted. Either way each position is kept
//! exactly once, and by its number, not by a hash. Moves within a tier are followed until nothing new is found. What a tier
//! holds is kept as a checkpoint before the next one is taken up. One generation of moves a position.

use noyau_core::by_number::Layout;
use std::sync::atomic::{AtomicU64, Ordering};

/// Marks may take so many bytes for each position expected: about as much as lists would.
const BYTES_A_POSITION: u64 = 128;
/// Marks that are no trouble.
const FEW_BYTES: u64 = 1 << 20;

/// A set of numbers, one bit each.
#[derive(Debug)]
pub struct Marks(Vec<AtomicU64>);

impl Marks {
    /// None of the numbers below `bound`.
    fn new(bound: u64) -> Self {
        let words = 0..bound.div_ceil(64);
        Self(words.map(|_| AtomicU64::new(0)).collect())
    }

    /// Memory taken.
    fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }

    /// Marks a number, and says whether it is new.
    #[inline]
    pub fn mark(&self, number: u64) -> bool {
        let word = &self.0[(number / 64) as usize];
        let bit = 1 << (number % 64);
        // Most numbers are marked already: reading first spares the lock.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// How many numbers are marked.
    fn count(&self) -> u64 {
        let marks = self.0.iter().map(|word| word.load(Ordering::Relaxed));
        marks.map(|marks| u64::from(marks.count_ones())).sum()
    }

    /// The numbers that are marked, of which there are `count`, ascending.
    fn numbers(&self, count: u64) -> Vec<u64> {
        let mut numbers = Vec::with_capacity(count as usize);
        for (i, word) in (0..).zip(&self.0) {
            let mut marks = word.load(Ordering::Relaxed);
            while marks != 0 {
                numbers.push(i * 64 + u64::from(marks.trailing_zeros()));
                marks &= marks - 1;
            }
        }
        numbers
    }

    /// Takes back the marks of those numbers, which are all that are marked.
    fn clear(&self, numbers: &[u64]) {
        for &number in numbers {
            self.0[(number / 64) as usize].store(0, Ordering::Relaxed);
        }
    }
}

/// Which children in the tier under way are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Inside<'a> {
    /// None.
    Nothing,
    /// Those that are not marked yet.
    New(&'a Marks),
    /// All.
    All,
}

impl Inside<'_> {
    /// Memory taken.
    pub fn bytes(self) -> u64 {
        match self {
            Self::New(marks) => marks.bytes(),
            Self::Nothing | Self::All => 0,
        }
    }

    /// Whether that one is wanted; marks it.
    #[inline]
    pub fn wants(self, number: u64) -> bool {
        match self {
            Self::Nothing => false,
            Self::New(marks) => marks.mark(number),
            Self::All => true,
        }
    }
}

/// What is collected in a tier that is still to be taken up.
#[derive(Debug)]
pub enum Found<L> {
    /// One bit a number.
    Marks(Marks),
    /// Numbers in any order, perhaps several times.
    List(L),
}

/// Room for what is found in the tiers that are still to be taken up.
#[derive(Debug)]
pub struct Rooms<L> {
    /// By tier, if there is room.
    pub found: Vec<Option<Found<L>>>,
    /// Marks to be used again: all clear.
    clear: Vec<Marks>,
    bounds: Vec<u64>,
    memory: Option<u64>,
}

impl<L> Rooms<L> {
    /// No room yet. Each tier has numbers below its bound; so many bytes of memory may be used.
    pub fn new(bounds: Vec<u64>, memory: Option<u64>) -> Self {
        Self {
            found: bounds.iter().map(|_| None).collect(),
            clear: Vec::new(),
            bounds,
            memory,
        }
    }

    /// Memory taken, given what a list takes.
    pub fn bytes(&self, of_list: impl Fn(&L) -> u64) -> u64 {
        let found = self.found.iter().flatten().map(|found| match found {
            Found::Marks(marks) => marks.bytes(),
            Found::List(list) => of_list(list),
        });
        found.chain(self.clear.iter().map(Marks::bytes)).sum()
    }

    /// Makes room for a tier, unless there is, of which about so many positions are expected.
    fn make(&mut self, layout: &Layout, tier: u32, expected: u64, list: L) {
        if self.found[tier as usize].is_some() {
            return;
        }
        let bound = self.bounds[tier as usize];
        let most = FEW_BYTES.max(expected.saturating_mul(BYTES_A_POSITION));
        // Two tiers have marks at a time, and the positions of one are listed beside them.
        let fits = bound / 8 <= self.memory.unwrap_or(u64::MAX) / 4;
        let is_dense = layout.tier(tier).dense.is_some();
        let found = if fits && (is_dense || bound / 8 <= most) {
            let bytes = 8 * bound.div_ceil(64);
            let again = self.clear.iter().position(|clear| clear.bytes() == bytes);
            Found::Marks(if let Some(i) = again {
                self.clear.swap_remove(i)
            } else {
                self.clear.clear();
                Marks::new(bound)
            })
        } else {
            self.clear.clear();
            Found::List(list)
        };
        self.found[tier as usize] = Some(found);
    }
}

/// Who expands the positions of a tier: the threads of a process, or one of many processes.
pub trait Expander {
    /// Why that fails.
    type Error;
    /// A list of numbers.
    type List;

    /// Whether so many bytes may be taken beside what is collected.
    fn check_room(&self, _rooms: &Rooms<Self::List>, _bytes: u64) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The numbers of a tier's positions, ascending, if an earlier run has kept them.
    fn known(&mut self, tier: u32) -> Result<Option<Vec<u64>>, Self::Error>;

    /// Keeps the numbers of a tier's positions.
    fn keep(&mut self, tier: u32, numbers: &[u64]) -> Result<(), Self::Error>;

    /// An empty list for numbers of a tier.
    fn list(&self, tier: u32) -> Self::List;

    /// What a list holds, ascending, each once.
    fn ascending(&self, list: Self::List) -> Result<Vec<u64>, Self::Error>;

    /// Collects the children of those positions where there is room, and gives the wanted ones in the tier itself; `None`
    /// if no worker had positions.
    fn expand(
        &mut self,
        tier: u32,
        numbers: &[u64],
        inside: Inside<'_>,
        rooms: &mut Rooms<Self::List>,
    ) -> Result<Option<Vec<u64>>, Self::Error>;
}

/// Keeps the numbers of all positions that play can reach; says how many this worker has by tier. `starts` gives the
/// numbers of this worker's starts in a tier.
pub fn enumerate<E: Expander>(
    expander: &mut E,
    layout: &Layout,
    starts: impl Fn(u32) -> Vec<u64>,
    mut rooms: Rooms<E::List>,
) -> Result<Vec<u64>, E::Error> {
    let top = layout.top();
    let mut sizes = Vec::new();
    for tier in 0..=top {
        sizes.push(if layout.tier(tier).expected == 0 {
            Some(0)
        } else {
            expander.known(tier)?.map(|numbers| numbers.len() as u64)
        });
    }
    for tier in (0..=top).rev() {
        let is_known = sizes[tier as usize].is_some();
        let mut open = layout.tier(tier).child_tiers.clone();
        open.retain(|&lower| lower < tier && sizes[lower as usize].is_none());
        if is_known && open.is_empty() {
            continue;
        }
        // All workers make room where one of them has a start.
        let begins = layout.starts_in(tier).count() as u64;
        if begins > 0 && !is_known {
            rooms.make(layout, tier, begins, expander.list(tier));
        }
        let (mut numbers, marks) = match rooms.found[tier as usize].take() {
            Some(Found::Marks(marks)) => {
                let count = marks.count();
                expander.check_room(&rooms, marks.bytes() + 8 * count)?;
                (marks.numbers(count), Some(marks))
            }
            Some(Found::List(list)) => (expander.ascending(list)?, None),
            None => (expander.known(tier)?.unwrap_or_default(), None),
        };
        if begins > 0 && !is_known {
            for start in starts(tier) {
                numbers.push(start);
                marks.as_ref().map(|marks| marks.mark(start));
            }
            merge(&mut numbers);
            numbers.dedup();
        }
        for lower in open {
            rooms.make(layout, lower, numbers.len() as u64, expander.list(lower));
        }
        let inside = match &marks {
            _ if is_known || !layout.is_loopy(tier) => Inside::Nothing,
            Some(marks) => Inside::New(marks),
            None => Inside::All,
        };
        follow(expander, tier, &mut numbers, inside, &mut rooms)?;
        if let Some(marks) = marks {
            marks.clear(&numbers);
            rooms.clear.push(marks);
        }
        if !is_known {
            sizes[tier as usize] = Some(numbers.len() as u64);
            expander.keep(tier, &numbers)?;
        }
    }
    Ok(sizes.into_iter().map(Option::unwrap_or_default).collect())
}

/// Expands those positions, and adds to them what is found in the tier itself until nothing is new.
fn follow<E: Expander>(
    expander: &mut E,
    tier: u32,
    numbers: &mut Vec<u64>,
    inside: Inside<'_>,
    rooms: &mut Rooms<E::List>,
) -> Result<(), E::Error> {
    let mut found = expander.expand(tier, numbers, inside, rooms)?;
    if matches!(inside, Inside::Nothing) {
        return Ok(());
    }
    while let Some(mut new) = found {
        // Deterministic work, and children near each other.
        new.sort_unstable();
        if matches!(inside, Inside::All) {
            merge(numbers);
            new.dedup();
            new.retain(|number| numbers.binary_search(number).is_err());
        }
        found = expander.expand(tier, &new, inside, rooms)?;
        numbers.append(&mut new);
    }
    merge(numbers);
    Ok(())
}

/// Sorts what is a few ascending runs.
#[allow(
    clippy::stable_sort_primitive,
    reason = "the stable sort merges ascending runs in linear time"
)]
fn merge(numbers: &mut [u64]) {
    numbers.sort();
}
