//! Exercises, with their key or marked.

use crate::Number;
use noyau_core::language::{Language, Localized, Message};
use noyau_graph::arena::Arena;
use noyau_graph::arena::format::{self, Format as GraphFormat};
use noyau_play::exercise::{Exercise, Marked, Subject};
use noyau_search::tree::draw::Kind;
use noyau_search::tree::{self, Format};
use serde_json::{Value, json};

/// A graph as the course writes it, on one line.
pub fn dictionary(arena: &Arena) -> String {
    let mut out = Vec::new();
    // Every graph has a dictionary, and memory takes all of it.
    let _ = format::write(arena, GraphFormat::Python, &mut out);
    let text = String::from_utf8_lossy(&out);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .join(" ")
        .replace("{ ", "{")
        .replace(", }", "}")
        .replace(" }", "}")
}

/// An exercise; its key is the `answer`.
pub fn exercise(exercise: &Exercise, language: Language, with_key: bool) -> Value {
    let mut document = json!({
        "kind": exercise.kind.name(),
        "seed": exercise.seed,
        "level": exercise.level,
        "figure": exercise.figure.map(|figure| figure.name),
        "title": exercise.kind.title().get(language),
        "question": exercise.question().localized(language),
        "form": exercise.kind.form().get(language),
    });
    match &exercise.subject {
        Subject::Graph(arena, player) => {
            document["graph"] = dictionary(arena).into();
            document["start"] = arena.name(arena.start()).into();
            document["player"] = player.name().into();
        }
        Subject::Tree(tree) => document["tree"] = tree::write(tree, Format::Json).into(),
        Subject::Position {
            game,
            position,
            moves,
            ..
        } => {
            document["game"] = game.as_str().into();
            document["position"] = position.as_str().into();
            document["moves"] = moves.iter().map(|(mv, _)| mv.as_str()).collect();
        }
    }
    if with_key {
        // Words for programs are the same in both languages.
        document["answer"] = exercise.key(Language::English).into();
    }
    document
}

/// A marked answer, with a hint if one was asked for.
pub fn marked(marked: &Marked, hint: Option<&Message>, language: Language) -> Value {
    let number = |value| Number(value, Kind::MinMax);
    let windows = marked.shown.windows.iter();
    let windows =
        windows.map(|(v, window)| json!([v, [number(window.alpha), number(window.beta)]]));
    json!({
        "right": marked.right,
        "why": marked.why.as_ref().map(|why| why.localized(language)),
        "done": marked.done,
        "hint": hint.map(|hint| hint.localized(language)),
        "looks": marked.shown.looks,
        "tabs": marked.shown.tabs,
        "bold": marked.shown.bold,
        "windows": windows.collect::<Value>(),
        "next": marked.next,
    })
}
