//! `noyau tournament`: several agents, each against each.

use super::contest;
use crate::catalogue::players as words;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::players;
use clap::{ArgMatches, Command};
use noyau::message;
use noyau::play::Recipe;
use noyau::play::contest::Standings;
use noyau::statistics::ratings;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

const CONFIDENCE: f64 = 0.95;

pub(super) fn command(grammar: Grammar) -> Command {
    let place = grammar.place("agents", words::AGENT_NAME, words::TOURNAMENT_AGENTS);
    let agents = players::agent(grammar, place, words::TOURNAMENT_AGENTS)
        .required(true)
        .num_args(1..);
    let command = grammar
        .position(grammar.command("tournament", words::TOURNAMENT))
        .arg(agents);
    contest::arguments(grammar, command, words::TOURNAMENT_GAMES, "20")
}

#[derive(Serialize)]
struct Document {
    game: String,
    seed: u64,
    games: u64,
    unfinished: u64,
    ratings: Vec<Rated>,
    table: Vec<Vec<Option<[u64; 3]>>>,
}

#[derive(Serialize)]
struct Rated {
    agent: String,
    elo: f64,
    interval: [f64; 2],
    points: f64,
    games: u64,
    forfeits: u64,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let mut game = contest::game(matches)?;
    let agents: Vec<Recipe> = matches
        .get_many::<Recipe>("agents")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    if agents.len() < 2 {
        return Err(Failure::Request(message!(
            "a tournament needs two agents or more",
            "un tournoi demande deux agents ou plus"
        )));
    }
    let plan = contest::plan(console, matches, agents, &*game)?;
    let mut standings = Standings::new(plan.agents.len());
    let status = contest::play(console, matches, &plan, &mut *game, |played| {
        standings.add(played);
        ControlFlow::Continue(())
    })?;
    let rated: Vec<Rated> = ratings(&standings.points(), CONFIDENCE)
        .into_iter()
        .enumerate()
        .map(|(i, [elo, half])| {
            let row = &standings.table[i];
            Rated {
                agent: plan.agents[i].to_string(),
                elo,
                interval: [elo - half, elo + half],
                points: standings.points()[i].iter().sum(),
                games: row.iter().map(noyau::statistics::Score::games).sum(),
                forfeits: standings.forfeits[i],
            }
        })
        .collect();
    if matches.get_flag("json") {
        let table = standings.table.iter().enumerate().map(|(i, row)| {
            let cells = row.iter().enumerate();
            cells
                .map(|(j, score)| (i != j).then_some([score.wins, score.draws, score.losses]))
                .collect()
        });
        console.json(&Document {
            game: game.name(),
            seed: plan.seed,
            games: rated.iter().map(|rated| rated.games).sum::<u64>() / 2,
            unfinished: standings.unfinished,
            table: table.collect(),
            ratings: rated,
        })?;
        return Ok(status);
    }
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&a, &b| rated[b].elo.total_cmp(&rated[a].elo));
    let mut out = console.out();
    console.labelled(&mut out, &contest::opening_lines(&plan, &*game))?;
    writeln!(out)?;
    let heads = [
        words::AGENT,
        words::ELO_RATING,
        words::PLUS_MINUS,
        words::POINTS,
        words::GAMES,
    ];
    let rows = order.iter().map(|&i| {
        let Rated {
            agent,
            elo,
            interval,
            points,
            games,
            ..
        } = &rated[i];
        [
            agent.clone(),
            format!("{elo:.1}"),
            format!("{:.1}", interval[1] - elo),
            points.to_string(),
            games.to_string(),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    cross_table(&mut out, &plan.agents, &standings, &order)?;
    let mishaps = contest::mishaps(console, &plan, &standings.forfeits, standings.unfinished);
    if let Some(line) = mishaps {
        writeln!(out)?;
        console.labelled(&mut out, &[line])?;
    }
    out.flush()?;
    Ok(status)
}

/// Wins, draws and losses of each against each, the best first.
fn cross_table(
    out: &mut dyn Write,
    agents: &[Recipe],
    standings: &Standings,
    order: &[usize],
) -> std::io::Result<()> {
    let cell = |i: usize, j: usize| {
        let score = &standings.table[i][j];
        if i == j {
            "·".to_owned()
        } else {
            format!("{}-{}-{}", score.wins, score.draws, score.losses)
        }
    };
    let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
    let longest = names.iter().map(|name| name.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let cells = order
        .iter()
        .flat_map(|&i| order.iter().map(move |&j| (i, j)));
    let width = cells.map(|(i, j)| cell(i, j).chars().count()).max();
    let width = width.unwrap_or(0).max(agents.len().to_string().len());
    write!(out, "{:longest$}   ", "")?;
    for place in 1..=order.len() {
        write!(out, "  {place:>width$}")?;
    }
    writeln!(out)?;
    for (place, &i) in order.iter().enumerate() {
        write!(out, "{:>2} {:longest$}", place + 1, names[i])?;
        for &j in order {
            write!(out, "  {:>width$}", cell(i, j))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
