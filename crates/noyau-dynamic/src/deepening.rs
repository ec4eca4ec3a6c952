//! Iterative deepening from the current position.

use super::open::Open;
use noyau_core::heuristic::Score;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_search::iterative_deepening::{Deepened, deepen};

/// The result of a heuristic search; scores are for the side to move.
pub type DeepAnswer = Deepened<String>;

/// Iterative deepening from the current position.
pub trait DeepSearch: Send {
    /// Searches deeper and deeper with the named heuristic at the horizon until a depth or a limit is reached, and
    /// returns the moves within `slack` of the best; none if the game is over.
    fn search_deeper(&self, depth: u32, opinion: &str, slack: Score, limits: &Limits)
    -> DeepAnswer;
}

impl<G: Notation> DeepSearch for Open<G> {
    fn search_deeper(
        &self,
        depth: u32,
        opinion: &str,
        slack: Score,
        limits: &Limits,
    ) -> DeepAnswer {
        let (rules, evaluator) = (self.rules(), self.evaluator(opinion));
        let (position, lead) = (&self.now().position, self.lead());
        let found = deepen(rules, &evaluator, position, lead, depth, slack, limits);
        let text = |&(mv, score)| (self.game.format_move(position, mv), score);
        Deepened {
            line: self.line_texts(&found.line),
            moves: found.moves.iter().map(text).collect(),
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
}
