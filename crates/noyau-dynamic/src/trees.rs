//! The tree of a game from the position at hand, for textbook searches.

use super::open::Open;
use noyau_core::game::{Outcome, Side};
use noyau_core::heuristic::{Heuristic, Score, WON};
use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_search::textbook::{
    Algorithm, AndOr, GameNode, GameTree, NotUnfolded, Search, SearchTree, Window, best_of,
    search_within, unfold,
};
use noyau_search::tree::{Payoff, Tree};

/// A way to judge positions at the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opinion {
    /// Short, lowercase, unique within the game.
    pub name: &'static str,
    /// What it counts.
    pub summary: Text,
}

/// What the searches of a tree answer when it is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeAnswer {
    /// The search from the root.
    pub search: Search,
    /// Every move with its value for First.
    pub moves: Vec<(String, Payoff)>,
    /// The numbers of the best moves.
    pub best: Vec<usize>,
    /// Nodes entered by all searches together: that from the root, and those that find the exact value of every move.
    pub nodes: u64,
}

const POINTS: Opinion = Opinion {
    name: "points",
    summary: Text {
        en: "the points of First so far less those of Second",
        fr: "les points de Premier jusqu'ici, moins ceux de Second",
    },
};
const ZERO: Opinion = Opinion {
    name: "zero",
    summary: Text {
        en: "nothing: every unfinished position is worth 0",
        fr: "rien : toute position inachevée vaut 0",
    },
};

fn for_first(side: Side, number: i32) -> i32 {
    match side {
        Side::First => number,
        Side::Second => number.saturating_neg(),
    }
}

/// Textbook searches of the tree from the position at hand.
pub trait TreeSearch: Send {
    /// The ways to judge positions at the horizon of a tree, the default first.
    fn opinions(&self) -> Vec<Opinion>;
    /// The tree from here down to a horizon, as data, judged by the opinion of that name; ends are worth M, 0 or −M, and
    /// every value is for First. At most `most` nodes.
    fn tree(
        &self,
        depth: u32,
        opinion: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<Tree, NotUnfolded>;
    /// Searches that tree without keeping it; with `and_or`, for whether First wins within the horizon.
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
        let points = self.spec.points.as_ref().map(|_| POINTS);
        own.chain(points).chain([ZERO]).collect()
    }

    fn tree(
        &self,
        depth: u32,
        opinion: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<Tree, NotUnfolded> {
        let tree = self.game_tree(depth, opinion);
        let label = |node: &GameNode<G::Position>, mv| self.game.format_move(&node.position, mv);
        unfold(&tree, most, limits, label, |node| Some(tree.value(node)))
    }

    fn search_tree(
        &self,
        depth: u32,
        opinion: &str,
        algorithm: Algorithm,
        and_or: bool,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        // What is not over at the horizon is not won.
        let opinion = if and_or { ZERO.name } else { opinion };
        let tree = self.game_tree(depth, opinion);
        let won = Payoff::from(WON);
        let lost = Payoff::from(-WON);
        let (search, values, nodes) = match (and_or, algorithm) {
            (true, _) => answer(&AndOr(&tree), Window::truth(), algorithm, limits)?,
            (false, Algorithm::Decided) => {
                let window = Window {
                    alpha: lost,
                    beta: won,
                };
                answer(&tree, window, algorithm, limits)?
            }
            (false, _) => answer(&tree, Window::FULL, algorithm, limits)?,
        };
        Ok(self.named(search, values, nodes))
    }
}

impl<G: Notation> Open<G> {
    /// The heuristic of that name, if it is one, and whether points so far count beside it.
    pub(super) fn opinion_called(&self, name: &str) -> (Option<&'static Heuristic<G>>, bool) {
        let heuristic = self.spec.heuristics.iter().find(|h| h.name == name);
        (heuristic, self.spec.points.is_some() && name != ZERO.name)
    }

    /// The tree down to a horizon. Ends are worth M, 0 or −M to First; elsewhere the opinion is asked, to which points
    /// so far are added in games with points.
    fn game_tree(
        &self,
        depth: u32,
        opinion: &str,
    ) -> impl SearchTree<Node = GameNode<G::Position>, Move = G::Move> {
        self.game_tree_from(self.root(depth), opinion)
    }

    /// The position at hand, as the root of a tree down to a horizon.
    fn root(&self, depth: u32) -> GameNode<G::Position> {
        let now = self.now();
        GameNode {
            position: now.position.clone(),
            side: now.side,
            lead: now.points[0] - now.points[1],
            left: depth,
        }
    }

    /// The same from any node.
    pub(super) fn game_tree_from(
        &self,
        root: GameNode<G::Position>,
        opinion: &str,
    ) -> impl SearchTree<Node = GameNode<G::Position>, Move = G::Move> {
        let (heuristic, with_points) = self.opinion_called(opinion);
        self.tree_judged_by(root, move |node| {
            let opinion = heuristic.map_or(0, |h| (h.score)(&self.game, &node.position));
            let points = if with_points {
                for_first(node.side, node.lead)
            } else {
                0
            };
            opinion.saturating_add(points)
        })
    }

    /// The tree from a node, unfinished positions judged for the side to move.
    fn tree_judged_by(
        &self,
        root: GameNode<G::Position>,
        judge: impl Fn(&GameNode<G::Position>) -> Score,
    ) -> impl SearchTree<Node = GameNode<G::Position>, Move = G::Move> {
        GameTree {
            game: &self.game,
            root,
            gain: move |position: &G::Position, mv, side| {
                let points = self.spec.points.as_ref();
                points.map_or(0, |of| for_first(side, (of.gain)(&self.game, position, mv)))
            },
            judge: move |node: &GameNode<G::Position>| {
                let own_lead = for_first(node.side, node.lead);
                let score = match self.end(&node.position, own_lead) {
                    Some(Outcome::Win) => for_first(node.side, WON),
                    Some(Outcome::Draw) => 0,
                    Some(Outcome::Loss) => for_first(node.side, -WON),
                    None => for_first(node.side, judge(node)).clamp(1 - WON, WON - 1),
                };
                Payoff::from(score)
            },
        }
    }

    /// The search of the tree down to a horizon, where positions are judged for the side to move.
    pub(super) fn search_judged(
        &self,
        depth: u32,
        judge: &dyn Fn(&GameNode<G::Position>) -> Score,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        let tree = self.tree_judged_by(self.root(depth), judge);
        let (search, values, nodes) = answer(&tree, Window::FULL, algorithm, limits)?;
        Ok(self.named(search, values, nodes))
    }

    fn named(&self, search: Search, values: Vec<Payoff>, nodes: u64) -> TreeAnswer {
        let position = &self.now().position;
        let moves = self.legal(position).into_iter();
        let names = moves.map(|mv| self.game.format_move(position, mv));
        TreeAnswer {
            search,
            best: best_of(&values, self.now().side),
            moves: names.zip(values).collect(),
            nodes,
        }
    }
}

/// The search from the root, the exact value of every move, and the nodes of all these searches.
fn answer<T: SearchTree>(
    tree: &T,
    window: Window,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<(Search, Vec<Payoff>, u64), Stopped> {
    let root = tree.root();
    let search = search_within(tree, &root, window, algorithm, limits, |_| ())?;
    if algorithm == Algorithm::Minimax {
        // Minimax has seen the exact value of every move on the way.
        let (values, nodes) = (search.moves.clone(), search.nodes);
        return Ok((search, values, nodes));
    }
    let mut moves = Vec::new();
    tree.moves(&root, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    let mut nodes = search.nodes;
    for mv in moves {
        let child = tree.child(&root, mv);
        let left = Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            ..limits.clone()
        };
        let found = search_within(tree, &child, window, algorithm, &left, |_| ())?;
        nodes += found.nodes;
        values.push(found.value);
    }
    Ok((search, values, nodes))
}
