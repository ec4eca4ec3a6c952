//! The list of games, and the state of a game in a position.

use crate::answer::{Answer, ApiResult, json};
use crate::context::Task;
use crate::error::ApiError;
use crate::gallery;
use crate::input::{self, Moves, Position};
use crate::rules;
use noyau::documents::page::{self, catalogue_entry, game_state, played_move};
use noyau::dynamic::{Entry, OpenGame};
use noyau::language::Language;
use noyau::play::{AGENTS, Kind, Recipe, Resources, Takes};
use noyau::random::SplitMix;
use serde_json::Value;

/// The game after a few fixed random moves.
fn pictured(entry: &'static dyn Entry) -> Option<Box<dyn OpenGame>> {
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
        // Stop before the end: a final position shows little.
        let Some(mv) = moves.get(random.below(moves.len())) else {
            break;
        };
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            game.undo();
        }
    }
    Some(game)
}

/// An example of an agent's text.
fn example(kind: &Kind) -> String {
    let usual = match kind.argument.map(|argument| argument.takes) {
        Some(Takes::Count(Some(usual))) => format!(":{usual}"),
        Some(_) => return kind.usage.to_owned(),
        None => String::new(),
    };
    format!("{}{usual}", kind.name)
}

/// The list of games and agents in a language. It never changes, so it is serialised once.
pub(crate) fn catalogue(language: Language) -> Vec<u8> {
    // Without agents that need a program or a file.
    let agents = AGENTS.iter().filter(|kind| {
        let recipe = example(kind).parse::<Recipe>();
        recipe.is_ok_and(|recipe| recipe.agent(0, &Resources::default()).is_ok())
    });
    let agents = agents.map(|kind| page::agent(kind, &example(kind), language));
    let games = noyau_games::GAMES.iter().map(|&entry| {
        let info = entry.info();
        let rules = rules::of(info.name).unwrap_or(info.summary);
        let variants = gallery::of(info.name).map(gallery::Sizes::variants);
        let (rules, picture) = (rules.get(language), pictured(entry));
        catalogue_entry(
            entry,
            language,
            rules,
            variants.as_deref(),
            picture.as_deref(),
        )
    });
    let version = env!("CARGO_PKG_VERSION");
    let document = page::catalogue(&games.collect(), &agents.collect(), version);
    serde_json::to_vec(&document).unwrap_or_default()
}

pub(super) fn list(task: &Task) -> ApiResult {
    let catalogue = task.app.catalogue(task.language);
    Answer::written(catalogue.to_vec()).into()
}

/// Plays the moves, and returns each in the game's own notation.
fn play(game: &mut dyn OpenGame, moves: &Moves) -> Result<Vec<Value>, ApiError> {
    let mut history = Vec::new();
    for word in input::split(game, moves)? {
        let side = game.side();
        if game.moves().contains(&word) {
            game.play(&word)?;
            history.push(played_move(game, side, &word));
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
                    history.push(played_move(game, side, &mv));
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
    let state = game_state(game, &start, &moves, &history);
    input::settled(game)?;
    json(&state)
}
