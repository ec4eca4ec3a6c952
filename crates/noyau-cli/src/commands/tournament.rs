//! `noyau tournament`: a round robin of several agents.

use super::contest;
use crate::prelude::*;
use noyau::documents::{Rated, Tournament};
use noyau::play::Recipe;
use noyau::play::contest::Standings;
use std::ops::ControlFlow;
use std::path::PathBuf;

pub(super) const COMMAND: Entry = Entry::new("tournament", help::TOURNAMENT, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let place = args.place("agents", help::AGENT_NAME, help::TOURNAMENT_AGENTS);
    let agents = agents::agent(args, place, help::TOURNAMENT_AGENTS)
        .required(false)
        .required_unless_present("plan")
        .num_args(1..);
    let plan = args.path("plan", help::FILE, help::PLAN);
    let output = args.path("output", help::FILE, help::PLAN_FOLDER);
    let command = args
        .position(command)
        .mut_arg("game", |game| {
            game.required(false).required_unless_present("plan")
        })
        .arg(agents)
        // The plan contains all of these.
        .arg(plan.conflicts_with_all(["game", "agents", "at", "after", "games", "seed", "save"]))
        .arg(output.short('o').requires("plan"));
    let command = args.force(command, &["plan"]);
    contest::arguments(args, command, help::TOURNAMENT_GAMES, "20")
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    if let Some(plan) = matches.get_one::<PathBuf>("plan") {
        return super::experiment::run(console, matches, plan);
    }
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
    let tournament = Tournament::new(&*game, &plan, &standings);
    if matches.get_flag("json") {
        console.json(&tournament)?;
        return Ok(status);
    }
    let rated = tournament.ratings;
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&a, &b| rated[b].elo.total_cmp(&rated[a].elo));
    let mut out = console.out();
    contest::opening_lines(console, &plan, &*game).write(&mut out)?;
    writeln!(out)?;
    let heads = [
        messages::AGENT,
        text("Elo", "Elo"),
        text("±", "±"),
        messages::POINTS,
        messages::GAMES,
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
            console.decimal(*elo, 1),
            console.decimal(interval[1] - elo, 1),
            console.phrase(&units::pointed(points.to_string())),
            games.to_string(),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    cross_table(&mut out, &plan.agents, &standings, &order)?;
    if let Some(mishaps) = contest::mishaps(console, &plan, &standings) {
        writeln!(out)?;
        console
            .lines()
            .with(messages::FORFEITS, &mishaps)
            .write(&mut out)?;
    }
    out.flush()?;
    Ok(status)
}

/// Wins, draws and losses of each pairing, the best first.
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
