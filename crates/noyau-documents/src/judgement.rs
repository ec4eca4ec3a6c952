//! A game judged move by move.

use noyau_core::language::Language;
use noyau_dynamic::Worth;
use noyau_play::judge::Judged;
use serde_json::{Value, json};

/// The worth of a position or a move to its side; margins are in the units of the game.
fn worth(worth: Worth) -> Value {
    let (distance, margin) = (worth.distance, worth.margin);
    json!({ "outcome": worth.outcome.name(), "distance": distance, "margin": margin })
}

/// A judged move; with a language, its mark is also given as text.
pub(crate) fn judged_move(judged: &Judged, language: Option<Language>) -> Value {
    let mut document = json!({
        "side": judged.side.name(),
        "move": judged.mv,
        "before": worth(judged.before),
        "after": worth(judged.after),
        "mark": judged.mark.name(),
    });
    if let Some(language) = language {
        document["mark_text"] = judged.mark.text().get(language).into();
    }
    document["best"] = json!(judged.best);
    document
}
