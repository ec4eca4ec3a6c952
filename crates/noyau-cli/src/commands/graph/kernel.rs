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
    if let Some(why) = loaded.beyond_graph() {
        console.tell(&message!(
            "note: this is the kernel of the graph, as if both players had all moves and lost without one; here {why}, so it does not tell who wins: `noyau graph solve` does",
            "note : c'est le noyau du graphe, comme si les deux joueurs avaient tous les coups et perdaient faute de coup ; ici {why}, il ne dit donc pas qui gagne : `noyau graph solve` le dit",
            why = why
        ));
    }
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
    let positions = |mark| match found.marked(mark).next() {
        Some(_) => names(mark),
        None => console.say(text("none", "aucune")).to_owned(),
    };
    let decided = found.marked(Mark::Undecided).next().is_none();
    if !decided {
        let heading = message!(
            "What induction decides; it does not decide the cycles.",
            "Ce que décide l'induction ; elle ne décide pas des cycles."
        );
        writeln!(out, "{}", console.phrase(&heading))?;
    }
    let lost = if decided {
        text("kernel", "noyau")
    } else {
        text("in every kernel", "dans tout noyau")
    };
    console
        .lines()
        .with(lost, &names(Mark::Lost))
        .with(messages::WON, &positions(Mark::Won))
        .with(text("undecided", "indécises"), &positions(Mark::Undecided))
        .write(&mut out)?;
    if !decided && found.all.is_none() {
        let more = message!(
            "The graph may have no kernel, one or several: --all finds them.",
            "Le graphe peut n'avoir aucun noyau, en avoir un ou plusieurs : --all les trouve."
        );
        writeln!(out, "{}", console.phrase(&more))?;
    }
    if let Some(all) = &found.all {
        let count = all.kernels.len();
        writeln!(out)?;
        let said = match count {
            0 if all.complete => {
                message!("The graph has no kernel.", "Le graphe n'a pas de noyau.")
            }
            1 if all.complete => {
                message!("The graph has one kernel:", "Le graphe a un seul noyau :")
            }
            _ if all.complete => {
                message!(
                    "The graph has {count} kernels:",
                    "Le graphe a {count} noyaux :"
                )
            }
            _ => message!(
                "The graph has at least {count} kernels:",
                "Le graphe a au moins {count} noyaux :"
            ),
        };
        writeln!(out, "{}", console.phrase(&said))?;
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
        writeln!(out, "{}", sentence(console, arena, step))?;
    }
    let left = console.names(arena, found.marked(Mark::Undecided));
    let end = match found.marked(Mark::Undecided).count() {
        0 => message!("No vertex is left.", "Il ne reste aucun sommet."),
        1 => message!(
            "No vertex without successor is left: {left} stays undecided.",
            "Il ne reste aucun sommet sans successeur : {left} reste indécis."
        ),
        _ => message!(
            "No vertex without successor is left: {left} stay undecided.",
            "Il ne reste aucun sommet sans successeur : {left} restent indécis."
        ),
    };
    writeln!(out, "{}", console.phrase(&end))
}

/// What a step does, in the words of the course.
pub(super) fn sentence(console: Console, arena: &Arena, step: &Step) -> String {
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
    console.phrase(&message!(
        "{vertex} has {none}: it joins the kernel and is removed{with}.",
        "{vertex} n'a {none} : il entre dans le noyau et on le supprime{with}.",
        none = none,
        with = with
    ))
}
