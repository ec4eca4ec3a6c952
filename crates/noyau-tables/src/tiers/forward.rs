//! Forwards: the enumeration of every tier by the threads of one process.

use super::NotSolved;
use super::backward::Batch;
use super::reach::{Expander, Found, Inside, Rooms, enumerate};
use super::work::{Stopping, Work};
use noyau_core::by_number::{Ask, Expansion};
use noyau_core::parallel::for_each_job;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions taken by a thread at a time.
const SHARE: usize = 4096;

/// What one thread finds.
struct Finds {
    expansion: Expansion,
    /// By tier, for those that are lists, and in the tier under way what is wanted.
    lists: Vec<Vec<u64>>,
    /// How long each list was when its doubles were last taken out.
    distinct: Vec<usize>,
    batch: Batch,
}

/// The enumeration under way.
struct Forward<'a, 'b> {
    work: &'b Work<'a>,
    expanded: AtomicU64,
}

/// Keeps the numbers of all positions that play can reach as checkpoints, and says how many there are by tier.
pub(super) fn enumerate_tiers(work: &Work<'_>) -> Result<Vec<u64>, NotSolved> {
    let layout = work.game.layout();
    let bounds = layout.tiers.iter().map(|tier| tier.bound).collect();
    let rooms = Rooms::new(bounds, work.limits.memory);
    let expanded = AtomicU64::new(0);
    enumerate(
        &mut Forward { work, expanded },
        layout,
        |tier| layout.starts_in(tier).collect(),
        rooms,
    )
}

impl Expander for Forward<'_, '_> {
    type Error = NotSolved;
    type List = Vec<u64>;

    fn known(&mut self, tier: u32) -> Result<Option<Vec<u64>>, NotSolved> {
        Ok(self.work.checkpoints.enumerated(tier)?)
    }

    fn keep(&mut self, tier: u32, numbers: &[u64]) -> Result<(), NotSolved> {
        Ok(self.work.checkpoints.put_keys(tier, numbers)?)
    }

    fn check_room(&self, rooms: &Rooms<Vec<u64>>, bytes: u64) -> Result<(), NotSolved> {
        let held = rooms.bytes(|list| 8 * list.capacity() as u64);
        let checked = self.work.limits.check_growth(held, bytes);
        checked.map_err(NotSolved::Stopped)
    }

    fn list(&self, _: u32) -> Vec<u64> {
        Vec::new()
    }

    fn ascending(&self, mut list: Vec<u64>) -> Result<Vec<u64>, NotSolved> {
        list.sort_unstable();
        list.dedup();
        list.shrink_to_fit();
        Ok(list)
    }

    fn expand(
        &mut self,
        tier: u32,
        numbers: &[u64],
        inside: Inside<'_>,
        rooms: &mut Rooms<Vec<u64>>,
    ) -> Result<Option<Vec<u64>>, NotSolved> {
        if numbers.is_empty() {
            return Ok(None);
        }
        let Work { game, limits, .. } = *self.work;
        let held = rooms.bytes(|list| 8 * list.capacity() as u64) + 8 * numbers.len() as u64;
        let held = held + inside.bytes();
        let tiers = rooms.found.len();
        let threads = limits.threads() as u64;
        let (found, expanded) = (&rooms.found, &self.expanded);
        let stopped = Stopping::default();
        let finds = for_each_job(
            limits.threads(),
            numbers.chunks(SHARE),
            || Finds {
                expansion: Expansion::new(Ask::Children),
                lists: vec![Vec::new(); tiers],
                distinct: vec![0; tiers],
                batch: Batch::default(),
            },
            |finds: &mut Finds, share| {
                let Finds {
                    expansion,
                    lists,
                    batch,
                    ..
                } = finds;
                let listed: usize = lists.iter().map(Vec::capacity).sum();
                // The others have found about as much.
                if !stopped.goes_on(limits, held + threads * 8 * listed as u64) {
                    return;
                }
                let mut left = share;
                while let Some(numbers) = batch.next(&mut left) {
                    game.expand(tier, numbers, expansion);
                    batch.note(expansion.links.len());
                    for link in &expansion.links {
                        let (to, number) = (link.tier as usize, link.number);
                        if link.tier == tier {
                            if inside.wants(number) {
                                lists[to].push(number);
                            }
                            continue;
                        }
                        match &found[to] {
                            Some(Found::Marks(marks)) => {
                                marks.mark(number);
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
        let mut new = Vec::new();
        for finds in finds {
            for (to, mut list) in finds.lists.into_iter().enumerate() {
                let all = if to == tier as usize {
                    &mut new
                } else if let Some(Found::List(all)) = &mut rooms.found[to] {
                    all
                } else {
                    continue;
                };
                if all.is_empty() {
                    *all = list;
                } else {
                    all.append(&mut list);
                }
            }
        }
        Ok(Some(new))
    }
}
