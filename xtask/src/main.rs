//! What a maintainer automates: `cargo xtask test`, `cargo xtask bench`, `cargo xtask accept`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a command does"
)]

mod accept;
mod bench_graph;
mod fuzz;
mod repository;
mod steps;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [--list] [--only STEP]…
    everything that must hold before a change lands
cargo xtask accept [--list] [--only STEP]…
    the long proofs: sizes and times that a test should not take
cargo xtask bench graph [--reference DIR] [--vertices N] [--runs N]
    how fast large graphs are solved";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test", ..] => steps::run(test::STEPS, &args[1..]),
        ["accept", ..] => steps::run(accept::STEPS, &args[1..]),
        ["bench", "graph", ..] => bench_graph::run(&args[2..]).map(|()| ExitCode::SUCCESS),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        [] => Err(format!("a command is wanted:\n{USAGE}")),
        _ => Err(format!(
            "there is no command {:?}:\n{USAGE}",
            words.join(" ")
        )),
    };
    result.unwrap_or_else(|why| {
        eprintln!("{why}");
        ExitCode::FAILURE
    })
}
