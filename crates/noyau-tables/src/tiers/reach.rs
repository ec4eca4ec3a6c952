//! Forwards: which positions play can reach, tier by tier.
//!
//! From the start downwards, the children of a tier's positions are collected in the tiers they lie in: as marks, one
//! bit a number, where numbers are small enough, otherwise as lists that are sorted. Either way each position is kept
//! exactly once, and by its number, not by a hash. Moves within a tier are followed until nothing new is found. What a tier
//! holds is kept as a checkpoint before the next one is taken up. One generation of moves a position.

use super::NotSolved;
use super::backward::BATCH;
use super::work::{Stopping, Work};
use noyau_core::by_number::{Ask, Expansion};
use noyau_core::parallel::for_each_job;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions taken by a thread at a time.
const SHARE: usize = 4096;
/// Marks may take so many bytes for each position expected: about as much as lists would.
const BYTES_A_POSITION: u64 = 128;
/// Marks that are no trouble.
const FEW_BYTES: u64 = 1 << 20;

/// What is known of a tier that is still to be taken up.
enum Found {
    /// One bit a number.
    Marks(Vec<AtomicU64>),
    /// Numbers in any order, perhaps several times.
    List(Vec<u64>),
}

impl Found {
    fn bytes(&self) -> u64 {
        let words = match self {
            Self::Marks(words) => words.len(),
            Self::List(list) => list.capacity(),
        };
        words as u64 * 8
    }
}

/// Marks a number, and says whether it is new.
#[inline]
fn mark(words: &[AtomicU64], number: u64) -> bool {
    let word = &words[(number / 64) as usize];
    let bit = 1 << (number % 64);
    // Most numbers are marked already: reading first spares the lock.
    word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
}

/// What one thread finds.
struct Finds {
    expansion: Expansion,
    /// By tier, for those that are lists, and in the tier under way what is new.
    lists: Vec<Vec<u64>>,
    /// How long each list was when its doubles were last taken out.
    distinct: Vec<usize>,
}

/// The enumeration under way.
pub(super) struct Reach<'a, 'b> {
    work: &'b Work<'a>,
    found: Vec<Option<Found>>,
    /// Marks to be used again: all clear.
    clear: Vec<Vec<AtomicU64>>,
    expanded: AtomicU64,
}

/// Keeps the numbers of all positions that play can reach as checkpoints, and says how many there are by tier.
pub(super) fn enumerate(work: &Work<'_>) -> Result<Vec<u64>, NotSolved> {
    let game = work.game;
    let layout = game.layout();
    let (top, start) = layout.start;
    let mut sizes: Vec<Option<u64>> = Vec::new();
    for tier in 0..=top {
        sizes.push(if layout.tier(tier).expected == 0 {
            Some(0)
        } else {
            work.enumerated(tier)?.map(|numbers| numbers.len() as u64)
        });
    }
    let mut reach = Reach {
        work,
        found: (0..=top).map(|_| None).collect(),
        clear: Vec::new(),
        expanded: AtomicU64::new(0),
    };
    if sizes[top as usize].is_none() {
        reach.found[top as usize] = Some(reach.room(top, 1));
        reach.add(top, start);
    }
    for tier in (0..=top).rev() {
        let known = sizes[tier as usize];
        let below = &layout.tier(tier).child_tiers;
        let is_open = |lower: &&u32| **lower < tier && sizes[**lower as usize].is_none();
        let open: Vec<u32> = below.iter().filter(is_open).copied().collect();
        if known.is_some() && open.is_empty() {
            continue;
        }
        let numbers = reach.tier(tier, known.is_some(), &open)?;
        if known.is_none() {
            sizes[tier as usize] = Some(numbers.len() as u64);
            work.checkpoints.put_keys(tier, &numbers)?;
        }
    }
    Ok(sizes.into_iter().map(Option::unwrap_or_default).collect())
}

impl Reach<'_, '_> {
    /// Room for the numbers of a tier, of which about so many are expected.
    fn room(&mut self, tier: u32, expected: u64) -> Found {
        let of = self.work.game.layout().tier(tier);
        let bytes = of.bound / 8;
        let most = FEW_BYTES.max(expected.saturating_mul(BYTES_A_POSITION));
        // Two tiers have marks at a time, and the positions of one are listed beside them.
        let memory = self.work.limits.memory.unwrap_or(u64::MAX);
        if of.dense.is_none() && bytes > most.min(memory / 4) {
            self.clear.clear();
            return Found::List(Vec::new());
        }
        let words = of.bound.div_ceil(64) as usize;
        let again = self.clear.iter().position(|clear| clear.len() == words);
        Found::Marks(if let Some(i) = again {
            self.clear.swap_remove(i)
        } else {
            self.clear.clear();
            (0..words).map(|_| AtomicU64::new(0)).collect()
        })
    }

    fn add(&mut self, tier: u32, number: u64) {
        match &mut self.found[tier as usize] {
            Some(Found::Marks(words)) => {
                mark(words, number);
            }
            Some(Found::List(list)) => list.push(number),
            None => {}
        }
    }

    fn bytes(&self) -> u64 {
        let clear = self.clear.iter().map(|words| words.len() as u64 * 8);
        self.found.iter().flatten().map(Found::bytes).sum::<u64>() + clear.sum::<u64>()
    }

    /// Finds all of a tier, unless that is done, and collects its children in the tiers that are open. Gives its numbers,
    /// ascending.
    fn tier(&mut self, tier: u32, is_known: bool, open: &[u32]) -> Result<Vec<u64>, NotSolved> {
        if is_known {
            let numbers = self.work.enumerated(tier)?.unwrap_or_default();
            self.prepare(open, numbers.len() as u64);
            self.expand(tier, &numbers, None)?;
            return Ok(numbers);
        }
        let stays = self.work.game.layout().is_loopy(tier);
        let Some(found) = self.found[tier as usize].take() else {
            return Ok(Vec::new());
        };
        match found {
            Found::Marks(words) => {
                let mut frontier = Vec::new();
                for (i, word) in (0..).zip(&words) {
                    let mut marks = word.load(Ordering::Relaxed);
                    if !stays && marks != 0 {
                        word.store(0, Ordering::Relaxed);
                    }
                    while marks != 0 {
                        frontier.push(i * 64 + u64::from(marks.trailing_zeros()));
                        marks &= marks - 1;
                    }
                }
                self.prepare(open, frontier.len() as u64);
                let mut numbers = mem::take(&mut frontier);
                let mut new = self.expand(tier, &numbers, stays.then_some(&words[..]))?;
                while !new.is_empty() {
                    // Deterministic work, and children near each other.
                    new.sort_unstable();
                    let next = self.expand(tier, &new, Some(&words))?;
                    numbers.append(&mut new);
                    new = next;
                }
                if stays {
                    numbers.sort_unstable();
                    for &number in &numbers {
                        words[(number / 64) as usize].store(0, Ordering::Relaxed);
                    }
                }
                self.clear.push(words);
                Ok(numbers)
            }
            Found::List(mut list) => {
                list.sort_unstable();
                list.dedup();
                self.prepare(open, list.len() as u64);
                let mut new = self.expand(tier, &list, None)?;
                while stays && !new.is_empty() {
                    new.sort_unstable();
                    new.dedup();
                    new.retain(|number| list.binary_search(number).is_err());
                    let next = self.expand(tier, &new, None)?;
                    list.append(&mut new);
                    #[allow(
                        clippy::stable_sort_primitive,
                        reason = "the stable sort merges two ascending runs in linear time"
                    )]
                    list.sort();
                    new = next;
                }
                Ok(list)
            }
        }
    }

    /// Makes room in the tiers that are open, given how many positions lead there.
    fn prepare(&mut self, open: &[u32], parents: u64) {
        for &lower in open {
            if self.found[lower as usize].is_none() {
                self.found[lower as usize] = Some(self.room(lower, parents));
            }
        }
    }

    /// Collects the children of those positions, and gives those in the same tier: what is not yet in `marks`, or all.
    fn expand(
        &mut self,
        tier: u32,
        numbers: &[u64],
        marks: Option<&[AtomicU64]>,
    ) -> Result<Vec<u64>, NotSolved> {
        let Work { game, limits, .. } = *self.work;
        let held =
            self.bytes() + 8 * numbers.len() as u64 + marks.map_or(0, |m| m.len() as u64 * 8);
        let tiers = self.found.len();
        let threads = limits.threads() as u64;
        let stays = game.layout().is_loopy(tier);
        let (found, expanded) = (&self.found, &self.expanded);
        let stopped = Stopping::default();
        let finds = for_each_job(
            limits.threads(),
            numbers.chunks(SHARE),
            || Finds {
                expansion: Expansion::new(Ask::Children),
                lists: vec![Vec::new(); tiers],
                distinct: vec![0; tiers],
            },
            |finds: &mut Finds, share| {
                let Finds {
                    expansion, lists, ..
                } = finds;
                let listed: usize = lists.iter().map(Vec::capacity).sum();
                // The others have found about as much.
                if !stopped.goes_on(limits, held + threads * 8 * listed as u64) {
                    return;
                }
                for numbers in share.chunks(BATCH) {
                    game.expand(tier, numbers, expansion);
                    for link in &expansion.links {
                        let (to, number) = (link.tier as usize, link.number);
                        if link.tier == tier {
                            if stays && marks.is_none_or(|marks| mark(marks, number)) {
                                lists[to].push(number);
                            }
                            continue;
                        }
                        match &found[to] {
                            Some(Found::Marks(words)) => {
                                mark(words, number);
                            }
                            Some(Found::List(_)) => lists[to].push(number),
                            None => {}
                        }
                    }
                }
                let share = share.len() as u64;
                let done = expanded.fetch_add(share, Ordering::Relaxed) + share;
                // What is found is expanded once and solved once.
                limits.report(done, 2 * done.max(numbers.len() as u64));
                for (list, distinct) in finds.lists.iter_mut().zip(&mut finds.distinct) {
                    if list.len() > (1 << 20) + 2 * *distinct {
                        list.sort_unstable();
                        list.dedup();
                        *distinct = list.len();
                    }
                }
            },
        );
        stopped.result()?;
        let mut inside = Vec::new();
        for finds in finds {
            for (to, mut list) in finds.lists.into_iter().enumerate() {
                if to == tier as usize {
                    inside.append(&mut list);
                } else if let Some(Found::List(all)) = &mut self.found[to] {
                    all.append(&mut list);
                }
            }
        }
        Ok(inside)
    }
}
