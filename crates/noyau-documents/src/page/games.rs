//! The list of games, and the state of a game.

use super::view;
use noyau_core::{Language, Outcome, Side};
use noyau_dynamic::{Cursor, Entry, OpenGame, Sample};
use noyau_play::{Kind, Setting, Takes};
use serde::Serialize;
use serde_json::{Value, json};

/// A sample file.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SampleFile {
    /// Its name.
    pub name: &'static str,
    /// Its content.
    pub content: &'static str,
}

/// The sample files of the page.
pub fn sample_files(gdl: &[Sample], graphs: &[SampleFile], trees: &[SampleFile]) -> Value {
    let gdl = gdl.iter();
    let gdl = gdl.map(|sample| json!({ "name": sample.path, "content": sample.content }));
    json!({ "gdl": gdl.collect::<Value>(), "graphs": graphs, "trees": trees })
}

/// A game in the list, with its rules as text, if it is not read from files its usual variants, and a position for its picture.
pub fn catalogue_entry(
    entry: &dyn Entry,
    language: Language,
    rules: &str,
    variants: Option<&[&str]>,
    pictured: Option<&dyn OpenGame>,
) -> Value {
    let info = entry.info();
    let samples: &[Sample] = entry.samples();
    let default = samples.first().map_or(info.default, |sample| sample.path);
    let variants = match variants {
        Some(variants) => variants.to_vec(),
        None if samples.is_empty() => vec![info.default],
        None => samples.iter().map(|sample| sample.path).collect(),
    };
    let abilities = entry.abilities().into_iter();
    let files = samples.iter();
    let files = files.map(|sample| json!({ "path": sample.path, "content": sample.content }));
    json!({
        "name": info.name,
        "summary": info.summary.get(language),
        "rules": rules,
        "parameters": info.parameters.get(language),
        "default": default,
        "variants": variants,
        "abilities": abilities.map(|one| one.text().get(language)).collect::<Value>(),
        "needs_file": !samples.is_empty(),
        "samples": files.collect::<Value>(),
        "thumbnail": pictured.map(|game| view(&game.view())),
        "thumbnail_points": pictured.and_then(Cursor::points),
    })
}

/// A setting of an agent, as a page offers it.
fn setting(setting: &Setting, language: Language) -> Value {
    let (kind, usual, most) = match setting.takes {
        Takes::Count(usual) => ("count", json!(usual), None),
        Takes::Number(usual, most) => ("number", json!(usual), most),
        Takes::Word(words) => ("word", json!(words[0]), None),
        Takes::Heuristic => ("heuristic", Value::Null, None),
        Takes::Agent(usual) => ("agent", json!(usual), None),
        Takes::Text => ("text", Value::Null, None),
    };
    let words = match setting.takes {
        Takes::Word(words) => words,
        _ => &[],
    };
    json!({
        "name": setting.name, "summary": setting.summary.get(language),
        "kind": kind, "default": usual, "most": most, "words": words,
    })
}

/// An agent in the list, with an example of its text.
pub fn agent(kind: &Kind, example: &str, language: Language) -> Value {
    let options = kind.options.iter();
    let options = options.map(|one| format!("{}: {}", one.name, one.summary.get(language)));
    let settings = kind.options.iter().map(|one| setting(one, language));
    json!({
        "name": kind.name,
        "summary": kind.summary.get(language),
        "usage": kind.usage,
        "example": example,
        "options": options.collect::<Vec<_>>().join("\n"),
        "argument": kind.argument.map(|one| setting(&one, language)),
        "settings": settings.collect::<Value>(),
    })
}

/// All games and agents.
pub fn catalogue(games: &Value, agents: &Value, version: &str) -> Value {
    let languages = Language::ALL.map(Language::tag);
    json!({ "games": games, "agents": agents, "languages": languages, "version": version })
}

/// The last move of a game and the position after it.
pub fn played_move(game: &dyn OpenGame, side: Side, mv: &str) -> Value {
    json!({ "move": mv, "side": side.name(), "position": game.position() })
}

/// A game in its current position, with its legal moves, and the moves from `start` to it.
pub fn game_state(game: &dyn OpenGame, start: &str, moves: &[String], history: &[Value]) -> Value {
    let end = game.outcome();
    let scores = game.scores().into_iter();
    let scores = scores.map(|(name, score)| json!({ "name": name, "score": score }));
    json!({
        "game": game.name(),
        "start": start,
        "position": game.position(),
        "side": game.side().name(),
        "outcome": end.map(Outcome::name),
        "winner": end.map(|end| end.winner(game.side()).map_or("none", Side::name)),
        "points": game.points(),
        "moves": moves,
        "view": view(&game.view()),
        "scores": scores.collect::<Value>(),
        "history": history,
    })
}
