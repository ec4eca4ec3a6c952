//! `noyau learn`: a heuristic from self-play alone.

use super::contest;
use crate::catalogue::learning as words;
use crate::catalogue::players as said;
use crate::catalogue::{self, Complaint, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::{Choice, Grammar};
use crate::progress::{self, Watch};
use crate::{input, players, quantity};
use clap::{Arg, ArgMatches, Command};
use noyau::erased::OpenGame;
use noyau::learn::{Design, Learned, Measured};
use noyau::limits::Progress;
use noyau::play::Recipe;
use noyau::play::contest::Stop;
use noyau::play::learning::{self, Course, Finish};
use noyau::statistics::{Score, elo_of};
use noyau::{Message, Text, message};
use noyau_files::whole_or_not;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What positions may be seen by.
const FEATURES: [Choice; 3] = [
    ("patterns", words::PATTERNS),
    ("heuristics", words::HEURISTICS),
    ("both", words::BOTH),
];

pub(super) fn command(grammar: Grammar) -> Command {
    let number = |id, help, default| {
        grammar
            .option_with_default(id, help::NUMBER, help, default)
            .value_parser(grammar.parser(positive))
    };
    let share = |id, help, default| {
        grammar
            .option_with_default(id, help::NUMBER, help, default)
            .value_parser(grammar.parser(share))
    };
    let save: Arg = grammar
        .option("save", help::FILE, words::SAVE)
        .required(true)
        .value_parser(clap::value_parser!(PathBuf));
    let against = grammar.option("against", said::AGENT_NAME, words::AGAINST);
    let against = players::agent(grammar, against, words::AGAINST)
        .action(clap::ArgAction::Append)
        .default_values(["random", "alphabeta:1"])
        .hide_default_value(true);
    grammar
        .position(grammar.command("learn", words::LEARN))
        .arg(save)
        .arg(
            grammar
                .option_with_default("games", help::NUMBER, words::GAMES, "20000")
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.time())
        .arg(players::seed_option(grammar))
        .arg(grammar.threads())
        .arg(grammar.choice_with_default("features", words::FEATURES, &FEATURES, "patterns"))
        .arg(number("tuples", words::TUPLES, "70"))
        .arg(number("length", words::LENGTH, "7"))
        .arg(number("depth", words::DEPTH, "1"))
        .arg(share("lambda", words::LAMBDA, "0.8"))
        .arg(
            grammar
                .option_with_default("rate", help::NUMBER, words::RATE, "1")
                .value_parser(grammar.parser(rate)),
        )
        .arg(share("exploration", words::EXPLORATION, "0.2"))
        .arg(number("round", words::ROUND, "64"))
        .arg(number("plies", words::PLIES, "400"))
        .arg(against)
        .arg(number("every", words::EVERY, "5000"))
        .arg(number("pairs", words::MEASURE_PAIRS, "20"))
        .arg(number("openings", said::OPENINGS, "2"))
        .arg(grammar.json())
}

/// Reads a whole number from 1.
fn positive(text: &str) -> Result<u32, Message> {
    let read = text.parse().ok().filter(|&number| number > 0);
    read.ok_or_else(|| {
        message!(
            "a whole number from 1 is wanted",
            "il faut un nombre entier, à partir de 1"
        )
    })
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f64, Message> {
    let read = text.parse().ok();
    read.filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| {
            message!(
                "a number from 0 to 1 is wanted",
                "il faut un nombre de 0 à 1"
            )
        })
}

/// Reads a rate of learning.
fn rate(text: &str) -> Result<f64, Message> {
    /// Beyond this, steps go farther than to the other end.
    const MOST: f64 = 100.0;
    let read: Option<f64> = text.parse().ok();
    read.filter(|&rate| rate > 0.0 && rate <= MOST)
        .ok_or_else(|| {
            message!(
                "a number above 0 and up to {MOST} is wanted",
                "il faut un nombre positif, au plus {MOST}"
            )
        })
}

fn design(matches: &ArgMatches, seed: u64) -> Design {
    let number = |id| matches.get_one::<u32>(id).copied().unwrap_or(1);
    let share = |id| matches.get_one::<f64>(id).copied().unwrap_or(0.0);
    let features = matches.get_one::<String>("features").map(String::as_str);
    Design {
        seed,
        patterns: features != Some("heuristics"),
        heuristics: features != Some("patterns"),
        tuples: number("tuples"),
        length: number("length"),
        depth: number("depth"),
        lambda: share("lambda"),
        rate: share("rate"),
        exploration: share("exploration"),
        round: number("round"),
        plies: number("plies"),
    }
}

/// What the file holds already, if there is one, or nothing learned yet.
fn begin(
    console: Console,
    matches: &ArgMatches,
    path: &Path,
    game: &dyn OpenGame,
) -> Result<Learned, Failure> {
    let name = path.display().to_string();
    if !input::exists(&name) {
        let design = design(matches, players::seed(console, matches));
        return game.begin_learning(&design).map_err(Failure::Request);
    }
    let learned = players::read_learned(&name).map_err(Failure::File)?;
    let about = &learned.about;
    let seed = matches.get_one("seed").copied();
    let wanted = design(matches, seed.unwrap_or(about.design.seed));
    let differs = [
        ("game", !game.is_about(&learned)),
        ("position", about.position != game.position()),
        ("seed", about.design.seed != wanted.seed),
        ("design", about.design != wanted),
    ];
    if let Some((key, _)) = differs.into_iter().find(|(_, differs)| *differs) {
        let key = key.to_owned();
        let other = words::Learning::OtherCourse { path: name, key };
        return Err(Failure::File(Message::of(&other)));
    }
    let games = about.games;
    let resumed = words::Learning::Resumed { path: name, games };
    console.tell(&words::say(console, &resumed));
    Ok(learned)
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    seed: u64,
    games: u64,
    file: String,
    weights: usize,
    curve: &'a [Measured],
    heuristics: Vec<(&'a str, f64)>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = contest::game(matches)?;
    let Some(path) = matches.get_one::<PathBuf>("save") else {
        return Ok(Status::Refused);
    };
    let mut learned = begin(console, matches, path, &*game)?;
    let number = |id| matches.get_one::<u32>(id).copied().unwrap_or(1);
    let opponents = matches.get_many::<Recipe>("against");
    let opponents: Vec<Recipe> = opponents.into_iter().flatten().cloned().collect();
    for opponent in &opponents {
        players::check(opponent, &*game)?;
    }
    let course = Course {
        games: matches.get_one("games").copied().unwrap_or(0),
        every: u64::from(number("every")),
        opponents,
        pairs: u64::from(number("pairs")),
        opening: number("openings"),
        depth: number("depth"),
    };
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let shown = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&shown));
    let watch = Watch::with_time_left(console, words::PHASE, shown);
    let mut failure = None;
    let mut told = learned.about.curve.len();
    let finish = learning::learn(
        &course,
        &mut learned,
        &|| input::open_again(matches),
        &players::resources(),
        &limits,
        |learned| {
            for point in &learned.about.curve[told..] {
                console.tell(&words::say(console, &sentence(point)));
            }
            told = learned.about.curve.len();
            let mut draft = path.as_os_str().to_owned();
            draft.push(".new");
            let bytes = learned.to_bytes();
            match whole_or_not(Path::new(&draft), path, |out| out.write_all(&bytes)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(Failure::writing(path, &error));
                    ControlFlow::Break(())
                }
            }
        },
    );
    drop(watch);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let finish = finish.map_err(|stop| match stop {
        Stop::Game(problem) => problem.into(),
        Stop::Agent(problem) => Failure::Request(Message::of(&problem)),
        Stop::Rules(why) => Failure::File(Message::of(&Complaint::RulesOpen {
            game: game.name(),
            why,
        })),
        Stop::Interrupted => Failure::Request(message!("interrupted", "interruption")),
    })?;
    if finish == Finish::Stopped {
        console.note(words::STOPPED);
    }
    print(console, matches, &learned, path)?;
    Ok(match finish {
        Finish::Done => Status::Answered,
        Finish::Stopped => Status::Unknown,
    })
}

/// A point of the curve, as it comes.
fn sentence(point: &Measured) -> words::Learning {
    words::Learning::Point {
        games: point.games,
        opponent: point.opponent.clone(),
        wins: point.wins,
        draws: point.draws,
        losses: point.losses,
    }
}

fn print(
    console: Console,
    matches: &ArgMatches,
    learned: &Learned,
    path: &Path,
) -> Result<(), Failure> {
    let about = &learned.about;
    if matches.get_flag("json") {
        return console.json(&Document {
            game: &about.game,
            seed: about.design.seed,
            games: about.games,
            file: path.display().to_string(),
            weights: learned.weights(),
            curve: &about.curve,
            heuristics: learned.heuristics(),
        });
    }
    let features = words::Learning::Seen {
        tuples: about.features.tuples.len(),
        length: about.features.tuples.first().map_or(0, Vec::len),
        symmetries: about.features.symmetries.len(),
        weights: learned.weights(),
    };
    let mut lines: Vec<(Text, String)> = vec![
        (catalogue::GAME, about.game.clone()),
        (said::SEED_WORD, about.design.seed.to_string()),
        (said::GAMES, about.games.to_string()),
        (words::SEEN_BY, words::say(console, &features)),
    ];
    for (name, weight) in learned.heuristics() {
        lines.push((words::WEIGHT, format!("{name} {weight:.6}")));
    }
    lines.push((words::FILE, path.display().to_string()));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    if !about.curve.is_empty() {
        writeln!(out)?;
        let heads = [
            said::GAMES,
            words::OPPONENT,
            words::RESULT,
            said::POINTS,
            said::ELO,
        ];
        let rows = about.curve.iter().map(|point| {
            let score = Score {
                wins: point.wins,
                draws: point.draws,
                losses: point.losses,
                ..Score::default()
            };
            [
                point.games.to_string(),
                point.opponent.clone(),
                format!("{}-{}-{}", point.wins, point.draws, point.losses),
                format!("{:.3}", score.mean()),
                players::shown(elo_of(score.mean()), 0),
            ]
        });
        console.columns(&mut out, heads, rows)?;
    }
    out.flush()?;
    Ok(())
}
