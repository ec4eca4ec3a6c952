//! Monte-Carlo tree search from the position at hand.

use super::open::Open;
use noyau_core::game::{Outcome, Side};
use noyau_core::heuristic::WON;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_search::mcts::{self, Proof, Rules};
use noyau_search::textbook::{Algorithm, Form, GameNode, Window, search_within};

/// How leaves are judged.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// By a random game to the end.
    Playout,
    /// By alpha-beta to a depth, 0 for none, with the opinion of that name at the horizon. A score of `scale` counts as
    /// odds of e to 1.
    Opinion {
        /// The name of the opinion.
        name: String,
        /// How many plies are searched.
        depth: u32,
        /// The scale of the score.
        scale: f64,
    },
}

/// What a search found of a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Explored {
    /// The move.
    pub mv: String,
    /// In how many simulations it was played.
    pub visits: u64,
    /// What they brought on average, from 0 to 1, to the side that moves.
    pub mean: f64,
    /// What has been proved of it.
    pub proof: Proof,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsAnswer {
    /// Every move.
    pub moves: Vec<Explored>,
    /// The number of the chosen one; `None` only where play is over.
    pub best: Option<usize>,
    /// The principal line.
    pub line: Vec<String>,
    /// Simulations of this search.
    pub simulations: u64,
    /// Nodes in memory.
    pub nodes: u64,
}

/// What the search asks of a game that is open.
struct Asked<'a, G: Notation> {
    open: &'a Open<G>,
    leaf: &'a Leaf,
}

impl<G: Notation> Rules for Asked<'_, G> {
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

    fn judge(&self, position: &G::Position, lead: i32) -> f64 {
        let Leaf::Opinion { name, depth, scale } = self.leaf else {
            return 0.5;
        };
        // The tree is searched as if the side to move were First, whom values are for.
        let root = GameNode {
            position: position.clone(),
            side: Side::First,
            lead,
            left: *depth,
        };
        let tree = self.open.game_tree_from(root.clone(), name);
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        let limits = Limits::default();
        let found = search_within(&tree, &root, Window::FULL, algorithm, &limits, |_| ());
        let score = found.map_or(0.0, |found| found.value.number());
        if score.abs() >= f64::from(WON) {
            return if score > 0.0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + (-score / scale).exp())
    }
}

/// Monte-Carlo tree search from the position at hand.
pub trait SampledSearch: Send {
    /// Searches by Monte-Carlo tree search. What `memory` holds of an earlier search of this game is used again.
    fn search_by_sampling(
        &self,
        settings: &mcts::Settings,
        leaf: &Leaf,
        memory: &mut mcts::Memory,
        limits: &Limits,
    ) -> MctsAnswer;
}

impl<G: Notation> SampledSearch for Open<G> {
    fn search_by_sampling(
        &self,
        settings: &mcts::Settings,
        leaf: &Leaf,
        memory: &mut mcts::Memory,
        limits: &Limits,
    ) -> MctsAnswer {
        let rules = Asked { open: self, leaf };
        let position = &self.now().position;
        let found = mcts::search(&rules, position, self.lead(), settings, memory, limits);
        let text = |mv| self.game.format_move(position, mv);
        let moves = found.moves.iter().map(|visited| Explored {
            mv: text(visited.mv),
            visits: visited.visits,
            mean: visited.mean,
            proof: visited.proof,
        });
        let mut here = position.clone();
        let line = found.line.iter().map(|&mv| {
            let text = self.game.format_move(&here, mv);
            self.game.play(&mut here, mv);
            text
        });
        MctsAnswer {
            line: line.collect(),
            moves: moves.collect(),
            best: found.best,
            simulations: found.simulations,
            nodes: found.nodes,
        }
    }
}
