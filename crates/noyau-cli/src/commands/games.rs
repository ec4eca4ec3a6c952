//! `noyau games`: the list of games.

use crate::prelude::*;
use noyau_games::GAMES;
use serde_json::json;

pub(super) const COMMAND: Entry = Entry::new("games", help::GAMES, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command.arg(args.json())
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    if matches.get_flag("json") {
        let games = GAMES
            .iter()
            .map(|entry| documents::listed_game(*entry, console.language));
        return console.json(&json!({"games": games.collect::<Vec<_>>()}));
    }
    let mut out = console.out();
    let examples: Vec<String> = GAMES
        .iter()
        .map(|entry| documents::example(*entry))
        .collect();
    let width = examples.iter().map(String::len).max().unwrap_or(0);
    for (entry, example) in GAMES.iter().zip(&examples) {
        let info = entry.info();
        let space = " ".repeat(width - example.len() + 2);
        writeln!(
            out,
            "{}{space}{}",
            console.bold(example),
            console.say(info.summary)
        )?;
        let below = " ".repeat(width + 2);
        let label = |word| console.args().colon(word);
        let parameters = label(text("parameters", "paramètres"));
        writeln!(out, "{below}{parameters} {}", console.say(info.parameters))?;
        let abilities = entry.abilities().into_iter();
        let can: Vec<_> = abilities
            .map(|ability| console.say(ability.text()))
            .collect();
        if !can.is_empty() {
            writeln!(
                out,
                "{below}{} {}",
                label(text("also", "aussi")),
                can.join(", ")
            )?;
        }
    }
    out.flush()?;
    Ok(Status::Answered)
}
