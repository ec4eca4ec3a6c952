//! Claims about strategies: every play that follows one is enumerated.

use super::graph::{End, Graph};
use super::json::Scanner;
use super::{Refused, Unreadable, Wrong};
use noyau_core::game::Side;

/// Denotes no move.
const SILENT: u32 = u32::MAX;

/// Checks `strategy`, which wins; or `first` and `second`, by which neither side loses.
pub(super) fn check(graph: &Graph<'_>, claim: &Scanner<'_>) -> Result<(), Refused> {
    let keys = ["from", "winner", "strategy", "first", "second"];
    let [from, winner, strategy, first, second] = super::members(claim, keys)?;
    let from = graph
        .names
        .vertex(&mut super::required(claim, from, "from")?)?;
    let mut winner = super::required(claim, winner, "winner")?;
    if winner.null() {
        super::unwanted(strategy, "strategy")?;
        let first = super::required(claim, first, "first")?;
        check_one(graph, from, Side::First, &first, false)?;
        let second = super::required(claim, second, "second")?;
        check_one(graph, from, Side::Second, &second, false)
    } else {
        super::unwanted(first, "first")?;
        super::unwanted(second, "second")?;
        let winner = super::side(&mut winner)?;
        let strategy = super::required(claim, strategy, "strategy")?;
        check_one(graph, from, winner, &strategy, true)
    }
}

/// Checks that the moves of one side are legal, defined exactly where play can come, and win, or at least never
/// lose.
fn check_one(
    graph: &Graph<'_>,
    from: u32,
    player: Side,
    moves: &Scanner<'_>,
    wins: bool,
) -> Result<(), Refused> {
    let mut choice = vec![SILENT; graph.names.len()];
    graph
        .names
        .members(moves, |scanner, v| -> Result<(), Unreadable> {
            choice[v as usize] = graph.names.vertex(scanner)?;
            Ok(())
        })?;
    for v in graph.vertices() {
        let to = choice[v as usize];
        if to == SILENT {
            continue;
        }
        if let Some(owner) = graph.owner(v).filter(|&owner| owner != player) {
            return Err(Wrong::NotOwned {
                vertex: graph.name(v),
                owner: owner.name(),
                player: player.name(),
            }
            .into());
        }
        if !graph.successors(v).contains(&to) {
            return Err(Wrong::NotAMove {
                from: graph.name(v),
                to: graph.name(to),
            }
            .into());
        }
    }
    let states = walk(graph, from, player, &choice, wins)?;
    let reached = |v: u32| states[player as usize][v as usize] != 0;
    match (graph.vertices()).find(|&v| choice[v as usize] != SILENT && !reached(v)) {
        None => Ok(()),
        Some(v) => Err(Wrong::NeverReached {
            vertex: graph.name(v),
        }
        .into()),
    }
}

/// Enumerates all plays depth-first and returns, for each side to move, the vertices visited. Without owners First
/// moves at `from`, and a vertex may be visited with either side to move.
fn walk(
    graph: &Graph<'_>,
    from: u32,
    player: Side,
    choice: &[u32],
    wins: bool,
) -> Result<[Vec<u8>; 2], Wrong> {
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let n = graph.names.len();
    let mut state = [vec![0u8; n], vec![0u8; n]];
    let mover = |v: u32, otherwise: Side| graph.owner(v).unwrap_or(otherwise);
    let mut path = vec![(from, mover(from, Side::First), 0)];
    state[path[0].1 as usize][from as usize] = ON_PATH;
    while let Some((v, side, edge)) = path.pop() {
        let line = |path: &[(u32, Side, u32)]| -> String {
            let mut line: Vec<u32> = path.iter().map(|&(u, _, _)| u).collect();
            line.push(v);
            graph.line(&line)
        };
        let mut replies = graph.successors(v);
        if let Some(end) = graph.end(v) {
            let winner = match end {
                End::Lost => Some(side.other()),
                End::Won(winner) => Some(winner),
                End::Drawn => None,
            };
            if wins && winner != Some(player) {
                return Err(Wrong::NotWon {
                    line: line(&path),
                    winner: player.name(),
                });
            }
            if winner == Some(player.other()) {
                return Err(Wrong::Lost {
                    line: line(&path),
                    player: player.name(),
                });
            }
        } else if side == player {
            replies = std::slice::from_ref(&choice[v as usize]);
            if replies == [SILENT] {
                return Err(Wrong::Silent {
                    line: line(&path),
                    player: player.name(),
                });
            }
        }
        let Some(&w) = replies.get(edge as usize) else {
            state[side as usize][v as usize] = DONE;
            continue;
        };
        path.push((v, side, edge + 1));
        let next = mover(w, side.other());
        let seen = &mut state[next as usize][w as usize];
        if *seen == 0 {
            *seen = ON_PATH;
            path.push((w, next, 0));
        } else if *seen == ON_PATH && wins {
            let same = |&(u, side, _): &(u32, Side, u32)| (u, side) == (w, next);
            let start = path.iter().position(same).unwrap_or(0);
            let mut cycle: Vec<u32> = path[start..].iter().map(|&(u, _, _)| u).collect();
            cycle.push(w);
            return Err(Wrong::Endless {
                cycle: graph.line(&cycle),
            });
        }
    }
    Ok(state)
}
