//! `noyau cluster`: solves every position of a game over many processes and hosts.

mod local;
mod plan;

use crate::commands::solve::all;
use crate::memory;
use crate::prelude::*;
use noyau::dynamic::set_up_table;
use noyau::format::header::Title;
use noyau_cluster::{ENGINE_THREADS, NotDone, Opener, Settings, Told, Trouble, hosts};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) const COMMAND: Entry = Entry::group("cluster", help::CLUSTER, &[SOLVE, plan::COMMAND]);
const SOLVE: Entry = Entry::new("solve", help::CLUSTER_SOLVE, arguments, solve);

fn arguments(args: Args, command: Command) -> Command {
    let launched = args.flag("launched", help::CLUSTER_LAUNCHED);
    command
        .arg(args.place("game", help::GAME_NAME, help::GAME))
        .arg(
            args.path("save", help::FOLDER, help::CLUSTER_SAVE)
                .required(true),
        )
        .arg(
            args.number("local", help::CLUSTER_LOCAL, None, units::workers)
                .conflicts_with("hosts"),
        )
        .arg(
            args.path("hosts", help::FILE, help::CLUSTER_HOSTS)
                .requires("process"),
        )
        .arg(args.path("starts", help::FILE, help::CLUSTER_STARTS))
        .arg(args.number("process", help::CLUSTER_PROCESS, None, units::small_number))
        .arg(args.path("secret", help::FILE, help::CLUSTER_SECRET))
        .arg(args.option("listen", help::ADDRESS, help::CLUSTER_LISTEN))
        .arg(args.number("workers", help::CLUSTER_WORKERS, "1", units::workers))
        .arg(args.bytes("memory", help::CLUSTER_MEMORY, None))
        .arg(args.seconds("wait", help::CLUSTER_WAIT, "60"))
        .arg(args.seconds("checkpoint", help::CLUSTER_CHECKPOINT, "60"))
        .args([args.time(), args.max_bytes(), args.json()])
        .arg(launched.hide(true).requires("process"))
}

/// The measurements of one process, as a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Measured {
    process: usize,
    positions: u64,
    links: u64,
    rounds: u64,
    sent: u64,
    waited: f64,
    counted: u64,
    /// The peak memory, if the system reports it.
    peak: Option<u64>,
    cpu: f64,
    seconds: f64,
}

fn number(matches: &ArgMatches, id: &str) -> Option<usize> {
    matches.get_one::<u64>(id).map(|&number| number as usize)
}

fn no_layout(game: &dyn OpenGame) -> Failure {
    let game = game.name();
    Failure::Request(Message::of(&Trouble::NoLayout { game }))
}

fn solve(console: Console, matches: &ArgMatches) -> Exit {
    let began = Instant::now();
    let name = args::word(matches, "game").unwrap_or("");
    let most = input::most_bytes(matches);
    let (mut game, content) = input::open_game(name, most)?;
    if game.by_number().is_none() {
        return Err(no_layout(&*game));
    }
    let own = game.position();
    if let Some(path) = args::path(matches, "starts") {
        input::set_starts_of(&mut *game, &path.to_string_lossy(), most)?;
    }
    let title = game.table_title(content);
    drop(game);
    if title.more_starts.is_empty() && title.start != own {
        return Err(Failure::Request(message!(
            "a cluster begins at the start of the game, or at several positions; `noyau solve --all --at` takes a single one",
            "une grappe commence au départ du jeu, ou en plusieurs positions ; `noyau solve --all --at` en prend une seule"
        )));
    }
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
    let limits = progress::limits(matches);
    let settings = settings(matches, &save, workers, &limits)?;
    let done = run_process(console, name, most, &title, &settings, limits);
    let measured = match done {
        Ok(done) => measured(&settings, &done),
        Err(NotDone::Refused(why)) => return Err(Failure::File(why)),
        Err(why) => {
            let folder = settings.work.display();
            console.tell(&message!(
                "not finished: {why} ({folder})",
                "inachevé : {why} ({folder})",
                why = why.message()
            ));
            return Ok(Status::Unknown);
        }
    };
    if matches.get_flag("launched") {
        return console.json(&measured);
    }
    if settings.hosts.len() == 1 {
        return finish(console, matches, &title, &save, &[measured], workers, began);
    }
    tell_part(console, matches, &title, &settings, &measured)
}

/// Prints the part of one process of several.
fn tell_part(
    console: Console,
    matches: &ArgMatches,
    title: &Title,
    settings: &Settings,
    measured: &Measured,
) -> Exit {
    if matches.get_flag("json") {
        return console.json(measured);
    }
    let which = message!(
        "{process} of {processes}",
        "{process} sur {processes}",
        process = settings.process,
        processes = settings.hosts.len()
    );
    let mut lines = console.lines();
    lines.add(messages::GAME, &title.game.clone());
    lines.add(text("process", "processus"), &which);
    lines.add(text("solved here", "résolues ici"), &measured.positions);
    add_effort(&mut lines, std::slice::from_ref(measured));
    lines.add(text("part", "partie"), &settings.save.display().to_string());
    lines.add(messages::SECONDS, &units::decimal(measured.seconds, 1));
    lines.print()
}

/// Prints the finished table, if all of it is on this host.
fn finish(
    console: Console,
    matches: &ArgMatches,
    title: &Title,
    save: &Path,
    measured: &[Measured],
    workers: usize,
    began: Instant,
) -> Exit {
    let seconds = began.elapsed().as_secs_f64();
    let processes = measured.len();
    if matches.get_flag("json") {
        return console.json(&json!({
            "game": title.game,
            "save": save.display().to_string(),
            "processes": processes,
            "workers": workers,
            "measured": measured,
            "seconds": seconds,
        }));
    }
    let path = save.display().to_string();
    let file = TableFile::open(&path)?;
    let table = file.table()?;
    let mut lines = all::summary(console, table.header(), false, None);
    lines.add(messages::PROCESSES, &processes_told(processes, workers));
    add_effort(&mut lines, measured);
    let told = message!(
        "{path}, {bytes} in {files} parts",
        "{path}, {bytes} en {files} parties",
        bytes = amount(file.stored().bytes),
        files = file.stored().files
    );
    lines.add(messages::TABLE, &told);
    lines.add(messages::SECONDS, &units::decimal(seconds, 1));
    lines.print()
}

fn processes_told(processes: usize, workers: usize) -> Message {
    message!(
        "{processes} (workers in each: {workers})",
        "{processes} (travailleurs dans chacun : {workers})"
    )
}

fn rounds_told(rounds: u64, sent: u64) -> Message {
    let sent = amount(sent);
    message!(
        "{rounds}, {sent} sent between workers",
        "{rounds}, {sent} envoyés entre travailleurs",
        sent = sent
    )
}

/// Adds the traffic and the memory of the processes.
fn add_effort(lines: &mut Lines, measured: &[Measured]) {
    let most = |of: fn(&Measured) -> u64| measured.iter().map(of).max().unwrap_or(0);
    let sent = measured.iter().map(|one| one.sent).sum();
    lines.add(messages::ROUNDS, &rounds_told(most(|one| one.rounds), sent));
    let counted = message!(
        "{counted} counted in the fullest worker",
        "{counted} comptés dans le travailleur le plus plein",
        counted = amount(most(|one| one.counted))
    );
    lines.add(messages::MEMORY, &counted);
}

/// The settings of a process: hosts, secret and options.
fn settings(
    matches: &ArgMatches,
    save: &Path,
    workers: usize,
    limits: &Limits,
) -> Result<Settings, Failure> {
    let seconds = |id| matches.get_one::<Duration>(id).copied().unwrap_or_default();
    let process = matches.get_one::<u32>("process");
    let mut settings = Settings {
        hosts: vec!["127.0.0.1:1".to_owned()],
        process: process.map_or(0, |&process| process as usize),
        listen: matches.get_one::<String>("listen").cloned(),
        secret: Vec::new(),
        workers,
        save: save.to_owned(),
        work: output::beside(save, ".part"),
        wait: seconds("wait"),
        interval: seconds("checkpoint"),
    };
    if matches.get_flag("launched") {
        let Some(given) = local::Given::receive(limits) else {
            return Err(Failure::Request(message!(
                "the process that started this one is gone, or has told it nothing",
                "le processus qui a lancé celui-ci a disparu, ou ne lui a rien dit"
            )));
        };
        settings.hosts = given.hosts;
        settings.secret = given.secret;
    } else if let Some(path) = matches.get_one::<PathBuf>("hosts") {
        let most = input::most_bytes(matches);
        let text = input::read(&path.to_string_lossy(), most).map_err(Failure::File)?;
        let hosts = hosts::parse(&String::from_utf8_lossy(&text));
        settings.hosts = hosts.map_err(Failure::Request)?;
        let Some(secret) = matches.get_one::<PathBuf>("secret") else {
            return Err(Failure::Request(message!(
                "--hosts needs --secret FILE: processes let in only those that know the secret",
                "--hosts demande --secret FICHIER : les processus n'admettent que ceux qui connaissent le secret"
            )));
        };
        settings.secret = input::read(&secret.to_string_lossy(), most).map_err(Failure::File)?;
    }
    Ok(settings)
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
    // Panics of the engine's threads after a lost process are reported below instead.
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
        all::tell_resumed(console, &settings.work.display().to_string());
    }
    let watch = (settings.process == 0)
        .then(|| Watch::with_time_left(console, messages::TABLE_PHASE_SOLVE, &mut limits));
    let opener = opener(name, most, title.clone());
    let note = |message: Message| console.tell(&message);
    let told = noyau_cluster::solve(opener, title.clone(), settings, limits, &note);
    drop(watch);
    told
}

/// Opens the game again for each worker, with the starts of the table.
fn opener(name: &str, most: u64, title: Title) -> Arc<Opener> {
    let name = name.to_owned();
    Arc::new(move || {
        let opened = input::open_game(&name, most).and_then(|(mut game, _)| {
            set_up_table(&mut *game, &title)?;
            Ok(game)
        });
        opened.map_err(|problem| Message::of(&problem))
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
        peak: memory::peak(),
        cpu: cpu_time::ProcessTime::now().as_duration().as_secs_f64(),
        seconds: most(|one| one.seconds),
    }
}
