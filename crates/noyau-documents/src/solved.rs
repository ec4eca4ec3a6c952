//! The value of a position.

use noyau_core::game::Outcome;
use noyau_dynamic::{Answer, OpenGame, Worth};
use serde::{Serialize, Serializer};

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

/// A move with what the side to move gets by playing it.
#[derive(Debug, Clone, Serialize)]
pub struct MoveWorth<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    outcome: &'static str,
    distance: Option<u32>,
    margin: Option<Margin>,
}

impl<'a> MoveWorth<'a> {
    /// The row of a move.
    pub fn new(text: &'a str, worth: Worth, game: &dyn OpenGame) -> Self {
        Self {
            text,
            outcome: worth.outcome.name(),
            distance: worth.distance,
            margin: Margin::of(worth, game),
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
    moves: Option<Vec<MoveWorth<'a>>>,
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
                .map(|(text, worth)| MoveWorth::new(text, *worth, game))
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
