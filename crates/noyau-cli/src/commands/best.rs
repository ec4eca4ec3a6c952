//! `noyau best`: an agent's move, with its evaluation.

use crate::agents::shown;
use crate::prelude::*;
use noyau::play::{Choice, Recipe};

pub(super) const COMMAND: Entry = Entry::new("best", help::BEST_COMMAND, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let agent = args.option_or("agent", help::AGENT_NAME, help::ONE_AGENT, "strong");
    args.position(command)
        .arg(agents::agent(args, agent, help::ONE_AGENT))
        .arg(agents::seed_option(args))
        .arg(args.time().help(help::BEST_TIME.get(args.0)))
        .args([
            args.nodes(),
            args.memory(),
            args.threads(),
            args.tables(),
            args.json(),
        ])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (mut game, _) = input::open_position(matches)?;
    let Some(recipe) = matches.get_one::<Recipe>("agent") else {
        return Ok(Status::Refused);
    };
    agents::check(recipe, &*game)?;
    if matches.contains_id("nodes") && !recipe.takes_nodes() {
        let agent = recipe.to_string();
        return Err(Failure::Request(message!(
            "--nodes is for the agents strong and search, and {agent} has bounds of its own",
            "--nodes est pour les agents strong et search, et {agent} a ses propres bornes"
        )));
    }
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let seed = agents::seed(console, matches);
    let limits = progress::limits(matches);
    let agent = recipe.agent(seed, &agents::resources());
    let mut agent = agent.map_err(|problem| Failure::Request(Message::of(&problem)))?;
    let chosen = agent.choose(&mut *game, &limits);
    probed.report();
    input::settled(&*game)?;
    let choice = match chosen {
        Ok(choice) => choice,
        Err(refusal) => {
            console.complain(&message!(
                "{agent} has no move: {why}",
                "{agent} n'a pas de coup : {why}",
                agent = recipe.to_string(),
                why = Message::of(&refusal)
            ));
            return Ok(Status::Unknown);
        }
    };
    if matches.get_flag("json") {
        return console.json(&documents::best(&*game, recipe, seed, &choice));
    }
    print(console, &*game, recipe, &choice)
}

fn print(console: Console, game: &dyn OpenGame, recipe: &Recipe, choice: &Choice) -> Exit {
    let mut out = console.out();
    let mut lines = console.lines();
    lines.add(messages::AGENT, &recipe.to_string());
    lines.add(messages::MOVE, &choice.mv.clone());
    if let (Some(score), Some(unit)) = (choice.score, choice.unit) {
        let unit = console.say(unit.text());
        lines.add(
            messages::SCORE,
            &format!("{} ({unit})", console.phrase(&trimmed(score))),
        );
    }
    lines.add(messages::LINE, &game.join_moves(&choice.line));
    if choice.work > 0 {
        lines.add(text("looked at", "examinés"), &choice.work.to_string());
    }
    if choice.considered.is_empty() {
        return lines.end(out);
    }
    lines.write(&mut out)?;
    writeln!(out)?;
    let dash = || "-".to_owned();
    let heads = [
        messages::MOVE,
        messages::SCORE,
        messages::SAMPLES,
        messages::INTERVAL,
        text("ε = Φσ/√n", "ε = Φσ/√n"),
        text("proved", "prouvé"),
    ];
    let rows = choice.considered.iter().map(|considered| {
        let interval = considered.interval;
        let outcome = documents::certain(considered).map(|outcome| {
            let outcome = console.say(messages::outcome(outcome));
            match considered.worth.and_then(|worth| worth.distance) {
                Some(distance) => format!("{outcome} {distance}"),
                None => outcome.to_owned(),
            }
        });
        [
            considered.mv.clone(),
            console.phrase(&trimmed(considered.score)),
            considered.samples.map_or_else(dash, |n| n.to_string()),
            interval.map_or_else(dash, |[low, high]| {
                [low, high].map(|end| console.decimal(end, 4)).join("–")
            }),
            considered
                .error
                .map_or_else(dash, |error| console.decimal(error, 4)),
            outcome.unwrap_or_else(dash),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// A score with up to four decimals, without trailing zeros.
fn trimmed(score: f64) -> Message {
    let text = shown(score, 4).en;
    if text.contains('.') {
        units::pointed(text.trim_end_matches('0').trim_end_matches('.').to_owned())
    } else {
        Message::only(text)
    }
}
