//! Learning from self-play: a heuristic that starts from nothing, by temporal differences (Sutton 1988).
//!
//! A position is worth σ(Σ wᵢ fᵢ) to the side to move, with σ(x) = x / √(1 + x²). Its features are patterns, which small
//! groups of cells show (*n-tuples*: Bledsoe and Browning 1959; for Connect 4: Thill, Koch and Konen 2012), each pattern with
//! a weight that all symmetric groups share; and the heuristics of the game, where they are asked for. Games are
//! played by a shallow search with the learner at its horizon, and the leaf that the search expects to come to is moved
//! towards what the search says a move later, mixed with the end of the game: TD-leaf(λ) (Baxter, Tridgell and Weaver
//! 1998). Every weight has a step of its own, which shrinks when its errors point now this way and now that (temporal
//! coherence: Beal and Smith 1999).
//!
//! Games are played in rounds: those of a round with the same weights, on any number of threads, and learned from afterwards
//! in the order of their numbers. So the same seed gives the same weights, bit for bit, whatever the threads; and only
//! additions, multiplications, divisions and roots are taken, which all machines round alike.
//!
//! | file | does |
//! |---|---|
//! | `patterns` | chooses groups of cells, and finds how symmetries carry them |
//! | `network` | weights: the value of a position, and a step towards another |
//! | `selfplay` | a game of the learner against itself |
//! | `file` | the file of what was learned |

mod file;
mod network;
mod patterns;
mod selfplay;

pub use file::NotLearned;
pub use network::{Learned, Scratch};
pub use patterns::{Board, CellState, Reader, states_of_views};
pub use selfplay::{Read, play_round};

use serde::{Deserialize, Serialize};

/// How to learn, and from what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// Where all lots come from.
    pub seed: u64,
    /// Whether patterns of cells are features.
    pub patterns: bool,
    /// Whether the heuristics of the game are features.
    pub heuristics: bool,
    /// How many groups of cells.
    pub tuples: u32,
    /// How many cells in a group, at most.
    pub length: u32,
    /// How many plies self-play looks ahead.
    pub depth: u32,
    /// How much the end of the game counts, against what is thought a move later: λ.
    pub lambda: f64,
    /// How far a step goes towards what should be, when errors all point the same way.
    pub rate: f64,
    /// How often a random move is played instead of the best.
    pub exploration: f64,
    /// How many games are played with the same weights.
    pub round: u32,
    /// Games are broken off after so many plies, and end as they are judged then.
    pub plies: u32,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            seed: 0,
            patterns: true,
            heuristics: false,
            tuples: 70,
            length: 7,
            depth: 1,
            lambda: 0.8,
            rate: 1.0,
            exploration: 0.2,
            round: 64,
            plies: 400,
        }
    }
}

/// What positions are seen by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// How many cells there are.
    pub cells: usize,
    /// How many states a cell can be in.
    pub states: usize,
    /// What the states stand for, where they are read from the view; empty where the game tells them itself.
    pub views: Vec<CellState>,
    /// Groups of cells, all as long.
    pub tuples: Vec<Vec<u16>>,
    /// Where each cell is after each symmetry, the identity first.
    pub symmetries: Vec<Vec<u16>>,
    /// The heuristics, `points` being the lead so far; each is divided by its scale.
    pub heuristics: Vec<(String, f32)>,
    /// How many sets of weights for patterns: one for each side to move where positions tell it, else one.
    pub sides: usize,
}

/// How what was learned fares against an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// After so many games of learning.
    pub games: u64,
    /// The opponent.
    pub opponent: String,
    /// Games won, drawn and lost against it.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

/// How a heuristic was made: the first line of its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The position where games began.
    pub position: String,
    /// How it was learned.
    pub design: Design,
    /// What positions are seen by.
    pub features: Features,
    /// How many games it has learned from.
    pub games: u64,
    /// How it fared on the way.
    pub curve: Vec<Measured>,
}
