//! The documents of the page's server. `openapi.json` of the server describes them.

mod arena;
mod exercises;
mod games;
mod jobs;
mod search;
mod tables;
mod tree;
mod view;

pub use arena::{ArenaDocument, AttractorLayers, nimbers_of};
pub use exercises::{CheckedKernel, CheckedTree, Exercise};
pub use games::{Agent, Catalogue, CatalogueEntry, GameState, PlayedMove, SampleFile, SampleFiles};
pub use jobs::{ContestGame, DuelCurves, JobDocument, JobState};
pub use search::{BestMove, HeuristicValue, Judgement, Refutation, Refutations, Values};
pub use tables::{ListedTable, Puzzle, TableRow};
pub use tree::TreeDocument;
pub use view::view;

use serde::Serialize;
use serde_json::{Map, Value};

/// A file to save.
#[derive(Debug, Serialize)]
pub struct Exported {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A rule sheet that is a game.
#[derive(Debug, Serialize)]
pub struct RuleSheet {
    /// The roles.
    pub roles: Vec<String>,
    /// The legal moves of each role at the start.
    pub legal: Map<String, Value>,
    /// The name of the game.
    pub game: &'static str,
    /// Remarks in words.
    pub notes: Vec<String>,
}
