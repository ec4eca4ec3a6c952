//! Games whose positions are laid out for tables: in tiers, and numbered within each.

use crate::game::Game;

/// A game laid out for tables. A position belongs to a tier, a quantity that no move raises (squares left, men on the
/// board), and has a number in it. Unless it says otherwise, a game has one tier.
///
/// In games with points, a move that stays in its tier wins nothing.
pub trait Index: Game {
    /// Every tier is less than this; 0 if the positions of these parameters are not numbered. Tier 0 is solved first.
    fn tiers(&self) -> u32 {
        1
    }

    /// The tier of a position. No move leads to a higher one.
    fn tier(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The tiers that moves from a tier lead to, the tier itself included where moves stay in it. It may name more than
    /// there are; only these are held in memory while the tier is solved.
    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (0..=tier).collect()
    }

    /// `Some(n)` if numbers in that tier are dense enough to be stored as they are, each less than n; `None` if they
    /// are keys to be listed.
    fn dense(&self, _tier: u32) -> Option<u64> {
        None
    }

    /// Every number in that tier is less than this.
    fn bound(&self, tier: u32) -> u64 {
        self.dense(tier).unwrap_or(u64::MAX)
    }

    /// About how many positions a table holds for that tier, for a plan; 0 only if there are none.
    fn expected(&self, tier: u32) -> u64 {
        self.bound(tier)
    }

    /// Whether every tier is dense and play reaches every position that has a number, so that nobody need find out.
    fn is_whole(&self) -> bool {
        false
    }

    /// Whether every move that stays in that tier leads to a lower number, so that one walk upwards settles it.
    fn descends(&self, _tier: u32) -> bool {
        false
    }

    /// The number of a position within its tier, different for different positions.
    fn number(&self, position: &Self::Position) -> u64;

    /// The position with that number in that tier, or `None` for a gap. In a game that is whole, what is not its
    /// own canonical image is a gap.
    fn position(&self, tier: u32, number: u64) -> Option<Self::Position>;

    /// The one image of a position under the symmetries of the game that tables hold.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// How many different positions have the same canonical image as this one.
    fn orbit_size(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// Calls `each` for every legal move, in their order, with the tier and the number of the canonical image of the
    /// position it leads to. `moves` is room to work in. A game may find numbers without making the positions.
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
            let child = self.canonical(&self.child(position, mv));
            each(mv, self.tier(&child), self.number(&child));
        }
    }

    /// Appends every position of the same tier from which a move leads to this one or to an image of it, each position
    /// or some image of it at least once, and says so by `true`; positions that play cannot reach may be among them. No
    /// such move keeps the turn. A game that cannot play backwards says `false`.
    fn predecessors_in_tier(
        &self,
        _position: &Self::Position,
        _out: &mut Vec<Self::Position>,
    ) -> bool {
        false
    }
}
