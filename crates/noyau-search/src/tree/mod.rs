//! A game tree as data: max and min nodes, leaves with what they are worth to First, and the labels of moves.
//!
//! A tree comes from a file ([`read`]), or from a game unfolded to a horizon
//! ([`search::textbook::unfold`](crate::textbook::unfold)). An inner node may have a value too: what a heuristic
//! says of it, for searches with a nearer horizon (course, first text, figures 8 to 10).

pub mod draw;
mod indented;
mod json;
mod read;
mod utility;
mod write;

pub use read::{Format, ReadError, ReadProblem, read};
pub use utility::Utility;
pub use write::write;

use noyau_core::game::Side;
use noyau_core::language::Message;
use noyau_core::message;
use std::error::Error;
use std::fmt;

/// The greatest number of nodes of a tree.
pub const MOST_NODES: usize = u32::MAX as usize - 1;

/// A tree. Nodes are numbered from 0, the root, each before its children and children in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    parents: Vec<u32>,
    /// The children of `v` are `children[offsets[v]..offsets[v + 1]]`.
    offsets: Vec<u32>,
    children: Vec<u32>,
    turns: Vec<Side>,
    values: Vec<Option<Utility>>,
    /// The label of `v` ends at `label_ends[v]`, where that of `v + 1` starts.
    labels: String,
    label_ends: Vec<u32>,
}

impl Tree {
    /// The number of nodes.
    #[allow(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// All nodes, each before its children.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The parent; the root has none.
    pub fn parent(&self, node: u32) -> Option<u32> {
        (node > 0).then(|| self.parents[node as usize])
    }

    /// The children, in order.
    pub fn children(&self, node: u32) -> &[u32] {
        let at = node as usize;
        &self.children[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// Whether the node has no children.
    pub fn is_leaf(&self, node: u32) -> bool {
        self.children(node).is_empty()
    }

    /// Who moves: First where the maximum is taken, Second where the minimum is.
    pub fn turn(&self, node: u32) -> Side {
        self.turns[node as usize]
    }

    /// What the node itself is said to be worth to First. Every leaf has a value, an inner node may have one.
    pub fn value(&self, node: u32) -> Option<Utility> {
        self.values[node as usize]
    }

    /// The label of the move that leads to the node; may be empty.
    pub fn label(&self, node: u32) -> &str {
        let at = node as usize;
        let from = at
            .checked_sub(1)
            .map_or(0, |before| self.label_ends[before]);
        &self.labels[from as usize..self.label_ends[at] as usize]
    }

    /// What to call the move to a node: its label, or its number among its siblings, from 1.
    pub fn move_name(&self, node: u32) -> String {
        let Some(parent) = self.parent(node).filter(|_| self.label(node).is_empty()) else {
            return self.label(node).to_owned();
        };
        let place = self
            .children(parent)
            .iter()
            .position(|&child| child == node);
        (place.unwrap_or(0) + 1).to_string()
    }

    /// The moves from the root to a node.
    pub fn path(&self, mut node: u32) -> Vec<String> {
        let mut path = Vec::new();
        while let Some(parent) = self.parent(node) {
            path.push(self.move_name(node));
            node = parent;
        }
        path.reverse();
        path
    }

    /// The name of a node: the moves that lead to it, only the last ones if there are many.
    pub fn node_name(&self, node: u32) -> Message {
        const SHOWN: usize = 12;
        let mut moves = Vec::new();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if moves.len() == SHOWN {
                moves.push("…".to_owned());
                break;
            }
            moves.push(self.move_name(at));
            at = parent;
        }
        if moves.is_empty() {
            return message!("the root", "la racine");
        }
        moves.reverse();
        let name = moves.join("/");
        Message {
            en: name.clone(),
            fr: name,
        }
    }

    /// How many moves lead to each node.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.len()];
        for node in 1..self.len() {
            depths[node] = depths[self.parents[node] as usize] + 1;
        }
        depths
    }

    /// The same tree seen from a nearer horizon: what lies deeper than `depth` moves is left out, and the nodes at the
    /// horizon become leaves. The error is an inner node at the horizon of which no value is known.
    pub fn cut_at(&self, depth: u32) -> Result<Self, Valueless> {
        let depths = self.depths();
        let mut builder = Builder::default();
        let mut new = vec![u32::MAX; self.len()];
        for node in self.nodes().filter(|&node| depths[node as usize] <= depth) {
            if depths[node as usize] == depth && self.value(node).is_none() {
                return Err(Valueless(node));
            }
            let parent = self.parent(node).map(|parent| new[parent as usize]);
            let value = self.value(node);
            new[node as usize] =
                builder.add(parent, Some(self.turn(node)), self.label(node), value);
        }
        builder.finish(Side::First)
    }

    /// The same tree with other values.
    #[must_use]
    pub fn with_values(mut self, change: impl Fn(Utility) -> Utility) -> Self {
        for value in self.values.iter_mut().flatten() {
            *value = change(*value);
        }
        self
    }

    /// The same tree with the children of every node in another order: `arrange` changes the list it is given. Moves
    /// without a label keep the number they had as their label.
    #[must_use]
    pub fn reordered(&self, mut arrange: impl FnMut(u32, &mut [u32])) -> Self {
        let mut builder = Builder::default();
        let mut open = vec![(0, None)];
        while let Some((node, parent)) = open.pop() {
            let value = self.value(node);
            let new = builder.add(parent, Some(self.turn(node)), &self.move_name(node), value);
            let mut children = self.children(node).to_vec();
            arrange(node, &mut children);
            open.extend(children.into_iter().rev().map(|child| (child, Some(new))));
        }
        // Every leaf had a value and has it still.
        builder.finish(Side::First).unwrap_or_else(|_| self.clone())
    }
}

/// A leaf without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Valueless(
    /// The leaf.
    pub u32,
);

impl fmt::Display for Valueless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} is a leaf without a value", self.0)
    }
}

impl Error for Valueless {}

/// A tree in the making: nodes are added each after its parent, and children in their order.
///
/// Nodes that are added in another order than depth first are numbered as they are added.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    parents: Vec<u32>,
    turns: Vec<Option<Side>>,
    values: Vec<Option<Utility>>,
    labels: String,
    label_ends: Vec<u32>,
}

impl Builder {
    /// Adds a node and gives its number. Where the turn is not told, sides alternate.
    ///
    /// # Panics
    /// If the parent has not been added, or there are more than [`MOST_NODES`] nodes or 4 GiB of labels.
    pub fn add(
        &mut self,
        parent: Option<u32>,
        turn: Option<Side>,
        label: &str,
        value: Option<Utility>,
    ) -> u32 {
        let node = self.parents.len();
        assert!(node < MOST_NODES, "a tree has at most {MOST_NODES} nodes");
        assert_eq!(parent.is_none(), node == 0, "the root alone has no parent");
        assert!(
            parent.is_none_or(|parent| (parent as usize) < node),
            "parents come first"
        );
        self.parents.push(parent.unwrap_or(0));
        self.turns.push(turn);
        self.values.push(value);
        self.labels.push_str(label);
        let end = u32::try_from(self.labels.len());
        self.label_ends
            .push(end.expect("labels take less than 4 GiB"));
        node as u32
    }

    /// The number of nodes so far.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The tree; `first` moves at the root unless it was told. The error is the first leaf without a value, the root if
    /// there is no node.
    pub fn finish(self, first: Side) -> Result<Tree, Valueless> {
        let nodes = self.parents.len();
        if nodes == 0 {
            return Err(Valueless(0));
        }
        let mut offsets = vec![0u32; nodes + 1];
        for &parent in &self.parents[1..] {
            offsets[parent as usize + 1] += 1;
        }
        for node in 0..nodes {
            if offsets[node + 1] == 0 && self.values[node].is_none() {
                return Err(Valueless(node as u32));
            }
            offsets[node + 1] += offsets[node];
        }
        let mut next = offsets.clone();
        let mut children = vec![0; nodes - 1];
        let mut turns = Vec::with_capacity(nodes);
        turns.push(self.turns[0].unwrap_or(first));
        for node in 1..nodes {
            let parent = self.parents[node] as usize;
            children[next[parent] as usize] = node as u32;
            next[parent] += 1;
            turns.push(self.turns[node].unwrap_or(turns[parent].other()));
        }
        Ok(Tree {
            parents: self.parents,
            offsets,
            children,
            turns,
            values: self.values,
            labels: self.labels,
            label_ends: self.label_ends,
        })
    }
}
