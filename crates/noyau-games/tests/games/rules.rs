//! The rules of single games: positions and moves that are written down, and what is refused and why.

mod awele;
mod chess;
pub(crate) mod connect4;
mod domineering;
mod dots;
mod draughts;
mod go;
mod graph;
mod kalah;
mod mnk;
mod morris;
mod octal;
mod othello;
mod tictactoe;
mod wythoff;

use crate::{no_files, open};
use noyau::dynamic::OpenGame;

/// A game in a position, or at its start.
fn at(name: &str, position: &str) -> Box<dyn OpenGame> {
    let mut game = open(name);
    if !position.is_empty() {
        game.set(position).unwrap();
    }
    game
}

/// The position after moves, with spaces between them.
fn after(name: &str, position: &str, moves: &str) -> String {
    let mut game = at(name, position);
    for mv in moves.split(' ') {
        game.play(mv).unwrap();
    }
    game.position()
}

/// Demands that these parameters are refused, each for its reason.
fn refuses_parameters(game: &str, wrong: &[(&str, &str)]) {
    for (parameters, why) in wrong {
        let name = format!("{game}:{parameters}");
        let refused = noyau_games::open(&name, &no_files).err();
        let refused = refused.map(|problem| problem.to_string());
        let refused = refused.unwrap_or_else(|| panic!("{name} is opened"));
        assert!(refused.contains(why), "{name}: {refused}");
    }
}

/// Demands that these positions are refused, each for its reason.
fn refuses_positions(name: &str, wrong: &[(&str, &str)]) {
    for (position, why) in wrong {
        let refused = open(name).set(position).unwrap_err().to_string();
        assert!(refused.contains(why), "{position}: {refused}");
    }
}

/// Demands that these moves are refused in a position, each for its reason.
fn refuses_moves(name: &str, position: &str, wrong: &[(&str, &str)]) {
    for (mv, why) in wrong {
        let refused = at(name, position).play(mv).unwrap_err().to_string();
        assert!(refused.contains(why), "{mv} in {position}: {refused}");
    }
}
