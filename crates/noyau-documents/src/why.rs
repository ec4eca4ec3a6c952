//! The reasons for the value of a position.

use crate::with_probes;
use noyau_core::game::Outcome;
use noyau_core::language::{Language, Localized};
use noyau_core::reason::{Claim, Evidence, PartWorth, Reason};
use noyau_dynamic::OpenGame;
use noyau_play::why::Why;
use serde_json::{Value, json};

/// Why the current position is won, drawn or lost, in a language.
pub fn why(game: &dyn OpenGame, why: &Why, language: Language) -> Value {
    let found = json!({
        "game": game.name(),
        "position": game.position(),
        "side": game.side().name(),
        "outcome": why.outcome.map_or("unknown", Outcome::name),
        "reasons": reasons(why, language),
        "line": why.line,
    });
    with_probes(found, game)
}

/// The reasons in a language, best first.
pub fn reasons(why: &Why, language: Language) -> Value {
    why.reasons
        .iter()
        .map(|reason| of_reason(reason, language))
        .collect()
}

fn of_reason(reason: &Reason, language: Language) -> Value {
    json!({
        "kind": reason.evidence.kind(),
        "title": reason.evidence.title().get(language),
        "theorem": reason.theorem.map(|theorem| theorem.get(language)),
        "move": reason.mv,
        "text": reason.text.localized(language),
        "claims": reason.claims.iter().map(of_claim).collect::<Value>(),
        "evidence": of_evidence(&reason.evidence),
    })
}

fn of_claim(claim: &Claim) -> Value {
    let bound = |margin: i32| (margin.unsigned_abs() < i32::MAX as u32).then_some(margin);
    json!({
        "after": claim.after,
        "least": claim.least.name(),
        "most": claim.most.name(),
        "margin": claim.margin.map(|range| range.map(bound)),
    })
}

fn of_evidence(evidence: &Evidence) -> Value {
    match evidence {
        Evidence::NimSum { heaps, sum, change } => json!({
            "heaps": heaps,
            "sum": sum,
            "heap": change.map(|(heap, _)| heap + 1),
            "left": change.map(|(_, left)| left),
        }),
        Evidence::Remainder {
            matches,
            divisor,
            remainder,
            lost,
        } => {
            json!({ "matches": matches, "divisor": divisor, "remainder": remainder, "lost": lost })
        }
        Evidence::WythoffPair { index, pair } => json!({ "index": index, "pair": pair }),
        Evidence::Mex { nimber, options } => {
            let options = options.iter();
            let options = options.map(|(mv, nimber)| json!({ "move": mv, "nimber": nimber }));
            json!({ "nimber": nimber, "options": options.collect::<Value>() })
        }
        Evidence::Symmetry { replies } => {
            let replies = replies.iter();
            let replies = replies.map(|(mv, copy)| json!({ "move": mv, "copy": copy }));
            json!({ "replies": replies.collect::<Value>() })
        }
        Evidence::StrategyStealing => json!({}),
        Evidence::Parts(parts) => {
            let parts = parts.iter().map(|part| match part.worth {
                PartWorth::Nimber(nimber) => json!({ "position": part.position, "nimber": nimber }),
                PartWorth::Outcomes([own, other]) => json!({
                    "position": part.position,
                    "beginning": own.name(),
                    "answering": other.name(),
                }),
            });
            json!({ "parts": parts.collect::<Value>() })
        }
        Evidence::Threats(steps) => {
            let steps = steps.iter();
            let steps = steps
                .map(|step| json!({ "move": step.mv, "wins": step.wins, "reply": step.reply }));
            json!({ "steps": steps.collect::<Value>() })
        }
        Evidence::Parity {
            takes,
            boxes,
            safe,
            opens,
            chains,
        } => json!({
            "takes": takes,
            "boxes": boxes,
            "safe": safe,
            "opens": opens,
            "chains": chains,
        }),
        Evidence::Refutation(line) | Evidence::Line(line) => json!({ "line": line }),
    }
}
