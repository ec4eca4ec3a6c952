//! The interface of every search that answers whether the side to move reaches a goal.

use crate::dfpn::Goal;
use crate::null_window::Search;
use crate::scoring::Margin;
use noyau_core::game::{Game, Side};
use noyau_core::hints::{Score, SearchHints};
use noyau_core::limits::Stopped;
use noyau_core::points::Points;

/// Answers questions about positions of a game.
pub trait Oracle<G: Game> {
    /// Whether the side to move gets at least the goal.
    fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Stopped>;
    /// The answer if it is known without a search.
    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool>;
    /// Positions whose moves were generated.
    fn nodes(&self) -> u64;
    /// Makes searches stop once so many positions have had their moves generated, at the latest.
    fn limit_nodes(&mut self, _most: u64) {}
    /// The key by which moves are sorted, lowest first, if it does not depend on what was found so far.
    fn ordering(&self, _position: &G::Position, _mv: G::Move) -> Option<Score> {
        None
    }
    /// Parts of a placement game by which a side provably wins, if a static bound rests on them.
    fn winning_parts(&mut self, _position: &G::Position, _owner: Side) -> Option<Vec<u128>> {
        None
    }
}

impl<G: SearchHints + Points> Oracle<G> for Search<'_, G, Margin> {
    fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        match self.known_at_least(position, goal) {
            Some(answer) => Ok(answer),
            None => Ok(self.at_least(position, goal)? >= goal),
        }
    }

    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        self.known_at_least(position, goal)
    }

    fn nodes(&self) -> u64 {
        Search::nodes(self)
    }

    fn limit_nodes(&mut self, most: u64) {
        Search::limit_nodes(self, most);
    }
}
