//! Values, the moves of agents, judgements and refutations.

use crate::joined;
use crate::judgement::judged_move;
use noyau_core::game::Outcome;
use noyau_core::language::Language;
use noyau_dynamic::{DeepAnswer, Worth};
use noyau_play::judge::Judgement;
use noyau_play::{Choice, Unit};
use serde_json::{Value, json};

/// What a heuristic search says of the moves, if not all is proved.
pub fn heuristic_value(agent: &str, found: &DeepAnswer) -> Value {
    let moves = found.moves.iter();
    let moves = moves.map(|(mv, score)| json!({ "move": mv, "score": score }));
    json!({
        "agent": agent,
        "score": found.moves.first().map(|best| best.1),
        "unit": Unit::Score.name(),
        "line": found.line,
        "moves": moves.collect::<Value>(),
        "depth": found.depth,
    })
}

/// The proved value of a position, or else a heuristic value.
pub fn values(solved: Value, opinion: Option<&Value>) -> Value {
    joined([solved, json!({ "opinion": opinion })])
}

/// The choice of an agent with that seed, after that many seconds.
pub fn best_move(choice: &Choice, seed: u64, seconds: f64, language: Language) -> Value {
    let considered = choice.considered.iter();
    let considered =
        considered.map(|one| json!({ "move": one.mv, "score": one.score, "visits": one.samples }));
    json!({
        "move": choice.mv,
        "score": choice.score,
        "unit": choice.unit.map(Unit::name),
        "unit_text": choice.unit.map(|unit| unit.text().get(language)),
        "line": choice.line,
        "considered": considered.collect::<Value>(),
        "seed": seed,
        "seconds": seconds,
    })
}

/// A game judged move by move, in a language.
pub fn judgement(judged: &Judgement, language: Language) -> Value {
    let moves = judged.moves.iter();
    let moves = moves.map(|judged| judged_move(judged, Some(language)));
    json!({
        "moves": moves.collect::<Value>(),
        "accuracy": judged.accuracy,
        "lost_at": judged.lost_at,
    })
}

/// A move that is not best, and the line that refutes it.
pub fn refutation(mv: &str, worth: Worth, line: &[String]) -> Value {
    let (outcome, distance) = (worth.outcome.name(), worth.distance);
    json!({ "move": mv, "outcome": outcome, "distance": distance, "line": line })
}

/// What a heuristic search would play, if nothing is proved.
pub fn unproved(opinion: &Value) -> Value {
    json!({ "outcome": "unknown", "line": opinion["line"], "reasons": [], "refutations": [], "opinion": opinion })
}

/// Why the best moves are best: the outcome, the line of best play, the refutations of other moves, and the reasons in
/// words.
pub fn refutations(
    outcome: Outcome,
    line: &[String],
    refutations: &[Value],
    reasons: &Value,
) -> Value {
    json!({ "outcome": outcome.name(), "line": line, "reasons": reasons, "refutations": refutations })
}
