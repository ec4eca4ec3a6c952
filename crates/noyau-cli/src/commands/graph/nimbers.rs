//! `noyau graph nimbers`.

use super::{cycle_complaint, find, finish, load, named_vertices, question, vertices_argument};
use crate::console::shown;
use crate::prelude::*;
use noyau::certificate;
use noyau::documents::GraphAnswer;
use noyau::solve::nimbers;

pub(super) const COMMAND: Entry = Entry::new("nimbers", help::NIMBERS, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = question(args, command)
        .arg(vertices_argument(args, "sum", help::SUM))
        .arg(args.certificate());
    args.force(command, &["certificate"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut loaded = load(console, matches)?;
    loaded.note_owners(console);
    let watch = Watch::start(console, messages::PHASE_SOLVE);
    let found = nimbers::nimbers(loaded.arena.graph());
    drop(watch);
    let timings = loaded.timings(matches);
    let arena = &loaded.arena;
    let nimbers = found.map_err(|cycle| cycle_complaint(&loaded, cycle.0))?;
    let names = arena.names();
    let summed = named_vertices(matches, "sum", names, |name| {
        find(names, name).map(|v| vec![v])
    })?;
    let sum =
        summed.map(|vertices| nimbers::sum(vertices.into_iter().map(|v| nimbers[v as usize])));
    loaded.certify(matches, |arena, out| {
        certificate::write_nimbers(arena, &nimbers, out)
    })?;
    let all = || arena.graph().vertices().map(|v| (v, nimbers[v as usize]));
    if matches.get_flag("json") {
        return console.json(&GraphAnswer::nimbers(arena, &nimbers, sum).timed(timings));
    }
    let mut out = console.out();
    if let Some(sum) = sum {
        console
            .lines()
            .with(text("sum", "somme"), &sum.to_string())
            .write(&mut out)?;
    } else {
        let rows = all().map(|(v, nimber)| [shown(arena.name(v)).into_owned(), nimber.to_string()]);
        console.columns(&mut out, [messages::VERTEX, messages::NIMBER], rows)?;
    }
    finish(console, out, timings)
}
