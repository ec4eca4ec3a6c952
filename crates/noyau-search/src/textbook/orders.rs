//! The evaluation orders that the course names (second text, *Arbre et/ou*): depth first or breadth first, all nodes or
//! only until a value is decided.
//!
//! Depth first, a node is evaluated after its children and, if evaluation stops at what is decided, the remaining
//! children of a node are left out once its value is fixed. Breadth first, nodes are looked at level by level; a node is
//! left out if one above it is decided already. O(nodes) each.

use super::trace::Step;
use super::{Algorithm, Window, search_within};
use crate::tree::{Tree, Utility};
use noyau_core::game::Side;
use noyau_core::limits::{Limits, Stopped};

/// In which order nodes are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// A node's first child and all below it, then the next child.
    DepthFirst,
    /// Level by level.
    BreadthFirst,
}

impl Order {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::DepthFirst, Self::BreadthFirst];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DepthFirst => "depth",
            Self::BreadthFirst => "breadth",
        }
    }
}

/// What an evaluation found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The value of the root.
    pub value: Utility,
    /// How many nodes were looked at.
    pub nodes: u64,
    /// How many of them are leaves.
    pub leaves: u64,
}

/// Evaluates a tree. No leaf may be worth less than `range.alpha` or more than `range.beta`; evaluation that stops uses
/// that to tell when a value is decided. `watch` sees every step.
pub fn evaluate(
    tree: &Tree,
    order: Order,
    stop: bool,
    range: Window,
    limits: &Limits,
    watch: &mut dyn FnMut(Step),
) -> Result<Evaluation, Stopped> {
    match order {
        Order::DepthFirst => {
            let algorithm = if stop {
                Algorithm::Decided
            } else {
                Algorithm::Minimax
            };
            let found = search_within(tree, &0, range, algorithm, limits, &mut |event| {
                watch(Step::from(&event));
            })?;
            Ok(Evaluation {
                value: found.value,
                nodes: found.nodes,
                leaves: found.leaves,
            })
        }
        Order::BreadthFirst => breadth_first(tree, stop, range, limits, watch),
    }
}

/// What is known of the nodes so far.
struct NodeBounds {
    /// Between which bounds the value lies.
    bounds: Vec<[Utility; 2]>,
    /// How many children are decided.
    decided_children: Vec<u32>,
    /// Whether a node above is decided.
    dead: Vec<bool>,
}

fn breadth_first(
    tree: &Tree,
    stop: bool,
    range: Window,
    limits: &Limits,
    watch: &mut dyn FnMut(Step),
) -> Result<Evaluation, Stopped> {
    const BETWEEN_CHECKS: u64 = 4096;
    let mut known = NodeBounds {
        bounds: vec![[range.alpha, range.beta]; tree.len()],
        decided_children: vec![0; tree.len()],
        dead: vec![false; tree.len()],
    };
    let mut found = Evaluation {
        value: range.alpha,
        nodes: 0,
        leaves: 0,
    };
    let mut level = vec![0];
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in level {
            if known.dead[node as usize] {
                watch(Step::Skip { node });
                continue;
            }
            found.nodes += 1;
            if found.nodes.is_multiple_of(BETWEEN_CHECKS) {
                limits.check(0)?;
            }
            watch(Step::Enter {
                node,
                window: range,
            });
            if tree.is_leaf(node) {
                found.leaves += 1;
                let value = tree.value(node).unwrap_or(range.alpha);
                known.settle(tree, node, value, stop, watch);
            } else {
                next.extend_from_slice(tree.children(node));
            }
        }
        level = next;
    }
    found.value = known.bounds[0][0];
    Ok(found)
}

impl NodeBounds {
    /// Leaves out all that stands below a node. Each node is left out once, so that all calls together are linear.
    fn leave_out_below(&mut self, tree: &Tree, node: u32) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for &child in tree.children(node) {
                if !self.dead[child as usize] {
                    self.dead[child as usize] = true;
                    open.push(child);
                }
            }
        }
    }

    /// Takes note of the value of a node, and of what it decides above. If evaluation stops, a bound at the end of the
    /// range decides; if it does not, only a node all of whose children are known is decided.
    fn settle(
        &mut self,
        tree: &Tree,
        mut node: u32,
        mut value: Utility,
        stop: bool,
        watch: &mut dyn FnMut(Step),
    ) {
        loop {
            self.bounds[node as usize] = [value; 2];
            watch(Step::Leave { node, value });
            let Some(parent) = tree.parent(node) else {
                return;
            };
            let at = parent as usize;
            self.decided_children[at] += 1;
            let all = self.decided_children[at] as usize == tree.children(parent).len();
            let [low, high] = self.bounds[at];
            // A decided child pushes one bound of its parent; the other falls when all children are decided.
            let bounds = match tree.turn(parent) {
                Side::First => [low.max(value), high],
                Side::Second => [low, high.min(value)],
            };
            self.bounds[at] = bounds;
            let fixed = bounds[0] == bounds[1];
            if !(all || stop && fixed) {
                return;
            }
            if !all {
                self.leave_out_below(tree, parent);
            }
            value = match tree.turn(parent) {
                Side::First => bounds[0],
                Side::Second => bounds[1],
            };
            node = parent;
        }
    }
}

/// The minimax value of every node, from the leaves up. O(nodes).
pub fn values(tree: &Tree) -> Vec<Utility> {
    let mut values: Vec<Utility> = tree
        .nodes()
        .map(|node| match (tree.is_leaf(node), tree.turn(node)) {
            (true, _) => tree.value(node).unwrap_or(Utility::LOWEST),
            (false, Side::First) => Utility::LOWEST,
            (false, Side::Second) => Utility::HIGHEST,
        })
        .collect();
    for node in tree.nodes().rev() {
        let Some(parent) = tree.parent(node) else {
            continue;
        };
        let value = values[node as usize];
        let above = &mut values[parent as usize];
        *above = match tree.turn(parent) {
            Side::First => (*above).max(value),
            Side::Second => (*above).min(value),
        };
    }
    values
}
