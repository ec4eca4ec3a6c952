//! Values, the moves of agents, judgements and refutations.

use crate::{JudgedMove, Solved};
use noyau_core::language::Language;
use noyau_dynamic::Worth;
use noyau_play::judge::Judgement as Judged;
use noyau_play::{Choice, Unit};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct MoveScore {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
}

/// A heuristic value, where nothing is proved.
#[derive(Debug, Serialize)]
pub struct HeuristicValue {
    agent: &'static str,
    score: Option<f64>,
    unit: Option<&'static str>,
    line: Vec<String>,
    moves: Vec<MoveScore>,
    /// The search does not report its depth.
    depth: Option<u32>,
}

impl HeuristicValue {
    /// The value that an agent found.
    pub fn new(agent: &'static str, choice: Choice) -> Self {
        let moves = choice.considered.into_iter().map(|one| MoveScore {
            mv: one.mv,
            score: one.score,
        });
        Self {
            agent,
            score: choice.score,
            unit: choice.unit.map(Unit::name),
            line: choice.line,
            moves: moves.collect(),
            depth: None,
        }
    }
}

/// The value of a position.
#[derive(Debug, Serialize)]
pub struct Values<'a> {
    /// What is proved.
    #[serde(flatten)]
    pub solved: Solved<'a>,
    /// Only where nothing is proved.
    pub opinion: Option<HeuristicValue>,
}

#[derive(Debug, Serialize)]
struct ConsideredMove {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
    visits: Option<u64>,
}

/// The move of an agent.
#[derive(Debug, Serialize)]
pub struct BestMove {
    #[serde(rename = "move")]
    mv: String,
    score: Option<f64>,
    unit: Option<&'static str>,
    unit_text: Option<&'static str>,
    line: Vec<String>,
    considered: Vec<ConsideredMove>,
    seed: u64,
    seconds: f64,
}

impl BestMove {
    /// The choice of an agent with that seed, after so many seconds.
    pub fn new(choice: Choice, seed: u64, seconds: f64, language: Language) -> Self {
        let considered = choice.considered.into_iter().map(|one| ConsideredMove {
            mv: one.mv,
            score: one.score,
            visits: one.samples,
        });
        Self {
            mv: choice.mv,
            score: choice.score,
            unit: choice.unit.map(Unit::name),
            unit_text: choice.unit.map(|unit| unit.text().get(language)),
            line: choice.line,
            considered: considered.collect(),
            seed,
            seconds,
        }
    }
}

/// A game judged move by move.
#[derive(Debug, Serialize)]
pub struct Judgement {
    moves: Vec<JudgedMove>,
    accuracy: [Option<f64>; 2],
    lost_at: Option<usize>,
}

impl Judgement {
    /// The judgement in a language.
    pub fn new(judged: Judged, language: Language) -> Self {
        let moves = judged.moves.into_iter();
        Self {
            moves: moves
                .map(|judged| JudgedMove::new(judged, Some(language)))
                .collect(),
            accuracy: judged.accuracy,
            lost_at: judged.lost_at,
        }
    }
}

/// A move that is not best, and the line that refutes it.
#[derive(Debug, Serialize)]
pub struct Refutation {
    #[serde(rename = "move")]
    mv: String,
    outcome: &'static str,
    distance: Option<u32>,
    line: Vec<String>,
}

impl Refutation {
    /// The refutation of a move.
    pub fn new(mv: String, worth: Worth, line: Vec<String>) -> Self {
        Self {
            mv,
            outcome: worth.outcome.name(),
            distance: worth.distance,
            line,
        }
    }
}

/// Why the best moves are best.
#[derive(Debug, Serialize)]
pub struct Refutations {
    /// The outcome of the position.
    pub outcome: &'static str,
    /// The line of best play.
    pub line: Vec<String>,
    /// The refutations of other moves.
    pub refutations: Vec<Refutation>,
}
