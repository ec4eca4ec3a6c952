//! `noyau graph kernel`.

use super::{Loaded, limits, print_timings, question, with_graph};
use crate::catalogue::{self, Sentence, help};
use crate::console::{Console, Listed, shown};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::progress::Watch;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::arena::Arena;
use noyau::certificate;
use noyau::solve::kernel::{self, Kernels, Mark, Step};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("kernel", help::KERNEL))
        .arg(grammar.flag("steps", help::KERNEL_STEPS))
        .arg(grammar.flag("all", help::KERNEL_ALL))
        .arg(grammar.time().requires("all"))
        .arg(grammar.threads())
        .arg(grammar.certificate())
}

#[derive(Serialize)]
struct Answer<K: Serialize, U: Serialize, S: Serialize, A: Serialize> {
    kernel: K,
    undecided: U,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernels: Option<A>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

#[derive(Serialize)]
struct Taken<T: Serialize, D: Serialize> {
    take: T,
    drop: D,
}

/// More kernels than this are not listed.
const MOST_KERNELS: usize = 10_000;

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |mut loaded| {
        loaded.note_owners(console);
        let threads = limits_of_threads(matches);
        let watch = Watch::start(console, catalogue::PHASE_SOLVE, None);
        let marks = kernel::kernel(loaded.arena.graph(), threads);
        let timings = loaded.timings(matches);
        let graph = loaded.arena.graph();
        let steps = matches.get_flag("steps").then(|| kernel::steps(graph));
        let all = matches
            .get_flag("all")
            .then(|| kernel::all(graph, MOST_KERNELS, &limits(matches)));
        drop(watch);
        loaded.certify(matches, certificate::write_kernel)?;
        let found = Found {
            marks,
            steps,
            all,
            timings,
        };
        if matches.get_flag("json") {
            print_json(console, &loaded.arena, &found)?;
        } else {
            print_text(console, &loaded, &found)?;
        }
        let cut = found.all.is_some_and(|all| !all.complete);
        Ok(if cut {
            Status::Unknown
        } else {
            Status::Answered
        })
    })
}

fn limits_of_threads(matches: &ArgMatches) -> usize {
    crate::input::limits(matches).threads()
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

fn print_json(console: Console, arena: &Arena, found: &Found) -> Result<(), Failure> {
    let marked = |mark| Listed(move || found.marked(mark).map(|v| arena.name(v)));
    let names = |vertices: &[u32]| -> Vec<_> { vertices.iter().map(|&v| arena.name(v)).collect() };
    console.json(&Answer {
        kernel: marked(Mark::Lost),
        undecided: marked(Mark::Undecided),
        steps: found.steps.as_ref().map(|steps| {
            Listed(move || {
                steps.iter().map(move |step| Taken {
                    take: arena.name(step.take),
                    drop: names(&step.drop),
                })
            })
        }),
        kernels: found
            .all
            .as_ref()
            .map(|all| Listed(move || all.kernels.iter().map(move |kernel| names(kernel)))),
        complete: found.all.as_ref().map(|all| all.complete),
        cpu_seconds: found.timings,
    })
}

fn print_text(console: Console, loaded: &Loaded, found: &Found) -> Result<(), Failure> {
    let arena = &loaded.arena;
    let mut out = console.out();
    if let Some(steps) = &found.steps {
        print_steps(console, arena, steps, found, &mut out)?;
        writeln!(out)?;
    }
    let names = |mark| console.names(arena, found.marked(mark));
    console.labelled(
        &mut out,
        &[
            (catalogue::KERNEL, names(Mark::Lost)),
            (catalogue::WON, names(Mark::Won)),
            (catalogue::UNDECIDED, names(Mark::Undecided)),
        ],
    )?;
    if let Some(all) = &found.all {
        let count = all.kernels.len();
        let more = if all.complete { "" } else { "+" };
        writeln!(out)?;
        console.labelled(&mut out, &[(catalogue::KERNELS, format!("{count}{more}"))])?;
        for kernel in &all.kernels {
            let names = console.names(arena, kernel.iter().copied());
            writeln!(out, "  {{{names}}}")?;
        }
        if !all.complete {
            writeln!(out, "  {}", console.say(catalogue::NOT_ALL))?;
        }
    }
    print_timings(console, &mut out, found.timings)?;
    Ok(out.flush()?)
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
        let sentence = match (always, step.drop.len()) {
            (true, 0) => Sentence::TakeAlone { vertex },
            (true, 1) => Sentence::TakeOne { vertex, dropped },
            (true, _) => Sentence::TakeSeveral { vertex, dropped },
            (false, 0) => Sentence::TakeLaterAlone { vertex },
            (false, 1) => Sentence::TakeLaterOne { vertex, dropped },
            (false, _) => Sentence::TakeLaterSeveral { vertex, dropped },
        };
        writeln!(out, "{}", console.sentence(&sentence))?;
    }
    let end = if found.marked(Mark::Undecided).next().is_none() {
        Sentence::StepsEnd
    } else {
        Sentence::StepsStuck {
            left: console.names(arena, found.marked(Mark::Undecided)),
        }
    };
    writeln!(out, "{}", console.sentence(&end))
}
