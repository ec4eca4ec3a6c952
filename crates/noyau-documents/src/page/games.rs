//! The list of games, and the state of a game.

use super::view;
use noyau_core::game::{Outcome, Side};
use noyau_core::language::Language;
use noyau_core::view::View;
use noyau_dynamic::{Entry, OpenGame, Sample};
use noyau_play::Kind;
use serde::Serialize;
use serde_json::Value;

/// A sample file.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SampleFile {
    /// Its name.
    pub name: &'static str,
    /// Its content.
    pub content: &'static str,
}

/// The sample files of the page.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "openapi.json describes the keys")]
pub struct SampleFiles {
    pub gdl: Vec<SampleFile>,
    pub graphs: &'static [SampleFile],
    pub trees: &'static [SampleFile],
}

#[derive(Debug, Serialize)]
struct GameSample {
    path: &'static str,
    content: &'static str,
}

/// A game in the list.
#[derive(Debug, Serialize)]
pub struct CatalogueEntry {
    name: &'static str,
    summary: &'static str,
    rules: &'static str,
    parameters: &'static str,
    default: &'static str,
    variants: Vec<String>,
    abilities: Vec<&'static str>,
    needs_file: bool,
    samples: Vec<GameSample>,
    thumbnail: Option<Value>,
}

impl CatalogueEntry {
    /// A game with its rules in words and, where it is not made from files, its usual variants.
    pub fn new(
        entry: &dyn Entry,
        language: Language,
        rules: &'static str,
        variants: Option<&[&str]>,
        thumbnail: Option<&View>,
    ) -> Self {
        let info = entry.info();
        let samples: &[Sample] = entry.samples();
        let default = samples.first().map_or(info.default, |sample| sample.path);
        let abilities = entry.abilities().into_iter();
        let names = samples.iter().map(|sample| sample.path);
        Self {
            name: info.name,
            summary: info.summary.get(language),
            rules,
            parameters: info.parameters.get(language),
            default,
            variants: match variants {
                Some(variants) => variants.iter().map(ToString::to_string).collect(),
                None if samples.is_empty() => vec![info.default.to_owned()],
                None => names.map(str::to_owned).collect(),
            },
            abilities: abilities.map(|one| one.text().get(language)).collect(),
            needs_file: !samples.is_empty(),
            samples: samples
                .iter()
                .map(|&Sample { path, content, .. }| GameSample { path, content })
                .collect(),
            thumbnail: thumbnail.map(view),
        }
    }
}

/// An agent in the list.
#[derive(Debug, Serialize)]
pub struct Agent {
    name: &'static str,
    summary: &'static str,
    usage: &'static str,
    example: String,
    options: String,
}

impl Agent {
    /// A kind of agent with an example of its text.
    pub fn new(kind: &Kind, example: String, language: Language) -> Self {
        let options = kind.options.iter();
        let options = options.map(|(name, text)| format!("{name}: {}", text.get(language)));
        Self {
            name: kind.name,
            summary: kind.summary.get(language),
            usage: kind.usage,
            example,
            options: options.collect::<Vec<_>>().join("\n"),
        }
    }
}

/// All games and agents.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "openapi.json describes the keys")]
pub struct Catalogue {
    pub games: Vec<CatalogueEntry>,
    pub agents: Vec<Agent>,
    pub languages: [&'static str; 2],
    pub version: &'static str,
}

#[derive(Debug, Serialize)]
struct NamedScore {
    name: &'static str,
    score: i32,
}

/// A move that was played, and the position after it.
#[derive(Debug, Serialize)]
pub struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    side: &'static str,
    position: String,
}

impl PlayedMove {
    /// The last move of a game, by that side.
    pub fn new(game: &dyn OpenGame, side: Side, mv: String) -> Self {
        Self {
            mv,
            side: side.name(),
            position: game.position(),
        }
    }
}

/// A game in a position.
#[derive(Debug, Serialize)]
pub struct GameState {
    game: String,
    start: String,
    position: String,
    side: &'static str,
    outcome: Option<&'static str>,
    winner: Option<&'static str>,
    points: Option<[i32; 2]>,
    moves: Vec<String>,
    view: Value,
    scores: Vec<NamedScore>,
    history: Vec<PlayedMove>,
}

impl GameState {
    /// The current position, the legal moves in it, and the moves that led to it from `start`.
    pub fn new(
        game: &dyn OpenGame,
        start: String,
        moves: Vec<String>,
        history: Vec<PlayedMove>,
    ) -> Self {
        let end = game.outcome();
        let scores = game.scores().into_iter();
        Self {
            game: game.name(),
            start,
            position: game.position(),
            side: game.side().name(),
            outcome: end.map(Outcome::name),
            winner: end.map(|end| end.winner(game.side()).map_or("none", Side::name)),
            points: game.points(),
            moves,
            view: view(&game.view()),
            scores: scores
                .map(|(name, score)| NamedScore { name, score })
                .collect(),
            history,
        }
    }
}
