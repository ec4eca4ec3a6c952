//! What the workers of one process hold of solved tiers, for each other: what a neighbour has in memory is looked up there,
//! and only what workers of other processes own is asked for.

use crate::tier_cache::CachedTier;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// By worker and tier what is held.
#[derive(Debug, Default)]
pub(crate) struct LocalPeers(Mutex<BTreeMap<(usize, u32), Arc<CachedTier>>>);

impl LocalPeers {
    fn all(&self) -> MutexGuard<'_, BTreeMap<(usize, u32), Arc<CachedTier>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what a worker holds of a tier.
    pub(crate) fn show(&self, worker: usize, tier: u32, held: Arc<CachedTier>) {
        self.all().insert((worker, tier), held);
    }

    /// Takes it back.
    pub(crate) fn hide(&self, worker: usize, tier: u32) {
        self.all().remove(&(worker, tier));
    }

    /// What a worker of this process holds of a tier in memory.
    pub(crate) fn in_memory(&self, worker: usize, tier: u32) -> Option<Arc<CachedTier>> {
        let held = self.all().get(&(worker, tier)).cloned();
        held.filter(|held| !held.is_on_disk())
    }
}
