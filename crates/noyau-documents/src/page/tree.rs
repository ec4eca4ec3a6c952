//! A tree with its layout, the steps of a search in it, and the nodes that each algorithm visits.

use crate::joined;
use crate::steps::{Number, StepDetails, Teller};
use noyau_core::limits::{Limits, Stopped};
use noyau_search::textbook::cost::{self, Form as TreeForm};
use noyau_search::textbook::{self, Algorithm, Form, Step, Trace, best_of, search};
use noyau_search::tree::draw::{self, Marks, Style};
use noyau_search::tree::{self, Format, Tree, Utility};
use serde_json::{Value, json};

fn cost(tree: &Tree) -> Value {
    let shape = TreeForm::of(tree);
    let branching = if shape.uniform {
        shape.branching_max as f64
    } else {
        shape.branching_mean
    };
    let best_leaves = || cost::alpha_beta_leaves(shape.branching_max, shape.depth);
    json!({
        "branching": branching,
        "depth": shape.depth,
        "formula": cost::minimax_nodes(branching, shape.depth),
        "uniform": shape.uniform,
        "best_leaves": shape.uniform.then(best_leaves),
    })
}

/// The steps; entering and leaving a leaf are merged.
fn step_documents(tree: &Tree, trace: &Trace, style: Style) -> Value {
    let mut teller = Teller::new(tree, style, false, style.windows);
    let mut window_of_leaf = None;
    let mut steps = Vec::new();
    for step in &trace.steps {
        let text = teller.tell(step).unwrap_or_default();
        let node = step.node();
        let mut kind = step.name();
        let mut details = StepDetails::new(step, style.kind);
        details.window = details.window.filter(|_| style.windows);
        match step {
            Step::Enter { .. } if tree.is_leaf(node) => {
                window_of_leaf = details.window;
                continue;
            }
            Step::Child { .. } => kind = "value",
            Step::Leave { .. } if tree.is_leaf(node) => {
                kind = "leaf";
                details.window = window_of_leaf.take();
            }
            _ => {}
        }
        let step = json!({ "kind": kind, "node": node });
        steps.push(joined([step, json!(details), json!({ "text": text })]));
    }
    steps.into()
}

/// The nodes of a tree with their places.
fn nodes(tree: &Tree, marks: &Marks, style: &Style) -> Value {
    let places = draw::places(tree, marks, style);
    let number = |value| Number(value, style.kind);
    let middles = tree.nodes().zip(&places.middles);
    let nodes = middles.map(|(node, &[x, y])| {
        let mv = (node > 0).then(|| tree.move_name(node));
        json!({
            "parent": tree.parent(node),
            "turn": tree.turn(node).name(),
            "label": tree.label(node),
            "move": mv.unwrap_or_default(),
            "value": tree.value(node).map(number),
            "leaf": tree.is_leaf(node),
            "x": x.round(),
            "y": y.round(),
        })
    });
    json!({
        "nodes": nodes.collect::<Value>(),
        "width": places.width,
        "height": places.height,
    })
}

/// A tree before any search.
pub(super) fn tree_nodes(tree: &Tree, style: &Style) -> Value {
    nodes(tree, &Marks::default(), style)
}

/// The document of a tree, with a search of it, step by step, and its value. `form` selects the form of alpha-beta
/// for the counts, and `opinions` are the heuristics of the game.
pub fn tree_document(
    tree: &Tree,
    trace: &Trace,
    value: Utility,
    style: Style,
    form: Form,
    opinions: &[&str],
    limits: &Limits,
) -> Result<Value, Stopped> {
    // Wide enough for the finished search.
    let marks = trace.marks(tree.len(), usize::MAX);
    let drawn = nodes(tree, &marks, &style);
    let number = |value| Number(value, style.kind);
    let values = textbook::values(tree);
    let children = tree.children(0).iter();
    let of_moves: Vec<Utility> = children.map(|&child| values[child as usize]).collect();
    let run = |algorithm| search(tree, algorithm, limits, &mut |_| ());
    let minimax = run(Algorithm::Minimax)?;
    let alphabeta = run(Algorithm::AlphaBeta(form))?;
    let rest = json!({
        "steps": step_documents(tree, trace, style),
        "value": number(value),
        "best": best_of(&of_moves, tree.turn(0)),
        "counters": {
            "minimax": { "nodes": minimax.nodes, "leaves": minimax.leaves },
            "alphabeta": {
                "nodes": alphabeta.nodes,
                "leaves": alphabeta.leaves,
                "alpha_cuts": alphabeta.cuts[0],
                "beta_cuts": alphabeta.cuts[1],
            },
        },
        "cost": cost(tree),
        "opinions": opinions,
        "text": tree::write(tree, Format::Json),
    });
    Ok(joined([drawn, rest]))
}
