//! `noyau graph nimbers`.

use super::{
    cycle_complaint, find, named_vertices, near, print_timings, question, vertices_argument,
    with_graph,
};
use crate::catalogue::{self, Complaint, help};
use crate::console::{Console, Mapped, shown};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::progress::Watch;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::certificate;
use noyau::solve::nimbers;
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("nimbers", help::NIMBERS))
        .arg(vertices_argument(grammar, "sum", help::SUM))
        .arg(grammar.certificate())
}

#[derive(Serialize)]
struct Answer<N: Serialize> {
    nimber: N,
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |mut loaded| {
        loaded.note_owners(console);
        let watch = Watch::start(console, catalogue::PHASE_SOLVE, None);
        let found = nimbers::nimbers(loaded.arena.graph());
        drop(watch);
        let timings = loaded.timings(matches);
        let arena = &loaded.arena;
        let nimbers = found.map_err(|cycle| cycle_complaint(&loaded, cycle.0))?;
        let names = arena.names();
        let summed = named_vertices(
            matches,
            "sum",
            |name| find(names, name).map(|v| vec![v]),
            |name| {
                Complaint::UnknownVertex {
                    name: name.to_owned(),
                    near: near(names, name),
                }
                .into()
            },
        )?;
        let sum =
            summed.map(|vertices| nimbers::sum(vertices.into_iter().map(|v| nimbers[v as usize])));
        loaded.certify(matches, |arena, out| {
            certificate::write_nimbers(arena, &nimbers, out)
        })?;
        let all = || arena.graph().vertices().map(|v| (v, nimbers[v as usize]));
        if matches.get_flag("json") {
            console.json(&Answer {
                nimber: Mapped(|| all().map(|(v, nimber)| (arena.name(v), nimber))),
                sum,
                cpu_seconds: timings,
            })?;
            return Ok(Status::Answered);
        }
        let mut out = console.out();
        if let Some(sum) = sum {
            console.labelled(&mut out, &[(catalogue::SUM, sum.to_string())])?;
        } else {
            let rows =
                all().map(|(v, nimber)| [shown(arena.name(v)).into_owned(), nimber.to_string()]);
            console.columns(&mut out, [catalogue::VERTEX, catalogue::NIMBER], rows)?;
        }
        print_timings(console, &mut out, timings)?;
        out.flush()?;
        Ok(Status::Answered)
    })
}
