//! The document of `noyau tree --json`. `docs/trees.md` describes the keys.

use super::counts::Formula;
use super::{Asked, Report, Request, Subject};
use crate::prelude::*;
use noyau::documents::Number;
use noyau::search::textbook::Form;
use noyau::tree::Tree;
use noyau::tree::draw::Kind;
use serde_json::{Value, json};

/// The nodes of larger trees are omitted, unless a trace refers to them.
const MOST_LISTED: usize = 1000;

/// The nodes of a tree in the order of their numbers.
fn nodes(tree: &Tree, kind: Kind, tabled: &[u32]) -> Value {
    let nodes = tree.nodes().map(|node| {
        let mut listed = json!({
            "node": node,
            "parent": tree.parent(node),
            "label": tree.label(node),
            "turn": tree.turn(node).name(),
        });
        if let Some(value) = tree.value(node) {
            listed["value"] = json!(Number(value, kind));
        }
        if tabled.contains(&node) {
            listed["table"] = json!(true);
        }
        listed["children"] = json!(tree.children(node));
        listed
    });
    nodes.collect()
}

pub(super) fn print(
    console: Console,
    request: &Request,
    subject: &Subject,
    report: &Report,
) -> Exit {
    let kind = request.algorithm.kind();
    let number = |payoff| Number(payoff, kind);
    let (algorithm, form, order, stop) = match request.algorithm {
        Asked::AlphaBeta(Form::Bound) => ("alphabeta", Some("bound"), None, None),
        Asked::AlphaBeta(Form::Extreme) => ("alphabeta", Some("extreme"), None, None),
        Asked::Evaluate { kind, order, stop } => {
            let name = match kind {
                Kind::MinMax => "minimax",
                Kind::AndOr => "andor",
            };
            (name, None, Some(order.name()), Some(stop))
        }
    };
    let counts = &report.counts;
    let name = |i: usize| report.moves[i].0.as_str();
    let moves = report.moves.iter();
    let moves = moves.map(|(name, value)| json!({"move": name, "value": number(*value)}));
    let about = match &subject.game {
        None => json!({"file": subject.name}),
        Some(game) => json!({"game": game.name(), "position": game.position()}),
    };
    let found = json!({
        "side": report.side.name(),
        "depth": subject.depth,
        "heuristic": subject.heuristic,
        "algorithm": algorithm,
        "form": form,
        "order": order,
        "stop": stop,
        "value": number(report.value),
        "best": report.best.iter().map(|&i| name(i)).collect::<Vec<_>>(),
        "chosen": report.chosen.map(name),
        "seed": subject.seed,
        "moves": moves.collect::<Vec<_>>(),
        "visited": counts.own,
        "minimax": counts.minimax,
        "alphabeta": counts.alpha_beta.map(|[bound, extreme]| json!({"bound": bound, "extreme": extreme})),
        "branching": counts.form.map(|form| json!({
            "mean": form.branching_mean,
            "max": form.branching_max,
            "depth": form.depth,
            "uniform": form.uniform,
        })),
        "formula": counts.form.as_ref().map(Formula::of),
    });
    let mut document = documents::joined([about, found]);
    if let Some(game) = &subject.game {
        document = documents::with_probes(document, &**game);
    }
    if let Some(rows) = &report.by_depth {
        let rows = rows.iter().map(|row| {
            json!({
                "depth": row.depth,
                "value": number(row.value),
                "best": row.best,
                "nodes": row.nodes,
                "alphabeta": row.alpha_beta,
            })
        });
        document["depths"] = rows.collect();
    }
    if !counts.orders.is_empty() {
        document["orders"] = json!(counts.orders);
    }
    let listed = |tree: &&Tree| request.trace || tree.len() <= MOST_LISTED;
    if let Some(tree) = subject.tree.as_ref().filter(listed) {
        document["tree"] = nodes(tree, kind, &subject.tabled);
    }
    if let Some(trace) = report.trace.as_ref().filter(|_| request.trace) {
        let steps = trace.steps.iter();
        document["trace"] = steps.map(|step| documents::step(step, kind)).collect();
    }
    console.json(&document)
}
