//! `noyau graph solve`: outcome and distance of every vertex.

use super::{finish, load, question};
use crate::console::shown;
use crate::prelude::*;
use noyau::certificate;
use noyau::documents::GraphAnswer;
use noyau::solve::retrograde;

pub(super) const COMMAND: Entry = Entry::new("solve", help::GRAPH_SOLVE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = question(args, command)
        .arg(args.flag("quick", help::GRAPH_QUICK))
        .args([args.threads(), args.certificate()]);
    args.force(command, &["certificate"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut loaded = load(console, matches)?;
    loaded.refuse_points()?;
    let threads = input::limits(matches).threads();
    let watch = Watch::start(console, messages::PHASE_SOLVE);
    let solution = retrograde::solve(&loaded.arena, threads);
    drop(watch);
    let timings = loaded.timings(matches);
    let counts = solution.counts(&loaded.arena);
    loaded.certify(matches, |arena, out| {
        certificate::write_solution(arena, &solution, out)
    })?;
    let arena = &loaded.arena;
    let vertices = || arena.graph().vertices().map(|v| (v, solution.value(v)));
    let quick = matches.get_flag("quick");
    if matches.get_flag("json") {
        return console.json(&GraphAnswer::solution(arena, &solution, quick).timed(timings));
    }
    let mut out = console.out();
    // Without owners, outcomes are for the side to move.
    let (first, second) = match arena.owners() {
        Some(_) => (
            text("First wins", "Premier gagne"),
            text("Second wins", "Second gagne"),
        ),
        None => (messages::WON, text("lost", "perdantes")),
    };
    let distances = message!(
        "sum {sum}, greatest {most}",
        "somme {sum}, la plus grande {most}",
        sum = counts.distance_sum,
        most = counts.distance_max
    );
    console
        .lines()
        .with(first, &counts.first.to_string())
        .with(second, &counts.second.to_string())
        .with(text("drawn", "nulles"), &counts.draw.to_string())
        .with(text("distances", "distances"), &distances)
        .write(&mut out)?;
    if !quick {
        writeln!(out)?;
        let rows = vertices().map(|(v, value)| {
            [
                shown(arena.name(v)).into_owned(),
                console.phrase(&messages::position(value.outcome())),
                value.distance().map_or("-".to_owned(), |n| n.to_string()),
            ]
        });
        let heads = [messages::VERTEX, messages::OUTCOME, messages::DISTANCE];
        console.columns(&mut out, heads, rows)?;
    }
    finish(console, out, timings)
}
