//! The value of a position.

use noyau_core::game::Outcome;
use noyau_dynamic::{Answer, OpenGame, Worth};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// By how many points, which may be halves.
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

/// The value of a position, with best play and, unless it was asked for quickly, every move.
#[derive(Debug, Clone, Serialize)]
pub struct Solved<'a> {
    game: String,
    position: String,
    side: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[&'static str; 2]>,
    distance: Option<u32>,
    margin: Option<Margin>,
    nimber: Option<u32>,
    best: &'a [String],
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Value>,
    method: &'static str,
    exact: bool,
    nodes: Option<u64>,
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<u64>,
    seconds: f64,
}

impl<'a> Solved<'a> {
    /// The document of an answer about the position that a game is in, found in so many seconds.
    pub fn new(game: &dyn OpenGame, answer: &'a Answer, quick: bool, seconds: f64) -> Self {
        let moves = || {
            let moves = answer.moves.iter();
            moves
                .map(|&(ref text, worth)| {
                    let (outcome, distance) = (worth.outcome.name(), worth.distance);
                    let margin = Margin::of(worth, game);
                    json!({ "move": text, "outcome": outcome, "distance": distance, "margin": margin })
                })
                .collect()
        };
        Self {
            game: game.name(),
            position: game.position(),
            side: game.side().name(),
            outcome: answer.worth.map_or("unknown", |worth| worth.outcome.name()),
            bounds: answer
                .worth
                .is_none()
                .then(|| answer.bounds.map(Outcome::name)),
            distance: answer.worth.and_then(|worth| worth.distance),
            margin: answer.worth.and_then(|worth| Margin::of(worth, game)),
            nimber: answer.nimber,
            best: &answer.best,
            line: &answer.line,
            moves: (!quick).then(moves),
            method: answer.method.name(),
            exact: answer.worth.is_some(),
            nodes: answer.nodes,
            positions: answer.positions,
            lost: answer.lost,
            seconds,
        }
    }
}
