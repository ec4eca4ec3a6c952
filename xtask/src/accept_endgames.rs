//! Acceptance tests of classes of endgames, and of searches that ask their tables.

use crate::accept::{build, folder};
use crate::accept_certificates::number;
use crate::accept_cluster::same_bytes_of;
use crate::accept_memory::memory_of;
use crate::accept_tables::{answered, corrupted_of, cpu_seconds, killed_of, remove};
use crate::steps::{execute, release_tests};
use std::fs;
use std::time::Instant;

/// Classes of chess with three and four men, and the moves of the longest mate, with the side that mates to move.
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
    ("KRKP", 43),
];

/// All of at most four men take at most so many bytes, and so many seconds of two threads.
const MOST_BYTES: u64 = 1_000_000_000;
const MOST_SECONDS: f64 = 1800.0;

/// Positions of English draughts with 1 to 5 pieces, placements, one-sided ones included.
const PLACEMENTS: [u64; 5] = [120, 6_972, 261_224, 7_092_774, 148_688_232];

/// The class of a position of chess, the stronger side first if that is White.
fn class_of(position: &str) -> String {
    let board = position.split(' ').next().unwrap_or_default();
    let of = |side: fn(&char) -> bool| {
        let mut men: Vec<char> = board.chars().filter(side).collect();
        for man in &mut men {
            man.make_ascii_uppercase();
        }
        men.sort_by_key(|&man| "KQRBNP".find(man));
        men.into_iter().collect::<String>()
    };
    of(char::is_ascii_uppercase) + &of(char::is_ascii_lowercase)
}

pub(crate) fn classes() -> Result<(), String> {
    let program = build()?;
    let (before, began) = (cpu_seconds()?, Instant::now());
    let save = ["solve", "chess:4", "--all", "--force", "--threads", "2"];
    let save = [&save[..], &["--save", "chess.table", "--json"]].concat();
    let made = answered(&program, &save)?;
    let (seconds, bytes) = (began.elapsed().as_secs_f64(), number(&made.out, "bytes")?);
    let cpu = cpu_seconds()? - before;
    println!("  chess:4: {bytes} bytes, {seconds:.0} seconds, {cpu:.0} CPU seconds");
    if bytes > MOST_BYTES || seconds > MOST_SECONDS {
        return Err("chess:4 takes too much".to_owned());
    }
    let stats = answered(
        &program,
        &["table", "stats", "chess.table", "--quick", "--json"],
    )?;
    let tiers = stats.out.split("\"tier\":").skip(1);
    let longest: Vec<(String, u64)> = tiers
        .filter_map(|tier| {
            let (_, at) = tier.split_once("\"longest_win_position\":\"")?;
            Some((class_of(at), number(tier, "longest_win").ok()?))
        })
        .collect();
    for (class, plies) in &longest {
        println!("  {class}: {plies} plies");
    }
    for &(class, moves) in MATES {
        if !longest.contains(&(class.to_owned(), 2 * moves - 1)) {
            return Err(format!("{class}: published are {moves} moves"));
        }
    }
    answered(&program, &["verify", "chess.table"])?;
    remove(&["chess.table"])?;
    let mut drawn = release_tests("games", "drawn_positions_are_as_a_search_says")?;
    execute(drawn.env("NOYAU_POSITIONS", "10000"))?;
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

/// Classes of endgames of every game that has them, which take some seconds; play goes round in most.
const CLASSES: &[&str] = &[
    "chess:KRKN",
    "draughts:english,4",
    "awele:6,..12",
    "kalah:6,..13",
    "morris:9,3,4",
    "othello:4,6",
];

/// What is asked within limits of memory.
const QUESTIONS: &[&str] = &[
    "solve {} --all --save memory.table",
    "solve {} --all --save memory.table --threads 1",
];

/// Tables of classes are as safe as other tables: from any number of threads and processes, killed, damaged, and within limits
/// of memory.
pub(crate) fn safe() -> Result<(), String> {
    same_bytes_of(CLASSES)?;
    for class in CLASSES {
        killed_of(class)?;
        corrupted_of(class, 100)?;
    }
    memory_of(CLASSES, QUESTIONS)
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
