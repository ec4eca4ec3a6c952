//! What `noyau tree --json` says to programs. `docs/trees.md` describes the keys.

use super::counts::{Formula, OfOrder, Visited};
use super::{Asked, Report, Request, Subject};
use crate::console::Console;
use crate::failure::Failure;
use noyau::answers::{Number, Stepped};
use noyau::search::textbook::Form;
use noyau::tree::Tree;
use noyau::tree::draw::Kind;
use serde::Serialize;

/// The nodes of larger trees are left out, unless there is a trace that names them.
const MOST_LISTED: usize = 1000;

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    value: Number,
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: u64,
    depth: u32,
    uniform: bool,
}

#[derive(Serialize)]
struct AlphaBeta {
    bound: Visited,
    extreme: Visited,
}

#[derive(Serialize)]
struct ForDepth<'a> {
    depth: u32,
    value: Number,
    best: &'a [String],
    nodes: u64,
    alphabeta: Option<u64>,
}

#[derive(Serialize)]
struct Listed<'a> {
    node: u32,
    parent: Option<u32>,
    label: &'a str,
    turn: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    children: &'a [u32],
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    side: &'static str,
    depth: Option<u32>,
    heuristic: Option<&'a str>,
    algorithm: &'static str,
    form: Option<&'static str>,
    order: Option<&'static str>,
    stop: Option<bool>,
    value: Number,
    best: Vec<&'a str>,
    chosen: Option<&'a str>,
    seed: Option<u64>,
    moves: Vec<Move<'a>>,
    visited: Visited,
    minimax: Option<Visited>,
    alphabeta: Option<AlphaBeta>,
    branching: Option<Branching>,
    formula: Option<Formula>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<ForDepth<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    orders: Vec<OfOrder>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<Listed<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<Stepped<'a>>>,
}

pub(super) fn print(
    console: Console,
    request: &Request,
    subject: &Subject,
    report: &Report,
) -> Result<(), Failure> {
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
    let listed = |tree: &&Tree| request.trace || tree.len() <= MOST_LISTED;
    let moves = report.moves.iter();
    let depths = report.by_depth.as_ref();
    let trace = report.trace.as_ref().filter(|_| request.trace);
    console.json(&Document {
        file: subject.game.is_none().then_some(&subject.name),
        game: subject.game.as_ref().map(|game| game.name()),
        position: subject.game.as_ref().map(|game| game.position()),
        side: report.side.name(),
        depth: subject.depth,
        heuristic: subject.heuristic,
        algorithm,
        form,
        order,
        stop,
        value: number(report.value),
        best: report.best.iter().map(|&i| name(i)).collect(),
        chosen: report.chosen.map(name),
        seed: subject.seed,
        moves: moves
            .map(|(name, value)| Move {
                name,
                value: number(*value),
            })
            .collect(),
        visited: counts.own,
        minimax: counts.minimax,
        alphabeta: counts
            .alpha_beta
            .map(|[bound, extreme]| AlphaBeta { bound, extreme }),
        branching: counts.form.map(|form| Branching {
            mean: form.branching_mean,
            max: form.branching_max,
            depth: form.depth,
            uniform: form.uniform,
        }),
        formula: counts.form.as_ref().map(Formula::of),
        depths: depths.map(|rows| {
            let rows = rows.iter().map(|row| ForDepth {
                depth: row.depth,
                value: number(row.value),
                best: &row.best,
                nodes: row.nodes,
                alphabeta: row.alpha_beta,
            });
            rows.collect()
        }),
        orders: counts.orders.clone(),
        tree: subject.tree.as_ref().filter(listed).map(|tree| {
            let nodes = tree.nodes().map(|node| Listed {
                node,
                parent: tree.parent(node),
                label: tree.label(node),
                turn: tree.turn(node).name(),
                value: tree.value(node).map(number),
                children: tree.children(node),
            });
            nodes.collect()
        }),
        trace: trace.map(|trace| {
            trace
                .steps
                .iter()
                .map(|step| Stepped::new(step, kind))
                .collect()
        }),
    })
}
