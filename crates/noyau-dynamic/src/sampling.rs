//! Monte-Carlo tree search from the current position.

use super::open::Open;
use super::trees::ZERO;
use noyau_core::game::Side;
use noyau_core::heuristic::{Evaluator, WON};
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_search::mcts::{self, Leaves};
use noyau_search::textbook::{Algorithm, Form, GameNode, GameTree, search};

/// The evaluation of leaves.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// By a random game to the end.
    Playout,
    /// By a game to the end of moves that the game thinks likely, which also says what to expect of moves; a random one where
    /// it does not.
    Guided,
    /// By alpha-beta to a depth, 0 for none, with the named heuristic at the horizon. A score of `scale` means odds
    /// of e to 1.
    Opinion {
        /// The name of the heuristic.
        name: String,
        /// The search depth in plies.
        depth: u32,
        /// The scale of the score.
        scale: f64,
    },
}

/// The result of a search.
pub type MctsAnswer = mcts::Sampled<String>;

impl<G: Notation> Open<G> {
    /// The value of a position for the side to move, from 0 to 1, by alpha-beta to a depth.
    fn odds(
        &self,
        evaluator: &Evaluator<G>,
        (position, lead): (&G::Position, i32),
        depth: u32,
        scale: f64,
    ) -> f64 {
        // Search as if the side to move were First, since values are for First.
        let root = GameNode {
            position: position.clone(),
            side: Side::First,
            lead,
            left: depth,
        };
        let judge = |node: &GameNode<G::Position>| self.value_by(evaluator, node);
        let tree = GameTree {
            rules: self.rules(),
            root,
            judge: &judge,
        };
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        let found = search(&tree, algorithm, &Limits::default(), &mut |_| ());
        let score = found.map_or(0.0, |found| found.value.number());
        if score.abs() >= f64::from(WON) {
            return if score > 0.0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + (-score / scale).exp())
    }
}

/// Monte-Carlo tree search from the current position.
pub trait SampledSearch: Send {
    /// Whether the game says how it is usually played, which [`Leaf::Guided`] goes by.
    fn is_guided(&self) -> bool;

    /// Runs Monte-Carlo tree search. Reuses the tree that `memory` holds from an earlier search of this game.
    fn search_by_sampling(
        &self,
        settings: &mcts::Settings,
        leaf: &Leaf,
        memory: &mut mcts::Memory,
        limits: &Limits,
    ) -> MctsAnswer;
}

impl<G: Notation> SampledSearch for Open<G> {
    fn is_guided(&self) -> bool {
        self.spec.guide.is_some()
    }

    fn search_by_sampling(
        &self,
        settings: &mcts::Settings,
        leaf: &Leaf,
        memory: &mut mcts::Memory,
        limits: &Limits,
    ) -> MctsAnswer {
        let (name, depth, scale) = match leaf {
            Leaf::Playout | Leaf::Guided => (ZERO.name, 0, 1.0),
            Leaf::Opinion { name, depth, scale } => (name.as_str(), *depth, *scale),
        };
        let evaluator = self.evaluator(name);
        let judge = |at: &G::Position, lead: i32| self.odds(&evaluator, (at, lead), depth, scale);
        let (rules, position, lead) = (self.rules(), &self.now().position, self.lead());
        let leaves = match (leaf, &self.spec.guide) {
            (Leaf::Opinion { .. }, _) => Leaves::Judged(&judge),
            (Leaf::Guided, Some(guide)) => Leaves::Guided(guide),
            (Leaf::Guided, None) | (Leaf::Playout, _) => Leaves::Random,
        };
        let found = mcts::search(rules, &leaves, position, lead, settings, memory, limits);
        let text = |&(mv, visited)| (self.game.format_move(position, mv), visited);
        mcts::Sampled {
            moves: found.moves.iter().map(text).collect(),
            line: self.line_texts(&found.line),
            best: found.best,
            simulations: found.simulations,
            nodes: found.nodes,
        }
    }
}
