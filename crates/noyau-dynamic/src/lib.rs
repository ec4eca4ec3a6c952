//! Type erasure: registry entries, and games in play.
//!
//! The command line, the page and Python use only this crate. There is one virtual call per task (solve, count,
//! play a move), never one per position.
//!
//! ```
//! use noyau_core::limits::Limits;
//! use noyau_core::{Game, Message, Notation, Outcome, Side, Text, message};
//! use noyau_dynamic::{Cursor, Entry, Info, Solve, Spec, no_files};
//!
//! static SPEC: Spec<Heap> = Spec::new(
//!     Info {
//!         name: "heap",
//!         summary: Text::new("Take one or two.", "Prenez un ou deux."),
//!         parameters: Text::new("none", "aucun"),
//!         default: "",
//!         version: 1,
//!     },
//!     &[],
//!     |_, _| Ok(Heap),
//! );
//!
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         7
//!     }
//!
//!     fn outcome(&self, &left: &u32) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome::Loss)
//!     }
//!
//!     fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
//!         out.extend(1..=left.min(2));
//!     }
//!
//!     fn play(&self, left: &mut u32, taken: u32) {
//!         *left -= taken;
//!     }
//! }
//!
//! impl Notation for Heap {
//!     fn parameters(&self) -> String {
//!         String::new()
//!     }
//!
//!     fn format_board(&self, left: &u32, _: Side) -> String {
//!         left.to_string()
//!     }
//!
//!     fn parse_board(&self, text: &str, _: Side) -> Result<u32, Message> {
//!         text.parse().map_err(|_| message!("a number is wanted", "il faut un nombre"))
//!     }
//!
//!     fn format_move(&self, _: &u32, taken: u32) -> String {
//!         taken.to_string()
//!     }
//! }
//!
//! let mut game = SPEC.open("", &no_files).unwrap();
//! let answer = game.solve(true, &Limits::default());
//! assert_eq!((answer.worth.unwrap().outcome, answer.best), (Outcome::Win, vec!["1".to_owned()]));
//! game.play("1").unwrap();
//! assert_eq!(game.position(), "6 second");
//! ```

pub mod certificate;
mod deciding;
mod deepening;
mod explain;
mod explore;
mod facts;
mod graph;
mod known;
mod learning;
mod look_up;
mod open;
mod probing;
mod proving;
mod sampling;
mod searching;
mod sieve;
mod solve;
mod spec;
mod table_rules;
mod tables;
mod tabulated;
mod trees;
mod zugzwangs;

pub use deepening::{DeepAnswer, DeepSearch};
pub use explain::{Explain, Nimbered, Split};
pub use explore::Explore;
pub use facts::{Fact, FactKind, Info};
pub use known::{Known, Recall};
pub use learning::Learning;
pub use noyau_core::cursor::{Cursor, Problem};
pub use noyau_core::walk::Walkable;
pub use noyau_search::answer::Wanted;
pub use proving::Certify;
pub use sampling::{Leaf, MctsAnswer, SampledSearch};
pub use solve::Solve;
pub use spec::{STRONGEST, Spec};
pub use tables::{
    Row, TableGame, TablePlan, Unsolved, Unvisited, set_up_table, table_of_names, worth_of,
};
pub use trees::{LEARNED, Opinion, TreeAnswer, TreeSearch, best_opinion};
pub use zugzwangs::Zugzwangs;

use noyau_core::estimate::{Legal, Plays, Positions};
use noyau_core::game::Outcome;
use noyau_core::heuristic::Score;
use noyau_core::language::{Message, Text};
use noyau_core::limits::{Stopped, Unfinished};
pub use noyau_core::value::Worth;
use noyau_core::view::View;
use std::error::Error;
use std::fmt;

/// What the author of a game in the list needs.
pub mod prelude {
    pub use crate::{Fact, Info, Spec};
    pub use noyau_core::prelude::*;
}

/// Returns the content of a file named in a game's parameters.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Message>;

/// The files of a program that has none.
pub fn no_files(_: &str) -> Result<Vec<u8>, Message> {
    Err(noyau_core::message!(
        "no files are read here",
        "aucun fichier n'est lu ici"
    ))
}

/// An error in a file named in a game's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what is expected.
    pub why: Message,
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl Error for FileProblem {}

/// A sample file of a game read from files: an example for users and input for tests.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The path to give as parameter.
    pub path: &'static str,
    /// The content.
    pub content: &'static str,
}

/// A registered game family.
pub trait Entry: Sync {
    /// The metadata.
    fn info(&self) -> &Info;
    /// The published facts.
    fn facts(&self) -> &'static [Fact];
    /// Sample files of a game read from files; empty for other games.
    fn samples(&self) -> &'static [Sample];
    /// The optional abilities.
    fn abilities(&self) -> Vec<Ability>;
    /// Opens the game with those parameters; empty means the default.
    fn open(
        &'static self,
        parameters: &str,
        files: Files<'_>,
    ) -> Result<Box<dyn OpenGame>, Problem>;
    /// Runs every law that the game's abilities allow, on the game with those parameters.
    #[cfg(feature = "laws")]
    fn check_laws(
        &'static self,
        parameters: &str,
        files: Files<'_>,
        seed: u64,
    ) -> Result<(), noyau_core::conformance::Broken>;
}

/// An optional ability of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// Nimbers: the game is impartial under normal play.
    Nimbers,
    /// Points, and so margins.
    Points,
    /// Symmetries.
    Symmetry,
    /// Numbered positions.
    Ranks,
    /// Predecessors.
    Predecessors,
    /// Independent parts.
    Parts,
    /// Heuristics.
    Heuristics,
}

impl Ability {
    const ALL: [Self; 7] = [
        Self::Nimbers,
        Self::Points,
        Self::Symmetry,
        Self::Ranks,
        Self::Predecessors,
        Self::Parts,
        Self::Heuristics,
    ];

    /// The name in menus.
    pub const fn text(self) -> Text {
        match self {
            Self::Nimbers => Text::new("nimbers", "nimbers"),
            Self::Points => Text::new("points", "points"),
            Self::Symmetry => Text::new("symmetry", "symétries"),
            Self::Ranks => Text::new("ranks", "rangs"),
            Self::Predecessors => Text::new("predecessors", "prédécesseurs"),
            Self::Parts => Text::new("parts", "parties indépendantes"),
            Self::Heuristics => Text::new("heuristics", "heuristiques"),
        }
    }
}

/// Statistics of all reachable positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// Positions.
    pub positions: u64,
    /// Terminal positions among them.
    pub terminal: u64,
    /// Moves between them.
    pub moves: u64,
    /// Positions by the ply at which they are first reached.
    pub by_ply: Vec<u64>,
    /// The mean number of moves of positions that are not terminal.
    pub branching_mean: f64,
    /// The maximum number of moves of a position.
    pub branching_max: u64,
    /// The length of the longest play in plies; `None` if play can be infinite.
    pub longest: Option<u32>,
}

/// Sampling estimates for a game too large to count.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Estimates from random plays.
    pub plays: Plays,
    /// Estimates of the reachable positions from weighted walks, in reversible games without cycles and from their
    /// start.
    pub positions: Option<Positions>,
    /// The proportion of configurations that are legal positions, if configurations can be sampled.
    pub legal: Option<Legal>,
}

/// An exact answer, or the bounds proved before a limit was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The worth of the position to the side to move, if known.
    pub worth: Option<Worth>,
    /// The lower and upper bound of the outcome, if the worth is not known.
    pub bounds: [Outcome; 2],
    /// The nimber, for impartial games under normal play.
    pub nimber: Option<u32>,
    /// The best moves: those that keep the value.
    pub best: Vec<String>,
    /// The principal variation; for infinite draws, until a position repeats.
    pub line: Vec<String>,
    /// Every legal move with its worth to the side to move.
    pub moves: Vec<(String, Worth)>,
    /// The method used.
    pub method: Method,
    /// The number of tabulated positions; `None` for a search.
    pub positions: Option<u64>,
    /// The number of positions expanded by a search.
    pub nodes: Option<u64>,
    /// The number of lost positions, for a sieve.
    pub lost: Option<u64>,
    /// The limit reached, if the answer is unknown or incomplete.
    pub stopped: Option<Stopped>,
}

impl Answer {
    /// An empty answer by a method.
    fn by(method: Method) -> Self {
        Self {
            worth: None,
            bounds: [Outcome::Loss, Outcome::Win],
            nimber: None,
            best: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            method,
            positions: None,
            nodes: None,
            lost: None,
            stopped: None,
        }
    }

    /// A win by strategy stealing.
    fn stolen() -> Self {
        Self {
            worth: Some(deciding::worth(Outcome::Win)),
            bounds: [Outcome::Win; 2],
            ..Self::by(Method::StrategyStealing)
        }
    }

    /// The answer after a limit was reached.
    fn unknown(unfinished: Unfinished) -> Self {
        Self {
            positions: Some(unfinished.positions),
            stopped: Some(unfinished.stopped),
            ..Self::by(Method::Graph)
        }
    }
}

/// A method for exact answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Chosen automatically.
    Auto,
    /// Retrograde analysis of the graph of all positions.
    Graph,
    /// A sieve over all position numbers, lost positions marking their predecessors; for impartial games whose
    /// numbers descend.
    Sieve,
    /// All positions by number, tier by tier; for games laid out for tables.
    Table,
    /// Null-window search with a transposition table; for games in which every play ends.
    Search,
    /// Proof-number search: the outcome only.
    Proof,
    /// The XOR of the nimbers of independent parts; for impartial games that decompose.
    Sum,
    /// A proof of existence, without a move; for positions that no other method solves within the limits.
    StrategyStealing,
}

impl Method {
    /// The methods that can be asked for.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Graph,
        Self::Sieve,
        Self::Table,
        Self::Search,
        Self::Proof,
        Self::Sum,
    ];

    /// The name on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Graph => "graph",
            Self::Sieve => "sieve",
            Self::Table => "table",
            Self::Search => "search",
            Self::Proof => "proof",
            Self::Sum => "sum",
            Self::StrategyStealing => "strategy-stealing",
        }
    }

    /// The method of that name, if it can be asked for.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A game in play; positions and moves are text.
pub trait OpenGame:
    Cursor
    + Certify
    + DeepSearch
    + Explain
    + Explore
    + Learning
    + Recall
    + SampledSearch
    + Solve
    + TableGame
    + TreeSearch
    + Walkable
{
    /// The metadata.
    fn info(&self) -> &'static Info;
    /// The number of margin units per point: 2 in games with half points.
    fn units(&self) -> i32;
    /// The score of each heuristic of the game, for the side to move.
    fn scores(&self) -> Vec<(&'static str, Score)>;
    /// The picture.
    fn view(&self) -> View;
    /// Plays several moves, as typed after `--after`. A pass that is the only legal move may be omitted.
    fn play_line(&mut self, moves: &str) -> Result<(), Problem>;
    /// Splits the text of several moves, as typed after `--after`.
    fn split_moves(&self, text: &str) -> Vec<String>;
    /// Joins moves into a text that splits into them again.
    fn join_moves(&self, moves: &[String]) -> String;
}
