//! `noyau graph draw`: pictures.

use super::{
    Loaded, attractor as attractors, convert, cycle_complaint, from_argument, kernel as kernels,
    load, source, vertices_argument,
};
use crate::console::shown;
use crate::figures::StepPicture;
use crate::prelude::*;
use clap::ArgAction;
use noyau::Outcome;
use noyau::arena::Arena;
use noyau::arena::draw::{self, Direction, Layering, Marks, Style};
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{attractor, nimbers, retrograde, strategy};
use noyau::view::figure::Figure;
use std::path::{Path, PathBuf};

pub(super) const COMMAND: Entry = Entry::new("draw", help::DRAW, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = source(args, command)
        .arg(args.choice("to", help::DRAW_TO, help::PICTURES, None))
        .arg(args.output())
        .arg(
            args.choice("mark", help::MARK, help::MARKS, None)
                .action(ArgAction::Append),
        )
        .arg(args.choice("layers", help::LAYERING, help::LAYERINGS, "path"))
        .arg(args.choice("direction", help::DIRECTION, help::DIRECTIONS, "right"))
        .arg(args.flag("double", help::DRAW_DOUBLE))
        .arg(args.choice("player", help::DRAW_PLAYER, help::PLAYERS, None))
        .arg(vertices_argument(args, "target", help::TARGET))
        .arg(from_argument(args))
        .arg(args.flag("boards", help::DRAW_BOARDS))
        .arg(
            args.path("steps", help::FOLDER, help::DRAW_STEPS)
                .conflicts_with_all(["output", "from"]),
        );
    args.force(command, &["output", "steps"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let marks: Vec<&str> = matches
        .get_many::<String>("mark")
        .unwrap_or_default()
        .map(String::as_str)
        .collect();
    let marked = |mark| marks.contains(&mark);
    let chosen = |id| args::word(matches, id);
    let style = Style {
        layering: match chosen("layers") {
            Some("rank") => Layering::Rank,
            _ => Layering::LongestPath,
        },
        direction: match chosen("direction") {
            Some("down") => Direction::Down,
            _ => Direction::Right,
        },
        language: console.language,
        ..Style::default()
    };
    if marked("attractor") && marked("solve") {
        return Err(Failure::Request(message!(
            "an attractor and distances cannot be marked on the same picture",
            "un attracteur et des distances ne peuvent être marqués sur la même image"
        )));
    }
    if marked("kernel") && marked("solve") {
        return Err(Failure::Request(message!(
            "the kernel and lost vertices cannot be marked on the same picture",
            "le noyau et les positions perdantes ne peuvent être marqués sur la même image"
        )));
    }
    if style.layering == Layering::Rank && !marked("attractor") && !marked("solve") {
        return Err(Failure::Request(message!(
            "--layers rank needs --mark attractor or --mark solve",
            "--layers rank demande --mark attractor ou --mark solve"
        )));
    }
    for (option, mark) in [
        ("player", "attractor"),
        ("target", "attractor"),
        ("from", "strategy"),
    ] {
        if matches.contains_id(option) && !marked(mark) {
            return Err(Failure::Request(message!(
                "--{option} needs --mark {mark}",
                "--{option} demande --mark {mark}"
            )));
        }
    }
    if let Some(folder) = matches.get_one::<PathBuf>("steps") {
        return draw_steps(console, matches, &marks, style, folder);
    }
    let path = args::path(matches, "output");
    let known = help::PICTURES.iter().map(|(name, _)| *name);
    let picture = match (chosen("to"), path) {
        (None, None) => "svg",
        _ => convert::wanted(matches, "to", path, &known.collect::<Vec<_>>(), picture)?,
    };
    if picture == "beamer" {
        return Err(Failure::Request(message!(
            "--to beamer needs --steps: frames are of steps",
            "--to beamer demande --steps : les diapositives sont celles d'étapes"
        )));
    }
    let mut loaded = load(console, matches)?;
    let mut style = style;
    double(
        console,
        matches,
        &mut loaded,
        &mut style,
        marked("attractor"),
    );
    let mut marks = marks_of(matches, &loaded, &marks)?;
    marks.boards = boards(matches, &mut loaded, &style)?;
    let arena = &loaded.arena;
    let text = match picture {
        "dot" => draw::dot(arena, &marks, &style),
        "tikz" => draw::tikz(arena, &marks, &style),
        _ => draw::svg(arena, &marks, &style),
    };
    output::text_to_file_or_console(console, matches, path, &console.named(&text))?;
    Ok(Status::Answered)
}

/// Doubles a graph without owners where that is asked for or needed; then letters tell the copies apart.
fn double(
    console: Console,
    matches: &ArgMatches,
    loaded: &mut Loaded,
    style: &mut Style,
    needed: bool,
) {
    if !needed && !matches.get_flag("double") {
        return;
    }
    if loaded.arena.owners().is_none() {
        loaded.double();
        style.letters = Some(console.letters());
    } else if matches.get_flag("double") {
        console.tell(&messages::NOTE_HAS_OWNERS);
    }
}

/// The boards of `--boards`.
fn boards(
    matches: &ArgMatches,
    loaded: &mut Loaded,
    style: &Style,
) -> Result<Option<Vec<Figure>>, Failure> {
    if !matches.get_flag("boards") {
        return Ok(None);
    }
    let most = style.most;
    if style.summarises(&loaded.arena) {
        return Err(Failure::Request(message!(
            "boards are drawn in arenas of up to {most} vertices",
            "les plateaux se dessinent dans des arènes d'au plus {most} sommets"
        )));
    }
    let Some(game) = &mut loaded.game else {
        return Err(Failure::Request(message!(
            "--boards needs a game, and this is a graph",
            "--boards demande un jeu, et ceci est un graphe"
        )));
    };
    figures::boards(&mut **game, &loaded.arena).map(Some)
}

/// The kind of picture, from a name or a file name.
fn picture(name: &str) -> Option<&'static str> {
    let extension = name
        .rsplit_once('.')
        .map_or(name, |(_, extension)| extension);
    match extension {
        "svg" => Some("svg"),
        "dot" | "gv" => Some("dot"),
        "tikz" | "tex" => Some("tikz"),
        "beamer" => Some("beamer"),
        _ => None,
    }
}

fn marks_of(matches: &ArgMatches, loaded: &Loaded, wanted: &[&str]) -> Result<Marks, Failure> {
    let arena = &loaded.arena;
    let graph = arena.graph();
    let mut marks = Marks::default();
    for &mark in wanted {
        match mark {
            "kernel" => {
                let kernel = kernel::kernel(graph, 1);
                marks.chosen = Some(kernel.iter().map(|&mark| mark == Mark::Lost).collect());
            }
            "attractor" => {
                let targets = attractors::targets(loaded, matches)?;
                let found = attractor::attractor(arena, attractors::player(matches), &targets);
                marks.ranks = Some(graph.vertices().map(|v| found.rank(v)).collect());
            }
            "nimbers" => {
                let found = nimbers::nimbers(graph);
                let found = found.map_err(|cycle| cycle_complaint(loaded, cycle.0))?;
                marks.nimbers = Some(found.into_iter().map(Some).collect());
            }
            "strategy" => {
                loaded.refuse_points()?;
                let from = loaded.start(matches)?;
                let solution = retrograde::solve(arena, 1);
                marks.strategy = strategy::winning(arena, &solution, from).moves;
            }
            _ => {
                loaded.refuse_points()?;
                let solution = retrograde::solve(arena, 1);
                let values = || graph.vertices().map(|v| solution.value(v));
                let lost = values().map(|value| value.outcome() == Outcome::Loss);
                marks.chosen = Some(lost.collect());
                marks.chosen_name = Some(messages::LOST_VERTICES);
                marks.ranks = Some(values().map(noyau::Value::distance).collect());
                marks.ranks_name = Some(messages::DISTANCE);
            }
        }
    }
    Ok(marks)
}

/// Writes a picture for each step of the kernel, the attractor or the nimbers; the last one of the kernel shows the whole.
fn draw_steps(
    console: Console,
    matches: &ArgMatches,
    wanted: &[&str],
    mut style: Style,
    folder: &Path,
) -> Exit {
    let algorithm = match wanted {
        [] => "kernel",
        [one @ ("kernel" | "attractor" | "nimbers")] => *one,
        _ => {
            return Err(Failure::Request(message!(
                "--steps draws one algorithm: --mark kernel, attractor or nimbers",
                "--steps dessine un algorithme : --mark kernel, attractor ou nimbers"
            )));
        }
    };
    let kind = figures::Kind::of(matches)?;
    let mut loaded = load(console, matches)?;
    double(
        console,
        matches,
        &mut loaded,
        &mut style,
        algorithm == "attractor",
    );
    let most = style.most;
    if style.summarises(&loaded.arena) {
        return Err(Failure::Request(message!(
            "steps are drawn for graphs of up to {most} vertices",
            "les étapes se dessinent pour des graphes d'au plus {most} sommets"
        )));
    }
    let boards = boards(matches, &mut loaded, &style)?;
    let (title, steps) = match algorithm {
        "attractor" => attractor_steps(console, matches, &loaded)?,
        "nimbers" => nimber_steps(console, &loaded)?,
        _ => kernel_steps(console, &loaded.arena),
    };
    let draw = match kind {
        figures::Kind::Svg => draw::svg,
        _ => draw::tikz,
    };
    let steps = steps.into_iter().map(|(words, marks)| {
        let boards = boards.clone();
        let marks = Marks { boards, ..marks };
        let picture = draw(&loaded.arena, &marks, &style);
        StepPicture { words, picture }
    });
    let steps: Vec<StepPicture> = steps.collect();
    figures::write_steps(console, matches, folder, kind, &title, &steps)
}

/// The title of an algorithm, and its steps in words and marks.
type Steps = (Message, Vec<(String, Marks)>);

fn kernel_steps(console: Console, arena: &Arena) -> Steps {
    let found = kernel::steps(arena.graph());
    let words = found
        .iter()
        .map(|step| kernels::sentence(console, arena, step));
    let taken = console.names(arena, found.iter().map(|step| step.take));
    let left = kernel::kernel(arena.graph(), 1).into_iter();
    let end = match left.filter(|&mark| mark == Mark::Undecided).count() {
        0 => message!("The kernel is {{{taken}}}.", "Le noyau est {{{taken}}}."),
        _ => message!(
            "No vertex without successor is left: what remains is undecided.",
            "Il ne reste aucun sommet sans successeur : le reste est indécis."
        ),
    };
    let words: Vec<String> = words.chain([console.phrase(&end)]).collect();
    let pairs: Vec<_> = found.iter().map(|step| (step.take, &step.drop)).collect();
    let marks = (0..=pairs.len()).map(|k| Marks::of_kernel_step(arena.len(), &pairs, k));
    let title = message!("Kernel", "Noyau");
    (title, words.into_iter().zip(marks).collect())
}

fn attractor_steps(
    console: Console,
    matches: &ArgMatches,
    loaded: &Loaded,
) -> Result<Steps, Failure> {
    let arena = &loaded.arena;
    let player = attractors::player(matches);
    let targets = attractors::targets(loaded, matches)?;
    let found = attractor::attractor(arena, player, &targets);
    let ranks: Vec<_> = arena.graph().vertices().map(|v| found.rank(v)).collect();
    let strategy = found.strategy(arena);
    let steps = (0..).zip(found.layers()).map(|(k, layer)| {
        let words = attractors::layer_line(console, arena, k as usize, &layer);
        (words, Marks::of_attractor_step(&ranks, &strategy, k))
    });
    let title = message!(
        "Attractor of {player}",
        "Attracteur de {player}",
        player = messages::side(player)
    );
    Ok((title, steps.collect()))
}

fn nimber_steps(console: Console, loaded: &Loaded) -> Result<Steps, Failure> {
    let arena = &loaded.arena;
    let graph = arena.graph();
    let found = nimbers::nimbers(graph).map_err(|cycle| cycle_complaint(loaded, cycle.0))?;
    let order = nimbers::order(graph);
    let steps = order.iter().enumerate().map(|(k, &v)| {
        let mut seen: Vec<u32> = graph.successors(v).iter().map(|&w| found[w as usize]).collect();
        seen.sort_unstable();
        seen.dedup();
        let seen: Vec<String> = seen.iter().map(u32::to_string).collect();
        let (vertex, nimber) = (shown(arena.name(v)), found[v as usize]);
        let words = if seen.is_empty() {
            message!(
                "{vertex} has no successor: its nimber is 0.",
                "{vertex} n'a pas de successeur : son nimber est 0."
            )
        } else {
            message!(
                "The successors of {vertex} have {seen}: its nimber is {nimber}, the least that is missing.",
                "Les successeurs de {vertex} ont {seen} : son nimber est {nimber}, le plus petit qui manque.",
                seen = seen.join(", ")
            )
        };
        (console.phrase(&words), Marks::of_nimber_step(graph, &found, &order, k))
    });
    Ok((message!("Nimbers", "Nimbers"), steps.collect()))
}
