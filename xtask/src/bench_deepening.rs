//! `cargo xtask bench deepening`: Connect 4 to depth 14 with a simple heuristic, compared with the iterative search
//! of the crate minimax, in the same run, on one thread, in CPU time.
//!
//! Rules and heuristic are the same on both sides, and so must be the score. Nodes are visited positions, including
//! those at the horizon, on both sides.

use crate::bench_playouts::{number, said};
use crate::peers;
use crate::steps::{cargo, execute, target};
use std::process::Command;

const DEPTH: &str = "14";

/// The targets: the ratio of nodes per second to minimax, and the fraction of its time.
const NODES: f64 = 1.5;
const TIME: f64 = 0.5;

/// The number of alternating runs of each side, of which the best counts.
const RUNS: usize = 5;

pub(crate) fn run() -> Result<(), String> {
    let peer = peers::build("minimax")?;
    execute(
        cargo(&["build", "--release", "--locked", "--workspace"]).args(["--example", "deepening"]),
    )?;
    let example = target().join("release/examples/deepening");
    let (mut own, mut other) = ([0.0, f64::MAX, 0.0], [0.0, f64::MAX, 0.0]);
    for _ in 0..RUNS {
        let found = said(Command::new(&example).args(["connect4:7x6", "alignments", DEPTH]))?;
        own = quicker(own, read(&found)?);
        other = quicker(other, read(&said(Command::new(&peer).arg(DEPTH))?)?);
    }
    if (own[2] - other[2]).abs() > 0.5 {
        return Err(format!("noyau scores {}, minimax {}", own[2], other[2]));
    }
    println!("\n| to depth {DEPTH} | nodes | seconds | nodes a second |");
    println!("|---|---|---|---|");
    for (name, [nodes, seconds, _]) in [("noyau", own), ("minimax 0.6", other)] {
        println!(
            "| {name} | {nodes:.0} | {seconds:.3} | {:.0} |",
            nodes / seconds
        );
    }
    let faster = own[0] / own[1] / (other[0] / other[1]);
    let time = own[1] / other[1];
    println!("| ratio | | {time:.2}, below {TIME} wanted | {faster:.2}, {NODES} wanted |");
    if faster < NODES || time >= TIME {
        return Err("missed".to_owned());
    }
    Ok(())
}

/// Nodes, seconds and score.
fn read(text: &str) -> Result<[f64; 3], String> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        [nodes, seconds, score] => Ok([number(nodes)?, number(seconds)?, number(score)?]),
        _ => Err(format!("{text:?} is not as expected")),
    }
}

fn quicker(one: [f64; 3], other: [f64; 3]) -> [f64; 3] {
    if other[1] < one[1] { other } else { one }
}
