//! What duels and tournaments share: the plan, the file of games, and playing them.

use crate::catalogue::players::{self as words, Said};
use crate::catalogue::{self, Complaint, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::progress::{self, Watch};
use crate::{input, players, quantity};
use clap::{Arg, ArgMatches, Command};
use noyau::answers::{Header, Record};
use noyau::erased::OpenGame;
use noyau::limits::{Limits, Progress};
use noyau::play::contest::{self, Opener, Plan, Played, Stop};
use noyau::play::{Recipe, Resources};
use noyau::{Message, Text, message};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Adds what both commands take.
pub(super) fn arguments(
    grammar: Grammar,
    command: Command,
    games: Text,
    default: &'static str,
) -> Command {
    let number = |id, help, default| {
        grammar
            .option_with_default(id, help::NUMBER, help, default)
            .value_parser(grammar.parser(quantity::small_number))
    };
    let save: Arg = grammar
        .option("save", help::FILE, words::SAVE)
        .value_parser(clap::value_parser!(PathBuf));
    command
        .arg(
            grammar
                .option_with_default("games", help::NUMBER, games, default)
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(number("openings", words::OPENINGS, "2"))
        .arg(number("plies", words::MOST_PLIES, "1000"))
        .arg(players::seed_option(grammar))
        .arg(
            grammar
                .option("time", help::SECONDS, words::MOVE_TIME)
                .value_parser(grammar.parser(quantity::seconds)),
        )
        .arg(grammar.memory())
        .arg(grammar.threads())
        .arg(save)
        .arg(grammar.json())
}

/// The plan that a command line tells.
pub(super) fn plan(
    console: Console,
    matches: &ArgMatches,
    agents: Vec<Recipe>,
    game: &dyn OpenGame,
) -> Result<Plan, Failure> {
    for recipe in &agents {
        players::check(recipe, game)?;
    }
    let number = |id| matches.get_one::<u32>(id).copied().unwrap_or(0);
    let games: u64 = matches.get_one("games").copied().unwrap_or(0);
    Ok(Plan {
        agents,
        pairs: games.div_ceil(2),
        opening: number("openings"),
        plies: number("plies"),
        time: matches.get_one::<Duration>("time").copied(),
        seed: players::seed(console, matches),
    })
}

/// The file of games, open at its end.
struct Games {
    file: File,
    path: PathBuf,
}

/// Opens the file, makes its first line if it has none, and gives the games it has. A last line that was not written to
/// its end is cut off.
fn open_games(
    path: &Path,
    plan: &Plan,
    game: &mut dyn OpenGame,
    resources: &Resources,
) -> Result<(Games, Vec<Played>), Failure> {
    let writing = |error: io::Error| Failure::writing(path, &error);
    let name = path.display().to_string();
    let header = Header::new(plan, game, resources);
    let bytes = if input::exists(&name) {
        input::read(&name, u64::MAX).map_err(Failure::File)?
    } else {
        Vec::new()
    };
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let mut played = Vec::new();
    let lines = bytes[..whole].split(|&byte| byte == b'\n');
    for (i, line) in lines.filter(|line| !line.is_empty()).enumerate() {
        if i == 0 {
            let found = serde_json::from_slice::<Header>(line).ok();
            let difference = found.map_or(Some("noyau"), |found| header.difference(&found));
            if let Some(key) = difference {
                let key = key.to_owned();
                return Err(Failure::File(Message::of(&Said::OtherContest {
                    path: name,
                    key,
                })));
            }
            continue;
        }
        let record = serde_json::from_slice::<Record>(line)
            .map_err(|error| message!("{error}", "{error}"))
            .and_then(|record| record.replayed(i as u64 - 1, plan, game));
        match record {
            Ok(one) => played.push(one),
            Err(why) => {
                return Err(Failure::File(Message::of(&Said::NotAGame {
                    path: name,
                    line: i + 1,
                    why,
                })));
            }
        }
    }
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(writing)?;
    file.set_len(whole as u64).map_err(writing)?;
    if whole == 0 {
        let mut line = serde_json::to_vec(&header).map_err(|error| writing(error.into()))?;
        line.push(b'\n');
        file.write_all(&line).map_err(writing)?;
    }
    let path = path.to_owned();
    Ok((Games { file, path }, played))
}

impl Games {
    /// Writes a game at once, so that whatever ends the program loses none.
    fn write(&mut self, record: &Record) -> Result<(), Failure> {
        let failing = |error: io::Error| Failure::writing(&self.path, &error);
        let mut line = serde_json::to_vec(record).map_err(|error| failing(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failing)
    }
}

/// Plays the contest of a command and hands every game to `accept` in order, those of the file first, until it has enough.
pub(super) fn play(
    console: Console,
    matches: &ArgMatches,
    plan: &Plan,
    game: &mut dyn OpenGame,
    accept: impl FnMut(&Played) -> ControlFlow<()> + Send,
) -> Result<Status, Failure> {
    let mut limits = input::limits(matches);
    // `--time` is for a move, and is in the plan.
    limits.deadline = None;
    progress::stop_on_interrupt(&mut limits);
    let shown = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&shown));
    let watch = Watch::start(console, words::PHASE_GAMES, Some(shown));
    let hall = Hall {
        save: matches.get_one::<PathBuf>("save").map(PathBuf::as_path),
        open: &|| input::open_again(matches),
        resources: &players::resources(),
        limits: &limits,
    };
    let status = play_in(&hall, console, plan, game, accept)?;
    drop(watch);
    if status == Status::Unknown {
        console.note(words::INTERRUPTED);
    }
    Ok(status)
}

/// Where a contest is played.
pub(super) struct Hall<'a> {
    /// The file of its games.
    pub(super) save: Option<&'a Path>,
    /// Opens the game for one more thread.
    pub(super) open: Opener<'a>,
    pub(super) resources: &'a Resources,
    pub(super) limits: &'a Limits,
}

/// Plays a contest somewhere. There is no answer if it was interrupted.
pub(super) fn play_in(
    hall: &Hall<'_>,
    console: Console,
    plan: &Plan,
    game: &mut dyn OpenGame,
    mut accept: impl FnMut(&Played) -> ControlFlow<()> + Send,
) -> Result<Status, Failure> {
    let mut file = None;
    let mut from = 0;
    let name = game.name();
    if let Some(path) = hall.save {
        let (games, played) = open_games(path, plan, game, hall.resources)?;
        file = Some(games);
        for one in &played {
            // A file may have more games than are asked for now.
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
            console.tell(&players::say(console, &Said::Resumed { path, games: from }));
        }
    }
    let mut failure = None;
    let (writer, failed) = (&mut file, &mut failure);
    // The game moves into this, which may be called from any thread, one at a time.
    let deliver = move |played: Played| {
        if let Some(file) = writer
            && let Err(why) = file.write(&Record::new(&played, plan, game))
        {
            *failed = Some(why);
            return ControlFlow::Break(());
        }
        accept(&played)
    };
    let done = contest::run(plan, from, hall.open, hall.resources, hall.limits, deliver);
    if let Some(failure) = failure {
        return Err(failure);
    }
    match done {
        Ok(()) => Ok(Status::Answered),
        Err(Stop::Interrupted) => Ok(Status::Unknown),
        Err(Stop::Agent(problem)) => Err(Failure::Request(Message::of(&problem))),
        Err(Stop::Game(problem)) => Err(problem.into()),
        Err(Stop::Rules(why)) => Err(Failure::File(Message::of(&Complaint::RulesOpen {
            game: name,
            why,
        }))),
    }
}

/// Forfeits and games broken off, for people.
pub(super) fn mishaps(
    console: Console,
    plan: &Plan,
    forfeits: &[u64],
    unfinished: u64,
) -> Option<(Text, String)> {
    let mut said: Vec<String> = plan
        .agents
        .iter()
        .zip(forfeits)
        .filter(|(_, games)| **games > 0)
        .map(|(agent, &games)| {
            let agent = agent.to_string();
            players::say(console, &Said::Forfeited { agent, games })
        })
        .collect();
    if unfinished > 0 {
        said.push(players::say(
            console,
            &Said::BrokenOff { games: unfinished },
        ));
    }
    (!said.is_empty()).then(|| (words::FORFEITS, said.join(", ")))
}

/// The game of the command.
pub(super) fn game(matches: &ArgMatches) -> Result<Box<dyn OpenGame>, Failure> {
    let game = input::open_position(matches)?;
    if game.outcome().is_some() {
        let over = message!("the game is over", "la partie est finie");
        return Err(Failure::Request(over));
    }
    Ok(game)
}

/// `catalogue::GAME` and the seed, with which every answer begins.
pub(super) fn opening_lines(plan: &Plan, game: &dyn OpenGame) -> Vec<(Text, String)> {
    vec![
        (catalogue::GAME, game.name()),
        (words::SEED_WORD, plan.seed.to_string()),
    ]
}
