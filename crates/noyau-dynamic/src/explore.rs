//! Counts, random games and the arena of a game.

use super::open::Open;
use super::{Count, Estimate};
use noyau_core::configuration::Magnitude;
use noyau_core::estimate;
use noyau_core::game::{self, Side};
use noyau_core::limits::{Limits, Stopped, Unfinished};
use noyau_core::notation::Notation;
use noyau_core::playout::{Playouts, playout};
use noyau_core::random::SplitMix;
use noyau_graph::arena::analysis::for_each_component;
use noyau_graph::arena::unfold::GameGraph;
use noyau_graph::arena::{Arena, Names, Rows};
use noyau_search::textbook::choose;

/// Counts, random games and the arena of a game.
pub trait Explore: Send {
    /// Whether memory holds the moves here several times, each with its text or the position after it, as players and
    /// proof-number search need them.
    fn check_moves(&self, limits: &Limits) -> Result<(), Stopped>;
    /// The first so many legal moves, and how many there are in all.
    fn first_moves(&self, most: usize) -> (Vec<String>, usize);
    /// A uniformly random legal move, or `None` if there is none.
    fn draw_move(&self, random: &mut SplitMix) -> Option<String>;
    /// Counts sequences of exactly that many moves.
    fn perft(&self, depth: u32) -> u64;
    /// Plays that many random games from here, fewer if a limit is reached. Games longer than `most_plies` are cut
    /// off.
    fn playouts(&self, games: u64, most_plies: u32, seed: u64, limits: &Limits) -> Playouts;
    /// Enumerates all positions reachable from here. The error is the limit reached, and after how many positions.
    fn count(&self, limits: &Limits) -> Result<Count, Unfinished>;
    /// The number of configurations of the board, reachable or not, if the game knows it.
    fn configurations(&self) -> Option<Magnitude>;
    /// Sampling estimates from that many random plays, walks and draws, fewer if a limit is reached.
    fn estimate(&self, samples: u64, seed: u64, limits: &Limits) -> Estimate;
    /// The arena of all positions reachable from here, named by their texts.
    fn arena(&self, limits: &Limits) -> Result<Arena, Unfinished>;
}

/// The memory of a move in all forms, in bytes; as measured for agents and proof-number search of octal games.
const MOVE_BYTES: u64 = 448;

impl<G: Notation> Explore for Open<G> {
    fn check_moves(&self, limits: &Limits) -> Result<(), Stopped> {
        let position = &self.now().position;
        let check = |moves: u64| limits.check_growth(0, moves.saturating_mul(MOVE_BYTES));
        // To list them may already be too much.
        if let Some(sum) = &self.spec.sum {
            check((sum.most_moves)(&self.game, position))?;
        }
        check(self.legal(position).len() as u64)
    }

    fn first_moves(&self, most: usize) -> (Vec<String>, usize) {
        let position = &self.now().position;
        let moves = self.legal(position);
        let first = moves.iter().take(most);
        let texts = first.map(|&mv| self.game.format_move(position, mv));
        (texts.collect(), moves.len())
    }

    fn draw_move(&self, random: &mut SplitMix) -> Option<String> {
        let position = &self.now().position;
        let moves = self.legal(position);
        let mv = choose(&moves, random)?;
        Some(self.game.format_move(position, *mv))
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(&self.game, &self.now().position, depth)
    }

    fn playouts(&self, games: u64, most_plies: u32, seed: u64, limits: &Limits) -> Playouts {
        let mut random = SplitMix(seed);
        let mut moves = Vec::new();
        let mut played = Playouts::default();
        let payoff = &self.spec.payoff;
        while played.games < games {
            if played.games.is_multiple_of(64) && limits.check(0).is_err() {
                break;
            }
            let start = self.now();
            let mut position = start.position.clone();
            let mut side = start.side;
            let mut lead = self.lead();
            let plies = playout(
                &self.game,
                &mut position,
                most_plies,
                &mut random,
                &mut moves,
                limits,
                |position, mv| {
                    let effect = payoff.effect(&self.game, position, mv);
                    lead = effect.lead_after(lead);
                    side = side.after(effect.keeps_turn);
                },
            );
            match (plies, payoff.outcome(&self.game, &position, lead)) {
                (Some(plies), Some(outcome)) => played.add(plies, outcome.winner(side)),
                _ if limits.check(0).is_err() => break,
                _ => played.add_unfinished(most_plies),
            }
        }
        played
    }

    fn count(&self, limits: &Limits) -> Result<Count, Unfinished> {
        Ok(counts(&self.unfold(usize::MAX, limits)?.graph))
    }

    fn configurations(&self) -> Option<Magnitude> {
        self.spec.configurations.map(|number| number(&self.game))
    }

    fn estimate(&self, samples: u64, seed: u64, limits: &Limits) -> Estimate {
        let from = &self.now().position;
        let at_start = *from == self.game.start();
        Estimate {
            plays: estimate::plays(&self.game, from, samples, seed, &limits.shared(3)),
            positions: self
                .spec
                .walks
                .filter(|_| at_start)
                .and_then(|walks| walks(&self.game, samples, seed, &limits.shared(2))),
            legal: self
                .spec
                .legal
                .and_then(|legal| legal(&self.game, samples, seed, limits)),
        }
    }

    fn arena(&self, limits: &Limits) -> Result<Arena, Unfinished> {
        let all = self.unfold(usize::MAX, limits)?;
        let arena = all.arena();
        let mut names = (0..arena.len() as u32).map(|v| {
            let position = all.position(v);
            match arena.owner(v) {
                Some(owner) => self.game.format_position(position, owner),
                None => self.game.format_board(position, Side::First),
            }
        });
        let names: &mut dyn Iterator<Item = String> = &mut names;
        let names = Names::words(names);
        Ok(arena.named(names, all.vertex(0, self.now().side)))
    }
}

/// The statistics of a game graph.
fn counts(graph: &GameGraph) -> Count {
    let rows = &graph.successors;
    let degrees = (0..rows.len() as u32).map(|v| u64::from(rows.degree(v)));
    let terminal = degrees.clone().filter(|&degree| degree == 0).count() as u64;
    let positions = graph.len() as u64;
    let moves = rows.edges() as u64;
    Count {
        positions,
        terminal,
        moves,
        by_ply: graph
            .plies
            .windows(2)
            .map(|w| (w[1] - w[0]) as u64)
            .collect(),
        branching_mean: if positions == terminal {
            0.0
        } else {
            moves as f64 / (positions - terminal) as f64
        },
        branching_max: degrees.max().unwrap_or(0),
        longest: longest(rows),
    }
}

/// The length of the longest play, unless play can be infinite. It needs no predecessors.
fn longest(rows: &Rows) -> Option<u32> {
    let mut lengths = vec![0; rows.len()];
    let mut cycle = false;
    for_each_component(rows, |component| {
        cycle |= component.len() > 1;
        for &v in component {
            let after = rows.row(v).iter().map(|&w| {
                cycle |= w == v;
                lengths[w as usize] + 1
            });
            lengths[v as usize] = after.max().unwrap_or(0);
        }
    });
    if cycle {
        None
    } else {
        lengths.into_iter().max()
    }
}
