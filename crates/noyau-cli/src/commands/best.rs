//! `noyau best`: an agent's move, with what it thinks of it.

use crate::catalogue;
use crate::catalogue::players::{self as words, Said};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::players::{self, shown};
use crate::{input, progress};
use clap::{ArgMatches, Command};
use noyau::erased::OpenGame;
use noyau::play::{Choice, Considered, Recipe};
use noyau::search::mcts::Proof;
use noyau::{Message, Outcome};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    let agent = grammar.option("agent", words::AGENT_NAME, words::ONE_AGENT);
    grammar
        .position(grammar.command("best", words::BEST_COMMAND))
        .arg(players::agent(grammar, agent, words::ONE_AGENT).required(true))
        .arg(players::seed_option(grammar))
        .arg(grammar.time().help(words::BEST_TIME.get(grammar.0)))
        .arg(grammar.nodes())
        .arg(grammar.memory())
        .arg(grammar.threads())
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Best {
    game: String,
    position: String,
    side: &'static str,
    agent: String,
    seed: u64,
    #[serde(rename = "move")]
    mv: String,
    score: Option<f64>,
    unit: Option<&'static str>,
    line: Vec<String>,
    work: u64,
    moves: Vec<Judged>,
}

#[derive(Serialize)]
struct Judged {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
    samples: Option<u64>,
    interval: Option<[f64; 2]>,
    error: Option<f64>,
    outcome: Option<&'static str>,
    distance: Option<u32>,
    margin: Option<i32>,
}

/// What is known for certain of a move.
fn certain(considered: &Considered) -> Option<Outcome> {
    match (considered.worth, considered.proof) {
        (Some(worth), _) => Some(worth.outcome),
        (None, Some(Proof::Loss)) => Some(Outcome::Loss),
        (None, Some(Proof::Draw)) => Some(Outcome::Draw),
        (None, Some(Proof::Win)) => Some(Outcome::Win),
        (None, _) => None,
    }
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let mut game = input::open_position(matches)?;
    let Some(recipe) = matches.get_one::<Recipe>("agent") else {
        return Ok(Status::Refused);
    };
    players::check(recipe, &*game)?;
    if matches.contains_id("nodes") && !recipe.takes_nodes() {
        let agent = recipe.to_string();
        return Err(Failure::Request(Message::of(&Said::NoNodes { agent })));
    }
    let seed = players::seed(console, matches);
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let agent = recipe.agent(seed, &players::resources());
    let mut agent = agent.map_err(|problem| Failure::Request(Message::of(&problem)))?;
    let chosen = agent.choose(&mut *game, &limits);
    input::settled(&*game)?;
    let choice = match chosen {
        Ok(choice) => choice,
        Err(refusal) => {
            console.complain(&players::say(
                console,
                &Said::NoMove {
                    agent: recipe.to_string(),
                    why: Message::of(&refusal),
                },
            ));
            return Ok(Status::Unknown);
        }
    };
    if matches.get_flag("json") {
        console.json(&document(&*game, recipe, seed, choice))?;
    } else {
        print(console, &*game, recipe, &choice)?;
    }
    Ok(Status::Answered)
}

fn document(game: &dyn OpenGame, recipe: &Recipe, seed: u64, choice: Choice) -> Best {
    let moves = choice.considered.into_iter().map(|considered| Judged {
        outcome: certain(&considered).map(Outcome::name),
        distance: considered.worth.and_then(|worth| worth.distance),
        margin: considered.worth.and_then(|worth| worth.margin),
        mv: considered.mv,
        score: considered.score,
        samples: considered.samples,
        interval: considered.interval,
        error: considered.error,
    });
    Best {
        game: game.name(),
        position: game.position(),
        side: game.side().name(),
        agent: recipe.to_string(),
        seed,
        moves: moves.collect(),
        mv: choice.mv,
        score: choice.score,
        unit: choice.unit.map(noyau::play::Unit::name),
        line: choice.line,
        work: choice.work,
    }
}

fn print(
    console: Console,
    game: &dyn OpenGame,
    recipe: &Recipe,
    choice: &Choice,
) -> Result<(), Failure> {
    let mut out = console.out();
    let mut lines = vec![
        (words::AGENT, recipe.to_string()),
        (catalogue::MOVE, choice.mv.clone()),
    ];
    if let (Some(score), Some(unit)) = (choice.score, choice.unit) {
        let unit = console.say(unit.text());
        lines.push((words::SCORE, format!("{} ({unit})", trimmed(score))));
    }
    lines.push((catalogue::LINE, game.join_moves(&choice.line)));
    if choice.work > 0 {
        lines.push((words::WORK, choice.work.to_string()));
    }
    console.labelled(&mut out, &lines)?;
    if choice.considered.is_empty() {
        return Ok(out.flush()?);
    }
    writeln!(out)?;
    let dash = || "-".to_owned();
    let heads = [
        catalogue::MOVE,
        words::SCORE,
        words::SAMPLES,
        words::INTERVAL,
        words::ERROR_OF_COURSE,
        words::PROVED,
    ];
    let rows = choice.considered.iter().map(|considered| {
        let interval = considered.interval;
        let outcome = certain(considered).map(|outcome| {
            let outcome = console.say(catalogue::outcome(outcome));
            match considered.worth.and_then(|worth| worth.distance) {
                Some(distance) => format!("{outcome} {distance}"),
                None => outcome.to_owned(),
            }
        });
        [
            considered.mv.clone(),
            trimmed(considered.score),
            considered.samples.map_or_else(dash, |n| n.to_string()),
            interval.map_or_else(dash, |[low, high]| format!("{low:.4}–{high:.4}")),
            considered
                .error
                .map_or_else(dash, |error| format!("{error:.4}")),
            outcome.unwrap_or_else(dash),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    Ok(out.flush()?)
}

/// A score with the decimals that it has, up to four.
fn trimmed(score: f64) -> String {
    let text = shown(score, 4);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}
