//! Agents on the command line: their texts, their help, and their resources.

use crate::args::Args;
use crate::console::Console;
use crate::failure::Failure;
use crate::help;
use crate::launcher::Shell;
use crate::messages::text;
use crate::{input, units};
use clap::{Arg, ArgMatches};
use noyau::dynamic::OpenGame;
use noyau::learn::Learned;
use noyau::parallel::lock;
use noyau::play::{AGENTS, Library, Recipe, Resources};
use noyau::{Message, Text, message};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

/// The resources of agents.
pub(crate) fn resources() -> Resources {
    Resources {
        launcher: Some(Arc::new(Shell)),
        library: Some(Arc::new(LearnedCache::default())),
        ..Resources::default()
    }
}

/// The learned heuristics read so far, so that each file is read once for all games of a contest.
#[derive(Default)]
struct LearnedCache(Mutex<HashMap<String, Arc<Learned>>>);

impl Library for LearnedCache {
    fn learned(&self, path: &str) -> Result<Arc<Learned>, Message> {
        let mut cache = lock(&self.0);
        if let Some(learned) = cache.get(path) {
            return Ok(Arc::clone(learned));
        }
        let learned = Arc::new(read_learned(path)?);
        cache.insert(path.to_owned(), Arc::clone(&learned));
        Ok(learned)
    }
}

/// Reads a file of a learned heuristic.
pub(crate) fn read_learned(path: &str) -> Result<Learned, Message> {
    /// Larger than any file that is written.
    const MOST_BYTES: u64 = 1 << 30;
    let bytes = input::read(path, MOST_BYTES)?;
    Learned::from_bytes(&bytes)
        .map_err(|why| message!("{path}:1:1: {why}", "{path}:1:1: {why}", why = why))
}

/// Parses the text of an agent.
pub(crate) fn recipe(text: &str) -> Result<Recipe, Message> {
    text.parse().map_err(|problem| Message::of(&problem))
}

/// Appends the list of agents to the help of an argument.
pub(crate) fn explained(args: Args, argument: Arg, help: Text, person: bool) -> Arg {
    let mut long = help.get(args.0).to_owned();
    let mut add = |usage: &str, summary: Text| {
        let _ = write!(long, "\n  {usage:<20}  {}", summary.get(args.0));
    };
    if person {
        add("person", text("you, at the keyboard", "vous, au clavier"));
    }
    for kind in AGENTS {
        add(kind.usage, kind.summary);
        for option in kind.options {
            add(&format!("  ,{}=", option.name), option.summary);
        }
    }
    argument.long_help(long)
}

/// An argument that is an agent.
pub(crate) fn agent(args: Args, argument: Arg, help: Text) -> Arg {
    explained(args, argument, help, false)
        .value_parser(args.parser(recipe))
        .value_name(help::AGENT_NAME.get(args.0))
}

/// `--seed N`.
pub(crate) fn seed_option(args: Args) -> Arg {
    args.number("seed", help::SEED, None, units::number)
}

/// The seed; prints it if it was not given.
pub(crate) fn seed(console: Console, matches: &ArgMatches) -> u64 {
    matches.get_one("seed").copied().unwrap_or_else(|| {
        let seed = units::any_seed();
        console.tell(&message!("seed {seed}", "graine {seed}"));
        seed
    })
}

/// Rejects an agent that asks for what the game does not have, or that has learned another game.
pub(crate) fn check(recipe: &Recipe, game: &dyn OpenGame) -> Result<(), Failure> {
    if let Some(path) = recipe.learned() {
        let learned = read_learned(path).map_err(Failure::File)?;
        if !game.is_about(&learned) {
            return Err(Failure::Request(message!(
                "{agent} has learned {learned}, and this is {game}",
                "{agent} a appris {learned}, et voici {game}",
                agent = recipe.to_string(),
                learned = learned.about.game,
                game = game.name()
            )));
        }
    }
    let suits = recipe.suits(game);
    suits.map_err(|problem| Failure::Request(Message::of(&problem)))
}

/// Formats a number with few decimals, and infinities as words.
pub(crate) fn shown(number: f64, decimals: usize) -> Message {
    if number.is_finite() {
        units::decimal(number, decimals)
    } else if number > 0.0 {
        Message::only("∞")
    } else {
        Message::only("−∞")
    }
}
