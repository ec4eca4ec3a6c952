//! What a search should cost, beside what it did cost.
//!
//! Minimax visits (b^(p+1) − 1)/(b − 1) nodes of a tree in which every node has b children down to depth p, and the
//! course (second text, *Coût de l'algorithme minimax*) multiplies this by the cost C of judging one. Alpha-beta looks
//! at no fewer than b^⌈p/2⌉ + b^⌊p/2⌋ − 1 of its leaves, and at just so many if the best child always comes first
//! (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975).

use crate::tree::Tree;

/// The form of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Form {
    /// Nodes.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// The depth p: the most moves from the root to a leaf.
    pub depth: u32,
    /// Children of an inner node, on average; 0 if there is none.
    pub branching_mean: f64,
    /// The most children of a node.
    pub branching_max: u64,
    /// Whether every inner node has as many children and every leaf is as deep: then the formulas are exact.
    pub uniform: bool,
}

impl Form {
    /// The form of a tree. O(nodes).
    pub fn of(tree: &Tree) -> Self {
        let depths = tree.depths();
        let depth = depths.iter().copied().max().unwrap_or(0);
        let leaves = tree.nodes().filter(|&node| tree.is_leaf(node));
        let flat = leaves.clone().all(|leaf| depths[leaf as usize] == depth);
        let leaves = leaves.count() as u64;
        let nodes = tree.len() as u64;
        let inner = nodes - leaves;
        let counts = tree.nodes().map(|node| tree.children(node).len() as u64);
        let branching_max = counts.max().unwrap_or(0);
        Self {
            nodes,
            leaves,
            depth,
            branching_mean: if inner == 0 {
                0.0
            } else {
                (nodes - 1) as f64 / inner as f64
            },
            branching_max,
            uniform: flat && (nodes - 1) == inner * branching_max,
        }
    }
}

/// (b^(p+1) − 1)/(b − 1), which is p + 1 for b = 1: the nodes of a uniform tree. Powers of the standard library may differ
/// in the last digit from one system to another, products do not.
pub fn minimax_nodes(branching: f64, depth: u32) -> f64 {
    (0..depth).fold(1.0, |nodes, _| nodes * branching + 1.0)
}

/// b^⌈p/2⌉ + b^⌊p/2⌋ − 1: the fewest leaves of a uniform tree that alpha-beta looks at.
pub fn alpha_beta_leaves(branching: u64, depth: u32) -> f64 {
    let power = |exponent: u32| (0..exponent).fold(1.0, |power, _| power * branching as f64);
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}
