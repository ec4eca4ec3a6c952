//! Acceptance tests of learning: from scratch to better than the course's heuristic, and to perfect play.

use crate::accept::{build, folder, kill_when, noyau};
use crate::accept_players::number;
use crate::steps::{execute, release_tests};
use std::fs;

/// The Elo difference by which the learned heuristic must beat the course's, both at depth four.
const WANTED: f64 = 100.0;
/// The lower bound that the interval of that difference must exceed.
const EXCLUDED: f64 = 50.0;

/// Connect 4 in 20 minutes at most on two threads, tic-tac-toe, and a killed course.
pub(crate) fn learning() -> Result<(), String> {
    execute(&mut release_tests("games", "learning::")?)?;
    killed()?;
    let program = build()?;
    // A file of an earlier run would be continued.
    let _ = fs::remove_file(folder()?.join("connect4.learned"));
    let learned = noyau(
        &program,
        &[
            "learn",
            "connect4",
            "--save",
            "connect4.learned",
            "--games",
            "400000",
            "--every",
            "100000",
            "--time",
            "1200",
            "--seed",
            "1",
            "--threads",
            "2",
        ],
    )?;
    println!("{}{}", learned.err, learned.out);
    let duel = noyau(
        &program,
        &[
            "duel",
            "connect4",
            "learned:connect4.learned,depth=4",
            "alphabeta:4",
            "--games",
            "1000",
            "--seed",
            "2",
            "--threads",
            "2",
            "--json",
        ],
    )?;
    println!("  {}", duel.out.trim());
    let elo = number(&duel.out, "\"elo\":")?;
    let low = number(&duel.out, "\"interval\":[")?;
    if elo <= WANTED || low <= EXCLUDED {
        return Err(format!(
            "{elo:.0} Elo, at least {low:.0}, where more than {WANTED} and {EXCLUDED} are wanted"
        ));
    }
    Ok(())
}

/// A course killed after its first file and resumed ends with the same bytes.
fn killed() -> Result<(), String> {
    let program = build()?;
    let folder = folder()?;
    let course = |file: &'static str| {
        [
            "learn",
            "connect4:6x5",
            "--save",
            file,
            "--games",
            "40000",
            "--every",
            "2000",
            "--pairs",
            "4",
            "--length",
            "5",
            "--seed",
            "1",
            "--threads",
            "2",
        ]
    };
    let (whole, broken) = ("whole.learned", "broken.learned");
    for file in [whole, broken] {
        let _ = fs::remove_file(folder.join(file));
    }
    let table = noyau(&program, &course(whole))?.out;
    kill_when(&program, &course(broken), || folder.join(broken).exists())?;
    let read = |file: &str| fs::read(folder.join(file)).unwrap_or_default();
    if read(whole) == read(broken) {
        return Err("the course was over before it was killed".to_owned());
    }
    let again = noyau(&program, &course(broken))?.out;
    if read(whole) != read(broken) || again.replace(broken, whole) != table {
        return Err("the files differ".to_owned());
    }
    Ok(())
}
