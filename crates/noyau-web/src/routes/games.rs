//! The games, and a game in a position.

use super::{Answered, Shown, json};
use crate::App;
use crate::gallery;
use crate::input::{self, Asked, Moves, Position, Spoken};
use crate::refusal::Refusal;
use crate::rules;
use axum::extract::State;
use axum::response::Response;
use noyau::erased::{Entry, OpenGame};
use noyau::language::Language;
use noyau::play::{AGENTS, Recipe, Resources};
use noyau::random::SplitMix;
use noyau::view::View;
use noyau::{Outcome, Side};
use serde::Serialize;
use std::sync::Arc;

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

/// A small board after a few moves, the same every time.
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
        // A picture of a game that is over shows little of it.
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

/// An agent as one would type it to begin with.
fn example(usage: &str) -> String {
    usage
        .replace("DEPTH", "4")
        .replace("SAMPLES", "200")
        .replace("SIMULATIONS", "2000")
}

/// The whole list in a language: the same for everybody, so it is written once.
pub(crate) fn catalogue(language: Language) -> Vec<u8> {
    // Those that need a program or a file cannot be made here.
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

pub(super) async fn list(State(app): State<Arc<App>>, Spoken(language): Spoken) -> Response {
    super::json_text(app.catalogue(language).to_vec())
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
struct Standing {
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

/// Plays the moves and tells each in the writing of the game.
fn play(game: &mut dyn OpenGame, moves: &Moves) -> Result<Vec<Past>, Refusal> {
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
        // Written in another way, or after a pass that was left out: found by where it leads.
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

pub(super) async fn state(
    State(app): State<Arc<App>>,
    Asked(position): Asked<Position>,
) -> Answered {
    let shared = Arc::clone(&app);
    app.pool
        .run(None, move |_| {
            let at_start = Position {
                after: None,
                ..position.clone()
            };
            let mut borrowed = shared.shelf.open(&at_start)?;
            let game = borrowed.game_mut();
            let start = game.position();
            let history = match &position.after {
                None => Vec::new(),
                Some(moves) => play(game, moves)?,
            };
            let moves = input::legal(game)?;
            let end = game.outcome();
            let standing = Standing {
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
        })
        .await
}
