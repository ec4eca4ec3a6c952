//! Exercises on trees: generated from a seed, and checked.

use super::trees::{Request, TreeAlgorithm};
use crate::agents::any_seed;
use crate::answer::{ApiResult, json};
use crate::context::Task;
use crate::error::ApiError;
use noyau::documents::page::{self, checked_tree};
use noyau::message;
use noyau::play::exercise::{self, TreeQuestion};
use noyau::tree::Utility;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ExerciseParams {
    kind: Option<String>,
    depth: Option<u32>,
    branching: Option<u32>,
    seed: Option<u64>,
}

pub(super) fn exercise(task: &Task, params: &ExerciseParams) -> ApiResult {
    let question = match params.kind.as_deref() {
        Some("alphabeta") => TreeQuestion::AlphaBeta,
        _ => TreeQuestion::Minimax,
    };
    let (depth, branching) = (params.depth.unwrap_or(3), params.branching.unwrap_or(2));
    let seed = params.seed.unwrap_or_else(any_seed);
    let tree = exercise::tree(question, depth, branching, seed).ok_or_else(|| {
        ApiError::bad(message!(
            "there is no such tree",
            "un tel arbre n'existe pas"
        ))
    })?;
    json(&page::exercise(question, &tree, seed, task.language))
}

pub(super) fn check(task: &Task, request: &Request) -> ApiResult {
    let loaded = request.load(&task.app, &task.limits)?;
    let (trace, _) = loaded.trace(&task.limits)?;
    let nodes = loaded.tree.len();
    let mut given = vec![None; nodes];
    for (key, &value) in &request.values {
        let place = key.parse().ok().and_then(|node: usize| given.get_mut(node));
        *place.ok_or_else(|| no_node(key, nodes))? = Utility::new(value);
    }
    let mut cut = vec![false; nodes];
    for &node in &request.cut {
        let place = cut.get_mut(node as usize);
        *place.ok_or_else(|| no_node(&node.to_string(), nodes))? = true;
    }
    let cuts = loaded.algorithm != TreeAlgorithm::Minimax;
    let checked = exercise::check_tree(&loaded.tree, &trace, cuts, &given, cut);
    json(&checked_tree(checked, task.language))
}

fn no_node(key: &str, nodes: usize) -> ApiError {
    ApiError::bad(message!(
        "there is no node {key}: they are numbered from 0, and there are {nodes}",
        "pas de nœud {key} : ils sont numérotés à partir de 0, et il y en a {nodes}"
    ))
}
