//! Ever deeper searches from the position at hand.

use super::open::Open;
use noyau_core::game::Outcome;
use noyau_core::heuristic::{Heuristic, Score, WON};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::iterative_deepening::{Judged, deepen};

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

/// What the search asks of a game that is open.
struct Asked<'a, G: Notation> {
    open: &'a Open<G>,
    heuristic: Option<&'a Heuristic<G>>,
    with_points: bool,
}

impl<G: Notation> Judged for Asked<'_, G> {
    type Game = G;

    #[inline]
    fn game(&self) -> &G {
        &self.open.game
    }

    #[inline]
    fn gain(&self, position: &G::Position, mv: G::Move) -> i32 {
        self.open.gain(position, mv)
    }

    #[inline]
    fn end(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        self.open.end(position, lead)
    }

    #[inline]
    fn judge(&self, position: &G::Position, lead: i32) -> Score {
        let opinion = self
            .heuristic
            .map_or(0, |heuristic| (heuristic.score)(&self.open.game, position));
        let points = if self.with_points { lead } else { 0 };
        opinion.saturating_add(points).clamp(1 - WON, WON - 1)
    }
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
        let (heuristic, with_points) = self.opinion_called(opinion);
        let rules = Asked {
            open: self,
            heuristic,
            with_points,
        };
        let position = &self.now().position;
        let found = deepen(&rules, position, self.lead(), depth, slack, limits);
        let mut here = position.clone();
        let line = found.line.iter().map(|&mv| {
            let text = self.game.format_move(&here, mv);
            self.game.play(&mut here, mv);
            text
        });
        DeepAnswer {
            line: line.collect(),
            moves: found
                .moves
                .iter()
                .map(|&(mv, score)| (self.game.format_move(position, mv), score))
                .collect(),
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
}
