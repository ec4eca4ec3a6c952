//! `noyau cluster solve --local N`: runs the processes on this host. Each is started with the command for a host of
//! its own; it gets the list of addresses and a random secret by its standard input, whose end also signals the end
//! of this process.

use super::Measured;
use crate::prelude::*;
use noyau::Language;
use noyau::parallel::lock;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

/// The parameters of a run.
pub(super) struct Run<'a> {
    pub(super) game: &'a str,
    pub(super) save: &'a Path,
    pub(super) processes: usize,
    pub(super) workers: usize,
}

/// The input that a process reads from its standard input.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Given {
    pub(super) hosts: Vec<String>,
    pub(super) secret: Vec<u8>,
}

impl Given {
    /// Reads the input, and stops the work when the standard input ends.
    pub(super) fn receive(limits: &Limits) -> Option<Self> {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).ok()?;
        let given = serde_json::from_str(&line).ok()?;
        let stop = limits.stop.clone();
        thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = io::stdin().lock().read_to_end(&mut rest);
            if let Some(stop) = stop {
                stop.store(true, Ordering::Relaxed);
            }
        });
        Some(given)
    }

    /// Free addresses and a secret.
    fn draw(processes: usize) -> io::Result<Self> {
        // Hold all listeners until all addresses are known, so that no two are equal.
        let listeners: Vec<TcpListener> = (0..processes)
            .map(|_| TcpListener::bind("127.0.0.1:0"))
            .collect::<io::Result<_>>()?;
        let hosts = listeners
            .iter()
            .map(|listener| Ok(listener.local_addr()?.to_string()))
            .collect::<io::Result<_>>()?;
        Ok(Self {
            hosts,
            secret: noyau_cluster::draw_secret()?.to_vec(),
        })
    }
}

fn cannot_start(error: &io::Error) -> Failure {
    let why = error.to_string();
    Failure::Request(message!(
        "a process of the run cannot be started: {why}",
        "un processus du calcul ne peut démarrer : {why}"
    ))
}

/// Starts the processes and waits for them. The status is that of the first failure.
pub(super) fn run(
    console: Console,
    run: &Run<'_>,
    matches: &ArgMatches,
) -> Result<Result<Vec<Measured>, Status>, Failure> {
    let mut limits = Limits::default();
    progress::stop_on_interrupt(&mut limits);
    let given = Given::draw(run.processes).map_err(|error| cannot_start(&error))?;
    let program = std::env::current_exe().map_err(|error| cannot_start(&error))?;
    let told = serde_json::to_string(&given).unwrap_or_default();
    let mut children = Vec::new();
    for process in 0..run.processes {
        let child = start(console, &program, run, process, matches, &told);
        match child {
            Ok(child) => children.push(child),
            Err(error) => {
                for mut child in children {
                    let _ = Child::kill(&mut child);
                    let _ = child.wait();
                }
                return Err(cannot_start(&error));
            }
        }
    }
    // Equal lines from several processes are printed once.
    let heard: Mutex<HashSet<String>> = Mutex::default();
    let results = thread::scope(|scope| {
        let mut answers = Vec::new();
        let mut inputs = Vec::new();
        for child in &mut children {
            inputs.push(child.stdin.take());
            let errors = child.stderr.take();
            let heard = &heard;
            scope.spawn(move || {
                for line in errors.into_iter().flat_map(|e| BufReader::new(e).lines()) {
                    let Ok(line) = line else { return };
                    let mut heard = lock(heard);
                    if heard.insert(line.clone()) {
                        console.tell(&line);
                    }
                }
            });
            let output = child.stdout.take();
            answers.push(scope.spawn(move || {
                let mut text = String::new();
                if let Some(mut output) = output {
                    let _ = output.read_to_string(&mut text);
                }
                text
            }));
        }
        loop {
            let stopped = limits.check(0).is_err();
            if stopped {
                inputs.clear();
            }
            let running = children
                .iter_mut()
                .any(|child| matches!(child.try_wait(), Ok(None)));
            if !running {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        answers
            .into_iter()
            .map(|answer| answer.join().unwrap_or_default())
            .collect::<Vec<_>>()
    });
    let mut measured = Vec::new();
    let mut worst = None;
    for (child, text) in children.iter_mut().zip(results) {
        let code = child.wait().ok().and_then(|status| status.code());
        match (code, serde_json::from_str(&text)) {
            (Some(0), Ok(one)) => measured.push(one),
            (Some(2), _) => worst = Some(Status::Refused),
            _ => {
                worst.get_or_insert(Status::Unknown);
            }
        }
    }
    Ok(match worst {
        None => Ok(measured),
        Some(status) => Err(status),
    })
}

fn start(
    console: Console,
    program: &Path,
    run: &Run<'_>,
    process: usize,
    matches: &ArgMatches,
    told: &str,
) -> io::Result<Child> {
    let mut command = Command::new(program);
    command
        .args(["cluster", "solve", run.game, "--launched", "--process"])
        .arg(process.to_string())
        .arg("--workers")
        .arg(run.workers.to_string())
        .arg("--save")
        .arg(PathBuf::from(run.save))
        .args([
            "--lang",
            if console.language == Language::French {
                "fr"
            } else {
                "en"
            },
        ]);
    if let Some(starts) = matches.get_one::<PathBuf>("starts") {
        command.arg("--starts").arg(starts);
    }
    if let Some(memory) = matches.get_one::<u64>("memory") {
        command.arg("--memory").arg(memory.to_string());
    }
    for id in ["time", "wait", "checkpoint"] {
        if let Some(seconds) = matches.get_one::<Duration>(id) {
            command
                .arg(format!("--{id}"))
                .arg(seconds.as_secs_f64().to_string());
        }
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(input) = &mut child.stdin {
        writeln!(input, "{told}")?;
    }
    Ok(child)
}
