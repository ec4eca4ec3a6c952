//! The plan, the game file and the running of contests, shared by duels and tournaments.

use crate::prelude::*;
use noyau::documents::{Header, Record};
use noyau::play::contest::{self, Opener, Plan, Played, Standings, Stop};
use noyau::play::{Recipe, Resources};
use noyau_files::{Refused, destination};
use serde::Serialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Adds the arguments of both commands.
pub(super) fn arguments(
    args: Args,
    command: Command,
    games: Text,
    default: &'static str,
) -> Command {
    let number =
        |id, help, default: &'static str| args.number(id, help, default, units::small_number);
    command
        .arg(args.number("games", games, default, units::number))
        .arg(number("openings", help::OPENINGS, "2"))
        .arg(number("plies", help::MOST_PLIES, "1000"))
        .arg(agents::seed_option(args))
        .arg(args.seconds("time", help::MOVE_TIME, None))
        .args([args.memory(), args.threads(), args.tables()])
        .arg(args.path("save", help::FILE, help::CONTEST_SAVE))
        .arg(args.json())
}

/// The plan given on the command line.
pub(super) fn plan(
    console: Console,
    matches: &ArgMatches,
    agents: Vec<Recipe>,
    game: &dyn OpenGame,
) -> Result<Plan, Failure> {
    for recipe in &agents {
        agents::check(recipe, game)?;
    }
    let number = |id| args::number::<u32>(matches, id);
    let games: u64 = args::number(matches, "games");
    Ok(Plan {
        agents,
        pairs: games.div_ceil(2),
        opening: number("openings"),
        plies: number("plies"),
        time: matches.get_one::<Duration>("time").copied(),
        seed: agents::seed(console, matches),
    })
}

/// The game file, open at its end.
struct Games {
    file: File,
    path: PathBuf,
}

/// Opens the file, writes its header if it is new, and returns its games. An incomplete last line is cut off.
fn open_games(
    path: &Path,
    plan: &Plan,
    game: &mut dyn OpenGame,
    resources: &Resources,
) -> Result<(Games, Vec<Played>), Failure> {
    let writing = |error: io::Error| Failure::writing(path, &error);
    // The first line tells below whose games they are.
    let path = &destination(path, |_| true).map_err(writing)?;
    let name = path.display().to_string();
    let header = Header::new(plan, game, resources);
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).read(true).open(path);
    let mut file = file.map_err(writing)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => writing(Refused::Busy.into()),
        TryLockError::Error(error) => writing(error),
    })?;
    let other = |key: &str| {
        Failure::File(message!(
            "{path}:1:1: this file has the games of another contest: {key} differs; name another file, or remove it",
            "{path}:1:1: ce fichier a les parties d'une autre rencontre : {key} diffère ; nommez un autre fichier, ou supprimez-le",
            path = name,
            key = key
        ))
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| input::unreadable(&name, &error))?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    // A line that a crash has cut off is the beginning of one.
    let begun = serde_json::to_vec(&header).unwrap_or_default();
    if whole == 0 && !begun.starts_with(&bytes) {
        return Err(other("noyau"));
    }
    let mut played = Vec::new();
    let lines = bytes[..whole].split(|&byte| byte == b'\n');
    for (i, line) in lines.filter(|line| !line.is_empty()).enumerate() {
        if i == 0 {
            let found = serde_json::from_slice::<Header>(line).ok();
            let difference = found.map_or(Some("noyau"), |found| header.difference(&found));
            if let Some(key) = difference {
                return Err(other(key));
            }
            continue;
        }
        let record = serde_json::from_slice::<Record>(line)
            .map_err(|error| message!("{error}", "{error}"))
            .and_then(|record| record.replayed(i as u64 - 1, plan, game));
        match record {
            Ok(one) => played.push(one),
            Err(why) => {
                return Err(Failure::File(message!(
                    "{path}:{line}:1: this is no game of the contest: {why}",
                    "{path}:{line}:1: ce n'est pas une partie de la rencontre : {why}",
                    path = name,
                    line = i + 1,
                    why = why
                )));
            }
        }
    }
    file.set_len(whole as u64).map_err(writing)?;
    let path = path.to_owned();
    let mut games = Games { file, path };
    if whole == 0 {
        games.write(&header)?;
    }
    Ok((games, played))
}

impl Games {
    /// Writes a line immediately, so that a crash loses no game.
    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let failing = |error: io::Error| Failure::writing(&self.path, &error);
        let mut line = serde_json::to_vec(line).map_err(|error| failing(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failing)
    }
}

/// Plays the contest of a command and passes every game to `accept` in order, those of the file first, until it
/// breaks.
pub(super) fn play(
    console: Console,
    matches: &ArgMatches,
    plan: &Plan,
    game: &mut dyn OpenGame,
    accept: impl FnMut(&Played) -> ControlFlow<()> + Send,
) -> Exit {
    let mut limits = input::limits(matches);
    // `--time` is per move, and part of the plan.
    limits.deadline = None;
    progress::stop_on_interrupt(&mut limits);
    let watch = Watch::over(console, messages::GAMES, &mut limits);
    let probed = tables::Probed::attach(console, matches, game);
    let tables = game.tables_in_use().cloned();
    let setup = Setup {
        save: args::path(matches, "save"),
        open: &|| {
            let (mut game, _) = input::open_position(matches)?;
            if let Some(tables) = &tables {
                game.use_tables(tables);
            }
            Ok(game)
        },
        resources: &agents::resources(),
        limits: &limits,
    };
    let status = play_with(&setup, console, plan, game, accept)?;
    drop(watch);
    probed.report();
    if status == Status::Unknown {
        console.tell(&messages::INTERRUPTED);
    }
    Ok(status)
}

/// The environment of a contest.
pub(super) struct Setup<'a> {
    /// The game file.
    pub(super) save: Option<&'a Path>,
    /// Opens the game for another thread.
    pub(super) open: Opener<'a>,
    pub(super) resources: &'a Resources,
    pub(super) limits: &'a Limits,
}

/// Plays a contest. There is no answer if it is interrupted.
pub(super) fn play_with(
    setup: &Setup<'_>,
    console: Console,
    plan: &Plan,
    game: &mut dyn OpenGame,
    mut accept: impl FnMut(&Played) -> ControlFlow<()> + Send,
) -> Exit {
    let mut file = None;
    let mut from = 0;
    let name = game.name();
    if let Some(path) = setup.save {
        let (games, played) = open_games(path, plan, game, setup.resources)?;
        file = Some(games);
        for one in &played {
            // A file may have more games than are requested now.
            if from == plan.games() {
                return Ok(Status::Answered);
            }
            from += 1;
            if accept(one).is_break() {
                return Ok(Status::Answered);
            }
        }
        if from > 0 && from < plan.games() {
            let path = path.display().to_string();
            console.tell(&message!(
                "{path}: going on after {games} games",
                "{path} : reprise après {games} parties",
                games = from
            ));
        }
    }
    let mut failure = None;
    let (writer, failed) = (&mut file, &mut failure);
    // Owns the game; it may be called from any thread, one at a time.
    let deliver = move |played: Played| {
        if let Some(file) = writer
            && let Err(why) = file.write(&Record::new(&played, plan, game))
        {
            *failed = Some(why);
            return ControlFlow::Break(());
        }
        accept(&played)
    };
    let done = contest::run(
        plan,
        from,
        setup.open,
        setup.resources,
        setup.limits,
        deliver,
    );
    if let Some(failure) = failure {
        return Err(failure);
    }
    match done {
        Ok(()) => Ok(Status::Answered),
        Err(Stop::Interrupted) => Ok(Status::Unknown),
        Err(stop) => Err(broken_off(stop, &name)),
    }
}

/// The failure of an aborted contest.
pub(super) fn broken_off(stop: Stop, game: &str) -> Failure {
    match stop {
        Stop::Interrupted => Failure::Request(message!("interrupted", "interruption")),
        Stop::Agent(problem) => Failure::Request(Message::of(&problem)),
        Stop::Game(problem) => problem.into(),
        Stop::Rules(why) => input::open_rules(game, &why),
    }
}

/// Forfeits and games cut off, for people, if there are any.
pub(super) fn mishaps(console: Console, plan: &Plan, standings: &Standings) -> Option<String> {
    let forfeits = plan.agents.iter().zip(&standings.forfeits);
    let forfeits = forfeits.filter(|(_, games)| **games > 0);
    let mut said: Vec<String> = forfeits
        .map(|(agent, games)| {
            console.phrase(&message!(
                "{agent} forfeited {games}",
                "{agent} en a perdu {games} par forfait"
            ))
        })
        .collect();
    let games = standings.unfinished;
    if games > 0 {
        said.push(console.phrase(&message!(
            "{games} broken off as draws",
            "{games} interrompues, comptées nulles"
        )));
    }
    (!said.is_empty()).then(|| said.join(", "))
}

/// The game of the command.
pub(super) fn game(matches: &ArgMatches) -> Result<Box<dyn OpenGame>, Failure> {
    let (game, _) = input::open_position(matches)?;
    if game.outcome().is_some() {
        let over = message!("the game is over", "la partie est finie");
        return Err(Failure::Request(over));
    }
    Ok(game)
}

/// The game and the seed, which begin every answer.
pub(super) fn opening_lines(console: Console, plan: &Plan, game: &dyn OpenGame) -> Lines {
    let lines = console.lines().with(messages::GAME, &messages::sized(game));
    lines.with(messages::SEED_WORD, &plan.seed)
}
