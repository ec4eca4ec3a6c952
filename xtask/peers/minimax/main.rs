//! The peer of `cargo xtask bench deepening`: Connect 4 to a depth by the iterative search of the crate minimax, in
//! a separate crate that `xtask` writes into the target folder.
//!
//! `peers-minimax DEPTH` prints the nodes, the CPU seconds and the score. Rules and heuristic are those of noyau's
//! `connect4` with `alignments`, on the same kind of board.

use cpu_time::ProcessTime;
use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy, Winner};

/// Cells column by column from the bottom, with an empty one above each column.
#[derive(Clone)]
struct Board {
    own: u64,
    all: u64,
}

const STRIDE: u32 = 7;
/// The lowest cell of every column.
const BOTTOM: u64 = 0x0408_1020_4081;

fn full() -> u64 {
    BOTTOM * 0x3F
}

fn aligned(stones: u64) -> bool {
    [1, STRIDE - 1, STRIDE, STRIDE + 1].iter().any(|&step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

struct Connect4;

impl Game for Connect4 {
    type S = Board;
    /// The cell of the new stone.
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let mut landings = (board.all + BOTTOM) & full();
            while landings != 0 {
                moves.push(landings.trailing_zeros() as u8);
                landings &= landings - 1;
            }
        }
        winner
    }

    fn apply(board: &mut Board, cell: u8) -> Option<Board> {
        Some(Board {
            own: board.own ^ board.all,
            all: board.all | 1 << cell,
        })
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        if aligned(board.own ^ board.all) {
            Some(Winner::PlayerJustMoved)
        } else if board.all == full() {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        let key = board.own + board.all + BOTTOM;
        let product = u128::from(key) * 0x9E37_79B9_7F4A_7C15;
        product as u64 ^ (product >> 64) as u64
    }

    fn table_index(cell: u8) -> u16 {
        cell.into()
    }

    fn max_table_index() -> u16 {
        48
    }
}

/// The number of lines through each cell, in bit slices.
struct Alignments([u64; 4]);

impl Alignments {
    fn new() -> Self {
        let mut counts = [0_u32; 49];
        for cell in 0..49 {
            for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
                let line = [cell, cell + step, cell + 2 * step, cell + 3 * step];
                if line.iter().all(|&cell| cell < 49 && full() >> cell & 1 == 1) {
                    line.iter().for_each(|&cell| counts[cell as usize] += 1);
                }
            }
        }
        let plane = |bit: u32| {
            (0..49).fold(0, |plane, cell| {
                plane | u64::from(counts[cell] >> bit & 1) << cell
            })
        };
        Self([0, 1, 2, 3].map(plane))
    }
}

impl Evaluator for Alignments {
    type G = Connect4;

    fn evaluate(&self, board: &Board) -> Evaluation {
        let other = board.own ^ board.all;
        let planes = self.0.iter().zip(0..);
        planes
            .map(|(plane, bit)| {
                let count = |stones: u64| (stones & plane).count_ones() as Evaluation;
                (count(board.own) - count(other)) << bit
            })
            .sum()
    }
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    let depth: u8 = depth.expect("a depth");
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    let mut search = IterativeSearch::new(Alignments::new(), options);
    search.set_max_depth(depth);
    let mut board = Board { own: 0, all: 0 };
    let begun = ProcessTime::now();
    search.choose_move(&board);
    let seconds = begun.elapsed().as_secs_f64();
    let told = search.stats(&mut board);
    let nodes = told.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    println!("{} {seconds:.4} {}", nodes.expect("a count"), search.root_value());
}
