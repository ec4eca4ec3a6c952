//! Matches in tables: all numbers in one tier, where every move leads to a lower one.

use super::Matches;
use noyau_core::index::{Coverage, Index};

impl Index for Matches {
    fn dense(&self, _: u32) -> Option<u64> {
        Some(u64::from(self.start) + 1)
    }

    /// Single matches may be taken, so all numbers are reachable.
    fn coverage(&self) -> Coverage {
        Coverage::Whole
    }

    fn descends(&self, _: u32) -> bool {
        true
    }

    fn number(&self, left: &u32) -> u64 {
        u64::from(*left)
    }

    fn position(&self, _: u32, number: u64) -> Option<u32> {
        let left = u32::try_from(number).ok()?;
        (self.end..=self.start).contains(&left).then_some(left)
    }
}
