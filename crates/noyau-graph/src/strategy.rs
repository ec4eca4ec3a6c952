//! Strategies: computing a winning one, and checking a given one (course, fourth text, 3).
//!
//! O(vertices + edges) each.

use crate::arena::analysis::{longest_path, on_cycles};
use crate::arena::{Arena, Digraph, Places, Rows};
use crate::retrograde::Solution;
use noyau_core::game::Side;

/// The winner from a vertex, and the winning moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winning {
    /// The side that wins; `None` if nobody does.
    pub winner: Option<Side>,
    /// The winner's moves, defined exactly on the vertices reachable under them, ascending by vertex. Each leads to
    /// an end in the fewest moves.
    pub moves: Vec<(u32, u32)>,
}

/// The winning strategy from a vertex. In a graph of positions First moves there.
///
/// Among the winning moves it takes the quickest, and of these the first in the file.
///
/// ```
/// use noyau_graph::arena::format::{Format, read};
/// use noyau_graph::arena::Arena;
/// use noyau_core::Side;
/// use noyau_graph::{retrograde, strategy};
///
/// let graph = br#"{"a":["b","c"],"b":["c"],"c":[]}"#;
/// let arena = Arena::from(read(graph, Format::Json).unwrap());
/// let winning = strategy::winning(&arena, &retrograde::solve(&arena, 1), 0);
/// assert_eq!((winning.winner, winning.moves), (Some(Side::First), vec![(0, 2)]));
/// ```
pub fn winning(arena: &Arena, solution: &Solution, from: u32) -> Winning {
    let mover = arena.owner(from).unwrap_or(Side::First);
    let winner = solution.value(from).outcome().winner(mover);
    Winning {
        winner,
        moves: winner.map_or_else(Vec::new, |side| best_moves(arena, solution, from, side)),
    }
}

/// The moves by which a side achieves at least the value of a vertex against every reply, defined exactly on the
/// vertices reachable under them, ascending by vertex: from a drawn vertex they never lose. In a graph of positions
/// First moves at `from`. Ties go to the first move in the file.
pub fn best_moves(arena: &Arena, solution: &Solution, from: u32, player: Side) -> Vec<(u32, u32)> {
    let mut moves = Vec::new();
    let mut places = Places::starting(arena, from, Side::First);
    let mut at = 0;
    while let Some((u, side)) = places.get(at) {
        at += 1;
        let successors = arena.graph().successors(u);
        let replies = if side == player {
            // `max_by_key` returns the last maximum: reversed, the first in the file.
            let value_of = |v: u32| solution.value_of_move(arena, u, v);
            let best = successors.iter().rev().max_by_key(|&&v| value_of(v));
            moves.extend(best.map(|&v| (u, v)));
            best.map_or(&[][..], std::slice::from_ref)
        } else {
            successors
        };
        for &v in replies {
            places.after(side, v);
        }
    }
    moves.sort_unstable();
    moves
}

/// The verdict on a given strategy, with a line of play from the start that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Some play reaches a vertex where the strategy is undefined: the shortest such line.
    NotApplicable {
        /// The line; the strategy is undefined at its last vertex.
        line: Vec<u32>,
    },
    /// It is defined everywhere needed, but does not always win.
    ///
    /// The line is the shorter of two: the shortest to an end that is not won; and the shortest to a place on a
    /// cycle of plays, followed by the shortest way back there. (Both are found in linear time; no linear algorithm
    /// is known for the shortest of all lines into cycles.)
    Applicable {
        /// The line to an end that is not won, or into a cycle: its last vertex then occurred before with the same
        /// side to move.
        line: Vec<u32>,
    },
    /// It wins every play: the longest one.
    Winning {
        /// The line.
        line: Vec<u32>,
    },
    /// It uses an edge that does not exist.
    NotAMove {
        /// From this vertex.
        from: u32,
        /// To this one.
        to: u32,
    },
    /// It moves at a vertex that the other side owns.
    NotOwned {
        /// That vertex.
        vertex: u32,
    },
}

/// Denotes no vertex.
const NONE: u32 = u32::MAX;

/// Checks a strategy of `player` for plays from `from`, given as pairs of vertices. In a graph of positions First
/// moves at `from`. If a vertex has several entries the last counts, as in a dictionary.
///
/// A strategy is applicable if it is defined at every non-final vertex of the player that is reachable under it; it
/// may be defined elsewhere too. It is winning if all these plays end and the player has won them.
pub fn check(arena: &Arena, player: Side, from: u32, moves: &[(u32, u32)]) -> Verdict {
    let graph = arena.graph();
    let mut choice = vec![NONE; arena.len()];
    for &(u, v) in moves {
        if arena.owner(u).is_some_and(|owner| owner != player) {
            return Verdict::NotOwned { vertex: u };
        }
        if !graph.successors(u).contains(&v) {
            return Verdict::NotAMove { from: u, to: v };
        }
        choice[u as usize] = v;
    }
    let plays = match Plays::following(arena, player, from, &choice) {
        Ok(plays) => plays,
        Err(line) => return Verdict::NotApplicable { line },
    };
    let to_end = plays.not_won.map(|place| plays.line(place));
    let into_cycle = plays.lasso();
    let shown = to_end.into_iter().chain(into_cycle).min_by_key(Vec::len);
    match (shown, longest_path(&plays.graph)) {
        (None, Ok(longest)) => Verdict::Winning {
            line: longest
                .into_iter()
                .map(|place| plays.vertices[place as usize])
                .collect(),
        },
        (shown, _) => Verdict::Applicable {
            line: shown.unwrap_or_default(),
        },
    }
}

/// The plays that follow a strategy, as a graph of [`Places`].
struct Plays {
    /// The vertex of each place.
    vertices: Vec<u32>,
    /// The predecessor on a shortest path from the start; the start is its own.
    parents: Vec<u32>,
    graph: Digraph,
    /// The nearest terminal place that the player has not won.
    not_won: Option<u32>,
}

impl Plays {
    /// Enumerates all plays breadth-first, or returns the shortest line to where the strategy is undefined.
    fn following(arena: &Arena, player: Side, from: u32, choice: &[u32]) -> Result<Self, Vec<u32>> {
        let mut plays = Self {
            vertices: Vec::new(),
            parents: vec![0],
            graph: Digraph::default(),
            not_won: None,
        };
        let mut places = Places::starting(arena, from, Side::First);
        let mut rows = Rows::new();
        let mut at = 0;
        while let Some((u, side)) = places.get(at) {
            plays.vertices.push(u);
            let mut replies = arena.graph().successors(u);
            if let Some(outcome) = arena.outcome(u) {
                if plays.not_won.is_none() && outcome.winner(side) != Some(player) {
                    plays.not_won = Some(at);
                }
            } else if side == player {
                replies = std::slice::from_ref(&choice[u as usize]);
                if replies == [NONE] {
                    return Err(plays.line(at));
                }
            }
            for &v in replies {
                let next = places.after(side, v);
                if next as usize == plays.parents.len() {
                    plays.parents.push(at);
                }
                rows.push(next);
            }
            rows.end_row();
            at += 1;
        }
        plays.graph = Digraph::new(rows);
        Ok(plays)
    }

    /// The shortest line from the start to a place.
    fn line(&self, place: u32) -> Vec<u32> {
        let mut line = vec![self.vertices[place as usize]];
        let mut at = place;
        while at != 0 {
            at = self.parents[at as usize];
            line.push(self.vertices[at as usize]);
        }
        line.reverse();
        line
    }

    /// The shortest line to a place on a cycle, followed by the shortest way back; `None` without cycles.
    fn lasso(&self) -> Option<Vec<u32>> {
        let on_cycle = on_cycles(&self.graph);
        let knot = self.graph.vertices().find(|&at| on_cycle[at as usize])?;
        let mut before = vec![NONE; self.graph.len()];
        let mut queue = vec![knot];
        let mut head = 0;
        while before[knot as usize] == NONE {
            let at = *queue.get(head)?;
            head += 1;
            for &next in self.graph.successors(at) {
                if before[next as usize] == NONE {
                    before[next as usize] = at;
                    queue.push(next);
                }
            }
        }
        let mut back = vec![self.vertices[knot as usize]];
        let mut at = before[knot as usize];
        while at != knot {
            back.push(self.vertices[at as usize]);
            at = before[at as usize];
        }
        let mut line = self.line(knot);
        line.extend(back.into_iter().rev());
        Some(line)
    }
}
