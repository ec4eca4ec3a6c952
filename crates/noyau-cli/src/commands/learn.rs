//! `noyau learn`: learns a heuristic from self-play alone.

use super::contest;
use crate::args::Choice;
use crate::prelude::*;
use noyau::learn::{Design, Learned, Measured};
use noyau::play::Recipe;
use noyau::play::learning::{self, Course, Finish};
use noyau::statistics::{Score, elo_of};
use noyau_files::OutputFile;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The kinds of features.
const FEATURES: [Choice; 3] = [
    ("patterns", messages::PATTERNS),
    ("heuristics", messages::HEURISTICS),
    ("both", text("both", "les deux")),
];

pub(super) const COMMAND: Entry = Entry::new("learn", help::LEARN, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let number = |id, help, default: &'static str| args.number(id, help, default, positive);
    let share = |id, help, default: &'static str| args.number(id, help, default, share);
    let save = args.path("save", help::FILE, help::LEARN_SAVE);
    let against = args.option("against", help::AGENT_NAME, help::AGAINST);
    let against = agents::agent(args, against, help::AGAINST)
        .action(clap::ArgAction::Append)
        .default_values(["random", "alphabeta:1"])
        .hide_default_value(true);
    args.position(command)
        .arg(save.required(true))
        .arg(args.path("export", help::FILE, help::LEARN_EXPORT))
        .arg(args.number("games", help::LEARN_GAMES, "20000", units::number))
        .args([args.time(), args.memory(), agents::seed_option(args)])
        .arg(args.threads())
        .arg(args.choice("features", help::FEATURES, &FEATURES, "patterns"))
        .arg(number("tuples", help::TUPLES, "70"))
        .arg(number("length", help::LENGTH, "7"))
        .arg(number("depth", help::DEPTH, "1"))
        .arg(share("lambda", help::LAMBDA, "0.8"))
        .arg(args.number("rate", help::RATE, "1", rate))
        .arg(share("exploration", help::EXPLORATION, "0.2"))
        .arg(args.number("lots", help::LOTS, "0", units::small_number))
        .arg(number("round", help::ROUND, "64"))
        .arg(number("plies", help::PLIES, "400"))
        .arg(against)
        .arg(number("every", help::EVERY, "5000"))
        .arg(number("pairs", help::MEASURE_PAIRS, "20"))
        .arg(number("openings", help::OPENINGS, "2"))
        .arg(args.json())
}

/// Parses a positive integer.
fn positive(text: &str) -> Result<u32, Message> {
    let read = text.parse().ok().filter(|&number| number > 0);
    read.ok_or_else(|| {
        message!(
            "a whole number from 1 is wanted",
            "il faut un nombre entier, à partir de 1"
        )
    })
}

/// Parses a number from 0 to 1.
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

/// Parses a learning rate.
fn rate(text: &str) -> Result<f64, Message> {
    /// Beyond this, steps overshoot.
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
    let number = |id| args::number::<u32>(matches, id);
    let share = |id| matches.get_one::<f64>(id).copied().unwrap_or(0.0);
    let features = args::word(matches, "features");
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
        lots: number("lots"),
        round: number("round"),
        plies: number("plies"),
    }
}

/// Reads the file, or starts anew if there is none.
fn begin(
    console: Console,
    matches: &ArgMatches,
    path: &Path,
    game: &dyn OpenGame,
) -> Result<Learned, Failure> {
    let name = path.display().to_string();
    if !input::exists(&name) {
        let design = design(matches, agents::seed(console, matches));
        return game.begin_learning(&design).map_err(Failure::Request);
    }
    let learned = agents::read_learned(&name).map_err(Failure::File)?;
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
        let other = message!(
            "{path}:1:1: this file was learned otherwise: {key} differs; name another file, or remove it",
            "{path}:1:1: ce fichier fut appris autrement : {key} diffère ; nommez un autre fichier, ou supprimez-le",
            path = name
        );
        return Err(Failure::File(other));
    }
    let games = about.games;
    let resumed = message!(
        "{path}: going on after {games} games",
        "{path} : reprise après {games} parties",
        path = name
    );
    console.tell(&resumed);
    Ok(learned)
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let game = contest::game(matches)?;
    let Some(path) = matches.get_one::<PathBuf>("save") else {
        return Ok(Status::Refused);
    };
    // Locked until the end, so that two processes do not undo each other's learning.
    let mut file =
        OutputFile::replacing(path, |_| true).map_err(|error| Failure::writing(path, &error))?;
    let mut learned = begin(console, matches, path, &*game)?;
    let number = |id| args::number::<u32>(matches, id);
    let opponents = matches.get_many::<Recipe>("against");
    let opponents: Vec<Recipe> = opponents.into_iter().flatten().cloned().collect();
    for opponent in &opponents {
        agents::check(opponent, &*game)?;
    }
    let course = Course {
        games: args::number(matches, "games"),
        every: u64::from(number("every")),
        opponents,
        pairs: u64::from(number("pairs")),
        opening: number("openings"),
        depth: number("depth"),
    };
    let mut limits = progress::limits(matches);
    let needed = learned.bytes_to_learn();
    if limits.memory.is_some_and(|most| needed > most) {
        let bytes = amount(needed);
        return Err(Failure::Request(message!(
            "learning so many weights takes {bytes} of memory, which --memory may allow",
            "apprendre autant de poids prend {bytes} de mémoire, que --memory peut permettre",
            bytes = bytes
        )));
    }
    let watch = Watch::with_time_left(console, messages::PHASE, &mut limits);
    let mut failure = None;
    let mut reported = learned.about.curve.len();
    let finish = learning::learn(
        &course,
        &mut learned,
        &|| input::open_position(matches).map(|(game, _)| game),
        &agents::resources(),
        &limits,
        |learned| {
            for point in &learned.about.curve[reported..] {
                console.tell(&sentence(point));
            }
            reported = learned.about.curve.len();
            let bytes = learned.to_bytes();
            match file.publish(|out| out.write_all(&bytes)) {
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
    if let Some(path) = matches.get_one::<PathBuf>("export") {
        let bytes = learned.evaluation().to_bytes();
        OutputFile::replacing(path, |_| true)
            .and_then(|mut file| file.publish(|out| out.write_all(&bytes)))
            .map_err(|error| Failure::writing(path, &error))?;
    }
    let finish = finish.map_err(|stop| contest::broken_off(stop, &game.name()))?;
    if finish == Finish::Stopped {
        console.tell(&messages::STOPPED);
    }
    print(console, matches, &learned, path)?;
    Ok(Status::unknown_if(finish == Finish::Stopped))
}

/// A point of the learning curve, printed as it is measured.
fn sentence(point: &Measured) -> Message {
    message!(
        "after {games} games, against {opponent}: {wins} won, {draws} drawn, {losses} lost",
        "après {games} parties, contre {opponent} : {wins} gagnées, {draws} nulles, {losses} perdues",
        games = point.games,
        opponent = point.opponent.clone(),
        wins = point.wins,
        draws = point.draws,
        losses = point.losses
    )
}

fn print(
    console: Console,
    matches: &ArgMatches,
    learned: &Learned,
    path: &Path,
) -> Result<(), Failure> {
    let about = &learned.about;
    if matches.get_flag("json") {
        console.json(&documents::learned(learned, &path.display().to_string()))?;
        return Ok(());
    }
    let features = message!(
        "{tuples} groups of {length} cells, each in {symmetries} symmetric places; {weights} weights",
        "{tuples} groupes de {length} cases, chacun en {symmetries} lieux symétriques ; {weights} poids",
        tuples = about.features.tuples.len(),
        length = about.features.tuples.first().map_or(0, Vec::len),
        symmetries = about.features.symmetries.len(),
        weights = learned.weights()
    );
    let mut lines = console.lines();
    lines.add(messages::GAME, &about.game.clone());
    lines.add(messages::SEED_WORD, &about.design.seed.to_string());
    lines.add(messages::GAMES, &about.games.to_string());
    lines.add(text("seen by", "vu par"), &features);
    for (name, weight) in learned.heuristics() {
        lines.add(
            text("weight", "poids"),
            &message!(
                "{name} {weight}",
                "{name} {weight}",
                weight = units::decimal(weight, 6)
            ),
        );
    }
    lines.add(messages::FILE, &path.display().to_string());
    let mut out = console.out();
    lines.write(&mut out)?;
    if !about.curve.is_empty() {
        writeln!(out)?;
        let heads = [
            messages::GAMES,
            text("against", "contre"),
            text("won-drawn-lost", "gagnées-nulles-perdues"),
            messages::POINTS,
            help::ELO,
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
                console.decimal(score.mean(), 3),
                console.phrase(&agents::shown(elo_of(score.mean()), 0)),
            ]
        });
        console.columns(&mut out, heads, rows)?;
    }
    out.flush()?;
    Ok(())
}
