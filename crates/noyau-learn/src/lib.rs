//! Learning from self-play: a heuristic learned from scratch, by temporal differences (Sutton 1988).
//!
//! The value of a position to the side to move is σ(Σ wᵢ fᵢ), with σ(x) = x / √(1 + x²). The features are patterns
//! of small groups of cells (*n-tuples*: Bledsoe and Browning 1959; for Connect 4: Thill, Koch and Konen 2012),
//! each pattern with a weight shared by all symmetric groups; and, on request, the heuristics of the game. Games
//! are played by a shallow search with the learner at its horizon, and the leaf of the principal variation is moved
//! towards the value of the search one move later, mixed with the end of the game: TD-leaf(λ) (Baxter, Tridgell and
//! Weaver 1998). Every weight has its own step size, which shrinks when its errors change sign (temporal coherence:
//! Beal and Smith 1999).
//!
//! Games are played in rounds: all games of a round with the same weights, on any number of threads, and then
//! learned from in the order of their numbers. So the same seed gives the same weights, bit for bit, on any number
//! of threads; and only additions, multiplications, divisions and square roots are used, which all machines round
//! alike.
//!
//! ```
//! use noyau_core::limits::Limits;
//! use noyau_core::payoff::Rules;
//! use noyau_core::{Game, Outcome, Side};
//! use noyau_learn::{Board, Design, Learned, Scratch, play_round};
//!
//! /// A move takes one or two from a heap; who cannot move has lost.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         20
//!     }
//!
//!     fn outcome(&self, &left: &u32) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome::Loss)
//!     }
//!
//!     fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
//!         out.extend(1..=left.min(2));
//!     }
//!
//!     fn play(&self, left: &mut u32, taken: u32) {
//!         *left -= taken;
//!     }
//! }
//!
//! // One feature: 1 if the heap is a multiple of three, else −1. It turns out to be bad for the side to move.
//! let feature = |&left: &u32| if left % 3 == 0 { 1.0 } else { -1.0 };
//! let design = Design { patterns: false, heuristics: true, ..Design::default() };
//! let name = ("heap".to_owned(), 1, "20".to_owned());
//! let features = vec![("multiple".to_owned(), 1.0)];
//! let mut learned = Learned::begin(name, &design, Board::default(), &[], features, 1);
//! let read = |left: &u32, _: Side, _: i32, to: &mut Scratch| to.heuristics[0] = feature(left);
//! let rules = Rules::from(&Heap);
//! play_round(rules, None, &read, (&20, Side::First, 0), &mut learned, &Limits::default()).unwrap();
//! let mut scratch = learned.scratch();
//! scratch.heuristics[0] = feature(&3);
//! assert!(learned.value(&scratch, 0) < 0.0);
//! ```
//!
//! | file | does |
//! |---|---|
//! | `patterns` | chooses groups of cells, and finds their images under symmetry |
//! | `lookups` | finds the weights of a position |
//! | `network` | weights: the value of a position, and a step towards another |
//! | `evaluation` | whole numbers for searches, and their compact file |
//! | `selfplay` | games of the learner against itself |
//! | `file` | the file of a learned heuristic |

mod evaluation;
mod file;
mod lookups;
mod network;
mod patterns;
mod selfplay;

pub use evaluation::Evaluation;
pub use file::NotLearned;
pub use network::{Learned, Scratch};
pub use patterns::{Board, CellState, Reader, states_of_views};
pub use selfplay::{Read, play_round};

use serde::{Deserialize, Serialize};

/// The parameters of learning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether to use patterns of cells as features.
    pub patterns: bool,
    /// Whether to use the heuristics of the game as features.
    pub heuristics: bool,
    /// The number of groups of cells.
    pub tuples: u32,
    /// The maximum number of cells in a group.
    pub length: u32,
    /// The search depth of self-play, in plies.
    pub depth: u32,
    /// The weight of the end of the game, against the value one move later: λ.
    pub lambda: f64,
    /// The relative step size towards the target, when all errors have the same sign.
    pub rate: f64,
    /// The probability of a random move instead of the best.
    pub exploration: f64,
    /// At most so many plies are drawn by lot at the start of a game, and not learned from.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lots: u32,
    /// The number of games played with the same weights.
    pub round: u32,
    /// Games are cut off after this many plies, and end with their value then.
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
            lots: 0,
            round: 64,
            plies: 400,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The features of positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// The number of cells.
    pub cells: usize,
    /// The number of states of a cell.
    pub states: usize,
    /// Below which number each of the last cells is, which are counts.
    pub counts: Vec<u16>,
    /// The meaning of the states, if they are read from the view; empty if the game defines them.
    pub views: Vec<CellState>,
    /// Groups of cells.
    pub tuples: Vec<Vec<u16>>,
    /// The image of each cell under each symmetry, the identity first.
    pub symmetries: Vec<Vec<u16>>,
    /// The heuristics, `points` being the lead so far; each is divided by its scale.
    pub heuristics: Vec<(String, f32)>,
    /// The number of weight sets for patterns: one per side to move if positions determine it, otherwise one.
    pub sides: usize,
    /// How far a game has gone where weights are learned; between them they are interpolated. None: one set for all.
    pub phases: Vec<u32>,
    /// A final lead of so many points is worth 0.7 of a win; 0: only the outcome counts.
    pub margin: u32,
}

/// The results of the learner against an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The number of training games so far.
    pub games: u64,
    /// The opponent.
    pub opponent: String,
    /// Games won against it.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// The metadata of a heuristic: the first line of its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The starting position of the games.
    pub position: String,
    /// The parameters of learning.
    pub design: Design,
    /// The features of positions.
    pub features: Features,
    /// The number of training games.
    pub games: u64,
    /// The learning curve.
    pub curve: Vec<Measured>,
}
