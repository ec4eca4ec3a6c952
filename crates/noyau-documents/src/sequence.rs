//! Nimber sequences of heaps, and the node-count signature of the searches.

use noyau_tables::heaps::Sequence;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The nimbers of the heaps of an octal game up to a size, with their period.
pub fn sequence(code: &str, heaps: u32, sequence: &Sequence) -> Value {
    let period = sequence.period;
    json!({
        "code": code,
        "heaps": heaps,
        "period": period.map(|period| period.period),
        "preperiod": period.map(|period| period.preperiod),
        "proof": period.map(|period| period.proof),
        "greatest": sequence.nimbers.iter().copied().max().unwrap_or(0),
        "nimbers": sequence.nimbers,
    })
}

/// The node counts of searches of fixed positions, summed for each game.
pub fn signatures<'a>(searched: &[(&'a str, &str, u64)]) -> Vec<(&'a str, u64)> {
    let mut signatures: Vec<(&str, u64)> = Vec::new();
    for &(game, _, nodes) in searched {
        let name = game.split(':').next().unwrap_or(game);
        match signatures.iter_mut().find(|(of, _)| *of == name) {
            Some((_, sum)) => *sum += nodes,
            None => signatures.push((name, nodes)),
        }
    }
    signatures
}

/// The node counts of searches of fixed positions, each with its game and moves.
pub fn benched(searched: &[(&str, &str, u64)], cpu_seconds: f64) -> Value {
    let signature: u64 = searched.iter().map(|&(_, _, nodes)| nodes).sum();
    let positions = searched.iter();
    let positions =
        positions.map(|(game, after, nodes)| json!({"game": game, "after": after, "nodes": nodes}));
    json!({
        "signature": signature,
        "signatures": signatures(searched).into_iter().collect::<BTreeMap<_, _>>(),
        "positions": positions.collect::<Vec<_>>(),
        "cpu_seconds": cpu_seconds,
        "nodes_per_second": (signature as f64 / cpu_seconds).round(),
    })
}
