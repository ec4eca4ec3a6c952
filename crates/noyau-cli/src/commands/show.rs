//! `noyau show`: a position.

use super::solve::MOVES_SHOWN;
use crate::prelude::*;

pub(super) const COMMAND: Entry = Entry::new("show", help::SHOW, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    args.position(command).arg(args.json())
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (game, _) = input::open_position(matches)?;
    let (first, count) = game.first_moves(MOVES_SHOWN);
    input::settled(&*game)?;
    if matches.get_flag("json") {
        return console.json(&documents::position(&*game, &game.moves()));
    }
    let mut out = console.out();
    writeln!(out, "{}", game.view().to_text())?;
    let side = console.say(messages::side(game.side()));
    let mut lines = console.lines();
    lines.add(messages::GAME, &game.name());
    lines.add(messages::POSITION, &game.position());
    lines.add(messages::TO_MOVE, &side.to_owned());
    if let Some([first, second]) = game.points() {
        lines.add(messages::POINTS, &format!("{first}-{second}"));
    }
    match game.outcome() {
        None => {
            let listed = console.cut_after(game.join_moves(&first), count - first.len());
            lines.add(messages::MOVES, &format!("{listed} ({count})"));
        }
        Some(_) => lines.add(messages::RESULT, &ended(&*game)),
    }
    lines.end(out)
}

/// How a finished game ended.
pub(super) fn ended(game: &dyn OpenGame) -> Message {
    let winner = game.outcome().and_then(|end| end.winner(game.side()));
    match winner {
        None => message!("the game is over: a draw", "la partie est finie : nulle"),
        Some(winner) => message!(
            "the game is over: {winner} wins",
            "la partie est finie : {winner} gagne",
            winner = messages::side(winner)
        ),
    }
}
