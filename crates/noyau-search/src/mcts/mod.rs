//! Monte-Carlo tree search: the course's mixture of minimax and Monte-Carlo.
//!
//! Each simulation goes down the tree by UCB1 (Kocsis and Szepesvári 2006, *UCT*), adds the children of a node that is
//! met for the second time, judges where it has come to, and takes the judgement up again. What is decided is not
//! played out but proved: a node with a won child is won, one whose children are all decided is worth its best child
//! (Winands, Björnsson and Saito 2008), and decided nodes are not sampled further.
//!
//! Several trees share the simulations and are added up at the root (Chaslot, Winands and Van den Herik 2008). Each has
//! random numbers of its own, so the answer depends on the number of trees and not on that of the threads that grow
//! them. A simulation costs O(depth × moves) and a playout; memory is bounded by the number of nodes, beyond which the
//! tree is no longer extended.

mod tree;

use noyau_core::game::{Game, Outcome};
use noyau_core::limits::Limits;
use noyau_core::parallel::for_each_job;
use noyau_core::random::SplitMix;
use std::any::Any;
use std::fmt;
pub use tree::Proof;
use tree::Tree;

/// What the search must know of a game beyond its rules: how points decide it, and how leaves are judged.
pub trait Rules: Sync {
    /// The game.
    type Game: Game;

    /// The rules.
    fn game(&self) -> &Self::Game;
    /// The points that the side to move wins by a move.
    fn gain(
        &self,
        position: &<Self::Game as Game>::Position,
        mv: <Self::Game as Game>::Move,
    ) -> i32;
    /// The end, if it has come, for the side to move, which is ahead by `lead`.
    fn end(&self, position: &<Self::Game as Game>::Position, lead: i32) -> Option<Outcome>;
    /// What a leaf that is not over is worth to the side to move, from 0 to 1, where it is not played out.
    fn judge(&self, position: &<Self::Game as Game>::Position, lead: i32) -> f64;
}

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How many simulations, of all trees together.
    pub simulations: u64,
    /// How much is explored: the factor of UCB1's second term.
    pub exploration: f64,
    /// How many trees.
    pub trees: u32,
    /// The most nodes of all trees together.
    pub nodes: usize,
    /// Whether leaves are played out at random, rather than judged.
    pub playouts: bool,
    /// Playouts are broken off as draws after so many moves.
    pub plies: u32,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// What a move got.
#[derive(Debug, Clone, PartialEq)]
pub struct Visited<M> {
    /// The move.
    pub mv: M,
    /// In how many simulations it was played.
    pub visits: u64,
    /// What they brought on average, from 0 to 1, to the side that moves.
    pub mean: f64,
    /// What has been proved of it.
    pub proof: Proof,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<M> {
    /// Every move.
    pub moves: Vec<Visited<M>>,
    /// The number of the chosen one; `None` only where play is over.
    pub best: Option<usize>,
    /// The principal line: from each node the move that would be chosen there.
    pub line: Vec<M>,
    /// Simulations of this search, without those kept from before.
    pub simulations: u64,
    /// Nodes in memory.
    pub nodes: u64,
}

/// The trees of a search, kept from move to move: whatever lies below the position then at hand is used again.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Any + Send>>);

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memory").field(&self.0.is_some()).finish()
    }
}

/// A tree with its random numbers.
struct Grower<G: Game> {
    tree: Tree<G>,
    random: SplitMix,
    done: u64,
}

/// Searches from a position whose side to move is ahead by `lead`.
pub fn search<R: Rules>(
    rules: &R,
    position: &<R::Game as Game>::Position,
    lead: i32,
    settings: &Settings,
    memory: &mut Memory,
    limits: &Limits,
) -> Found<<R::Game as Game>::Move> {
    /// So many simulations pass between looks at the clock.
    const BETWEEN_CHECKS: u64 = 256;
    let count = u64::from(settings.trees.max(1));
    let room = (settings.nodes / count as usize).max(1);
    let kept = memory.0.take();
    let kept = kept.and_then(|kept| kept.downcast::<Vec<Grower<R::Game>>>().ok());
    let mut growers: Vec<Grower<R::Game>> = kept.map_or_else(Vec::new, |kept| *kept);
    growers.truncate(count as usize);
    for grower in &mut growers {
        grower.tree.move_root(rules.game(), position, lead);
        grower.done = 0;
    }
    let mut seeds = SplitMix(settings.seed);
    for number in 0..count as usize {
        let random = SplitMix(seeds.next_u64());
        if number >= growers.len() {
            growers.push(Grower {
                tree: Tree::new(position.clone(), lead),
                random,
                done: 0,
            });
        }
    }
    let threads = limits.threads().min(growers.len());
    let jobs = (0..count).zip(growers.iter_mut());
    for_each_job(threads, jobs, Vec::new, |moves, (number, grower)| {
        let share = settings.simulations / count + u64::from(number < settings.simulations % count);
        let mut path = Vec::new();
        while grower.done < share && !grower.tree.is_decided() {
            if grower.done.is_multiple_of(BETWEEN_CHECKS)
                && grower.done > 0
                && limits.check(0).is_err()
            {
                break;
            }
            grower
                .tree
                .simulate(rules, settings, room, &mut grower.random, moves, &mut path);
            grower.done += 1;
        }
    });

    let mut moves: Vec<Visited<_>> = Vec::new();
    for grower in &growers {
        for (i, child) in grower.tree.children(rules.game()).into_iter().enumerate() {
            if i == moves.len() {
                moves.push(child);
                continue;
            }
            let sum = &mut moves[i];
            let visits = sum.visits + child.visits;
            if visits > 0 {
                sum.mean = (sum.mean * sum.visits as f64 + child.mean * child.visits as f64)
                    / visits as f64;
            }
            sum.visits = visits;
            if sum.proof == Proof::Open {
                sum.proof = child.proof;
            }
        }
    }
    // What one tree has proved, the samples of another do not change.
    for mv in &mut moves {
        mv.mean = mv.proof.worth().unwrap_or(mv.mean);
    }
    let best = tree::choice(moves.iter().map(|mv| (mv.proof, mv.visits, mv.mean)));
    // The line is that of the tree that has looked at the chosen move most often.
    let line = best.map_or_else(Vec::new, |best| {
        let lines = growers
            .iter()
            .map(|grower| grower.tree.line(best))
            .max_by_key(|(visits, _)| *visits);
        let mut line = vec![moves[best].mv];
        line.extend(lines.map(|(_, line)| line).unwrap_or_default());
        line
    });
    let found = Found {
        best,
        line,
        moves,
        simulations: growers.iter().map(|grower| grower.done).sum(),
        nodes: growers.iter().map(|grower| grower.tree.len() as u64).sum(),
    };
    memory.0 = Some(Box::new(growers));
    found
}
