//! Choices of agents, learned heuristics, and sampled positions.

use crate::judgement::judged_move;
use crate::{joined, with_probes};
use noyau_core::Outcome;
use noyau_dynamic::OpenGame;
use noyau_learn::Learned;
use noyau_play::judge::{Drawn, Judgement, Puzzle};
use noyau_play::{Choice, Considered, Recipe, Unit};
use noyau_search::mcts::Proof;
use serde_json::{Value, json};

/// The proved outcome of a move that an agent considered, if any.
pub fn certain(considered: &Considered) -> Option<Outcome> {
    match (considered.worth, considered.proof) {
        (Some(worth), _) => Some(worth.outcome),
        (None, Some(Proof::Loss)) => Some(Outcome::Loss),
        (None, Some(Proof::Draw)) => Some(Outcome::Draw),
        (None, Some(Proof::Win)) => Some(Outcome::Win),
        (None, _) => None,
    }
}

/// An agent's move, with its evaluation of every move.
pub fn best(game: &dyn OpenGame, agent: &Recipe, seed: u64, choice: &Choice) -> Value {
    let moves = choice.considered.iter().map(|considered| {
        json!({
            "move": considered.mv,
            "score": considered.score,
            "samples": considered.samples,
            "interval": considered.interval,
            "error": considered.error,
            "outcome": certain(considered).map(Outcome::name),
            "distance": considered.worth.and_then(|worth| worth.distance),
            "margin": considered.worth.and_then(|worth| worth.margin),
        })
    });
    let best = json!({
        "game": game.name(),
        "position": game.position(),
        "side": game.side().name(),
        "agent": agent.to_string(),
        "seed": seed,
        "move": choice.mv,
        "score": choice.score,
        "unit": choice.unit.map(Unit::name),
        "line": choice.line,
        "work": choice.work,
        "moves": moves.collect::<Vec<_>>(),
    });
    with_probes(best, game)
}

/// Positions with a single winning move.
pub fn puzzles(game: &dyn OpenGame, seed: u64, drawn: Drawn, found: &[Puzzle]) -> Value {
    let puzzles = found.iter().map(|puzzle| {
        json!({
            "position": puzzle.position,
            "side": puzzle.side.name(),
            "solution": puzzle.solution,
            "depth": puzzle.depth,
            "others": puzzle.others,
        })
    });
    let drawn = match drawn {
        Drawn::Uniformly => "uniform",
        Drawn::FromPlay => "play",
    };
    let found = json!({
        "game": game.name(),
        "seed": seed,
        "drawn": drawn,
        "puzzles": puzzles.collect::<Vec<_>>(),
    });
    with_probes(found, game)
}

/// A judged game, with the names of the players if known.
pub fn judged_game(number: u64, names: Option<&[String; 2]>, judgement: &Judgement) -> Value {
    let moves = judgement.moves.iter();
    json!({
        "number": number,
        "first": names.map(|names| &names[0]),
        "second": names.map(|names| &names[1]),
        "accuracy": judgement.accuracy,
        "lost_at": judgement.lost_at.map(|at| at + 1),
        "moves": moves.map(|judged| judged_move(judged, None)).collect::<Value>(),
    })
}

/// A learned heuristic, and its file.
pub fn learned(learned: &Learned, file: &str) -> Value {
    let about = &learned.about;
    json!({
        "game": about.game,
        "seed": about.design.seed,
        "games": about.games,
        "file": file,
        "weights": learned.weights(),
        "curve": about.curve,
        "heuristics": learned.heuristics(),
    })
}

/// Uniformly sampled positions or plays, with the size of the population and the number of tries.
pub fn sampled(game: &str, seed: u64, method: &str, counts: [u64; 2], drawn: Value) -> Value {
    let [among, tries] = counts;
    let about =
        json!({"game": game, "seed": seed, "method": method, "among": among, "tries": tries});
    joined([about, drawn])
}
