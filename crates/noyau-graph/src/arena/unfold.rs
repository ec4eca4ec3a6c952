//! Unfolds a game into its graph: every reachable position, and the moves between them.

use super::{Arena, Draft, Ending, Names, Rows};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped, Unfinished};
use noyau_core::payoff::Payoff;

/// The positions reachable from one, or from several, in breadth-first order, and their graph.
#[derive(Debug, Clone)]
pub struct Unfolding<G: Game> {
    /// The positions; the search started at the first.
    pub positions: Vec<G::Position>,
    /// The moves between them, by number; independent of the game's types.
    pub graph: GameGraph,
}

/// The reachable positions of a game as numbers, with everything that solvers need.
#[derive(Debug, Clone)]
pub struct GameGraph {
    /// For each position its successors, in the order of [`Game::moves`].
    pub successors: Rows,
    /// `plies[k]..plies[k + 1]` are the positions first reached after `k` moves.
    pub plies: Vec<usize>,
    /// Which moves keep the turn, in the order of the edges; empty if none does.
    pub kept: Vec<bool>,
    /// The gain of each move, in the order of the edges; empty in games without points.
    pub gains: Vec<i32>,
    /// The margin settled at each terminal position for the side to move, 0 elsewhere; empty in games without
    /// points.
    pub settled: Vec<i32>,
    /// The outcome of each terminal position, for the side to move.
    pub outcomes: Vec<Option<Outcome>>,
    /// The side to move at each position, if positions determine it.
    sides: Option<Vec<Side>>,
    /// Whether positions do not determine the side to move although the arena needs it: some move keeps the turn,
    /// or the side to move has won at some end.
    doubled: bool,
}

/// Limits are checked at least every so many moves, and positions with moves.
const CHECK_EDGES: usize = 65_536;
const CHECK_POSITIONS: usize = 4096;

/// Enumerates all positions reachable from `from`.
pub fn unfold<G: Game>(
    game: &G,
    from: &G::Position,
    limits: &Limits,
) -> Result<Unfolding<G>, Unfinished> {
    unfold_at_most(game, from, &Payoff::OUTCOME, usize::MAX, limits)
}

/// Enumerates all positions reachable from `from`, with gains and settlements in games with points.
///
/// Complexity: one move generation per position and one table lookup per move. Positions are compared by equality,
/// never by hash alone. Stops at the limits, or with [`Stopped::Nodes`] if there are more than `most` positions;
/// the error has the number of positions found so far.
pub fn unfold_at_most<G: Game>(
    game: &G,
    from: &G::Position,
    payoff: &Payoff<G>,
    most: usize,
    limits: &Limits,
) -> Result<Unfolding<G>, Unfinished> {
    unfold_from(game, std::slice::from_ref(from), payoff, most, limits)
}

/// The same from several positions, all different.
pub fn unfold_from<G: Game>(
    game: &G,
    from: &[G::Position],
    payoff: &Payoff<G>,
    most: usize,
    limits: &Limits,
) -> Result<Unfolding<G>, Unfinished> {
    let mut numbers = Interner::default();
    for (number, start) in (0..).zip(from) {
        numbers.insert(numbers.hash(start), number);
    }
    let mut positions = from.to_vec();
    let mut graph = GameGraph {
        successors: Rows::new(),
        plies: vec![0, from.len()],
        kept: Vec::new(),
        gains: Vec::new(),
        settled: Vec::new(),
        outcomes: Vec::new(),
        sides: None,
        doubled: false,
    };
    let mut moves = Vec::new();
    let mut check_at = 0;
    while let Some(position) = positions.get(graph.successors.len()) {
        graph.begin(positions.len(), most)?;
        moves.clear();
        game.moves(position, &mut moves);
        if graph.successors.edges() + moves.len() > Rows::MOST {
            return Err(Stopped::Memory.after(positions.len() as u64));
        }
        let at = graph.successors.len();
        if at.is_multiple_of(CHECK_POSITIONS) {
            check_at = 0;
        }
        for &mv in &moves {
            if graph.successors.edges() >= check_at {
                check_at = graph.successors.edges() + CHECK_EDGES;
                // As many again at most: what is small may take more than it is counted for.
                let more = CHECK_EDGES.min(positions.len());
                let (now, then) = (numbers.bytes_with(0), numbers.bytes_with(more));
                let listed = moves.len() * size_of::<G::Move>();
                let held = positions.len() * (size_of::<G::Position>() + 1) + now + listed;
                let bytes = (held + graph.bytes()) as u64;
                let checked = limits.check_growth(bytes, (then - now) as u64);
                checked.map_err(|why| why.after(positions.len() as u64))?;
                limits.report(at as u64, positions.len() as u64);
            }
            let position = &positions[at];
            graph.kept.push(game.keeps_turn(position, mv));
            if payoff.has_points() {
                graph.gains.push(payoff.gain(game, position, mv));
            }
            let child = game.child(position, mv);
            let hash = numbers.hash(&child);
            let known = numbers.find(hash, |v| positions[v as usize] == child);
            graph.successors.push(known.unwrap_or_else(|| {
                let v = positions.len() as u32;
                positions.push(child);
                numbers.insert(hash, v);
                v
            }));
        }
        graph.successors.end_row();
    }
    drop(numbers);
    graph.outcomes = positions.iter().map(|at| game.outcome(at)).collect();
    graph.sides = positions.iter().map(|at| game.to_move(at)).collect();
    if payoff.has_points() {
        let end = |at| payoff.end(game, at).unwrap_or(0);
        graph.settled = positions.iter().map(end).collect();
    }
    graph.finish();
    Ok(Unfolding { positions, graph })
}

impl<G: Game> Unfolding<G> {
    /// The position at a vertex of the arena.
    pub fn position(&self, vertex: u32) -> &G::Position {
        &self.positions[self.graph.number(vertex) as usize]
    }

    /// The vertex of a position with that side to move.
    pub fn vertex(&self, position: usize, side: Side) -> u32 {
        self.graph.vertex(position as u32, side)
    }

    /// The arena, with numbers as names; see [`GameGraph::arena`].
    pub fn arena(&self) -> Arena {
        self.graph.arena()
    }
}

impl GameGraph {
    /// Begins the moves of the next position, and a ply if it is the first of one. There are so many positions, `most`
    /// at most.
    fn begin(&mut self, positions: usize, most: usize) -> Result<(), Unfinished> {
        if self.successors.len() == self.plies[self.plies.len() - 1] {
            self.plies.push(positions);
        }
        if positions > most {
            return Err(Stopped::Nodes.after(positions as u64));
        }
        if positions > Rows::MOST / 2 {
            return Err(Stopped::Memory.after(positions as u64));
        }
        Ok(())
    }

    fn finish(&mut self) {
        if self.plies[self.plies.len() - 1] == self.plies[self.plies.len() - 2] {
            self.plies.pop();
        }
        let any_kept = self.kept.contains(&true);
        if !any_kept {
            self.kept = Vec::new();
        }
        let won = Some(Outcome::Win);
        self.doubled = self.sides.is_none() && (any_kept || self.outcomes.contains(&won));
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        let ends = self.outcomes.len() + 4 * self.settled.len();
        let sides = self.sides.as_ref().map_or(0, Vec::len);
        self.successors.bytes() + self.kept.len() + 4 * self.gains.len() + ends + sides
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Whether the arena has each position twice, once per side to move: the side matters and positions do not
    /// determine it.
    pub fn is_doubled(&self) -> bool {
        self.doubled
    }

    /// The number of the position at a vertex of the arena.
    pub fn number(&self, vertex: u32) -> u32 {
        if self.doubled { vertex / 2 } else { vertex }
    }

    /// The vertex of a position with that side to move.
    pub fn vertex(&self, number: u32, side: Side) -> u32 {
        if self.doubled {
            2 * number + side as u32
        } else {
            number
        }
    }

    /// Whether the move of that edge keeps the turn.
    pub fn keeps_turn(&self, edge: usize) -> bool {
        self.kept.get(edge).copied().unwrap_or(false)
    }

    /// The moves of a position: edge and successor.
    pub fn moves(&self, number: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let from = self.successors.offsets()[number as usize] as usize;
        (from..).zip(self.successors.row(number).iter().copied())
    }

    /// The arena, with numbers as names.
    ///
    /// It has owners if the game distinguishes its sides, and is a graph of positions otherwise.
    pub fn arena(&self) -> Arena {
        self.arena_with(|| self.successors.clone())
    }

    /// The same; unless the arena has each position twice, it takes the moves, and the graph has none afterwards.
    pub fn take_arena(&mut self) -> Arena {
        let successors = std::mem::take(&mut self.successors);
        if self.doubled {
            self.successors = successors;
            return self.arena();
        }
        self.arena_with(|| successors)
    }

    fn arena_with(&self, single: impl FnOnce() -> Rows) -> Arena {
        let (successors, owners) = if self.doubled {
            let owners = Side::BOTH.into_iter().cycle();
            let owners = owners.take(2 * self.len()).collect();
            (self.doubled_rows(), Some(owners))
        } else {
            (single(), self.sides.clone())
        };
        let mut declared = false;
        let endings: Vec<Ending> = (0..successors.len() as u32)
            .map(|v| match self.outcomes[self.number(v) as usize] {
                None | Some(Outcome::Loss) => Ending::Unsaid,
                Some(outcome) => {
                    declared = true;
                    let side = owners.as_ref().map_or(Side::First, |o| o[v as usize]);
                    outcome.winner(side).map_or(Ending::Draw, Ending::won_by)
                }
            })
            .collect();
        Arena::from(Draft {
            names: Names::numbered(successors.len()),
            successors,
            owners,
            endings: declared.then_some(endings),
            start: 0,
        })
    }

    fn doubled_rows(&self) -> Rows {
        let mut rows = Rows::new();
        for v in 0..self.successors.len() as u32 {
            for side in Side::BOTH {
                for (edge, w) in self.moves(v) {
                    let next = side.after(self.keeps_turn(edge));
                    rows.push(2 * w + next as u32);
                }
                rows.end_row();
            }
        }
        rows
    }
}
