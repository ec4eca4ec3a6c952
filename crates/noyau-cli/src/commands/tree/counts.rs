//! The number of nodes that each algorithm visits.

use super::{Asked, Request};
use noyau::dynamic::TreeAnswer;
use noyau::limits::{Limits, Stopped};
use noyau::search::textbook::cost::{self, Form as TreeForm};
use noyau::search::textbook::{
    self, Algorithm, Evaluation, Form, Order, Search, Window, best_of, evaluate, search,
};
use noyau::tree::draw::Kind;
use noyau::tree::{Tree, Utility};
use serde::Serialize;

/// The nodes that a search visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Visited {
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cuts: Option<Cuts>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Cuts {
    pub(super) alpha: u64,
    pub(super) beta: u64,
}

impl From<&Search> for Visited {
    fn from(found: &Search) -> Self {
        let [alpha, beta] = found.cuts;
        Self {
            nodes: found.nodes,
            leaves: found.leaves,
            cuts: Some(Cuts { alpha, beta }),
        }
    }
}

impl From<&Evaluation> for Visited {
    fn from(found: &Evaluation) -> Self {
        Self {
            nodes: found.nodes,
            leaves: found.leaves,
            cuts: None,
        }
    }
}

/// An evaluation order, and its node count.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct OfOrder {
    pub(super) order: &'static str,
    pub(super) stop: bool,
    #[serde(flatten)]
    pub(super) visited: Visited,
}

/// The nodes visited by the algorithm and by others.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    /// By the requested algorithm.
    pub(super) own: Visited,
    /// By minimax, for stored trees.
    pub(super) minimax: Option<Visited>,
    /// By alpha-beta in its two forms, for stored trees of numbers.
    pub(super) alpha_beta: Option<[Visited; 2]>,
    /// The form of the tree.
    pub(super) form: Option<TreeForm>,
    /// By each evaluation order, if requested.
    pub(super) orders: Vec<OfOrder>,
}

/// The course's formulas, for comparison with the counts.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Formula {
    /// (b^(p+1) − 1)/(b − 1) for the mean b.
    pub(super) mean: f64,
    /// The same for the maximum b.
    pub(super) max: f64,
    /// b^⌈p/2⌉ + b^⌊p/2⌋ − 1 leaves, for uniform trees.
    pub(super) best_leaves: Option<f64>,
}

impl Formula {
    pub(super) fn of(form: &TreeForm) -> Self {
        Self {
            mean: cost::minimax_nodes(form.branching_mean, form.depth),
            max: cost::minimax_nodes(form.branching_max as f64, form.depth),
            best_leaves: form
                .uniform
                .then(|| cost::alpha_beta_leaves(form.branching_max, form.depth)),
        }
    }
}

impl Counts {
    pub(super) fn new(own: impl Into<Visited>) -> Self {
        Self {
            own: own.into(),
            minimax: None,
            alpha_beta: None,
            form: None,
            orders: Vec::new(),
        }
    }

    /// Adds the counts of the other algorithms on the same tree.
    pub(super) fn with_others(
        mut self,
        tree: &Tree,
        request: &Request,
        range: Window,
        limits: &Limits,
    ) -> Result<Self, Stopped> {
        let minimax = search(tree, Algorithm::Minimax, limits, &mut |_| ())?;
        self.minimax = Some(Visited {
            cuts: None,
            ..Visited::from(&minimax)
        });
        if request.algorithm.kind() == Kind::MinMax {
            let run = |form| search(tree, Algorithm::AlphaBeta(form), limits, &mut |_| ());
            let [bound, extreme] = [run(Form::Bound)?, run(Form::Extreme)?];
            self.alpha_beta = Some([Visited::from(&bound), Visited::from(&extreme)]);
        }
        self.form = Some(TreeForm::of(tree));
        if request.orders {
            for order in Order::BOTH {
                for stop in [false, true] {
                    let found = evaluate(tree, order, stop, range, limits, &mut |_| ())?;
                    self.orders.push(OfOrder {
                        order: order.name(),
                        stop,
                        visited: Visited::from(&found),
                    });
                }
            }
        }
        Ok(self)
    }

    /// The count of alpha-beta in the requested form, by default the extreme of the values seen.
    pub(super) fn alpha_beta(&self, asked: Asked) -> Option<Visited> {
        let [bound, extreme] = self.alpha_beta?;
        Some(match asked {
            Asked::AlphaBeta(Form::Bound) => bound,
            _ => extreme,
        })
    }
}

/// The value of the root, its moves with their values, and which of them are best.
pub(super) fn root(tree: &Tree) -> (Utility, Vec<(String, Utility)>, Vec<usize>) {
    let values = textbook::values(tree);
    let children = tree.children(0).iter();
    let moves = children.map(|&child| (tree.move_name(child), values[child as usize]));
    let moves: Vec<_> = moves.collect();
    let of_moves: Vec<_> = moves.iter().map(|&(_, value)| value).collect();
    (values[0], moves, best_of(&of_moves, tree.turn(0)))
}

/// The best moves at one depth.
#[derive(Debug, Clone)]
pub(super) struct ByDepth {
    pub(super) depth: u32,
    pub(super) value: Utility,
    pub(super) best: Vec<String>,
    pub(super) nodes: u64,
    pub(super) alpha_beta: Option<u64>,
}

impl ByDepth {
    pub(super) fn of_tree(depth: u32, tree: &Tree, limits: &Limits) -> Result<Self, Stopped> {
        let (value, moves, best) = root(tree);
        let alpha_beta = search(
            tree,
            Algorithm::AlphaBeta(Form::Extreme),
            limits,
            &mut |_| (),
        )?;
        Ok(Self {
            depth,
            value,
            best: best.iter().map(|&i| moves[i].0.clone()).collect(),
            nodes: tree.len() as u64,
            alpha_beta: Some(alpha_beta.nodes),
        })
    }

    pub(super) fn of_answer(depth: u32, found: &TreeAnswer) -> Self {
        Self {
            depth,
            value: found.search.value,
            best: found
                .best
                .iter()
                .map(|&i| found.moves[i].0.clone())
                .collect(),
            nodes: found.search.nodes,
            alpha_beta: None,
        }
    }
}
