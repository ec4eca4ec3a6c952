//! Acceptance tests of players: experiments reproduce known results, and a killed contest resumes.

use crate::accept::{build, folder, kill_when, noyau};
use crate::steps::{execute, release_tests, root};
use std::fs;
use std::time::Instant;

/// Perfect play from random openings never loses value: a thousand games of each game.
pub(crate) fn perfect() -> Result<(), String> {
    execute(release_tests("games", "players::perfect_play")?.env("NOYAU_PAIRS", "500"))
}

/// Student code: seeded mistakes are found where they are, with all cases; a class is marked in time.
pub(crate) fn check() -> Result<(), String> {
    const FILES: usize = 100;
    const LOOPING: usize = 5;
    execute(release_tests("command_line", "check::")?.env("NOYAU_CHECK_TRIES", "300"))?;
    let program = build()?;
    let class = folder()?.join("class");
    let _ = fs::remove_dir_all(&class);
    fs::create_dir_all(&class).map_err(|error| error.to_string())?;
    let right = fs::read_to_string(root().join("examples/solutions/tp.py"));
    let right = right.map_err(|error| error.to_string())?;
    for i in 0..FILES {
        let text = if i % (FILES / LOOPING) == 0 {
            right.replace("    d2 = d.copy()\n", "    while True:\n        pass\n")
        } else {
            right.clone()
        };
        let written = fs::write(class.join(format!("{i:03}.py")), text);
        written.map_err(|error| error.to_string())?;
    }
    let began = Instant::now();
    let args = ["check", "class", "--csv", "class.csv", "--force", "--json"];
    let marks = noyau(&program, &args)?;
    let seconds = began.elapsed().as_secs_f64();
    println!("  {FILES} files, {LOOPING} of them looping: {seconds:.1} s");
    let wrong = r#""passed":false"#;
    let failed = marks.out.matches(wrong).count();
    // The file and the one function of each.
    if failed != 2 * LOOPING {
        return Err(format!("{wrong} stands {failed} times"));
    }
    if seconds > 180.0 {
        return Err("that is more than three minutes".to_owned());
    }
    Ok(())
}

/// Every claim of the reasons for thousands of positions agrees with exact values.
pub(crate) fn reasons() -> Result<(), String> {
    let mut tests = release_tests("games", "reasons::")?;
    execute(
        tests
            .args(["--", "--nocapture"])
            .env("NOYAU_POSITIONS", "2000"),
    )
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

/// A thousand games of each game end by its rules: no illegal move, no forfeit, none broken off.
pub(crate) fn ended() -> Result<(), String> {
    /// Three pairings play so many each.
    const GAMES: &str = "334";
    /// Games of files.
    const FILES: [&str; 2] = ["gdl", "graph"];
    let program = build()?;
    let list = noyau(&program, &["games", "--json"])?.out;
    let names = list.split(r#"{"name":""#).skip(1);
    let names = names.filter_map(|rest| rest.split('"').next());
    let names: Vec<_> = names.filter(|name| !FILES.contains(name)).collect();
    if names.len() < 10 {
        return Err(format!("{} games are listed", names.len()));
    }
    for game in names.into_iter().chain(["draughts:english", "go:9,7.5"]) {
        let args = [
            "tournament",
            game,
            "strong,nodes=300",
            "strong,nodes=100",
            "level:5",
            "--games",
            GAMES,
            "--openings",
            "2",
            "--seed",
            "1",
            "--threads",
            "2",
            "--json",
        ];
        let result = noyau(&program, &args)?.out;
        let forfeits = result.split(r#""forfeits":"#).skip(1);
        let forfeits = forfeits.filter(|rest| !rest.starts_with('0')).count();
        let broken_off = number(&result, r#""unfinished":"#)?;
        if number(&result, r#""games":"#)? < 1000.0 || forfeits > 0 || broken_off > 0.0 {
            return Err(format!("{game}: {}", result.trim()));
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
