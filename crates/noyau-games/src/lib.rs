//! The games, one file each, and the list that registers them everywhere.
//!
//! ```
//! use noyau_core::limits::Limits;
//! use noyau_core::Outcome;
//!
//! let game = noyau_games::open("chomp:3x4", &|_| unreachable!()).unwrap();
//! let answer = game.solve(true, &Limits::default());
//! assert_eq!(answer.worth.unwrap().outcome, Outcome::Win);
//! assert_eq!(answer.best, ["c2"]);
//! ```

use noyau_core::message;
use noyau_dynamic::{Entry, Files, OpenGame, Problem};

/// Passes the names of all games to a macro, which registers or tests them. `mod` lines stay outside, where rustfmt
/// sees them.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ($with:ident) => {
        $with! { awele, chess, chomp, connect4, domineering, dots, draughts, gdl, go, graph, kalah, leapfrog, matches, mnk, morris, nim, octal, othello, tictactoe, wythoff }
    };
}

macro_rules! register {
    ($($module:ident),+) => {
        /// Every game, in alphabetical order.
        pub static GAMES: &[&'static dyn Entry] = &[$(&$module::SPEC),+];
    };
}

pub mod awele;
pub mod chess;
pub mod chomp;
pub mod connect4;
pub mod domineering;
pub mod dots;
pub mod draughts;
pub mod gdl;
pub mod go;
pub mod graph;
pub mod kalah;
pub mod leapfrog;
pub mod matches;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod octal;
pub mod othello;
pub mod tictactoe;
pub mod wythoff;

mod in_a_row;
mod names;
mod sowing;
mod threats;

games!(register);

/// The game of that name, or that people call so: `morpion` is `tictactoe`.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    let (name, _) = names::listed(name)?;
    GAMES.iter().copied().find(|game| game.info().name == name)
}

/// What else people call a game of the list.
pub fn other_names(game: &str) -> impl Iterator<Item = &'static str> {
    names::others(game)
}

/// Opens a game by its name and parameters, as in `chomp:2x3`.
pub fn open(text: &str, files: Files<'_>) -> Result<Box<dyn OpenGame>, Problem> {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let entry = find(name).ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.info().name).collect();
        let near = names::nearest(name).map_or(message!("", ""), |near| {
            message!("; did you mean {near}?", " ; vouliez-vous dire {near} ?")
        });
        Problem::UnknownGame {
            name: name.to_owned(),
            near,
            known: names.join(", "),
        }
    })?;
    let meant = names::listed(name).filter(|_| parameters.is_empty());
    entry.open(meant.map_or(parameters, |meant| meant.1), files)
}

/// Compiles and runs the example of the front page of `noyau`.
#[cfg(doctest)]
#[doc = "```"]
#[doc = include_str!("../../noyau/src/named_game.txt")]
#[doc = "```"]
struct NamedGame;
