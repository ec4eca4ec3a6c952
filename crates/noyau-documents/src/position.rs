//! A position, the list of games, and perft.

use noyau_core::{Language, Outcome, Text};
use noyau_dynamic::{Entry, Info, OpenGame};
use serde_json::{Value, json};

/// A position with its legal moves.
pub fn position(game: &dyn OpenGame, moves: &[String]) -> Value {
    json!({
        "game": game.name(),
        "position": game.position(),
        "side": game.side().name(),
        "outcome": game.outcome().map(Outcome::name),
        "moves": moves,
    })
}

/// The number of sequences of `depth` moves.
pub fn perft(game: &dyn OpenGame, depth: u32, count: u64) -> Value {
    json!({"game": game.name(), "depth": depth, "count": count})
}

/// A name that opens the game.
pub fn example(entry: &dyn Entry) -> String {
    let info = entry.info();
    match entry
        .samples()
        .first()
        .map_or(info.default, |sample| sample.path)
    {
        "" => info.name.to_owned(),
        parameters => format!("{}:{parameters}", info.name),
    }
}

/// In which order the size of a board is written, as in "rows x columns", if the parameters of the game are one.
pub fn size_order(info: &Info) -> Option<Text> {
    let [en, fr] = [info.parameters.en, info.parameters.fr].map(|text| {
        let first = text.split(',').next().unwrap_or_default();
        first.contains(" x ").then_some(first)
    });
    Some(Text::new(en?, fr?))
}

/// A registered game.
pub fn listed_game(entry: &dyn Entry, language: Language) -> Value {
    /// The commands that work for every game.
    const COMMANDS: [&str; 5] = ["show", "perft", "count", "solve", "graph"];
    let info = entry.info();
    let abilities = entry
        .abilities()
        .into_iter()
        .map(|ability| ability.text().en);
    json!({
        "name": info.name,
        "rules": info.summary.get(language),
        "parameters": info.parameters.get(language),
        "default": info.default,
        "example": example(entry),
        "version": info.version,
        "can": COMMANDS.into_iter().chain(abilities).collect::<Vec<_>>(),
    })
}
