//! Acceptance tests of players: experiments reproduce known results, and a killed contest resumes.

use crate::accept::{build, folder, kill_when, noyau};
use crate::steps::{execute, release_tests};
use std::fs;

/// Perfect play from random openings never loses value: a thousand games of each game.
pub(crate) fn perfect() -> Result<(), String> {
    execute(release_tests("games", "players::perfect_play")?.env("NOYAU_PAIRS", "500"))
}

/// A deeper search beats a shallower one, with p below 0.001.
pub(crate) fn deeper() -> Result<(), String> {
    let program = build()?;
    for (game, deep, shallow) in [
        ("connect4", "alphabeta:4", "alphabeta:2"),
        ("othello", "alphabeta:3", "alphabeta:1"),
    ] {
        let args = [
            "duel",
            game,
            deep,
            shallow,
            "--games",
            "400",
            "--seed",
            "1",
            "--threads",
            "2",
            "--json",
        ];
        let result = noyau(&program, &args)?.out;
        println!("  {}", result.trim());
        let chance = number(&result, "\"los\":")?;
        if chance <= 0.999 {
            return Err(format!(
                "{game}: {deep} is the stronger one only with {chance}"
            ));
        }
    }
    Ok(())
}

/// Two thousand games, killed and resumed, end with the same table and the same file.
pub(crate) fn killed() -> Result<(), String> {
    /// The header and a third of all games.
    const LINES: usize = 667;
    let program = build()?;
    let folder = folder()?;
    let contest = |file: &'static str| {
        vec![
            "tournament",
            "connect4:6x5",
            "alphabeta:4",
            "alphabeta:2",
            "alphabeta:1",
            "mcts:200",
            "random",
            "--games",
            "200",
            "--seed",
            "1",
            "--threads",
            "2",
            "--save",
            file,
        ]
    };
    let (whole, broken) = ("whole.games", "broken.games");
    for file in [whole, broken] {
        // Left over from an earlier run.
        let _ = fs::remove_file(folder.join(file));
    }
    let table = noyau(&program, &contest(whole))?.out;
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let enough = || read(broken).lines().count() >= LINES;
    kill_when(&program, &contest(broken), enough)?;
    let left = read(broken).lines().count();
    println!("  killed after {left} lines of 2001");
    if left >= 2001 {
        return Err("the contest was over before it was killed".to_owned());
    }
    let again = noyau(&program, &contest(broken))?.out;
    if again != table {
        return Err(format!("the tables differ:\n{table}\n{again}"));
    }
    if read(whole) != read(broken) || read(whole).lines().count() != 2001 {
        return Err("the files differ".to_owned());
    }
    Ok(())
}

/// The number after a key of a JSON document.
pub(crate) fn number(text: &str, key: &str) -> Result<f64, String> {
    let rest = text.split(key).nth(1).unwrap_or_default();
    let digits: String = rest
        .chars()
        .take_while(|c| c.is_ascii_digit() || ".-e".contains(*c))
        .collect();
    digits
        .parse()
        .map_err(|_| format!("{key} is missing in {text}"))
}
