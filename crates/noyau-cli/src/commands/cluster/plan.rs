//! `noyau cluster plan`: what a run over many hosts will take, beside what was published.

use crate::catalogue::cluster::{self as words, Said};
use crate::catalogue::tables::SECONDS;
use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::tables::{self, amount, said};
use crate::{input, quantity};
use clap::{ArgMatches, Command};
use noyau::{Message, Text};
use noyau_cluster::Trouble;
use noyau_cluster::measure::{Clocks, measure};
use noyau_cluster::plan::{Constants, Plan, Shape, plan};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("plan", words::CLUSTER_PLAN)
        .arg(
            grammar
                .place("game", help::GAME_NAME, help::GAME)
                .required(true),
        )
        .arg(
            grammar
                .option_with_default("hosts", help::NUMBER, words::CLUSTER_PLAN_HOSTS, "1")
                .value_parser(grammar.parser(quantity::hosts)),
        )
        .arg(
            grammar
                .option_with_default("workers", help::NUMBER, words::CLUSTER_WORKERS, "1")
                .value_parser(grammar.parser(quantity::workers)),
        )
        .arg(
            grammar
                .option("memory", help::BYTES, words::CLUSTER_PLAN_MEMORY)
                .value_parser(grammar.parser(quantity::bytes)),
        )
        .arg(
            grammar
                .option("positions", help::NUMBER, words::CLUSTER_PLAN_POSITIONS)
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.flag("measure", words::CLUSTER_MEASURE))
        .arg(grammar.max_bytes())
        .arg(grammar.json())
}

/// What is published of a game's solution: its name, and who, how many positions, how long on what.
const PUBLISHED: &[(&str, Text)] = &[
    (
        "awele",
        Text {
            en: "Romein and Bal 2003: 889063398406 positions, 51 hours on 144 processors",
            fr: "Romein et Bal 2003 : 889063398406 positions, 51 heures sur 144 processeurs",
        },
    ),
    (
        "connect4:7x6",
        Text {
            en: "Böck 2025: 4531985219092 positions, 47 hours on one core with 128 GB",
            fr: "Böck 2025 : 4531985219092 positions, 47 heures sur un cœur avec 128 Go",
        },
    ),
    (
        "morris:9",
        Text {
            en: "Gasser 1996: 7673759269 positions of the middle game and the end",
            fr: "Gasser 1996 : 7673759269 positions du milieu et de la fin de partie",
        },
    ),
];

#[derive(Serialize)]
struct Planned<'a> {
    game: &'a str,
    hosts: u64,
    workers: u64,
    #[serde(flatten)]
    plan: &'a Plan,
    constants: &'a Constants,
    published: Option<&'static str>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let (game, _) = tables::open_game(name, input::most_bytes(matches))?;
    let Some(by_number) = game.by_number() else {
        let game = game.name();
        let trouble = Trouble::NoLayout { game };
        return Err(Failure::Request(Message::of(&trouble)));
    };
    let get = |id| matches.get_one::<u64>(id).copied();
    let hosts = get("hosts").unwrap_or(1);
    let workers = get("workers").unwrap_or(1);
    let constants = if matches.get_flag("measure") {
        let folder = format!("noyau-measure-{}", std::process::id());
        let scratch = std::env::temp_dir().join(folder);
        let opener = super::opener(name, input::most_bytes(matches));
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
        console.json(&Planned {
            game: &game,
            hosts,
            workers,
            plan: &plan,
            constants: &constants,
            published: published.map(|(_, text)| text.en),
        })?;
        return Ok(Status::Answered);
    }
    let count = plan.positions;
    let positions = if plan.estimated {
        Said::About { count }
    } else {
        Said::Exactly { count }
    };
    let memory = Said::PlanMemory {
        all: amount(plan.memory),
        least: amount(plan.least_memory),
    };
    let needed = Said::Needed {
        hosts: plan.hosts_needed,
        memory: amount(get("memory").unwrap_or(plan.least_memory)),
    };
    let rounds = Said::Rounds {
        rounds: plan.rounds,
        sent: amount(plan.traffic),
    };
    let hours = Said::Time {
        seconds: format!("{:.0}", plan.seconds.max(1.0)),
        hours: format!("{:.1}", plan.seconds / 3600.0),
    };
    let processes = hosts as usize;
    let workers = workers as usize;
    let mut lines = vec![
        (catalogue::GAME, game.clone()),
        (
            words::PROCESSES,
            said(console, &Said::Shape { processes, workers }),
        ),
        (catalogue::POSITIONS, said(console, &positions)),
        (words::MEMORY, said(console, &memory)),
        (
            words::DISK,
            said(
                console,
                &Said::Each {
                    bytes: amount(plan.disk),
                },
            ),
        ),
        (words::ROUNDS, said(console, &rounds)),
        (SECONDS, said(console, &hours)),
        (words::HOSTS, said(console, &needed)),
    ];
    if let Some((_, text)) = published {
        lines.push((words::PUBLISHED, console.say(*text).to_owned()));
    }
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}
