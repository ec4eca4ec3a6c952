//! Maintenance tasks: `cargo xtask test`, `bench`, `accept`, `dist`, `mutants` and `crosscheck`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a command does"
)]

mod accept;
mod accept_certificates;
mod accept_cluster;
mod accept_dist;
mod accept_endgames;
mod accept_figures;
mod accept_files;
mod accept_learning;
mod accept_memory;
mod accept_page;
mod accept_players;
mod accept_sheets;
mod accept_tables;
mod bench_connect4;
mod bench_deepening;
mod bench_graph;
mod bench_mcts;
mod bench_playouts;
mod dist;
mod fuzz;
mod kills;
mod mutants;
mod openspiel;
mod packages;
mod page;
mod peers;
mod python;
mod repository;
mod soak;
mod steps;
mod system;
mod test;
mod venv;
mod workflows;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [--list] [--only STEP]…
    everything that must hold before a change lands
cargo xtask accept [--list] [--only STEP]…
    the long proofs: sizes and times that a test should not take
cargo xtask dist [binary|wheel|page|checksums]…
    what is handed out, in the folder `dist` of the target folder; without a name all of it
cargo xtask mutants [--list] [--game NAME[,NAME…]]
    rules broken on purpose, which laws and facts must notice
cargo xtask crosscheck [--seed N] [--write]
    games that OpenSpiel has too are played by both; --write renews the committed transcript
cargo xtask bench connect4 [FILE]…
    exact scores of Connect 4, beside connect-four-ai, and the empty board; files have a line of moves each
cargo xtask bench deepening
    Connect 4 to depth 14 with a heuristic, beside minimax
cargo xtask bench playouts [--seconds N]
    random games and perft, beside board-game, OpenSpiel and cozy-chess
cargo xtask bench mcts
    Monte-Carlo tree search, beside board-game
cargo xtask bench graph [--reference DIR] [--vertices N] [--runs N]
    how fast large graphs are solved
cargo xtask bench python [graphs|loop|cubic|own|walk|easyai|breakthrough|openspiel]…
    the Python package, beside plain Python, easyAI and OpenSpiel";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test", ..] => steps::run(test::STEPS, &args[1..]),
        ["accept", ..] => steps::run(accept::STEPS, &args[1..]),
        ["dist", ..] => dist::command(&args[1..]).map(|()| ExitCode::SUCCESS),
        ["mutants", ..] => mutants::command(&args[1..]).map(|()| ExitCode::SUCCESS),
        ["crosscheck", ..] => openspiel::command(&args[1..]).map(|()| ExitCode::SUCCESS),
        ["bench", "connect4", ..] => bench_connect4::run(&args[2..]).map(|()| ExitCode::SUCCESS),
        ["bench", "deepening"] => bench_deepening::run().map(|()| ExitCode::SUCCESS),
        ["bench", "playouts", ..] => bench_playouts::run(&args[2..]).map(|()| ExitCode::SUCCESS),
        ["bench", "mcts"] => bench_mcts::run().map(|()| ExitCode::SUCCESS),
        ["bench", "graph", ..] => bench_graph::run(&args[2..]).map(|()| ExitCode::SUCCESS),
        ["bench", "python", ..] => python::bench(&args[2..]).map(|()| ExitCode::SUCCESS),
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
