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

use crate::console::{shown, walk};
use crate::prelude::*;
use crate::timing::Clock;
use clap::parser::ValueSource;
use noyau::arena::format::{self, Format};
use noyau::arena::{Arena, Draft, Ending, Names};
use noyau::documents::CpuSeconds;
use noyau::dynamic::Ability;
use noyau_games::graph::split_names;
use std::io;
use std::path::PathBuf;

pub(super) const COMMAND: Entry = Entry::group(
    "graph",
    help::GRAPH,
    &[
        kernel::COMMAND,
        attractor::COMMAND,
        nimbers::COMMAND,
        strategy::COMMAND,
        solve::COMMAND,
        info::COMMAND,
        draw::COMMAND,
        convert::COMMAND,
        convert::DOUBLE,
        generate::COMMAND,
    ],
);

/// The graph to read, and its format.
fn source(args: Args, command: Command) -> Command {
    command
        .arg(args.place("file", help::FILE, help::GRAPH_FILE))
        .arg(args.choice("format", help::FORMAT, help::FORMATS, None))
        .arg(args.max_bytes())
        .arg(args.bytes("memory", help::MEMORY_OF_GAMES, "4GiB"))
}

/// The options of every command with an answer.
fn question(args: Args, command: Command) -> Command {
    source(args, command)
        .arg(args.json())
        .arg(args.flag("timings", help::TIMINGS))
}

/// `--from V`.
fn from_argument(args: Args) -> Arg {
    args.option("from", help::VERTEX, help::FROM)
        .allow_hyphen_values(true)
}

/// An option with several vertices.
fn vertices_argument(args: Args, id: &'static str, help: Text) -> Arg {
    args.option(id, text("V,V…", "S,S…"), help)
        .action(clap::ArgAction::Append)
        .allow_hyphen_values(true)
}

/// A loaded graph.
struct Loaded {
    /// The user's name for it.
    path: String,
    arena: Arena,
    /// The game, if it is the arena of one.
    game: Option<Box<dyn OpenGame>>,
    /// Whether it is the arena of a game with points, which its vertices do not contain.
    points: bool,
    clock: Clock,
    seconds: CpuSeconds,
}

impl Loaded {
    /// The timings, if requested, after the algorithm has run.
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
        find(self.arena.names(), name).ok_or_else(|| unknown_vertex(self.arena.names(), name))
    }

    /// The vertex given by an option, or the start.
    fn start(&self, matches: &ArgMatches) -> Result<u32, Failure> {
        if self.arena.is_empty() {
            let path = self.path.clone();
            return Err(Failure::File(message!(
                "{path}: the graph has no vertex",
                "{path} : le graphe n'a aucun sommet"
            )));
        }
        match matches.get_one::<String>("from") {
            None => Ok(self.arena.start()),
            Some(name) => self.vertex(name),
        }
    }

    /// Rejects games with points: their arena does not contain the points won so far.
    fn refuse_points(&self) -> Result<(), Failure> {
        if self.points {
            let game = self.path.clone();
            return Err(Failure::Request(message!(
                "{game} is decided by points, which its graph does not hold; `noyau solve {game}` counts them",
                "{game} se joue aux points, que son graphe ne contient pas ; `noyau solve {game}` les compte"
            )));
        }
        Ok(())
    }

    /// Notes that owners and final positions are ignored, if there are any.
    /// Why the graph alone does not tell who wins, if it does not: it has no owners and no declared final positions, and
    /// there every player has every move, in turn, and loses without one.
    fn beyond_graph(&self) -> Option<Text> {
        let arena = &self.arena;
        let owners = arena.owners();
        // A final position that its owner loses is as in the graph.
        let lost = |v: usize| owners.map(|owners| Ending::won_by(owners[v].other()));
        let other = |(v, &end): (usize, &Ending)| end != Ending::Unsaid && Some(end) != lost(v);
        if let Some(endings) = arena.endings()
            && endings.iter().enumerate().any(other)
        {
            return Some(text(
                "some final positions are declared won or drawn",
                "des positions finales sont déclarées gagnées ou nulles",
            ));
        }
        let owners = owners?;
        let keeps = |v: u32| {
            let successors = arena.graph().successors(v).iter();
            successors
                .into_iter()
                .any(|&w| owners[v as usize] == owners[w as usize])
        };
        let any = arena.graph().vertices().any(keeps);
        any.then_some(text(
            "some moves leave the turn to the same player",
            "des coups laissent le trait au même joueur",
        ))
    }

    /// Writes a certificate, if requested.
    fn certify(
        &self,
        matches: &ArgMatches,
        write: impl FnOnce(&Arena, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Some(path) = matches.get_one::<PathBuf>("certificate") else {
            return Ok(());
        };
        let mut file = output::create_certificate(matches, path, None)?;
        write(&self.arena, file.out())
            .and_then(|()| file.finish())
            .map_err(|error| Failure::writing(path, &error))
    }
}

/// Reads the graph, or unfolds the game.
fn load(console: Console, matches: &ArgMatches) -> Result<Loaded, Failure> {
    let path = args::word(matches, "file").unwrap_or("-");
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
            return Err(Failure::Request(message!(
                "--memory is for the arenas of games, and {path} is a file",
                "--memory est pour les arènes des jeux, et {path} est un fichier"
            )));
        }
        return read(console, file, format, matches);
    }
    if noyau_games::find(name).is_none() {
        return Err(input::neither_file_nor_game(path));
    }
    if format.is_some() {
        let game = path.to_owned();
        return Err(Failure::Request(message!(
            "--format is for files, and {game} is a game",
            "--format est pour les fichiers, et {game} est un jeu"
        )));
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
    let watch = Watch::start(console, messages::PHASE_READ);
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let format = format
        .or_else(|| Format::from_path(path))
        .or_else(|| Format::from_content(&bytes))
        .ok_or_else(|| {
            let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
            Failure::File(message!(
                "{path}:1:1: neither the name nor the content tells the format; say it with --format: {known}",
                "{path}:1:1: ni le nom ni le contenu ne dit le format ; indiquez-le avec --format : {known}",
                known = known.join(", ")
            ))
        })?;
    let draft = format::read(&bytes, format).map_err(|error| {
        let hint = reading_hint(&bytes, format);
        Failure::File(message!(
            "{path}:{error}{hint}",
            "{path}:{error}{hint}",
            error = Message::of(&error),
            hint = hint
        ))
    })?;
    if let Some(name) = console.renamed(&draft.names) {
        return Err(Failure::Request(message!(
            "--names would rename the vertex {name:?}, which is yours: call it otherwise, or leave --names out",
            "--names renommerait le sommet {name:?}, qui est à vous : appelez-le autrement, ou omettez --names"
        )));
    }
    // The text may be larger than the graph: free it before the predecessors are built.
    drop(bytes);
    drop(watch);
    seconds.read = clock.lap();
    let arena = build(console, draft, input::limits(matches).threads());
    seconds.build = clock.lap();
    Ok(Loaded {
        path: path.to_owned(),
        arena,
        game: None,
        points: false,
        clock,
        seconds,
    })
}

/// What may be wrong with a file that is not read: another format, or code where data is wanted.
fn reading_hint(bytes: &[u8], format: Format) -> Message {
    const CODE: [&str; 7] = [
        "for ", "while ", "def ", "import ", "from ", "class ", "if ",
    ];
    let others = [Format::Matrix, Format::Tgf, Format::Edges];
    let mut others = Format::from_content(bytes).into_iter().chain(others);
    let reads = |looks: &Format| *looks != format && format::read(bytes, *looks).is_ok();
    if let Some(looks) = others.find(reads) {
        return input::other_format(looks.name());
    }
    let text = String::from_utf8_lossy(bytes);
    let is_code = |line: &str| CODE.iter().any(|word| line.starts_with(word));
    if format == Format::Python && text.lines().any(is_code) {
        return message!(
            "; of a Python file one dictionary is read, written out as in `d = {{0: [1], 1: []}}`, and no code is run",
            " ; d'un fichier Python on lit un dictionnaire, écrit en toutes lettres comme `d = {{0: [1], 1: []}}`, et aucun code n'est exécuté"
        );
    }
    message!("", "")
}

fn build(console: Console, draft: Draft, threads: usize) -> Arena {
    let _watch = Watch::start(console, messages::PHASE_BUILD);
    Arena::with_threads(draft, threads)
}

/// The arena of a game.
fn unfold(console: Console, name: &str, matches: &ArgMatches) -> Result<Loaded, Failure> {
    let (game, _) = input::open_game(name, input::most_bytes(matches))?;
    let entry = noyau_games::find(game.info().name);
    let points = entry.is_some_and(|entry| entry.abilities().contains(&Ability::Points));
    let mut clock = Clock::start();
    let mut limits = progress::limits(matches);
    let watch = Watch::over(console, messages::PHASE_WALK, &mut limits);
    let arena = game.arena(&limits);
    drop(watch);
    let (arena, path) = (arena.map_err(|unfinished| unfinished.stopped)?, game.name());
    let seconds = CpuSeconds {
        build: clock.lap(),
        ..CpuSeconds::default()
    };
    Ok(Loaded {
        path,
        arena,
        game: Some(game),
        points,
        clock,
        seconds,
    })
}

/// The vertex of that name, by linear search: an index does not pay for a single name.
fn find(names: &Names, name: &str) -> Option<u32> {
    if names.is_numbered() {
        return names.index().find(name);
    }
    (0..names.len() as u32).find(|&v| names.get(v) == name)
}

fn unknown_vertex(names: &Names, name: &str) -> Failure {
    Failure::Request(message!(
        "no vertex is called {name:?}{near}",
        "aucun sommet ne s'appelle {name:?}{near}",
        near = near(names, name)
    ))
}

/// Suggests names similar to an unknown one.
fn near(names: &Names, name: &str) -> Message {
    /// Longer lists are not searched.
    const LOOKED_AT: usize = 100_000;
    /// The minimum similarity of a name, from 0 to 1.
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

/// The vertices given by a repeatable option: each value is one name, if there is such a vertex, or several.
fn named_vertices(
    matches: &ArgMatches,
    option: &str,
    names: &Names,
    find: impl Fn(&str) -> Option<Vec<u32>>,
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
            vertices.extend(find(&name).ok_or_else(|| unknown_vertex(names, &name))?);
        }
    }
    if vertices.is_empty() {
        let option = format!("--{option}");
        return Err(Failure::Request(message!(
            "{option} names no vertex",
            "{option} ne nomme aucun sommet"
        )));
    }
    Ok(Some(vertices))
}

/// The error for a cycle where none is allowed.
fn cycle_complaint(loaded: &Loaded, mut cycle: Vec<u32>) -> Failure {
    let first = cycle.first().copied();
    cycle.extend(first);
    Failure::File(message!(
        "{path}: nimbers need a graph without cycles, and this one has the cycle {cycle}",
        "{path} : les nimbers demandent un graphe sans cycle, et celui-ci a le cycle {cycle}",
        path = loaded.path.clone(),
        cycle = walk(&loaded.arena, &cycle)
    ))
}

/// Ends a text answer with the timings, if requested.
fn finish(console: Console, out: impl Write, timings: Option<CpuSeconds>) -> Exit {
    let mut lines = console.lines();
    if let Some(CpuSeconds { read, build, solve }) = timings {
        let phases = [
            (messages::PHASE_READ, read),
            (messages::PHASE_BUILD, build),
            (messages::PHASE_SOLVE, solve),
        ];
        let phases = phases.map(|(phase, spent)| {
            format!("{} {} s", console.say(phase), console.decimal(spent, 3))
        });
        lines.add(help::CPU_TIME, &phases.join(", "));
    }
    lines.end(out)
}
