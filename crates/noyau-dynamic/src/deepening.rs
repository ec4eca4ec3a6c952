//! Iterative deepening from the current position.

use super::open::{Open, State};
use noyau_core::heuristic::Score;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_search::iterative_deepening::{Deepened, Depth, Root, deepen};

/// The result of a heuristic search; scores are for the side to move.
pub type DeepAnswer = Deepened<String>;

/// Iterative deepening from the current position.
pub trait DeepSearch: Send {
    /// Searches deeper and deeper with the named heuristic at the horizon until a depth or a limit is reached, and
    /// returns the moves within `slack` of the best; none if the game is over.
    fn search_deeper(
        &self,
        depth: Depth,
        opinion: &str,
        slack: Score,
        limits: &Limits,
    ) -> DeepAnswer;
    /// Whether such a search suits the game: it knows which moves are noisy, or there is an exact search, too.
    fn suits_deep_search(&self) -> bool;
    /// How skilled the players of its ten levels are, the weakest first.
    fn skills(&self) -> [u8; 10];
    /// Whether play has gone round: the position is there for the third time, or many moves have been played that could be
    /// taken back.
    fn goes_round(&self) -> bool;
}

impl<G: Notation> DeepSearch for Open<G> {
    fn search_deeper(
        &self,
        depth: Depth,
        opinion: &str,
        slack: Score,
        limits: &Limits,
    ) -> DeepAnswer {
        let (rules, evaluator) = (self.rules(), self.evaluator(opinion));
        let now = self.now();
        let position = &now.position;
        let before = self.line[..self.line.len() - 1].iter();
        let before: Vec<_> = before
            .map(|state| {
                let [own, other] = [state.side, state.side.other()].map(|side| side as usize);
                let lead = state.points[own] - state.points[other];
                (state.position.clone(), lead, state.side == now.side)
            })
            .collect();
        let root = Root {
            position,
            lead: self.lead(),
            before: &before,
            tactics: self.spec.tactics.as_ref(),
        };
        let found = deepen(rules, &evaluator, &root, depth, slack, limits);
        let text = |&(mv, score)| (self.game.format_move(position, mv), score);
        Deepened {
            line: self.line_texts(&found.line),
            moves: found.moves.iter().map(text).collect(),
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
    fn suits_deep_search(&self) -> bool {
        self.spec.tactics.is_some() || self.spec.search.is_some()
    }

    fn skills(&self) -> [u8; 10] {
        self.spec.skills
    }

    fn goes_round(&self) -> bool {
        /// A hundred moves of each side.
        const MOST_PLIES: u32 = 200;
        let now = self.now();
        // With all points the same, for those that are won do not come back.
        let again = |state: &&State<G::Position>| {
            state.points == now.points && state.side == now.side && state.position == now.position
        };
        let line = self.line.iter().rev().take(now.reversible as usize + 1);
        let often = line.filter(again).count() >= 3;
        often || self.spec.tactics.is_some() && now.reversible >= MOST_PLIES
    }
}
