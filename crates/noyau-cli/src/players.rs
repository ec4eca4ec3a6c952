//! Agents on the command line: their texts, their help, and what they may need.

use crate::catalogue::learning::Learning;
use crate::catalogue::players::{self, Said};
use crate::console::Console;
use crate::failure::Failure;
use crate::grammar::Grammar;
use crate::launcher::Shell;
use crate::{catalogue, input, quantity};
use clap::{Arg, ArgMatches};
use noyau::erased::OpenGame;
use noyau::learn::Learned;
use noyau::play::{AGENTS, Library, Recipe, Resources};
use noyau::{Localized, Message, Text};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// What agents may need.
pub(crate) fn resources() -> Resources {
    Resources {
        launcher: Some(Arc::new(Shell)),
        library: Some(Arc::new(Shelf::default())),
        ..Resources::default()
    }
}

/// The files of what was learned that have been read, so that each is read once for all games of a contest.
#[derive(Default)]
struct Shelf(Mutex<HashMap<String, Arc<Learned>>>);

impl Library for Shelf {
    fn learned(&self, path: &str) -> Result<Arc<Learned>, Message> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(learned) = shelf.get(path) {
            return Ok(Arc::clone(learned));
        }
        let learned = Arc::new(read_learned(path)?);
        shelf.insert(path.to_owned(), Arc::clone(&learned));
        Ok(learned)
    }
}

/// Reads a file of what was learned.
pub(crate) fn read_learned(path: &str) -> Result<Learned, Message> {
    /// More than the largest that is written.
    const MOST_BYTES: u64 = 1 << 30;
    let bytes = input::read(path, MOST_BYTES)?;
    Learned::from_bytes(&bytes).map_err(|why| {
        let why = Message::of(&why);
        Message {
            en: format!("{path}:1:1: {}", why.en),
            fr: format!("{path}:1:1: {}", why.fr),
        }
    })
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

/// Refuses an agent whose heuristic the game does not have, or that has learned another game.
pub(crate) fn check(recipe: &Recipe, game: &dyn OpenGame) -> Result<(), Failure> {
    if let Some(path) = recipe.learned() {
        let learned = read_learned(path).map_err(Failure::File)?;
        if !game.is_about(&learned) {
            return Err(Failure::Request(Message::of(&Learning::OtherGame {
                agent: recipe.to_string(),
                learned: learned.about.game,
                game: game.name(),
            })));
        }
    }
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

/// The sentence in the language spoken.
pub(crate) fn say(console: Console, said: &Said) -> String {
    said.localized(console.language)
}
