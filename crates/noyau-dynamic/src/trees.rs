//! The game tree from the current position, for textbook searches.

use super::OpenGame;
use super::open::Open;
use noyau_core::game::Game;
use noyau_core::heuristic::{self, Evaluator, Score, WON};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::textbook::{
    Algorithm, GameNode, GameTree, NotUnfolded, Search, SearchTree, Window, best_of, search_within,
    unfold,
};
use noyau_search::tree::{Tree, Utility};

/// An evaluation at the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opinion {
    /// Short, lowercase, unique within the game.
    pub name: &'static str,
    /// What it measures.
    pub summary: Text,
}

/// The result of searching a tree without storing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeAnswer {
    /// The search from the root.
    pub search: Search,
    /// Every move with its value for First.
    pub moves: Vec<(String, Utility)>,
    /// The indices of the best moves.
    pub best: Vec<usize>,
    /// Nodes entered by all searches: the one from the root, and those for the exact value of every move.
    pub nodes: u64,
}

const POINTS: Opinion = Opinion {
    name: "points",
    summary: Text::new(
        "the points of First so far less those of Second",
        "les points de Premier jusqu'ici, moins ceux de Second",
    ),
};
/// What `noyau learn` made, for games that come with it.
pub const LEARNED: Opinion = Opinion {
    name: "learned",
    summary: Text::new(
        "what was learned from self-play: 1000 is about 85 % of the points",
        "ce qui fut appris en jouant contre soi-même : 1000 vaut environ 85 % des points",
    ),
};
/// What judges best: what was learned, where the game comes with it, or its first heuristic.
pub fn best_opinion(game: &dyn OpenGame) -> &'static str {
    let opinions = game.opinions();
    let learned = opinions.iter().find(|opinion| opinion.name == LEARNED.name);
    let best = learned.or(opinions.first());
    best.map_or(ZERO.name, |best| best.name)
}

pub(super) const ZERO: Opinion = Opinion {
    name: "zero",
    summary: Text::new(
        "nothing: every unfinished position is worth 0",
        "rien : toute position inachevée vaut 0",
    ),
};

/// Textbook searches of the game tree from the current position.
pub trait TreeSearch: Send {
    /// The evaluations available at the horizon of a tree, the default first.
    fn opinions(&self) -> Vec<Opinion>;
    /// The tree from here to a horizon, as data, evaluated by the named heuristic; terminal nodes are worth M, 0 or
    /// −M, and every value is for First. At most `most` nodes.
    fn tree(
        &self,
        depth: u32,
        opinion: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<Tree, NotUnfolded>;
    /// Searches that tree without storing it; with `and_or`, for whether First wins within the horizon.
    fn search_tree(
        &self,
        depth: u32,
        opinion: &str,
        algorithm: Algorithm,
        and_or: bool,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped>;
}

impl<G: Notation> TreeSearch for Open<G> {
    fn opinions(&self) -> Vec<Opinion> {
        let own = self.spec.heuristics.iter().map(|heuristic| Opinion {
            name: heuristic.name,
            summary: heuristic.summary,
        });
        let points = self.spec.payoff.has_points().then_some(POINTS);
        let learned = self.has_evaluation().then_some(LEARNED);
        own.chain(points).chain(learned).chain([ZERO]).collect()
    }

    fn tree(
        &self,
        depth: u32,
        opinion: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<Tree, NotUnfolded> {
        let evaluator = self.evaluator(opinion);
        let judge = |node: &GameNode<G::Position>| self.value_by(&evaluator, node);
        let (rules, root) = (self.rules(), self.root(depth));
        let tree = GameTree {
            rules,
            root,
            judge: &judge,
        };
        let label = |node: &GameNode<G::Position>, mv| self.game.format_move(&node.position, mv);
        unfold(&tree, most, limits, &label, &|node| Some(judge(node)))
    }

    fn search_tree(
        &self,
        depth: u32,
        opinion: &str,
        algorithm: Algorithm,
        and_or: bool,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        // Positions undecided at the horizon are not won.
        let evaluator = self.evaluator(if and_or { ZERO.name } else { opinion });
        let judge = |node: &GameNode<G::Position>| {
            let value = self.value_by(&evaluator, node);
            if and_or { value.is_won().into() } else { value }
        };
        let window = match (and_or, algorithm) {
            (true, _) => Window::truth(),
            (false, Algorithm::Decided) => Window {
                alpha: Utility::from(-WON),
                beta: Utility::from(WON),
            },
            (false, _) => Window::FULL,
        };
        self.search_judged(depth, &judge, window, algorithm, limits)
    }
}

/// The value of a tree node for First.
type Judge<'a, G> = dyn Fn(&GameNode<<G as Game>::Position>) -> Utility + 'a;

impl<G: Notation> Open<G> {
    /// The evaluator of that name.
    pub(super) fn evaluator(&self, name: &str) -> Evaluator<G> {
        let mut own = self.spec.heuristics.iter();
        let own = own.find(|own| own.name == name);
        let own = own.map(|own| heuristic::Opinion::Own(own.score));
        let learned = || (name == LEARNED.name).then(|| self.learned_opinion());
        Evaluator {
            heuristic: own.or_else(|| learned().flatten()),
            with_points: self.spec.payoff.has_points() && name != ZERO.name,
        }
    }

    /// The value of a node for First: M, 0 or −M if the game is over, otherwise `score`, which is for the side to
    /// move.
    pub(super) fn value_of(
        &self,
        node: &GameNode<G::Position>,
        score: impl FnOnce(i32) -> Score,
    ) -> Utility {
        let lead = node.side.for_first(node.lead);
        let own = match self.rules().known_outcome(&node.position, lead) {
            Some(outcome) => outcome.sign() * WON,
            None => score(lead).clamp(1 - WON, WON - 1),
        };
        Utility::from(node.side.for_first(own))
    }

    /// The value of a node for First by an evaluator.
    pub(super) fn value_by(
        &self,
        evaluator: &Evaluator<G>,
        node: &GameNode<G::Position>,
    ) -> Utility {
        self.value_of(node, |lead| {
            evaluator.score(&self.game, &node.position, lead)
        })
    }

    /// The current position as the root of a tree to a horizon.
    fn root(&self, depth: u32) -> GameNode<G::Position> {
        let now = self.now();
        GameNode {
            position: now.position.clone(),
            side: now.side,
            lead: now.points[0] - now.points[1],
            left: depth,
        }
    }

    /// Searches the tree to a horizon.
    pub(super) fn search_judged(
        &self,
        depth: u32,
        judge: &Judge<'_, G>,
        window: Window,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        let (rules, root) = (self.rules(), self.root(depth));
        let tree = GameTree { rules, root, judge };
        let root = tree.root();
        let moves = self.legal(&root.position);
        let search = |node: &GameNode<G::Position>, limits: &Limits| {
            search_within(&tree, node, window, algorithm, limits, &mut |_| ())
        };
        let child = |i: usize, limits: &Limits| search(&tree.child(&root, moves[i]), limits);
        let found = search(&root, limits)?;
        let count = if depth > 0 { moves.len() } else { 0 };
        let (values, nodes) = values_of_moves(&found, algorithm, count, limits, &child)?;
        Ok(TreeAnswer {
            best: best_of(&values, root.side),
            moves: self.texts(&root.position).into_iter().zip(values).collect(),
            search: found,
            nodes,
        })
    }
}

/// The exact value of every move, and the total nodes of all searches. `search` searches the child with that index.
fn values_of_moves(
    found: &Search,
    algorithm: Algorithm,
    moves: usize,
    limits: &Limits,
    search: &dyn Fn(usize, &Limits) -> Result<Search, Stopped>,
) -> Result<(Vec<Utility>, u64), Stopped> {
    let mut nodes = found.nodes;
    if algorithm == Algorithm::Minimax {
        // Minimax has already computed the exact value of every move.
        return Ok((found.moves.clone(), nodes));
    }
    let mut values = Vec::with_capacity(moves);
    for i in 0..moves {
        let left = Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            ..limits.clone()
        };
        let found = search(i, &left)?;
        nodes += found.nodes;
        values.push(found.value);
    }
    Ok((values, nodes))
}
