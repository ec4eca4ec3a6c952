//! Exercises on trees (course, exercises 5 and 6): made from a seed, and checked.

use super::trees::{Request, TreeAlgorithm};
use super::{ApiResult, json};
use crate::agents::any_seed;
use crate::context::{Context, Task};
use crate::error::ApiError;
use crate::input::Params;
use noyau::language::{Language, Localized, Message};
use noyau::limits::Limits;
use noyau::message;
use noyau::random::SplitMix;
use noyau::search::textbook::{Algorithm, Form, Step, search};
use noyau::tree::{self, Builder, Format, Payoff, Tree};
use noyau::{Side, answers::node_name};
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    kind: Option<String>,
    depth: Option<u32>,
    branching: Option<u32>,
    seed: Option<u64>,
}

#[derive(Serialize)]
struct Exercise {
    text: String,
    question: String,
    seed: u64,
}

/// A uniform tree with leaves by lot.
fn uniform(depth: u32, branching: u32, random: &mut SplitMix) -> Option<Tree> {
    let mut builder = Builder::default();
    let mut level = vec![builder.add(None, None, "", None)];
    for below in (0..depth).rev() {
        let mut next = Vec::new();
        for &parent in &level {
            for _ in 0..branching {
                let value = (below == 0).then(|| Payoff::from(random.below(20) as i32));
                next.push(builder.add(Some(parent), None, "", value));
            }
        }
        level = next;
    }
    builder.finish(Side::First).ok()
}

pub(super) async fn exercise(context: Context, Params(wanted): Params<Wanted>) -> ApiResult {
    let alphabeta = wanted.kind.as_deref() == Some("alphabeta");
    let depth = wanted.depth.unwrap_or(3).clamp(1, 6);
    let mut branching = wanted.branching.unwrap_or(2).clamp(1, 5);
    // No more leaves than one can do by hand.
    while u64::from(branching).pow(depth) > 125 {
        branching -= 1;
    }
    let seed = wanted.seed.unwrap_or_else(any_seed);
    let mut random = SplitMix(seed);
    let mut chosen = None;
    // An exercise on cuts has some: drawn again until it does, if it can.
    for _ in 0..64 {
        let Some(tree) = uniform(depth, branching, &mut random) else {
            break;
        };
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        let found = search(&tree, algorithm, &Limits::default(), |_| ());
        let cuts = found.map_or(0, |found| found.cuts.iter().sum::<u64>());
        chosen = Some(tree);
        if !alphabeta || cuts > 0 {
            break;
        }
    }
    let tree = chosen.ok_or_else(|| {
        ApiError::bad(message!(
            "there is no such tree",
            "un tel arbre n'existe pas"
        ))
    })?;
    let question = if alphabeta {
        message!(
            "First moves at the root and takes the maximum. Search this tree by alpha-beta, children from left to right: what does each node return, and which are never looked at?",
            "Premier joue à la racine et prend le maximum. Parcourez cet arbre par alpha-bêta, les enfants de gauche à droite : que renvoie chaque nœud, et lesquels ne sont jamais examinés ?"
        )
    } else {
        message!(
            "First moves at the root and takes the maximum, Second the minimum. What is each node worth?",
            "Premier joue à la racine et prend le maximum, Second le minimum. Que vaut chaque nœud ?"
        )
    };
    json(&Exercise {
        // A level takes its nodes one after the other: written, they are numbered as they are read.
        text: tree::write(&tree, Format::Json),
        question: question.localized(context.language),
        seed,
    })
}

#[derive(Serialize)]
struct Wrong {
    node: u32,
    why: String,
}

#[derive(Serialize)]
struct Checked {
    right: bool,
    wrong: Vec<Wrong>,
    /// Inner nodes whose value was not given.
    missing: Vec<u32>,
}

/// What a search made of a tree.
struct Truth {
    /// What each node returned; `None` where it was not looked at.
    returned: Vec<Option<Payoff>>,
}

impl Truth {
    fn of(tree: &Tree, steps: &[Step]) -> Self {
        let mut returned = vec![None; tree.len()];
        for step in steps {
            if let Step::Leave { node, value } = step {
                returned[*node as usize] = Some(*value);
            }
        }
        Self { returned }
    }
}

pub(super) fn check(task: &Task, request: &Request) -> ApiResult {
    let subject = request.load(&task.app, &task.limits)?;
    let (trace, _) = subject.trace(&task.limits)?;
    let truth = Truth::of(&subject.tree, &trace.steps);
    json(&judged(
        request,
        &subject.tree,
        subject.asked,
        &truth,
        task.language,
    )?)
}

fn judged(
    request: &Request,
    tree: &Tree,
    asked: TreeAlgorithm,
    truth: &Truth,
    language: Language,
) -> Result<Checked, ApiError> {
    let mut wrong = Vec::new();
    let mut say = |node: u32, why: Message| {
        let why = why.localized(language);
        wrong.push(Wrong { node, why });
    };
    let mut given = vec![None; tree.len()];
    for (key, &value) in &request.values {
        let node = key
            .parse::<u32>()
            .ok()
            .filter(|&node| (node as usize) < tree.len());
        let node = node.ok_or_else(|| no_node(key, tree.len()))?;
        given[node as usize] = Payoff::new(value);
    }
    // What stands below a node that is cut off is cut off too.
    let mut cut = vec![false; tree.len()];
    for &node in &request.cut {
        let place = cut.get_mut(node as usize);
        *place.ok_or_else(|| no_node(&node.to_string(), tree.len()))? = true;
    }
    let mut missing = Vec::new();
    for node in tree.nodes() {
        let at = node as usize;
        let above = tree.parent(node).is_some_and(|parent| cut[parent as usize]);
        cut[at] |= above;
        let name = node_name(tree, node, language);
        let seen = truth.returned[at];
        if asked != TreeAlgorithm::Minimax && !above {
            match (seen, cut[at]) {
                (Some(_), true) => {
                    say(
                        node,
                        message!(
                            "{name} is looked at: nothing cuts it off",
                            "{name} est examiné : rien ne le coupe"
                        ),
                    );
                }
                (None, false)
                    if tree
                        .parent(node)
                        .is_some_and(|parent| truth.returned[parent as usize].is_some()) =>
                {
                    say(
                        node,
                        message!(
                            "{name} is cut off: it is never looked at",
                            "{name} est coupé : il n'est jamais examiné"
                        ),
                    );
                }
                _ => {}
            }
        }
        if tree.is_leaf(node) {
            continue;
        }
        match (given[at], seen) {
            (None, Some(_)) => missing.push(node),
            (Some(_), None) => say(
                node,
                message!(
                    "{name} is never looked at, and returns nothing",
                    "{name} n'est jamais examiné, et ne renvoie rien"
                ),
            ),
            (Some(own), Some(value)) if own != value => {
                let children = tree.children(node).iter();
                let values: Vec<String> = children
                    .filter_map(|&child| truth.returned[child as usize])
                    .map(|value| value.to_string())
                    .collect();
                let values = values.join(", ");
                say(
                    node,
                    match tree.turn(node) {
                        Side::First => message!(
                            "{name} is not worth {own}: First takes the greatest of {values}",
                            "{name} ne vaut pas {own} : Premier prend le plus grand de {values}"
                        ),
                        Side::Second => message!(
                            "{name} is not worth {own}: Second takes the least of {values}",
                            "{name} ne vaut pas {own} : Second prend le plus petit de {values}"
                        ),
                    },
                );
            }
            _ => {}
        }
    }
    // Whoever only says what is cut off need not give values.
    let complete = missing.is_empty() || request.values.is_empty() && !request.cut.is_empty();
    Ok(Checked {
        right: wrong.is_empty() && complete,
        wrong,
        missing,
    })
}

fn no_node(key: &str, nodes: usize) -> ApiError {
    ApiError::bad(message!(
        "there is no node {key}: they are numbered from 0, and there are {nodes}",
        "pas de nœud {key} : ils sont numérotés à partir de 0, et il y en a {nodes}"
    ))
}
