//! Acceptance tests of tables.

use crate::accept::{Run, Xorshift, build, example, folder, noyau, seed, start};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// A game of 2,265,792,710 positions, which takes some minutes on one thread and two on both.
const LONG: &str = "connect4:7x4";
/// A game that takes some seconds.
const MIDDLE: &str = "connect4:5x5";
/// A game that takes seconds, in many blocks and tiers.
const SHORT: &str = "connect4:5x4";

/// Runs `noyau`, which must answer.
pub(crate) fn answered(program: &PathBuf, args: &[&str]) -> Result<Run, String> {
    let run = noyau(program, args)?;
    if run.status == Some(0) {
        Ok(run)
    } else {
        Err(format!("status {:?}\n{}", run.status, run.err))
    }
}

fn bytes_of(name: &str) -> Result<Vec<u8>, String> {
    fs::read(folder()?.join(name)).map_err(|error| format!("{name}: {error}"))
}

pub(crate) fn remove(names: &[&str]) -> Result<(), String> {
    for name in names {
        let path = folder()?.join(name);
        fs::remove_file(&path).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Starts a solve and kills it after `pause`; `true` if it was still running.
fn kill_after(program: &PathBuf, args: &[&str], pause: Duration) -> Result<bool, String> {
    let mut child = start(program, args)?;
    std::thread::sleep(pause);
    let running = child
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none();
    // On Unix this is SIGKILL: the process cannot clean up.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    Ok(running)
}

pub(crate) fn killed() -> Result<(), String> {
    killed_of(LONG)
}

/// Two threads give the bytes of one, and so does a run that is killed 20 times.
pub(crate) fn killed_of(game: &str) -> Result<(), String> {
    const KILLS: u32 = 20;
    let program = build()?;
    let solve = |name, threads| {
        [
            "solve",
            game,
            "--all",
            "--save",
            name,
            "--memory=8GiB",
            "--threads",
            threads,
        ]
    };
    let begin = Instant::now();
    answered(&program, &solve("whole.table", "1"))?;
    let whole = begin.elapsed();
    answered(&program, &solve("two.table", "2"))?;
    if bytes_of("whole.table")? != bytes_of("two.table")? {
        return Err("two threads give other bytes than one".to_owned());
    }
    let mut random = Xorshift::new(seed());
    let mut killed = 0;
    while killed < KILLS {
        // Short enough that it cannot finish before the last kill, yet reaches every phase.
        let pause = whole.mul_f64(random.unit() * 2.0 / f64::from(KILLS));
        if kill_after(&program, &solve("killed.table", "2"), pause)? {
            killed += 1;
            println!("  {game}: killed after {:.1} s", pause.as_secs_f64());
        } else {
            // It had finished: start over.
            remove(&["killed.table"])?;
        }
    }
    answered(&program, &solve("killed.table", "2"))?;
    if bytes_of("whole.table")? != bytes_of("killed.table")? {
        return Err("the table of the killed run has other bytes".to_owned());
    }
    remove(&["whole.table", "two.table", "killed.table"])
}

pub(crate) fn corrupted() -> Result<(), String> {
    corrupted_of(SHORT, 1000)
}

/// So many random corruptions of a table are all detected.
pub(crate) fn corrupted_of(game: &str, rounds: usize) -> Result<(), String> {
    let program = build()?;
    answered(&program, &["solve", game, "--all", "--save", "good.table"])?;
    let good = bytes_of("good.table")?;
    let mut random = Xorshift::new(seed());
    let path = folder()?.join("bad.table");
    for round in 0..rounds {
        let mut bad = good.clone();
        match round % 3 {
            0 => {
                let at = random.below(bad.len());
                bad[at] ^= 1 << random.below(8);
            }
            1 => bad.truncate(random.below(bad.len())),
            _ => {
                let length = 1 + random.below(bad.len() / 4);
                let from = random.below(bad.len() - 2 * length);
                let to = from + length + random.below(bad.len() - from - 2 * length);
                for i in 0..length {
                    bad.swap(from + i, to + i);
                }
            }
        }
        if bad == good {
            continue;
        }
        fs::write(&path, &bad).map_err(|error| error.to_string())?;
        for (args, may_answer) in [
            (&["verify", "bad.table"][..], false),
            (&["table", "get", "bad.table"], true),
        ] {
            let output = Command::new(&program)
                .args(args)
                .current_dir(folder()?)
                .output()
                .map_err(|error| error.to_string())?;
            let status = output.status.code();
            // A position may be found in a table that is damaged elsewhere.
            if status != Some(2) && !(may_answer && status == Some(0)) {
                let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(format!(
                    "round {round}, {}: status {status:?}\n{errors}",
                    args[0]
                ));
            }
        }
    }
    println!("{game}: {rounds} corruptions, all detected");
    remove(&["good.table", "bad.table"])
}

/// The CPU seconds of the child processes waited for, on Unix.
pub(crate) fn cpu_seconds() -> Result<f64, String> {
    let text = fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    let after = text.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after.split_whitespace().collect();
    // Fields 16 and 17 of the line: the ticks of children, user and system.
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
    match (ticks(13), ticks(14)) {
        (Some(user), Some(system)) => Ok((user + system) / 100.0),
        _ => Err("/proc/self/stat has no times".to_owned()),
    }
}

pub(crate) fn verified() -> Result<(), String> {
    let program = build()?;
    let timed = |args: &[&str]| -> Result<f64, String> {
        let before = cpu_seconds()?;
        answered(&program, args)?;
        Ok(cpu_seconds()? - before)
    };
    let solved = timed(&[
        "solve",
        MIDDLE,
        "--all",
        "--save",
        "v.table",
        "--threads",
        "2",
    ])?;
    let verified = timed(&["verify", "v.table", "--threads", "2"])?;
    println!("{MIDDLE}: solved in {solved:.1} CPU seconds, verified in {verified:.1}");
    remove(&["v.table"])?;
    if verified <= 3.0 * solved {
        Ok(())
    } else {
        Err("verifying took more than three times as long as solving".to_owned())
    }
}

/// Every game with tables, in a size that takes some seconds if there is one.
const PLANNED: &[&str] = &[
    "awele:4,2",
    "awele:4,3",
    "chomp:12x12",
    "connect4:5x5",
    "connect4:6x4",
    "domineering:6x5",
    "domineering:6x6",
    "dots:3x3",
    "dots:5x2",
    "go:3",
    "kalah:4,3",
    "kalah:4,4",
    "leapfrog:10",
    "matches:1000000,1000",
    "mnk:4,4,4",
    "morris:6",
    "morris:7",
    "nim:40,40,40,40",
    "othello:4",
    "tictactoe",
    "wythoff:1000,1000",
];

/// The plans of tables are within a factor of two: of the time, where that is more than five seconds, and of the
/// positions. Time is that of one thread on the processor, so that other programs do not count.
pub(crate) fn planned() -> Result<(), String> {
    let program = build()?;
    let mut wrong = Vec::new();
    for game in PLANNED {
        let before = cpu_seconds()?;
        let save = [
            "solve",
            game,
            "--all",
            "--save",
            "plan.table",
            "--threads",
            "1",
        ];
        let run = answered(&program, &save)?;
        let taken = cpu_seconds()? - before;
        remove(&["plan.table"])?;
        // "game: about 1000 positions to store; …; about 12 s", and "positions 9000, 1000 of them stored".
        let number = |text: &str, before: &str, after: &str| {
            let until = text.split(after).next()?;
            until.rsplit(before).next()?.trim().parse::<f64>().ok()
        };
        let plan = run.err.lines().next().unwrap_or_default();
        let numbers = (
            number(plan, "about", " positions to store"),
            plan.rsplit_once("about")
                .and_then(|last| number(last.1, "about", " s")),
            number(&run.out, ",", " of them stored"),
        );
        let (Some(positions), Some(seconds), Some(stored)) = numbers else {
            return Err(format!("{game} has no plan: {plan}\n{}", run.out));
        };
        let line = format!(
            "{game}: {seconds} s planned, {taken:.1} s taken; {positions} positions planned, {stored} stored"
        );
        println!("{line}");
        let is_near = |planned: f64, is: f64| (0.5..=2.0).contains(&(planned / is));
        let in_time = taken.max(seconds) <= 5.0 || is_near(seconds, taken);
        if !in_time || !is_near(positions, stored) {
            wrong.push(line);
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

pub(crate) fn looked_up() -> Result<(), String> {
    let program = example("table_speed")?;
    let output = Command::new(program).arg(SHORT).output();
    let output = output.map_err(|error| error.to_string())?;
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{line}");
    let number = |after: &str| {
        let rest = line.split(after).nth(1)?;
        rest.split_whitespace().next()?.parse::<f64>().ok()
    };
    match (number(" open "), number(" find ")) {
        (Some(open), Some(find)) if open < 50.0 && find < 100.0 => Ok(()),
        (Some(_), Some(_)) => Err("that is slow".to_owned()),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
