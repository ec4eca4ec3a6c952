//! Positions that are the same but for a turn or a reflection of the board.

use crate::game::Game;

/// A game whose board looks the same after some transformations. Element 0 is the identity.
///
/// A transformation must commute with play and leave outcomes, turns and points as they are.
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
