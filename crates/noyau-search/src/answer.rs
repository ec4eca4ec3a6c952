//! The whole answer about a position: its score, its best moves, what each move brings, and best play.

use crate::null_window::Search;
use crate::scoring::Scoring;
use noyau_core::hints::{SURE, Score, SearchHints};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::payoff::Rules;

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

/// What a search found. Scores are for the side to move; where only outcomes are searched, 1 is a win and −1 a loss.
#[derive(Debug, Clone)]
pub struct Solved<M> {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
    /// The best moves: all of them if all moves were wanted, else one. At least one, if the score is known, there are moves,
    /// and more than the value was wanted.
    pub best: Vec<M>,
    /// Best play to the end, or as far as the limits allowed; unless all moves were wanted, as far as it takes few more
    /// nodes than the score did.
    pub line: Vec<M>,
    /// What each legal move brings, as far as the limits allowed.
    pub moves: Vec<(M, Score)>,
    /// How many positions had their moves generated.
    pub nodes: u64,
    /// Which limit left something of this out.
    pub stopped: Option<Stopped>,
}

impl<M> Solved<M> {
    pub(super) fn between(low: Score, high: Score) -> Self {
        Self {
            low,
            high,
            best: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            stopped: None,
        }
    }
}

/// Searches a position with a table of its own; `None` where the game cannot be searched from there. `most` is the largest
/// margin there is, in games with points.
pub fn answer<G: SearchHints, T: Scoring<G>>(
    rules: Rules<'_, G>,
    most: u32,
    position: &G::Position,
    wanted: Wanted,
    limits: &Limits,
) -> Option<Solved<G::Move>> {
    let game = rules.game;
    let mut search = Search::new(rules, &T::new(most), position, limits)?;
    let score = search.bisect(position, None, SURE);
    let mut solved = Solved::between(score.low, score.high);
    solved.stopped = score.stopped;
    if score.stopped.is_none() && wanted != Wanted::Value && game.outcome(position).is_none() {
        solved.stopped = add_moves(&mut search, game, position, wanted, &mut solved).err();
    }
    solved.nodes = search.nodes();
    Some(solved)
}

/// Adds what moves bring and best play, until a limit is met.
fn add_moves<G: SearchHints, T: Scoring<G>>(
    search: &mut Search<'_, G, T>,
    game: &G,
    position: &G::Position,
    wanted: Wanted,
    solved: &mut Solved<G::Move>,
) -> Result<(), Stopped> {
    let score = solved.low;
    let Some(best) = search.move_with(position, score)? else {
        return Ok(());
    };
    solved.best.push(best);
    if wanted == Wanted::Best {
        // Nothing more is wanted than can be had for little.
        search.limit_nodes(nodes_with_line(search.nodes()));
        let _ = add_line(search, game, position, best, solved);
    } else {
        // The line first: what is needed for it is still in the table.
        add_line(search, game, position, best, solved)?;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        solved.best.clear();
        for mv in moves {
            let brings = search.bisect(position, Some(mv), score);
            if let Some(stopped) = brings.stopped {
                if solved.best.is_empty() {
                    solved.best.push(best);
                }
                return Err(stopped);
            }
            solved.moves.push((mv, brings.low));
            if brings.low == score {
                solved.best.push(mv);
            }
        }
    }
    Ok(())
}

/// Adds best play from the best move on, until a limit is met.
fn add_line<G: SearchHints, T: Scoring<G>>(
    search: &mut Search<'_, G, T>,
    game: &G,
    position: &G::Position,
    best: G::Move,
    solved: &mut Solved<G::Move>,
) -> Result<(), Stopped> {
    let (mut now, mut expected, mut next) = (position.clone(), solved.low, Some(best));
    while let Some(mv) = next {
        solved.line.push(mv);
        expected = search.score_after(&now, mv, expected);
        game.play(&mut now, mv);
        next = if game.outcome(&now).is_some() {
            None
        } else {
            search.move_with(&now, expected)?
        };
    }
    Ok(())
}

/// The most nodes of an answer with a line of play, if the position alone took so many.
pub(crate) const fn nodes_with_line(decided: u64) -> u64 {
    decided + decided / 8 + 10_000
}
