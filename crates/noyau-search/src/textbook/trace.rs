//! What a search did on a tree, step by step: a list that can be shown, written and walked in both directions.

use super::{Cut, Event, Window};
use crate::tree::draw::{Marks, NodeMark};
use crate::tree::{Tree, Utility};

/// One step of a search. Nodes are those of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The node is entered with this window.
    Enter {
        /// The node.
        node: u32,
        /// The window.
        window: Window,
    },
    /// A child has returned its value to the node.
    Child {
        /// The node.
        node: u32,
        /// The child.
        child: u32,
        /// What the child returned.
        value: Utility,
        /// The best value of the node now.
        best: Utility,
        /// The window of the node now.
        window: Window,
    },
    /// The node is cut short.
    Cut {
        /// The node.
        node: u32,
        /// By which bound.
        cut: Cut,
        /// The children that are skipped.
        skipped: Vec<u32>,
    },
    /// The node is not looked at, because one above it is decided (breadth first).
    Skip {
        /// The node.
        node: u32,
    },
    /// The node returns its value.
    Leave {
        /// The node.
        node: u32,
        /// The value.
        value: Utility,
    },
}

impl Step {
    /// The node at which it happens.
    pub const fn node(&self) -> u32 {
        match *self {
            Self::Enter { node, .. }
            | Self::Child { node, .. }
            | Self::Cut { node, .. }
            | Self::Skip { node }
            | Self::Leave { node, .. } => node,
        }
    }

    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Enter { .. } => "enter",
            Self::Child { .. } => "child",
            Self::Cut { .. } => "cut",
            Self::Skip { .. } => "skip",
            Self::Leave { .. } => "leave",
        }
    }
}

impl From<&Event<'_, Tree>> for Step {
    fn from(event: &Event<'_, Tree>) -> Self {
        match *event {
            Event::Enter { node, window } => Self::Enter {
                node: *node,
                window,
            },
            Event::Child {
                node,
                mv,
                value,
                best,
                window,
            } => Self::Child {
                node: *node,
                child: mv,
                value,
                best,
                window,
            },
            Event::Cut { node, cut, skipped } => Self::Cut {
                node: *node,
                cut,
                skipped: skipped.to_vec(),
            },
            Event::Leave { node, value } => Self::Leave { node: *node, value },
        }
    }
}

/// All steps of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Trace {
    /// A walk through the steps, which starts before the first.
    pub fn stepper(&self, nodes: usize) -> Stepper<'_> {
        Stepper {
            steps: &self.steps,
            at: 0,
            marks: Marks {
                nodes: vec![NodeMark::default(); nodes],
                ..Marks::default()
            },
            before: Vec::new(),
        }
    }

    /// What is known on every node of a tree of that many nodes after the first `steps` steps.
    pub fn marks(&self, nodes: usize, steps: usize) -> Marks {
        let mut stepper = self.stepper(nodes);
        while stepper.at() < steps && stepper.forward().is_some() {}
        stepper.marks
    }
}

/// A place in a trace, with what is known there of every node.
#[derive(Debug, Clone)]
pub struct Stepper<'a> {
    steps: &'a [Step],
    at: usize,
    marks: Marks,
    /// What each step so far has changed: nodes, and their marks before it.
    before: Vec<Vec<(u32, NodeMark)>>,
}

impl<'a> Stepper<'a> {
    /// How many steps have been taken.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// What is known of the nodes.
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Takes the next step; `None` at the end.
    pub fn forward(&mut self) -> Option<&'a Step> {
        let step = self.steps.get(self.at)?;
        self.at += 1;
        let touched: Vec<u32> = match step {
            Step::Cut { node, skipped, .. } => std::iter::once(*node)
                .chain(skipped.iter().copied())
                .collect(),
            _ => vec![step.node()],
        };
        let marks = &mut self.marks.nodes;
        let before = touched
            .iter()
            .map(|&node| (node, marks[node as usize]))
            .collect();
        self.before.push(before);
        let mark = &mut marks[step.node() as usize];
        match step {
            Step::Enter { window, .. } => {
                mark.entered = true;
                mark.window = Some([window.alpha, window.beta]);
            }
            Step::Child { best, window, .. } => {
                mark.window = Some([window.alpha, window.beta]);
                mark.value = Some(*best);
            }
            Step::Leave { value, .. } => {
                mark.value = Some(*value);
                mark.left = true;
            }
            Step::Skip { .. } => mark.skipped = true,
            Step::Cut { cut, skipped, .. } => {
                mark.cut = Some(cut.name());
                for &child in skipped {
                    marks[child as usize].skipped = true;
                }
            }
        }
        Some(step)
    }

    /// Takes the last step back and gives it; `None` at the start.
    pub fn backward(&mut self) -> Option<&'a Step> {
        for (node, mark) in self.before.pop()? {
            self.marks.nodes[node as usize] = mark;
        }
        self.at -= 1;
        self.steps.get(self.at)
    }
}
