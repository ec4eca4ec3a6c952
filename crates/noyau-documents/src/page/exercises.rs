//! Exercises, and answers to them that were checked.

use noyau_core::language::{Language, Localized};
use noyau_play::exercise::{self, Mistake, TreeQuestion};
use noyau_search::tree::{self, Format, Tree};
use serde::Serialize;

/// An exercise on a tree.
#[derive(Debug, Serialize)]
pub struct Exercise {
    text: String,
    question: &'static str,
    seed: u64,
}

impl Exercise {
    /// The exercise with that tree, which was made from that seed.
    pub fn new(question: TreeQuestion, tree: &Tree, seed: u64, language: Language) -> Self {
        Self {
            // The text lists the nodes in the order of their numbers.
            text: tree::write(tree, Format::Json),
            question: question.text().get(language),
            seed,
        }
    }
}

#[derive(Debug, Serialize)]
struct NodeMistake {
    node: u32,
    why: String,
}

/// A checked answer about a tree.
#[derive(Debug, Serialize)]
pub struct CheckedTree {
    right: bool,
    wrong: Vec<NodeMistake>,
    /// Inner nodes whose value was not given.
    missing: Vec<u32>,
}

impl CheckedTree {
    /// The document of an answer.
    pub fn new(checked: exercise::CheckedTree, language: Language) -> Self {
        let wrong = checked.wrong.into_iter().map(|(node, why)| NodeMistake {
            node,
            why: why.localized(language),
        });
        Self {
            right: checked.right,
            wrong: wrong.collect(),
            missing: checked.missing,
        }
    }
}

#[derive(Debug, Serialize)]
struct VertexMistake {
    vertex: u32,
    why: String,
}

/// A checked kernel.
#[derive(Debug, Serialize)]
pub struct CheckedKernel {
    right: bool,
    wrong: Vec<VertexMistake>,
}

impl CheckedKernel {
    /// The document of a set of vertices with these mistakes.
    pub fn new(wrong: Vec<(u32, Mistake)>, language: Language) -> Self {
        let wrong = wrong.into_iter().map(|(vertex, why)| VertexMistake {
            vertex,
            why: why.localized(language),
        });
        let wrong: Vec<_> = wrong.collect();
        Self {
            right: wrong.is_empty(),
            wrong,
        }
    }
}
