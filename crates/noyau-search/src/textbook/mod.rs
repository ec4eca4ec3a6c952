//! Minimax and alpha-beta as the course prints them, on any tree and with every step seen.
//!
//! One loop with a stack of its own does what the course's functions do, whatever the depth:
//!
//! | algorithm | source in the course |
//! |---|---|
//! | [`Algorithm::Minimax`] | second text, *Évaluation de l'arbre minimax*; first text, 2.2, `maximin` and `minimax`; fifth text, `MinMax` |
//! | [`Algorithm::Decided`] | second text, *amélioration par idempotence*: stop as soon as the value is decided |
//! | [`Algorithm::AlphaBeta`], [`Form::Bound`] | fifth text, `AlphaBeta` |
//! | [`Algorithm::AlphaBeta`], [`Form::Extreme`] | first text, 2.3, `maximin` and `minimax` with α and β |
//!
//! [`printed`] has the same functions word for word, mutually recursive. Minimax visits the O(b^p) nodes of the tree,
//! alpha-beta at best about the square root of that (Knuth and Moore 1975; see [`cost`]).
//!
//! Values are for First, who takes the maximum; whose turn it is, each node says for itself, so that the same side may
//! move twice running.

mod choice;
pub mod cost;
mod game_tree;
mod orders;
pub mod printed;
mod trace;

pub use choice::{choose, shuffle};
pub use game_tree::{GameNode, GameTree};
pub use orders::{Evaluation, Order, evaluate, values};
pub use trace::{Step, Stepper, Trace};

use crate::tree::{Builder, Tree, Utility};
use noyau_core::game::Side;
use noyau_core::limits::{Limits, Stopped};
use std::error::Error;
use std::fmt;

/// A tree to be searched: known beforehand, or unfolded from a game on the way.
pub trait SearchTree {
    /// A node.
    type Node: Clone;
    /// A move from a node.
    type Move: Copy;

    /// The root.
    fn root(&self) -> Self::Node;
    /// Appends the moves of a node, in order; none at a leaf and at the horizon.
    fn moves(&self, node: &Self::Node, out: &mut Vec<Self::Move>);
    /// Where a move leads.
    fn child(&self, node: &Self::Node, mv: Self::Move) -> Self::Node;
    /// Who moves: First takes the maximum, Second the minimum.
    fn turn(&self, node: &Self::Node) -> Side;
    /// What a node without moves is worth to First.
    fn value(&self, node: &Self::Node) -> Utility;
}

impl SearchTree for Tree {
    type Node = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn moves(&self, &node: &u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.children(node));
    }

    fn child(&self, _: &u32, child: u32) -> u32 {
        child
    }

    fn turn(&self, &node: &u32) -> Side {
        Tree::turn(self, node)
    }

    fn value(&self, &node: &u32) -> Utility {
        // Every leaf has one: the builder sees to it.
        Tree::value(self, node).unwrap_or(Utility::LOWEST)
    }
}

/// How a tree is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// Every node.
    Minimax,
    /// Every node, but the children of a node only until its value is one that no other child can change: the end of
    /// the window with which the search began.
    Decided,
    /// With a window that narrows on the way.
    AlphaBeta(Form),
}

/// What the value of a node begins with in alpha-beta, and so what is returned where the value lies outside the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// α at a max node, β at a min node (fifth text): a max node returns at least α, a min node at most β. On the other
    /// side nothing keeps the value within the window.
    Bound,
    /// −∞ at a max node, +∞ at a min node (first text): the extreme of the values that were seen (fail-soft).
    Extreme,
}

/// Which bound cut a node short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// At a min node: its value is at most α.
    Alpha,
    /// At a max node: its value is at least β.
    Beta,
}

impl Cut {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alpha => "alpha",
            Self::Beta => "beta",
        }
    }
}

/// The bounds between which the value of a node matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// First has as much already.
    pub alpha: Utility,
    /// Second need not concede more.
    pub beta: Utility,
}

impl Window {
    /// The window of the first call: everything.
    pub const FULL: Self = Self {
        alpha: Utility::LOWEST,
        beta: Utility::HIGHEST,
    };

    /// The values of an and/or tree.
    pub fn truth() -> Self {
        Self {
            alpha: false.into(),
            beta: true.into(),
        }
    }
}

/// What happens on the way.
#[derive(Debug)]
pub enum Event<'a, T: SearchTree> {
    /// A node is entered, with this window.
    Enter {
        /// The node.
        node: &'a T::Node,
        /// The window.
        window: Window,
    },
    /// A child has returned its value to the node.
    Child {
        /// The node.
        node: &'a T::Node,
        /// The move that led to the child.
        mv: T::Move,
        /// What the child returned.
        value: Utility,
        /// The best value of the node now.
        best: Utility,
        /// The window of the node now.
        window: Window,
    },
    /// The other children of the node are not looked at.
    Cut {
        /// The node.
        node: &'a T::Node,
        /// By which bound.
        cut: Cut,
        /// The moves that are skipped.
        skipped: &'a [T::Move],
    },
    /// The node returns its value. For a leaf this is its own.
    Leave {
        /// The node.
        node: &'a T::Node,
        /// The value.
        value: Utility,
    },
}

/// What a search found and how much it looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What the root returned.
    pub value: Utility,
    /// What each child of the root returned, in order, as far as they were looked at. In alpha-beta all but the first
    /// may be bounds.
    pub moves: Vec<Utility>,
    /// Nodes entered, leaves included.
    pub nodes: u64,
    /// Leaves entered, those at the horizon included.
    pub leaves: u64,
    /// Cuts that skipped something: by α, by β.
    pub cuts: [u64; 2],
}

struct Frame<N> {
    node: N,
    turn: Side,
    /// The moves still to be played are on the common list from `first + played` to `end`.
    first: usize,
    played: usize,
    end: usize,
    window: Window,
    best: Utility,
}

/// What is told every step of a search.
pub type Watcher<'a, T> = dyn FnMut(Event<'_, T>) + 'a;

/// Searches the tree with a full window. The error is the limit that was met.
pub fn search<T: SearchTree>(
    tree: &T,
    algorithm: Algorithm,
    limits: &Limits,
    watch: &mut Watcher<'_, T>,
) -> Result<Search, Stopped> {
    search_within(tree, &tree.root(), Window::FULL, algorithm, limits, watch)
}

/// Searches the tree below a node with a given window. The error is the limit that was met.
pub fn search_within<T: SearchTree>(
    tree: &T,
    root: &T::Node,
    window: Window,
    algorithm: Algorithm,
    limits: &Limits,
    watch: &mut Watcher<'_, T>,
) -> Result<Search, Stopped> {
    /// So many nodes pass between looks at the clock.
    const BETWEEN_CHECKS: u64 = 4096;
    let mut found = Search {
        value: Utility::LOWEST,
        moves: Vec::new(),
        nodes: 0,
        leaves: 0,
        cuts: [0; 2],
    };
    // The moves of all frames, each frame's behind those of the one below.
    let mut moves = Vec::new();
    let mut frames: Vec<Frame<T::Node>> = Vec::new();
    let mut entering = Some((root.clone(), window));
    loop {
        // 1. Enter a node. A leaf has its value at once; an inner node becomes a frame.
        let returned = if let Some((node, window)) = entering.take() {
            limits.check_nodes(found.nodes)?;
            found.nodes += 1;
            if found.nodes.is_multiple_of(BETWEEN_CHECKS) {
                limits.check(0)?;
            }
            watch(Event::Enter {
                node: &node,
                window,
            });
            let first = moves.len();
            tree.moves(&node, &mut moves);
            if moves.len() == first {
                found.leaves += 1;
                let value = tree.value(&node);
                watch(Event::Leave { node: &node, value });
                Some(value)
            } else {
                let turn = tree.turn(&node);
                let best = match (algorithm, turn) {
                    (Algorithm::AlphaBeta(Form::Bound), Side::First) => window.alpha,
                    (Algorithm::AlphaBeta(Form::Bound), Side::Second) => window.beta,
                    (_, Side::First) => Utility::LOWEST,
                    (_, Side::Second) => Utility::HIGHEST,
                };
                frames.push(Frame {
                    node,
                    turn,
                    first,
                    played: 0,
                    end: moves.len(),
                    window,
                    best,
                });
                None
            }
        } else {
            None
        };

        // 2. Hand a value to the node above. What is done there may be the end of that node, and so on upwards.
        let mut returned = returned;
        while let Some(value) = returned.take() {
            let depth = frames.len();
            let Some(frame) = frames.last_mut() else {
                found.value = value;
                return Ok(found);
            };
            if depth == 1 {
                found.moves.push(value);
            }
            frame.best = match frame.turn {
                Side::First => frame.best.max(value),
                Side::Second => frame.best.min(value),
            };
            let cut = match (algorithm, frame.turn) {
                (Algorithm::Minimax, _) => None,
                (_, Side::First) => (frame.best >= frame.window.beta).then_some(Cut::Beta),
                (_, Side::Second) => (frame.best <= frame.window.alpha).then_some(Cut::Alpha),
            };
            if let Algorithm::AlphaBeta(_) = algorithm
                && cut.is_none()
            {
                match frame.turn {
                    Side::First => frame.window.alpha = frame.window.alpha.max(frame.best),
                    Side::Second => frame.window.beta = frame.window.beta.min(frame.best),
                }
            }
            watch(Event::Child {
                node: &frame.node,
                mv: moves[frame.first + frame.played - 1],
                value,
                best: frame.best,
                window: frame.window,
            });
            let next = frame.first + frame.played;
            if let Some(cut) = cut
                && next < frame.end
            {
                found.cuts[cut as usize] += 1;
                let skipped = &moves[next..frame.end];
                watch(Event::Cut {
                    node: &frame.node,
                    cut,
                    skipped,
                });
            }
            if cut.is_some() || next == frame.end {
                watch(Event::Leave {
                    node: &frame.node,
                    value: frame.best,
                });
                returned = Some(frame.best);
                moves.truncate(frame.first);
                frames.pop();
            }
        }

        // 3. Go on to the next child of the node at hand.
        if let Some(frame) = frames.last_mut() {
            let mv = moves[frame.first + frame.played];
            frame.played += 1;
            entering = Some((tree.child(&frame.node, mv), frame.window));
        }
    }
}

/// The value of every move of the root, each searched with a full window, and the whole set of best moves among them
/// by number (course, fifth text, *meilleur coup possible*). Both are empty at a leaf.
pub fn best_moves<T: SearchTree>(
    tree: &T,
    algorithm: Algorithm,
    window: Window,
    limits: &Limits,
) -> Result<(Vec<Utility>, Vec<usize>), Stopped> {
    let root = tree.root();
    let mut moves = Vec::new();
    tree.moves(&root, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let child = tree.child(&root, mv);
        values.push(search_within(tree, &child, window, algorithm, limits, &mut |_| ())?.value);
    }
    let best = best_of(&values, tree.turn(&root));
    Ok((values, best))
}

/// The numbers of the best values for a side.
pub fn best_of(values: &[Utility], side: Side) -> Vec<usize> {
    let best = match side {
        Side::First => values.iter().max(),
        Side::Second => values.iter().min(),
    };
    (0..values.len())
        .filter(|&i| Some(&values[i]) == best)
        .collect()
}

/// Why a tree is not there as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotUnfolded {
    /// It has more nodes than were allowed.
    TooLarge,
    /// A limit was met.
    Stopped(Stopped),
}

impl fmt::Display for NotUnfolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the tree has more nodes than allowed"),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl Error for NotUnfolded {}

/// The whole tree as data, up to `most` nodes; `label` writes the moves. Inner nodes get the value that `opinion` gives
/// them, if it gives one.
pub fn unfold<T: SearchTree>(
    tree: &T,
    most: usize,
    limits: &Limits,
    label: &dyn Fn(&T::Node, T::Move) -> String,
    opinion: &dyn Fn(&T::Node) -> Option<Utility>,
) -> Result<Tree, NotUnfolded> {
    const BETWEEN_CHECKS: usize = 4096;
    let mut builder = Builder::default();
    let mut moves = Vec::new();
    let mut open = vec![(tree.root(), None, String::new())];
    while let Some((node, parent, name)) = open.pop() {
        if builder.len() >= most {
            return Err(NotUnfolded::TooLarge);
        }
        if builder.len().is_multiple_of(BETWEEN_CHECKS) {
            limits.check(0).map_err(NotUnfolded::Stopped)?;
        }
        moves.clear();
        tree.moves(&node, &mut moves);
        let value = if moves.is_empty() {
            Some(tree.value(&node))
        } else {
            opinion(&node)
        };
        let number = builder.add(parent, Some(tree.turn(&node)), &name, value);
        for &mv in moves.iter().rev() {
            open.push((tree.child(&node, mv), Some(number), label(&node, mv)));
        }
    }
    builder
        .finish(Side::First)
        .map_err(|_| NotUnfolded::TooLarge)
}
