//! The tree of a game: its positions to a horizon, judged there by a heuristic (course, first text, 2.1; fifth, 4.12).

use super::SearchTree;
use super::printed::Judged;
use crate::tree::Payoff;
use noyau_core::game::{Game, Side};

/// A game unfolded from a position on the way.
#[derive(Debug, Clone)]
pub struct GameTree<'a, G: Game, L, W> {
    /// The rules.
    pub game: &'a G,
    /// Where the tree starts.
    pub root: GameNode<G::Position>,
    /// What First wins in points by a move, negative for what Second wins; 0 in games without points.
    pub gain: W,
    /// What a node is worth to First where play is over or the horizon is reached.
    pub judge: L,
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

impl<G, L, W> SearchTree for GameTree<'_, G, L, W>
where
    G: Game,
    L: Fn(&GameNode<G::Position>) -> Payoff,
    W: Fn(&G::Position, G::Move, Side) -> i32,
{
    type Node = GameNode<G::Position>;
    type Move = G::Move;

    fn root(&self) -> Self::Node {
        self.root.clone()
    }

    #[inline]
    fn moves(&self, node: &Self::Node, out: &mut Vec<G::Move>) {
        if node.left > 0 {
            self.game.moves(&node.position, out);
        }
    }

    #[inline]
    fn child(&self, node: &Self::Node, mv: G::Move) -> Self::Node {
        let keeps = self.game.keeps_turn(&node.position, mv);
        GameNode {
            position: self.game.child(&node.position, mv),
            side: if keeps { node.side } else { node.side.other() },
            lead: node.lead + (self.gain)(&node.position, mv, node.side),
            left: node.left - 1,
        }
    }

    #[inline]
    fn turn(&self, node: &Self::Node) -> Side {
        node.side
    }

    #[inline]
    fn value(&self, node: &Self::Node) -> Payoff {
        (self.judge)(node)
    }
}

impl<G, L, W> Judged for GameTree<'_, G, L, W>
where
    G: Game,
    L: Fn(&GameNode<G::Position>) -> Payoff,
    W: Fn(&G::Position, G::Move, Side) -> i32,
{
    fn h(&self, node: &Self::Node) -> Payoff {
        (self.judge)(node)
    }
}
