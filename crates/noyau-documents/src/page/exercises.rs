//! Exercises, and checked answers.

use super::arena::arena_document;
use super::tree::tree_nodes;
use crate::joined;
use noyau_core::language::{Language, Localized};
use noyau_graph::arena::draw;
use noyau_play::exercise::{CheckedTree, Exercise, Kind, Mistake, Subject, TreeQuestion};
use noyau_search::tree::draw::{Kind as NodeKind, Style as TreeStyle};
use noyau_search::tree::{self, Format, Tree};
use serde_json::{Value, json};

/// An exercise on a tree, with the seed that generated it.
pub fn exercise(question: TreeQuestion, tree: &Tree, seed: u64, language: Language) -> Value {
    json!({
        // The text lists the nodes in the order of their numbers.
        "text": tree::write(tree, Format::Json),
        "question": question.text().get(language),
        "seed": seed,
    })
}

/// An exercise that is marked step by step, with what is drawn of it, and without its key.
pub fn posed(exercise: &Exercise, direction: draw::Direction, language: Language) -> Value {
    let drawn = match &exercise.subject {
        Subject::Graph(arena, _) => {
            let style = draw::Style {
                direction,
                language,
                ..draw::Style::default()
            };
            let text = crate::dictionary(arena);
            json!({ "arena": arena_document(arena, false, &style, &text) })
        }
        Subject::Tree(tree) => {
            let style = TreeStyle {
                language,
                kind: match exercise.kind {
                    Kind::AndOr => NodeKind::AndOr,
                    _ => NodeKind::MinMax,
                },
                ..TreeStyle::default()
            };
            json!({ "drawing": tree_nodes(tree, &style) })
        }
        Subject::Position { .. } => json!({}),
    };
    joined([crate::exercise(exercise, language, false), drawn])
}

/// Mistakes, each with its node or vertex under `key`.
fn mistakes(key: &str, wrong: Vec<(u32, Mistake)>, language: Language) -> Value {
    let wrong = wrong.into_iter();
    wrong
        .map(|(number, why)| json!({ key: number, "why": why.localized(language) }))
        .collect()
}

/// A checked answer about a tree.
pub fn checked_tree(checked: CheckedTree, language: Language) -> Value {
    let wrong = mistakes("node", checked.wrong, language);
    json!({ "right": checked.right, "wrong": wrong, "missing": checked.missing })
}

/// A checked kernel: a set of vertices with these mistakes.
pub fn checked_kernel(wrong: Vec<(u32, Mistake)>, language: Language) -> Value {
    let right = wrong.is_empty();
    json!({ "right": right, "wrong": mistakes("vertex", wrong, language) })
}
