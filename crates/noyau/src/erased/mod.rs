//! The one place where types are erased: an entry in the list of games, and a game being played.
//!
//! The command line, the page and Python use only this. The virtual call is made once a task (solve, count, play a
//! move), never once a position.

mod facts;
mod open;
mod spec;

pub use facts::{CountFact, Facts, Info, MarginFact, NimberFact, PerftFact, ValueFact};
pub use spec::Spec;

use crate::arena::Arena;
use crate::certificate::NotWritten;
use crate::conformance::Broken;
use crate::game::{Outcome, Side};
use crate::heuristic::Score;
use crate::language::{Message, Text};
use crate::limits::{Limits, Stopped};
use crate::playout::Playouts;
use crate::value::Value;
use crate::view::View;
use std::io::Write;

crate::messages! {
    /// What can be wrong with what was asked of a game.
    pub enum Problem {
        UnknownGame { name: String, known: String } =>
            "there is no game called {name:?}; the games are {known}",
            "aucun jeu ne s'appelle {name:?} ; les jeux sont {known}";
        Parameters { game: String, got: String, why: Message, expected: Text, example: String } =>
            "bad parameters {got:?} for {game}: {why}; right would be {expected}, as in {example}",
            "mauvais paramètres {got:?} pour {game} : {why} ; il faudrait {expected}, comme {example}";
        NoFile { game: String, expected: Text, example: String } =>
            "{game} needs {expected}, as in {example}",
            "{game} demande {expected}, comme {example}";
        File { why: Message } => "{why}", "{why}";
        FileContent { path: String, line: usize, column: usize, why: Message } =>
            "{path}:{line}:{column}: {why}",
            "{path}:{line}:{column}: {why}";
        Position { got: String, why: Message } =>
            "{got:?} is no position of this game: {why}",
            "{got:?} n'est pas une position de ce jeu : {why}";
        IllegalMove { mv: String, position: String, why: Message } =>
            "{mv:?} is no legal move in {position:?}: {why}",
            "{mv:?} n'est pas un coup légal dans {position:?} : {why}";
        RulesVersion { game: String, wanted: u32, here: u32 } =>
            "this is about version {wanted} of the rules of {game}; here they have version {here}",
            "ceci concerne la version {wanted} des règles de {game} ; elles sont ici en version {here}";
    }
}

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
    fn facts(&self) -> &Facts;
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
    fn check_laws(
        &'static self,
        parameters: &str,
        files: Files<'_>,
        seed: u64,
    ) -> Result<(), Broken>;
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
    /// The word in menus.
    pub const fn text(self) -> Text {
        match self {
            Self::Nimbers => Text {
                en: "nimbers",
                fr: "nimbers",
            },
            Self::Points => Text {
                en: "points",
                fr: "points",
            },
            Self::Symmetry => Text {
                en: "symmetry",
                fr: "symétries",
            },
            Self::Ranks => Text {
                en: "ranks",
                fr: "rangs",
            },
            Self::Predecessors => Text {
                en: "predecessors",
                fr: "prédécesseurs",
            },
            Self::Parts => Text {
                en: "parts",
                fr: "parties indépendantes",
            },
            Self::Heuristics => Text {
                en: "heuristics",
                fr: "heuristiques",
            },
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

/// What a position or a move is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// How it ends.
    pub outcome: Outcome,
    /// In how many plies; `None` for draws and in games with points.
    pub distance: Option<u32>,
    /// By how many points, those so far included, in games with points.
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
    /// The nimber, for impartial games under normal play.
    pub nimber: Option<u32>,
    /// The best moves: those that keep the value.
    pub best: Vec<String>,
    /// Best play from here to the end; for endless draws, until a position comes again.
    pub line: Vec<String>,
    /// Every legal move with what the side to move gets by playing it.
    pub moves: Vec<(String, Worth)>,
    /// How the answer was found.
    pub method: &'static str,
    /// How many positions were tabulated.
    pub positions: u64,
    /// Which limit was met, if the answer is not known.
    pub stopped: Option<Stopped>,
}

/// A game being played; positions and moves are text.
pub trait OpenGame: Send {
    /// What a menu shows.
    fn info(&self) -> &'static Info;
    /// Name and parameters, as one would type them.
    fn name(&self) -> String;
    /// The position in the game's text.
    fn position(&self) -> String;
    /// Who is to move.
    fn side(&self) -> Side;
    /// The points of First and of Second so far, in games where points are won along moves.
    fn points(&self) -> Option<[i32; 2]>;
    /// The end, for the side to move, if it has come. Points are settled.
    fn outcome(&self) -> Option<Outcome>;
    /// What each heuristic of the game says, for the side to move.
    fn scores(&self) -> Vec<(&'static str, Score)>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The picture.
    fn view(&self) -> View;
    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), Problem>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Sets up a position; what was played before is forgotten.
    fn set(&mut self, position: &str) -> Result<(), Problem>;
    /// Splits the text of several moves, as typed after `--after`.
    fn split_moves(&self, text: &str) -> Vec<String>;
    /// Writes several moves as a text that splits into them again.
    fn join_moves(&self, moves: &[String]) -> String;
    /// Counts sequences of exactly that many moves.
    fn perft(&self, depth: u32) -> u64;
    /// Plays that many random games from here, or as many as the limits allow.
    fn playouts(&self, games: u64, seed: u64, limits: &Limits) -> Playouts;
    /// Walks through all positions reachable from here. The error says which limit was met after how many positions.
    fn count(&self, limits: &Limits) -> Result<Count, (Stopped, usize)>;
    /// The exact value of the position, of its moves unless `quick`, and best play.
    fn solve(&self, quick: bool, limits: &Limits) -> Answer;
    /// The arena of all positions reachable from here, called by their texts.
    fn arena(&self, limits: &Limits) -> Result<Arena, (Stopped, usize)>;
    /// Writes a certificate of the exact value of every position reachable from here. Games with points have none.
    fn write_certificate(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten>;
}
