//! Agents on the command line: their texts, their help, and what they may need.

use crate::catalogue::players::{self, Said};
use crate::console::Console;
use crate::failure::Failure;
use crate::grammar::Grammar;
use crate::launcher::Shell;
use crate::{catalogue, quantity};
use clap::{Arg, ArgMatches};
use noyau::erased::OpenGame;
use noyau::play::{AGENTS, Recipe, Resources};
use noyau::{Localized, Message, Text};
use std::fmt::Write;
use std::sync::Arc;

/// What agents may need.
pub(crate) fn resources() -> Resources {
    Resources {
        launcher: Some(Arc::new(Shell)),
        ..Resources::default()
    }
}

/// Reads the text of an agent.
fn recipe(text: &str) -> Result<Recipe, Message> {
    text.parse().map_err(|problem| Message::of(&problem))
}

/// Says below the help of an argument which agents there are.
pub(crate) fn explained(grammar: Grammar, argument: Arg, help: Text, person: bool) -> Arg {
    let mut long = help.get(grammar.0).to_owned();
    let mut add = |usage: &str, summary: Text| {
        let _ = write!(long, "\n  {usage:<20}  {}", summary.get(grammar.0));
    };
    if person {
        add("person", players::PERSON);
    }
    for kind in AGENTS {
        add(kind.usage, kind.summary);
        for (name, summary) in kind.options {
            add(&format!("  ,{name}="), *summary);
        }
    }
    argument.long_help(long)
}

/// An argument that is an agent.
pub(crate) fn agent(grammar: Grammar, argument: Arg, help: Text) -> Arg {
    explained(grammar, argument, help, false)
        .value_parser(grammar.parser(recipe))
        .value_name(players::AGENT_NAME.get(grammar.0))
}

/// `--seed N`.
pub(crate) fn seed_option(grammar: Grammar) -> Arg {
    grammar
        .option("seed", catalogue::help::NUMBER, players::SEED)
        .value_parser(grammar.parser(quantity::number))
}

/// The seed, which is told if it was not given.
pub(crate) fn seed(console: Console, matches: &ArgMatches) -> u64 {
    matches.get_one("seed").copied().unwrap_or_else(|| {
        let seed = quantity::any_seed();
        console.tell(&console.sentence(&catalogue::Sentence::Seed { seed }));
        seed
    })
}

/// Refuses an agent whose heuristic the game does not have.
pub(crate) fn check(recipe: &Recipe, game: &dyn OpenGame) -> Result<(), Failure> {
    let Some(name) = recipe.heuristic() else {
        return Ok(());
    };
    let opinions = game.opinions();
    if opinions.iter().any(|opinion| opinion.name == name) {
        return Ok(());
    }
    let known: Vec<_> = opinions.iter().map(|opinion| opinion.name).collect();
    Err(Failure::Request(Message::of(&Said::NoHeuristic {
        agent: recipe.to_string(),
        name: name.to_owned(),
        game: game.name(),
        known: known.join(", "),
    })))
}

/// A number for people: few decimals, and words for what is infinite.
pub(crate) fn shown(number: f64, decimals: usize) -> String {
    if number.is_finite() {
        format!("{number:.decimals$}")
    } else if number > 0.0 {
        "∞".to_owned()
    } else {
        "−∞".to_owned()
    }
}

/// A number for programs: what is infinite has no place in JSON.
pub(crate) fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The sentence in the language spoken.
pub(crate) fn say(console: Console, said: &Said) -> String {
    said.localized(console.language)
}
