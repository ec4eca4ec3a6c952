//! Games whose positions are laid out for tables: in tiers, and numbered within each.

use crate::game::Game;

/// Which of its numbered positions a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Those that play reaches from the start.
    Reachable,
    /// All, since play reaches all from the start: every tier is dense, and there is nothing to enumerate.
    Whole,
    /// All, wherever play starts, as those of a class of endgames: every tier is dense, and there is nothing to enumerate.
    Class,
}

/// A game laid out for tables. Each position belongs to a tier, a quantity that no move raises (empty squares, men
/// on the board), and has a number within it. By default a game has one tier.
///
/// In games with points, a move that stays in its tier wins nothing.
pub trait Index: Game {
    /// Every tier is less than this; 0 if the positions of these parameters are not numbered. Tier 0 is solved first.
    fn tiers(&self) -> u32 {
        1
    }

    /// The tier of a position. No move leads to a higher one. A position that a class of endgames does not have is in
    /// no tier: the number is too high.
    fn tier(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The tiers of the successors of a tier, including the tier itself if moves stay in it. A superset is allowed;
    /// only these tiers are held in memory while the tier is solved.
    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (0..=tier).collect()
    }

    /// `Some(n)` if the numbers of that tier, all below n, are dense enough for an array; `None` if they are keys
    /// to be listed.
    fn dense(&self, _tier: u32) -> Option<u64> {
        None
    }

    /// An exclusive upper bound of the numbers in that tier.
    fn bound(&self, tier: u32) -> u64 {
        self.dense(tier).unwrap_or(u64::MAX)
    }

    /// The approximate number of stored positions in that tier, for planning; 0 only if there are none.
    fn expected(&self, tier: u32) -> u64 {
        self.bound(tier)
    }

    /// Which of the numbered positions a table holds.
    fn coverage(&self) -> Coverage {
        Coverage::Reachable
    }

    /// Whether every move within that tier leads to a lower number, so that one ascending pass solves it.
    fn descends(&self, _tier: u32) -> bool {
        false
    }

    /// The number of a position within its tier, injective.
    fn number(&self, position: &Self::Position) -> u64;

    /// The position with that number in that tier, or `None` for a gap. Where a table is whole, positions
    /// that are not canonical are gaps.
    fn position(&self, tier: u32, number: u64) -> Option<Self::Position>;

    /// The canonical form of a position: the one image under the symmetries of the game that tables hold.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The tier and the number of the canonical form of a position. A game may find them without making that form.
    #[inline]
    fn locate(&self, position: &Self::Position) -> (u32, u64) {
        let held = self.canonical(position);
        (self.tier(&held), self.number(&held))
    }

    /// The number of distinct images of a position under the symmetries.
    fn orbit_size(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// Calls `each` for every legal move, in order, with the tier and the number of the canonical form of the
    /// successor. `moves` is scratch space. A game may compute numbers without making the positions.
    #[inline]
    fn for_each_child(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        mut each: impl FnMut(Self::Move, u32, u64),
    ) where
        Self: Sized,
    {
        moves.clear();
        self.moves(position, moves);
        for &mv in moves.iter() {
            let (tier, number) = self.locate(&self.child(position, mv));
            each(mv, tier, number);
        }
    }

    /// Appends the predecessors, within the same tier, of this position and of its images, each of them or one of
    /// its images at least once; unreachable positions may be among them. No such move may keep the turn. Returns
    /// `false` if the game cannot generate predecessors.
    fn predecessors_in_tier(
        &self,
        _position: &Self::Position,
        _out: &mut Vec<Self::Position>,
    ) -> bool {
        false
    }
}

/// A game whose positions are numbered in one tier without gaps, and in which every move leads to a lower number:
/// in ascending order, every position comes after its successors.
pub trait Descending: Index {
    /// Calls `mark` with the number of every predecessor of a position, each once. Numbers out of range are
    /// allowed.
    fn mark_predecessors(&self, number: u64, mark: &mut impl FnMut(u64));
}
