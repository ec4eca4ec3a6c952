//! The list of games, and the state of a game in a position.

use super::{ApiResult, Shown, json};
use crate::context::{Context, Task};
use crate::error::ApiError;
use crate::gallery;
use crate::input::{self, Moves, Position};
use crate::rules;
use axum::response::Response;
use noyau::erased::{Entry, OpenGame};
use noyau::language::Language;
use noyau::play::{AGENTS, Recipe, Resources};
use noyau::random::SplitMix;
use noyau::view::View;
use noyau::{Outcome, Side};
use serde::Serialize;

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    summary: &'static str,
    rules: &'static str,
    parameters: &'static str,
    default: &'static str,
    variants: Vec<String>,
    abilities: Vec<&'static str>,
    needs_file: bool,
    samples: Vec<Sample>,
    thumbnail: Option<Shown<View>>,
}

#[derive(Serialize)]
struct Sample {
    path: &'static str,
    content: &'static str,
}

#[derive(Serialize)]
struct Agent {
    name: &'static str,
    summary: &'static str,
    usage: &'static str,
    example: String,
    options: String,
}

#[derive(Serialize)]
struct Document {
    games: Vec<Listed>,
    agents: Vec<Agent>,
    languages: [&'static str; 2],
    version: &'static str,
}

/// The board after a few fixed random moves.
fn thumbnail(entry: &'static dyn Entry) -> Option<Shown<View>> {
    let name = entry.info().name;
    let (text, plies) = if let Some(sample) = entry.samples().first() {
        (format!("{name}:{}", sample.path), 0)
    } else {
        let sizes = gallery::of(name);
        let pictured = sizes.map_or(entry.info().default, |sizes| sizes.pictured);
        (
            format!("{name}:{pictured}"),
            sizes.map_or(4, |sizes| sizes.plies),
        )
    };
    let mut game = input::open(&text, None).ok()?;
    let mut random = SplitMix(7);
    for _ in 0..plies {
        let moves = game.moves();
        // Not up to the end: a final position shows little.
        let Some(mv) = moves.get(random.below(moves.len())) else {
            break;
        };
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            game.undo();
        }
    }
    Some(Shown(game.view()))
}

fn listed(entry: &'static dyn Entry, language: Language) -> Listed {
    let info = entry.info();
    let sizes = gallery::of(info.name);
    let samples = entry.samples();
    let variants: Vec<String> = match sizes {
        Some(sizes) => sizes.variants.iter().map(ToString::to_string).collect(),
        None if samples.is_empty() => vec![info.default.to_owned()],
        None => samples
            .iter()
            .map(|sample| sample.path.to_owned())
            .collect(),
    };
    Listed {
        name: info.name,
        summary: info.summary.get(language),
        rules: rules::of(info.name).unwrap_or(info.summary).get(language),
        parameters: info.parameters.get(language),
        default: match samples.first() {
            Some(sample) => sample.path,
            None => info.default,
        },
        variants,
        abilities: entry
            .abilities()
            .into_iter()
            .map(|ability| ability.text().get(language))
            .collect(),
        needs_file: !samples.is_empty(),
        samples: samples
            .iter()
            .map(|sample| Sample {
                path: sample.path,
                content: sample.content,
            })
            .collect(),
        thumbnail: thumbnail(entry),
    }
}

/// An example of an agent's text.
fn example(usage: &str) -> String {
    usage
        .replace("DEPTH", "4")
        .replace("SAMPLES", "200")
        .replace("SIMULATIONS", "2000")
}

/// The list of games and agents in a language. It never changes, so it is serialised once.
pub(crate) fn catalogue(language: Language) -> Vec<u8> {
    // Without agents that need a program or a file.
    let agents = AGENTS.iter().filter(|kind| {
        let recipe = example(kind.usage).parse::<Recipe>();
        recipe.is_ok_and(|recipe| recipe.agent(0, &Resources::default()).is_ok())
    });
    let document = Document {
        games: noyau_games::GAMES
            .iter()
            .map(|&entry| listed(entry, language))
            .collect(),
        agents: agents
            .map(|kind| Agent {
                name: kind.name,
                summary: kind.summary.get(language),
                usage: kind.usage,
                example: example(kind.usage),
                options: kind
                    .options
                    .iter()
                    .map(|(name, text)| format!("{name}: {}", text.get(language)))
                    .collect::<Vec<_>>()
                    .join("\n"),
            })
            .collect(),
        languages: Language::ALL.map(Language::tag),
        version: env!("CARGO_PKG_VERSION"),
    };
    serde_json::to_vec(&document).unwrap_or_default()
}

pub(super) async fn list(context: Context) -> Response {
    super::json_text(context.app.catalogue(context.language).to_vec())
}

#[derive(Serialize)]
struct Scored {
    name: &'static str,
    score: i32,
}

#[derive(Serialize)]
struct Past {
    #[serde(rename = "move")]
    mv: String,
    side: &'static str,
    position: String,
}

/// A game in a position.
#[derive(Serialize)]
struct Status {
    game: String,
    start: String,
    position: String,
    side: &'static str,
    outcome: Option<&'static str>,
    winner: Option<&'static str>,
    points: Option<[i32; 2]>,
    moves: Vec<String>,
    view: Shown<View>,
    scores: Vec<Scored>,
    history: Vec<Past>,
}

/// Plays the moves, and returns each in the game's own notation.
fn play(game: &mut dyn OpenGame, moves: &Moves) -> Result<Vec<Past>, ApiError> {
    let mut history = Vec::new();
    let mut tell = |game: &dyn OpenGame, side: Side, mv: String| {
        history.push(Past {
            mv,
            side: side.name(),
            position: game.position(),
        });
    };
    for word in input::split(game, moves)? {
        let side = game.side();
        if game.moves().contains(&word) {
            game.play(&word)?;
            tell(game, side, word);
            continue;
        }
        // Another notation, or an implicit pass before the move: identified by the resulting positions.
        let mut positions = Vec::new();
        let before = game.position();
        game.play_line(&game.join_moves(std::slice::from_ref(&word)))?;
        while game.position() != before {
            positions.push(game.position());
            game.undo();
        }
        for after in positions.into_iter().rev() {
            let side = game.side();
            for mv in game.moves() {
                game.play(&mv)?;
                if game.position() == after {
                    tell(game, side, mv);
                    break;
                }
                game.undo();
            }
        }
    }
    Ok(history)
}

pub(super) fn state(task: &Task, position: &Position) -> ApiResult {
    let at_start = Position {
        after: None,
        ..position.clone()
    };
    let mut pooled = task.app.games.open(&at_start)?;
    let game = pooled.game_mut();
    let start = game.position();
    let history = match &position.after {
        None => Vec::new(),
        Some(moves) => play(game, moves)?,
    };
    let moves = input::legal(game)?;
    let end = game.outcome();
    let standing = Status {
        game: game.name(),
        start,
        position: game.position(),
        side: game.side().name(),
        outcome: end.map(Outcome::name),
        winner: end.map(|end| end.winner(game.side()).map_or("none", Side::name)),
        points: game.points(),
        moves,
        view: Shown(game.view()),
        scores: game
            .scores()
            .into_iter()
            .map(|(name, score)| Scored { name, score })
            .collect(),
        history,
    };
    input::settled(game)?;
    json(&standing)
}
