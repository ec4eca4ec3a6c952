//! The games against what is known of them. One program, because each program links all games once more.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files and the environment"
)]

mod agreement;
mod certificates;
mod endgames;
mod estimates;
mod evaluations;
mod gdl;
mod hostile;
mod learning;
mod openspiel;
mod players;
mod playthroughs;
mod proofs;
mod reasons;
mod rules;
mod search;
mod sieve;
mod sowing;
mod strong;
mod tables;
mod theorems;
mod trees;

use noyau::dynamic::OpenGame;
use noyau::limits::Limits;
use noyau::{Message, message};

/// For games that are made from nothing.
fn no_files(path: &str) -> Result<Vec<u8>, Message> {
    Err(message!("there is no file {path}", "pas de fichier {path}"))
}

/// The files that come with the games.
fn samples(path: &str) -> Result<Vec<u8>, Message> {
    let mut samples = noyau_games::GAMES.iter().flat_map(|entry| entry.samples());
    match samples.find(|sample| sample.path == path) {
        Some(sample) => Ok(sample.content.as_bytes().to_vec()),
        None => no_files(path),
    }
}

fn open(name: &str) -> Box<dyn OpenGame> {
    noyau_games::open(name, &no_files).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

fn on_threads(threads: usize) -> Limits {
    Limits {
        threads,
        ..Limits::default()
    }
}
