//! The laws and the facts of every game, a test each. A program of its own, because `cargo xtask mutants` builds it again
//! and again.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files and the environment"
)]

use noyau::dynamic::{Fact, FactKind};
use noyau::limits::Limits;
use noyau::message;

macro_rules! test {
    ($($game:ident),+) => {
        $(#[test]
        fn $game() {
            check(stringify!($game));
        })+
    };
}

noyau_games::games!(test);

/// The laws and the facts of one game.
fn check(file: &str) {
    let entry = noyau_games::find(file).expect("a game is named as its file");
    let info = entry.info();
    let facts = entry.facts();
    let is_perft = |fact: &Fact| matches!(fact.kind, FactKind::Perft(_));
    assert!(facts.iter().any(is_perft), "{file} has perft facts");
    assert!(!facts.iter().all(is_perft), "{file} has facts beyond perft");
    let files = |path: &str| {
        let sample = entry.samples().iter().find(|sample| sample.path == path);
        sample
            .map(|sample| sample.content.as_bytes().to_vec())
            .ok_or_else(|| message!("there is no file {path}", "pas de fichier {path}"))
    };
    let open = |parameters: &str, at: &str| {
        let mut game = entry.open(parameters, &files).unwrap();
        if !at.is_empty() {
            game.set(at).unwrap();
        }
        game
    };
    let mut tried: Vec<&str> = entry.samples().iter().map(|sample| sample.path).collect();
    if tried.is_empty() {
        tried.push(info.default);
    }
    for fact in facts {
        assert!(!fact.source.is_empty(), "{file}: {fact:?} has a source");
        tried.push(fact.parameters);
        let mut game = open(fact.parameters, fact.at);
        let limits = Limits::default();
        let case = format!("{} at {:?}", game.name(), fact.at);
        match fact.kind {
            FactKind::Perft(counts) => {
                for (depth, &count) in (0..).zip(counts) {
                    assert_eq!(game.perft(depth), count, "{case}: perft {depth}");
                }
                // Again, each position after one move read from its text: it must say all that the future depends on.
                for (depth, &count) in (0..).zip(counts).skip(1).take(2) {
                    let mut read = open(fact.parameters, "");
                    let mut sum = 0;
                    for mv in game.moves() {
                        game.play(&mv).unwrap();
                        read.set(&game.position()).unwrap();
                        sum += read.perft(depth - 1);
                        game.undo();
                    }
                    assert_eq!(sum, count, "{case}: perft {depth} by texts");
                }
            }
            FactKind::Count {
                positions,
                terminal,
                longest,
            } => {
                let count = game.count(&limits).unwrap();
                let found = (count.positions, count.terminal, count.longest);
                assert_eq!(found, (positions, terminal, longest), "{case}");
            }
            FactKind::Value(outcome, distance) => {
                let worth = game.solve(true, &limits).worth.unwrap();
                assert_eq!(worth.outcome, outcome, "{case}");
                if distance.is_some() {
                    assert_eq!(worth.distance, distance, "{case}");
                }
            }
            FactKind::Margin(margin) => {
                let worth = game.solve(true, &limits).worth.unwrap();
                assert_eq!(worth.margin, Some(margin), "{case}");
            }
            FactKind::Nimber(nimber) => {
                assert_eq!(game.solve(true, &limits).nimber, Some(nimber), "{case}");
            }
        }
    }
    tried.sort_unstable();
    tried.dedup();
    for parameters in tried {
        for seed in 0..4 {
            if let Err(broken) = entry.check_laws(parameters, &files, seed) {
                panic!("{file}:{parameters}: {broken}");
            }
        }
    }
}

#[test]
fn every_file_is_registered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let stem = name.trim_end_matches(".rs");
        assert!(
            ["in_a_row", "lib", "names", "sowing", "threats"].contains(&stem)
                || noyau_games::find(stem).is_some(),
            "{name} is not in the list of lib.rs"
        );
    }
}
