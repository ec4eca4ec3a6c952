//! `noyau graph kernel`.

use super::{Loaded, finish, load, question};
use crate::console::shown;
use crate::prelude::*;
use noyau::arena::Arena;
use noyau::certificate;
use noyau::documents::CpuSeconds;
use noyau::documents::GraphAnswer;
use noyau::solve::kernel::{self, Kernels, Mark, Step};
use std::io;

pub(super) const COMMAND: Entry = Entry::new("kernel", help::KERNEL, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = question(args, command)
        .arg(args.flag("steps", text("Show every step", "Montre chaque étape")))
        .arg(args.flag("all", help::KERNEL_ALL))
        .arg(args.time().requires("all"))
        .args([args.threads(), args.certificate()]);
    args.force(command, &["certificate"])
}

/// The maximum number of kernels listed.
const MOST_KERNELS: usize = 10_000;

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut loaded = load(console, matches)?;
    loaded.note_owners(console);
    let threads = input::limits(matches).threads();
    let watch = Watch::start(console, messages::PHASE_SOLVE);
    let marks = kernel::kernel(loaded.arena.graph(), threads);
    let timings = loaded.timings(matches);
    let graph = loaded.arena.graph();
    let steps = matches.get_flag("steps").then(|| kernel::steps(graph));
    let all = matches
        .get_flag("all")
        .then(|| kernel::all(graph, MOST_KERNELS, &progress::limits(matches)));
    drop(watch);
    loaded.certify(matches, certificate::write_kernel)?;
    let found = Found {
        marks,
        steps,
        all,
        timings,
    };
    if matches.get_flag("json") {
        let (steps, all) = (found.steps.as_deref(), found.all.as_ref());
        let answer = GraphAnswer::kernel(&loaded.arena, &found.marks, steps, all);
        console.json(&answer.timed(found.timings))?;
    } else {
        print_text(console, &loaded, &found)?;
    }
    let cut = found.all.is_some_and(|all| !all.complete);
    Ok(Status::unknown_if(cut))
}

struct Found {
    marks: Vec<Mark>,
    steps: Option<Vec<Step>>,
    all: Option<Kernels>,
    timings: Option<CpuSeconds>,
}

impl Found {
    fn marked(&self, mark: Mark) -> impl Iterator<Item = u32> + '_ {
        (0..)
            .zip(&self.marks)
            .filter(move |&(_, &has)| has == mark)
            .map(|(v, _)| v)
    }
}

fn print_text(console: Console, loaded: &Loaded, found: &Found) -> Exit {
    let arena = &loaded.arena;
    let mut out = console.out();
    if let Some(steps) = &found.steps {
        print_steps(console, arena, steps, found, &mut out)?;
        writeln!(out)?;
    }
    let names = |mark| console.names(arena, found.marked(mark));
    console
        .lines()
        .with(text("kernel", "noyau"), &names(Mark::Lost))
        .with(messages::WON, &names(Mark::Won))
        .with(text("undecided", "indécis"), &names(Mark::Undecided))
        .write(&mut out)?;
    if let Some(all) = &found.all {
        let count = all.kernels.len();
        let more = if all.complete { "" } else { "+" };
        writeln!(out)?;
        console
            .lines()
            .with(text("kernels", "noyaux"), &format!("{count}{more}"))
            .write(&mut out)?;
        for kernel in &all.kernels {
            let names = console.names(arena, kernel.iter().copied());
            writeln!(out, "  {{{names}}}")?;
        }
        if !all.complete {
            writeln!(out, "  {}", console.say(messages::NOT_ALL))?;
        }
    }
    finish(console, out, found.timings)
}

fn print_steps(
    console: Console,
    arena: &Arena,
    steps: &[Step],
    found: &Found,
    out: &mut dyn Write,
) -> io::Result<()> {
    for step in steps {
        let vertex = shown(arena.name(step.take)).into_owned();
        let dropped = console.names(arena, step.drop.iter().copied());
        let always = arena.graph().is_sink(step.take);
        let none = if always {
            text("no successor", "pas de successeur")
        } else {
            text("no successor left", "plus de successeur")
        };
        let with = match step.drop.len() {
            0 => message!("", ""),
            1 => message!(
                " with its predecessor {dropped}",
                " avec son prédécesseur {dropped}"
            ),
            _ => message!(
                " with its predecessors {dropped}",
                " avec ses prédécesseurs {dropped}"
            ),
        };
        let sentence = message!(
            "{vertex} has {none}: it joins the kernel and is removed{with}.",
            "{vertex} n'a {none} : il entre dans le noyau et on l'ôte{with}.",
            none = none,
            with = with
        );
        writeln!(out, "{}", console.phrase(&sentence))?;
    }
    let end = if found.marked(Mark::Undecided).next().is_none() {
        message!("No vertex is left.", "Il ne reste aucun sommet.")
    } else {
        message!(
            "No vertex without successor is left: {left} stay undecided.",
            "Il ne reste aucun sommet sans successeur : {left} restent indécis.",
            left = console.names(arena, found.marked(Mark::Undecided))
        )
    };
    writeln!(out, "{}", console.phrase(&end))
}
