//! The whole answer about a position: its score, its best moves, what each move brings, and best play.

use crate::goal::Goal;
use crate::null_window::{Proved, Search};
use noyau_core::game::Game;
use noyau_core::hints::{Score, SearchHints};
use noyau_core::limits::{Limits, Stopped};

/// How much is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The value alone.
    Value,
    /// The value, a best move and best play.
    Best,
    /// The same with all best moves and what each move brings.
    Moves,
}

/// What a search found. Scores are for the side to move.
#[derive(Debug, Clone)]
pub struct Found<G: Game> {
    /// The score, or bounds of it.
    pub score: Proved,
    /// The best moves; at least one, if the score is known, there are moves, and more than the value was wanted.
    pub best: Vec<G::Move>,
    /// Best play to the end, or as far as the limits allowed.
    pub line: Vec<G::Move>,
    /// What each legal move brings, as far as the limits allowed.
    pub moves: Vec<(G::Move, Score)>,
    /// How many positions had their moves generated.
    pub nodes: u64,
    /// Which limit left something of this out.
    pub stopped: Option<Stopped>,
}

/// Searches a position with a table of its own; `None` where the game cannot be searched from there.
pub fn answer<G: SearchHints, T: Goal<G> + Clone>(
    game: &G,
    goal: T,
    position: &G::Position,
    wanted: Wanted,
    limits: &Limits,
) -> Option<Found<G>> {
    let mut search = Search::new(game, goal, position, limits)?;
    let score = search.solve(position);
    let mut found = Found {
        score,
        best: Vec::new(),
        line: Vec::new(),
        moves: Vec::new(),
        nodes: 0,
        stopped: score.stopped,
    };
    if score.stopped.is_none() && wanted != Wanted::Value && game.outcome(position).is_none() {
        found.stopped = tell_moves(&mut search, game, position, wanted, &mut found).err();
    }
    found.nodes = search.nodes();
    Some(found)
}

/// Fills in what moves bring and best play, until a limit is met.
fn tell_moves<G: SearchHints, T: Goal<G> + Clone>(
    search: &mut Search<'_, G, T>,
    game: &G,
    position: &G::Position,
    wanted: Wanted,
    found: &mut Found<G>,
) -> Result<(), Stopped> {
    let score = found.score.low;
    let Some(best) = search.move_with(position, score)? else {
        return Ok(());
    };
    found.best.push(best);
    // The line first: what is needed for it is still in the table.
    let (mut now, mut expected, mut next) = (position.clone(), score, Some(best));
    while let Some(mv) = next {
        found.line.push(mv);
        expected = search.score_after(&now, mv, expected);
        game.play(&mut now, mv);
        next = if game.outcome(&now).is_some() {
            None
        } else {
            search.move_with(&now, expected)?
        };
    }
    if wanted == Wanted::Moves {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        found.best.clear();
        for mv in moves {
            let brings = search.solve_move(position, mv, score);
            if let Some(stopped) = brings.stopped {
                if found.best.is_empty() {
                    found.best.push(best);
                }
                return Err(stopped);
            }
            found.moves.push((mv, brings.low));
            if brings.low == score {
                found.best.push(mv);
            }
        }
    }
    Ok(())
}
