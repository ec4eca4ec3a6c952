//! 200 kills at random moments: whatever writes files goes on afterwards and ends with the bytes of an undisturbed run.

use crate::accept::{Xorshift, build, folder, noyau, seed, start};
use crate::accept_cluster;
use crate::accept_page::Server;
use crate::soak::Client;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// A command that writes a file and, killed and started again, goes on with it.
struct Work {
    /// The arguments, without the name of the file, which comes last.
    args: &'static [&'static str],
    kills: usize,
}

/// The commands: each takes some seconds.
const COMMANDS: &[Work] = &[
    Work {
        args: &["solve", "connect4:5x4", "--all", "--save"],
        kills: 25,
    },
    Work {
        args: &["solve", "dots:3x3", "--all", "--threads", "2", "--save"],
        kills: 25,
    },
    Work {
        args: &[
            "solve",
            "connect4:7x5",
            "--quick",
            "--method",
            "search",
            "--certificate",
        ],
        kills: 20,
    },
    Work {
        args: &[
            "learn",
            "connect4:6x5",
            "--games",
            "8000",
            "--every",
            "1000",
            "--pairs",
            "4",
            "--length",
            "5",
            "--seed",
            "1",
            "--threads",
            "2",
            "--save",
        ],
        kills: 35,
    },
    Work {
        args: &[
            "tournament",
            "connect4:6x5",
            "alphabeta:4",
            "alphabeta:2",
            "mcts:200",
            "--games",
            "150",
            "--seed",
            "1",
            "--threads",
            "2",
            "--save",
        ],
        kills: 35,
    },
];

/// Jobs of the server, with the files that they write below the folder of its state.
const JOBS: &[(&str, &str)] = &[
    (
        r#"{"kind":"duel","game":"connect4:6x5","agents":["alphabeta:4","mcts:300"],"games":150,"seed":5}"#,
        "jobs/ID/games.jsonl",
    ),
    (
        r#"{"kind":"table","game":"connect4:5x4"}"#,
        "tables/ID.noyau",
    ),
    (
        r#"{"kind":"learn","game":"connect4:5x4","games":6000,"seconds":600,"seed":4}"#,
        "jobs/ID/learned.noyau",
    ),
];
/// The kills of each job, and those of a cluster.
const JOB_KILLS: usize = 12;
const CLUSTER_KILLS: usize = 34;

pub(crate) fn kills() -> Result<(), String> {
    let begin = Instant::now();
    let program = build()?;
    let mut random = Xorshift::new(seed());
    let mut total = 0;
    for work in COMMANDS {
        kill_command(&program, work, &mut random)?;
        total += work.kills;
    }
    for (request, file) in JOBS {
        kill_server(request, file, &mut random)?;
        total += JOB_KILLS;
    }
    accept_cluster::kill(CLUSTER_KILLS, &mut random)?;
    total += CLUSTER_KILLS;
    println!("{total} kills in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

/// Removes a file, and what was left of writing it.
fn clear(path: &Path) -> Result<(), String> {
    let failing = |error: std::io::Error| format!("{}: {error}", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for entry in fs::read_dir(folder).map_err(failing)?.flatten() {
        let left = entry.path();
        if !entry.file_name().to_string_lossy().starts_with(&name) {
            continue;
        }
        let removed = if left.is_dir() {
            fs::remove_dir_all(&left)
        } else {
            fs::remove_file(&left)
        };
        removed.map_err(failing)?;
    }
    Ok(())
}

fn kill_command(program: &PathBuf, work: &Work, random: &mut Xorshift) -> Result<(), String> {
    // The name makes a proof of a certificate, and means nothing to other commands.
    let (whole, killed) = ("kills-whole.proof", "kills-killed.proof");
    let paths = [folder()?.join(whole), folder()?.join(killed)];
    let read =
        |path: &PathBuf| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let args = |file| [work.args, &[file]].concat();
    for path in &paths {
        clear(path)?;
    }
    let complete = |file| {
        let run = noyau(program, &args(file))?;
        if run.status == Some(0) {
            Ok(())
        } else {
            Err(format!("status {:?}\n{}", run.status, run.err))
        }
    };
    let begin = Instant::now();
    complete(whole)?;
    let time = begin.elapsed();
    let wanted = read(&paths[0])?;
    let (mut kills, mut compared) = (0, 0);
    while kills < work.kills {
        let mut child = start(program, &args(killed))?;
        thread::sleep(time.mul_f64(random.unit() * 0.8));
        let running = child
            .try_wait()
            .map_err(|error| error.to_string())?
            .is_none();
        // On Unix this is SIGKILL: the process cannot clean up.
        let _ = child.kill();
        child.wait().map_err(|error| error.to_string())?;
        kills += usize::from(running);
        // Some kills in a row, then the rest of the work.
        if !running || random.below(3) == 0 || kills == work.kills {
            complete(killed)?;
            if read(&paths[1])? != wanted {
                return Err(format!(
                    "`noyau {}`, after {kills} kills: other bytes",
                    args(killed).join(" ")
                ));
            }
            compared += 1;
            clear(&paths[1])?;
        }
    }
    println!(
        "{}: {kills} kills, {compared} times the same bytes",
        work.args[0]
    );
    clear(&paths[0])
}

/// The word after a key of a document.
fn word<'a>(document: &'a str, key: &str) -> &'a str {
    let rest = document.split(&format!("\"{key}\":\"")).nth(1);
    rest.and_then(|rest| rest.split('"').next())
        .unwrap_or_default()
}

/// Asks a server, which must agree.
fn ask(server: &Server, method: &str, path: &str, body: &str) -> Result<String, String> {
    let answer = Client::new(server.host()).ask(method, path, body);
    match answer.map_err(|error| format!("{path}: {error}"))? {
        (200 | 202, document) => Ok(document),
        (status, document) => Err(format!("{path}: {status} {document}")),
    }
}

/// Waits until a job is over; returns its state.
fn ended(server: &Server, job: &str) -> Result<String, String> {
    loop {
        let document = ask(server, "GET", job, "")?;
        let state = word(&document, "state");
        if !["queued", "running"].contains(&state) {
            return Ok(state.to_owned());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn kill_server(request: &str, file: &str, random: &mut Xorshift) -> Result<(), String> {
    let state = folder()?.join("kills-state");
    clear(&state)?;
    let text = state.display().to_string();
    let options = ["--state", text.as_str()];
    let result = |id: &str| {
        let path = state.join(file.replace("ID", id));
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut server = Server::start_with(&options)?;
    let begin = Instant::now();
    let launch = |server: &Server| {
        let document = ask(server, "POST", "/api/jobs", request)?;
        Ok::<_, String>(word(&document, "id").to_owned())
    };
    let whole = launch(&server)?;
    let end = ended(&server, &format!("/api/jobs/{whole}"))?;
    let time = begin.elapsed();
    if end != "done" {
        return Err(format!("{request}: {end}"));
    }
    let wanted = result(&whole)?;
    let mut id = launch(&server)?;
    let (mut kills, mut compared) = (0, 0);
    while kills < JOB_KILLS {
        thread::sleep(time.mul_f64(random.unit() * 0.8));
        server = {
            // Killed when it is dropped.
            drop(server);
            Server::start_with(&options)?
        };
        kills += 1;
        let job = format!("/api/jobs/{id}");
        let document = ask(&server, "GET", &job, "")?;
        if word(&document, "state") == "stopped" {
            ask(&server, "POST", &format!("{job}/resume"), "{}")?;
        }
        if random.below(3) > 0 && kills < JOB_KILLS {
            continue;
        }
        let end = ended(&server, &job)?;
        if end != "done" || result(&id)? != wanted {
            return Err(format!(
                "{request}, after {kills} kills: {end}, or other bytes"
            ));
        }
        compared += 1;
        ask(&server, "DELETE", &job, "")?;
        id = launch(&server)?;
    }
    println!("{request}: {kills} kills, {compared} times the same bytes");
    drop(server);
    clear(&state)
}
