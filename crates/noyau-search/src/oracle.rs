//! Who answers whether a side reaches a goal: every search that decides outcomes or margins, and whoever knows them already.

use crate::dfpn::{Goal, Ground, Prover};
use crate::goal::Margin;
use crate::null_window::Search;
use crate::outcome_search::Seeker;
use noyau_core::game::Game;
use noyau_core::hints::bounds::Bounded;
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
    /// The place of a move among those to be tried, lowest first, if there is an opinion that does not depend on what was
    /// found so far.
    fn opinion(&self, _position: &G::Position, _mv: G::Move) -> Option<Score> {
        None
    }
}

impl<G: Bounded> Oracle<G> for Seeker<'_, G> {
    fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        Seeker::reaches(self, position, goal)
    }

    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        Seeker::known(self, position, goal)
    }

    fn nodes(&self) -> u64 {
        Seeker::nodes(self)
    }

    fn opinion(&self, position: &G::Position, mv: G::Move) -> Option<Score> {
        Some(Seeker::opinion(self, position, mv))
    }
}

impl<G: Game, B: Ground<Position = G::Position>> Oracle<G> for Prover<'_, B> {
    fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        Prover::reaches(self, position, goal)
    }

    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        Prover::known(self, position, goal)
    }

    fn nodes(&self) -> u64 {
        self.nodes
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
}
