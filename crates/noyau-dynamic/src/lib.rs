//! The one place where types are erased: an entry in the list of games, and a game being played.
//!
//! The command line, the page and Python use only this. The virtual call is made once a task (solve, count, play a
//! move), never once a position.

pub mod certificate;
mod deciding;
mod deepening;
mod explore;
mod facts;
mod graph;
mod known;
mod learning;
mod open;
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

pub use deepening::{DeepAnswer, DeepSearch};
pub use explore::Explore;
pub use facts::{Fact, FactKind, Info};
pub use known::{Known, Recall};
pub use learning::Learning;
pub use noyau_core::cursor::{Cursor, Problem};
pub use noyau_search::answer::Wanted;
pub use proving::Certify;
pub use sampling::{Leaf, MctsAnswer, SampledSearch};
pub use solve::Solve;
pub use spec::Spec;
pub use tables::{Row, TableGame, TablePlan, Unsolved, Unvisited};
pub use trees::{Opinion, TreeAnswer, TreeSearch};

use noyau_core::estimate::{Legal, Plays, Positions};
use noyau_core::game::Outcome;
use noyau_core::heuristic::Score;
use noyau_core::language::{Message, Text};
use noyau_core::limits::Stopped;
use noyau_core::value::Value;
use noyau_core::view::View;

/// Gives the content of a file that a game's parameters name.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Message>;

/// What is wrong in a file that a game's parameters name, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub why: Message,
}

/// A file that comes with a game that is made from files: an example for people, and what the tests work on.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The path to give as parameter.
    pub path: &'static str,
    /// The content.
    pub content: &'static str,
}

/// A game family, known by name.
pub trait Entry: Sync {
    /// What a menu shows.
    fn info(&self) -> &Info;
    /// What is known from elsewhere.
    fn facts(&self) -> &'static [Fact];
    /// Files to try a game that is made from files; empty for the others.
    fn samples(&self) -> &'static [Sample];
    /// What can be asked of the game beyond its rules.
    fn abilities(&self) -> Vec<Ability>;
    /// Opens the game with those parameters; empty ones are the default.
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

/// What a game may offer beyond its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// Nimbers: it is impartial under normal play.
    Nimbers,
    /// Points, and so margins.
    Points,
    /// Symmetries.
    Symmetry,
    /// Positions as numbers.
    Ranks,
    /// Moves backwards.
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

    /// The word in menus.
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

/// What a walk through all reachable positions found.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// Positions.
    pub positions: u64,
    /// Final positions among them.
    pub terminal: u64,
    /// Moves between them.
    pub moves: u64,
    /// Positions by the ply they are first reached at.
    pub by_ply: Vec<u64>,
    /// Moves a position that has any, on average.
    pub branching_mean: f64,
    /// The most moves of a position.
    pub branching_max: u64,
    /// The longest play in plies; `None` if play can go on for ever.
    pub longest: Option<u32>,
}

/// What sampling tells of a game that is too large to count.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// What random plays tell.
    pub plays: Plays,
    /// What weighted walks tell of the positions that play reaches: in games without cycles that can be played
    /// backwards, from their start.
    pub positions: Option<Positions>,
    /// Which part of the configurations are legal positions, where they can be drawn.
    pub legal: Option<Legal>,
}

/// What a position or a move is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// How it ends.
    pub outcome: Outcome,
    /// In how many plies; `None` for draws and in games with points.
    pub distance: Option<u32>,
    /// By how many points, those so far included, in games with points; counted in [`OpenGame::units`].
    pub margin: Option<i32>,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            distance: value.distance(),
            margin: None,
        }
    }
}

impl Worth {
    /// The worth of finishing ahead by so many points.
    pub fn of_margin(margin: i32) -> Self {
        Self {
            outcome: Outcome::of_margin(margin),
            distance: None,
            margin: Some(margin),
        }
    }
}

/// An exact answer, or what was proved before a limit was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What the position is worth to the side to move; `None` if it is not known.
    pub worth: Option<Worth>,
    /// The worst and the best that it may be, where it is not known.
    pub bounds: [Outcome; 2],
    /// The nimber, for impartial games under normal play.
    pub nimber: Option<u32>,
    /// The best moves: those that keep the value.
    pub best: Vec<String>,
    /// Best play from here to the end; for endless draws, until a position comes again.
    pub line: Vec<String>,
    /// Every legal move with what the side to move gets by playing it.
    pub moves: Vec<(String, Worth)>,
    /// How the answer was found.
    pub method: Method,
    /// How many positions were tabulated; `None` in a search.
    pub positions: Option<u64>,
    /// How many positions had their moves generated in a search.
    pub nodes: Option<u64>,
    /// How many of them are lost, where all were sieved.
    pub lost: Option<u64>,
    /// Which limit was met, if the answer is not known or some of it is left out.
    pub stopped: Option<Stopped>,
}

impl Answer {
    /// An answer by a method, of which nothing is known yet.
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

    /// What is known when a limit was met after so many positions.
    fn unknown((stopped, positions): (Stopped, usize)) -> Self {
        Self {
            positions: Some(positions as u64),
            stopped: Some(stopped),
            ..Self::by(Method::Graph)
        }
    }
}

/// A way to find an exact answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Whatever serves best.
    Auto,
    /// All positions as a graph, solved backwards.
    Graph,
    /// All positions by number, lost ones marking those before them; for impartial games whose numbers descend.
    Sieve,
    /// All positions by number, tier by tier; for games laid out for tables.
    Table,
    /// Down the lines of play that matter, with a table of what is known; for games in which every play ends.
    Search,
    /// Whatever proof or disproof costs least is settled first: the outcome alone.
    Proof,
    /// The nimbers of independent parts are added up; for impartial games that fall apart.
    Sum,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Graph,
        Self::Sieve,
        Self::Table,
        Self::Search,
        Self::Proof,
        Self::Sum,
    ];

    /// The word on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Graph => "graph",
            Self::Sieve => "sieve",
            Self::Table => "table",
            Self::Search => "search",
            Self::Proof => "proof",
            Self::Sum => "sum",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A game being played; positions and moves are text.
pub trait OpenGame:
    Cursor
    + Certify
    + DeepSearch
    + Explore
    + Learning
    + Recall
    + SampledSearch
    + Solve
    + TableGame
    + TreeSearch
{
    /// What a menu shows.
    fn info(&self) -> &'static Info;
    /// How many units of margins make a point: 2 in games with half points.
    fn units(&self) -> i32;
    /// What each heuristic of the game says, for the side to move.
    fn scores(&self) -> Vec<(&'static str, Score)>;
    /// The picture.
    fn view(&self) -> View;
    /// Plays several moves, as typed after `--after`. A pass that is the only move may be left out.
    fn play_line(&mut self, moves: &str) -> Result<(), Problem>;
    /// Splits the text of several moves, as typed after `--after`.
    fn split_moves(&self, text: &str) -> Vec<String>;
    /// Writes several moves as a text that splits into them again.
    fn join_moves(&self, moves: &[String]) -> String;
}
