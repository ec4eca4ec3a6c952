//! `noyau graph solve`: outcome and distance of every vertex.

use super::{print_timings, question, with_graph};
use crate::catalogue::{self, Sentence, help};
use crate::console::{Console, Mapped, shown};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::Watch;
use crate::timing::CpuSeconds;
use clap::{ArgMatches, Command};
use noyau::certificate;
use noyau::solve::retrograde;
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    question(grammar, grammar.command("solve", help::GRAPH_SOLVE))
        .arg(grammar.flag("quick", help::GRAPH_QUICK))
        .arg(grammar.threads())
        .arg(grammar.certificate())
}

#[derive(Serialize)]
struct Answer<V: Serialize> {
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<V>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<CpuSeconds>,
}

#[derive(Serialize)]
struct Counts {
    first: u64,
    second: u64,
    draw: u64,
    distance_sum: u64,
    distance_max: u32,
}

#[derive(Serialize)]
struct Vertex {
    outcome: &'static str,
    distance: Option<u32>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    with_graph(console, matches, |mut loaded| {
        loaded.refuse_points()?;
        let threads = input::limits(matches).threads();
        let watch = Watch::start(console, catalogue::PHASE_SOLVE, None);
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
            console.json(&Answer {
                counts: Counts {
                    first: counts.first,
                    second: counts.second,
                    draw: counts.draw,
                    distance_sum: counts.distance_sum,
                    distance_max: counts.distance_max,
                },
                vertices: (!quick).then_some(Mapped(|| {
                    vertices().map(|(v, value)| {
                        let vertex = Vertex {
                            outcome: value.outcome().name(),
                            distance: value.distance(),
                        };
                        (arena.name(v), vertex)
                    })
                })),
                cpu_seconds: timings,
            })?;
            return Ok(Status::Answered);
        }
        let mut out = console.out();
        // Without owners, who wins is told from the side to move.
        let (first, second) = match arena.owners() {
            Some(_) => (catalogue::FIRST_WINS, catalogue::SECOND_WINS),
            None => (catalogue::WON, catalogue::LOST),
        };
        let distances = Sentence::DistanceSummary {
            sum: counts.distance_sum,
            most: counts.distance_max,
        };
        console.labelled(
            &mut out,
            &[
                (first, counts.first.to_string()),
                (second, counts.second.to_string()),
                (catalogue::DRAWN, counts.draw.to_string()),
                (catalogue::DISTANCES, console.sentence(&distances)),
            ],
        )?;
        if !quick {
            writeln!(out)?;
            let rows = vertices().map(|(v, value)| {
                [
                    shown(arena.name(v)).into_owned(),
                    console.say(catalogue::outcome(value.outcome())).to_owned(),
                    value.distance().map_or("-".to_owned(), |n| n.to_string()),
                ]
            });
            let heads = [catalogue::VERTEX, catalogue::OUTCOME, catalogue::DISTANCE];
            console.columns(&mut out, heads, rows)?;
        }
        print_timings(console, &mut out, timings)?;
        out.flush()?;
        Ok(Status::Answered)
    })
}
