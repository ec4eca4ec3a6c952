//! The arena of a game: every position that play can reach, and the moves between them.

use super::{Arena, Draft, Ending, Names, Rows};
use hashbrown::{DefaultHashBuilder, HashTable};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::limits::{Limits, Stopped};
use std::hash::BuildHasher;

/// The positions reachable from one, in the order of a breadth-first walk, and the moves between them.
#[derive(Debug, Clone)]
pub struct Unfolding<G: Game> {
    /// The positions; the first is the one the walk began at.
    pub positions: Vec<G::Position>,
    /// For each position the positions one move away, in the order of [`Game::moves`].
    pub successors: Rows,
    /// `plies[k]..plies[k + 1]` are the positions first reached after `k` moves.
    pub plies: Vec<usize>,
    /// Whether positions do not tell whose turn it is although the arena must know: a move keeps the turn somewhere, or
    /// the side to move has won at an end.
    doubled: bool,
    /// Which moves keep the turn, in the order of the edges; empty if none does.
    pub kept: Vec<bool>,
}

/// Walks through all positions reachable from `from`.
pub fn unfold<G: Game>(
    game: &G,
    from: &G::Position,
    limits: &Limits,
) -> Result<Unfolding<G>, (Stopped, usize)> {
    unfold_with(game, from, limits, |_, _| {})
}

/// The same, unless there are more positions than that: then [`Stopped::Nodes`] is what stops it.
pub fn unfold_at_most<G: Game>(
    game: &G,
    from: &G::Position,
    most: usize,
    limits: &Limits,
) -> Result<Unfolding<G>, (Stopped, usize)> {
    walk(game, from, most, limits, |_, _| {})
}

/// Walks through all positions reachable from `from`, and calls `each` for every move, in the order of the edges.
pub fn unfold_with<G: Game>(
    game: &G,
    from: &G::Position,
    limits: &Limits,
    each: impl FnMut(&G::Position, G::Move),
) -> Result<Unfolding<G>, (Stopped, usize)> {
    walk(game, from, usize::MAX, limits, each)
}

/// Complexity: one generation of moves and one table look-up a move. Positions are compared by equality, never by hash
/// alone. Stops at the limits; the second part of the error is the number of positions met by then.
fn walk<G: Game>(
    game: &G,
    from: &G::Position,
    most: usize,
    limits: &Limits,
    mut each: impl FnMut(&G::Position, G::Move),
) -> Result<Unfolding<G>, (Stopped, usize)> {
    let hasher = DefaultHashBuilder::default();
    let mut positions = vec![from.clone()];
    let mut table: HashTable<u32> = HashTable::new();
    table.insert_unique(hasher.hash_one(from), 0, |_| 0);
    let mut successors = Rows::new();
    let mut plies = vec![0, 1];
    let mut moves = Vec::new();
    let mut kept = Vec::new();
    let mut any_kept = false;
    let mut next = 0;
    let mut check_at = 0;
    while next < positions.len() {
        if next == plies[plies.len() - 1] {
            plies.push(positions.len());
        }
        // Asked every few thousand positions, or moves where positions have many.
        if next.is_multiple_of(4096) || successors.edges() >= check_at {
            check_at = successors.edges() + 65_536;
            let bytes = positions.capacity() * size_of::<G::Position>()
                + table.capacity() * 5
                + successors.edges() * 5
                + successors.len() * 4;
            limits
                .check(bytes as u64)
                .map_err(|stopped| (stopped, positions.len()))?;
            limits.report(next as u64, positions.len() as u64);
        }
        if positions.len() > most {
            return Err((Stopped::Nodes, positions.len()));
        }
        moves.clear();
        game.moves(&positions[next], &mut moves);
        if successors.edges() + moves.len() > Rows::MOST || positions.len() > Rows::MOST / 2 {
            return Err((Stopped::Memory, positions.len()));
        }
        for &mv in &moves {
            each(&positions[next], mv);
            let child = game.child(&positions[next], mv);
            let hash = hasher.hash_one(&child);
            let known = table
                .find(hash, |&v| positions[v as usize] == child)
                .copied();
            let v = known.unwrap_or_else(|| {
                let v = positions.len() as u32;
                positions.push(child);
                table.insert_unique(hash, v, |&v| hasher.hash_one(&positions[v as usize]));
                v
            });
            successors.push(v);
            let keeps = game.keeps_turn(&positions[next], mv);
            any_kept |= keeps;
            kept.push(keeps);
        }
        successors.end_row();
        next += 1;
    }
    if plies[plies.len() - 1] == plies[plies.len() - 2] {
        plies.pop();
    }
    if !any_kept {
        kept = Vec::new();
    }
    let doubled = game.to_move(from).is_none()
        && (any_kept
            || positions
                .iter()
                .any(|position| game.outcome(position) == Some(Outcome::Win)));
    Ok(Unfolding {
        positions,
        successors,
        plies,
        doubled,
        kept,
    })
}

impl<G: Game> Unfolding<G> {
    /// Whether the arena has each position twice, once for each side to move. That is so where it matters whose turn it
    /// is and positions do not tell.
    pub fn is_doubled(&self) -> bool {
        self.doubled
    }

    /// The position at a vertex of the arena.
    pub fn position(&self, vertex: u32) -> &G::Position {
        &self.positions[if self.doubled { vertex / 2 } else { vertex } as usize]
    }

    /// The vertex of a position with that side to move.
    pub fn vertex(&self, position: usize, side: Side) -> u32 {
        if self.is_doubled() {
            2 * position as u32 + side as u32
        } else {
            position as u32
        }
    }

    /// The arena, its vertices called by their numbers.
    ///
    /// It has owners where the game tells its sides apart, and is a graph of positions where it does not.
    pub fn arena(&self, game: &G) -> Arena {
        let (successors, owners) = if self.doubled {
            let owners = Side::BOTH.into_iter().cycle();
            let owners = owners.take(2 * self.positions.len()).collect();
            (self.doubled_rows(), Some(owners))
        } else {
            let owners: Option<Vec<Side>> =
                self.positions.iter().map(|p| game.to_move(p)).collect();
            (self.successors.clone(), owners)
        };
        let mut said = false;
        let endings: Vec<Ending> = (0..successors.len() as u32)
            .map(|v| match game.outcome(self.position(v)) {
                None | Some(Outcome::Loss) => Ending::Unsaid,
                Some(outcome) => {
                    said = true;
                    let side = owners.as_ref().map_or(Side::First, |o| o[v as usize]);
                    outcome.winner(side).map_or(Ending::Draw, Ending::won_by)
                }
            })
            .collect();
        Arena::from(Draft {
            names: Names::numbered(successors.len()),
            successors,
            owners,
            endings: said.then_some(endings),
            start: 0,
        })
    }

    fn doubled_rows(&self) -> Rows {
        let mut rows = Rows::new();
        for v in 0..self.successors.len() as u32 {
            let from = self.successors.offsets()[v as usize] as usize;
            for side in Side::BOTH {
                for (i, &w) in (from..).zip(self.successors.row(v)) {
                    let keeps = self.kept.get(i).copied().unwrap_or(false);
                    let next = if keeps { side } else { side.other() };
                    rows.push(2 * w + next as u32);
                }
                rows.end_row();
            }
        }
        rows
    }
}
