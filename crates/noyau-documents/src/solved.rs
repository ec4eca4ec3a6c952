//! The value of a position.

use crate::{joined, with_probes};
use noyau_core::game::Outcome;
use noyau_dynamic::{Answer, OpenGame, Worth};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A margin in points, possibly halves.
#[derive(Debug, Clone, Copy)]
pub struct Margin {
    units: i32,
    in_a_point: i32,
}

impl Margin {
    /// The margin of a worth, in a game with points.
    pub fn of(worth: Worth, game: &dyn OpenGame) -> Option<Self> {
        worth.margin.map(|units| Self {
            units,
            in_a_point: game.units(),
        })
    }

    /// The points.
    pub fn points(self) -> f64 {
        f64::from(self.units) / f64::from(self.in_a_point)
    }
}

impl Serialize for Margin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.units % self.in_a_point == 0 {
            serializer.serialize_i32(self.units / self.in_a_point)
        } else {
            serializer.serialize_f64(self.points())
        }
    }
}

/// The document of [`solved`].
struct Solved<'a> {
    head: Value,
    /// Written one by one, since there may be millions.
    moves: Option<MoveList<'a>>,
    tail: Value,
}

struct MoveList<'a> {
    game: &'a dyn OpenGame,
    moves: &'a [(String, Worth)],
}

#[derive(Serialize)]
struct JudgedMove<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<Margin>,
}

impl Serialize for MoveList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|(text, worth)| JudgedMove {
            text,
            outcome: worth.outcome.name(),
            distance: worth.distance,
            margin: Margin::of(*worth, self.game),
        }))
    }
}

impl Serialize for Solved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.head.as_object().into_iter().flatten() {
            map.serialize_entry(key, value)?;
        }
        if let Some(moves) = &self.moves {
            map.serialize_entry("moves", moves)?;
        }
        for (key, value) in self.tail.as_object().into_iter().flatten() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// The value of a game's current position, found in `seconds` seconds, with best play and, unless `quick`, every
/// move.
pub fn solved<'a>(
    game: &'a dyn OpenGame,
    answer: &'a Answer,
    quick: bool,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let worth = answer.worth;
    let bounds = || json!({"bounds": answer.bounds.map(Outcome::name)});
    let head = joined([
        json!({
            "game": game.name(),
            "position": game.position(),
            "side": game.side().name(),
            "outcome": worth.map_or("unknown", |worth| worth.outcome.name()),
        }),
        worth.map_or_else(bounds, |_| Value::Null),
        json!({
            "distance": worth.and_then(|worth| worth.distance),
            "margin": worth.and_then(|worth| Margin::of(worth, game)),
            "nimber": answer.nimber,
            "best": answer.best,
            "line": answer.line,
        }),
    ]);
    let tail = joined([
        json!({
            "method": answer.method.name(),
            "exact": worth.is_some(),
            "nodes": answer.nodes,
            "positions": answer.positions,
        }),
        answer
            .lost
            .map_or(Value::Null, |lost| json!({"lost": lost})),
        json!({"seconds": seconds}),
    ]);
    let tail = with_probes(tail, game);
    let moves = &answer.moves;
    Solved {
        head,
        moves: (!quick).then_some(MoveList { game, moves }),
        tail,
    }
}
