//! `noyau cluster`: every position of a game over many processes and hosts.

mod local;
mod plan;

use crate::catalogue::cluster::{self as words, Said};
use crate::catalogue::{self, help, tables as table_words};
use crate::commands::solve::all;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::progress::{self, Watch};
use crate::tables::{self, TableFile, amount, said};
use crate::{input, quantity};
use clap::{ArgMatches, Command};
use noyau::Message;
use noyau::limits::{Limits, Progress};
use noyau::store::header::Title;
use noyau_cluster::{ENGINE_THREADS, NotDone, Opener, Settings, Told, Trouble, hosts};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) fn command(grammar: Grammar) -> Command {
    let path = |id, value, help| {
        grammar
            .option(id, value, help)
            .value_parser(clap::value_parser!(PathBuf))
    };
    let solve = grammar
        .command("solve", words::CLUSTER_SOLVE)
        .arg(
            grammar
                .place("game", help::GAME_NAME, help::GAME)
                .required(true),
        )
        .arg(path("save", help::FOLDER, words::CLUSTER_SAVE).required(true))
        .arg(
            grammar
                .option("local", help::NUMBER, words::CLUSTER_LOCAL)
                .value_parser(grammar.parser(quantity::workers))
                .conflicts_with("hosts"),
        )
        .arg(path("hosts", help::FILE, words::CLUSTER_HOSTS).requires("process"))
        .arg(
            grammar
                .option("process", help::NUMBER, words::CLUSTER_PROCESS)
                .value_parser(grammar.parser(quantity::small_number)),
        )
        .arg(path("secret", help::FILE, words::CLUSTER_SECRET))
        .arg(grammar.option("listen", words::ADDRESS, words::CLUSTER_LISTEN))
        .arg(
            grammar
                .option_with_default("workers", help::NUMBER, words::CLUSTER_WORKERS, "1")
                .value_parser(grammar.parser(quantity::workers)),
        )
        .arg(
            grammar
                .option("memory", help::BYTES, words::CLUSTER_MEMORY)
                .value_parser(grammar.parser(quantity::bytes)),
        )
        .arg(
            grammar
                .option_with_default("wait", help::SECONDS, words::CLUSTER_WAIT, "60")
                .value_parser(grammar.parser(quantity::seconds)),
        )
        .arg(
            grammar
                .option_with_default("checkpoint", help::SECONDS, words::CLUSTER_CHECKPOINT, "60")
                .value_parser(grammar.parser(quantity::seconds)),
        )
        .arg(grammar.time())
        .arg(grammar.max_bytes())
        .arg(grammar.json())
        .arg(
            grammar
                .flag("launched", words::CLUSTER_LAUNCHED)
                .hide(true)
                .requires("process"),
        );
    grammar
        .command("cluster", words::CLUSTER)
        .subcommand_required(true)
        .subcommands([solve, plan::command(grammar)])
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    match matches.subcommand() {
        Some(("solve", matches)) => solve(console, matches),
        Some(("plan", matches)) => plan::run(console, matches),
        _ => Ok(Status::Refused),
    }
}

/// What one process has measured, as one line for programs.
#[derive(Debug, Serialize, Deserialize)]
struct Measured {
    process: usize,
    positions: u64,
    links: u64,
    rounds: u64,
    sent: u64,
    waited: f64,
    counted: u64,
    /// The most memory that the system gave it, where the system tells.
    peak: Option<u64>,
    cpu: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct Finished<'a> {
    game: &'a str,
    save: String,
    processes: usize,
    workers: usize,
    measured: &'a [Measured],
    seconds: f64,
}

fn number(matches: &ArgMatches, id: &str) -> Option<usize> {
    matches.get_one::<u64>(id).map(|&number| number as usize)
}

fn solve(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let began = Instant::now();
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let most = input::most_bytes(matches);
    let (game, content) = tables::open_game(name, most)?;
    if game.by_number().is_none() {
        let game = game.name();
        let trouble = Trouble::NoLayout { game };
        return Err(Failure::Request(Message::of(&trouble)));
    }
    let title = game.table_title(content);
    drop(game);
    let save = matches.get_one::<PathBuf>("save").cloned();
    let save = save.unwrap_or_default();
    let workers = number(matches, "workers").unwrap_or(1);
    let local = number(matches, "local");
    if let Some(processes) = local.filter(|&processes| processes > 1) {
        let run = local::Run {
            game: &title.game,
            save: &save,
            processes,
            workers,
        };
        let measured = match local::run(console, &run, matches)? {
            Ok(measured) => measured,
            Err(status) => return Ok(status),
        };
        return finish(console, matches, &title, &save, &measured, workers, began);
    }
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let settings = match settings(matches, &save, workers, &limits)? {
        Ok(settings) => settings,
        Err(why) => return Err(Failure::Request(why)),
    };
    let told = run_process(console, name, most, &title, &settings, limits);
    let measured = match told {
        Ok(told) => measured(&settings, &told),
        Err(why) => {
            let message = why.message();
            let folder = settings.work.display().to_string();
            if let NotDone::Refused(why) = why {
                return Err(Failure::File(why));
            }
            let why = message;
            console.tell(&said(console, &Said::NotFinished { folder, why }));
            return Ok(Status::Unknown);
        }
    };
    if matches.get_flag("launched") {
        console.json(&measured)?;
        return Ok(Status::Answered);
    }
    if settings.hosts.len() == 1 {
        return finish(console, matches, &title, &save, &[measured], workers, began);
    }
    tell_part(console, matches, &title, &settings, &measured)
}

/// What one process of several has done.
fn tell_part(
    console: Console,
    matches: &ArgMatches,
    title: &Title,
    settings: &Settings,
    measured: &Measured,
) -> Result<Status, Failure> {
    if matches.get_flag("json") {
        console.json(measured)?;
        return Ok(Status::Answered);
    }
    let which = Said::Process {
        process: settings.process,
        processes: settings.hosts.len(),
    };
    let mut lines = vec![
        (catalogue::GAME, title.game.clone()),
        (words::PROCESS, said(console, &which)),
        (words::SOLVED, measured.positions.to_string()),
    ];
    lines.extend(effort(console, std::slice::from_ref(measured)));
    lines.push((words::PART, settings.save.display().to_string()));
    lines.push((table_words::SECONDS, format!("{:.1}", measured.seconds)));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// What the finished table says, where all of it is here.
fn finish(
    console: Console,
    matches: &ArgMatches,
    title: &Title,
    save: &Path,
    measured: &[Measured],
    workers: usize,
    began: Instant,
) -> Result<Status, Failure> {
    let seconds = began.elapsed().as_secs_f64();
    let processes = measured.len();
    if matches.get_flag("json") {
        console.json(&Finished {
            game: &title.game,
            save: save.display().to_string(),
            processes,
            workers,
            measured,
            seconds,
        })?;
        return Ok(Status::Answered);
    }
    let path = save.display().to_string();
    let file = TableFile::open(&path)?;
    let table = file.table()?;
    let mut lines = all::summary(console, table.header());
    lines.push((
        words::PROCESSES,
        said(console, &Said::Shape { processes, workers }),
    ));
    lines.extend(effort(console, measured));
    let told = table_words::Told::Files {
        path,
        bytes: amount(file.bytes()),
        files: file.files(),
    };
    lines.push((table_words::TABLE, said(console, &told)));
    lines.push((table_words::SECONDS, format!("{seconds:.1}")));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

fn effort(console: Console, measured: &[Measured]) -> Vec<(noyau::Text, String)> {
    let rounds = Said::Rounds {
        rounds: measured.iter().map(|one| one.rounds).max().unwrap_or(0),
        sent: amount(measured.iter().map(|one| one.sent).sum()),
    };
    let counted = measured.iter().map(|one| one.counted).max().unwrap_or(0);
    let counted = amount(counted);
    vec![
        (words::ROUNDS, said(console, &rounds)),
        (words::MEMORY, said(console, &Said::MemoryEach { counted })),
    ]
}

/// The list, the secret and the rest of what a process is told.
fn settings(
    matches: &ArgMatches,
    save: &Path,
    workers: usize,
    limits: &Limits,
) -> Result<Result<Settings, Message>, Failure> {
    let seconds = |id| matches.get_one::<Duration>(id).copied().unwrap_or_default();
    let mut work = save.as_os_str().to_owned();
    work.push(".part");
    let process = matches.get_one::<u32>("process");
    let mut settings = Settings {
        hosts: vec!["127.0.0.1:1".to_owned()],
        process: process.map_or(0, |&process| process as usize),
        listen: matches.get_one::<String>("listen").cloned(),
        secret: Vec::new(),
        workers,
        save: save.to_owned(),
        work: PathBuf::from(work),
        wait: seconds("wait"),
        interval: seconds("checkpoint"),
    };
    if matches.get_flag("launched") {
        let Some(given) = local::Given::receive(limits) else {
            return Ok(Err(Message::of(&Said::Launcher)));
        };
        settings.hosts = given.hosts;
        settings.secret = given.secret;
    } else if let Some(path) = matches.get_one::<PathBuf>("hosts") {
        let most = input::most_bytes(matches);
        let text = input::read(&path.to_string_lossy(), most).map_err(Failure::File)?;
        match hosts::parse(&String::from_utf8_lossy(&text)) {
            Ok(hosts) => settings.hosts = hosts,
            Err(why) => return Ok(Err(why)),
        }
        let Some(secret) = matches.get_one::<PathBuf>("secret") else {
            return Ok(Err(Message::of(&Said::SecretMissing)));
        };
        settings.secret = input::read(&secret.to_string_lossy(), most).map_err(Failure::File)?;
    }
    Ok(Ok(settings))
}

/// Runs this process's part.
fn run_process(
    console: Console,
    name: &str,
    most: u64,
    title: &Title,
    settings: &Settings,
    mut limits: Limits,
) -> Result<Vec<Told>, NotDone> {
    // What the engine's threads say when another process is gone is said better by this one.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        if !thread
            .name()
            .is_some_and(|name| name.starts_with(ENGINE_THREADS))
        {
            usual(panic);
        }
    }));
    if settings.process == 0 && settings.work.is_dir() {
        let folder = settings.work.display().to_string();
        console.tell(&said(console, &Said::Resumes { folder }));
    }
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = (settings.process == 0)
        .then(|| Watch::with_time_left(console, table_words::PHASE_SOLVE, progress));
    let opener = opener(name, most);
    let note = |message: Message| console.tell(&said(console, &message));
    let told = noyau_cluster::solve(opener, title.clone(), settings, limits, &note);
    drop(watch);
    told
}

/// Opens the game of that name again, for each worker.
fn opener(name: &str, most: u64) -> Arc<Opener> {
    let name = name.to_owned();
    Arc::new(move || {
        let game = tables::open_game(&name, most);
        game.map(|(game, _)| game).map_err(|failure| match failure {
            Failure::Request(why) | Failure::File(why) => why,
            Failure::Output(error) => {
                let why = error.to_string();
                Message::of(&Said::CannotStart { why })
            }
        })
    })
}

fn measured(settings: &Settings, told: &[Told]) -> Measured {
    let sum = |of: fn(&Told) -> u64| told.iter().map(of).sum();
    let most = |of: fn(&Told) -> f64| told.iter().map(of).fold(0.0, f64::max);
    Measured {
        process: settings.process,
        positions: sum(|one| one.positions),
        links: sum(|one| one.links),
        rounds: told.iter().map(|one| one.traffic.rounds).max().unwrap_or(0),
        sent: sum(|one| one.traffic.bytes),
        waited: most(|one| one.traffic.waited),
        counted: told.iter().map(|one| one.memory).max().unwrap_or(0),
        peak: peak(),
        cpu: cpu_time::ProcessTime::now().as_duration().as_secs_f64(),
        seconds: most(|one| one.seconds),
    }
}

/// The most memory that this process had, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
