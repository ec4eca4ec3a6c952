//! Positions that are equal up to a symmetry of the board.

use crate::game::Game;

/// A game with symmetries. Element 0 is the identity.
///
/// A transformation must commute with play and preserve outcomes, turns and points.
pub trait Symmetric: Game {
    /// The number of transformations, the identity included. It may depend on the parameters.
    fn symmetries(&self) -> usize;

    /// The image of a position under transformation `s`.
    fn transform(&self, position: &Self::Position, s: usize) -> Self::Position;

    /// The image of a move of that position under transformation `s`.
    fn transform_move(&self, position: &Self::Position, mv: Self::Move, s: usize) -> Self::Move;
}

/// The least image of a position under the symmetries of its game.
pub fn canonical<G: Symmetric>(game: &G, position: &G::Position) -> G::Position {
    (1..game.symmetries())
        .map(|s| game.transform(position, s))
        .fold(position.clone(), Ord::min)
}

/// The orbit size of a position under the symmetries of its game: the order of the group divided by that of the
/// stabilizer.
pub fn image_count<G: Symmetric>(game: &G, position: &G::Position) -> u64 {
    let all = game.symmetries();
    let same = (0..all).filter(|&s| game.transform(position, s) == *position);
    (all / same.count().max(1)) as u64
}
