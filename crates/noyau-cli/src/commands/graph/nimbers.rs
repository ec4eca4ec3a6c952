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
    let owned = loaded.arena.owners().map(|_| {
        text(
            "each position belongs to one player",
            "chaque position appartient à un joueur",
        )
    });
    if let Some(why) = loaded.beyond_graph().or(owned) {
        console.tell(&message!(
            "note: these are the nimbers of the graph, as if both players had all moves and lost without one; here {why}, so they tell nothing of sums of games",
            "note : ce sont les nimbers du graphe, comme si les deux joueurs avaient tous les coups et perdaient faute de coup ; ici {why}, ils ne disent donc rien des sommes de jeux",
            why = why
        ));
    }
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
