//! Alpha-beta with a transposition table on a user's own game: the value of a position to a depth, and one best move.
//!
//! Each of the user's methods costs far more than a step of the search, so the number of visited positions decides.
//! A position is not searched again to the same depth (transposition table; Slate and Atkin 1977). The move that
//! last caused a cutoff at the same ply is tried first (killer heuristic; Huberman 1968), then the opponent's reply
//! that refuted the previous move, since it may be a threat. Without a heuristic there are only three values, which
//! two null windows distinguish. The value is that of minimax. Complexity: in the worst case every line of play to
//! the depth; memory is linear in the visited positions.

use crate::session::{Access, FIRST_ROOM, Session};
use hashbrown::HashMap;
use noyau::heuristic::{Score, WON};
use noyau::limits::{Limits, Stopped};
use noyau::{Outcome, Side};
use pyo3::prelude::*;

/// The result of the search. Values are for First.
pub(crate) struct Found {
    pub(crate) value: Score,
    /// The first best move; `None` if the game is over or the depth is 0.
    pub(crate) best: Option<u32>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    /// Cutoffs by alpha and by beta.
    pub(crate) cuts: [u64; 2],
}

/// A position on the search stack.
struct Frame {
    id: u32,
    side: Side,
    left: u32,
    /// The window on entry: values outside need not be exact.
    asked: [Score; 2],
    window: [Score; 2],
    best: Score,
    best_move: (u32, u8),
    /// The start of its moves on the move stack, and how many were tried.
    first: usize,
    tried: usize,
}

/// The bounds of the value of a position with a side to move and a depth, and the mark of its best move.
type Memory = HashMap<(u32, u32, Side), ([Score; 2], u8)>;

/// The number of nodes between two checks of the clock.
const BETWEEN_CHECKS: u64 = 4096;

/// Bounds the absolute value of all scores.
const LARGEST: Score = WON;

/// Searches a position by number, with the given side to move.
pub(crate) fn search(
    py: Python<'_>,
    session: &Session,
    id: u32,
    side: Side,
    depth: u32,
    limits: &Limits,
) -> Result<Found, Stopped> {
    let judged = session.has_heuristic();
    let mut search = Search {
        access: Access::attached(session, py),
        limits,
        memory: Memory::with_capacity(FIRST_ROOM),
        killers: Vec::new(),
        found: Found {
            value: 0,
            best: None,
            nodes: 0,
            leaves: 0,
            cuts: [0; 2],
        },
    };
    if judged {
        search.within(id, side, depth, [-LARGEST, LARGEST])?;
        return Ok(search.found);
    }
    // The value is a win, a draw or a loss, and two null windows cost less than a full one: first for a win, then
    // for a loss.
    let (wins, holds) = ([0, LARGEST], [-LARGEST, 0]);
    let (first, then) = match side {
        Side::First => (wins, holds),
        Side::Second => (holds, wins),
    };
    search.within(id, side, depth, first)?;
    if search.found.value == 0 && search.found.best.is_some() {
        search.within(id, side, depth, then)?;
    }
    Ok(search.found)
}

/// A running search.
struct Search<'a, 'py> {
    access: Access<'a, 'py>,
    limits: &'a Limits,
    memory: Memory,
    /// The move of the last cutoff at each ply.
    killers: Vec<Option<u8>>,
    found: Found,
}

impl Search<'_, '_> {
    /// Computes the value within a window, and the first best move.
    fn within(
        &mut self,
        id: u32,
        side: Side,
        depth: u32,
        window: [Score; 2],
    ) -> Result<(), Stopped> {
        let Self {
            access,
            limits,
            memory,
            killers,
            found,
        } = self;
        let mut frames: Vec<Frame> = Vec::new();
        // The moves of all frames, concatenated in stack order, with their marks.
        let mut moves: Vec<(u32, u8)> = Vec::new();
        let mut entering = Some((id, side, depth, window));
        loop {
            // 1. Enter a position. Its value may be known at once; otherwise it becomes a frame.
            // `returned` is the value, and the mark of the move that achieves it.
            let mut returned: Option<(Score, Option<u8>)> = None;
            if let Some((id, side, left, window)) = entering.take() {
                limits.check_nodes(found.nodes)?;
                found.nodes += 1;
                if found.nodes.is_multiple_of(BETWEEN_CHECKS) || access.has_failed() {
                    limits.check(0)?;
                }
                let score = match access.ended(id, false) {
                    Some(outcome) => Some(LARGEST * (outcome as Score - Outcome::Draw as Score)),
                    None if left == 0 => Some(access.score(id)),
                    None => None,
                };
                if let Some(score) = score {
                    found.leaves += 1;
                    let value = if side == Side::First { score } else { -score };
                    returned = Some((value, None));
                } else {
                    let known = memory.get(&(id, left, side));
                    let [low, high] = known.map_or([-LARGEST, LARGEST], |known| known.0);
                    let mark = known.map(|known| known.1);
                    if low >= window[1] || low == high {
                        returned = Some((low, mark));
                    } else if high <= window[0] {
                        returned = Some((high, mark));
                    } else {
                        let first = moves.len();
                        access.mark_moves(id, &mut moves);
                        // At the root the first best move is wanted, so the order is kept.
                        if !frames.is_empty() {
                            let killer = killers.get(frames.len()).copied().flatten();
                            moves[first..].sort_by_key(|mv| Some(mv.1) != killer);
                        }
                        frames.push(Frame {
                            id,
                            side,
                            left,
                            asked: window,
                            window,
                            best: worst_for(side),
                            best_move: (0, 0),
                            first,
                            tried: 0,
                        });
                    }
                }
            }

            // 2. Return a value to the parent, which may then be complete itself, and so on upwards.
            while let Some((value, answer)) = returned.take() {
                let ply = frames.len().saturating_sub(1);
                let Some(frame) = frames.last_mut() else {
                    found.value = value;
                    return Ok(());
                };
                let next = frame.first + frame.tried;
                let mv = moves[next - 1];
                let (better, vain) = match frame.side {
                    Side::First => (value > frame.best, value <= frame.asked[0]),
                    Side::Second => (value < frame.best, value >= frame.asked[1]),
                };
                if better {
                    (frame.best, frame.best_move) = (value, mv);
                }
                if vain
                    && ply > 0
                    && let Some(answer) = answer
                    && let Some(there) = moves[next..].iter().position(|mv| mv.1 == answer)
                {
                    moves[next..=next + there].rotate_right(1);
                }
                let cut = match frame.side {
                    Side::First => {
                        frame.window[0] = frame.window[0].max(frame.best);
                        (frame.best >= frame.asked[1]).then_some(1)
                    }
                    Side::Second => {
                        frame.window[1] = frame.window[1].min(frame.best);
                        (frame.best <= frame.asked[0]).then_some(0)
                    }
                };
                let over = next == moves.len();
                if let Some(cut) = cut {
                    found.cuts[cut] += u64::from(!over);
                    if killers.len() <= ply {
                        killers.resize(ply + 1, None);
                    }
                    killers[ply] = Some(mv.1);
                }
                if cut.is_some() || over {
                    let best = frame.best;
                    let (bounds, mark) = memory
                        .entry((frame.id, frame.left, frame.side))
                        .or_insert(([-LARGEST, LARGEST], frame.best_move.1));
                    if best > frame.asked[0] {
                        bounds[0] = bounds[0].max(best);
                    }
                    if best < frame.asked[1] {
                        bounds[1] = bounds[1].min(best);
                    }
                    *mark = frame.best_move.1;
                    if ply == 0 {
                        found.best = Some(frame.best_move.0);
                    }
                    returned = Some((best, Some(*mark)));
                    moves.truncate(frame.first);
                    frames.pop();
                }
            }

            // 3. Try the next move of the last position.
            let Some(frame) = frames.last_mut() else {
                return Ok(());
            };
            let Some(&(number, _)) = moves.get(frame.first + frame.tried) else {
                // A method has raised: the moves are unknown.
                return Err(Stopped::Asked);
            };
            frame.tried += 1;
            let child = access.child(frame.id, number as usize);
            let turn = access.side(child).unwrap_or(frame.side.other());
            entering = Some((child, turn, frame.left - 1, frame.window));
        }
    }
}

fn worst_for(side: Side) -> Score {
    match side {
        Side::First => -LARGEST - 1,
        Side::Second => LARGEST + 1,
    }
}
