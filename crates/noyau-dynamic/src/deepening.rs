//! Iterative deepening from the position at hand.

use super::open::Open;
use noyau_core::heuristic::Score;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::iterative_deepening::deepen;

/// What a search with an opinion at the horizon found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepAnswer {
    /// The best moves, and those worse by no more than was asked for, with their scores for the side to move.
    pub moves: Vec<(String, Score)>,
    /// The play that the search expects.
    pub line: Vec<String>,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// Positions visited, horizon included.
    pub nodes: u64,
    /// Which limit ended the search, if it was one.
    pub stopped: Option<Stopped>,
}

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
        DeepAnswer {
            line: self.line_texts(&found.line),
            moves: found.moves.iter().map(text).collect(),
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
}
