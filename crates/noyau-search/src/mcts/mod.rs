//! Monte-Carlo tree search: the course's mixture of minimax and Monte-Carlo.
//!
//! Each simulation goes down the tree by UCB1 (Kocsis and Szepesvári 2006, *UCT*), adds the children of a node that is
//! met for the second time, judges where it has come to, and takes the judgement up again. What is decided is not
//! played out but proved: a node with a won child is won, one whose children are all decided is worth its best child
//! (Winands, Björnsson and Saito 2008), and decided nodes are not sampled further.
//!
//! Where the game knows how it is usually played, simulated games go on by that, and a move is looked at for what it brought,
//! what was expected of it, and what it brought when it was played later by the same side (rapid action value estimation,
//! Gelly and Silver 2007).
//!
//! Several trees share the simulations and are added up at the root (Chaslot, Winands and Van den Herik 2008). Each has
//! random numbers of its own, so the answer depends on the number of trees and not on that of the threads that grow
//! them. A simulation costs O(depth × moves) and a playout; memory is bounded by the number of nodes, beyond which the
//! tree is no longer extended.

mod guided;
mod tree;

use noyau_core::game::Game;
use noyau_core::guide::GuideOf;
use noyau_core::limits::Limits;
use noyau_core::parallel::for_each_job;
use noyau_core::payoff::Rules;
use noyau_core::random::SplitMix;
use std::any::Any;
use std::fmt;
pub use tree::Proof;
use tree::{Tree, Workspace};

/// What a position is worth to the side to move, which is ahead by so many points, from 0 to 1.
pub type Judge<'a, G> = dyn Fn(&<G as Game>::Position, i32) -> f64 + Sync + 'a;

/// How the positions are judged that a simulation comes to.
pub enum Leaves<'a, G: Game> {
    /// By a game of moves drawn by lot.
    Random,
    /// By a game of likely moves; and what the game expects of moves says which are looked at.
    Guided(&'a GuideOf<G>),
    /// By a function.
    Judged(&'a Judge<'a, G>),
}

impl<G: Game> fmt::Debug for Leaves<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "Random",
            Self::Guided(_) => "Guided",
            Self::Judged(_) => "Judged",
        })
    }
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
    /// Playouts are broken off as draws after so many moves.
    pub plies: u32,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// What simulations tell of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visited {
    /// In how many simulations it was played.
    pub visits: u64,
    /// What they brought on average, from 0 to 1, to the side that moves.
    pub mean: f64,
    /// What has been proved of it.
    pub proof: Proof,
}

impl Visited {
    const NEVER: Self = Self {
        visits: 0,
        mean: 0.5,
        proof: Proof::Open,
    };

    /// Adds what another tree tells of the same move.
    fn add(&mut self, other: Self) {
        let visits = self.visits + other.visits;
        if visits > 0 {
            let sum = self.mean * self.visits as f64 + other.mean * other.visits as f64;
            self.mean = sum / visits as f64;
        }
        self.visits = visits;
        if self.proof == Proof::Open {
            self.proof = other.proof;
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled<M> {
    /// Every move.
    pub moves: Vec<(M, Visited)>,
    /// The number of the chosen one; `None` only where play is over.
    pub best: Option<usize>,
    /// The principal variation: from each node the move that would be chosen there.
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

impl Memory {
    /// So many trees, those kept from before first, with what lies below a position.
    fn trees<G: Game + 'static>(
        &mut self,
        game: &G,
        position: &G::Position,
        lead: i32,
        count: usize,
        seed: u64,
    ) -> Vec<Grower<G>> {
        let kept = self.0.take();
        let kept = kept.and_then(|kept| kept.downcast::<Vec<Grower<G>>>().ok());
        let mut growers = kept.map_or_else(Vec::new, |kept| *kept);
        growers.truncate(count);
        for grower in &mut growers {
            grower.tree.move_root(game, position, lead);
            grower.done = 0;
        }
        let mut seeds = SplitMix(seed);
        for number in 0..count {
            let random = SplitMix(seeds.next_u64());
            if number >= growers.len() {
                growers.push(Grower {
                    tree: Tree::new(position.clone(), lead),
                    random,
                    done: 0,
                });
            }
        }
        growers
    }
}

/// What all trees tell of the moves, and the number of the one to choose.
fn sum_up(trees: Vec<Vec<Visited>>) -> (Vec<Visited>, Option<usize>) {
    let mut trees = trees.into_iter();
    let mut moves = trees.next().unwrap_or_default();
    for tree in trees {
        for (sum, other) in moves.iter_mut().zip(tree) {
            sum.add(other);
        }
    }
    // What one tree has proved, the samples of another do not change.
    for mv in &mut moves {
        mv.mean = mv.proof.worth().unwrap_or(mv.mean);
    }
    let best = tree::choice(moves.iter().copied());
    (moves, best)
}

/// Adds so many simulations to a tree; `false` if the tree is decided.
type Grow<'a> = Box<dyn FnMut(u64) -> bool + Send + 'a>;

/// Shares simulations between trees, which grow on several threads.
fn grow_all(trees: Vec<Grow<'_>>, simulations: u64, limits: &Limits) {
    /// The simulations between two looks at the clock.
    const BETWEEN_CHECKS: u64 = 256;
    let (count, threads) = (trees.len() as u64, limits.threads().min(trees.len()));
    let jobs = (0..).zip(trees);
    for_each_job(
        threads,
        jobs,
        || (),
        |(), (number, mut grow)| {
            let mut left = simulations / count + u64::from(number < simulations % count);
            while left > 0 {
                let some = left.min(BETWEEN_CHECKS);
                left -= some;
                if !grow(some) || limits.check(0).is_err() {
                    break;
                }
            }
        },
    );
}

/// Searches from a position whose side to move is ahead by `lead`.
///
/// ```
/// use noyau_search::mcts::{Leaves, Memory, Proof, Settings, search};
/// use noyau_core::{Game, Outcome};
/// use noyau_core::limits::Limits;
/// use noyau_core::payoff::Rules;
///
/// /// A move takes one or two from a heap; who cannot move has lost.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Position = u32;
///     type Move = u32;
///
///     fn start(&self) -> u32 {
///         self.0
///     }
///
///     fn outcome(&self, &left: &u32) -> Option<Outcome> {
///         (left == 0).then_some(Outcome::Loss)
///     }
///
///     fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
///         out.extend(1..=left.min(2));
///     }
///
///     fn play(&self, left: &mut u32, taken: u32) {
///         *left -= taken;
///     }
/// }
///
/// let game = Heap(7);
/// let rules = Rules::from(&game);
/// let settings = Settings {
///     simulations: 500, exploration: 1.4, trees: 1, nodes: 10_000, plies: 100, seed: 1,
/// };
/// let memory = &mut Memory::default();
/// let found = search(rules, &Leaves::Random, &7, 0, &settings, memory, &Limits::default());
/// let (mv, visited) = found.moves[found.best.unwrap()];
/// // Taking one leaves six, which is proved lost.
/// assert_eq!((mv, visited.proof), (1, Proof::Win));
/// ```
pub fn search<G: Game + 'static>(
    rules: Rules<'_, G>,
    leaves: &Leaves<'_, G>,
    position: &G::Position,
    lead: i32,
    settings: &Settings,
    memory: &mut Memory,
    limits: &Limits,
) -> Sampled<G::Move> {
    let count = settings.trees.max(1) as usize;
    let within = limits.memory.map_or(usize::MAX, |bytes| {
        // A tree whose root moves is there twice.
        (bytes / (2 * Tree::<G>::NODE_BYTES)) as usize
    });
    let room = (settings.nodes.min(within) / count).max(1);
    let game = rules.game;
    let mut growers = memory.trees(game, position, lead, count, settings.seed);
    let trees = growers.iter_mut().map(|grower| -> Grow<'_> {
        let Grower { tree, random, done } = grower;
        let mut workspace = Workspace::default();
        Box::new(move |simulations| {
            for _ in 0..simulations {
                if tree.is_decided() {
                    return false;
                }
                let workspace = &mut workspace;
                tree.simulate(rules, leaves, settings, room, limits, random, workspace);
                *done += 1;
            }
            true
        })
    });
    grow_all(trees.collect(), settings.simulations, limits);

    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let trees = growers
        .iter()
        .map(|grower| grower.tree.children(moves.len()));
    let (visited, best) = sum_up(trees.collect());
    // The line is that of the tree that has looked at the chosen move most often.
    let line = best.map_or_else(Vec::new, |best| {
        let lines = growers
            .iter()
            .map(|grower| grower.tree.line(best))
            .max_by_key(|(visits, _)| *visits);
        let mut line = vec![moves[best]];
        line.extend(lines.map(|(_, line)| line).unwrap_or_default());
        line
    });
    let sampled = Sampled {
        best,
        line,
        moves: moves.into_iter().zip(visited).collect(),
        simulations: growers.iter().map(|grower| grower.done).sum(),
        nodes: growers.iter().map(|grower| grower.tree.len() as u64).sum(),
    };
    memory.0 = Some(Box::new(growers));
    sampled
}
