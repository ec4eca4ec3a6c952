//! One playthrough per game, to be read: what a random play looks like, position by position. A change of rules, texts
//! or pictures shows in them. `NOYAU_WRITE_PLAYTHROUGHS=1 cargo test -p noyau-games playthroughs` writes them anew.

use crate::samples;
use noyau::dynamic::{Entry, OpenGame};
use noyau::random::SplitMix;
use noyau_games::GAMES;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Positions shown in full before the last one; the play itself goes on.
const SHOWN: usize = 6;
/// Plays are broken off there.
const MOST_PLIES: usize = 200;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs")
}

fn open(entry: &'static dyn Entry) -> Box<dyn OpenGame> {
    let parameters = entry.samples().first().map_or("", |sample| sample.path);
    entry.open(parameters, &samples).unwrap()
}

fn describe(game: &dyn OpenGame, text: &mut String) {
    writeln!(text, "{}\n", game.position()).unwrap();
    for line in game.view().to_text().lines() {
        writeln!(text, "    {}", line.trim_end()).unwrap();
    }
    writeln!(text).unwrap();
    for (name, score) in game.scores() {
        writeln!(text, "score by {name}: {score}").unwrap();
    }
    match game.outcome() {
        Some(outcome) => writeln!(text, "over, for {}: {outcome}", game.side()).unwrap(),
        None => writeln!(text, "moves: {}", game.join_moves(&game.moves())).unwrap(),
    }
}

fn playthrough(entry: &'static dyn Entry) -> String {
    let mut game = open(entry);
    let mut random = SplitMix(1);
    let mut text = format!("{}\n", game.name());
    let mut rest = Vec::new();
    for ply in 0..MOST_PLIES {
        let moves = game.moves();
        let shown = ply < SHOWN;
        if shown {
            write!(text, "\n{ply}. ").unwrap();
            describe(&*game, &mut text);
        }
        let Some(mv) = moves.get(random.below(moves.len())) else {
            break;
        };
        game.play(mv).unwrap();
        if shown {
            writeln!(text, "played: {mv}").unwrap();
        } else {
            rest.push(mv.clone());
        }
    }
    if !rest.is_empty() {
        let plies = SHOWN + rest.len();
        writeln!(text, "\nthen played: {}\n", game.join_moves(&rest)).unwrap();
        write!(text, "{plies}. ").unwrap();
        describe(&*game, &mut text);
    }
    text
}

#[test]
fn every_game_plays_as_in_its_playthrough() {
    let write = std::env::var_os("NOYAU_WRITE_PLAYTHROUGHS").is_some();
    let mut wrong = Vec::new();
    for &entry in GAMES {
        let path = folder().join(format!("{}.txt", entry.info().name));
        let now = playthrough(entry);
        if write {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, &now).unwrap();
        }
        match fs::read_to_string(&path) {
            Ok(kept) if kept == now => {}
            Ok(kept) => {
                let mut lines = kept.lines().zip(now.lines()).zip(1..);
                let first = lines.find(|((kept, now), _)| kept != now);
                wrong.push(format!("{}: {first:?}", path.display()));
            }
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_playthrough_is_of_a_game() {
    let games: BTreeSet<_> = GAMES
        .iter()
        .map(|game| format!("{}.txt", game.info().name))
        .collect();
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(games.contains(&name), "{name} is of no game");
    }
}
