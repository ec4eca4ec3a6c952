//! `noyau cluster plan`: the estimated cost of a run over many hosts, compared with published solutions.

use crate::prelude::*;
use noyau_cluster::measure::{Clocks, measure};
use noyau_cluster::plan::{Constants, Shape, plan};
use serde_json::json;

pub(super) const COMMAND: Entry = Entry::new("plan", help::CLUSTER_PLAN, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command
        .arg(args.place("game", help::GAME_NAME, help::GAME))
        .arg(args.number("hosts", help::CLUSTER_PLAN_HOSTS, "1", units::hosts))
        .arg(args.number("workers", help::CLUSTER_WORKERS, "1", units::workers))
        .arg(args.bytes("memory", help::CLUSTER_PLAN_MEMORY, None))
        .arg(args.number(
            "positions",
            help::CLUSTER_PLAN_POSITIONS,
            None,
            units::number,
        ))
        .arg(args.flag("measure", help::CLUSTER_MEASURE))
        .args([args.max_bytes(), args.json()])
}

/// Published solutions: the game; authors, positions, time and machine.
const PUBLISHED: &[(&str, Text)] = &[
    (
        "awele",
        text(
            "Romein and Bal 2003: 889063398406 positions, 51 hours on 144 processors",
            "Romein et Bal 2003 : 889063398406 positions, 51 heures sur 144 processeurs",
        ),
    ),
    (
        "connect4:7x6",
        text(
            "Böck 2025: 4531985219092 positions, 47 hours on one core with 128 GB",
            "Böck 2025 : 4531985219092 positions, 47 heures sur un cœur avec 128 Go",
        ),
    ),
    (
        "morris:9",
        text(
            "Gasser 1996: 7673759269 positions of the middle game and the end",
            "Gasser 1996 : 7673759269 positions du milieu et de la fin de partie",
        ),
    ),
];

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let name = args::word(matches, "game").unwrap_or("");
    let (game, _) = input::open_game(name, input::most_bytes(matches))?;
    let Some(by_number) = game.by_number() else {
        return Err(super::no_layout(&*game));
    };
    let get = |id| matches.get_one::<u64>(id).copied();
    let hosts = get("hosts").unwrap_or(1);
    let workers = get("workers").unwrap_or(1);
    let is_measured = matches.get_flag("measure");
    let constants = if is_measured {
        let folder = format!("noyau-measure-{}", std::process::id());
        let scratch = std::env::temp_dir().join(folder);
        let opener = super::opener(name, input::most_bytes(matches), game.table_title(None));
        let clocks = Clocks {
            process: || cpu_time::ProcessTime::now().as_duration().as_secs_f64(),
            thread: || cpu_time::ThreadTime::now().as_duration().as_secs_f64(),
        };
        let measured = measure(&opener, &scratch, clocks);
        let _ = std::fs::remove_dir_all(&scratch);
        measured.map_err(|why| Failure::File(why.message()))?
    } else {
        Constants::default()
    };
    let shape = Shape {
        processes: hosts,
        workers,
        memory: get("memory"),
        positions: get("positions"),
    };
    let plan = plan(&*by_number, shape, &constants);
    let game = game.name();
    let published = PUBLISHED.iter().find(|(of, _)| *of == game || *of == name);
    if matches.get_flag("json") {
        let published = published.map(|(_, text)| text.en);
        return console.json(&documents::joined([
            json!({"game": game, "hosts": hosts, "workers": workers}),
            json!(plan),
            json!({"measured": is_measured, "constants": constants, "published": published}),
        ]));
    }
    let positions = match plan.positions {
        count if plan.estimated => message!(
            "about {count} to store, at most",
            "environ {count} à garder, au plus"
        ),
        count => message!("{count} to store", "{count} à garder"),
    };
    let memory = message!(
        "{all} a process; {least} with the tiers that wait on disk",
        "{all} par processus ; {least} avec les niveaux qui attendent sur disque",
        all = amount(plan.memory),
        least = amount(plan.least_memory)
    );
    let needed = message!(
        "{hosts} needed, with {memory} each",
        "il en faut {hosts}, avec {memory} chacune",
        hosts = plan.hosts_needed,
        memory = amount(get("memory").unwrap_or(plan.least_memory))
    );
    let source = if is_measured {
        text("measured in this game", "mesuré dans ce jeu")
    } else {
        text(
            "supposed, not measured in this game: --measure does",
            "supposé, pas mesuré dans ce jeu : --measure le fait",
        )
    };
    let hours = message!(
        "about {seconds} ({hours} hours), {source}",
        "environ {seconds} ({hours} heures), {source}",
        seconds = format!("{:.0}", plan.seconds.max(1.0)),
        hours = units::decimal(plan.seconds / 3600.0, 1),
        source = source
    );
    let processes = super::processes_told(hosts as usize, workers as usize);
    let disk = message!(
        "{bytes} a process",
        "{bytes} par processus",
        bytes = amount(plan.disk)
    );
    let rounds = super::rounds_told(plan.rounds, plan.traffic);
    let mut lines = console.lines();
    lines.add(messages::GAME, &game);
    lines.add(messages::PROCESSES, &processes);
    lines.add(messages::POSITIONS, &positions);
    lines.add(messages::MEMORY, &memory);
    lines.add(text("disk", "disque"), &disk);
    lines.add(messages::ROUNDS, &rounds);
    lines.add(messages::SECONDS, &hours);
    lines.add(text("hosts", "machines"), &needed);
    if let Some((_, of)) = published {
        lines.add(text("published", "publié"), of);
    }
    lines.print()
}
