//! `noyau graph draw`: pictures.

use super::{
    Loaded, attractor as attractors, convert, cycle_complaint, from_argument, load, source,
    vertices_argument,
};
use crate::prelude::*;
use clap::ArgAction;
use noyau::Outcome;
use noyau::arena::draw::{self, Direction, Layering, Marks, Style};
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{attractor, nimbers, retrograde, strategy};
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
        .arg(
            args.path("steps", help::FOLDER, help::DRAW_STEPS)
                .conflicts_with_all(["to", "output", "mark", "double", "player", "target", "from"]),
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
            "le noyau et les sommets perdus ne peuvent être marqués sur la même image"
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
        return draw_steps(console, matches, &load(console, matches)?, &style, folder);
    }
    let path = args::path(matches, "output");
    let known = help::PICTURES.iter().map(|(name, _)| *name);
    let picture = match (chosen("to"), path) {
        (None, None) => "svg",
        _ => convert::wanted(matches, "to", path, &known.collect::<Vec<_>>(), picture)?,
    };
    let mut loaded = load(console, matches)?;
    if matches.get_flag("double") || marked("attractor") {
        if loaded.arena.owners().is_none() {
            loaded.double();
        } else if matches.get_flag("double") {
            console.tell(&messages::NOTE_HAS_OWNERS);
        }
    }
    let marks = marks_of(matches, &loaded, &marks)?;
    let arena = &loaded.arena;
    let text = match picture {
        "dot" => draw::dot(arena, &marks, &style),
        "tikz" => draw::tikz(arena, &marks, &style),
        _ => draw::svg(arena, &marks, &style),
    };
    output::text_to_file_or_console(console, matches, path, &text)?;
    Ok(Status::Answered)
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
                marks.nimbers = Some(found);
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

/// Writes a picture for each step of the kernel, and a final one.
fn draw_steps(
    console: Console,
    matches: &ArgMatches,
    loaded: &Loaded,
    style: &Style,
    folder: &Path,
) -> Exit {
    let most = style.most;
    if style.summarises(&loaded.arena) {
        return Err(Failure::Request(message!(
            "steps are drawn for graphs of up to {most} vertices",
            "les étapes se dessinent pour des graphes d'au plus {most} sommets"
        )));
    }
    output::create_folder(folder)?;
    let steps: Vec<_> = kernel::steps(loaded.arena.graph())
        .into_iter()
        .map(|step| (step.take, step.drop))
        .collect();
    let digits = steps.len().to_string().len();
    for k in 0..=steps.len() {
        let marks = Marks::of_kernel_step(loaded.arena.len(), &steps, k);
        let path = folder.join(format!("{:0digits$}.svg", k + 1));
        output::write(matches, &path, &draw::svg(&loaded.arena, &marks, style))?;
    }
    let (count, folder) = (steps.len() + 1, folder.display().to_string());
    console.tell(&message!(
        "{count} pictures written into {folder}",
        "{count} images écrites dans {folder}"
    ));
    Ok(Status::Answered)
}
