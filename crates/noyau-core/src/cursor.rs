//! A small dynamic interface to a game, sufficient for a checker. Positions and moves are text.

use crate::game::{Outcome, Side};
use crate::language::{Message, Text};

crate::messages! {
    /// Errors in requests to a game.
    pub enum Problem {
        UnknownGame { name: String, near: Message, known: String } =>
            "there is no game called {name:?}{near}; the games are {known}",
            "aucun jeu ne s'appelle {name:?}{near} ; les jeux sont {known}";
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
        Method { game: String, method: String, why: Text } =>
            "the method {method} does not apply to {game}: {why}",
            "la méthode {method} ne convient pas à {game} : {why}";
        RulesVersion { game: String, wanted: u32, here: u32 } =>
            "this is about version {wanted} of the rules of {game}; here they have version {here}",
            "ceci concerne la version {wanted} des règles de {game} ; elles sont ici en version {here}";
    }
}

/// A game in play, one position at a time; positions and moves are text.
pub trait Cursor: Send {
    /// The version of the rules.
    fn rules_version(&self) -> u32;
    /// Name and parameters, as typed.
    fn name(&self) -> String;
    /// The text of the position.
    fn position(&self) -> String;
    /// The text of the position without the points so far.
    fn board(&self) -> String;
    /// The side to move.
    fn side(&self) -> Side;
    /// The points of First and of Second so far, in games where points are won along moves.
    fn points(&self) -> Option<[i32; 2]>;
    /// Whether the game is decided by points, won along moves or counted at the end.
    fn has_points(&self) -> bool;
    /// The outcome for the side to move if the game is over, points included.
    fn outcome(&self) -> Option<Outcome>;
    /// The final margin of the side to move, if a game with points is over.
    fn margin(&self) -> Option<i32>;
    /// A gap in the rules found in some position visited so far, if any; results computed since are invalid.
    fn defect(&self) -> Option<Message>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// Sets up a position and clears the history.
    fn set(&mut self, position: &str) -> Result<(), Problem>;
    /// Sets up a position by its text without points, with no points won so far.
    fn set_board(&mut self, text: &str) -> Result<(), Problem>;
    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), Problem>;
    /// Undoes the last move; `false` if there is none.
    fn undo(&mut self) -> bool;
}
