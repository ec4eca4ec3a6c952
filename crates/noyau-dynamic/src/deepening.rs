//! Iterative deepening from the position at hand.

use super::open::Open;
use noyau_core::heuristic::Score;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_search::iterative_deepening::{Deepened, deepen};

/// What a search with an opinion at the horizon found; scores are for the side to move.
pub type DeepAnswer = Deepened<String>;

/// Iterative deepening from the position at hand.
pub trait DeepSearch: Send {
    /// Searches ever deeper with the opinion of that name at the horizon, until a depth or a limit is reached, and tells the
    /// moves that are worse than the best by at most `slack`; none where play is over.
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
