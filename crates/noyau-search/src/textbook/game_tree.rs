//! The tree of a game: its positions to a horizon, judged there by a heuristic (course, first text, 2.1; fifth, 4.12).

use super::SearchTree;
use super::printed::Evaluated;
use crate::tree::Utility;
use noyau_core::game::{Game, Side};
use noyau_core::payoff::Rules;
use std::fmt;

/// A game unfolded from a position on the way.
pub struct GameTree<'a, G: Game> {
    /// The game.
    pub rules: Rules<'a, G>,
    /// Where the tree starts.
    pub root: GameNode<G::Position>,
    /// What a node is worth to First where play is over or the horizon is reached.
    pub judge: &'a dyn Fn(&GameNode<G::Position>) -> Utility,
}

impl<G: Game> fmt::Debug for GameTree<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTree").finish_non_exhaustive()
    }
}

impl<G: Game> GameTree<'_, G> {
    /// Whether the tables know a node, which is a leaf then. The root is none: its moves are wanted.
    pub fn is_tabled(&self, node: &GameNode<G::Position>) -> bool {
        node.left < self.root.left && self.rules.probe(&node.position).is_some()
    }
}

/// A node of the tree of a game.
#[derive(Debug, Clone)]
pub struct GameNode<P> {
    /// The position.
    pub position: P,
    /// Who moves.
    pub side: Side,
    /// By how many points First is ahead.
    pub lead: i32,
    /// How many moves it is to the horizon.
    pub left: u32,
}

impl<G: Game> SearchTree for GameTree<'_, G> {
    type Node = GameNode<G::Position>;
    type Move = G::Move;

    fn root(&self) -> Self::Node {
        self.root.clone()
    }

    #[inline]
    fn moves(&self, node: &Self::Node, out: &mut Vec<G::Move>) {
        if node.left > 0 && !self.is_tabled(node) {
            self.rules.game.moves(&node.position, out);
        }
    }

    #[inline]
    fn child(&self, node: &Self::Node, mv: G::Move) -> Self::Node {
        let (position, effect) = self.rules.advance(&node.position, mv);
        GameNode {
            position,
            side: node.side.after(effect.keeps_turn),
            lead: node.lead + node.side.for_first(effect.gain),
            left: node.left - 1,
        }
    }

    #[inline]
    fn turn(&self, node: &Self::Node) -> Side {
        node.side
    }

    #[inline]
    fn value(&self, node: &Self::Node) -> Utility {
        (self.judge)(node)
    }
}

impl<G: Game> Evaluated for GameTree<'_, G> {
    fn h(&self, node: &Self::Node) -> Utility {
        (self.judge)(node)
    }
}
