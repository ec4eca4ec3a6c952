//! Acceptance tests of classes of endgames, and of searches that ask their tables.

use crate::accept::{build, folder};
use crate::accept_certificates::number;
use crate::accept_tables::{answered, cpu_seconds, remove};
use std::fs;

/// Classes of chess with three and four men, and the moves of the longest mate, with the side that mates to move. Where
/// what is left after a promotion has a longer one the class is not here.
const MATES: &[(&str, u64)] = &[
    ("KQK", 10),
    ("KRK", 16),
    ("KPK", 28),
    ("KBBK", 19),
    ("KBNK", 33),
    ("KQKQ", 13),
    ("KQKR", 35),
    ("KQKB", 17),
    ("KQKN", 21),
    ("KRKR", 19),
    ("KRKB", 29),
    ("KRKN", 40),
];

/// Positions of English draughts with 1 to 5 pieces, placements, one-sided ones included.
const PLACEMENTS: [u64; 5] = [120, 6_972, 261_224, 7_092_774, 148_688_232];

pub(crate) fn classes() -> Result<(), String> {
    let program = build()?;
    let (mut bytes, mut seconds) = (0, 0.0);
    for &(class, moves) in MATES {
        let (game, file) = (format!("chess:{class}"), format!("{class}.table"));
        let before = cpu_seconds()?;
        let made = answered(
            &program,
            &["solve", &game, "--all", "--save", &file, "--json"],
        )?;
        let taken = cpu_seconds()? - before;
        let longest = number(&made.out, "longest_win")?;
        println!("  {class}: {longest} plies, {taken:.0} CPU seconds");
        if longest != 2 * moves - 1 {
            return Err(format!("{class}: {longest} plies, published {moves} moves"));
        }
        answered(&program, &["verify", &file])?;
        bytes += number(&made.out, "bytes")?;
        seconds += taken;
        remove(&[&file])?;
    }
    println!("  chess: {bytes} bytes, {seconds:.0} CPU seconds");
    let save = [
        "solve",
        "draughts:english,5",
        "--all",
        "--save",
        "d.table",
        "--json",
    ];
    let made = answered(&program, &save)?;
    let stored = number(&made.out, "stored")?;
    remove(&["d.table"])?;
    if stored == PLACEMENTS.iter().sum::<u64>() {
        Ok(())
    } else {
        Err(format!("draughts:english,5 stores {stored} positions"))
    }
}

/// Searches of Kalah and Connect 4 with and without a table of their last tiers.
pub(crate) fn probing() -> Result<(), String> {
    let program = build()?;
    let path = folder()?.join("asked");
    fs::create_dir_all(&path).map_err(|error| error.to_string())?;
    let tables = path.display().to_string();
    for (game, name) in [("kalah:6,..14", "kalah"), ("kalah:6,..14,plain", "plain")] {
        let file = format!("{tables}/{name}.table");
        answered(
            &program,
            &["solve", game, "--all", "--force", "--save", &file],
        )?;
    }
    for game in ["kalah:6,3", "kalah:6,3,plain", "kalah:5,4"] {
        let solve = ["solve", game, "--method", "search", "--quick", "--json"];
        let timed = |args: &[&str]| -> Result<(String, f64), String> {
            let before = cpu_seconds()?;
            let run = answered(&program, args)?;
            Ok((run.out, cpu_seconds()? - before))
        };
        let (plain, without) = timed(&solve)?;
        let (asked, with) = timed(&[&solve[..], &["--tables", &tables]].concat())?;
        println!("  {game}: {without:.2} CPU seconds without tables, {with:.2} with them");
        let value = |out: &str| {
            out.split("\"margin\":")
                .nth(1)
                .map(|rest| rest[..4].to_owned())
        };
        if value(&plain) != value(&asked) {
            return Err(format!("{game}: another answer with tables"));
        }
        // Reading the tables counts.
        if with > 1.02 * without + 1.0 {
            return Err(format!("{game} is slower with tables"));
        }
    }
    fs::remove_dir_all(&path).map_err(|error| error.to_string())
}
