//! Exercises, and checked answers.

use noyau_core::language::{Language, Localized};
use noyau_play::exercise::{CheckedTree, Mistake, TreeQuestion};
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
