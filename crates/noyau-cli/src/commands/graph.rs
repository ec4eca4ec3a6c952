//! `noyau graph`: a user's own graph, or the arena of a game.

mod attractor;
mod convert;
mod draw;
mod generate;
mod info;
mod kernel;
mod nimbers;
mod solve;
mod strategy;

use crate::catalogue::{self, Complaint, help};
use crate::console::{Console, shown, walk};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::output;
use crate::progress::{self, Watch};
use crate::timing::{Clock, CpuSeconds};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use noyau::arena::format::{self, Format};
use noyau::arena::{Arena, Draft, Names};
use noyau::erased::Ability;
use noyau::limits::{Limits, Progress, Stopped};
use noyau::{Localized, Message, Text, message};
use noyau_games::graph::split_names;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("graph", help::GRAPH)
        .subcommand_required(true)
        .subcommands([
            kernel::command(grammar),
            attractor::command(grammar),
            nimbers::command(grammar),
            strategy::command(grammar),
            solve::command(grammar),
            info::command(grammar),
            draw::command(grammar),
            convert::command(grammar),
            convert::double_command(grammar),
            generate::command(grammar),
        ])
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    match matches.subcommand() {
        Some(("kernel", matches)) => kernel::run(console, matches),
        Some(("attractor", matches)) => attractor::run(console, matches),
        Some(("nimbers", matches)) => nimbers::run(console, matches),
        Some(("strategy", matches)) => strategy::run(console, matches),
        Some(("solve", matches)) => solve::run(console, matches),
        Some(("info", matches)) => info::run(console, matches),
        Some(("draw", matches)) => draw::run(console, matches),
        Some(("convert", matches)) => convert::run(console, matches),
        Some(("double", matches)) => convert::run_double(console, matches),
        Some(("generate", matches)) => generate::run(console, matches),
        // Clap has asked for a subcommand.
        _ => Ok(Status::Refused),
    }
}

/// The graph to work on, and how to read it.
fn source(grammar: Grammar, command: Command) -> Command {
    command
        .arg(
            grammar
                .place("file", help::FILE, help::GRAPH_FILE)
                .required(true),
        )
        .arg(grammar.choice("format", help::FORMAT, help::FORMATS))
        .arg(grammar.max_bytes())
        .arg(grammar.memory_for(help::MEMORY_OF_GAMES))
}

/// The options of every command that answers a question.
fn question(grammar: Grammar, command: Command) -> Command {
    source(grammar, command)
        .arg(grammar.json())
        .arg(grammar.flag("timings", help::TIMINGS))
}

/// `--from V`.
fn from_argument(grammar: Grammar) -> Arg {
    grammar
        .option("from", help::VERTEX, help::FROM)
        .allow_hyphen_values(true)
}

/// An option that names several vertices.
fn vertices_argument(grammar: Grammar, id: &'static str, help: Text) -> Arg {
    grammar
        .option(id, help::VERTICES, help)
        .action(clap::ArgAction::Append)
        .allow_hyphen_values(true)
}

/// A graph that has been read.
struct Loaded {
    /// How the user called it.
    path: String,
    arena: Arena,
    /// Whether it is the arena of a game with points, which no vertex holds.
    points: bool,
    clock: Clock,
    seconds: CpuSeconds,
}

impl Loaded {
    /// The text of the timings, if they are wanted, after the algorithm has run.
    fn timings(&mut self, matches: &ArgMatches) -> Option<CpuSeconds> {
        self.seconds.solve += self.clock.lap();
        matches.get_flag("timings").then_some(self.seconds)
    }

    /// Replaces a graph of positions by its doubled arena.
    fn double(&mut self) {
        if self.arena.owners().is_none() {
            self.arena = self.arena.doubled();
            self.seconds.build += self.clock.lap();
        }
    }

    /// The vertex of that name.
    fn vertex(&self, name: &str) -> Result<u32, Failure> {
        find(self.arena.names(), name).ok_or_else(|| {
            Complaint::UnknownVertex {
                name: name.to_owned(),
                near: near(self.arena.names(), name),
            }
            .into()
        })
    }

    /// The vertex that an option names, or the start.
    fn start(&self, matches: &ArgMatches) -> Result<u32, Failure> {
        if self.arena.is_empty() {
            let path = self.path.clone();
            return Err(Failure::File(Message::of(&Complaint::NoVertex { path })));
        }
        match matches.get_one::<String>("from") {
            None => Ok(self.arena.start()),
            Some(name) => self.vertex(name),
        }
    }

    /// Refuses to say who wins a game with points: its arena does not know the points won on the way.
    fn refuse_points(&self) -> Result<(), Failure> {
        if self.points {
            let game = self.path.clone();
            return Err(Complaint::ArenaOfPoints { game }.into());
        }
        Ok(())
    }

    /// Tells that owners and final positions are not looked at, where there are any.
    fn note_owners(&self, console: Console) {
        if self.arena.owners().is_some() || self.arena.endings().is_some() {
            console.note(catalogue::NOTE_OWNERS);
        }
    }

    /// Writes a certificate, if one is wanted.
    fn certify(
        &self,
        matches: &ArgMatches,
        write: impl FnOnce(&Arena, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Some(path) = matches.get_one::<PathBuf>("certificate") else {
            return Ok(());
        };
        let mut draft = output::Draft::create(path)?;
        match write(&self.arena, draft.out()) {
            Ok(()) => draft.finish(),
            Err(error) => Err(draft.failed(&error)),
        }
    }
}

/// Reads the graph that the command names, and runs the command on it.
fn with_graph(
    console: Console,
    matches: &ArgMatches,
    run: impl FnOnce(Loaded) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    match load(console, matches)? {
        Ok(loaded) => run(loaded),
        Err(stopped) => {
            console.complain(console.say(catalogue::stopped(stopped)));
            Ok(Status::Unknown)
        }
    }
}

/// Reads the graph; on the way through the positions of a game a limit may be met.
fn load(console: Console, matches: &ArgMatches) -> Result<Result<Loaded, Stopped>, Failure> {
    let path = matches
        .get_one::<String>("file")
        .map_or("-", String::as_str);
    let format = matches.get_one::<String>("format");
    let format = format.and_then(|name| Format::from_name(name));
    let (name, parameters) = path.split_once(':').unwrap_or((path, ""));
    let file = if path == "-" || input::exists(path) {
        Some(path)
    } else if name == "graph" && !parameters.is_empty() {
        Some(parameters)
    } else {
        None
    };
    if let Some(file) = file {
        let given = matches.value_source("memory") == Some(ValueSource::CommandLine);
        let searches = matches.try_get_one::<bool>("all").ok().flatten() == Some(&true);
        if given && !searches {
            let path = file.to_owned();
            return Err(Complaint::MemoryOfFile { path }.into());
        }
        return read(console, file, format, matches).map(Ok);
    }
    if noyau_games::find(name).is_none() {
        return Err(input::neither_file_nor_game(path));
    }
    if format.is_some() {
        let game = path.to_owned();
        return Err(Complaint::FormatOfGame { game }.into());
    }
    unfold(console, path, matches)
}

/// Reads a graph file.
fn read(
    console: Console,
    path: &str,
    format: Option<Format>,
    matches: &ArgMatches,
) -> Result<Loaded, Failure> {
    let mut clock = Clock::start();
    let mut seconds = CpuSeconds::default();
    let watch = Watch::start(console, catalogue::PHASE_READ, None);
    let bytes = input::content(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let format = format
        .or_else(|| Format::from_path(path))
        .or_else(|| Format::from_content(&bytes))
        .ok_or_else(|| {
            let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
            Failure::File(Message::of(&Complaint::UnknownFormat {
                path: path.to_owned(),
                known: known.join(", "),
            }))
        })?;
    let draft = format::read(&bytes, format).map_err(|error| {
        Failure::File(Message {
            en: format!("{path}:{}", error.localized(noyau::Language::English)),
            fr: format!("{path}:{}", error.localized(noyau::Language::French)),
        })
    })?;
    // The text may be longer than the graph: it goes before the predecessors come.
    drop(bytes);
    drop(watch);
    seconds.read = clock.lap();
    let arena = build(console, draft, input::limits(matches).threads());
    seconds.build = clock.lap();
    Ok(Loaded {
        path: path.to_owned(),
        arena,
        points: false,
        clock,
        seconds,
    })
}

fn build(console: Console, draft: Draft, threads: usize) -> Arena {
    let _watch = Watch::start(console, catalogue::PHASE_BUILD, None);
    Arena::with_threads(draft, threads)
}

/// The arena of a game.
fn unfold(
    console: Console,
    name: &str,
    matches: &ArgMatches,
) -> Result<Result<Loaded, Stopped>, Failure> {
    let game = input::open_game(name, input::most_bytes(matches))?;
    let entry = noyau_games::find(game.info().name);
    let points = entry.is_some_and(|entry| entry.abilities().contains(&Ability::Points));
    let mut clock = Clock::start();
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = Watch::start(console, catalogue::PHASE_WALK, Some(progress));
    let arena = game.arena(&limits);
    drop(watch);
    Ok(match arena {
        Err((stopped, _)) => Err(stopped),
        Ok(arena) => Ok(Loaded {
            path: game.name(),
            arena,
            points,
            seconds: CpuSeconds {
                build: clock.lap(),
                ..CpuSeconds::default()
            },
            clock,
        }),
    })
}

/// The vertex of that name. A single name is not worth an index.
fn find(names: &Names, name: &str) -> Option<u32> {
    if names.is_numbered() {
        return names.index().find(name);
    }
    (0..names.len() as u32).find(|&v| names.get(v) == name)
}

/// What is said of names that are like one that is not there.
fn near(names: &Names, name: &str) -> Message {
    /// In longer lists nobody waits for a suggestion.
    const LOOKED_AT: usize = 100_000;
    /// How like it a name must be, from 0 to 1.
    const LIKE: f64 = 0.7;
    let mut alike: Vec<_> = names
        .iter()
        .take(LOOKED_AT)
        .map(|other| (strsim::jaro_winkler(name, &other), other))
        .filter(|(likeness, _)| *likeness > LIKE)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    let alike: Vec<_> = alike
        .into_iter()
        .take(3)
        .map(|(_, name)| shown(name))
        .collect();
    if !alike.is_empty() {
        let alike = alike.join(", ");
        return message!("; did you mean {alike}?", " ; vouliez-vous dire {alike} ?");
    }
    let some: Vec<_> = names.iter().take(10).map(shown).collect();
    let (some, more) = (some.join(", "), if names.len() > 10 { ", …" } else { "" });
    message!(
        "; the vertices are {some}{more}",
        " ; les sommets sont {some}{more}"
    )
}

/// The vertices that a repeatable option names: each value is one name, if there is such a vertex, or several.
fn named_vertices(
    matches: &ArgMatches,
    option: &str,
    mut find: impl FnMut(&str) -> Option<Vec<u32>>,
    unknown: impl Fn(&str) -> Failure,
) -> Result<Option<Vec<u32>>, Failure> {
    let Some(values) = matches.get_many::<String>(option) else {
        return Ok(None);
    };
    let mut vertices = Vec::new();
    for value in values {
        if let Some(found) = find(value) {
            vertices.extend(found);
            continue;
        }
        for name in split_names(value) {
            vertices.extend(find(&name).ok_or_else(|| unknown(&name))?);
        }
    }
    if vertices.is_empty() {
        let option = format!("--{option}");
        return Err(Complaint::NoVertexNamed { option }.into());
    }
    Ok(Some(vertices))
}

/// The complaint about a cycle where there should be none.
fn cycle_complaint(loaded: &Loaded, mut cycle: Vec<u32>) -> Failure {
    let first = cycle.first().copied();
    cycle.extend(first);
    Failure::File(Message::of(&Complaint::HasCycle {
        path: loaded.path.clone(),
        cycle: walk(&loaded.arena, &cycle),
    }))
}

/// The limits of searches in graphs.
fn limits(matches: &ArgMatches) -> Limits {
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    limits
}

/// Prints the timings for people.
fn print_timings(
    console: Console,
    out: &mut dyn Write,
    timings: Option<CpuSeconds>,
) -> io::Result<()> {
    let Some(seconds) = timings else {
        return Ok(());
    };
    let words = [
        catalogue::PHASE_READ,
        catalogue::PHASE_BUILD,
        catalogue::PHASE_SOLVE,
    ];
    let text = seconds.to_text(words.map(|word| console.say(word)));
    console.labelled(out, &[(catalogue::CPU_TIME, text)])
}
