//! Who owns which number of a tier.
//!
//! Numbers go in blocks, dealt out row by row, a row being one block for each worker; from which worker a row begins is
//! drawn by a fixed mixing of its number, because the digits of numbers mean something and would favour some workers.
//! A worker calls its numbers by their place among its own, *locals*, so that it needs room only for these. Locals
//! ascend as numbers do, and a row of locals lies in the same row of numbers for every worker.

/// Numbers a block: enough for children to be near each other, few enough for small tiers to be shared.
pub(crate) const BLOCK_BITS: u32 = 10;
const MASK: u64 = (1 << BLOCK_BITS) - 1;

/// One worker's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Partition {
    index: u64,
    peers: u64,
    /// Where there is a power of two of workers, which.
    shift: Option<u32>,
}

impl Partition {
    pub(crate) fn new(index: usize, peers: usize) -> Self {
        let peers = peers as u64;
        Self {
            index: index as u64,
            peers,
            shift: peers.is_power_of_two().then(|| peers.ilog2()),
        }
    }

    /// Division by the number of workers, with the rest.
    #[inline]
    fn divided(self, number: u64) -> (u64, u64) {
        match self.shift {
            Some(shift) => (number >> shift, number & (self.peers - 1)),
            None => (number / self.peers, number % self.peers),
        }
    }

    /// With which worker a row begins.
    #[inline]
    fn first(self, row: u64) -> u64 {
        let mixed = row.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.divided((mixed ^ mixed >> 29) >> 32).1
    }

    /// Whose a number is, and which of the owner's.
    #[inline]
    pub(crate) fn locate(self, number: u64) -> (usize, u64) {
        if self.peers == 1 {
            return (0, number);
        }
        let (row, column) = self.divided(number >> BLOCK_BITS);
        let (_, owner) = self.divided(column + self.first(row));
        (owner as usize, row << BLOCK_BITS | number & MASK)
    }

    /// The number of this worker's local.
    #[inline]
    pub(crate) fn number(self, local: u64) -> u64 {
        if self.peers == 1 {
            return local;
        }
        let row = local >> BLOCK_BITS;
        let (_, column) = self.divided(self.index + self.peers - self.first(row));
        (row * self.peers + column) << BLOCK_BITS | local & MASK
    }

    /// Every local of a number below `bound` is below this.
    pub(crate) fn bound(self, bound: u64) -> u64 {
        if self.peers == 1 {
            return bound;
        }
        let rows = bound.div_ceil(1 << BLOCK_BITS).div_ceil(self.peers);
        rows << BLOCK_BITS
    }

    /// How many numbers below `bound` are this worker's: all rows but the last are full.
    pub(crate) fn count(self, bound: u64) -> u64 {
        let full = self.bound(bound).saturating_sub(1 << BLOCK_BITS);
        full + bound.saturating_sub(self.number(full)).min(1 << BLOCK_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_owner_who_knows_it() {
        for peers in [1usize, 2, 3, 4, 7] {
            let mut owned = vec![0u64; peers];
            let bound = 1_000_000;
            for number in (0..bound).step_by(97).chain([u64::MAX >> 1, bound - 1]) {
                let (owner, local) = Partition::new(0, peers).locate(number);
                let own = Partition::new(owner, peers);
                assert_eq!(own.number(local), number);
                if number < bound {
                    assert!(local < own.bound(bound));
                    owned[owner] += 1;
                }
            }
            for bound in [0, 1, 1024, 5000, bound] {
                let counts = (0..peers).map(|index| Partition::new(index, peers).count(bound));
                assert_eq!(counts.sum::<u64>(), bound);
            }
            let (least, most) = (owned.iter().min(), owned.iter().max());
            assert!(most.unwrap() * 10 < least.unwrap() * 13, "{owned:?}");
        }
    }

    #[test]
    fn locals_ascend_with_numbers() {
        let partition = Partition::new(2, 5);
        let numbers: Vec<u64> = (0..100_000).map(|local| partition.number(local)).collect();
        assert!(numbers.is_sorted());
    }
}
