//! Exercises: generated from a seed or about a figure of the course, and marked.

use super::trees::{Request, TreeAlgorithm};
use crate::agents::any_seed;
use crate::answer::{ApiResult, json};
use crate::context::Task;
use crate::error::ApiError;
use noyau::documents::marked;
use noyau::documents::page::{self, checked_tree};
use noyau::message;
use noyau::play::exercise::{self, Exercise, FIGURES, Figure, Kind, LEVELS, TreeQuestion};
use noyau::tree::Utility;
use serde::Deserialize;
use serde_json::json;

/// The most steps of an answer that are read.
const MOST_STEPS: usize = 1000;

/// An exercise and, where it is marked, the steps of an answer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PosedParams {
    kind: String,
    level: Option<u32>,
    seed: Option<u64>,
    figure: Option<String>,
    /// Where the edges of a drawn graph lead.
    direction: Option<String>,
    steps: Vec<String>,
    hint: Option<u32>,
}

impl PosedParams {
    fn exercise(&self, task: &Task) -> Result<Exercise, ApiError> {
        let kind = Kind::from_name(&self.kind).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::name).join(", ");
            let kind = &self.kind;
            ApiError::bad(message!(
                "{kind:?} is no kind of exercise: they are {known}",
                "{kind:?} n'est pas une sorte d'exercice : ce sont {known}"
            ))
        })?;
        let level = self.level.unwrap_or(2);
        if !LEVELS.contains(&level) {
            let (least, most) = LEVELS.into_inner();
            return Err(ApiError::bad(message!(
                "a level is a number from {least} to {most}",
                "un niveau est un nombre de {least} à {most}"
            )));
        }
        let figure = self.figure.as_deref().filter(|name| !name.is_empty());
        let figure = figure.map(|name| {
            let suited = FIGURES.iter().filter(|figure| figure.suits(kind));
            let known: Vec<&str> = suited.map(|figure| figure.name).collect();
            let found = Figure::find(name).filter(|figure| figure.suits(kind));
            found.ok_or_else(|| {
                let (known, kind) = (known.join(", "), kind.name());
                ApiError::bad(message!(
                    "{name:?} is no figure for {kind}: they are {known}",
                    "{name:?} n'est pas une figure pour {kind} : ce sont {known}"
                ))
            })
        });
        let open = |name: &str| noyau_games::open(name, &noyau::dynamic::no_files).ok();
        let seed = self.seed.unwrap_or_else(any_seed);
        let posed = Exercise::new(kind, level, seed, figure.transpose()?, &open);
        task.limits.check(0).map_err(ApiError::stopped)?;
        posed.ok_or_else(|| {
            ApiError::bad(message!(
                "there is no such exercise",
                "il n'y a pas de tel exercice"
            ))
        })
    }
}

/// The kinds of exercises and the figures they can be about.
pub(super) fn list(task: &Task) -> ApiResult {
    let language = task.language;
    let kinds = Kind::ALL.map(|kind| {
        let figures = FIGURES.iter().filter(|figure| figure.suits(kind));
        let figures = figures
            .map(|figure| json!({ "name": figure.name, "title": figure.title.get(language) }));
        json!({
            "name": kind.name(),
            "title": kind.title().get(language),
            "figures": figures.collect::<Vec<_>>(),
        })
    });
    json(&json!({ "kinds": kinds, "levels": LEVELS.collect::<Vec<_>>() }))
}

pub(super) fn pose(task: &Task, params: &PosedParams) -> ApiResult {
    let direction = super::arena::direction(params.direction.as_deref());
    json(&page::posed(
        &params.exercise(task)?,
        direction,
        task.language,
    ))
}

/// Marks the steps of an answer, and gives a hint or, beyond all hints, the key.
pub(super) fn mark(task: &Task, params: &PosedParams) -> ApiResult {
    if params.steps.len() > MOST_STEPS {
        return Err(ApiError::too_large(message!(
            "up to {MOST_STEPS} steps are read",
            "on lit au plus {MOST_STEPS} étapes"
        )));
    }
    let exercise = params.exercise(task)?;
    let found = exercise.mark(&params.steps);
    let right = params.steps.get(..found.right).unwrap_or_default();
    let hint = params.hint.and_then(|degree| exercise.hint(right, degree));
    let mut document = marked(&found, hint.as_ref(), task.language);
    if params.hint.is_some_and(|degree| degree > HINTS) {
        document["answer"] = exercise.key(task.language).into();
    }
    json(&document)
}

/// The degrees of hints.
const HINTS: u32 = 3;

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
