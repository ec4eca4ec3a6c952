//! The number of reachable positions, counted or estimated.

use noyau_core::configuration::Magnitude;
use noyau_core::estimate::Interval;
use noyau_core::limits::Stopped;
use noyau_dynamic::{Count, Estimate, OpenGame};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A number of configurations: an exact integer, or the nearest float.
#[derive(Debug, Clone, Copy)]
struct Size(Magnitude);

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.exact() {
            Some(exact) => serializer.serialize_u128(exact),
            None => serializer.serialize_f64(10f64.powf(self.0.log10())),
        }
    }
}

/// Counts of a game, including the number of its configurations, which may exceed 64 bits.
#[derive(Debug, Clone, Serialize)]
pub struct Counts {
    #[serde(flatten)]
    before: Value,
    configurations: Option<Size>,
    #[serde(flatten)]
    after: Value,
}

impl Counts {
    /// The counted positions.
    pub fn counted(game: &dyn OpenGame, count: &Count) -> Self {
        let before = json!({
            "game": game.name(),
            "positions": count.positions,
            "terminal": count.terminal,
            "moves": count.moves,
            "by_ply": count.by_ply,
            "branching": {"mean": count.branching_mean, "max": count.branching_max},
            "longest": count.longest,
        });
        Self::new(game, before, json!({}))
    }

    /// The result if a limit was reached after `at_least` positions.
    pub fn uncounted(game: &dyn OpenGame, at_least: u64, stopped: Stopped) -> Self {
        let after = json!({"positions": null, "at_least": at_least, "stopped": stopped.name()});
        Self::new(game, json!({"game": game.name()}), after)
    }

    /// Sampling estimates; `legal` is the number of legal positions, if estimated.
    pub fn estimated(
        game: &dyn OpenGame,
        seed: u64,
        found: &Estimate,
        legal: Option<Interval>,
    ) -> Self {
        let plays = &found.plays;
        let estimate = json!({
            "seed": seed,
            "confidence": 0.95,
            "plays": {
                "samples": plays.samples,
                "branching": {"mean": plays.branching_mean, "max": plays.branching_max},
                "length": {"mean": plays.length_mean, "max": plays.length_max},
                "unfinished": plays.unfinished,
                "sequences": plays.sequences.iter().map(interval).collect::<Vec<_>>(),
                "complete": plays.complete.as_ref().map(interval),
            },
            "positions": found.positions.as_ref().map(|found| json!({
                "samples": found.samples,
                "positions": interval(&found.positions),
                "terminal": interval(&found.terminal),
                "moves": interval(&found.moves),
                "by_ply": found.by_ply.iter().map(interval).collect::<Vec<_>>(),
                "unsettled": found.unsettled,
            })),
            "legal": found.legal.zip(legal).map(|(found, positions)| json!({
                "samples": found.samples,
                "legal": found.legal,
                "positions": interval(&positions),
            })),
        });
        let after = json!({"positions": null, "estimate": estimate});
        Self::new(game, json!({"game": game.name()}), after)
    }

    fn new(game: &dyn OpenGame, before: Value, after: Value) -> Self {
        let configurations = game.configurations().map(Size);
        Self {
            before,
            configurations,
            after,
        }
    }
}

fn interval(interval: &Interval) -> Value {
    json!({"mean": interval.mean, "interval": [interval.low, interval.high]})
}
